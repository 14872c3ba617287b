"""Flat drawing on the table's plane, in mm, straight into a camera's picture: always sharp."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import cv2
import numpy as np

from vision.synthetic.camera import Camera
from vision.synthetic.characters import glyphs
from vision.synthetic.pen import ribbon
from vision.synthetic.solids import Floats
from vision.synthetic.surfaces import Picture

Colour: TypeAlias = Sequence[float]
"""Red, green, blue, 0 to 255."""
BEHIND = 40.0
"""Nearer to the lens than this many mm nothing is drawn."""
_SHIFT = 4


class Sheet:
    """The plane z = ``height`` mm as a camera sees it; x to the right, y away from seat 0."""

    __slots__ = ("camera", "height", "image")

    def __init__(self, image: Picture, camera: Camera, height: float = 0.0) -> None:
        self.image, self.camera, self.height = image, camera, height

    def pixels(self, points: Floats) -> Floats:
        """Pixels of an outline (n, 2), cut off before the lens; may be empty."""
        solid = np.column_stack([points, np.full(len(points), self.height)])
        depth = (solid - self.camera.position) @ self.camera.rotation[2] - BEHIND
        if (depth < 0).any():
            solid = _before(solid, depth)
        return self.camera.project(solid)

    def fill(self, points: Floats, colour: Colour) -> None:
        """A filled polygon."""
        self.fill_all([points], colour)

    def fill_all(self, outlines: Iterable[Floats], colour: Colour) -> None:
        """Polygons filled by the even-odd rule: one inside another is a hole."""
        limit = 8.0 * max(self.image.shape)
        fixed = []
        for outline in outlines:
            pixels = self.pixels(outline)
            if len(pixels) > 2:
                near = np.clip(pixels - 0.5, -limit, limit)
                fixed.append(np.round(near * (1 << _SHIFT)).astype(np.int32))
        if fixed:
            tone = [float(c) for c in colour]
            cv2.fillPoly(self.image, fixed, tone, cv2.LINE_AA, _SHIFT)

    def disc(self, at: Floats, radius: float, colour: Colour) -> None:
        """A filled circle."""
        self.fill(circle(at, radius), colour)

    def ring(self, at: Floats, outer: float, inner: float, colour: Colour) -> None:
        """A circle with a hole."""
        self.fill_all([circle(at, outer), circle(at, inner)], colour)

    def box(self, at: Floats, size: tuple[float, float], angle: float, colour: Colour) -> None:
        """A filled rectangle turned by ``angle`` radians."""
        self.fill(rectangle(at, size, angle), colour)

    def slab(
        self, at: Floats, size: tuple[float, float], angle: float, colour: Colour, radius: float
    ) -> None:
        """A rectangle with rounded corners, and its shadow."""
        shape = rounded(size, radius)
        self.fill(placed(shape, at + np.array([1.2, -1.4]), angle), [18.0, 18.0, 20.0])
        self.fill(placed(shape, at, angle), colour)

    def line(self, path: Floats, width: float, colour: Colour) -> None:
        """A line of a width in mm."""
        self.fill(np.asarray(ribbon(path, width)), colour)

    def write(
        self, font: str, character: str, at: Floats, size: float, angle: float, colour: Colour
    ) -> None:
        """A character ``size`` mm high that reads upright for one who sits at ``angle``."""
        outlines = glyphs()[font].get(character)
        if not outlines:
            return
        everything = np.concatenate(outlines)
        low, high = everything.min(0), everything.max(0)
        scale = size / max(float((high - low).max()), 1.0)
        flat = [(o - (low + high) / 2) * (scale, -scale) for o in outlines]
        self.fill_all([placed(outline, at, angle) for outline in flat], colour)


class Stencil(Sheet):
    """A sheet on which everything leaves the same mark: where things are."""

    def __init__(self, size: tuple[int, int], camera: Camera, height: float = 0.0) -> None:
        super().__init__(np.zeros((size[1], size[0]), np.float32), camera, height)

    def fill_all(self, outlines: Iterable[Floats], _colour: Colour) -> None:
        """Polygons filled by the even-odd rule."""
        super().fill_all(outlines, [1.0])


def _before(solid: Floats, depth: Floats) -> Floats:
    """The part of a polygon (n, 3) whose depth is not negative."""
    kept: list[Floats] = []
    for index in range(len(solid)):
        one, two = depth[index - 1], depth[index]
        if (one < 0) != (two < 0):
            share = one / (one - two)
            kept.append(solid[index - 1] + (solid[index] - solid[index - 1]) * share)
        if two >= 0:
            kept.append(solid[index])
    return np.array(kept).reshape(-1, 3)


def placed(shape: Floats, at: Floats, angle: float) -> Floats:
    """A shape about the origin, turned counter-clockwise and set down."""
    c, s = np.cos(angle), np.sin(angle)
    return np.asarray(at + shape @ np.array([[c, s], [-s, c]]))


def circle(at: Floats, radius: float) -> Floats:
    """A circle's outline, shape (n, 2)."""
    t = np.linspace(0, 2 * np.pi, 28 if radius < 12 else 48, endpoint=False)
    return np.asarray(at + radius * np.column_stack([np.cos(t), np.sin(t)]))


def rectangle(at: Floats, size: tuple[float, float], angle: float) -> Floats:
    """Corners of a turned rectangle, shape (4, 2), clockwise from its own far left."""
    signs = np.array([[-0.5, 0.5], [0.5, 0.5], [0.5, -0.5], [-0.5, -0.5]])
    return placed(signs * size, at, angle)


def rounded(size: tuple[float, float], radius: float) -> Floats:
    """A rectangle about the origin with rounded corners, shape (20, 2)."""
    half = np.array(size) / 2
    radius = min(radius, float(half.min()))
    corner = np.linspace(0, np.pi / 2, 5)
    arc = radius * np.column_stack([np.cos(corner), np.sin(corner)]) + half - radius
    return np.concatenate([arc, arc[::-1] * (-1, 1), -arc, arc[::-1] * (1, -1)])


def square(half: float, cut: float) -> Floats:
    """A square of this half side about the origin with its corners cut off, shape (8, 2)."""
    h, i = half, half - cut
    return np.array([[-i, h], [i, h], [h, i], [h, -i], [i, -h], [-i, -h], [-h, -i], [-h, i]])
