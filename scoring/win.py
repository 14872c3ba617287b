"""The circumstances of a declared win: everything that counts besides the winner's tiles."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from scoring.errors import IllegalWinError
from scoring.seats import Wind

if TYPE_CHECKING:
    from scoring.melds import MeldKind
    from scoring.tiles import Tile


@dataclass(frozen=True, slots=True)
class PassedTile:
    """A tile that would have completed the hand and that the player let go."""

    tile: Tile
    after_own_last_draw: bool = False
    """The player has not drawn since."""
    after_riichi: bool = False
    """It was let go after the player's riichi."""
    own_call_since: bool = False
    """The player has called a chi or pon since."""


@dataclass(frozen=True, slots=True)
class Context:
    """What the table knows and the hand does not show; the defaults say that nothing is amiss."""

    own_discards: tuple[Tile, ...] = ()
    """All of the winner's discards, those that others called included."""
    passed_winning_tiles: tuple[PassedTile, ...] = ()
    winning_tile_kept_apart: bool = True
    robbed_kan: MeldKind | None = None
    """With chankan: the kind of kan that was robbed; None means a kakan."""
    dead_hand: bool = False
    dealer_consecutive_wins: int = 0
    discarder_seat: Wind | None = None
    """Seat wind of the player who pays a ron, where known."""
    unused: tuple[str, ...] = ()
    """Notes on what was given besides and has no bearing on the score."""


@dataclass(frozen=True, slots=True)
class Win:
    """One declared win. Raises IllegalWinError for circumstances that exclude each other."""

    win_tile: Tile
    tsumo: bool
    seat_wind: Wind
    round_wind: Wind = Wind.EAST
    riichi: bool = False
    """Also true under double riichi, whichever of the two was given."""
    double_riichi: bool = False
    ippatsu: bool = False
    haitei: bool = False
    houtei: bool = False
    rinshan: bool = False
    chankan: bool = False
    tenhou: bool = False
    chiihou: bool = False
    renhou: bool = False
    dora_indicators: tuple[Tile, ...] = ()
    """The tiles turned up, not the dora they point to."""
    ura_indicators: tuple[Tile, ...] = ()
    honba: int = 0
    """Continuance counters on the table."""
    riichi_sticks: int = 0
    """All bets on the table when the win is scored, the winner's own included."""
    context: Context = field(default_factory=Context)

    def __post_init__(self) -> None:
        """Refuse what cannot have happened."""
        if self.double_riichi:
            object.__setattr__(self, "riichi", True)
        for name in ("honba", "riichi_sticks"):
            value = getattr(self, name)
            if value < 0:
                raise IllegalWinError(f"{name} {value}: expected 0 or more")
        for name in ("dora_indicators", "ura_indicators"):
            count = len(getattr(self, name))
            if count > MAX_INDICATORS:
                raise IllegalWinError(f"{name}: {count} tiles, expected at most {MAX_INDICATORS}")
        for flag, needed, expected in _NEEDS:
            if getattr(self, flag) and not getattr(self, needed):
                raise IllegalWinError(f"{flag} without {needed}: expected {expected}")
        for flag, other, expected in _EXCLUDES:
            if getattr(self, flag) and getattr(self, other):
                raise IllegalWinError(f"{flag} together with {other}: expected {expected}")

    @property
    def ron(self) -> bool:
        """Whether the winning tile was another player's."""
        return not self.tsumo

    @property
    def dealer(self) -> bool:
        """Whether the winner deals."""
        return self.seat_wind is Wind.EAST

    @property
    def nondealer(self) -> bool:
        """Whether the winner does not deal."""
        return not self.dealer


MAX_INDICATORS: Final = 5
"""The first indicator and one for each of four kans."""

_NEEDS: Final = (
    ("ippatsu", "riichi", "riichi or double riichi with it"),
    ("haitei", "tsumo", "a self-draw, for the last discard is houtei"),
    ("houtei", "ron", "a ron, for the last draw is haitei"),
    ("rinshan", "tsumo", "a self-draw, for the tile is a replacement tile"),
    ("chankan", "ron", "a ron, for the tile is another player's"),
    ("tenhou", "tsumo", "a self-draw, for the tiles are the dealt ones"),
    ("tenhou", "dealer", "the dealer (seat wind E); others have chiihou"),
    ("chiihou", "tsumo", "a self-draw; a ron before the first draw is renhou"),
    ("chiihou", "nondealer", "a seat wind other than E; the dealer has tenhou"),
    ("renhou", "ron", "a ron; a self-draw on the first turn is chiihou"),
    ("renhou", "nondealer", "a seat wind other than E, for the dealer discards first"),
)
_EXCLUDES: Final = (
    *(
        (first, "riichi", "a win before the first discard")
        for first in ("tenhou", "chiihou", "renhou")
    ),
    *((first, "haitei", "the first turn or the last tile") for first in ("tenhou", "chiihou")),
    *((first, "rinshan", "no kan before the first draw") for first in ("tenhou", "chiihou")),
    ("renhou", "houtei", "the first turn or the last tile"),
    ("renhou", "chankan", "no kan before the first turn"),
    ("houtei", "chankan", "a discard or the tile of a kan"),
    ("rinshan", "ippatsu", "one of them, for a kan ends ippatsu"),
)
