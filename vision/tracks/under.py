"""The light on the bare table where tiles lie: it changes as it does on the cloth around them."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detections import Floats

_BLOCK: Final = 8
"""Small pixels along each side, about a tile: in blocks of so many light is measured,"""
_WIDE: Final = 7
"""and evened out over so many of them along each side."""
_EVERYWHERE: Final = 0.02
"""How much all that is seen of the table counts beside what is seen around a place."""
_LEAST: Final = 1.0
_MOST: Final = 2.0
"""Light grows at most so many times stronger, or weaker, at once."""

Mask = NDArray[np.bool_]


class Under:
    """Follows the light where nobody sees the table."""

    def __init__(self) -> None:
        self._before: tuple[Floats, Mask] | None = None

    def relight(self, gain: float, bias: float) -> None:
        """What is known becomes ``gain`` times brighter, and by ``bias`` levels."""
        if self._before is not None:
            colours, bare = self._before
            self._before = np.asarray(colours * gain + bias, np.float32), bare

    def light(self, colours: Floats, known: Mask, bare: Mask) -> None:
        """Light the ``known`` colours [h,w,3] that are not ``bare`` as the others have been."""
        if self._before is not None:
            before, was_bare = self._before
            hidden, both = known & ~bare, known & bare & was_bare
            if hidden.any() and both.any():
                lit = cv2.multiply(colours, _change(colours, before, both))
                cv2.copyTo(lit, hidden.view(np.uint8), colours)
        self._before = colours.copy(), bare & known


def _change(after: Floats, before: Floats, seen: Mask) -> Floats:
    """How many times [h,w,3] stronger the light became, by the places that were ``seen``."""
    height, width = seen.shape
    now, then = _evened(after, seen), _evened(before, seen)
    usual = _EVERYWHERE * now.mean(axis=(0, 1)), _EVERYWHERE * then.mean(axis=(0, 1))
    change = (now + usual[0] + _LEAST) / (then + usual[1] + _LEAST)
    change = np.clip(change, 1 / _MOST, _MOST).astype(np.float32)
    return np.asarray(cv2.resize(change, (width, height), interpolation=cv2.INTER_LINEAR))


def _evened(colours: Floats, seen: Mask) -> Floats:
    """The light [h/8,w/8,3] of what was seen around each block."""
    height, width = seen.shape
    size = max(width // _BLOCK, 1), max(height // _BLOCK, 1)
    shown = cv2.copyTo(colours, seen.view(np.uint8))
    blocks = cv2.resize(shown, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.blur(blocks, (_WIDE, _WIDE)), np.float32)
