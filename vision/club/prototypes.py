"""A club's own faces, as the classifier's features have them: which of them a crop is most like."""

from dataclasses import dataclass
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from vision.detections import CLASSES, Floats, Ints

TURNS: Final = 4
SHRINKAGE: Final = 0.3
"""How far the spread of the views is taken for equal in all directions; few views say little."""

UNLIKE: Final = -1.0
"""The likeness of a class that has no prototype."""


@dataclass(frozen=True, slots=True, eq=False)
class Prototypes:
    """The mean look of each face of a set at each quarter turn, in whitened features.

    Likeness is a cosine, -1..1, where directions in which views of one face differ count little.
    """

    classes: Ints
    """int64 [k]: the classes that the set has."""

    centre: Floats
    """float32 [F]: the mean of all views."""

    whitening: Floats
    """float32 [F,F]."""

    means: Floats
    """float32 [k,4,F]: the faces, whitened, of length 1; the second index is the turn."""

    @classmethod
    def fitted(cls, features: Floats, classes: Ints) -> Self:
        """From views [n,4,F] of faces of known classes [n], the second index being the turn."""
        views = unit(features)
        known = np.unique(classes)
        means = np.stack([views[classes == one].mean(axis=0) for one in known])
        spread = (views - means[np.searchsorted(known, classes)]).reshape(-1, views.shape[-1])
        whitening = _whitening(spread.astype(np.float64))
        centre = means.reshape(-1, means.shape[-1]).mean(axis=0)
        faces = unit((means - centre) @ whitening)
        return cls(
            known.astype(np.int64), *(x.astype(np.float32) for x in (centre, whitening, faces))
        )

    def likeness(self, features: Floats) -> Floats:
        """Likeness [n,40,4] of crops [n,F], as they lie, to each class at each turn."""
        seen = self.placed(unit(features))
        found = np.full((len(features), CLASSES, TURNS), UNLIKE, np.float32)
        found[:, self.classes] = np.einsum("nf,ktf->nkt", seen, self.means)
        return found

    def placed(self, vectors: Floats) -> Floats:
        """Where features [...,F] of length 1, or means of such, lie among the prototypes."""
        return unit((vectors - self.centre) @ self.whitening)

    def nearness(self) -> Floats:
        """Likeness [k,k] of the faces to each other, each pair at the turn where it is greatest."""
        upright = self.means[:, 0]
        return np.asarray(np.einsum("af,btf->abt", upright, self.means).max(axis=2), np.float32)


def unit(vectors: NDArray[np.floating]) -> Floats:
    """The vectors [...,F], each of length 1."""
    length = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.maximum(length, 1e-9), np.float32)


def alikeness(looks: Floats) -> Floats:
    """Cosines [n,n] of looks [n,2,F] of length 1: of each as it lies to each either way round."""
    return np.asarray(np.maximum(looks[:, 0] @ looks[:, 0].T, looks[:, 0] @ looks[:, 1].T))


def _whitening(spread: NDArray[np.float64]) -> Floats:
    """The matrix [F,F] that makes a spread [n,F] around zero the same in all directions."""
    size = spread.shape[1]
    covariance = spread.T @ spread / max(1, len(spread))
    level = max(float(np.trace(covariance)) / size, 1e-12)
    covariance = (1 - SHRINKAGE) * covariance + SHRINKAGE * level * np.eye(size)
    return np.asarray(np.linalg.inv(np.linalg.cholesky(covariance)).T, np.float32)
