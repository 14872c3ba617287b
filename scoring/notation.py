"""Tiles in whatever notation people and programs write them, told apart without guessing.

    123m406p11z            MPSZ, 0 a red five; also apart: 1m 2m 3m, 1m2m3m, 123M
    5mr r5m E S W N P F C  mjai's names, with or without spaces
    east haku ton chun     honours as words
    一萬 ３筒 東南白發中     characters, and Chinese or wide numerals
    🀇🀙🀐🀀                the tiles of Unicode
    ids:0,4,8,16           the 136 single tiles of Tenhou (16, 52, 88 red), or a list of numbers
    tenhou:11,12,51,47     Tenhou's two digits (suit, number; 51 52 53 red)

Text that two notations read differently is an error that shows both readings.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NoReturn

from scoring.errors import AmbiguousNotationError, InvalidTileError
from scoring.tiles import FIVES, KINDS, Tile, format_tiles, parse_tiles

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

IDS: Final = 4 * KINDS
"""How many single tiles a set has."""
MAX_LENGTH: Final = 1000
"""Longer text is not looked at: no table has so many tiles."""


def read_tiles(value: object) -> tuple[Tile, ...]:
    """Read tiles from text, from a list of names, or from a list of numbers 0..135.

    Raises InvalidTileError for what is no tiles and AmbiguousNotationError for what may be two.
    """
    if isinstance(value, str):
        return _of_text(value)
    if not isinstance(value, list):
        raise InvalidTileError(f"tiles {_shown(value)}: expected text or a list")
    if len(value) > IDS:
        raise InvalidTileError(f"tiles: a list of {len(value)}, expected at most {IDS}")
    numbers = [one for one in value if type(one) is int]
    if numbers and len(numbers) < len(value):
        raise InvalidTileError(f"tiles {_shown(value)}: expected names alone or numbers alone")
    return _of_ids(numbers, _shown(value)) if numbers else tuple(map(read_tile, value))


def read_tile(value: object) -> Tile:
    """Read one tile: a name in any notation, or a number 0..135."""
    if type(value) is int:
        return _of_id(value, str(value))
    if not isinstance(value, str):
        raise InvalidTileError(f"tile {_shown(value)}: expected its name or a number 0..135")
    tiles = _of_text(value)
    if len(tiles) != 1:
        raise InvalidTileError(f"tile {_shown(value)}: {len(tiles)} tiles, expected one")
    return tiles[0]


def _of_text(text: str) -> tuple[Tile, ...]:
    """Read plain MPSZ at once, and anything else by looking closer."""
    if len(text) > MAX_LENGTH:
        raise InvalidTileError(
            f"tiles {_shown(text)}: {len(text)} letters, expected at most {MAX_LENGTH}"
        )
    try:
        return parse_tiles(text)
    except InvalidTileError:
        pass
    word, colon, rest = text.partition(":")
    if colon:
        reader = _NUMBERED.get(word.strip().lower())
        if reader is None:
            raise InvalidTileError(f"tiles {_shown(text)}: expected ids: or tenhou: before a colon")
        return reader(_numbers(rest, text), _shown(text))
    plain = _plain(text)
    if _ONLY_NUMBERS.fullmatch(plain):
        _refuse_numbers(plain, text)
    return _of_names(plain, text)


def _of_names(plain: str, text: str) -> tuple[Tile, ...]:
    """Read names, runs of digits with their suit, and honours, one after the other."""
    for reds in _REDS.finditer(plain):
        _refuse_reds_of_fives(reds, text)
    tiles: list[Tile] = []
    place = 0
    while place < len(plain):
        found = _TOKEN.match(plain, place)
        if found is None:
            _refuse(plain, place, text)
        place = found.end()
        if found["digits"]:
            tiles += _suited(found["digits"], found["suit"].lower(), found["red"], text)
            if found["red"] and plain[place : place + 1] == "5":
                _refuse_red(plain, found, text)
        elif found["honour"]:
            tiles.append(Tile.of(_HONOURS[found["honour"].lower()]))
        elif found["face"]:
            tiles.append(_unicode_tile(found["face"]))
    return tuple(tiles)


def _suited(digits: str, suit: str, red_after: str, text: str) -> list[Tile]:
    """Read the digits of one suit; r before a digit, or after the suit, makes a five red."""
    tiles: list[Tile] = []
    red = False
    for mark in digits.lower():
        if mark == "r":
            red = True
            continue
        if red and mark != "5":
            raise InvalidTileError(f"tiles {_shown(text)}: red {mark + suit!r}, expected a five")
        tiles += _named(f"{'0' if red else mark}{suit}", text)
        red = False
    if red_after:
        if tiles[-1].kind not in FIVES:
            raise InvalidTileError(f"tiles {_shown(text)}: red '{tiles[-1]}', expected a five")
        tiles[-1] = Tile.of(tiles[-1].kind, red=True)
    return tiles


def _named(name: str, text: str) -> tuple[Tile, ...]:
    """Read one tile of a longer text, which an error then quotes."""
    try:
        return (Tile.parse(name),)
    except InvalidTileError:
        raise InvalidTileError(
            f"tiles {_shown(text)}: there is no tile {name!r},"
            " expected 1-9 or 0 of m p s, or 1-7 of z"
        ) from None


def _unicode_tile(face: str) -> Tile:
    """Read one of the 34 faces that Unicode has; its bamboos come before its circles."""
    number = ord(face) - 0x1F000
    if number < 7:
        return Tile.of((27, 28, 29, 30, 33, 32, 31)[number])
    suit, rank = divmod(number - 7, 9)
    return Tile.of((0, 18, 9)[suit] + rank)


def _of_ids(numbers: Sequence[int], shown: str) -> tuple[Tile, ...]:
    """Read the numbers of single tiles, each of which is there once."""
    twice = next((one for one in numbers if numbers.count(one) > 1), None)
    if twice is not None:
        raise InvalidTileError(
            f"tiles {shown}: number {twice} more than once, expected each single tile once"
        )
    return tuple(_of_id(number, shown) for number in numbers)


def _of_id(number: int, shown: str) -> Tile:
    """Read the number of a single tile."""
    if not 0 <= number < IDS:
        raise InvalidTileError(f"tiles {shown}: number {number}, expected 0..{IDS - 1}")
    kind = number // 4
    return Tile.of(kind, red=kind in FIVES and number % 4 == 0)


def _of_tenhou(numbers: Sequence[int], shown: str) -> tuple[Tile, ...]:
    """Read Tenhou's two digits."""
    tiles = [_TENHOU.get(number) for number in numbers]
    if None in tiles:
        raise InvalidTileError(
            f"tiles {shown}: number {numbers[tiles.index(None)]},"
            " expected 11-19, 21-29, 31-39, 41-47, or 51 52 53 for a red five"
        )
    return tuple(tile for tile in tiles if tile is not None)


def _numbers(rest: str, text: str) -> list[int]:
    """Read numbers between blanks or commas."""
    words = _BETWEEN.sub(" ", rest).split()
    if not all(word.isascii() and word.isdigit() and len(word) <= 3 for word in words):
        raise InvalidTileError(f"tiles {_shown(text)}: expected numbers after the colon")
    return [int(word) for word in words]


def _refuse_numbers(plain: str, text: str) -> NoReturn:
    """Say how bare numbers may be read, or that they lack their suit."""
    words = _BETWEEN.sub(" ", plain).split()
    readings = []
    for name, reader in _NUMBERED.items():
        try:
            readings.append(f"{name}:{format_tiles(reader(list(map(int, words)), ''))}")
        except InvalidTileError:
            continue
    if len(words) > 1 and readings:
        shown = " or ".join(one.replace(":", ": is ") for one in readings)
        raise AmbiguousNotationError(
            f"tiles {_shown(text)}: bare numbers, expected ids: or tenhou: before them ({shown}),"
            " or m, p, s, z after them"
        )
    raise InvalidTileError(f"tiles {_shown(text)}: expected m, p, s or z after {words[-1]!r}")


def _refuse_red(plain: str, found: re.Match[str], text: str) -> NoReturn:
    """Complain about an r between two tiles, either of which it may make red."""
    raise AmbiguousNotationError(
        f"tiles {_shown(text)}: the r in {plain[found.start() : found.end() + 1]!r} may belong to"
        " the tile before or behind it, expected a blank between them or 0 for the red five"
    )


def _refuse_reds_of_fives(found: re.Match[str], text: str) -> None:
    """Complain about the word red beside fives, unless it is there more often than they can be red.

    So a pair or triplet of the dragon is read, but not where one of it stands closer to a five than
    to the next, as in "Red, Red 5p".
    """
    most = dict.fromkeys(_MOST_RED, 0)
    for fives, suit in _FIVES.findall(f"{found['before']} {found['behind']}".lower()):
        most[suit] = min(most[suit] + len(fives), _MOST_RED[suit])
    inner = [_width(gap) for gap in _RED.split(found["reds"])[1:-1]]
    outer = [found["left"]] if found["before"] else []
    outer += [found["right"]] if _FIVES.search(found["behind"]) else []
    closer = any(_width(gap) < max(inner, default=0) for gap in outer)
    if closer or len(inner) + 1 <= sum(most.values()):
        shown = f"{found['before']}{found['reds']}{found['behind']}".strip(" \t\n,;|_")
        raise AmbiguousNotationError(f"tiles {_shown(text)}: {shown!r} is {_RED_OR_CHUN}")


def _width(gap: str) -> int:
    """How far a gap sets two words apart: not, by blanks, by a sign."""
    return 2 if gap.strip() else len(gap[:1])


def _refuse(plain: str, place: int, text: str) -> NoReturn:
    """Say what stands where no notation has it."""
    mark = plain[place]
    two = _TWO_MEANINGS.get(mark.upper())
    if two is not None and not mark.isdigit():
        raise AmbiguousNotationError(f"tiles {_shown(text)}: {mark!r} is {two}")
    digits = _DIGITS.match(plain, place)
    if digits is not None:
        raise InvalidTileError(f"tiles {_shown(text)}: expected m, p, s or z after {digits[0]!r}")
    raise InvalidTileError(
        f"tiles {_shown(text)}: unexpected {mark!r}, expected digits with m, p, s or z after them,"
        " or honours E S W N P F C"
    )


def _plain(text: str) -> str:
    """Return the text with wide and Chinese signs in their plain form."""
    return text.translate(_PLAIN)


def _shown(value: object) -> str:
    """Quote a value, the middle of a long one left out."""
    text = repr(value) if isinstance(value, (str, int, float, bool, type(None))) else _nested(value)
    return text if len(text) <= 80 else f"{text[:50]}...{text[-20:]}"


def _nested(value: object) -> str:
    """Quote a list or table; one that is nested without end is only named."""
    try:
        return repr(value)
    except RecursionError:
        return f"a nested {type(value).__name__}"


_PLAIN: Final = {
    **str.maketrans(
        "０１２３４５６７８９一二三四五六七八九萬万筒餅索条條発ｍｐｓｚ\u3000、\uff0c",
        "0123456789123456789mmppsss發mpsz ,,",
        "\ufe0e\ufe0f",
    ),
    ord("赤"): " r",
}
_HONOURS: Final = {
    **{letter: 27 + number for number, letter in enumerate("eswnpfc")},
    **{letter: 27 + number for number, letter in enumerate("東南西北白發中")},
    **dict.fromkeys(("east", "ton"), 27),
    **dict.fromkeys(("south", "nan"), 28),
    **dict.fromkeys(("west", "shaa", "sha"), 29),
    **dict.fromkeys(("north", "pei"), 30),
    **dict.fromkeys(("haku", "white"), 31),
    **dict.fromkeys(("hatsu", "green"), 32),
    **dict.fromkeys(("chun", "red"), 33),
}
_WORDS: Final = "|".join(sorted((one for one in _HONOURS if len(one) > 1), key=len, reverse=True))
_TOKEN: Final = re.compile(
    rf"(?P<between>[\s,;|_]+)"
    rf"|(?P<digits>(?:[rR]?[0-9])+)(?P<suit>[mpszMPSZ])(?P<red>[rR]?)"
    rf"|(?P<honour>(?i:{_WORDS})|[ESWNPFC東南西北白發中])"
    rf"|(?P<face>[\U0001f000-\U0001f021])"
)
_MOST_RED: Final = {"m": 1, "p": 2, "s": 1}
"""How many fives of a suit are red in any set."""
_RED: Final = re.compile("red", re.IGNORECASE)
_FIVES: Final = re.compile(r"(5+)[0-9]*([mps])", re.IGNORECASE)
_REDS: Final = re.compile(
    r"(?P<before>(?:5+[mps](?P<left>[\s,;|_]*))*)"
    r"(?P<reds>red(?:[\s,;|_]*red)*)"
    r"(?=(?P<behind>(?P<right>[\s,;|_]*)(?:5+[mps][\s,;|_]*)*(?:5[0-9]*[mps])?))",
    re.IGNORECASE,
)
_RED_OR_CHUN: Final = "a red five or the red dragon beside a five, expected 0 or C"
_DIGITS: Final = re.compile(r"[rR]?[0-9]+")
_BETWEEN: Final = re.compile(r"[\s,;]+")
_ONLY_NUMBERS: Final = re.compile(r"[\s,;]*[0-9]{1,3}(?:[\s,;]+[0-9]{1,3})*[\s,;]*", re.ASCII)
_TWO_MEANINGS: Final = {
    "H": "haku to some and hatsu to others, expected P or F",
    "B": "the white dragon to some and bamboo to others, expected P or a digit with s",
    "D": "any dragon, expected P, F or C",
    "R": "a red five or the red dragon, expected 0, a five behind it, or C",
}
_TENHOU: Final = {
    **{10 * (kind // 9 + 1) + kind % 9 + 1: Tile.of(kind) for kind in range(KINDS)},
    **{51 + number: Tile.of(kind, red=True) for number, kind in enumerate(sorted(FIVES))},
}
_NUMBERED: Final[dict[str, Callable[[Sequence[int], str], tuple[Tile, ...]]]] = {
    "ids": _of_ids,
    "tenhou": _of_tenhou,
}
