"""The circumstances of a declared win: everything that counts besides the winner's tiles."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NoReturn

from scoring.errors import IllegalWinError
from scoring.seats import WINDS, Wind

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
    kakan_last: bool = False
    """The winner's last kan was made of a pon, in whose place among the melds it stays."""
    unused: tuple[str, ...] = ()
    """Notes on what was given besides and has no bearing on the score."""


NOTHING_AMISS: Final = Context()
"""What the table knows where nobody says anything else."""


@dataclass(frozen=True, init=False)
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
    context: Context = NOTHING_AMISS
    open_riichi: bool = False
    """The riichi was declared with the hand shown."""

    circumstances: int = field(default=0, init=False, repr=False, compare=False)
    """The yes and no of above as bits, in the order of CIRCUMSTANCES."""
    winds: int = field(default=0, init=False, repr=False, compare=False)
    """Seat wind and round wind as one number, 4 * seat + round."""

    def __init__(
        self,
        win_tile: Tile,
        tsumo: bool,
        seat_wind: Wind,
        round_wind: Wind = Wind.EAST,
        riichi: bool = False,
        double_riichi: bool = False,
        ippatsu: bool = False,
        haitei: bool = False,
        houtei: bool = False,
        rinshan: bool = False,
        chankan: bool = False,
        tenhou: bool = False,
        chiihou: bool = False,
        renhou: bool = False,
        dora_indicators: tuple[Tile, ...] = (),
        ura_indicators: tuple[Tile, ...] = (),
        honba: int = 0,
        riichi_sticks: int = 0,
        context: Context = NOTHING_AMISS,
        open_riichi: bool = False,
    ) -> None:
        declared = riichi, double_riichi, ippatsu, haitei, houtei, rinshan, chankan
        first_turn = tenhou, chiihou, renhou, open_riichi
        ours = _CIRCUMSTANCES[tsumo, seat_wind.turns, declared, first_turn].copy()
        ours["win_tile"] = win_tile
        ours["round_wind"] = round_wind
        ours["winds"] = 4 * seat_wind.turns + round_wind.turns
        ours["dora_indicators"] = dora_indicators
        ours["ura_indicators"] = ura_indicators
        ours["honba"] = honba
        ours["riichi_sticks"] = riichi_sticks
        ours["context"] = context
        if not 0 <= honba <= MOST_COUNTERS or not 0 <= riichi_sticks <= MOST_COUNTERS:
            _refuse_counters(honba, riichi_sticks)
        if len(dora_indicators) > MAX_INDICATORS or len(ura_indicators) > MAX_INDICATORS:
            _refuse_indicators(dora_indicators, ura_indicators)
        _set_all(self, "__dict__", ours)

    @property
    def ron(self) -> bool:
        """Whether the winning tile was another player's."""
        return not self.tsumo

    @property
    def dealer(self) -> bool:
        """Whether the winner deals."""
        return self.seat_wind is Wind.EAST


MOST_COUNTERS: Final = 10**5
"""More counters or sticks than this lie on no table."""
MAX_INDICATORS: Final = 5
"""The first indicator and one for each of four kans."""
CIRCUMSTANCES: Final = (
    "riichi",
    "double_riichi",
    "ippatsu",
    "haitei",
    "houtei",
    "rinshan",
    "chankan",
    "tenhou",
    "chiihou",
    "renhou",
    "open_riichi",
    "tsumo",
)
"""The bits of Win.circumstances, the lowest first."""
_NEEDS: Final = (
    ("ippatsu", "riichi", "riichi or double riichi with it"),
    ("open_riichi", "riichi", "riichi or double riichi with it"),
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


class _Circumstances(dict[tuple[Any, ...], dict[str, Any]]):
    """What each combination of circumstances sets; one that cannot occur is refused each time."""

    def __missing__(self, given: tuple[Any, ...]) -> dict[str, Any]:
        """Check a combination that was not seen yet."""
        tsumo, seat, declared, first_turn = given
        holds = dict(zip(CIRCUMSTANCES, declared + first_turn, strict=False)) | {"tsumo": tsumo}
        holds["riichi"] = holds["riichi"] or holds["double_riichi"]
        sides = {"ron": not tsumo, "dealer": seat == 0, "nondealer": seat != 0}
        known = {**holds, **sides}
        for flag, needed, expected in _NEEDS:
            if known[flag] and not known[needed]:
                raise IllegalWinError(f"{flag} without {needed}: expected {expected}")
        for flag, other, expected in _EXCLUDES:
            if known[flag] and known[other]:
                raise IllegalWinError(f"{flag} together with {other}: expected {expected}")
        bits = sum(bool(holds[name]) << bit for bit, name in enumerate(CIRCUMSTANCES))
        ours = {**_TO_FILL, **holds, "seat_wind": WINDS[seat], "circumstances": bits}
        if all(type(value) is bool for value in holds.values()):
            self[given] = ours
        return ours


_TO_FILL: Final = dict.fromkeys(
    (
        "win_tile",
        "round_wind",
        "winds",
        "dora_indicators",
        "ura_indicators",
        "honba",
        "riichi_sticks",
        "context",
    )
)
"""What a win sets besides, so that the copies have room for it."""
_set_all: Final = object.__setattr__
_CIRCUMSTANCES: Final = _Circumstances()


def _refuse_counters(honba: int, sticks: int) -> NoReturn:
    """Say which number is none that can lie on a table."""
    for name, value in (("honba", honba), ("riichi_sticks", sticks)):
        if value not in range(MOST_COUNTERS + 1):
            raise IllegalWinError(f"{name} {value}: expected 0..{MOST_COUNTERS}")
    raise AssertionError


def _refuse_indicators(dora: tuple[Tile, ...], ura: tuple[Tile, ...]) -> NoReturn:
    """Say which indicators are too many."""
    for name, tiles in (("dora_indicators", dora), ("ura_indicators", ura)):
        if len(tiles) > MAX_INDICATORS:
            raise IllegalWinError(f"{name}: {len(tiles)} tiles, expected at most {MAX_INDICATORS}")
    raise AssertionError
