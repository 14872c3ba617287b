"""A row as it was read: which of its tiles still stand there, and where beside it is something new.

Behind a hand others reach about the table, so that its camera sees changes all the time.
"""

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detections import Box, Floats
from vision.hand.comb import Quads
from vision.imagefile import Image

_CELLS: Final = (6, 8)
"""Cells across and down a tile whose means are compared."""

_DIFFERENT: Final = 12.0
"""Levels by which the mean of a cell changes where another tile stands."""

_BESIDE: Final = 2.2
"""So many widths beside a row the next tile stands, apart or not."""

IN_LINE: Final = 0.45
"""Tiles of one row differ in height by no more than this share of their own."""

_AROUND: Final = 0.6
"""So many heights above and below a row its tiles may come to stand."""


@dataclass(frozen=True, slots=True, eq=False)
class Kept:
    """A row that was read."""

    quads: Quads
    """Where its tiles stood [n,4,2]."""

    _tiles: tuple[NDArray[np.float32], ...]
    _ends: tuple[NDArray[np.float32], ...]

    @classmethod
    def of(cls, image: Image, quads: Quads) -> "Kept":
        """The row of tiles [n,4,2] in a picture, n of one or more."""
        grey = _levels(image)
        tiles = tuple(_cells(grey, _around(quad[None]), _CELLS) for quad in quads)
        ends = tuple(_end_cells(grey, box) for box in _ends(quads, image.shape))
        return cls(quads, tiles, ends)

    @property
    def wide(self) -> float:
        """How wide a tile is in pixels."""
        return float(np.median(np.ptp(self.quads[..., 0], axis=1)))

    def same(self, image: Image) -> NDArray[np.bool_]:
        """Which of the tiles [n] look as they did."""
        grey = _levels(image)
        now = (_cells(grey, _around(quad[None]), _CELLS) for quad in self.quads)
        return np.array([_alike(*pair) for pair in zip(self._tiles, now, strict=True)], np.bool_)

    def new_beside(self, image: Image) -> list[Box]:
        """The parts of the picture beside the row that look otherwise than they did."""
        grey, boxes = _levels(image), _ends(self.quads, image.shape)
        top, bottom = self.strip(image)
        return [
            (box[0], top, box[2], bottom) for box, before in zip(boxes, self._ends, strict=True)
            if not _alike(before, _end_cells(grey, box))
        ]  # fmt: skip

    def beside_seen(self, image: Image) -> "Kept":
        """The same row, what is beside it now being known to be no tile."""
        grey = _levels(image)
        ends = tuple(_end_cells(grey, box) for box in _ends(self.quads, image.shape))
        return replace(self, _ends=ends)

    def level(self, quads: Floats) -> NDArray[np.bool_]:
        """Which of the faces [n,4,2] stand in line with the row."""
        middle, high = self.quads.mean(axis=1), float(np.median(np.ptp(self.quads[..., 1], axis=1)))
        degree = 1 if len(middle) > 1 else 0
        line = np.polyfit(middle[:, 0], middle[:, 1], degree)
        there = quads.mean(axis=1)
        return np.asarray(
            np.abs(np.polyval(line, there[:, 0]) - there[:, 1]) < IN_LINE * high, np.bool_
        )

    def strip(self, image: Image) -> tuple[int, int]:
        """From which row of pixels to which tiles of the row may stand in a picture."""
        return _strip(self.quads, image.shape[0])


class _Grey(NamedTuple):
    """A grey picture, and its overall light, which is taken out of what is compared."""

    levels: NDArray[np.uint8]
    light: float


def _levels(image: Image) -> _Grey:
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    return _Grey(grey, float(np.median(grey[::4, ::4])))


def _around(quads: Quads) -> Box:
    """The upright box around quadrilaterals [n,4,2]."""
    low, high = quads.min(axis=(0, 1)), quads.max(axis=(0, 1))
    return int(low[0]), int(low[1]), int(np.ceil(high[0])), int(np.ceil(high[1]))


def _strip(quads: Quads, height: int) -> tuple[int, int]:
    """The rows of pixels, of so many, where quadrilaterals [n,4,2] are, and a little more."""
    _, top, _, bottom = _around(quads)
    more = _AROUND * float(np.median(np.ptp(quads[..., 1], axis=1)))
    return max(0, int(top - more)), min(height, int(bottom + more))


def _ends(quads: Quads, shape: tuple[int, ...]) -> list[Box]:
    """The parts before and behind a row, inside a picture of a shape, that are not empty."""
    left, top, right, bottom = _around(quads)
    more = int(_BESIDE * float(np.median(np.ptp(quads[..., 0], axis=1))))
    boxes = [(left - more, top, left, bottom), (right, top, right + more, bottom)]
    inside = [
        (max(0, box[0]), max(0, top), min(shape[1], box[2]), min(shape[0], bottom))
        for box in boxes
    ]  # fmt: skip
    return [box for box in inside if box[2] - box[0] > 1 and box[3] - box[1] > 1]


def _end_cells(grey: _Grey, box: Box) -> NDArray[np.float32]:
    return _cells(grey, box, (2 * _CELLS[0], _CELLS[1]))


def _cells(grey: _Grey, box: Box, cells: tuple[int, int]) -> NDArray[np.float32]:
    """The means of so many cells of a box across and down; nothing of one outside the picture."""
    part = grey.levels[max(0, box[1]) : max(0, box[3]), max(0, box[0]) : max(0, box[2])]
    if not part.size:
        return np.zeros(cells[::-1], np.float32)
    means = cv2.resize(part.astype(np.float32), cells, interpolation=cv2.INTER_AREA)
    return np.asarray(means - grey.light, np.float32)


def _alike(one: NDArray[np.float32], other: NDArray[np.float32]) -> bool:
    return float(np.abs(one - other).max()) < _DIFFERENT
