"""What moves, what came to rest, and what has changed since it was last read: on a small copy."""

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detections import Floats
from vision.imagefile import Image
from vision.plane.map import Matrix
from vision.shrinking import shrunk
from vision.tracks.light import grey_of, merely_lit
from vision.tracks.steady import Drift, Steady, after, leaps, likeness

TILE_PX: Final = 8.0
"""How wide a tile is in the small copy, about."""

CELL: Final = 4
"""Pixels of the small copy that are judged together, along each side."""

_LEAST_STEP: Final = 9.0
_NOISES: Final = 5.0
_FEWEST_PIXELS: Final = 3
"""So many pixels of a cell must have changed."""

_EDGE_STILL: Final = 0.08
_EDGE_SHAKEN: Final = 0.35
"""Shares of the local contrast that a pixel may change by itself."""

_LOST: Final = 0.35
"""With fewer agreeing pixels the picture has jumped."""

_PLAIN: Final = 0.75
"""Unless so many places all over that no tile covered show what they did: edges may be shadows,
which go with their tiles. Of the pictures of eight tables no two shared more than .7."""

_FEW: Final = 0.6
"""With fewer, what no tile covered is asked whether anything moved: tiles may be swept away."""

_MORE: Final = 0.15
"""So much more must agree with a camera that moved."""

_FALLEN: Final = 0.75
"""With so few of those that agreed a moment ago it may lie elsewhere than near by."""

_ELSEWHERE: Final = 0.05
"""By how much more the pictures must correlate where it lies elsewhere."""

_SOUGHT_S: Final = 0.5
"""So often it is sought all over, at most."""

_FAR: Final = 1.5
"""So many times further than chance takes a pixel the edges of a change are from what light makes:
tiles that are laid or taken are three times and more."""

_ADAPT: Final = 0.08
_SETTLE_NS: Final = 90_000_000
"""Nothing has moved for so long: it is still."""
_RENEW_S: Final = 3.0
_WARPED: Final = 0.06
"""Small pixels of drift that are worth straightening."""

_MASKS: Final = 2000
"""Quadrilaterals of which it is remembered what lies inside."""

_EVENLY: Final = np.linspace(0, 1, 12)
_OVER: Final = np.array(
    [[(1 - x) * (1 - y), x * (1 - y), x * y, (1 - x) * y] for y in _EVENLY for x in _EVENLY]
)
"""[k,4]: places all over a quadrilateral, from its corners."""

_NEAR: Final = np.ones((3, 3), np.uint8)

Cells = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Stillness:
    """One frame against those before it. Cells are [h,w] of the small copy."""

    moving: Cells
    """Changes at this moment, or a moment ago."""

    changed: Cells
    """At rest, and unlike what was last read there."""

    small: Image
    """The small copy uint8 [h,w,3], blue first, straightened."""

    drift: Drift
    jumped: bool
    """Lies elsewhere than a moment ago by more than a shake does."""

    lost: bool
    """Cannot be laid on what was seen before."""

    relit: tuple[float, float] = (1.0, 0.0)
    """Pictures that are kept are to be made so many times brighter, and by so many levels."""


class Watching:
    """Follows a camera's pictures. Places are those of the first picture."""

    def __init__(self, bgr: Image, tile_px: float) -> None:
        self.factor = max(1, round(tile_px / TILE_PX))
        """Pixels of the frame a pixel of the small copy."""
        self._before = self._shrunk(bgr)
        self._read = self._before.astype(np.float32)
        """The small copy as it was last read, cell by cell."""
        height, width = self._read.shape[:2]
        self.shape = (height // CELL, width // CELL)
        self._since = np.full(self.shape, -(1 << 62), np.int64)
        """When each cell last moved."""
        self._steady = Steady(grey_of(self._before))
        self._bare: NDArray[np.bool_] | None = None
        self._renewed_ns = 0
        self._drift = Drift(np.array([[1.0, 0, 0], [0, 1.0, 0]]), 1.0, 0.0, 1.0)
        self._noise = 2.0
        self._bar = np.full((height, width), _LEAST_STEP, np.float32)
        """How much each pixel may differ by itself:"""
        self._least, self._share = np.float32(_LEAST_STEP), np.float32(_EDGE_STILL)
        """so much, and this share of the contrast around it."""
        self._shaken = 0.0
        self._sought_ns = -(1 << 62)
        self._masks: dict[bytes, tuple[slice, slice, NDArray[np.bool_]]] = {}

    @property
    def still_since(self) -> NDArray[np.int64]:
        """When each cell last moved, nanoseconds [h,w]."""
        return self._since

    @property
    def value(self) -> Image:
        """The newest small copy, straightened, in the light of the last few seconds."""
        return self._before

    def look(self, bgr: Image, now_ns: int) -> Stillness:
        """Judge the next frame."""
        small = self._shrunk(bgr)
        drift, jumped, lost = self._placed(grey_of(small), now_ns)
        small = self._straight(small, drift)
        value = _lit(small, 1 / drift.gain, -drift.bias / drift.gain)
        fresh = largest(_apart(value, self._before))
        noise = _median(fresh) * 1.5
        self._noise += 0.1 * (min(noise, 6.0) - self._noise)
        self._least = np.float32(max(_LEAST_STEP, _NOISES * self._noise))
        bar = self._bar = self._least + self._edges(drift)
        stirred = self._cells(fresh > bar)
        if jumped:
            stirred[:] = True
        self._since[stirred] = now_ns
        self._before = value
        still = now_ns - self._since >= _SETTLE_NS
        unlike = self._cells(largest(_apart(value, _lit(self._read))) > bar)
        alike = still & ~unlike
        self._adapt(value, alike)
        relit = (1.0, 0.0)
        if now_ns - self._renewed_ns > _RENEW_S * 1e9 and not lost:
            relit = self._renew(now_ns)
        return Stillness(~still, still & unlike, small, drift, jumped, lost, relit)

    def tiles_lie(self, tiles: NDArray[np.bool_]) -> None:
        """Tiles lie in this part [h,w] of the small copy."""
        self._bare = ~tiles
        self._steady.lies_bare(self._bare)

    def mark_read(self, cells: Cells) -> None:
        """What these cells show now has been read."""
        if cells.any():
            mask = self.pixels(cells).view(np.uint8)
            cv2.accumulateWeighted(self._before, self._read, 1.0, mask)  # quicker than by indices

    def merely_lit(self, cells: Cells) -> Cells:
        """Those of some cells that show what was last read there in another light."""
        asked = self.pixels(cells)
        value = self._before.astype(np.float32)
        lit = merely_lit(asked, value, self._read, self._bar_of_both(), far=_FAR)
        return np.asarray(cells & ~self._cells(asked & ~lit))

    def _bar_of_both(self) -> Floats:
        """How much each pixel may differ by itself where it was read like that: at edges of both.

        What was laid since has edges of its own, and they are what tells it.
        """
        known = cv2.dilate(_gradient(largest(_lit(self._read))), _NEAR)
        seen = cv2.dilate(_gradient(largest(self._before)), _NEAR)
        edges = np.minimum(known, seen).astype(np.float32)
        return np.asarray(np.minimum(self._bar, self._least + self._share * edges), np.float32)

    def begin_again(self) -> None:
        """Take what is seen now as the picture by which others are straightened."""
        self._steady = Steady(grey_of(self._before), self._bare)
        self._since[:] = -(1 << 62)

    def box(self, cells: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
        """Cells left, top, right, bottom (exclusive) as pixels of the straight frame."""
        side = CELL * self.factor
        left, top, right, bottom = cells
        return left * side, top * side, right * side, bottom * side

    def to_frame(self, drift: Drift) -> Matrix:
        """[3,3]: pixels of the first picture to pixels of a frame that has drifted."""
        step = np.vstack([drift.step, [0, 0, 1.0]])
        step[:2, 2] *= self.factor
        return step

    def inside(self, quads: Matrix) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Rows and columns [n,k] in the small copy, all over quadrilaterals [n,4,2]."""
        points = np.rint(_OVER @ quads / self.factor).astype(np.int64)
        high, wide = self._read.shape[:2]
        return np.clip(points[..., 1], 0, high - 1), np.clip(points[..., 0], 0, wide - 1)

    def mask_of(self, quad: Matrix) -> tuple[slice, slice, NDArray[np.bool_]]:
        """A quadrilateral [4,2] of the straight frame in the small copy: rows, columns, inside."""
        key = quad.tobytes()
        known = self._masks.get(key)
        if known is None:
            if len(self._masks) >= _MASKS:
                self._masks.clear()
            known = self._masks[key] = self._drawn(quad)
        return known

    def _drawn(self, quad: Matrix) -> tuple[slice, slice, NDArray[np.bool_]]:
        corners = quad / self.factor
        height, width = self._read.shape[:2]
        low = np.clip(np.floor(corners.min(axis=0)).astype(int), 0, (width - 1, height - 1))
        high = np.clip(np.ceil(corners.max(axis=0)).astype(int) + 1, low + 1, (width, height))
        inside = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
        cv2.fillConvexPoly(inside, np.rint(corners - low).astype(np.int32), 1)
        return slice(low[1], high[1]), slice(low[0], high[0]), inside > 0

    def cells_of(self, quad: Matrix) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The cells under a quadrilateral [4,2] of the straight frame, one entry a small pixel."""
        rows, columns, inside = self.mask_of(quad)
        y, x = np.nonzero(inside)
        high, wide = self.shape
        return (
            np.minimum((y + rows.start) // CELL, high - 1),
            np.minimum((x + columns.start) // CELL, wide - 1),
        )

    def _shrunk(self, bgr: Image) -> Image:
        height, width = bgr.shape[:2]
        size = (width // self.factor, height // self.factor)
        return shrunk(bgr[: size[1] * self.factor, : size[0] * self.factor], size)

    def _placed(self, grey: Floats, now_ns: int) -> tuple[Drift, bool, bool]:
        """How the frame lies, whether it jumped there, and whether it is lost."""
        before = self._drift
        drift = self._steady.drift(grey, before)
        doubtful = drift.trust < max(_FEW, _FALLEN * before.trust)
        if doubtful and now_ns - self._sought_ns >= _SOUGHT_S * 1e9:
            self._sought_ns = now_ns
            drift = self._sought(grey, drift)
        if drift.trust < _FEW:
            stays = self._steady.staying(grey, before)
            drift = stays if stays.trust > drift.trust - _MORE else drift
        if drift.trust < _LOST:
            plainly = self._steady.plainly(grey, before)
            drift = plainly if plainly.trust > _PLAIN else drift
        jumped, lost = False, drift.trust < _LOST
        if lost:
            drift = Drift(before.step, before.gain, before.bias, drift.trust)
        else:
            jumped = float(np.abs(drift.step[:, 2] - before.step[:, 2]).max()) > 1.0
            self._drift = drift
        return drift, jumped, lost

    def _sought(self, grey: Floats, near: Drift) -> Drift:
        """Where a frame that may have jumped looks most like the one before: near, or anywhere."""
        last, known = self._drift, grey_of(self._before)
        drifts = []
        for step in leaps(known, _straightened(grey, last.step)):
            start = Drift(after(step, last.step), last.gain, last.bias, 0.0)
            drifts.append(self._steady.drift(grey, start))
        alike = [likeness(known, _straightened(grey, one.step)) for one in (near, *drifts)]
        best = int(np.argmax(alike[1:]))
        return drifts[best] if alike[1:][best] > alike[0] + _ELSEWHERE else near

    def _straight(self, small: Image, drift: Drift) -> Image:
        if drift.away < _WARPED:
            return small
        return np.asarray(_straightened(small, drift.step), np.uint8)

    def _edges(self, drift: Drift) -> Floats:
        """How much more [h,w] may differ at edges, which no straightening puts back exactly."""
        shaken = drift.away > _WARPED
        self._shaken += 0.2 * (float(shaken) - self._shaken)
        share = _EDGE_STILL + (_EDGE_SHAKEN - _EDGE_STILL) * min(1.0, 2 * self._shaken)
        self._share = np.float32(share)
        return np.asarray(self._share * _gradient(largest(self._before)), np.float32)

    def _cells(self, pixels: NDArray[np.bool_]) -> Cells:
        rows, columns = self.shape
        whole = pixels[: rows * CELL, : columns * CELL].astype(np.float32)
        shares = cv2.resize(whole, (columns, rows), interpolation=cv2.INTER_AREA)
        return np.asarray(shares * CELL**2 > _FEWEST_PIXELS - 0.5)

    def pixels(self, cells: Cells) -> NDArray[np.bool_]:
        """Cells as pixels of the small copy."""
        mask = np.zeros(self._read.shape[:2], np.uint8)
        high, wide = (side * CELL for side in self.shape)
        mask[:high, :wide] = cv2.resize(
            cells.view(np.uint8), (wide, high), interpolation=cv2.INTER_NEAREST
        )
        return mask.view(np.bool_)

    def _adapt(self, value: Image, alike: Cells) -> None:
        """Follow wandering light where nothing has changed."""
        mask = self.pixels(alike).astype(np.uint8)
        cv2.accumulateWeighted(value, self._read, _ADAPT, mask)

    def _renew(self, now_ns: int) -> tuple[float, float]:
        """Take the present light for the usual one; how much brighter what is kept becomes.

        Were all told in the first light for ever, each small error of the light's measure would
        add to those before it.
        """
        self._renewed_ns = now_ns
        gain, bias = self._drift.gain, self._drift.bias
        self._read = np.asarray(self._read * gain + bias, np.float32)
        self._before = _lit(self._before, gain, bias)
        self._drift = Drift(self._drift.step, 1.0, 0.0, self._drift.trust)
        self._steady = Steady(grey_of(_lit(self._read)), self._bare)
        return gain, bias


def _straightened(image: NDArray[Any], step: Matrix) -> NDArray[Any]:
    """A picture that has moved by a step [2,3], put back."""
    size = (image.shape[1], image.shape[0])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(image, step, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)


def _lit(image: NDArray[Any], gain: float = 1.0, bias: float = 0.0) -> Image:
    """A picture ``gain`` times brighter, and by ``bias`` levels."""
    return np.asarray(cv2.convertScaleAbs(image, alpha=gain, beta=bias), np.uint8)


def _median(levels: Image) -> float:
    """The median of whole levels [h,w], between them."""
    counts = np.bincount(levels[::3, ::3].ravel(), minlength=256).cumsum()
    middle = counts[-1] / 2
    level = int(np.searchsorted(counts, middle))
    below = counts[level - 1] if level else 0
    return max(0.0, level - 0.5 + float(middle - below) / float(counts[level] - below))


def _apart(one: Image, other: Image) -> Image:
    return np.asarray(cv2.absdiff(one, other), np.uint8)


def largest(values: NDArray[Any]) -> NDArray[Any]:
    """The largest of three channels [h,w]; numpy is slow along so short an axis."""
    first, second, third = cv2.split(values)
    return np.asarray(cv2.max(cv2.max(first, second), third))


def _gradient(levels: Image) -> Image:
    """How far [h,w] the levels next to each pixel are apart."""
    return np.asarray(cv2.morphologyEx(levels, cv2.MORPH_GRADIENT, _NEAR), np.uint8)
