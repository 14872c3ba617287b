"""All readings of a finished hand: every split of it, every place for the winning tile."""

from __future__ import annotations

from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from scoring.groups import (
    CONCEALED_KANTSU,
    GROUP_TEXTS,
    MELDED_KANTSU,
    PAIR_TEXTS,
    copies_text,
)
from scoring.patterns import of_concealed, of_one_suit, of_orphans, of_sets, of_seven_pairs
from scoring.shapes import (
    KOTSU_AT,
    KOTSU_MASK,
    OUTSIDE,
    PAIR_AT,
    PAIR_MASK,
    RUNS_MASK,
    SETS,
    is_seven_pairs,
    is_thirteen_orphans,
    patterns,
    texts_of,
)
from scoring.tallies import (
    KOTSU_UNITS,
    OPENED,
    ORPHANS,
    OUTSIDE_MORE,
    PAIRS,
    SEVEN_PAIRS,
    WAITS,
    Wait,
)
from scoring.tiles import KINDS
from scoring.yaku import BITS

if TYPE_CHECKING:
    from scoring.hand import Hand
    from scoring.win import Win


class Form(Enum):
    """The three forms of a finished hand."""

    STANDARD = "four groups and a pair"
    SEVEN_PAIRS = "seven pairs"
    THIRTEEN_ORPHANS = "thirteen orphans"


class Facts(NamedTuple):
    """What holds of the finished hand however it is read."""

    hand: Hand
    win: Win
    closed: bool
    declared: int
    """The pattern of the declared sets, see shapes.py."""
    declared_fu: int
    """The tally of the declared sets, see tallies.py."""
    kans: int
    ankans: int


class Reading(NamedTuple):
    """One way to read the hand."""

    form: Form
    wait: Wait
    split: int
    """Which split of the concealed tiles it is."""
    concealed: int
    """The pattern of the concealed tiles, see shapes.py; 0 where there are no sets."""
    shown: int
    """The yaku of tiles, sets and wait, as bits."""
    tally: int
    """What counts for the fu in tiles, sets and wait, see tallies.py."""


def facts_of(hand: Hand, win: Win) -> Facts:
    """Look at the hand once."""
    melds = hand.melds
    if not melds:
        return _facts((hand, win, True, 0, 0, 0, 0))
    pattern = fu = kans = ankans = 0
    for meld in melds:
        code = meld.code
        pattern |= SETS[code]
        fu += KOTSU_UNITS[code]
        if code >= CONCEALED_KANTSU:
            kans += 1
            ankans += code < MELDED_KANTSU
    return _facts((hand, win, ankans == len(melds), pattern, fu, kans, ankans))


def readings(facts: Facts, *, wait_claimed: bool = True) -> list[Reading]:
    """Return every reading of the hand; none if it is not complete.

    With `wait_claimed` false the place of the winning tile is left out of account.
    """
    hand, win, _, declared, declared_fu, _, ankans = facts
    key, tile, winds = hand.key, win.win_tile.kind, win.winds
    found = []
    for index, concealed in enumerate(patterns(key)):
        pattern = concealed | declared
        shown = of_sets(pattern, winds)
        if shown & _CHINITSU and not declared:
            shown |= of_one_suit(key, tile)
        tally = declared_fu + PAIRS[winds][concealed >> PAIR_AT & PAIR_MASK]
        kotsu = concealed >> KOTSU_AT & KOTSU_MASK
        if kotsu:
            tally += kotsu.bit_count() + OUTSIDE_MORE * (kotsu & OUTSIDE).bit_count()
        waits = waits_in(concealed, tile) if wait_claimed else _UNCLAIMED
        for wait in waits:
            yaku, count = shown, tally + WAITS[wait]
            if not count:  # runs only, a pair without value, a two-sided wait
                yaku |= _PINFU
            elif kotsu or ankans:
                number = kotsu.bit_count() + ankans
                if wait is _KOTSU and not win.tsumo:
                    count += OPENED[tile]
                    number -= 1
                if number > 2:
                    yaku |= of_concealed(number, on_pair=wait is _PAIR)
            found.append(_reading((_STANDARD, wait, index, concealed, yaku, count)))
    if not declared:
        if is_seven_pairs(key):
            shown = of_seven_pairs(key)
            found.append(_reading((Form.SEVEN_PAIRS, _PAIR, 0, 0, shown, SEVEN_PAIRS)))
        elif not found and is_thirteen_orphans(key):
            shown = of_orphans(key, tile)
            found.append(_reading((Form.THIRTEEN_ORPHANS, Wait.UNKNOWN, 0, 0, shown, ORPHANS)))
    return found


def waits_in(concealed: int, tile: int) -> tuple[Wait, ...]:
    """Return what a tile of this kind may have completed in a split."""
    runs = (concealed & RUNS_MASK) << 2 >> tile & 7
    kotsu = concealed >> KOTSU_AT + tile & 1
    pair = concealed >> PAIR_AT & PAIR_MASK == tile
    return _COMPLETED[tile % 9][runs | kotsu << 3 | pair << 4]


def group_texts(facts: Facts, reading: Reading) -> tuple[str, ...]:
    """Write the groups of a reading, the pair last: ("123m", "456p", "789s", "777z", "11z")."""
    hand = facts.hand
    if reading.form is not _STANDARD:
        counts = [(kind, hand.key >> 3 * kind & 7) for kind in range(KINDS)]
        return tuple(copies_text(kind, count) for kind, count in counts if count)
    pair = _PAIR_TEXTS[reading.concealed >> PAIR_AT & PAIR_MASK]
    if not hand.melds:
        return texts_of(hand.key, reading.split) + pair
    declared = tuple([GROUP_TEXTS[meld.code] for meld in hand.melds])
    return texts_of(hand.key, reading.split) + declared + pair


def _completed(place: int, bits: int) -> tuple[Wait, ...]:
    """Return what the tile at this place of its suit completed: runs from two below, kotsu, pair.

    12_ and _89 are edges.
    """
    found = [Wait.PAIR] if bits >> 4 & 1 else []
    if bits & 1:
        found.append(Wait.EDGE if place == 2 else Wait.TWO_SIDED)
    if bits & 2:
        found.append(Wait.MIDDLE)
    if bits & 4:
        found.append(Wait.EDGE if place == 6 else Wait.TWO_SIDED)
    if bits >> 3 & 1:
        found.append(Wait.KOTSU)
    return tuple(dict.fromkeys(found))


_COMPLETED: Final = tuple(
    tuple(_completed(place, bits) for bits in range(32)) for place in range(9)
)
_UNCLAIMED: Final = (Wait.UNKNOWN,)
_STANDARD: Final = Form.STANDARD
_KOTSU: Final = Wait.KOTSU
_PAIR: Final = Wait.PAIR
_PINFU: Final = BITS["pinfu"]
_CHINITSU: Final = BITS["chinitsu"]
_PAIR_TEXTS: Final = tuple((text,) for text in PAIR_TEXTS)
_facts: Final = partial(tuple.__new__, Facts)
_reading: Final = partial(tuple.__new__, Reading)
