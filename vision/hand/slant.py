"""A hand as a camera straight above it would see it: what is near in a photo is larger.

A row that leads away grows narrower, and so do its gaps; at its ends what looks up in it leans.
How near places are the areas of tiles tell; across a single row they cannot, but the leaning does.
"""

import math
from collections.abc import Sequence
from typing import Final

import numpy as np

from vision.detections import Reals
from vision.picture.perspective import Nearness
from vision.reading import Point, Polygon

_FEWEST: Final = 6
"""With fewer tiles there is no telling how the table slants."""

_ASTRAY: Final = (1.0, 0.3, 0.15)
"""How far, as a logarithm, a tile's nearness may stray, round by round."""

_APART: Final = 2.0
"""Tiles so many widths apart show whether what looks up leans."""

_FARTHEST: Final = 0.2
"""No place is nearer to the horizon than that, beside the middle."""


def laid_flat(polygons: Sequence[Polygon]) -> list[Polygon]:
    """Faces that begin at their own top-left, but for a slant that is the same all over."""
    if len(polygons) < _FEWEST:
        return list(polygons)
    quads = np.array(polygons, np.float32)
    nearness = Nearness.of(quads, np.ones(len(quads), np.float32), _ASTRAY)
    corners, _ = nearness.laid_flat(quads.reshape(-1, 2).astype(np.float64))
    return [_polygon(quad) for quad in _upright(corners.reshape(-1, 4, 2)).tolist()]


def _upright(quads: Reals) -> Reals:
    """Faces [n,4,2] with what looks up in them made parallel all over."""
    ups = (quads[:, 0] + quads[:, 1] - quads[:, 2] - quads[:, 3]) / 2
    rights = (quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3]) / 2
    up = np.array(common_axis((ups / np.linalg.norm(ups, axis=1, keepdims=True)).tolist()))
    lies = (np.abs(ups @ up) < np.abs(rights @ up))[:, None]
    along = _towards(np.where(lies, rights, ups), up)
    across = _towards(np.where(lies, ups, rights), np.array([-up[1], up[0]]))
    widths = np.stack([across.mean(axis=0), along.mean(axis=0)], axis=1)
    middle, to_widths = quads.mean(axis=(0, 1)), np.linalg.inv(widths).T
    spots, leaning = (quads - middle) @ to_widths, along @ to_widths
    lean, places = leaning[:, 0] / leaning[:, 1], spots[..., 0].mean(axis=1)
    apart = places[:, None] - places
    pairs = apart > _APART
    if not pairs.any():
        return quads
    steep = np.median((lean[:, None] - lean)[pairs] / apart[pairs])
    near = np.maximum(1 + steep * spots[..., 1:], _FARTHEST)
    return np.asarray(spots / near @ widths.T + middle)


def common_axis(directions: Sequence[Sequence[float]]) -> Point:
    """The line that most unit vectors lie along, either way: the mean of the doubled angles."""
    cosine = sum(x * x - y * y for x, y in directions)
    sine = sum(2 * x * y for x, y in directions)
    angle = math.atan2(sine, cosine) / 2
    return math.cos(angle), math.sin(angle)


def _towards(ways: Reals, axis: Reals) -> Reals:
    """Ways [n,2], those turned round that lead against an axis."""
    return np.asarray(ways * np.sign(ways @ axis)[:, None])


def _polygon(corners: list[list[float]]) -> Polygon:
    first, second, third, fourth = ((x, y) for x, y in corners)
    return first, second, third, fourth
