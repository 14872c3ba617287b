"""A drawing surface for tile motifs: anti-aliased, premultiplied RGBA at twice the face size."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

Ink: TypeAlias = tuple[int, int, int]
"""A colour as red, green, blue, 0..255."""
Points: TypeAlias = npt.NDArray[np.float64]
"""Points as [n, 2] (x, y) in face pixels, y down."""

WIDTH, HEIGHT = 192, 256
SCALE = 2
_SHIFT = 4
_FIX = SCALE * (1 << _SHIFT)


class Pen:
    """Draws shapes in face pixels; ink None wipes back to the bare body."""

    __slots__ = ("image",)

    def __init__(self) -> None:
        self.image: npt.NDArray[np.uint8] = np.zeros((HEIGHT * SCALE, WIDTH * SCALE, 4), np.uint8)

    def fill(self, shapes: Sequence[Points], ink: Ink | None) -> None:
        """Fill polygons by the even-odd rule (a polygon inside another is a hole)."""
        fixed = [_fixed(shape) for shape in shapes if len(shape) > 2]
        if fixed:
            cv2.fillPoly(self.image, fixed, _colour(ink), cv2.LINE_AA, _SHIFT)

    def outline(
        self, shapes: Sequence[Points], width: float, ink: Ink | None, *, closed: bool = True
    ) -> None:
        """Draw polygons or open paths as lines of a width in face pixels."""
        thick = max(1, round(width * SCALE))
        fixed = [_fixed(shape) for shape in shapes]
        cv2.polylines(self.image, fixed, closed, _colour(ink), thick, cv2.LINE_AA, _SHIFT)

    def disc(
        self, centre: tuple[float, float], radius: tuple[float, float], ink: Ink | None
    ) -> None:
        """Fill an upright ellipse with radii (x, y)."""
        self.fill([ellipse(centre, radius)], ink)

    def ring(
        self, centre: tuple[float, float], outer: tuple[float, float], inner: float, ink: Ink
    ) -> None:
        """Fill the band between an ellipse and the same one times `inner` (0..1)."""
        hole = (outer[0] * inner, outer[1] * inner)
        self.fill([ellipse(centre, outer), ellipse(centre, hole)], ink)

    def stroke(self, path: Points, widths: float | Points, ink: Ink | None) -> None:
        """Draw a brush line along a path; widths is one number or one per point, face pixels."""
        body = ribbon(path, widths)
        self.fill([body], ink)


def ellipse(
    centre: tuple[float, float], radius: tuple[float, float], turn: float = 0.0, count: int = 40
) -> Points:
    """Polygon of an ellipse with radii (x, y) turned by `turn` radians."""
    t = np.linspace(0, 2 * np.pi, count, endpoint=False)
    x, y = radius[0] * np.cos(t), radius[1] * np.sin(t)
    return turned(np.stack([x, y], 1), turn) + centre


def turned(points: Points, angle: float) -> Points:
    """Points turned about the origin by `angle` radians, clockwise on the screen."""
    c, s = np.cos(angle), np.sin(angle)
    return np.asarray(points @ np.array([[c, s], [-s, c]]), np.float64)


def ribbon(path: Points, widths: float | Points) -> Points:
    """Polygon around a path with the given full widths, round-ended where wide."""
    step = np.gradient(path, axis=0)
    length = np.maximum(np.hypot(step[:, 0], step[:, 1]), 1e-6)
    normal = np.stack([-step[:, 1], step[:, 0]], 1) / length[:, None]
    half = np.broadcast_to(np.asarray(widths, float) / 2, (len(path),))[:, None]
    return np.concatenate([path + normal * half, (path - normal * half)[::-1]])


def curve(*control: tuple[float, float], count: int = 16) -> Points:
    """Points of the Bezier curve with these control points."""
    t = np.linspace(0, 1, count)[:, None]
    layers = [np.broadcast_to(np.array(c, float), (count, 2)) for c in control]
    while len(layers) > 1:
        layers = [a + (b - a) * t for a, b in itertools.pairwise(layers)]
    return np.array(layers[0])


def _fixed(points: Points) -> npt.NDArray[np.int32]:
    return np.round(points * _FIX).astype(np.int32)


def _colour(ink: Ink | None) -> tuple[int, int, int, int]:
    return (0, 0, 0, 0) if ink is None else (*ink, 255)
