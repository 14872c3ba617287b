"""What an automatic table has said so far, as one value: trays, sticks, dealer, counters, dice."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import TypeVar

from scoring.seats import Seat
from table.core.dice import Roll
from table.core.state import NO_RIICHI, TableState
from table.ingest.proposal import Question

T = TypeVar("T")
Four = tuple[T, T, T, T]
NOTHING: Four[None] = (None, None, None, None)


@dataclass(frozen=True, slots=True)
class Tray:
    """The sticks in one seat's tray: evidence, never truth."""

    points: int
    good: bool = True
    """False where the table itself doubts its counts."""


@dataclass(frozen=True, slots=True)
class Stick:
    """Whether a seat's riichi stick lies on the table."""

    laid: bool
    source: str
    """The event that said so; empty where only a snapshot did."""
    hand: str
    """The hand of the record in which it was laid or taken up."""


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that were thrown and are not placed in the record yet."""

    seat: Seat
    roll: Roll
    source: str
    hand: str
    """The hand of the record in which they fell."""
    after_set: bool
    """That hand was over already: the table had been set anew."""


@dataclass(frozen=True, slots=True)
class Senses:
    """All that is known of the table's own parts; None is unknown."""

    turn: int = 0
    """The table's number of the place where the record's seat 0 sits."""
    told: bool = False
    """People said so; else it is the place of who throws or presses as dealer first in a game."""
    trays: Four[Tray | None] = NOTHING
    sticks: Four[Stick | None] = NOTHING
    dealer: Seat | None = None
    """Who pressed as dealer, for the record's hand or, the table set anew, for the next."""
    counters: int | None = None
    throws: tuple[Throw, ...] = ()
    offered: frozenset[str] = frozenset()
    """The sources of what was proposed in this game; what people took back is not said again."""
    hand: str = ""
    """The hand of the record of which the next three speak."""
    set_s: float | None = None
    """When the set button was first pressed in it."""
    ended: bool = False
    """By the set button, the hand is over."""
    refused: tuple[Question, ...] = ()
    """What was proposed in it and not written."""
    doubts: tuple[tuple[Question, float], ...] = ()
    """What differs from the record, and since when."""

    def seat(self, place: int) -> Seat:
        """The record's seat at a place of the table, both counter-clockwise."""
        return Seat((place - self.turn) % 4)


def put(four: Four[T], seat: Seat, value: T) -> Four[T]:
    """Four values, one of them changed."""
    values = [value if at == seat else old for at, old in enumerate(four)]
    return values[0], values[1], values[2], values[3]


def seated(senses: Senses, by_place: Sequence[T]) -> Four[T]:
    """Values by the table's places as values by seat."""
    values = [by_place[(seat + senses.turn) % 4] for seat in Seat]
    return values[0], values[1], values[2], values[3]


def hand_of(state: TableState) -> str:
    """The record's hand, told apart from all others of its game."""
    return f"{len(state.hands)}.{state.bakaze}{state.kyoku}.{state.honba}"


def at_hand(senses: Senses, state: TableState) -> Senses:
    """The senses, with what belongs to an earlier hand forgotten."""
    hand = hand_of(state)
    if senses.hand == hand:
        return senses
    dealer = senses.dealer if senses.ended else None
    # Another game, whose hands begin again; not the old one's first, come back to by undoing.
    anew = senses.hand and not state.hands and state.riichi == NO_RIICHI
    return replace(
        senses, offered=frozenset() if anew else senses.offered,
        hand=hand, dealer=dealer, set_s=None, ended=False, refused=(),
    )  # fmt: skip


def offering(senses: Senses, sources: AbstractSet[str]) -> Senses:
    """The senses without dice that have their place, or whose place people are asked for."""
    done = [number for number, throw in enumerate(senses.throws, 1) if throw.source in sources]
    return replace(
        senses,
        throws=senses.throws[max(done, default=0) :],  # those before it were thrown again
        offered=senses.offered | sources,
    )


def forgotten(senses: Senses) -> Senses:
    """After a restart, a gap or a lost line: nothing that could have changed is known."""
    return replace(
        senses, trays=NOTHING, sticks=NOTHING, dealer=None, counters=None, throws=(), doubts=()
    )
