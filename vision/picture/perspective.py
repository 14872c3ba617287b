"""How near tiles are that lie on one table, by the areas that they cover in a picture.

On a plane seen in perspective the cube root of the area of like things is linear in the picture's
coordinates, whichever way they are turned: it goes with how near their place is.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, Self

import numpy as np

from vision import geometry
from vision.detections import Floats, Reals

_STIFFNESS: Final = 0.0003
"""How much the fit prefers a table that is as near all over, where faces do not show a slant."""

_FARTHEST: Final = 0.1
"""No place is nearer to the horizon than that, beside the middle."""

_NOTHING: Final = 1e-6
"""Square pixels of a face that has none."""


class Nearness(NamedTuple):
    """How near the places of a table are."""

    middle: Reals
    """[2]: of the faces, pixels."""

    usual: float
    """The cube root of the area of a face there."""

    slopes: Reals
    """[2]: by how much a place is nearer for each pixel from there, beside 1."""

    @classmethod
    def of(
        cls, quads: Floats, weights: Floats, spreads: Sequence[float], smaller: float = 1.0
    ) -> Self:
        """By one or more faces [n,4,2], the odd ones of which have little say.

        They stray as far as ``spreads`` say round by round, as logarithms; those that are
        ``smaller`` than the others may count for less.
        """
        near = np.cbrt(np.maximum(np.abs(geometry.areas(quads)), _NOTHING).astype(np.float64))
        spots = quads.mean(axis=1).astype(np.float64)
        middle = spots.mean(axis=0)
        extent = max(float(np.ptp(spots, axis=0).max()), 1.0)
        terms = np.column_stack([np.ones(len(quads)), (spots - middle) / extent])
        stiffness = np.diag([0.0, _STIFFNESS, _STIFFNESS])
        order = np.argsort(near)
        reached = np.cumsum(weights[order])
        middling = near[order][np.searchsorted(reached, reached[-1] / 2)]
        line = np.array([middling, 0.0, 0.0])
        for spread in spreads:
            expected = np.maximum(terms @ line, _FARTHEST * middling)
            stray = np.log(near / expected) / spread
            weight = weights / (1 + stray**2) ** 2
            weight = np.where(stray < 0, smaller * weight, weight)
            normal = terms.T @ (weight[:, None] * terms) + stiffness * weight.sum()
            line = np.linalg.solve(normal, terms.T @ (weight * near))
        usual = max(float(line[0]), _FARTHEST * float(middling))
        return cls(middle, usual, line[1:] / (usual * extent))

    def at(self, spots: Reals) -> Reals:
        """How near [n] places [n,2] are beside the middle. Beyond the horizon all is very far."""
        return np.asarray(np.maximum(1 + (spots - self.middle) @ self.slopes, _FARTHEST))

    def laid_flat(self, spots: Reals) -> tuple[Reals, Reals]:
        """Where places [n,2] of the picture lie on the plane, and what turns ways so [n,2,2]."""
        near = self.at(spots)[:, None]
        where = (spots - self.middle) / near
        turned = np.eye(2) - where[:, :, None] * self.slopes
        return where, turned / near[:, None]
