"""What a scorer needs to know of a win, as plain numbers, however it was given."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from scoring.features import DECLARED, DECLARED_COUNTS, DECLARED_MARKS, WIND_MARKS
from scoring.groups import CONCEALED_KANTSU, MELDED_KANTSU
from scoring.tiles import DORA_OF_INDICATOR, RED_AT
from scoring.win import CIRCUMSTANCES, NOTHING_AMISS

if TYPE_CHECKING:
    from scoring.hand import Hand
    from scoring.win import Win

EIGHT_WINS: Final = 8
"""A dealer's wins in a row, this one included, that make parenchan."""
RIICHI: Final = 1 << CIRCUMSTANCES.index("riichi")
TSUMO: Final = 1 << CIRCUMSTANCES.index("tsumo")
RINSHAN: Final = 1 << CIRCUMSTANCES.index("rinshan")
PARENCHAN: Final = 1 << len(CIRCUMSTANCES)
"""One more circumstance, beyond those of a win."""


class Source(Protocol):
    """What was given."""

    def hand_and_win(self) -> tuple[Hand, Win]:
        """Return it as values."""


class Facts(NamedTuple):
    """What holds of the finished hand however it is read."""

    key: int
    """The concealed tiles, three bits a kind."""
    kind: int
    """The kind of the winning tile."""
    circumstances: int
    """As bits, see Win.circumstances and PARENCHAN."""
    winds: int
    """Seat wind and round wind, see Win.winds."""
    honba: int
    sticks: int
    codes: tuple[int, ...]
    """The group codes of the declared sets, in the order of their making."""
    closed: bool
    kans: int
    declared: int
    """The features of the declared sets that are joined by or."""
    counted: int
    """The features of the declared sets that are counted."""
    mark: int
    """What marks the honours with the winds and the declared sets."""
    dora: int
    """How many tiles the indicators make dora."""
    ura: int
    """The same of the ura indicators, whether or not they count."""
    reds: int
    noted: bool
    """Whether there may be something to note besides red fives."""
    source: Source


class Values(NamedTuple):
    """A win given as values."""

    hand: Hand
    win: Win

    def hand_and_win(self) -> tuple[Hand, Win]:
        """Return it as values."""
        return self.hand, self.win


def facts_of(hand: Hand, win: Win, *, kan_dora: bool = True) -> Facts:
    """Look at the hand once. Without `kan_dora` only the first indicators count."""
    circumstances, winds, held = win.circumstances, win.winds, hand.held
    dora, ura = win.dora_indicators, win.ura_indicators
    noted = bool(ura and not win.riichi)
    if win.context is not NOTHING_AMISS:
        noted = True
        if win.context.dealer_consecutive_wins >= EIGHT_WINS and win.dealer:
            circumstances |= PARENCHAN
    if not kan_dora:
        dora, ura = dora[:1], ura[:1]
    shown = hidden = 0
    for tile in dora:
        shown += held >> DORA_AT[tile.kind] & 7
    for tile in ura:
        hidden += held >> DORA_AT[tile.kind] & 7
    codes = tuple([meld.code for meld in hand.melds])
    closed, kans, declared, counted, mark = declared_sets(codes)
    return facts_made(
        (
            hand.key,
            win.win_tile.kind,
            circumstances,
            winds,
            win.honba,
            win.riichi_sticks,
            codes,
            closed,
            kans,
            declared,
            counted,
            mark | WIND_MARKS[winds],
            shown,
            hidden,
            held >> RED_AT,
            noted,
            Values(hand, win),
        )
    )


def declared_sets(codes: tuple[int, ...]) -> tuple[bool, int, int, int, int]:
    """Return closed, kans, declared, counted and mark of declared sets, as Facts has them."""
    declared = counted = mark = kans = ankans = 0
    for code in codes:
        declared |= DECLARED[code]
        counted += DECLARED_COUNTS[code]
        mark |= DECLARED_MARKS[code]
        if code >= CONCEALED_KANTSU:
            kans += 1
            ankans += code < MELDED_KANTSU
    return ankans == len(codes), kans, declared, counted, mark


DORA_AT: Final = tuple(3 * kind for kind in DORA_OF_INDICATOR)
"""Where a count of tiles has those that an indicator of each kind makes dora."""
facts_made: Final = partial(tuple.__new__, Facts)
"""Make Facts of a tuple of its fields; at once, where Facts(...) takes its time."""
