"""How a drawn bird is changed as a whole: bent, leaned, inked in zones, cut down to lines."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.synthetic.pen import Ink

Motif = npt.NDArray[np.uint8]
"""A premultiplied RGBA picture."""
GRIDS = (3, 4, 6)


@dataclass(frozen=True, slots=True)
class Change:
    """What is done to a motif; all 0 and no ink for nothing."""

    bend: float = 0.0
    """Spread of the shift of single parts, as a share of the height."""
    lean: float = 0.0
    """Radians that the whole is turned."""
    zone: Ink | None = None
    """What the parts beyond a wavy line are inked in."""
    lines: float = 0.0
    """Width of the lines that a drawing is cut down to, share of the height; 0 leaves it."""
    blunt: float = 0.0
    """Gaps that are filled, as in a coarse mould, share of the height."""
    seed: int = 0

    @classmethod
    def random(cls, rng: np.random.Generator, inks: tuple[Ink, ...]) -> Change:
        """Mostly a little of one or two."""
        bent, leaned, zoned, lined, blunt = rng.random(5) < (0.6, 0.4, 0.25, 0.12, 0.15)
        return cls(
            float(rng.uniform(0.0, 0.055)) * bent,
            float(rng.normal(0, 0.22)) * leaned,
            inks[int(rng.integers(len(inks)))] if zoned else None,
            float(rng.uniform(0.006, 0.016)) * lined,
            float(rng.uniform(0.004, 0.02)) * blunt,
            int(rng.integers(1 << 31)),
        )

    def of(self, motif: Motif) -> Motif:
        """The changed motif, same shape."""
        rng = np.random.default_rng(self.seed)
        if self.blunt:
            motif = _closed(motif, self.blunt)
        if self.lines:
            motif = _outlined(motif, self.lines)
        if self.zone is not None:
            motif = _zoned(motif, self.zone, rng)
        if self.bend or self.lean:
            motif = _bent(motif, self.bend, self.lean, rng)
        return motif


PLAIN = Change()
"""Nothing is changed."""


def _oval(motif: Motif, share: float) -> Motif:
    side = 2 * max(1, round(share * motif.shape[0])) + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)


def _closed(motif: Motif, share: float) -> Motif:
    """Narrow gaps filled with the ink beside them."""
    return np.asarray(cv2.morphologyEx(motif, cv2.MORPH_CLOSE, _oval(motif, share)), np.uint8)


def _outlined(motif: Motif, share: float) -> Motif:
    """Only the rim of every filled part."""
    inner = cv2.erode(motif[..., 3], _oval(motif, share)).astype(np.float32) / 255
    return np.asarray(motif * (1 - inner)[..., None], np.uint8)


def _zoned(motif: Motif, ink: Ink, rng: np.random.Generator) -> Motif:
    """One ink on one side of a wavy line."""
    height, width = motif.shape[:2]
    field = rng.standard_normal((3, 3), dtype=np.float32)
    beyond = (cv2.resize(field, (width, height), interpolation=cv2.INTER_CUBIC) > 0)[..., None]
    tone = motif[..., 3:].astype(np.float32) / 255 * np.array([*ink, 255.0], np.float32)
    return np.where(beyond, tone, motif).astype(np.uint8)


def _bent(motif: Motif, bend: float, lean: float, rng: np.random.Generator) -> Motif:
    """Parts shifted smoothly against each other, and the whole turned about its middle."""
    height, width = motif.shape[:2]
    x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    cells = int(GRIDS[int(rng.integers(len(GRIDS)))])
    shift = rng.standard_normal((2, cells + 1, cells), dtype=np.float32) * np.float32(bend * height)
    dx, dy = (cv2.resize(s, (width, height), interpolation=cv2.INTER_CUBIC) for s in shift)
    c, s = np.float32(np.cos(lean)), np.float32(np.sin(lean))
    u, v = x - np.float32(width / 2), y - np.float32(height / 2)
    at_x = c * u + s * v + np.float32(width / 2) + dx
    at_y = -s * u + c * v + np.float32(height / 2) + dy
    return np.asarray(cv2.remap(motif, at_x, at_y, cv2.INTER_LINEAR), np.uint8)
