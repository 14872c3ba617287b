"""How much of a face is left to be seen when something lies over the picture."""

import cv2
import numpy as np

from vision.detections import Mask
from vision.synthetic.render import FINE, fine
from vision.synthetic.solids import Floats

FEWEST_PIXELS = 4


def share_free(over: Mask, quad: Floats, beyond: float = 0.0) -> float:
    """The share of a quadrilateral that ``over`` does not cover.

    What lies outside the picture counts as ``beyond``: 0 hidden, 1 free.
    """
    low = np.floor(quad.min(axis=0)).astype(int)
    high = np.ceil(quad.max(axis=0)).astype(int) + 1
    low, high = np.maximum(low, 0), np.minimum(high, over.shape[::-1])
    area = abs(float(cv2.contourArea(quad.astype(np.float32))))
    if bool((high <= low).any()) or area < FEWEST_PIXELS:
        return beyond
    inside = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    cv2.fillConvexPoly(inside, fine(quad - low), 1, cv2.LINE_8, FINE)
    window = over[low[1] : high[1], low[0] : high[0]]
    seen, all_inside = int((inside.astype(bool) & ~window).sum()), int(inside.sum())
    outside = max(0.0, area - all_inside)
    return min(1.0, (seen + beyond * outside) / max(area, all_inside))
