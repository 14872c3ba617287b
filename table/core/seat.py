"""What is known of one seat in the hand in progress: river, melds, concealed tiles, riichi."""

from typing import NamedTuple

from scoring.melds import Meld, MeldKind
from scoring.seats import Seat
from scoring.tiles import Tile
from table.core.faces import KEY_MASK, UNITS, has, pack, unpack

DEALT = 13
NEVER = -1


class Discard(NamedTuple):
    """One tile of a river, the called ones included."""

    tile: Tile | None
    """None where nobody could read it."""
    tsumogiri: bool | None = None
    """It was the tile just drawn; None where nobody could tell."""
    turned: bool = False
    """It lies sideways: the riichi's tile, or the next one where that was called."""
    caller: Seat | None = None
    """Who took it."""


class SeatPlay(NamedTuple):
    """One seat. The numbers that end in `_at` count the tiles offered in the hand by then."""

    river: tuple[Discard, ...] = ()
    melds: tuple[Meld, ...] = ()
    size: int = DEALT
    """How many tiles are concealed."""
    known: int = 0
    """The concealed tiles that are known, counted as in `table.core.faces`."""
    hidden: int = DEALT
    """How many concealed tiles are unknown."""
    discarded: int = 0
    """The kinds of the own discards that could be read, and of the evidence, a bit each."""
    evidence: tuple[Tile, ...] = ()
    """Tiles that count as own discards and are none."""
    riichi_at: int = NEVER
    riichi_turn: int = NEVER
    """The place in the river of the tile discarded with the riichi."""
    double: bool = False
    """The riichi was declared on the first, uninterrupted turn."""
    ippatsu: bool = False
    drew_at: int = NEVER
    """The last own draw."""
    calls_at: tuple[int, ...] = ()
    """The own calls of a discard since the last own draw."""
    dead: bool = False
    """A dead hand."""
    announced: bool | None = None
    """What the player said when the wall was exhausted: tenpai or not."""
    shown: bool = False
    """The hand lies open."""

    @property
    def turns_next(self) -> bool:
        """Whether the next discard shows the riichi."""
        return self.riichi_turn != NEVER and not any(
            discard.turned and discard.caller is None for discard in self.river[self.riichi_turn :]
        )

    @property
    def concealed(self) -> tuple[Tile, ...] | None:
        """The concealed tiles, sorted; None unless all are known."""
        return None if self.hidden else unpack(self.known)

    @property
    def known_tiles(self) -> tuple[Tile, ...]:
        """The concealed tiles that are known, sorted."""
        return unpack(self.known)

    @property
    def key(self) -> int | None:
        """Scoring's key of the concealed tiles; None unless all are known."""
        return None if self.hidden else self.known & KEY_MASK

    @property
    def tiles(self) -> int:
        """How many tiles are held, each meld counted as three."""
        return self.size + 3 * len(self.melds)

    @property
    def closed(self) -> bool:
        """Whether nothing but concealed kans is declared."""
        return all(meld.kind is MeldKind.ANKAN for meld in self.melds)

    @property
    def discards(self) -> tuple[Tile, ...]:
        """The discards that could be read, the called ones included."""
        return tuple(discard.tile for discard in self.river if discard.tile is not None)


def dealt(tiles: tuple[Tile | None, ...]) -> SeatPlay:
    """A seat with its first tiles."""
    known = [tile for tile in tiles if tile is not None]
    return SeatPlay(size=len(tiles), known=pack(known), hidden=len(tiles) - len(known))


def drawn(seat: SeatPlay, tile: Tile | None, offered: int) -> SeatPlay:
    """The seat after a draw."""
    if tile is None:
        return seat._replace(
            size=seat.size + 1, hidden=seat.hidden + 1, drew_at=offered, calls_at=()
        )
    known = seat.known + UNITS[tile.place]
    return seat._replace(size=seat.size + 1, known=known, drew_at=offered, calls_at=())


def parted(seat: SeatPlay, tile: Tile) -> tuple[SeatPlay, bool] | None:
    """The seat without a concealed tile, and whether it had been hidden; None: it has no such."""
    if has(seat.known, tile):
        return seat._replace(size=seat.size - 1, known=seat.known - UNITS[tile.place]), False
    if not seat.hidden:
        return None
    return seat._replace(size=seat.size - 1, hidden=seat.hidden - 1), True
