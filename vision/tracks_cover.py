"""What the bare table looks like: what has been taken away, and what lies under a hand."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detections import Floats
from vision.plane_map import Matrix

_ALIKE: Final = 16.0
"""Grey levels that the bare table may differ from itself, and a share of its brightness more."""

_SHARE: Final = 0.12
_MEAN: Final = np.full((1, 3), 1 / 3, np.float32)
_SLOW: Final = 0.05
_COLOURS: Final = 6
_SAMPLES: Final = 3000
_RENEW: Final = 50
_ROUNDS: Final = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 12, 1.0)

Mask = NDArray[np.bool_]


class Ground:
    """The bare table, as far as it was seen: colours float32 [h,w,3] of the small copy."""

    def __init__(self, height: int, width: int) -> None:
        self._colours = np.zeros((height, width, 3), np.float32)
        self._known = np.zeros((height, width), np.bool_)
        self._palette: Floats | None = None
        self._learnt = self._renewed = 0

    def learn(self, value: Floats, bare: Mask) -> None:
        """Remember what lies bare [h,w] now."""
        fresh = bare & ~self._known
        self._colours[fresh] = value[fresh]
        again = bare & self._known
        self._colours[again] += _SLOW * (value[again] - self._colours[again])
        self._known |= bare
        self._learnt += 1

    def bare(self, value: Floats, rows: slice, columns: slice, inside: Mask) -> float:
        """The share of a place where the bare table is seen, 0 to 1."""
        seen = value[rows, columns][inside]
        if not len(seen):
            return 0.0
        known = self._known[rows, columns][inside]
        alike = np.zeros(len(seen), np.bool_)
        alike[known] = _alike(seen[known], self._colours[rows, columns][inside][known])
        if not known.all():
            alike[~known] = self._like_the_table(seen[~known])
        return float(alike.mean())

    def foreign(self, value: Floats, asked: Mask) -> Mask:
        """Where [h,w], of the places asked about, the bare table is not seen."""
        away = cv2.absdiff(value, self._colours)
        first, second, third = cv2.split(away)
        largest = cv2.max(cv2.max(first, second), third)
        bar = _ALIKE + _SHARE * cv2.transform(self._colours, _MEAN)
        unlike = (largest >= bar) & self._known & asked
        opened = cv2.morphologyEx(
            unlike.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)
        )
        return np.asarray(opened > 0)

    def _like_the_table(self, seen: Floats) -> Mask:
        """Whether colours [n,3] are among the table's usual ones, where it was never seen bare."""
        if self._palette is None or self._learnt >= self._renewed + _RENEW:
            self._palette, self._renewed = self._usual(), self._learnt
        if self._palette is None:
            return np.zeros(len(seen), np.bool_)
        away = np.abs(seen[:, None] - self._palette[None]).max(axis=2)
        return np.asarray(away.min(axis=1) < _ALIKE)

    def _usual(self) -> Floats | None:
        colours = self._colours[self._known]
        if len(colours) < _SAMPLES // 10:
            return None
        some = colours[np.linspace(0, len(colours) - 1, _SAMPLES).astype(int)]
        labels = np.zeros((len(some), 1), np.int32)
        _, _, centres = cv2.kmeans(
            np.ascontiguousarray(some), _COLOURS, labels, _ROUNDS, 1, cv2.KMEANS_PP_CENTERS
        )
        return np.asarray(centres, np.float32)


def outlines(mask: Mask, least: float) -> list[Matrix]:
    """Convex outlines [n,2], in pixels of the mask, of its parts of at least so many pixels."""
    found, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    hulls = []
    for contour in found:
        if cv2.contourArea(contour) < least:
            continue
        hull = cv2.approxPolyDP(cv2.convexHull(contour), 1.5, True).reshape(-1, 2)
        if len(hull) >= 3:
            hulls.append(hull.astype(np.float64))
    return hulls


def reaching_in(foreign: Mask, field: Mask, least: float) -> Mask:
    """The parts of what does not belong on the table that are large and come from beyond it."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(foreign.astype(np.uint8))
    inner = cv2.erode(
        field.astype(np.uint8), np.ones((9, 9), np.uint8), borderType=cv2.BORDER_CONSTANT,
        borderValue=0,
    )  # fmt: skip
    rim = set(np.unique(labels[(inner == 0) & foreign]).tolist())
    kept = [
        number for number in range(1, count)
        if number in rim and stats[number, cv2.CC_STAT_AREA] >= least
    ]  # fmt: skip
    return np.asarray(np.isin(labels, kept))


def _alike(seen: Floats, colours: Floats) -> Mask:
    away = np.abs(seen - colours).max(axis=1)
    return np.asarray(away < _ALIKE + _SHARE * colours.mean(axis=1))
