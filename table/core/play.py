"""The hand in progress as an observer sees it: wall, turn, what can be claimed, four seats."""

from enum import Enum
from typing import NamedTuple

from scoring.melds import Meld, MeldKind
from scoring.seats import Seat
from scoring.tiles import Tile
from table.core.events import StartKyoku
from table.core.faces import UNITS, crowded, of_kind
from table.core.incidents import Call
from table.core.seat import DEALT, NEVER, SeatPlay, dealt
from table.core.units import NO_POINTS, SEATS, Points
from table.errors import IllegalActionError

LIVE = 70
"""Tiles in the live wall after the deal, the dealer's first draw included."""
DEAD_WALL = 14
MARKERS = 5
"""Indicators in a dead wall: the first and one for each kan."""


UNREAD = 255
"""In `Play.kinds`: an unknown tile, or one that is not there to be let go."""
_BYTES = tuple(bytes((kind,)) for kind in range(UNREAD + 1))
FourSeats = tuple[SeatPlay, SeatPlay, SeatPlay, SeatPlay]


class Stage(Enum):
    """What the player on turn has to do next; the value completes "to ..."."""

    DRAW = "draw"
    """A tile from the wall, unless the last discard is claimed."""
    DISCARD = "discard"
    """Discard, or whatever else a player with fourteen tiles may do."""
    REPLACE = "draw a replacement tile"
    """After a kan, which may still be robbed."""


class Offer(NamedTuple):
    """A tile that others may claim: a discard, or the tile of a kan."""

    seat: Seat
    tile: Tile | None
    kan: MeldKind | None = None
    """The kind of kan that may be robbed; None for a discard."""


class Play(NamedTuple):
    """The hand in progress."""

    turn: Seat
    stage: Stage
    seats: FourSeats
    live: int = LIVE
    """Tiles left in the live wall."""
    markers: tuple[Tile | None, ...] = ()
    """Dora indicators turned so far."""
    owed: int = 0
    """Indicators that kans still owe."""
    kans: int = 0
    seen: int = 0
    """All tiles that are known, wherever they lie, counted as in `table.core.faces`."""
    offered: tuple[Offer, ...] = ()
    """All tiles offered so far, in their order."""
    kinds: bytes = b""
    """For each tile offered its kind, quick to look up; UNREAD where nobody could read it."""
    open: bool = False
    """The last tile offered may still be claimed."""
    drawn: Tile | None = None
    """The tile just drawn, where known."""
    has_drawn: bool = False
    """The player on turn has drawn, not called."""
    rinshan: bool = False
    """The tile just drawn is a replacement tile."""
    called: Meld | None = None
    """The set just called, until its discard."""
    uncalled: "Play | None" = None
    """Before the last call, which a win on the same tile beats until the caller's discard."""
    first_go: bool = True
    """No call and no kan so far."""
    watched: bool = False
    """Some tile has been seen to move; a record of points alone has none."""
    aka_flag: bool = False
    """Whether red fives are known to be in the set."""
    lost: bool = False
    """The observer has lost the thread."""
    false_call_at: int = NEVER
    """How many tiles had been offered at the last call that proved invalid."""
    said: tuple[Call, ...] = ()
    """Words said since the last tile moved."""
    earlier: "Play | None" = None
    """Before the draw just made, and the kan with it, for a tile that goes back to the wall."""
    ura: tuple[Tile, ...] = ()
    """Ura indicators, once a winner has turned them."""
    opening: Points = NO_POINTS
    """The points at the deal."""
    pot: int = 0
    """The sticks on the table at the deal."""

    @property
    def last(self) -> Offer | None:
        """The tile that may be claimed now."""
        return self.offered[-1] if self.open else None

    @property
    def drew_out(self) -> bool:
        """Whether the live wall is used up."""
        return self.live <= 0

    def claimable(self, target: Seat) -> Offer | None:
        """The tile of this seat that may be claimed, if need be with a draw since put back."""
        return self.before(target).offered[-1] if self._lies(target) else None

    def before(self, target: Seat) -> "Play":
        """The hand when a tile of this seat lay there to be claimed: now, or before the draw."""
        back = self.earlier
        if self.open and self.offered[-1].seat == target:
            return self
        return back if back is not None and back.open and back.offered[-1].seat == target else self

    def _lies(self, target: Seat) -> bool:
        play = self.before(target)
        return play.open and play.offered[-1].seat == target

    def at(self, seat: Seat) -> SeatPlay:
        """What is known of a seat."""
        return self.seats[seat]

    def left(self, kind: int) -> int:
        """How many tiles of a kind nobody has seen yet."""
        return 4 - of_kind(self.seen, kind)


def deal(event: StartKyoku, *, aka_flag: bool = False) -> Play:
    """The hand as it is dealt. Raises IllegalActionError for hands that cannot be."""
    for seat, tehai in zip(SEATS, event.tehais, strict=True):
        if len(tehai) != DEALT:
            raise IllegalActionError(
                f"StartKyoku: seat {seat} has {len(tehai)} tiles, expected {DEALT}"
            )
    seen = 0
    for tile in (event.dora_marker, *(tile for tehai in event.tehais for tile in tehai)):
        if tile is not None:
            seen = seen_more(seen, tile)
    first, second, third, fourth = (dealt(tehai) for tehai in event.tehais)
    return Play(
        turn=event.oya,
        stage=Stage.DRAW,
        seats=(first, second, third, fourth),
        markers=(event.dora_marker,),
        seen=seen,
        aka_flag=aka_flag,
        opening=event.scores,
        pot=event.kyotaku,
    )


def kind_byte(tile: Tile | None) -> bytes:
    """What `Play.kinds` has for a tile."""
    return _BYTES[UNREAD if tile is None else tile.kind]


def seen_more(seen: int, tile: Tile) -> int:
    """One more tile is known. Raises IllegalActionError for the fifth of a kind."""
    seen += UNITS[tile.place]
    if crowded(seen, tile):
        raise IllegalActionError(f"a fifth {tile.plain} is seen, expected at most four in the set")
    return seen


def with_seat(seats: FourSeats, at: Seat, seat: SeatPlay) -> FourSeats:
    """The four seats, one of them changed."""
    first, second, third, fourth = seats
    if at == 0:
        return seat, second, third, fourth
    if at == 1:
        return first, seat, third, fourth
    if at == 2:
        return first, second, seat, fourth
    return first, second, third, seat
