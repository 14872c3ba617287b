"""What a few tiles in a row may be as a declared set, and from whom it was called."""

from collections.abc import Sequence
from functools import lru_cache
from math import log
from typing import NamedTuple

from scoring.tiles import KINDS, Tile
from table.watch.faces import Chances, certain, kind_chance
from table.watch.seen.hand_rows import LEAST
from table.watch.seen.places import HEIGHT, Placed
from vision.observation import REST

CLOSE = 0.5
"""Tiles of one set lie no further apart, in widths."""
IN_LINE = 0.75
DEEPER = 0.08
"""The middle of a turned tile lies so many widths nearer to the edge than its neighbours'."""
POSSIBLE = 1e-5
"""A row that is less likely a set of any kind is none."""
SHAPES = {
    ("S", "U", "U"): ("called", 0),
    ("U", "S", "U"): ("called", 1),
    ("U", "U", "S"): ("called", 2),
    ("S", "U", "U", "U"): ("kan", 0),
    ("U", "S", "U", "U"): ("kan", 1),
    ("U", "U", "S", "U"): ("kan", 2),
    ("U", "U", "U", "S"): ("kan", 3),
    ("U", "B", "B", "U"): ("ankan", None),
    ("B", "U", "U", "B"): ("ankan", None),
}
"""How the tiles of a set lie, from left to right: upright, sideways, or on their faces."""
HAKU = Tile.parse("5z")
BARE = certain((HAKU,))[0]
MOSTLY = 0.5
"""A tile is so likely a haku of which others may be taken for backs,"""
TOGETHER_NS = 5_000_000_000
"""and they came within so long of each other: a hand that lies beside it is older."""


class Reading(NamedTuple):
    """What a row of tiles is."""

    shape: str
    called: int | None
    kinds: tuple[int, ...]
    """The kind of each tile."""
    likely: float
    share: float = 1.0
    """Of all that the tiles can be."""


class Row(NamedTuple):
    """Tiles side by side, from left to right, and what they are."""

    tiles: tuple[Placed, ...]
    reading: Reading


def mark(tile: Placed) -> str:
    """How a tile lies."""
    if not tile.up:
        return "B"
    return "S" if tile.sideways else "U"


def read_set(marks: Sequence[str], chances: Sequence[Chances]) -> Reading | None:
    """The likeliest set that tiles lying so can be."""
    return _read_set(tuple(marks), tuple(chances)) if tuple(marks) in SHAPES else None


@lru_cache(maxsize=1 << 10)
def _read_set(marks: tuple[str, ...], chances: tuple[Chances, ...]) -> Reading | None:
    ways = _ways(marks, chances)
    found = max(ways, key=lambda way: way.likely, default=None)
    if found is None or found.likely <= POSSIBLE:
        return None
    return found._replace(share=found.likely / sum(way.likely for way in ways))


def set_of_shape(
    shape: str, marks: Sequence[str], chances: Sequence[Chances], before: Sequence[int]
) -> Reading | None:
    """The set that tiles lying so were ``before``, or the likeliest of its shape.

    However they are read.
    """
    ways = [way for way in _ways(tuple(marks), _doubted(chances)) if way.shape == shape]
    return max(ways, key=lambda way: (way.kinds == tuple(before), way.likely), default=None)


def _doubted(chances: Sequence[Chances]) -> tuple[Chances, ...]:
    """What tiles are read as, each of which may be misread."""
    return tuple((*(max(one, LEAST) for one in tile[:REST]), *tile[REST:]) for tile in chances)


def _ways(marks: tuple[str, ...], chances: tuple[Chances, ...]) -> list[Reading]:
    """All that tiles lying so can be."""
    what, called = SHAPES.get(marks, ("", None))
    if not what:
        return []
    runs = _runs(called, chances) if what == "called" else []
    return _same(what, called, chances) + runs


def _same(what: str, called: int | None, chances: Sequence[Chances]) -> list[Reading]:
    word = {"called": "pon", "kan": "daiminkan", "ankan": "ankan"}[what]
    ways = []
    for kind in range(KINDS):
        likely = 1.0
        for one in chances:
            likely *= kind_chance(one, kind) if one else 1.0
        ways.append(Reading(word, called, (kind,) * len(chances), likely))
    return ways


def _runs(called: int | None, chances: Sequence[Chances]) -> list[Reading]:
    """Runs in any order; the two own tiles are mostly sorted."""
    ways = []
    for low in range(27):
        if low % 9 > 6:
            continue
        for order in _ORDERS:
            kinds = tuple(low + step for step in order)
            likely = 1.0
            for kind, one in zip(kinds, chances, strict=True):
                likely *= kind_chance(one, kind)
            ways.append(Reading("chi", called, kinds, likely))
    return ways


_ORDERS = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))


def rows_of(tiles: Sequence[Placed]) -> list[list[Placed]]:
    """Tiles that lie side by side, each row from left to right."""
    rows: list[list[Placed]] = []
    for tile in sorted(tiles, key=lambda tile: tile.x):
        for row in rows:
            last = row[-1]
            gap = tile.x - last.x - (_wide(tile) + _wide(last)) / 2
            if gap < CLOSE and abs(tile.y - last.y) < IN_LINE:
                row.append(tile)
                break
        else:
            rows.append([tile])
    return rows


def sets_in(row: Sequence[Placed]) -> tuple[list[Row], list[Placed]]:
    """The sets in a row, and its other tiles: the division that explains most."""
    best: list[tuple[float, int, Row | None]] = [(0.0, 0, None)]
    for end in range(1, len(row) + 1):
        choice: tuple[float, int, Row | None] = (best[end - 1][0] - 1.0, end - 1, None)
        for size in (3, 4):
            if end < size:
                continue
            part = _bare_faces(row[end - size : end])
            reading = read_set(_marks(part), [tile.chances for tile in part])
            if reading is not None:
                worth = best[end - size][0] + 2 * size + 0.3 * log(reading.likely)
                if worth > choice[0]:
                    choice = (worth, end - size, Row(tuple(part), reading))
        best.append(choice)
    found, rest, end = [], [], len(row)
    while end:
        _, start, one = best[end]
        if one is None:
            rest.append(row[start])
        else:
            found.append(one)
        end = start
    return found[::-1], rest[::-1]


def misread_set(row: Sequence[Placed]) -> Row | None:
    """What lies as a called set does, as the likeliest of which one tile was misread."""
    marks = _marks(row)
    if SHAPES.get(tuple(marks), ("", None))[0] not in {"called", "kan"}:
        return None
    reading = read_set(marks, _doubted([tile.chances for tile in row]))
    return None if reading is None else Row(tuple(row), reading)


def _bare_faces(part: Sequence[Placed]) -> Sequence[Placed]:
    """What lies on its face beside a haku, one of them turned, is a bare haku that seems a back.

    No tile of a called set lies on its face, and a closed kan has none turned.
    """
    faces = [tile for tile in part if tile.up]
    came = [tile.first_ns for tile in part]
    if not 0 < len(faces) < len(part) or max(came) - min(came) > TOGETHER_NS:
        return part
    beside = len(part) > 3 and not (part[0].up and part[-1].up)  # a back next to a pon
    if beside or sum(tile.sideways for tile in part) != 1:
        return part
    if any(kind_chance(tile.chances, HAKU.kind) < MOSTLY for tile in faces):
        return part
    return [tile if tile.up else tile._replace(up=True, chances=BARE) for tile in part]


def _marks(part: Sequence[Placed]) -> list[str]:
    """How the tiles of a set lie: only one is turned, the one that reaches furthest out."""
    marks = [mark(tile) for tile in part]
    turned = [at for at, one in enumerate(marks) if one == "S"]
    if len(turned) < 2:
        return marks
    outer, *others = sorted(turned, key=lambda at: part[at].y)
    if part[others[0]].y - part[outer].y > DEEPER:
        for at in others:
            marks[at] = "U"
    return marks


def added_on(tile: Placed, x: float, y: float) -> bool:
    """Whether a tile lies on the turned tile at this place or beyond it, as in an added kan."""
    return tile.up and tile.sideways and abs(tile.x - x) < 0.55 and -0.4 < tile.y - y < 1.6


def _wide(tile: Placed) -> float:
    return HEIGHT if tile.sideways else 1.0
