"""How a shaken or nudged camera's picture has moved: a few thousand strong pixels tell."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detections import Floats
from vision.plane.map import Matrix

_BLOCK: Final = 6
"""One pixel is asked in each block of so many."""

_APART: Final = 8
"""Pixels from one to the next of those, all over the picture, that tell the light."""

_LEAST_SLOPE: Final = 5.0
_FEWEST: Final = 60
_ROUNDS: Final = 4
_ENOUGH: Final = 0.02
"""Pixels: a smaller step ends the search."""

_DARK: Final = 12.0
"""Grey levels: what is darker does not tell the light."""

_GOOD: Final = 12.0
"""Grey levels: pixels that stray less are taken to show what they showed."""

_TOGETHER: Final = 0.7
"""How much two pictures of one view correlate at least where they agree."""

_TURNS: Final = (0.0, -1.0, 1.0, -2.0, 2.0, -3.0, 3.0)
"""Degrees by which a nudge may turn a picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Drift:
    """How a picture lies against the one it is compared with."""

    step: Matrix
    """[2,3]: pixels of the first picture to pixels of this one; a similarity."""

    gain: float
    bias: float
    """Its brightness is gain times that of the first, and bias."""

    trust: float
    """The share of the asked pixels that agree, 0 to 1."""

    @property
    def away(self) -> float:
        """How far it shifts, turns and grows in all, about in pixels."""
        return float(np.abs(self.step - _STILL).max(axis=0) @ np.array([200.0, 200.0, 1.0]))


_STILL: Final = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])


class Steady:
    """A picture by which others are straightened. Grey float32 [h,w]."""

    def __init__(self, grey: Floats, bare: NDArray[np.bool_] | None = None) -> None:
        """``bare`` [h,w]: where no tile lies."""
        height, width = grey.shape
        across = cv2.Sobel(grey, cv2.CV_32F, 1, 0) / 8
        down = cv2.Sobel(grey, cv2.CV_32F, 0, 1) / 8
        slope = np.abs(across) + np.abs(down)
        slope[:4] = slope[-4:] = 0
        slope[:, :4] = slope[:, -4:] = 0
        rows, columns = height // _BLOCK * _BLOCK, width // _BLOCK * _BLOCK
        parts = slope[:rows, :columns].reshape(rows // _BLOCK, _BLOCK, -1, _BLOCK)
        blocks = parts.transpose(0, 2, 1, 3).reshape(-1, _BLOCK * _BLOCK)
        best = blocks.argmax(axis=1)
        block = np.flatnonzero(blocks[np.arange(len(blocks)), best] > _LEAST_SLOPE)
        wide = columns // _BLOCK
        y = block // wide * _BLOCK + best[block] // _BLOCK
        x = block % wide * _BLOCK + best[block] % _BLOCK
        self._spots = np.column_stack([x, y]).astype(np.float32)
        self._values = grey[y, x]
        self._bare: NDArray[np.int64] | None = None
        self._evenly: NDArray[np.int64] | None = None
        """Which of the spots, and of the places all over, no tile covered."""
        columns, rows = np.meshgrid(
            np.arange(4, width - 4, _APART), np.arange(4, height - 4, _APART)
        )
        bright = grey[rows, columns] > _DARK
        self._all = np.column_stack([columns[bright], rows[bright]]).astype(np.float32)
        self._levels = grey[rows, columns][bright]
        if bare is not None:
            self.lies_bare(bare)
        self._middle = np.array([width / 2, height / 2], np.float32)
        gx, gy = across[y, x], down[y, x]
        (dx, dy) = (self._spots - self._middle).T / 100
        ones = np.ones_like(gx)
        self._slopes = np.column_stack(
            [gx, gy, gx * dx + gy * dy, gy * dx - gx * dy, self._values / 100, ones]
        )

    def lies_bare(self, bare: NDArray[np.bool_]) -> None:
        """Where [h,w] no tile lay in this picture, unless that is known."""
        if self._bare is None:
            self._bare, self._evenly = (
                np.flatnonzero(bare[tuple(spots.astype(np.int64).T[::-1])])
                for spots in (self._spots, self._all)
            )

    def drift(self, grey: Floats, before: Drift | None = None) -> Drift:
        """How another picture lies against this one, looked for near ``before``."""
        slopes = self._slopes
        if len(self._spots) < _FEWEST:
            return Drift(_STILL.copy(), 1.0, 0.0, 0.0)
        step = (_STILL if before is None else before.step).copy()
        gain, bias = (1.0, 0.0) if before is None else (before.gain, before.bias)
        off = np.zeros(len(self._spots), np.float32)
        for _ in range(_ROUNDS):
            off = _seen(grey, self._spots, step) - gain * self._values - bias
            weights = _weights(off)
            normal = (slopes * weights[:, None]).T @ slopes
            normal += np.diag([1e-3, 1e-3, 1e-3, 1e-3, 1.0, 1.0]).astype(np.float32)
            change = np.linalg.solve(normal, -(slopes * weights[:, None]).T @ off)
            shift, (grow, turn) = change[:2] / gain, change[2:4] / 100 / gain
            small = np.array([[grow, -turn], [turn, grow]])
            step[:, :2] += small
            step[:, 2] += shift - small @ self._middle
            gain = float(np.clip(gain - change[4] / 100, 0.4, 2.5))
            bias = float(np.clip(bias - change[5], -60, 60))
            if float(np.abs(shift).max() + np.abs(change[2:4]).max()) < _ENOUGH:
                break
        return Drift(step, self._light(grey, step), 0.0, float((np.abs(off) < _GOOD).mean()))

    def staying(self, grey: Floats, before: Drift) -> Drift:
        """Another picture that lies as the one before: what no tile covered says how surely."""
        if self._bare is None or len(self._bare) < _FEWEST:
            return Drift(before.step, before.gain, before.bias, 0.0)
        values = self._values[self._bare]
        seen = _seen(grey, self._spots[self._bare], before.step)
        light, agree = _agreeing(seen, values)
        return Drift(before.step, light, 0.0, float(agree.mean()))

    def plainly(self, grey: Floats, before: Drift) -> Drift:
        """The same, told by places all over that no tile covered, most of them plain.

        A picture of one shade agrees with plain cloth, too: where it agrees it must also go with
        what was there.
        """
        nothing = Drift(before.step, before.gain, before.bias, 0.0)
        if self._evenly is None or len(self._evenly) < _FEWEST:
            return nothing
        values = self._levels[self._evenly]
        seen = _seen(grey, self._all[self._evenly], before.step)
        light, agree = _agreeing(seen, values)
        if not agree.any() or _together(seen[agree], values[agree]) < _TOGETHER:
            return nothing
        return Drift(before.step, light, 0.0, float(agree.mean()))

    def _light(self, grey: Floats, step: Matrix) -> float:
        """How many times brighter a picture that lies so is at most of its places.

        Tiles come and go, and lamps light one side: neither tells how bright the whole is.
        """
        if len(self._levels) < _FEWEST:
            return 1.0
        return _brighter(_seen(grey, self._all, step), self._levels)


def _agreeing(seen: Floats, values: Floats) -> tuple[float, NDArray[np.bool_]]:
    """How many times brighter places [n] are than they were, and which are as they were then."""
    bright = values > _DARK
    light = _brighter(seen[bright], values[bright]) if bright.any() else 1.0
    return light, np.abs(seen - light * values) < _GOOD


def _brighter(seen: Floats, values: Floats) -> float:
    """How many times brighter most of some places [n] are than they were."""
    return float(np.clip(np.median(seen / values), 0.4, 2.5))


def _together(one: Floats, other: Floats) -> float:
    """How much levels [...] correlate, -1 to 1; 0 where one of them is all of a shade."""
    spread = float(one.std() * other.std())
    return float(((one - one.mean()) * (other - other.mean())).mean()) / spread if spread else 0.0


def _seen(grey: Floats, spots: Floats, step: Matrix) -> Floats:
    """What a picture shows [n] where it has spots [n,2] after a step [2,3]."""
    at = spots @ step[:, :2].T.astype(np.float32) + step[:, 2].astype(np.float32)
    seen = cv2.remap(grey, at[:, :1], at[:, 1:], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen[:, 0], np.float32)


def _weights(off: Floats) -> Floats:
    """How much pixels count that are so far off [n]: little, where that is more than usual."""
    usual = max(float(np.median(np.abs(off))) * 1.5, 1.0)
    return np.asarray(1 / (1 + (off / (2 * usual)) ** 2) ** 2, np.float32)


def leaps(first: Floats, second: Floats) -> list[Matrix]:
    """Ways [2,3] in which a picture may have gone from the first to the second in a jump.

    Each is a turn of few degrees and the shift that is found from all of the picture after it.
    """
    height, width = first.shape
    window = cv2.createHanningWindow((width, height), cv2.CV_32F)
    there = _sharp(second)
    found = []
    for degrees in _TURNS:
        step = np.asarray(
            cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0), np.float64
        )
        turned = cv2.warpAffine(first, step, (width, height), borderMode=cv2.BORDER_REPLICATE)
        (x, y), _ = cv2.phaseCorrelate(_sharp(np.asarray(turned, np.float32)), there, window)
        step[:, 2] += np.array([x, y])
        found.append(step)
    return found


def _sharp(grey: Floats) -> Floats:
    blurred = cv2.GaussianBlur(grey, (0, 0), 1.5)
    return np.asarray(cv2.Laplacian(blurred, cv2.CV_32F), np.float32)


def likeness(first: Floats, second: Floats) -> float:
    """How much two pictures correlate, -1 to 1, whatever the light; 0 where one shows nothing."""
    one, other = (cv2.GaussianBlur(grey, (0, 0), 1.5)[::2, ::2] for grey in (first, second))
    return _together(np.asarray(one, np.float32), np.asarray(other, np.float32))


def after(first: Matrix, then: Matrix) -> Matrix:
    """Two steps [2,3], one after the other."""
    return np.column_stack([then[:, :2] @ first[:, :2], then[:, :2] @ first[:, 2] + then[:, 2]])
