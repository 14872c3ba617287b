"""What lies under the tiles: felts, woods, cloths, stone."""

from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.pen import Ink

Image: TypeAlias = NDArray[np.uint8]
Picture: TypeAlias = NDArray[np.float32]

FELTS = (
    (30, 90, 55),
    (20, 60, 110),
    (120, 35, 40),
    (70, 40, 90),
    (60, 60, 65),
    (35, 120, 60),
    (190, 90, 85),
    (25, 30, 35),
    (80, 170, 60),
)
PALE = (
    (240, 234, 218),
    (232, 224, 204),
    (222, 216, 200),
    (246, 245, 240),
    (214, 205, 186),
    (198, 190, 176),
)
"""Ivory, paper and light stone: table tops that a blank tile could be mistaken for."""
DARK = (
    (14, 14, 16),
    (30, 30, 34),
    (22, 26, 44),
    (18, 34, 26),
    (44, 20, 24),
    (42, 34, 28),
    (52, 52, 56),
)
"""Black, navy and bottle green cloths: table tops that black tiles hardly stand out from."""
WOODS = (
    (180, 150, 120),
    (120, 80, 50),
    (215, 200, 180),
    (90, 60, 45),
    (200, 165, 110),
    (165, 155, 150),
)


def noise(rng: np.random.Generator, shape: tuple[int, int], grain: tuple[float, float]) -> Picture:
    """Smooth noise of zero mean; ``grain`` is the blob size (rows, columns) in pixels."""
    small = (max(2, int(shape[0] / grain[0])), max(2, int(shape[1] / grain[1])))
    field = rng.standard_normal(small, dtype=np.float32)
    return np.asarray(cv2.resize(field, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC))


def surface(rng: np.random.Generator, size: int, like: Ink | None = None) -> Picture:
    """A table top seen from above, RGB 0–255, shape (size, size, 3); near the colour ``like``."""
    kind = rng.choice(
        ["felt", "wood", "plain", "weave", "patches"], p=[0.36, 0.26, 0.14, 0.12, 0.12]
    )
    pool = (PALE, DARK, FELTS)[int(rng.choice(3, p=(0.15, 0.15, 0.7)))]
    palette = WOODS if kind == "wood" else pool
    colour = np.array(palette[rng.integers(len(palette))], np.float32)
    if rng.random() < 0.35:
        colour = muted(rng)
    colour = np.clip(colour * rng.uniform(0.5, 1.25) + rng.normal(0, 12, 3), 4, 250)
    if like is not None:
        colour = np.clip(np.array(like) * rng.uniform(0.7, 1.2) + rng.normal(0, 10, 3), 4, 250)
    shape = (size, size)
    field = 1 + np.float32(rng.uniform(0.01, 0.08)) * noise(rng, shape, (1.5, 1.5))
    field *= 1 + np.float32(rng.uniform(0.0, 0.08)) * noise(rng, shape, (size / 6, size / 6))
    if kind == "wood":
        streaks = noise(rng, shape, (rng.uniform(2, 8), size / 3))
        streaks += noise(rng, shape, (20, size / 2))
        field *= 1 + np.float32(rng.uniform(0.02, 0.12)) * streaks
    elif kind == "weave":
        wave = np.sin(
            np.arange(size, dtype=np.float32) * np.float32(2 * np.pi / rng.uniform(3, 12))
        )
        field *= 1 + np.float32(rng.uniform(0.02, 0.15)) * np.outer(wave, wave)
    if kind != "patches":
        return np.asarray(field[..., None] * colour.astype(np.float32))
    top = np.empty((size, size, 3), np.float32)
    top[:] = colour
    for _ in range(int(rng.integers(3, 14))):
        paint_patch(rng, top)
    top *= field[..., None]
    return top


def muted(rng: np.random.Generator) -> Picture:
    """Any colour, rarely a loud one."""
    grey = rng.uniform(10, 245)
    return np.clip(grey + rng.normal(0, 1, 3) * rng.exponential(28), 3, 252).astype(np.float32)


def paint_patch(rng: np.random.Generator, top: Picture) -> None:
    """A random flat shape: the edge of a mat, a cloth, a floor."""
    size = top.shape[0]
    colour = muted(rng).tolist()
    centre = rng.uniform(0, size, 2)
    if rng.random() < 0.5:
        points = centre + rng.normal(0, size * 0.25, (int(rng.integers(3, 6)), 2))
        cv2.fillPoly(top, [points.astype(np.int32)], colour, cv2.LINE_AA)
    else:
        direction = rng.normal(0, 1, 2)
        direction /= np.linalg.norm(direction) + 1e-6
        a, b = centre - direction * size, centre + direction * size
        cv2.line(
            top,
            tuple(a.astype(int)),
            tuple(b.astype(int)),
            colour,
            int(rng.integers(1, 60)),
            cv2.LINE_AA,
        )
