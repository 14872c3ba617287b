"""Whether the walls stand about the table's middle: where they do not, the table was misplaced."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from vision.observation import Observation

WIDE: Final = 0.8
"""The backs of a wall lie within so many widths of a line."""
BACKS: Final = 6
LONG: Final = 5.0
"""A wall has so many backs at least, and is so many widths long."""
SQUARE: Final = 3.5
"""By so many widths the walls of a table that was found well never differ."""
NEAREST, AS_FAR = 9.3, 1.0
BEHIND: Final = (2.2, 4.6)
"""Two walls that stand as far off as each other, and no nearer than this, are where walls are; rows
of backs so many widths farther are hands that were dealt and not taken up yet."""
SURELY: Final = 3
"""With fewer walls the table is not told to be well placed again."""
EARLY: Final = 24
"""With more faces on the table, a row of backs may be a hand that was laid down."""
EVERY_NS: Final = 1_000_000_000


class Wall(NamedTuple):
    """A row of backs."""

    axis: int
    """Which coordinate its tiles have in common, 0 or 1."""
    at: float
    """That coordinate, in widths."""


class View:
    """Where the table seems to be, from look to look."""

    def __init__(self) -> None:
        self.fault = ""
        """How the table is misplaced; empty where nothing says so."""
        self._next_ns = 0
        self._square = False
        """The walls stood well since the view last moved: what lies amiss now are heaps."""

    def look(self, seen: Observation) -> None:
        """Hold the walls of an observation against the table's middle, once a second."""
        self._square &= not seen.moved
        if seen.captured_ns < self._next_ns:
            return
        self._next_ns = seen.captured_ns + EVERY_NS
        found = walls(seen)
        far = sorted(abs(wall.at) for wall in found)
        if len(found) < 2 or _side_by_side(found):
            return
        faces = sum(one.face_up for one in seen.sightings)
        if _hands_behind(far):
            return
        if far[-1] - far[0] > SQUARE:
            if faces < EARLY and not (self.fault or self._square):
                self.fault = _words([one * seen.tile_width_mm for one in far])
        elif len(found) >= SURELY:
            self.fault, self._square = "", True


def walls(seen: Observation) -> list[Wall]:
    """The rows of backs in an observation, the longest of each direction first."""
    width = seen.tile_width_mm
    backs = [(one.x_mm / width, one.y_mm / width) for one in seen.sightings if not one.face_up]
    found = []
    for axis in (0, 1):
        left = sorted((spot[axis], spot[1 - axis]) for spot in backs)
        while row := max((_row(left, first) for first in range(len(left))), key=len, default=[]):
            found.append(Wall(axis, row[len(row) // 2][0]))
            left = [spot for spot in left if spot not in row]
    return found


def _row(spots: Sequence[tuple[float, float]], first: int) -> list[tuple[float, float]]:
    """The wall whose nearest line begins at one of these sorted spots; empty for none."""
    begin = spots[first][0]
    row = [spot for spot in spots[first:] if spot[0] <= begin + WIDE]
    along = [spot[1] for spot in row]
    if len(row) < BACKS or max(along) - min(along) < LONG:
        return []
    return row


def _side_by_side(found: Sequence[Wall]) -> bool:
    """Whether all of them are on one side, where hands may lie behind a wall."""
    return len({(wall.axis, wall.at > 0) for wall in found}) < 2


def _hands_behind(far: Sequence[float]) -> bool:
    """Whether some of the rows so far off, the nearest first, are hands, and the others walls."""
    others = [one - far[0] for one in far if one - far[0] > AS_FAR]
    behind = all(BEHIND[0] < one < BEHIND[1] for one in others)
    return far[0] > NEAREST and bool(others) and behind and len(far) - len(others) > 1


def _words(far: Sequence[float]) -> str:
    return (
        f"the walls stand {far[0]:.0f} to {far[-1]:.0f} mm from the table's middle:"
        " the table was found amiss, or its calibration is of another view"
    )
