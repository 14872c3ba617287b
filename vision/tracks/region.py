"""Which parts of a frame are looked at: boxes around what changed, in straight pixels."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detections import Box
from vision.plane.map import Matrix, TablePlane
from vision.tracks.still import Watching

_MARGIN: Final = 1.6
"""Tile widths that are looked at around what changed."""

_WHOLE: Final = 0.5
"""From this share of the field on, all of it is read at once."""

_SPECK: Final = 3
"""So many cells are less than a tile's, which are six or more."""

_CUT: Final = 0.87
"""A find with a side shorter than this share of a tile's may be a part of a face,"""

_BROAD: Final = 1.15
"""and one with a longer side may reach over its neighbour's."""

LONGER: Final = 1.2
"""A find's side that is so much longer than the other runs along the tile's long side."""

_INNER: Final = (0.6, 1.1)
"""What is between such shares of a tile's width, and longer than broad, may be a tile's
inner part where a face's row goes on:"""

_STEP: Final = ((0.9, 1.1), (1.05, 1.27))
"""so many widths from that face, or turned;"""

_OFF: Final = (0.15, 0.3)
"""so far off its middle."""

_ALONG: Final = 0.5
"""The cosine of what is turned."""

_BESIDE: Final = 1.25
"""So many times its outline is what a tile is seen in."""

_AREA: Final = (0.7, 1.4)
_SIDES: Final = (0.72, 1.35)
"""How large a face may seem, against a tile's."""


def changed_boxes(plane: TablePlane, watching: Watching, wanted: NDArray[np.bool_]) -> list[Box]:
    """What to look at: the parts that changed, and what is around them."""
    grown = cv2.dilate(wanted.astype(np.uint8), np.ones((5, 5), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(grown, connectivity=8)
    margin = _MARGIN * plane.tile_px()
    boxes: list[Box] = []
    for left, top, width, height, _ in stats[1:count]:
        cells = (left + 2, top + 2, left + width - 2, top + height - 2)
        x0, y0, x1, y1 = watching.box(cells)
        boxes.append((int(x0 - margin), int(y0 - margin), int(x1 + margin), int(y1 + margin)))
    boxes = joined(boxes)
    field = field_box(plane)
    if sum(area(box) for box in boxes) > _WHOLE * area(field):
        return [field]
    return boxes


def field_box(plane: TablePlane) -> Box:
    """The upright box around the playing field, inside the picture."""
    half = plane.half_mm + plane.tile_mm[0]
    corners = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    pixels = plane.to_px(corners)
    low, high = pixels.min(axis=0), pixels.max(axis=0)
    width, height = plane.size
    return (
        max(0, int(low[0])), max(0, int(low[1])), min(width, int(high[0])),
        min(height, int(high[1])),
    )  # fmt: skip


def field_mask(
    plane: TablePlane, shape: tuple[int, int], factor: int, beyond: float = 0.3
) -> NDArray[np.bool_]:
    """Where the playing field is in a copy of ``shape`` (h, w), ``factor`` times smaller.

    It reaches ``beyond`` tile widths further than where it was found to end.
    """
    half = plane.half_mm + beyond * plane.tile_mm[0]
    corners = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    mask = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(mask, np.rint(plane.to_px(corners) / factor).astype(np.int32), 1)
    return mask > 0


def tile_sized(plane: TablePlane, corners: Matrix) -> bool:
    """Whether corners [4,2] in millimetres are those of a lying tile, as well as one sees them."""
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    wide, high = sorted(((sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2))
    width, height = plane.tile_mm
    near = all(_SIDES[0] < one < _SIDES[1] for one in (wide / width, high / height))
    return bool(_AREA[0] < wide * high / (width * height) < _AREA[1] and near)


def on_field(plane: TablePlane, spot: Matrix) -> bool:
    """Whether a place [2] in millimetres is on the playing field."""
    return bool(np.abs(spot).max() < plane.half_mm + 0.5 * plane.tile_mm[0])


def area(box: Box) -> int:
    """Pixels inside."""
    return (box[2] - box[0]) * (box[3] - box[1])


def joined(boxes: list[Box]) -> list[Box]:
    """Boxes that overlap, as one."""
    todo, done = list(boxes), []
    while todo:
        one = todo.pop()
        for index, other in enumerate(todo):
            if one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]:
                todo[index] = (
                    min(one[0], other[0]), min(one[1], other[1]),
                    max(one[2], other[2]), max(one[3], other[3]),
                )  # fmt: skip
                break
        else:
            done.append(one)
    return done


def specks(cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Those cells [h,w] that hang together with fewer others than a tile's."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(cells.astype(np.uint8), connectivity=8)
    small = stats[:, cv2.CC_STAT_AREA] <= _SPECK
    small[0] = False
    return np.asarray(small[labels])


def tile_mask(
    quads: Sequence[Matrix], shape: tuple[int, ...], factor: int
) -> NDArray[np.bool_]:  # fmt: skip
    """Where in a copy [h,w] so many times smaller tiles lie, and a little beside them."""
    mask = np.zeros(shape, np.uint8)
    for quad in quads:
        middle = quad.mean(axis=0)
        corners = (middle + _BESIDE * (quad - middle)) / factor
        cv2.fillConvexPoly(mask, np.rint(corners).astype(np.int32), 1)
    return mask > 0


def closed(moving: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Moving cells [h,w] without the gaps of a plain sleeve between them."""
    square = np.ones((3, 3), np.uint8)
    return np.asarray(cv2.morphologyEx(moving.astype(np.uint8), cv2.MORPH_CLOSE, square) > 0)


def holds(box: Box, spot: Matrix) -> bool:
    """Whether a point is inside."""
    return bool(box[0] < spot[0] < box[2] and box[1] < spot[1] < box[3])


def whole_tiles(plane: TablePlane, corners: Matrix) -> list[Matrix]:
    """Outlines [4,2] in pixels of the tiles that a find of another size may show; else none.

    ``corners`` [4,2] in millimetres. Either way round, where its sides are too alike to tell.
    """
    across = (corners[1] - corners[0] + corners[2] - corners[3]) / 2
    down = (corners[3] - corners[0] + corners[2] - corners[1]) / 2
    ways = _parts_of(plane, corners, across, down)
    sides = sorted(float(np.linalg.norm(side)) for side in (across, down))
    if ways and sides[1] < LONGER * sides[0]:
        ways += _parts_of(plane, corners, down, across)
    return ways


def _parts_of(plane: TablePlane, corners: Matrix, across: Matrix, down: Matrix) -> list[Matrix]:
    """Outlines [4,2] in pixels of tiles with these sides in which the find may lie."""
    spot, found = corners.mean(axis=0), []
    for side, size in ((across, plane.tile_mm[0]), (down, plane.tile_mm[1])):
        long = float(np.linalg.norm(side))
        if not _CUT < long / size < _BROAD:
            away = side / long * (size - long) / 2
            found += [spot + way * away for way in (-1, 0, 1)]
    along = across / np.linalg.norm(across)
    return [plane.to_px(outline(middle, along, plane.tile_mm)) for middle in found]


def outline(spot: Matrix, along: Matrix, tile_mm: tuple[float, float]) -> Matrix:
    """Corners [4,2] in millimetres, clockwise on screen, of a tile whose width runs ``along``."""
    up = np.array([-along[1], along[0]])
    half = np.array([[-1.0, 1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]]) * np.array(tile_mm) / 2
    return np.asarray(spot + half[:, :1] * along + half[:, 1:] * up)


def goes_on(corners: Matrix, faces: Sequence[tuple[Matrix, float]], width: float) -> bool:
    """Whether a find [4,2] lies as a smaller tile next in the row of a face.

    In millimetres, as is the ``width`` of a tile; ``faces``: their middles [2], and degrees.
    """
    across, down = corners[1] - corners[0], corners[3] - corners[0]
    sides = np.linalg.norm([across, down], axis=1) / width
    if not _INNER[0] < sides.min() < LONGER * sides.min() < sides.max() < _INNER[1]:
        return False
    long = (across, down)[int(sides.argmax())] / (width * sides.max())
    for spot, degrees in faces:
        up = np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
        away = (corners.mean(axis=0) - spot) / width
        off, step = abs(float(away @ up)), abs(float(away @ np.array([-up[1], up[0]])))
        turned = int(abs(float(long @ up)) < _ALONG)
        if _STEP[turned][0] < step < _STEP[turned][1] and off < _OFF[turned]:
            return True
    return False
