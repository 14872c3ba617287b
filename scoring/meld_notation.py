"""Melds and winds as people and programs write them: words, bare sets, mjai's events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from scoring.errors import AmbiguousNotationError, InvalidMeldError, InvalidTileError
from scoring.melds import Meld, MeldKind
from scoring.notation import read_tile, read_tiles
from scoring.seats import Wind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.tiles import Tile

WORDS: Final = {
    **{kind.value: kind for kind in MeldKind},
    **dict.fromkeys(("chii", "chow"), MeldKind.CHI),
    "pung": MeldKind.PON,
    **dict.fromkeys(("minkan", "daiminkantsu"), MeldKind.DAIMINKAN),
    **dict.fromkeys(("shouminkan", "shominkan", "chakan", "kakankan"), MeldKind.KAKAN),
}
"""The words for a meld, our own first."""
_FIELDS: Final = ("type", "tiles", "called", "from")
_MJAI: Final = ("type", "pai", "consumed", "actor", "target")


class MeldShape(NamedTuple):
    """What is told of a meld besides its tiles."""

    kind: MeldKind
    called: Tile | None
    source: Wind | None

    def of(self, tiles: tuple[Tile, ...]) -> Meld:
        """The meld of these tiles. Raises InvalidMeldError."""
        return Meld(self.kind, tiles, self.called, self.source)


def read_meld(value: object, seat: Wind | None = None) -> Meld:
    """Read "pon:777z@N", "chii:1m2m3m", "777z", a table of fields, or an event of mjai.

    `seat` is the owner's seat wind, from which mjai's target is counted. Raises InvalidMeldError,
    AmbiguousNotationError for four tiles without a word, and the errors of the tiles.
    """
    if isinstance(value, str):
        return _of_text(value)
    if not isinstance(value, dict):
        raise InvalidMeldError(f"meld {value!r}: expected text or a table of type and tiles")
    mjai = "consumed" in value or "pai" in value
    if mjai:
        _check_fields(value, _MJAI)
        return _of_mjai(value, seat)
    return read_shape(value).of(read_tiles(_given(value, "tiles")))


def read_shape(value: Mapping[str, Any]) -> MeldShape:
    """Read {"type", "tiles", "called", "from"} but for the tiles, which may be uncertain."""
    _check_fields(value, _FIELDS)
    called, source = value.get("called"), value.get("from")
    return MeldShape(
        _kind(_text(value, "type")),
        None if called is None else read_tile(called),
        None if source is None else read_wind(_text(value, "from")),
    )


def _check_fields(value: Mapping[str, Any], expected: tuple[str, ...]) -> None:
    """Raise InvalidMeldError for a field that no meld has."""
    for key in value:
        if key not in expected:
            raise InvalidMeldError(f"meld field {key!r}: expected one of {', '.join(expected)}")


def read_wind(text: str) -> Wind:
    """Read "E", "east", "ton", "東" or "1z". Raises InvalidSeatError."""
    try:
        kind = read_tile(text).kind
    except InvalidTileError:
        return Wind.parse(text)
    return Wind(kind - 27) if 27 <= kind <= 30 else Wind.parse(text)


def _of_text(text: str) -> Meld:
    """Read a word and its tiles, or a set of three whose tiles tell what it is."""
    word, colon, rest = text.partition(":")
    if not colon or word.strip().lower() in {"ids", "tenhou"}:
        return _bare(text)
    rest, at, source = rest.partition("@")
    tiles, plus, called = rest.partition("+")
    return Meld(
        _kind(word.strip()),
        read_tiles(tiles),
        read_tile(called) if plus else None,
        read_wind(source) if at else None,
    )


def _bare(text: str) -> Meld:
    """Read three tiles without a word."""
    tiles = read_tiles(text)
    if len(tiles) == 4:
        raise AmbiguousNotationError(
            f"meld {text!r}: four tiles without a word, expected daiminkan:, ankan: or kakan:"
        )
    kinds = {tile.kind for tile in tiles}
    if len(tiles) != 3:
        raise InvalidMeldError(
            f"meld {text!r}: expected KIND:TILES, as in chi:123m or pon:777z@N, or three tiles"
        )
    return Meld(MeldKind.PON if len(kinds) == 1 else MeldKind.CHI, tiles)


def _of_mjai(value: Mapping[str, Any], seat: Wind | None) -> Meld:
    """Read mjai's {"type", "pai", "consumed"}, with "actor" and "target" where they are told."""
    kind = _kind(_text(value, "type"))
    tiles = read_tiles(_given(value, "consumed"))
    actor, target = _mjai_seat(value, "actor"), _mjai_seat(value, "target")
    if kind is MeldKind.ANKAN:
        if "pai" in value and read_tile(value["pai"]).kind not in {tile.kind for tile in tiles}:
            raise InvalidMeldError(f"meld field 'pai' = {value['pai']!r}: expected one of the kan")
        return Meld(kind, tiles)
    called = read_tile(_given(value, "pai"))
    if target is not None and target == actor:
        raise InvalidMeldError(f"meld field 'target' = {target}: expected another than the actor")
    source = None
    if seat is not None and actor is not None and target is not None:
        source = seat.after((target - actor) % 4)
    fed = None if kind is MeldKind.KAKAN else called
    return Meld(kind, (*tiles, called), fed, source)


def _mjai_seat(value: Mapping[str, Any], key: str) -> int | None:
    """Return the number of a seat, None where it is not told."""
    seat = value.get(key)
    if seat is not None and (type(seat) is not int or not 0 <= seat < 4):
        raise InvalidMeldError(f"meld field {key!r} = {seat!r}: expected 0..3")
    return seat


def _kind(word: str) -> MeldKind:
    """Read the word for a kind of meld."""
    if word.lower() in {"kan", "kong"}:
        raise AmbiguousNotationError(
            f"kind of meld {word!r}: expected daiminkan, ankan or kakan, which count differently"
        )
    return WORDS.get(word.lower()) or MeldKind.parse(word)


def _given(value: Mapping[str, Any], key: str) -> Any:
    """Return a field that must be there."""
    if key not in value:
        raise InvalidMeldError(f"meld field {key!r}: missing")
    return value[key]


def _text(value: Mapping[str, Any], key: str) -> str:
    """Return a field that must be text."""
    text = _given(value, key)
    if not isinstance(text, str):
        raise InvalidMeldError(f"meld field {key!r} = {text!r}: expected text")
    return text
