"""How a stick tray counts: equal resistors side by side, against a fixed one; the firmware's sums.

Each kind of stick has its own slot and its own resistance; n sticks side by side have an n-th of
it. The slot and a fixed resistor divide the supply, and the converter sees the slot's share.
"""

from firmware_bridge.messages import STICK_VALUES, Quality

STICK_KOHM = (10, 20, 100, 200, 1000)
"""The resistance of one stick, in the order of STICK_VALUES."""
FIXED_KOHM = 10
FULL = 1023
"""What the converter reads for an empty slot."""
MOST = (12, 8, 20, 20, 20)
"""Above this, neighbouring counts are too close for the converter or for 5 % resistors."""
UNSURE_EIGHTHS = 3
"""A reading this far from a whole number of sticks, in eighths, is not believed."""
KEPT_EIGHTHS = 5
"""Up to so far away a count stays what it was: a reading at a border does not go to and fro."""
Slot = tuple[int, Quality]
EMPTY: tuple[Slot, ...] = ((0, Quality.GOOD),) * len(STICK_KOHM)


def reading(slot: int, count: int, drift: float = 1.0) -> int:
    """What the converter reads for so many sticks, their resistance drifted by this factor."""
    if count == 0:
        return FULL
    kohm = STICK_KOHM[slot] * drift / count
    return min(FULL, round(FULL * kohm / (kohm + FIXED_KOHM)))


def count(slot: int, read: int, before: Slot = EMPTY[0]) -> Slot:
    """How many sticks lie in a slot, and how far that can be believed; `before` it was this."""
    read = max(1, min(read, FULL))
    eighths = 8 * STICK_KOHM[slot] * (FULL - read) // (FIXED_KOHM * read)
    whole, quality = before
    least = UNSURE_EIGHTHS - (quality is Quality.UNSURE)  # an eighth nearer to be good again
    if abs(eighths - 8 * whole) > KEPT_EIGHTHS:
        whole, least = (eighths + 4) // 8, UNSURE_EIGHTHS
    if whole > MOST[slot]:
        return min(whole, 255), Quality.TOO_MANY
    off = abs(eighths - 8 * whole)
    return whole, Quality.UNSURE if off >= least else Quality.GOOD


def counted(
    sticks: tuple[int, ...], drift: float = 1.0, before: tuple[Slot, ...] = EMPTY
) -> tuple[Slot, ...]:
    """What a tray with these sticks reads, slot by slot; `before` it was this."""
    return tuple(
        count(slot, reading(slot, number, drift), before[slot])
        for slot, number in enumerate(sticks)
    )


def told(slots: tuple[Slot, ...]) -> tuple[tuple[int, int, int, int, int], Quality]:
    """What a tray reports: its counts, and the worst quality."""
    first, second, third, fourth, fifth = (number for number, _ in slots)
    return (first, second, third, fourth, fifth), max(quality for _, quality in slots)


def points(counts: tuple[int, ...]) -> int:
    """What sticks are worth."""
    return sum(map(int.__mul__, counts, STICK_VALUES))
