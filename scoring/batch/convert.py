"""Hands from arrays, from the values of the engine, and from rows of tile numbers 0..135."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from scoring.batch.checking import check
from scoring.batch.codes import CODE_OF_MELD, FLAG, FLAGS, MELD_CODES, NO_TILE, WIN_FLAGS
from scoring.batch.hands import Hands
from scoring.errors import InvalidCaseError
from scoring.melds import MeldKind
from scoring.tiles import COPIES, KINDS, RED_AT
from scoring.win import MAX_INDICATORS, MOST_COUNTERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import ArrayLike, NDArray

    from scoring.hand import Hand
    from scoring.seats import Wind
    from scoring.tiles import Tile
    from scoring.win import Win

MELDS: Final = 4
REDS: Final = (16, 52, 88)
"""The tile numbers of the red fives."""


def hands_of_arrays(
    counts: ArrayLike,
    win_tile: ArrayLike,
    tsumo: ArrayLike,
    seat_wind: ArrayLike,
    **others: ArrayLike,
) -> Hands:
    """Check the arrays and put them together; a scalar stands for a whole column.

    Raises InvalidCaseError for a name, type, shape or number that no column has, and
    IllegalHandError or IllegalWinError for a hand that cannot lie on a table; each names the
    row.
    """
    given: dict[str, ArrayLike] = {
        "counts": counts,
        "win_tile": win_tile,
        "tsumo": tsumo,
        "seat_wind": seat_wind,
        **others,
    }
    for name in given:
        if name not in _COLUMNS:
            raise InvalidCaseError(f"column {name!r}: expected one of {' '.join(_COLUMNS)}")
    shape = _array("counts", counts).shape
    if len(shape) != 2:
        raise InvalidCaseError(f"column counts of shape {shape}: expected (rows, {KINDS})")
    columns = {name: _column(name, given.get(name), shape[0]) for name in _COLUMNS}
    hands = Hands(
        **columns,
        suits=np.empty((shape[0], 4), np.int32, order="F"),
        win_copies=np.empty(shape[0], np.uint8),
        bonus=np.zeros((shape[0], 4), np.uint8, order="F"),
    )
    check(hands)
    return hands


def hands_of(wins: Iterable[tuple[Hand, Win]]) -> Hands:
    """Take over hands and wins of the engine.

    Own discards and passed tiles are not taken: judge furiten before, and say so by the flag.
    Raises IllegalHandError and IllegalWinError as the engine does.
    """
    rows = list(wins)
    counts = np.zeros((len(rows), KINDS), np.uint8)
    reds = np.zeros((len(rows), len(REDS)), np.uint8)
    for row, (hand, _) in enumerate(rows):
        for tile in hand.concealed:
            counts[row, tile.kind] += 1
        if hand.held >> RED_AT:
            for tile in filter(attrgetter("red"), hand.all_tiles()):
                reds[row, tile.kind // 9] += 1
    wins_only = [win for _, win in rows]
    return hands_of_arrays(
        counts,
        np.array([win.win_tile.kind for win in wins_only], np.int64),
        np.array([win.tsumo for win in wins_only], bool),
        _winds([win.seat_wind for win in wins_only]),
        round_wind=_winds([win.round_wind for win in wins_only]),
        melds=_padded([[_code(hand, at) for at in range(len(hand.melds))] for hand, _ in rows], -1),
        feeders=_padded([[_wind(meld.source) for meld in hand.melds] for hand, _ in rows], -1),
        flags=np.array([_flags(win) for win in wins_only], np.int64),
        dora=_indicators([win.dora_indicators for win in wins_only]),
        ura=_indicators([win.ura_indicators for win in wins_only]),
        reds=reds.sum(axis=1),
        red_suits=reds,
        honba=np.array([win.honba for win in wins_only], np.int64),
        sticks=np.array([win.riichi_sticks for win in wins_only], np.int64),
        discarder=np.array([_wind(win.context.discarder_seat) for win in wins_only], np.int64),
        dealer_wins=np.array([win.context.dealer_consecutive_wins for win in wins_only], np.int64),
    )


def hands_of_ids(
    concealed: ArrayLike,
    win_tile: ArrayLike,
    tsumo: ArrayLike,
    seat_wind: ArrayLike,
    **others: ArrayLike,
) -> Hands:
    """Build hands from tile numbers 0..135: `concealed` [n, up to 14], -1 for none, and `win_tile`.

    The winning tile is among the concealed ones. `dora` and `ura` are tile numbers as well, -1 for
    none, of which only the kind counts: records number them as they like. The rest is as Hands has
    it. Red fives are counted in the concealed tiles; `reds` adds those of the melds. Raises as
    hands_of_arrays.
    """
    tiles = _ids("concealed", concealed)
    given: list[str] = [name for name in ("dora", "ura") if name in others]
    shown = {name: _indicator_ids(name, others[name], len(tiles)) for name in given}
    _check_once(tiles)
    rows = np.arange(len(tiles))
    counts = np.zeros((len(tiles), KINDS + 1), np.uint8)
    for column in tiles.T:
        counts[rows, np.where(column < 0, KINDS, column // COPIES)] += 1
    own = np.stack([(tiles == red).any(axis=1) for red in REDS], axis=1)
    others["red_suits"] = own
    others["reds"] = own.sum(axis=1) + _column("reds", others.get("reds"), len(tiles))
    for name, ids in shown.items():
        kinds = np.full((len(ids), MAX_INDICATORS), NO_TILE)
        kinds[:, : ids.shape[1]] = np.where(ids < 0, NO_TILE, ids // COPIES)
        others[name] = kinds
    win = _ids("win_tile", _array("win_tile", win_tile).reshape(-1, 1))[:, 0]
    return hands_of_arrays(counts[:, :KINDS], win // COPIES, tsumo, seat_wind, **others)


def _array(name: str, given: ArrayLike) -> NDArray[Any]:
    """Check that something is an array of whole numbers."""
    try:
        array = np.asarray(given)
    except (TypeError, ValueError, OverflowError):
        raise InvalidCaseError(f"column {name}: expected an array of whole numbers") from None
    if array.dtype.kind not in "biu":
        raise InvalidCaseError(f"column {name} of type {array.dtype}: expected whole numbers")
    return array


def _ids(name: str, given: ArrayLike) -> NDArray[np.int64]:
    """Check rows of tile numbers."""
    tiles = _array(name, given)
    if tiles.ndim != 2:
        raise InvalidCaseError(f"column {name} of shape {tiles.shape}: expected rows of tiles")
    wrong = (tiles < -1) | (tiles >= COPIES * KINDS)
    if wrong.any():
        row, place = np.argwhere(wrong)[0].tolist()
        raise InvalidCaseError(
            f"row {row}: {name} {tiles[row, place]}: expected a tile number 0..135, or -1 for none"
        )
    return tiles.astype(np.int64)


def _indicator_ids(name: str, given: ArrayLike, rows: int) -> NDArray[np.int64]:
    """Check rows of indicators as tile numbers."""
    tiles = _ids(name, given)
    if len(tiles) != rows or tiles.shape[1] > MAX_INDICATORS:
        raise InvalidCaseError(
            f"column {name} of shape {tiles.shape}: expected ({rows}, up to {MAX_INDICATORS})"
        )
    return tiles


def _check_once(concealed: NDArray[np.int64]) -> None:
    """Raise InvalidCaseError for a row in which one tile of the set lies twice."""
    ordered = np.sort(concealed, axis=1)
    twice = (ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] >= 0)
    if twice.any():
        row, place = np.argwhere(twice)[0].tolist()
        tile = ordered[row, place]
        raise InvalidCaseError(f"row {row}: concealed has {tile} twice: expected each tile once")


def _winds(winds: Sequence[Wind]) -> NDArray[np.int64]:
    return np.array([wind.kind - 27 for wind in winds], np.int64)


def _wind(wind: Wind | None) -> int:
    """Return 0..3, or -1 for an unknown seat."""
    return -1 if wind is None else wind.kind - 27


def _code(hand: Hand, at: int) -> int:
    """Return the code of a meld."""
    meld = hand.melds[at]
    return CODE_OF_MELD[meld.kind] + meld.tiles[0].kind


def _flags(win: Win) -> int:
    """Return the circumstances as bits."""
    context = win.context
    flags = sum(FLAG[name] for name in WIN_FLAGS if getattr(win, name))
    flags += FLAG["robs_ankan"] * (context.robbed_kan is MeldKind.ANKAN)
    flags += FLAG["not_kept_apart"] * (not context.winning_tile_kept_apart)
    flags += FLAG["kakan_last"] * context.kakan_last
    return flags + FLAG["dead_hand"] * context.dead_hand


def _indicators(columns: Sequence[Sequence[Tile]]) -> NDArray[np.int64]:
    """Return the kinds of the indicators [n, 5]."""
    return _padded([[tile.kind for tile in tiles] for tiles in columns], NO_TILE, MAX_INDICATORS)


def _padded(rows: Sequence[Sequence[int]], default: int, width: int = MELDS) -> NDArray[np.int64]:
    """Return rows of one width."""
    array = np.full((len(rows), width), default, np.int64)
    for row, values in enumerate(rows):
        array[row, : len(values)] = values
    return array


_COLUMNS: Final[dict[str, tuple[type[Any], int, int, int, int]]] = {
    "counts": (np.uint8, KINDS, 0, 0, 4),
    "win_tile": (np.uint8, 0, 0, 0, KINDS - 1),
    "tsumo": (np.bool_, 0, 0, 0, 1),
    "seat_wind": (np.uint8, 0, 0, 0, 3),
    "round_wind": (np.uint8, 0, 0, 0, 3),
    "melds": (np.int16, 4, -1, -1, MELD_CODES - 1),
    "feeders": (np.int8, 4, -1, -1, 3),
    "flags": (np.int32, 0, 0, 0, (1 << len(FLAGS)) - 1),
    "dora": (np.uint8, MAX_INDICATORS, NO_TILE, 0, NO_TILE),
    "ura": (np.uint8, MAX_INDICATORS, NO_TILE, 0, NO_TILE),
    "reds": (np.uint8, 0, 0, 0, 12),
    "red_suits": (np.uint8, 3, 0, 0, 4),
    "honba": (np.int32, 0, 0, 0, MOST_COUNTERS),
    "sticks": (np.int32, 0, 0, 0, MOST_COUNTERS),
    "discarder": (np.int8, 0, -1, -1, 3),
    "dealer_wins": (np.int32, 0, 0, 0, 10**5),
}
"""Column -> its type, its width (0: one number a row), the default, the least and the greatest."""


def _column(name: str, given: ArrayLike | None, rows: int) -> NDArray[Any]:
    """Bring one column into its type and shape."""
    kind, width, default, least, most = _COLUMNS[name]
    shape = (rows, width) if width else (rows,)
    if given is None:
        return np.full(shape, default, kind)
    array = _array(name, given)
    if array.ndim == 0:
        array = np.broadcast_to(array, shape)
    if array.shape != shape:
        raise InvalidCaseError(f"column {name} of shape {array.shape}: expected {shape}")
    if array.size and (array.min() < least or array.max() > most):
        place = tuple(np.argwhere((array < least) | (array > most))[0].tolist())
        raise InvalidCaseError(
            f"row {place[0]}: {name} {int(array[place])}: expected {least}..{most}"
        )
    return np.array(array, kind, order="C" if name == "counts" else "F")
