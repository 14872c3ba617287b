"""The calls of tenhou.net/6: tiles run together, a letter before the called or added one."""

import re
from dataclasses import dataclass

from scoring.seats import Seat
from scoring.tiles import Tile
from table.core.events import Ankan, Chi, Daiminkan, Kakan, Pon
from table.formats.tiles import from_tenhou6, to_tenhou6

Claim = Chi | Pon | Daiminkan
OwnKan = Ankan | Kakan

_TEXT = re.compile(r"(?:\d\d){0,3}[cpmak](?:\d\d){1,4}", re.ASCII)
_TURNS_OF_PLACE = {0: 3, 1: 2, 2: 1, 3: 1}
"""How many tiles stand before the letter -> turns from the caller to who fed the tile."""


@dataclass(frozen=True, slots=True)
class _Parts:
    letter: str
    place: int
    """Tiles before the letter."""
    tiles: tuple[Tile, ...]


def parse_claim(text: str, caller: Seat) -> Claim:
    """Read a chi, pon or open kan: "c212223", "19p1919", "444444m44". Raises ValueError."""
    parts = _split(text, {"c": {0}, "p": {0, 1, 2}, "m": {0, 1, 3}}, "a chi, pon or open kan")
    called = parts.tiles[parts.place]
    own = parts.tiles[: parts.place] + parts.tiles[parts.place + 1 :]
    target = caller.after(_TURNS_OF_PLACE[parts.place])
    if parts.letter == "c":
        _need_tiles(text, parts.tiles, 3)
        return Chi(caller, target, called, own)
    kind: type[Pon | Daiminkan] = Pon if parts.letter == "p" else Daiminkan
    _need_tiles(text, parts.tiles, 3 if kind is Pon else 4)
    return kind(caller, target, called, own)


def parse_own_kan(text: str, actor: Seat) -> OwnKan:
    """Read a concealed or an added kan: "414141a41", "19k191919". Raises ValueError."""
    parts = _split(text, {"a": {3}, "k": {0, 1, 2}}, "a concealed or added kan")
    _need_tiles(text, parts.tiles, 4)
    if parts.letter == "a":
        return Ankan(actor, parts.tiles)
    rest = parts.tiles[: parts.place] + parts.tiles[parts.place + 1 :]
    return Kakan(actor, parts.tiles[parts.place], rest)


def write_claim(event: Claim) -> str:
    """The text of a chi, pon or open kan."""
    turns = (event.target - event.actor) % 4
    own = [str(to_tenhou6(tile)) for tile in event.consumed]
    letter = {Chi: "c", Pon: "p", Daiminkan: "m"}[type(event)]
    own.insert({3: 0, 2: 1, 1: len(own)}[turns], f"{letter}{to_tenhou6(event.pai)}")
    return "".join(own)


def write_ankan(event: Ankan) -> str:
    """The text of a concealed kan."""
    codes = [str(to_tenhou6(tile)) for tile in event.consumed]
    return "".join(codes[:3]) + "a" + codes[3]


def write_kakan(event: Kakan, pon: Pon) -> str:
    """The text of a kan added to `pon`: the added tile stands beside the tile once called."""
    turns = (pon.target - pon.actor) % 4
    own = [str(to_tenhou6(tile)) for tile in pon.consumed]
    own.insert({3: 0, 2: 1, 1: 2}[turns], f"k{to_tenhou6(event.pai)}{to_tenhou6(pon.pai)}")
    return "".join(own)


def _split(text: str, places: dict[str, set[int]], expected: str) -> _Parts:
    """The letter, where it stands, and the tiles."""
    if _TEXT.fullmatch(text):
        letter = next(mark for mark in text if mark.isalpha())
        place = text.index(letter) // 2
        if place in places.get(letter, ()):
            digits = text.replace(letter, "")
            pairs = (digits[start : start + 2] for start in range(0, len(digits), 2))
            tiles = tuple(from_tenhou6(int(pair)) for pair in pairs)
            if place < len(tiles):
                return _Parts(letter, place, tiles)
    raise ValueError(f"call {text[:40]!r}, expected {expected}")


def _need_tiles(text: str, tiles: tuple[Tile, ...], count: int) -> None:
    """Check that the tiles are a set: a run of three, or three or four of a kind."""
    kinds = sorted(tile.kind for tile in tiles)
    if len(tiles) == count == 3 and kinds == [kinds[0], kinds[0] + 1, kinds[0] + 2]:
        if "c" in text and kinds[0] < 27 and kinds[0] % 9 < 7:
            return
    elif len(tiles) == count and len(set(kinds)) == 1 and "c" not in text:
        return
    raise ValueError(f"call {text[:40]!r}, expected tiles that are such a set")
