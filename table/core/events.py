"""What can happen at a table, in mjai's words: the glossary of the project.

Names and fields are mjai's; `rules`, `riichi_bet` and `tenpais` are additions that its readers
pass over, and `undo` never leaves the journal. A tile or a hand that nobody saw is None, "?" in
text. Seats are 0-3: 0 the first dealer, then counter-clockwise.
"""

from dataclasses import dataclass

from scoring.seats import Seat, Wind
from scoring.tiles import Tile

SEATS = tuple(Seat)

Points = tuple[int, int, int, int]
"""One number for each seat."""
UnseenHand = tuple[Tile | None, ...]

UNSEEN_HANDS: tuple[UnseenHand, ...] = ((None,) * 13,) * 4


@dataclass(frozen=True, slots=True)
class StartGame:
    """Four players sit down."""

    names: tuple[str, str, str, str]
    rules: str
    """Id of the ruleset."""
    kyoku_first: int = 0
    """0 for a game of two winds, 4 for one of the east wind only."""
    aka_flag: bool = False
    """Whether red fives are in the set."""
    riichi_bet: int = 1000
    """Points that a riichi stick stands for."""


@dataclass(frozen=True, slots=True)
class StartKyoku:
    """A hand is dealt."""

    bakaze: Wind
    """The round's wind."""
    kyoku: int
    """1-4: whose deal it is in the round."""
    honba: int
    """Continuance counters."""
    kyotaku: int
    """Riichi sticks left on the table by earlier hands."""
    oya: Seat
    """The dealer."""
    scores: Points
    dora_marker: Tile | None = None
    tehais: tuple[UnseenHand, ...] = UNSEEN_HANDS


@dataclass(frozen=True, slots=True)
class Reach:
    """Riichi is declared; the stick is not laid yet."""

    actor: Seat


@dataclass(frozen=True, slots=True)
class ReachAccepted:
    """The declaration's discard has passed; the stick is laid."""

    actor: Seat


@dataclass(frozen=True, slots=True)
class Hora:
    """A win. One event a winner; the actor is its own target when it drew the tile itself."""

    actor: Seat
    target: Seat
    deltas: Points
    """Counters and the sticks won are in them, the declarers' own sticks are not."""
    ura_markers: tuple[Tile, ...] = ()
    pai: Tile | None = None
    """The winning tile."""
    yakus: tuple[tuple[str, int], ...] = ()
    fan: int | None = None
    """Null where a yakuman makes it meaningless."""
    fu: int | None = None
    hora_points: int = 0
    """All that the winner receives."""

    @property
    def tsumo(self) -> bool:
        """Whether the winner drew the tile."""
        return self.actor == self.target


@dataclass(frozen=True, slots=True)
class Ryukyoku:
    """The hand ends without a win."""

    deltas: Points
    tenpais: tuple[bool, bool, bool, bool]
    """Who showed a waiting hand."""
    reason: str = "exhaustive_draw"


@dataclass(frozen=True, slots=True)
class EndKyoku:
    """The hand is settled."""


@dataclass(frozen=True, slots=True)
class EndGame:
    """The game is over."""

    scores: Points


@dataclass(frozen=True, slots=True)
class Undo:
    """Takes back what its journal entry supersedes; taking back an undo restores it."""


TableEvent = (
    StartGame | StartKyoku | Reach | ReachAccepted | Hora | Ryukyoku | EndKyoku | EndGame | Undo
)
