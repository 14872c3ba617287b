"""What the rows of Hands must fulfil, as `scoring.checks` asks it of one hand."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from scoring.batch import codes
from scoring.batch.codes import FLAG, WIN_FLAGS
from scoring.batch.layout import Field
from scoring.batch.suits import number_suit
from scoring.errors import IllegalHandError, IllegalWinError, InvalidCaseError
from scoring.seats import Wind
from scoring.tiles import COPIES, DORA_OF_INDICATOR, FIVES, KINDS, Tile
from scoring.win import Win

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scoring.batch.hands import Hands
    from scoring.ruleset import Ruleset

    Flags = NDArray[np.bool_]
    Ints = NDArray[np.int64]

_WIN_MASK: Final = (1 << len(WIN_FLAGS)) - 1
_RIICHI: Final = FLAG["riichi"] | FLAG["double_riichi"]
_FIRST_TURN: Final = FLAG["tenhou"] | FLAG["chiihou"] | FLAG["renhou"]
_CHUNK: Final = 8192
_MELDS: Final = Field(0, 3)
_OPEN: Final = Field(3, 3)
_KANS: Final = Field(6, 3)
_UNKNOWN: Final = Field(9, 3)


def check(hands: Hands) -> None:
    """Raise InvalidCaseError, IllegalHandError or IllegalWinError for the first bad row.

    Fills in the columns that are made from the others.
    """
    for rows, part in hands.chunks(_CHUNK):
        melds = np.zeros(len(part), np.int64)
        for column in part.melds.T:
            melds += _MELD_SORTS.take(column)
        held = _held(part)
        _check_tiles(part, melds, _note_suits(part), rows.start)
        _count_dora(part, held)
        red = np.flatnonzero(np.bitwise_or.reduce([part.reds, *part.red_suits.T]))
        _check_reds(part, red, held[red[:, None], _FIVES], rows.start)
        _check_copies(part, held, rows.start)
        _check_win(part, melds, rows.start)


def _held(hands: Hands) -> NDArray[np.uint8]:
    """Return all tiles of each hand by kind [n, 35], the last column 0; note the winning tile's."""
    held = np.zeros((len(hands), KINDS + 1), np.uint8)
    held[:, :KINDS] = hands.counts
    hands.win_copies[:] = held.reshape(-1).take(_rows(hands) + hands.win_tile)
    for column in hands.melds.T:
        if column.max(initial=-1) >= 0:
            held += _MELD_TILES.take(column, axis=0)
    return held


def _note_suits(hands: Hands) -> Ints:
    """Note what the suits are known by; return the number of concealed tiles."""
    sums: Ints = (hands.counts.astype(np.float32) @ _WEIGHTS).T.astype(np.int64, order="C")
    ids = number_suit().ids
    for suit in range(3):
        hands.suits[:, suit] = ids.take(sums[suit])
    hands.suits[:, 3] = sums[3]
    tiles: Ints = sums[4]
    return tiles


def _rows(hands: Hands) -> Ints:
    """Return where each row of tiles held begins."""
    return np.arange(0, len(hands) * (KINDS + 1), KINDS + 1)


def _count_dora(hands: Hands, held: NDArray[np.uint8]) -> None:
    """Note how many tiles the indicators point to."""
    rows, tiles = _rows(hands), held.reshape(-1)
    for place, indicators in ((0, hands.dora), (2, hands.ura)):
        for number, column in enumerate(indicators.T):
            if column.min(initial=codes.NO_TILE) != codes.NO_TILE:
                hands.bonus[:, place + 1] += tiles.take(rows + _DORA.take(column))
            if not number:
                hands.bonus[:, place] = hands.bonus[:, place + 1]


def _check_tiles(hands: Hands, melds: Ints, tiles: Ints, first: int) -> None:
    """Look at what is held and what is turned up."""
    unknown = melds >> _UNKNOWN.shift > 0
    _refuse(
        unknown, first, InvalidCaseError, "melds", hands.melds, "codes of melds (codes.py) or -1"
    )
    for name in ("dora", "ura"):
        for column in getattr(hands, name).T:
            wrong = (column >= KINDS) & (column != codes.NO_TILE)
            expected = f"kinds 0..{KINDS - 1}, or {codes.NO_TILE} for none"
            _refuse(wrong, first, InvalidCaseError, name, column, expected)
    tiles += 3 * (melds & _MELDS.mask)
    _refuse(tiles != 14, first, IllegalHandError, "tiles", tiles, "14 (a meld counts as 3)")


def _check_copies(hands: Hands, held: NDArray[np.uint8], first: int) -> None:
    """Count the tiles of a hand together with the indicators, and those of a robbed kan."""
    rows, tiles = _rows(hands), held.reshape(-1)
    for column in (*hands.dora.T, *hands.ura.T):
        if column.min(initial=codes.NO_TILE) != codes.NO_TILE:
            tiles[rows + np.minimum(column, KINDS)] += column != codes.NO_TILE
    if held.max(initial=0) > COPIES:
        row, kind = np.argwhere(held > COPIES)[0].tolist()
        raise IllegalHandError(
            f"row {first + row}: {held[row, kind]} copies of {Tile.of(kind)} with the indicators,"
            f" expected at most {COPIES}"
        )
    robbed = hands.flags & FLAG["chankan"] > 0
    if robbed.any():
        copies = tiles.take(rows + hands.win_tile)
        expected = "one of a robbed kan's tile with the indicators, for the kan has the others"
        _refuse(robbed & (copies > 1), first, IllegalHandError, "copies", copies, expected)


def check_set(hands: Hands, ruleset: Ruleset, first: int) -> None:
    """Raise IllegalHandError for more red fives than the set has, where the rules say how many."""
    in_set = ruleset.win.red_five_tiles
    if not (ruleset.win.red_fives and any(in_set)):
        return
    rows = np.flatnonzero(hands.reds > min(in_set))  # so few are there of every suit
    fives = hands.counts[rows[:, None], _FIVES]
    for column in hands.melds[rows].T:
        fives += _MELD_FIVES.take(column, axis=0)
    most = np.minimum(fives, np.array(in_set, np.uint8))
    _check_reds(hands, rows, most, first, f" under {ruleset.id}")


def _check_reds(
    hands: Hands, rows: Ints, most: NDArray[np.uint8], first: int, under: str = ""
) -> None:
    """Hold the red fives of these rows against how many there can be of 5m, 5p and 5s."""
    reds, known = hands.reds[rows], hands.red_suits[rows]
    wrong = (known > most).any(axis=1)
    wrong |= (known.sum(axis=1) > reds) | (reds > most.sum(axis=1))
    if wrong.any():
        row = int(wrong.argmax())
        suits, expected = (" ".join(map(str, one[row])) for one in (known, most))
        raise IllegalHandError(
            f"row {first + int(rows[row])}: {reds[row]} red fives, {suits} of them surely 5m 5p 5s:"
            f" expected at most {expected}{under}, and no fewer in all"
        )


def _check_win(hands: Hands, melds: Ints, first: int) -> None:
    """Hold the circumstances against each other and against the melds."""
    flags = hands.flags
    dealer = hands.seat_wind == 0
    index = flags & _WIN_MASK
    index |= hands.tsumo * np.int32(1 << len(WIN_FLAGS))
    index |= dealer * np.int32(2 << len(WIN_FLAGS))
    illegal = np.flatnonzero(~_legal().take(index))
    if illegal.size:
        row = int(illegal[0])
        try:
            _win(int(index[row]))
        except IllegalWinError as error:
            raise IllegalWinError(f"row {first + row}: {error}") from None
    opened = melds >> _OPEN.shift & _OPEN.mask > 0
    robs = flags & (FLAG["robs_ankan"] | FLAG["chankan"]) == FLAG["robs_ankan"]
    rinshan = flags & FLAG["rinshan"] > 0
    added = ((hands.melds >= codes.KAKAN) & (hands.melds < codes.KAKAN + KINDS)).any(axis=1)
    kakan_last = (flags & FLAG["kakan_last"] > 0) & ~added
    known = hands.discarder >= 0
    for wrong, name, column, expected in (
        ((flags & _RIICHI > 0) & opened, "riichi", flags, "a closed hand"),
        (rinshan & (melds >> _KANS.shift & _KANS.mask == 0), "rinshan", flags, "a kan in the hand"),
        ((flags & _FIRST_TURN > 0) & (melds > 0), "first turn", flags, "no meld before it"),
        (robs, "robs_ankan", flags, "chankan with it"),
        (kakan_last, "kakan_last", flags, "a kakan in the hand"),
        (known & hands.tsumo, "discarder", hands.discarder, "none with a self-draw"),
        (hands.discarder == hands.seat_wind, "discarder", hands.discarder, "another seat"),
    ):
        _refuse(wrong, first, IllegalWinError, name, column, expected)
    for meld, feeder in zip(hands.melds.T, hands.feeders.T, strict=True):
        own = (feeder == hands.seat_wind) & (meld >= 0)
        _refuse(own, first, IllegalWinError, "feeders", hands.feeders, "others than the winner")
        run = (meld >= codes.CHI) & (meld < codes.CHI + KINDS) & (feeder >= 0)
        other = run & ((feeder + 1) % 4 != hands.seat_wind)
        _refuse(other, first, IllegalWinError, "feeders", hands.feeders, "of a chi the one before")


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
    """Return the tiles of each meld code [code, 35], no tiles for a code of no meld, and -1."""
    tiles = np.zeros((codes.MELD_CODES + 1, KINDS + 1), np.uint8)
    for kind in range(KINDS):
        if kind < 27 and kind % 9 < 7:
            tiles[codes.CHI + kind, kind : kind + 3] = 1
        tiles[codes.PON + kind, kind] = 3
        for code in (codes.ANKAN, codes.OPEN_KAN, codes.KAKAN):
            tiles[code + kind, kind] = 4
    return tiles


def _meld_sorts() -> Ints:
    """Return for each meld code, and for -1, what is counted of a hand's melds."""
    sorts = np.zeros(codes.MELD_CODES + 1, np.int64)
    for code in range(codes.MELD_CODES):
        form = code // KINDS * KINDS
        sorts[code] = _MELDS.one if _MELD_TILES[code].any() else _UNKNOWN.one
        sorts[code] += _OPEN.one * (form != codes.ANKAN)
        sorts[code] += _KANS.one * (form >= codes.ANKAN)
    return sorts


_MELD_TILES: Final = _meld_tiles()
_MELD_SORTS: Final = _meld_sorts()
_FIVES: Final = sorted(FIVES)
_MELD_FIVES: Final = np.ascontiguousarray(_MELD_TILES[:, _FIVES])
_WEIGHTS: Final = np.array(
    [[*(5.0 ** (kind % 9) * (kind // 9 == suit) for suit in range(4)), 1] for kind in range(KINDS)],
    np.float32,
)
"""What a tile adds to the code of each suit, and to the number of tiles."""
_DORA: Final = np.array([*DORA_OF_INDICATOR, *[KINDS] * (codes.NO_TILE + 1 - KINDS)])
"""Kind shown by the indicator -> kind that is dora, KINDS for none."""
