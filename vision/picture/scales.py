"""How large to show a picture to the detector: tiles of the size it was trained on."""

from typing import Final

import numpy as np

from vision.detections import Floats

FIRST_LOOK: Final = 1920
"""Most pixels of the longer side at the first look: a whole table at 1080p is seen as it is."""

ENLARGED: Final = 1280
"""Smaller pictures are enlarged to this for the first look, within reason."""

TRAINED: Final = (22.0, 128.0)
"""Short sides of faces, in pixels, that the detector was trained on."""

IDEAL: Final = 64.0
_MOST_ENLARGED: Final = 4.0
_MOST_PIXELS: Final = 10_400_000
"""What one look may cost: about 3840 x 2700."""

_LEAST_SIDE: Final = 192.0


def first_scale(width: int, height: int) -> float:
    """The enlargement of the first look; a picture of a middling size is taken as it is."""
    longer = max(width, height)
    return min(FIRST_LOOK / longer, max(ENLARGED / longer, 1.0), _MOST_ENLARGED)


def region_scale(short_side: float) -> float:
    """The enlargement that suits tiles known to be ``short_side`` pixels wide."""
    return min(IDEAL / max(short_side, 1.0), _MOST_ENLARGED)


def part_scale(short_side: float, area: float) -> float:
    """The same for a part of so many pixels; it costs no more than one look may."""
    return float(min(region_scale(short_side), (_MOST_PIXELS / max(area, 1.0)) ** 0.5))


def second_scale(short_sides: Floats, width: int, height: int, first: float) -> float | None:
    """The enlargement of the second look, or None where the first one saw tiles of a good size.

    ``short_sides`` are those of the faces found, in pixels of the picture. Where none was found,
    a closer look is worth its price: the tiles may have been too small.
    """
    most = min(_MOST_ENLARGED, (_MOST_PIXELS / (width * height)) ** 0.5)
    if not len(short_sides):
        closer = min(2.5 * first, most)
        return closer if closer > 1.3 * first else None
    median = float(np.median(short_sides))
    if TRAINED[0] <= median * first <= TRAINED[1] * 0.9:
        return None
    least = _LEAST_SIDE / max(width, height)
    scale = max(min(IDEAL / median, most), least)
    return scale if not 0.8 < scale / first < 1.25 else None


def fitness(short_sides: Floats, scale: float) -> Floats:
    """How far [n] to trust a look at ``scale`` at faces of these sizes; 1 in the trained range."""
    seen = np.maximum(short_sides * scale, 1e-3)
    outside = np.maximum(np.log2(TRAINED[0] / seen), np.log2(seen / TRAINED[1]))
    return np.asarray(1 / (1 + np.maximum(outside, 0) ** 2), np.float32)
