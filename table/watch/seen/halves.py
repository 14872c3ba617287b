"""A called set of which one tile is not found: where the others lie, and what they called, tell it.

The tile that was called lies turned, and its discard has left its pond. Of a run the third tile is
one of a few: which one is asked.
"""

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

from table.watch.faces import FACES, KIND, OF_KIND, Chances, best
from table.watch.seen.corners import Corner
from table.watch.seen.pieces import STEPS_TO_SOURCE, Piece
from table.watch.seen.places import HEIGHT, Placed
from table.watch.seen.ponds import Pond
from vision.observation import REST

LASTING_NS = 5_000_000_000
"""The third tile is waited for so long;"""
PROVEN_NS = 2_000_000_000
"""no longer than this where the discard that was called tells it."""
NEAR_NS = 3_000_000_000
"""The discard went no longer before the others came, or after."""
PLAIN = 0.9
SIDE_BY_SIDE = 0.45
A_TILE, A_TURNED_TILE = (0.75, 1.25), (1.15, 1.65)
"""So much room is between two tiles, in widths, where the third is between them."""
LEVEL = 0.5
CORNER = 13.9
"""Where a seat's first set ends, in widths."""
ROOM, NO_ROOM = 0.75, 0.35
FEW = 3
"""With more open tiles there, a hand is being shown."""
HONOURS = 27
"""From this kind on tiles make no runs."""
RED = 0.1
"""How much likelier a five that nobody found is plain than red."""


class Half(NamedTuple):
    """A set with the tile that nobody has found among its tiles."""

    tiles: list[Placed]
    called: int
    """Which of them was called."""
    shape: str
    proven: bool = True
    """Whether the discard that was called tells the unseen tile."""


class _Way(NamedTuple):
    """Where the third tile may lie, and which of the three was called."""

    hole: int
    called: int


def with_third(corner: Corner, ponds: Sequence[Pond], now_ns: int) -> Half | None:
    """The tiles of a set, the unseen one among them; None where there is none."""
    if not 1 < len(corner.shown) <= FEW or len(corner.groups) > FEW:
        return None
    for left, right in permutations(corner.shown, 2):
        if not _are_of_one(left, right):
            continue
        lying_ns = now_ns - max(left.first_ns, right.first_ns)
        for way in _ways(left, right) if lying_ns >= PROVEN_NS else ():
            found = _pon if KIND[best(left.chances)] == KIND[best(right.chances)] else _run
            half = found(corner, ponds, (left, right), way)
            if half is not None and (half.proven or lying_ns >= LASTING_NS):
                return half
    return None


def _ways(left: Placed, right: Placed) -> Iterator[_Way]:
    """Where the third tile may lie: at either end of two that lie side by side, or between them."""
    room = right.x - left.x - _half(left) - _half(right)
    low, high = A_TILE if left.sideways or right.sideways else A_TURNED_TILE
    holes = (2, 0) if abs(room) < SIDE_BY_SIDE else (1,) if low < room < high else ()
    for hole in holes:
        turned = [at for at, one in zip(_others(hole), (left, right), strict=True) if one.sideways]
        if len(turned) < 2:
            yield _Way(hole, turned[0] if turned else hole)


def _others(hole: int) -> list[int]:
    return [at for at in range(3) if at != hole]


def _pon(
    corner: Corner, ponds: Sequence[Pond], pair: tuple[Placed, Placed], way: _Way
) -> Half | None:
    """Three of a kind, called from whom its turned tile tells; room or discard prove it."""
    left, right = pair
    giver = corner.seat.after(STEPS_TO_SOURCE[3][way.called])
    kinds = {KIND[best(left.chances)]}
    gone = _gone(ponds[giver], kinds, max(left.first_ns, right.first_ns))
    if gone is None:
        if way.called == way.hole != 1:
            return None  # nothing tells which of its ends was called
        roomy = _room_on_right(corner, right)
        if (way.hole == 2 and roomy is not True) or (way.hole == 0 and roomy is not False):
            return None
    return _half_of(pair, way, left.chances, "pon", proven=gone is not None)


def _run(
    corner: Corner, ponds: Sequence[Pond], pair: tuple[Placed, Placed], way: _Way
) -> Half | None:
    """A run, which is called from the seat before and lies with that tile on its left."""
    if way.called != 0:
        return None
    kinds = _third_of(*(KIND[best(one.chances)] for one in pair))
    first_ns = max(one.first_ns for one in pair)
    pond = ponds[corner.seat.after(3)]
    if way.hole == 0:
        gone = _gone(pond, kinds, first_ns)
        return None if gone is None else _half_of(pair, way, gone.chances, "chi", proven=True)
    called = {KIND[best(pair[0].chances)]}
    if not kinds or _gone(pond, called, first_ns) is None:
        return None
    return _half_of(pair, way, _either(kinds), "chi", proven=False)


def _third_of(one: int, other: int) -> set[int]:
    """The kinds that make a run with two others; none where nothing does."""
    low, high = sorted((one, other))
    if high >= HONOURS or low // 9 != high // 9 or high - low > 2 or low == high:
        return set()
    found = {low + 1} if high - low == 2 else {low - 1, high + 1}
    return {kind for kind in found if kind >= 0 and kind // 9 == low // 9}


def _either(kinds: set[int]) -> Chances:
    """One of these kinds, nobody knows which."""
    chances = [0.0] * (REST + 1)
    for kind in kinds:
        plain, *reds = sorted(OF_KIND[kind], key=lambda face: FACES[face].red)
        chances[plain] = 1.0
        for red in reds:
            chances[red] = RED
    total = sum(chances)
    return tuple(one / total for one in chances)


def _room_on_right(corner: Corner, last: Placed) -> bool | None:
    """Whether a tile has room between a pair and what lies on its right; None: hard to say."""
    ends = [piece.x - _half(piece) for group in corner.groups for piece in group.pieces]
    end = min([end for end in ends if end > last.x], default=CORNER)
    room = end - last.x - _half(last)
    return True if room > ROOM else False if room < NO_ROOM else None


def _half(tile: Piece | Placed) -> float:
    return HEIGHT / 2 if tile.sideways else 0.5


def _are_of_one(left: Placed, right: Placed) -> bool:
    """Whether two tiles lie in one line, plainly read."""
    return (
        left.x < right.x
        and abs(right.y - left.y) < LEVEL
        and min(max(left.chances), max(right.chances)) > PLAIN
    )


def _gone(pond: Pond, kinds: set[int], first_ns: int) -> Piece | None:
    """The discard of one of these kinds that went when the tiles came, and is in no other set."""
    for piece in reversed(pond.pieces):
        if piece.gone_ns is None or piece.caller is not None or piece.name is None:
            continue
        if piece.name.kind in kinds and abs(piece.gone_ns - first_ns) < NEAR_NS:
            return piece
    return None


def _half_of(
    pair: tuple[Placed, Placed], way: _Way, chances: Chances, shape: str, *, proven: bool
) -> Half:  # fmt: skip
    """The set with the tile that must lie in the hole."""
    left, right = pair
    beside = right if way.hole > 1 else left
    tile = beside._replace(
        track=-beside.track, sideways=way.called == way.hole, visible=0.0, chances=chances
    )
    away = _half(tile) + _half(beside)
    tile = tile._replace(x=beside.x + (away if way.hole else -away))
    tiles = [left, right]
    tiles.insert(way.hole, tile)
    return Half(tiles, way.called, shape, proven)
