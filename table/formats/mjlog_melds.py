"""The melds of mjlog: sixteen bits that name the kind, the direction and the very copies."""

from scoring.seats import Seat
from scoring.tiles import Tile
from table.core.events import Ankan, Chi, Daiminkan, Kakan, Pon
from table.formats.tiles import from_136

Meld = Chi | Pon | Daiminkan | Ankan | Kakan

_CHI, _PON, _KAKAN, _NUKI = 0x4, 0x8, 0x10, 0x20
_LEFT = 3
"""Turns from the caller to the left, where alone a run is called; not every writer fills it in."""


def parse_meld(code: int, actor: Seat, *, reds: bool) -> Meld:
    """Read the number of an `N` element. Raises ValueError for one that is no meld of four."""
    if not 0 <= code <= 0xFFFF:
        raise ValueError(f"meld {code}, expected 0-65535")
    turns = code & 3
    if code & _CHI:
        return _chi(code, actor, reds)
    if code & (_PON | _KAKAN):
        return _triplet(code, actor, turns, reds)
    if code & _NUKI:
        raise ValueError(f"meld {code}: a north set aside, expected a game of four players")
    return _kan(code, actor, turns, reds)


def _chi(code: int, actor: Seat, reds: bool) -> Chi:
    start, called = divmod(code >> 10, 3)
    if start > 20:
        raise ValueError(f"meld {code}, expected a run within one suit")
    first = start // 7 * 9 + start % 7
    tiles = [
        from_136(4 * (first + step) + (code >> (3 + 2 * step) & 3), reds=reds) for step in range(3)
    ]
    return Chi(actor, actor.after(_LEFT), tiles.pop(called), tuple(tiles))


def _triplet(code: int, actor: Seat, turns: int, reds: bool) -> Pon | Kakan:
    """A pon, or the kan made of one: two bits name the copy that is not of the pon."""
    kind, called = divmod(code >> 9, 3)
    if turns == 0 or kind > 33:
        raise ValueError(f"meld {code}, expected a pon from another player")
    fourth = code >> 5 & 3
    tiles = _copies(kind, [copy for copy in range(4) if copy != fourth], reds)
    fed = tiles.pop(called)
    if code & _PON:
        return Pon(actor, actor.after(turns), fed, tuple(tiles))
    return Kakan(actor, from_136(4 * kind + fourth, reds=reds), (fed, *tiles))


def _kan(code: int, actor: Seat, turns: int, reds: bool) -> Daiminkan | Ankan:
    kind, copy = divmod(code >> 8, 4)
    if kind > 33:
        raise ValueError(f"meld {code}, expected a kan of one of 34 kinds")
    others = _copies(kind, [number for number in (1, 2, 3, 0) if number != copy], reds)
    fed = from_136(4 * kind + copy, reds=reds)
    if turns == 0:
        return Ankan(actor, tuple(_copies(kind, [1, 2, 3, 0], reds)))
    return Daiminkan(actor, actor.after(turns), fed, tuple(others))


def _copies(kind: int, copies: list[int], reds: bool) -> list[Tile]:
    return [from_136(4 * kind + copy, reds=reds) for copy in copies]
