"""A win in plain numbers, for those who score very many."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from scoring.errors import IllegalWinError, ScoringError
from scoring.facts import DORA_AT, RIICHI, RINSHAN, Facts, declared_sets, facts_made
from scoring.features import WIND_MARKS
from scoring.hand import Hand
from scoring.melds import Meld, MeldKind
from scoring.memo import Memo
from scoring.seats import WINDS
from scoring.tiles import COPIES, KINDS_MASK, RED_AT, TILE_OF_ID, UNIT_OF_ID, Tile
from scoring.win import CIRCUMSTANCES, MAX_INDICATORS, Win

MELD_KINDS: Final = tuple(MeldKind)
"""The kinds of meld by their numbers: chi, pon, daiminkan, ankan, kakan."""
PlainMeld = tuple[int, tuple[int, ...]]
"""A number of MELD_KINDS, and the tiles."""

Plain = tuple[
    tuple[int, ...], tuple[PlainMeld, ...], int, int, int, int, tuple[int, ...], tuple[int, ...],
    int, int,
]  # fmt: skip
"""The fields of a PlainWin, with names or without."""


class PlainWin(NamedTuple):
    """One win in plain numbers. Tiles are 0..135, see Tile.from_id; winds 0..3 from east.

    Nothing is checked here: whoever scores it does.
    """

    concealed: tuple[int, ...]
    """In any order, the winning tile among them."""
    melds: tuple[PlainMeld, ...]
    win_tile: int
    seat: int
    round: int
    circumstances: int
    """As bits, in the order of win.CIRCUMSTANCES; also self-draw is one of them."""
    dora: tuple[int, ...] = ()
    """The indicators."""
    ura: tuple[int, ...] = ()
    honba: int = 0
    sticks: int = 0

    def flags(self) -> dict[str, Any]:
        """Return each circumstance by its name."""
        return {
            name: bool(self.circumstances >> place & 1) for place, name in enumerate(CIRCUMSTANCES)
        }

    def hand_and_win(self) -> tuple[Hand, Win]:
        """Return it as values. Raises what these raise, IllegalWinError for other numbers."""
        for name in ("seat", "round"):
            if getattr(self, name) not in range(4):
                raise IllegalWinError(f"{name} {getattr(self, name)!r}: expected 0..3")
        if self.circumstances not in range(1 << len(CIRCUMSTANCES)):
            raise IllegalWinError(
                f"circumstances {self.circumstances!r}: expected {len(CIRCUMSTANCES)} bits"
            )
        for kind, numbers in self.melds:
            if kind not in range(len(MELD_KINDS)):
                raise IllegalWinError(f"meld {(kind, numbers)!r}: expected a kind 0..4")
        melds = [Meld.from_ids(MELD_KINDS[kind], numbers) for kind, numbers in self.melds]
        win = Win(
            win_tile=Tile.from_id(self.win_tile),
            seat_wind=WINDS[self.seat],
            round_wind=WINDS[self.round],
            dora_indicators=tuple(map(Tile.from_id, self.dora)),
            ura_indicators=tuple(map(Tile.from_id, self.ura)),
            honba=self.honba,
            riichi_sticks=self.sticks,
            **self.flags(),
        )
        return Hand.from_ids(self.concealed, melds), win


def plain_facts(win: PlainWin) -> Facts | None:
    """Look at a win in plain numbers once; None for one that is to be looked at as values.

    These are all that are not as they should be.
    """
    concealed, melds, win_tile, seat, round_, circumstances, dora, ura, honba, sticks = win
    codes: tuple[int, ...] = ()
    declared = counted = shown = hidden = opened = kans = 0
    try:
        numbers, winds = concealed + dora + ura, _WINDS[seat][round_]
        held = sum(map(UNIT_OF_ID, concealed))
        key, kind, mark = held & KINDS_MASK, _KIND_OF_ID[win_tile], WIND_MARKS[winds]
        for meld in melds:
            code, features, counts, honour, units, is_open, is_kan = _MELDS[meld]
            codes += (code,)
            declared |= features
            counted += counts
            mark |= honour
            held += units
            numbers += meld[1]
            opened |= is_open
            kans += is_kan
        for number in dora:
            shown += held >> _DORA_OF_ID[number] & 7
        for number in ura:
            hidden += held >> _DORA_OF_ID[number] & 7
        ordinary = _ORDINARY[circumstances << 2 | seat]
    except (KeyError, TypeError, IndexError, ScoringError):
        return None
    if (
        not ordinary
        or len(concealed) + 3 * len(melds) != 14
        or len(set(numbers)) != len(numbers)
        or (honba | sticks) >> 16  # also where one is below 0
        or len(dora) > MAX_INDICATORS
    ):
        return None
    if melds and circumstances & (CLOSED_ONLY if opened else FIRST_TURN):
        return None
    if circumstances & RINSHAN and not kans:
        return None
    if ura and (not circumstances & RIICHI or len(ura) > MAX_INDICATORS):
        return None
    rest = (not opened, kans, declared, counted, mark, shown, hidden, held >> RED_AT, False, win)
    return facts_made((key, kind, circumstances, winds, honba, sticks, codes, *rest))


def can_be(win: Plain) -> bool:
    """Whether each tile of the hand is there once, and of no kind five, indicators included.

    An indicator may be a tile given twice: records of kinds do not know which of the four it was.
    """
    concealed, melds, _, _, _, _, dora, ura, _, _ = win
    numbers = [*concealed, *[number for _, tiles in melds for number in tiles]]
    kinds = [number >> 2 for number in (*numbers, *dora, *ura)]
    once = len(set(numbers)) == len(numbers)
    return once and all(kinds.count(number >> 2) <= COPIES for number in {*dora, *ura})


def _meld_of(meld: PlainMeld) -> tuple[int, int, int, int, int, bool, int]:
    """Return of a declared set: code, features, counted features, mark, tiles, open, kans."""
    kind, numbers = meld
    if kind not in range(len(MELD_KINDS)):
        raise KeyError(meld)
    made = Meld.from_ids(MELD_KINDS[kind], numbers)
    closed, kans, declared, counted, mark = declared_sets((made.code,))
    return made.code, declared, counted, mark, made.held, not closed, kans


def is_ordinary(terms: int) -> bool:
    """Whether a player of this seat can win so, with some hand, and no closer look is needed."""
    circumstances, seat = terms >> 2, terms & 3
    win = PlainWin((), (), 0, seat, 0, circumstances)
    flags = win.flags()
    try:
        Win(TILE_OF_ID[0], seat_wind=WINDS[seat], **flags)
    except IllegalWinError:
        return False
    known = 0 <= circumstances < 1 << len(CIRCUMSTANCES) and not flags["chankan"]
    return bool(known and flags["riichi"] >= flags["double_riichi"])


FIRST_TURN: Final = sum(1 << CIRCUMSTANCES.index(name) for name in ("tenhou", "chiihou", "renhou"))
CLOSED_ONLY: Final = FIRST_TURN | RIICHI
_KIND_OF_ID: Final = {number: tile.kind for number, tile in TILE_OF_ID.items()}
_DORA_OF_ID: Final = {number: DORA_AT[tile.kind] for number, tile in TILE_OF_ID.items()}
_WINDS: Final = {seat: {round_: 4 * seat + round_ for round_ in range(4)} for seat in range(4)}
_MELDS: Final = Memo(_meld_of)
_ORDINARY: Final = Memo(is_ordinary)
