"""What mjai has no word for: fouls and rulings, words said, hands shown, the clock, the set-up.

These events stay in our own record; an mjai export leaves them out or refuses. `deltas` are points
at the table, `tenths` are tenths of a point of the overall score (200 is 20.0 points).
"""

from dataclasses import dataclass

from scoring.seats import Seat
from scoring.tiles import Tile
from table.core.units import NO_POINTS, Points, UnseenHand


@dataclass(frozen=True, slots=True)
class Chombo:
    """A foul that spoils the hand."""

    actor: Seat
    reason: str
    """The foul's name, as in [fouls] of the ruleset."""
    deltas: Points = NO_POINTS
    """Paid at the table, where the ruleset has that form, and the sticks that go back."""
    tenths: int = 0
    """Taken from the overall score."""
    clause: str = ""
    ends_hand: bool = True
    """False when a win of the same hand stands beside it."""
    ruled_by: str = ""
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points off the overall score; the game goes on."""

    actor: Seat
    reason: str
    tenths: int
    clause: str = ""
    ruled_by: str = ""
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class WarningGiven:
    """A word of warning that goes on record."""

    actor: Seat
    reason: str
    clause: str = ""
    ruled_by: str = ""
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class DeadHand:
    """The player may neither call, declare nor win for the rest of the hand."""

    actor: Seat
    reason: str
    riichi_void: bool = False
    """The player's riichi falls with it, and its stick goes back."""
    clause: str = ""
    ruled_by: str = ""
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class ReachVoid:
    """A riichi does not count; its stick, if one was laid, goes back."""

    actor: Seat
    reason: str
    clause: str = ""
    ruled_by: str = ""


@dataclass(frozen=True, slots=True)
class Irregularity:
    """Something happened that the rules do not allow, or that cannot be; nobody has ruled yet."""

    kind: str
    """The foul's name, or what kind of event it was."""
    actor: Seat | None = None
    detail: str = ""
    clause: str = ""
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class RulingCancelled:
    """An earlier ruling of this game is taken back; what it took from anybody is given back."""

    ruling: int
    """Its place among the rulings of the game, from 0: chombo, penalty, warning, dead_hand and
    reach_void."""
    reason: str
    ruled_by: str = ""


@dataclass(frozen=True, slots=True)
class Call:
    """A word was said and no tile is shown yet."""

    actor: Seat
    word: str
    """chi, pon, kan, ron, tsumo, riichi, or whatever was said instead."""
    after_ms: int | None = None
    """Since the discard that it claims."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """Concealed tiles are shown, melds apart; with a drawn winning tile it is among them."""

    actor: Seat
    tehai: UnseenHand
    reason: str = "hora"
    """hora, tenpai, noten, or exposed (by accident)."""


@dataclass(frozen=True, slots=True)
class Tenpai:
    """The announcement of one player when the wall is exhausted."""

    actor: Seat
    tenpai: bool


@dataclass(frozen=True, slots=True)
class PutBack:
    """The tile just drawn goes back to the wall."""

    actor: Seat


@dataclass(frozen=True, slots=True)
class CountsAsDiscard:
    """A player is treated as having discarded a tile that another set shows as his."""

    actor: Seat
    pai: Tile
    reason: str = "front_chii"
    clause: str = ""
    ruled_by: str = ""


@dataclass(frozen=True, slots=True)
class Seating:
    """The seats are drawn."""

    procedure: str
    """As in [setup] of the ruleset: four_tiles, six_two_rolls, six_four_rolls."""
    names: tuple[str, str, str, str]
    """By seat, the first dealer first."""
    rolls: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Dice:
    """The dice are thrown."""

    actor: Seat | None
    values: tuple[int, ...]
    purpose: str = "wall"
    """wall, wall_again, seating or dealer."""


@dataclass(frozen=True, slots=True)
class WallBreak:
    """The wall is opened."""

    side: Seat
    """In front of whom."""
    stacks: int
    """Counted off from the right-hand end of that wall."""


@dataclass(frozen=True, slots=True)
class StickCount:
    """The sticks in the trays were counted, by a person or by the table."""

    scores: tuple[int | None, int | None, int | None, int | None]
    """None where nobody counted."""
    kyotaku: int | None = None


@dataclass(frozen=True, slots=True)
class OutOfSync:
    """The observer has lost the thread; nothing is certain until the next hand."""

    reason: str


@dataclass(frozen=True, slots=True)
class Signal:
    """What the automatic table or the line to it said; it changes nothing by itself."""

    kind: str
    """button, dice, sticks, riichi_stick, fault; started, gap; lost, recovered and their like."""
    actor: Seat | None = None
    detail: str = ""
    evidence: str = ""
    """Its id: device, boot and number."""


@dataclass(frozen=True, slots=True)
class Timer:
    """The clock starts, stops, or gets more time."""

    action: str
    """start, stop or extra."""
    seconds: int = 0


@dataclass(frozen=True, slots=True)
class Gong:
    """The time is up."""

    ends: str = ""
    """What it ends by the ruleset: now, after_hand or after_next; empty where nobody has said."""
    elapsed_s: int | None = None


@dataclass(frozen=True, slots=True)
class Substitute:
    """Another person takes a seat."""

    actor: Seat
    name: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class HandsVoid:
    """Hands that were played in error do not count; the points are as before them."""

    count: int
    """How many of the last finished hands; the hand in progress falls with them."""
    reason: str
    clause: str = ""
    ruled_by: str = ""


Ruled = Chombo | Penalty | WarningGiven | DeadHand | ReachVoid
"""What a ruling can be; `RulingCancelled` counts these."""
Incident = (
    Ruled
    | Irregularity
    | RulingCancelled
    | Call
    | Reveal
    | Tenpai
    | PutBack
    | CountsAsDiscard
    | Seating
    | Dice
    | WallBreak
    | StickCount
    | OutOfSync
    | Signal
    | Timer
    | Gong
    | Substitute
    | HandsVoid
)
