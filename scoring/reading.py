"""All readings of a finished hand: every split of it, every place for the winning tile."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final, NamedTuple

from scoring.melds import Meld, MeldKind
from scoring.shapes import (
    BIT,
    CONCEALED_KANTSU,
    CONCEALED_KOTSU,
    GROUP_CODES,
    MELDED_KANTSU,
    MELDED_KOTSU,
    ORPHANS,
    UNIT,
    Shape,
    is_seven_pairs,
    is_thirteen_orphans,
    standard_shapes,
)
from scoring.tiles import KINDS, Tile, format_tiles

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.hand import Hand
    from scoring.win import Win


class Form(Enum):
    """The three forms of a finished hand."""

    STANDARD = "four groups and a pair"
    SEVEN_PAIRS = "seven pairs"
    THIRTEEN_ORPHANS = "thirteen orphans"


class Wait(Enum):
    """What the winning tile completed."""

    TWO_SIDED = "two-sided"
    EDGE = "edge"
    MIDDLE = "middle"
    PAIR = "pair"
    KOTSU = "kotsu"
    UNKNOWN = "unknown"
    """Not claimed: the tile was not kept apart."""


class Facts(NamedTuple):
    """What holds of the finished hand however it is read."""

    win: Win
    closed: bool
    key: int
    """The concealed tiles, winning tile included, as shapes.py counts them."""
    kinds: int
    """Every kind in the hand, melds included, as bits."""
    value_kinds: int
    """Dragons, seat wind and round wind, as bits."""
    melds: int
    kans: int
    meld_shape: Shape
    """The declared sets."""
    ankans: int


class Reading(NamedTuple):
    """One way to read the hand."""

    facts: Facts
    form: Form
    wait: Wait
    groups: tuple[int, ...] = ()
    """Group codes, melds last; a kotsu completed by ron is a melded one."""
    pair: int = -1
    runs: int = 0
    kotsu: int = 0
    """Kinds of kotsu and kantsu, as bits."""
    twins: int = 0
    concealed: int = 0
    """How many kotsu and kantsu are concealed."""


def facts_of(hand: Hand, win: Win) -> Facts:
    """Look at the hand once."""
    concealed = [tile.kind for tile in hand.concealed]
    kinds = 0
    for kind in concealed:
        kinds |= BIT[kind]
    groups, runs, kotsu, kans, ankans = [], 0, 0, 0, 0
    for meld in hand.melds:
        code = _meld_code(meld)
        groups.append(code)
        first = BIT[code % KINDS]
        if code < CONCEALED_KOTSU:
            runs |= first
            kinds |= first * 7
        else:
            kotsu |= first
            kinds |= first
            kans += code >= CONCEALED_KANTSU
            ankans += meld.kind is MeldKind.ANKAN
    return Facts(
        win=win,
        closed=ankans == len(hand.melds),
        key=sum([UNIT[kind] for kind in concealed]),
        kinds=kinds,
        value_kinds=DRAGONS | BIT[win.seat_wind.kind] | BIT[win.round_wind.kind],
        melds=len(hand.melds),
        kans=kans,
        meld_shape=Shape(tuple(groups), -1, runs, kotsu),
        ankans=ankans,
    )


def readings(facts: Facts, *, wait_claimed: bool = True) -> Iterator[Reading]:
    """Yield every reading of the hand; none if it is not complete.

    With `wait_claimed` false the place of the winning tile is left out of account.
    """
    for shape in standard_shapes(facts.key):
        yield from _placed(facts, shape, wait_claimed=wait_claimed)
    if facts.melds == 0:
        if is_seven_pairs(facts.key):
            yield Reading(facts, Form.SEVEN_PAIRS, Wait.PAIR)
        elif is_thirteen_orphans(facts.key):
            yield Reading(facts, Form.THIRTEEN_ORPHANS, Wait.UNKNOWN)


def group_texts(reading: Reading) -> tuple[str, ...]:
    """Write the groups of a reading, the pair last: ("123m", "456p", "789s", "777z", "11z")."""
    if reading.form is Form.STANDARD:
        return (*[GROUP_TEXTS[code] for code in reading.groups], PAIR_TEXTS[reading.pair])
    counts = [(kind, reading.facts.key >> 3 * kind & 7) for kind in range(KINDS)]
    return tuple(_copies(kind, count) for kind, count in counts if count)


def _placed(facts: Facts, shape: Shape, *, wait_claimed: bool) -> Iterator[Reading]:
    """Yield one reading for each group of the split that the winning tile may have completed."""
    melds = facts.meld_shape
    groups = shape.groups + melds.groups
    runs = shape.runs | melds.runs
    kotsu = shape.kotsu | melds.kotsu
    concealed = shape.kotsu.bit_count() + facts.ankans

    def reading(wait: Wait, groups: tuple[int, ...] = groups, melded: int = 0) -> Reading:
        return Reading(
            facts,
            Form.STANDARD,
            wait,
            groups,
            shape.pair,
            runs,
            kotsu,
            shape.twins,
            concealed - melded,
        )

    if not wait_claimed:
        yield reading(Wait.UNKNOWN)
        return
    tile = facts.win.win_tile.kind
    if shape.pair == tile:
        yield reading(Wait.PAIR)
    for start in range(max(tile - 2, tile // 9 * 9), tile + 1):
        if shape.runs & BIT[start]:
            yield reading(_wait_of_run(start, tile))
    if shape.kotsu & BIT[tile]:
        if facts.win.tsumo:
            yield reading(Wait.KOTSU)
        else:
            ours = shape.groups.index(CONCEALED_KOTSU + tile)
            opened = (*groups[:ours], MELDED_KOTSU + tile, *groups[ours + 1 :])
            yield reading(Wait.KOTSU, opened, 1)


def _wait_of_run(start: int, tile: int) -> Wait:
    """Say how the tile completed the run: 12_ and _89 are edges."""
    if tile == start + 1:
        return Wait.MIDDLE
    if (start % 9 == 0 and tile == start + 2) or (start % 9 == 6 and tile == start):
        return Wait.EDGE
    return Wait.TWO_SIDED


def _meld_code(meld: Meld) -> int:
    """Return the group code of a declared set."""
    return meld.tiles[0].kind + _MELD_TYPES[meld.kind]


_MELD_TYPES: Final = {
    MeldKind.CHI: 0,
    MeldKind.PON: MELDED_KOTSU,
    MeldKind.DAIMINKAN: MELDED_KANTSU,
    MeldKind.KAKAN: MELDED_KANTSU,
    MeldKind.ANKAN: CONCEALED_KANTSU,
}


def _copies(kind: int, count: int) -> str:
    """Write so many tiles of a kind."""
    return format_tiles([Tile.of(kind)] * count)


def _group_text(code: int) -> str:
    """Write the tiles of a group code; codes of runs that do not exist have no text."""
    kind = code % KINDS
    if code >= CONCEALED_KOTSU:
        return _copies(kind, 4 if code >= CONCEALED_KANTSU else 3)
    return format_tiles(map(Tile.of, range(kind, kind + 3))) if kind < 27 and kind % 9 < 7 else ""


GROUP_TEXTS: Final = tuple(_group_text(code) for code in range(GROUP_CODES))
"""The tiles of each group code."""
PAIR_TEXTS: Final = tuple(_copies(kind, 2) for kind in range(KINDS))
"""The pair of each kind."""
DRAGONS: Final = BIT[31] | BIT[32] | BIT[33]
WINDS: Final = BIT[27] | BIT[28] | BIT[29] | BIT[30]
HONOURS: Final = WINDS | DRAGONS
OUTSIDE: Final = sum(BIT[kind] for kind in ORPHANS)
"""Terminals and honours, as bits."""
TERMINALS: Final = OUTSIDE & ~HONOURS
