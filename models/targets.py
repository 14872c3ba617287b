"""What the detector is to answer for a picture: heat, corners, and where it is not asked."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.nets.decode import STRIDE

Floats = NDArray[np.float32]

SEEN, HINTED = 0.6, 0.12
"""A face is wanted from this visible share on, and background below HINTED; between, nothing is."""
SMALLEST = 14.0
"""Faces with a shorter side (pixels) are not asked for."""

CLEAR, LEAST_CLEAR = 0.3, 0.1
"""An order's first corner is clear where the next one for it lies so many short sides behind; the
answer to a toss-up is a guess, and weighs little."""


@dataclass(frozen=True, slots=True)
class Target:
    """Maps at stride 8: heat, ask and hold (h, w); quads (16, h, w), wanted where hold is.

    ``clear`` (2, h, w) says how clear it is from which corner on each order goes.
    """

    heat: Floats
    ask: Floats
    quads: Floats
    hold: Floats
    clear: Floats


def clockwise(quad: Floats) -> Floats:
    """Corners in clockwise order on the screen."""
    x, y = quad[:, 0], quad[:, 1]
    area = float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))
    return quad if area > 0 else quad[::-1]


def both_orders(quad: Floats) -> Floats:
    """The corners from the least x + y on, then from the topmost on: shape (16,)."""
    turned = clockwise(quad)
    first = np.roll(turned, -int(np.argmin(turned.sum(axis=1))), axis=0)
    second = np.roll(turned, -int(np.argmin(turned[:, 1])), axis=0)
    return np.concatenate([first.ravel(), second.ravel()])


def clarity(quad: Floats, short: float) -> Floats:
    """How clear it is from which corner on each of the two orders goes: shape (2,)."""
    ranks = np.sort(np.stack([quad.sum(axis=1), quad[:, 1]]), axis=1)
    gaps = (ranks[:, 1] - ranks[:, 0]) / (CLEAR * short)
    return np.clip(gaps, LEAST_CLEAR, 1.0).astype(np.float32)


def targets(quads: list[Floats], visible: list[float], size: int) -> Target:
    """The target of a square picture of ``size`` pixels."""
    cells = size // STRIDE
    target = Target(
        np.zeros((cells, cells), np.float32), np.ones((cells, cells), np.float32),
        np.zeros((16, cells, cells), np.float32), np.zeros((cells, cells), np.float32),
        np.zeros((2, cells, cells), np.float32),
    )  # fmt: skip
    for quad, share in zip(quads, visible, strict=True):
        add(target, quad, share, size)
    return target


def add(target: Target, quad: Floats, share: float, size: int) -> None:
    """Write one face into the maps."""
    cells = target.heat.shape[0]
    low = np.clip(np.floor(quad.min(axis=0) / STRIDE).astype(int), 0, cells)
    high = np.clip(np.ceil(quad.max(axis=0) / STRIDE).astype(int) + 1, 0, cells)
    if (high <= low).any() or share < HINTED:
        return
    inside = np.clip(quad, 0, size - 1)
    held = abs(cv2.contourArea(inside)) / max(1.0, abs(cv2.contourArea(quad)))
    short = min(np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[2] - quad[1]))
    xs = (np.arange(low[0], high[0]) + 0.5) * STRIDE
    ys = (np.arange(low[1], high[1]) + 0.5) * STRIDE
    grid = np.stack(np.meshgrid(xs, ys), axis=-1).astype(np.float32)
    unit = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
    matrix = cv2.getPerspectiveTransform(quad, unit)
    own = cv2.perspectiveTransform(grid.reshape(1, -1, 2), matrix)[0].reshape(grid.shape)
    window = np.s_[low[1] : high[1], low[0] : high[0]]
    if share < SEEN or held < SEEN or short < SMALLEST:
        target.ask[window][np.abs(own).max(axis=-1) < 1] = 0
        return
    distance = (own**2).sum(axis=-1)
    heat = np.exp(-distance / (2 * 0.28**2))
    peak = np.unravel_index(int(np.argmin(distance)), distance.shape)
    heat[peak] = 1.0
    near = distance < 0.3**2
    near[peak] = True
    near &= heat >= target.heat[window]
    np.maximum(target.heat[window], heat, out=target.heat[window])
    corners = both_orders(quad).reshape(8, 2)
    offsets = corners[:, :, None, None] - grid.transpose(2, 0, 1)[None]
    target.quads[:, low[1] : high[1], low[0] : high[0]][:, near] = offsets.reshape(16, *near.shape)[
        :, near
    ]
    target.hold[window][near] = 1.0 / short
    target.clear[:, low[1] : high[1], low[0] : high[0]][:, near] = clarity(quad, short)[:, None]
