"""What the rows of Hands must fulfil, as `scoring.checks` asks it of one hand."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from scoring.batch import codes
from scoring.batch.codes import FLAG, FLAGS
from scoring.errors import IllegalHandError, IllegalWinError, InvalidCaseError
from scoring.seats import Wind
from scoring.tiles import COPIES, KINDS, Tile
from scoring.win import Win

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scoring.batch.hands import Hands

    Flags = NDArray[np.bool_]

WIN_FLAGS: Final = FLAGS[:11]
"""The flags that are circumstances of scoring.win.Win."""
_WIN_MASK: Final = (1 << len(WIN_FLAGS)) - 1
_FIRST_TURN: Final = ("tenhou", "chiihou", "renhou")
_CHUNK: Final = 8192


def check(hands: Hands) -> None:
    """Raise InvalidCaseError, IllegalHandError or IllegalWinError for the first bad row."""
    for rows, part in hands.chunks(_CHUNK):
        _check_tiles(part, rows.start)
        _check_win(part, rows.start)


def held(hands: Hands) -> NDArray[np.uint8]:
    """Return the tiles of each hand by kind, melds included [n, 34]."""
    counts = hands.counts
    for column in range(hands.melds.shape[1]):
        melds = hands.melds[:, column]
        if melds.max(initial=-1) >= 0:
            counts = counts + _MELD_TILES.take(melds + 1, axis=0)
    return counts


def _check_tiles(hands: Hands, first: int) -> None:
    """Look at what is held and what is turned up."""
    known = _MELD_KNOWN.take(hands.melds + 1).all(axis=1)
    _refuse(
        ~known, first, InvalidCaseError, "melds", hands.melds, "codes of melds (codes.py) or -1"
    )
    for name in ("dora", "ura"):
        column = getattr(hands, name)
        wrong = ((column >= KINDS) & (column != codes.NO_TILE)).any(axis=1)
        expected = f"kinds 0..{KINDS - 1}, or {codes.NO_TILE} for none"
        _refuse(wrong, first, InvalidCaseError, name, column, expected)
    melds = (hands.melds >= 0).sum(axis=1)
    tiles = hands.counts.sum(axis=1, dtype=np.int64) + 3 * melds
    _refuse(tiles != 14, first, IllegalHandError, "tiles", tiles, "14 (a meld counts as 3)")
    _check_copies(hands, first)


def _check_copies(hands: Hands, first: int) -> None:
    """Count the tiles of a hand together with the indicators."""
    copies = np.zeros((len(hands), KINDS + 1), np.uint8)
    copies[:, :KINDS] = held(hands)
    base = np.arange(len(hands)) * (KINDS + 1)
    flat = copies.reshape(-1)
    for column in (*hands.dora.T, *hands.ura.T):
        if column.min(initial=codes.NO_TILE) != codes.NO_TILE:
            flat[base + np.minimum(column, KINDS)] += 1
    copies[:, KINDS] = 0
    if copies.max(initial=0) > COPIES:
        row, kind = np.argwhere(copies > COPIES)[0].tolist()
        raise IllegalHandError(
            f"row {first + row}: {copies[row, kind]} copies of {Tile.of(kind)} with the indicators,"
            f" expected at most {COPIES}"
        )


def _check_win(hands: Hands, first: int) -> None:
    """Hold the circumstances against each other and against the melds."""
    flags = hands.flags
    index = flags & _WIN_MASK | hands.tsumo << len(WIN_FLAGS)
    index |= (hands.seat_wind == 0) << len(WIN_FLAGS) + 1
    illegal = np.flatnonzero(~_legal().take(index))
    if illegal.size:
        row = int(illegal[0])
        try:
            _win(int(index[row]))
        except IllegalWinError as error:
            raise IllegalWinError(f"row {first + row}: {error}") from None
    has_meld = (hands.melds >= 0).any(axis=1)
    open_hand = _MELD_OPEN.take(hands.melds + 1).any(axis=1)
    has_kan = (hands.melds >= codes.ANKAN).any(axis=1)
    riichi = FLAG["riichi"] | FLAG["double_riichi"]
    first_turn = sum(FLAG[name] for name in _FIRST_TURN)
    known = hands.discarder >= 0
    own = (hands.feeders == hands.seat_wind[:, None]) & (hands.melds >= 0)
    for wrong, name, expected in (
        ((flags & riichi > 0) & open_hand, "riichi", "a closed hand"),
        ((flags & FLAG["rinshan"] > 0) & ~has_kan, "rinshan", "a kan in the hand"),
        ((flags & first_turn > 0) & has_meld, "first turn", "no meld before it"),
        ((flags & FLAG["robs_ankan"] > 0) & (flags & FLAG["chankan"] == 0), "robs_ankan",
         "chankan with it"),
        (known & hands.tsumo, "discarder", "none with a self-draw"),
        (known & (hands.discarder == hands.seat_wind), "discarder", "another than the winner"),
        (own.any(axis=1), "feeders", "others than the winner"),
    ):  # fmt: skip
        column = getattr(hands, name, flags)
        _refuse(wrong, first, IllegalWinError, name, column, expected)


def _refuse(
    wrong: Flags,
    first: int,
    error: type[ValueError],
    name: str,
    column: NDArray[Any],
    expected: str,
) -> None:
    """Raise the error for the first row that is wrong."""
    if wrong.any():
        row = int(wrong.argmax())
        value = " ".join(map(str, np.atleast_1d(column[row]).tolist()))
        raise error(f"row {first + row}: {name} {value}: expected {expected}")


@cache
def _legal() -> Flags:
    """Say for all flags, self-draw and dealer whether such a win can be."""
    legal = np.zeros(1 << len(WIN_FLAGS) + 2, bool)
    for index in range(len(legal)):
        try:
            _win(index)
        except IllegalWinError:
            continue
        legal[index] = True
    return legal


def _win(index: int) -> Win:
    """Build the win of these circumstances. Raises IllegalWinError if there is none."""
    circumstances: dict[str, Any] = {name: bool(index & FLAG[name]) for name in WIN_FLAGS}
    tsumo, dealer = (bool(index >> len(WIN_FLAGS) + place & 1) for place in range(2))
    seat = Wind.EAST if dealer else Wind.SOUTH
    return Win(Tile.of(0), tsumo=tsumo, seat_wind=seat, **circumstances)


def _meld_tiles() -> NDArray[np.uint8]:
    """Return the tiles of each meld code [code + 1, 34], no tiles for a code of no meld."""
    tiles = np.zeros((codes.MELD_CODES + 1, KINDS), np.uint8)
    for kind in range(KINDS):
        if kind < 27 and kind % 9 < 7:
            tiles[codes.CHI + kind + 1, kind : kind + 3] = 1
        for code, count in (
            (codes.PON, 3),
            (codes.ANKAN, 4),
            (codes.OPEN_KAN, 4),
            (codes.KAKAN, 4),
        ):
            tiles[code + kind + 1, kind] = count
    return tiles


_MELD_TILES: Final = _meld_tiles()
_MELD_KNOWN: Final = _MELD_TILES.any(axis=1) | (np.arange(len(_MELD_TILES)) == 0)
_MELD_FORM: Final = (np.arange(len(_MELD_TILES)) - 1) // KINDS * KINDS
_MELD_OPEN: Final = _MELD_KNOWN & (_MELD_FORM >= 0) & (_MELD_FORM != codes.ANKAN)
