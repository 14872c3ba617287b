"""The tiles of a photo as their owner sees them: right and down, upright and sideways, groups."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from vision.hand.slant import common_axis, laid_flat
from vision.reading import Point, Polygon, ReadTile

_UPRIGHT_SHOWS = frozenset(
    [f"{n}m" for n in range(1, 10)] + ["0m", "6p", "7p", "1s", "3s", "7s"]
    + ["1z", "2z", "3z", "4z", "6z", "7z"]
)  # fmt: skip
"""Faces that look different upside down, in every tile set."""

_SHAPED = frozenset({"back", "5z", "1s"})
"""Faces whose shape tells best how they lie: blank ones, and the bird that each set draws anew."""

_LYING = 1.3
"""How much wider for its height a sideways tile is than an upright one; in truth about 1.8."""

_TOUCHING = 0.4
"""The widest gap between neighbours of one group, in tile widths."""

_LEVEL = 0.5
"""How much of the smaller one's extent neighbours share across their direction."""


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A tile in the frame of the hand; lengths in pixels, as near as in the middle."""

    index: int
    label: str
    u: float
    """To the right, of its centre."""

    v: float
    """Downwards, towards its owner."""

    wide: float
    """Half of its extent to the right."""

    high: float
    """Half of its extent downwards."""

    sideways: bool


def placed_tiles(tiles: Sequence[ReadTile]) -> list[Placed]:
    """The tiles, in the given order, in the frame where most of them stand upright."""
    if not tiles:
        return []
    polygons = laid_flat([tile.polygon for tile in tiles])
    ups = [_up(polygon) for polygon in polygons]
    rights = [_right(polygon) for polygon in polygons]
    telling = [up for tile, up in zip(tiles, ups, strict=True) if tile.tile not in _SHAPED]
    axis = common_axis(telling or ups)
    turned = [abs(_cross(up, axis)) > abs(_dot(up, axis)) for up in ups]
    along = [right if lies else up for up, right, lies in zip(ups, rights, turned, strict=True)]
    across = [up if lies else right for up, right, lies in zip(ups, rights, turned, strict=True)]
    up = _mean(along, _pointing(axis, tiles, ups))
    right = _mean(across, (-up[1], up[0]))
    placed = [
        _placed(index, tile.tile, polygon, right, (-up[0], -up[1]), sideways=lies)
        for index, (tile, polygon, lies) in enumerate(zip(tiles, polygons, turned, strict=True))
    ]
    return _lying_by_shape(placed)


def _lying_by_shape(tiles: list[Placed]) -> list[Placed]:
    """The tiles, shaped ones called sideways where they are as wide for their height as those."""
    upright = sorted(
        tile.wide / tile.high for tile in tiles if tile.label not in _SHAPED and not tile.sideways
    )
    if not upright:
        return tiles
    limit = _LYING * upright[len(upright) // 2]
    return [
        replace(tile, sideways=tile.wide > limit * tile.high) if tile.label in _SHAPED else tile
        for tile in tiles
    ]


def _placed(
    index: int, label: str, polygon: Polygon, right: Point, down: Point, *, sideways: bool
) -> Placed:
    """The tile by its extents along two directions, which a slanting camera need not see square."""
    area = _cross(right, down)
    us = [_cross(corner, down) / area for corner in polygon]
    vs = [_cross(right, corner) / area for corner in polygon]
    return Placed(index, label, sum(us) / 4, sum(vs) / 4, _half(us), _half(vs), sideways)


def _half(along: list[float]) -> float:
    """Half the extent of a face by the means of its opposite sides, by how far corners lie."""
    first, second, third, fourth = along
    right, down = second - first + third - fourth, fourth - first + third - second
    return (abs(right) + abs(down)) / 4


def _pointing(axis: Point, tiles: Sequence[ReadTile], ups: list[Point]) -> Point:
    """The axis, pointing to where the tops are; faces that look alike upside down do not vote."""
    votes = [_dot(up, axis) for up in ups]
    telling = [
        vote
        for tile, vote in zip(tiles, votes, strict=True)
        if tile.tile in _UPRIGHT_SHOWS and abs(vote) > math.sqrt(0.5)
    ]
    return axis if sum(telling or votes) >= 0 else (-axis[0], -axis[1])


def segments(tiles: list[Placed]) -> list[list[Placed]]:
    """The groups of touching tiles, row by row and left to right, as their owner reads them."""
    if not tiles:
        return []
    upright = sorted(tile.wide for tile in tiles if not tile.sideways)
    width = 2 * upright[len(upright) // 2] if upright else 2 * min(tile.high for tile in tiles)
    group_of = list(range(len(tiles)))
    for first in range(len(tiles)):
        for second in range(first):
            if _neighbours(tiles[first], tiles[second], width):
                old, new = group_of[first], group_of[second]
                group_of = [new if group == old else group for group in group_of]
    groups = [
        sorted((t for t, g in zip(tiles, group_of, strict=True) if g == group), key=lambda t: t.u)
        for group in sorted(set(group_of))
    ]
    return _in_reading_order(groups)


def stacked(first: Placed, second: Placed) -> bool:
    """Whether two sideways tiles lie one above the other, as an added kan does."""
    return (
        first.sideways
        and second.sideways
        and abs(first.u - second.u) < min(first.wide, second.wide)
    )


def _neighbours(first: Placed, second: Placed, width: float) -> bool:
    gap_u = abs(first.u - second.u) - first.wide - second.wide
    gap_v = abs(first.v - second.v) - first.high - second.high
    reach = _TOUCHING * width
    if stacked(first, second):
        return gap_v < reach
    level = -gap_v >= _LEVEL * 2 * min(first.high, second.high)
    return level and gap_u < reach


def _in_reading_order(groups: list[list[Placed]]) -> list[list[Placed]]:
    """Groups whose levels overlap are one row; rows from the top, groups from the left."""
    rows: list[list[list[Placed]]] = []
    for group in sorted(groups, key=_level):
        half = max(tile.high for tile in group)
        if rows and _level(group) - _level(rows[-1][0]) < half:
            rows[-1].append(group)
        else:
            rows.append([group])
    return [group for row in rows for group in sorted(row, key=lambda members: members[0].u)]


def _level(group: list[Placed]) -> float:
    return sum(tile.v for tile in group) / len(group)


def _up(polygon: Polygon) -> Point:
    """The unit vector from the foot of a face to its top."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = polygon
    return _unit(ax + bx - cx - dx, ay + by - cy - dy)


def _right(polygon: Polygon) -> Point:
    """The unit vector from the left of a face to its right."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = polygon
    return _unit(bx + cx - ax - dx, by + cy - ay - dy)


def _unit(x: float, y: float) -> Point:
    length = math.hypot(x, y) or 1.0
    return x / length, y / length


def _mean(directions: list[Point], towards: Point) -> Point:
    """The mean direction, each turned to point the same way as ``towards``."""
    signs = [math.copysign(1.0, _dot(one, towards)) for one in directions]
    x = sum(sign * one[0] for sign, one in zip(signs, directions, strict=True))
    y = sum(sign * one[1] for sign, one in zip(signs, directions, strict=True))
    return _unit(x, y)


def _dot(first: Point, second: Point) -> float:
    return first[0] * second[0] + first[1] * second[1]


def _cross(first: Point, second: Point) -> float:
    return first[0] * second[1] - first[1] * second[0]
