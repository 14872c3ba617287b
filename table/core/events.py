"""What can happen at a table, in mjai's words: the glossary of the project.

Names and fields are mjai's. `rules`, `riichi_bet`, `tenpais`, `pao` and the events of
`table.core.incidents` are additions that its readers pass over; `undo` never leaves the journal.
A tile or a hand that nobody saw is None, "?" in text. Seats are 0-3: 0 the first dealer, then
counter-clockwise.
"""

from dataclasses import dataclass

from scoring.seats import Seat, Wind
from scoring.tiles import Tile
from table.core.incidents import Incident
from table.core.units import SEATS, UNSEEN_HANDS, Points, Tenpais, UnseenHand


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
class Tsumo:
    """A tile is drawn, from the wall or, after a kan, from the dead wall."""

    actor: Seat
    pai: Tile | None = None


@dataclass(frozen=True, slots=True)
class Dahai:
    """A tile is discarded."""

    actor: Seat
    pai: Tile | None
    tsumogiri: bool | None = None
    """Whether it is the tile just drawn; None where nobody could tell."""


@dataclass(frozen=True, slots=True)
class Chi:
    """A run is called."""

    actor: Seat
    target: Seat
    pai: Tile
    """The called tile."""
    consumed: tuple[Tile, ...]
    """The two tiles of the caller's own."""


@dataclass(frozen=True, slots=True)
class Pon:
    """A triplet is called."""

    actor: Seat
    target: Seat
    pai: Tile
    consumed: tuple[Tile, ...]
    """The two tiles of the caller's own."""


@dataclass(frozen=True, slots=True)
class Daiminkan:
    """A kan is called on a discard."""

    actor: Seat
    target: Seat
    pai: Tile
    consumed: tuple[Tile, ...]
    """The three tiles of the caller's own."""


@dataclass(frozen=True, slots=True)
class Ankan:
    """A kan of four concealed tiles."""

    actor: Seat
    consumed: tuple[Tile, ...]
    """All four."""


@dataclass(frozen=True, slots=True)
class Kakan:
    """The fourth tile is added to an own pon."""

    actor: Seat
    pai: Tile
    """The added tile."""
    consumed: tuple[Tile, ...]
    """The three tiles of the pon."""


@dataclass(frozen=True, slots=True)
class Dora:
    """A further indicator is turned, for a kan."""

    dora_marker: Tile | None


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
    pao: Seat | None = None
    """Who is liable for the win, if anybody is."""

    @property
    def tsumo(self) -> bool:
        """Whether the winner drew the tile."""
        return self.actor == self.target


@dataclass(frozen=True, slots=True)
class Ryukyoku:
    """The hand ends without a win."""

    deltas: Points
    tenpais: Tenpais | None = None
    """Who showed a waiting hand; None where the record does not say."""
    reason: str = "exhaustive_draw"
    """exhaustive_draw, or an abortive draw by its name in [draws] of the ruleset."""
    actor: Seat | None = None
    """Who declared it, where one player did (nine_kinds)."""

    def tenpai(self, seat: Seat) -> bool:
        """Whether this seat is known to have shown a waiting hand."""
        return self.tenpais is not None and self.tenpais[seat]


@dataclass(frozen=True, slots=True)
class EndKyoku:
    """The hand is settled."""


@dataclass(frozen=True, slots=True)
class EndGame:
    """The game is over."""

    scores: Points | None = None
    """Higher than before where left-over sticks go to somebody; None where nobody said."""


@dataclass(frozen=True, slots=True)
class Correction:
    """Heads a commit that takes the place of an earlier one and of all that stand after it."""

    reason: str = ""
    ruled_by: str = ""


@dataclass(frozen=True, slots=True)
class Undo:
    """Takes back what its journal entry supersedes; taking back an undo restores it."""


PlayEvent = Tsumo | Dahai | Chi | Pon | Daiminkan | Ankan | Kakan | Dora | Reach | ReachAccepted
"""What happens within a hand."""
TableEvent = (
    StartGame
    | StartKyoku
    | PlayEvent
    | Hora
    | Ryukyoku
    | EndKyoku
    | EndGame
    | Correction
    | Undo
    | Incident
)

__all__ = [
    "SEATS",
    "UNSEEN_HANDS",
    "Ankan",
    "Chi",
    "Correction",
    "Dahai",
    "Daiminkan",
    "Dora",
    "EndGame",
    "EndKyoku",
    "Hora",
    "Kakan",
    "PlayEvent",
    "Points",
    "Pon",
    "Reach",
    "ReachAccepted",
    "Ryukyoku",
    "StartGame",
    "StartKyoku",
    "TableEvent",
    "Tenpais",
    "Tsumo",
    "Undo",
    "UnseenHand",
]
