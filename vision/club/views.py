"""Other views of a face that was photographed once: moved crops, other light, other sharpness."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detections import Floats

Bytes = NDArray[np.uint8]

SHIFT: Final = 0.05
GROWTH: Final = 0.05
CORNER: Final = 0.02
_MOST_BLUR: Final = 1.5
_LIGHT: Final = 0.2
_TINT: Final = 0.05
_NOISE: Final = 6.0


def moved(quads: Floats, chance: np.random.Generator) -> Floats:
    """The quadrilaterals [n,4,2] as an imperfect detector might give them."""
    count = len(quads)
    middle = quads.mean(axis=1, keepdims=True)
    along = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3])[:, None] / 2
    down = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1])[:, None] / 2
    grown = middle + (quads - middle) * (1 + chance.normal(0, GROWTH, (count, 1, 1)))
    shifted = grown + chance.normal(0, SHIFT, (count, 1, 1)) * along
    shifted = shifted + chance.normal(0, SHIFT, (count, 1, 1)) * down
    size = np.linalg.norm(along, axis=2, keepdims=True)
    return np.asarray(shifted + chance.normal(0, CORNER, (count, 4, 2)) * size, np.float32)


def relit(crops: Bytes, chance: np.random.Generator) -> Bytes:
    """The crops [n,64,64,3] in other light, a little less sharp, with noise."""
    views = np.empty_like(crops)
    for at, crop in enumerate(crops):
        view = crop.astype(np.float32)
        if chance.random() < 0.5:
            view = cv2.GaussianBlur(view, (0, 0), chance.uniform(0.3, _MOST_BLUR)).astype(
                np.float32
            )
        view = view * np.exp(chance.normal(0, _LIGHT)) * np.exp(chance.normal(0, _TINT, 3))
        views[at] = np.clip(view + chance.normal(0, _NOISE, crop.shape), 0, 255)
    return views
