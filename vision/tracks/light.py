"""Light that has wandered is no change: it makes places brighter or darker and keeps their edges.

What two pictures of a place show is the same where one is the other, evenly brighter, all around:
a tile that was laid, taken or exchanged has edges that no light makes.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detections import Floats
from vision.imagefile import Image

WIDE: Final = 21
"""Small pixels along each side of what is lit evenly, two to three tiles."""

_ROUNDS: Final = 2
"""How often the light is fitted: what strays from the first fit counts less in the second."""

_FLAT: Final = 30.0
"""Squared grey levels: where a place varies no more, its light is told by its brightness alone."""

_BLOCK: Final = 4
_NEAR: Final = 2
"""Blocks of so many small pixels along each side; what is nearer than so many is one part."""

_TOGETHER: Final = np.ones((4, 4), np.uint8)
_FEWEST: Final = 3
_MOST: Final = 9
"""So many pixels of a cell are an edge that differ by far more than light explains, and so many
that differ by hardly more: grain and shaken edges leave some of those."""

_ALONE: Final = 1.7
"""So many times more one channel may differ than all three: lamps have colours, and what is burnt
out grows no brighter."""

_GAIN: Final = (0.6, 1.6)
_BRIGHTER: Final = 0.4
"""By how much light may change contrast, and brightness as a share."""

Mask = NDArray[np.bool_]


def unlit(value: Floats, known: Floats, bar: Floats) -> Floats:
    """How far [h,w] two pictures [h,w,3] are apart beyond what light explains; 1 may be chance.

    ``bar`` [h,w]: how much a pixel may differ by itself. Light changes contrast in all channels
    alike, brightness in each by itself.
    """
    after, before = grey_of(value), grey_of(known)
    weights = np.ones_like(after)
    gain = shift = weights
    for _ in range(_ROUNDS):
        gain, shift = _light(after, before, weights)
        off = (after - gain * before - shift) / bar
        weights = np.asarray(1 / (1 + off * off), np.float32)
    mean = cv2.blur(before, (WIDE, WIDE))
    step = np.abs(gain * mean + shift - mean)
    much = (gain < _GAIN[0]) | (gain > _GAIN[1]) | (step > _BRIGHTER * mean + bar)
    mine = cv2.merge([weights] * 3)
    share = cv2.merge([1 / cv2.blur(weights, (WIDE, WIDE))] * 3)
    usual, was = (cv2.blur(one * mine, (WIDE, WIDE)) * share for one in (value, known))
    left = cv2.absdiff(value - usual, (known - was) * cv2.merge([gain] * 3))
    blue, green, red = cv2.split(np.asarray(left, np.float32))
    most = np.asarray(cv2.max(cv2.max(blue, green), red), np.float32)
    together = np.asarray((blue + green + red) / 3, np.float32)
    apart = np.asarray(cv2.max(together, most / np.float32(_ALONE)) / bar, np.float32)
    apart[much] = np.inf
    return apart


def merely_lit(
    unlike: Mask, value: Floats, known: Floats, bar: Floats,
    asked: Mask | None = None, far: float = 1.0,
) -> Mask:  # fmt: skip
    """Those parts of what is ``unlike`` [h,w] between two pictures that only another light makes.

    A part is what hangs together, small gaps left aside; where one has an edge, none of it is.
    With ``asked``, only parts are considered of which most is asked about. ``far``: how far apart
    the few pixels of an edge are, see ``unlit``.
    """
    found = np.zeros_like(unlike)
    rows, columns = (side // _BLOCK for side in unlike.shape)
    whole = unlike[: rows * _BLOCK, : columns * _BLOCK].astype(np.uint8) * 255
    blocks = (cv2.resize(whole, (columns, rows), interpolation=cv2.INTER_AREA) > 0).view(np.uint8)
    grown = cv2.dilate(blocks, np.ones((2 * _NEAR + 1, 2 * _NEAR + 1), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(grown, connectivity=8)
    for number, (left, top, width, height, _) in enumerate(stats[1:count], 1):
        inner = slice(top, top + height), slice(left, left + width)
        mine = np.repeat(np.repeat(labels[inner] == number, _BLOCK, axis=0), _BLOCK, axis=1)
        here = _around(top, height, 0), _around(left, width, 0)
        part = mine & unlike[here]
        if asked is not None and 2 * np.count_nonzero(asked[here] & part) < np.count_nonzero(part):
            continue
        wide = _around(top, height, WIDE), _around(left, width, WIDE)
        apart = unlit(value[wide], known[wide], bar[wide])
        up, side = here[0].start - wide[0].start, here[1].start - wide[1].start
        apart = apart[up : up + part.shape[0], side : side + part.shape[1]]
        if not _has_edge(apart, part, far):
            found[here] |= part
    return found


def _has_edge(apart: Floats, part: Mask, far: float) -> bool:
    """Whether a part differs [h,w] somewhere as edges do: a few pixels by far, or many at all."""
    for bar, fewest in ((far, _FEWEST), (1.0, _MOST)):
        beyond = ((apart > bar) & part).view(np.uint8)
        near = cv2.filter2D(beyond, -1, _TOGETHER, borderType=cv2.BORDER_CONSTANT)
        if near.max(initial=0) >= fewest:
            return True
    return False


def _around(first: int, size: int, margin: int) -> slice:
    """The pixels of so many blocks, and a margin."""
    return slice(max(0, first * _BLOCK - margin), (first + size) * _BLOCK + margin)


def _light(after: Floats, before: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """How a picture's light around each place [h,w] follows from another's: gain and shift."""
    weighed = weights * before
    share, first, second, both, square = (
        cv2.blur(one, (WIDE, WIDE))
        for one in (weights, weighed, weights * after, weighed * after, weighed * before)
    )
    before_mean, after_mean = first / share, second / share
    varies = square / share - before_mean * before_mean
    gain = (both / share - before_mean * after_mean + _FLAT) / (varies + _FLAT)
    return np.asarray(gain, np.float32), np.asarray(after_mean - gain * before_mean, np.float32)


def grey_of(bgr: Image | Floats) -> Floats:
    """How bright each pixel is."""
    return np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), np.float32)
