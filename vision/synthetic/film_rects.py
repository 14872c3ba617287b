"""Rectangles of a picture, in whole pixels: (left, top, right, bottom), the last two outside."""

from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from vision.synthetic.solids import Floats

Rect: TypeAlias = tuple[int, int, int, int]
FEWEST = 4
"""Pixels of a side from which on there is anything to paint."""
Pixel = TypeVar("Pixel", bound=np.generic)


def bounds(points: Floats) -> Rect:
    """The whole pixels that points (n, 2) lie in."""
    low, high = np.floor(points.min(axis=0)), np.ceil(points.max(axis=0))
    return int(low[0]), int(low[1]), int(high[0]) + 1, int(high[1]) + 1


def about(at: tuple[float, float], radius: float) -> Floats:
    """A square about a place on the table, mm, shape (4, 3)."""
    signs = np.array([[-1.0, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]])
    return np.asarray(np.array([*at, 0.0]) + radius * signs)


def grown(rect: Rect, by: int, size: tuple[int, int]) -> Rect:
    """A rectangle with a margin, as far as the picture of ``size`` (width, height) goes."""
    left, top = max(0, rect[0] - by), max(0, rect[1] - by)
    return left, top, max(left, min(size[0], rect[2] + by)), max(top, min(size[1], rect[3] + by))


def evened(rect: Rect) -> Rect:
    """A rectangle whose corners lie on even pixels, for what is drawn at half size."""
    return (
        rect[0] - rect[0] % 2, rect[1] - rect[1] % 2,
        rect[2] + rect[2] % 2, rect[3] + rect[3] % 2,
    )  # fmt: skip


def sides(rect: Rect) -> int:
    """The shorter side, pixels; 0 or less for what is no rectangle."""
    return min(rect[2] - rect[0], rect[3] - rect[1])


def meets(one: Rect, two: Rect) -> bool:
    """Whether two rectangles share a pixel."""
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]


def clusters(rects: list[Rect]) -> list[Rect]:
    """Rectangles that cover the same pixels and of which no two meet."""
    apart: list[Rect] = []
    for rect in rects:
        grows = rect
        while touching := [other for other in apart if meets(other, grows)]:
            apart = [other for other in apart if other not in touching]
            every = [grows, *touching]
            grows = (
                min(one[0] for one in every), min(one[1] for one in every),
                max(one[2] for one in every), max(one[3] for one in every),
            )  # fmt: skip
        apart.append(grows)
    return apart


def crop(picture: NDArray[Pixel], rect: Rect) -> NDArray[Pixel]:
    """The part of a picture, shared with it."""
    return picture[rect[1] : rect[3], rect[0] : rect[2]]
