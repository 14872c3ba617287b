"""How like each other tiles of one face look, in the set that is played."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.detections import Ints
from vision.observation import FACE_NAMES, REST

Chances = NDArray[np.float64]

BACK: Final = REST + 1
"""Where the chance of a back stands, after the faces and the rest."""

FIVES: Final = np.array([[FACE_NAMES.index(f"5{x}"), FACE_NAMES.index(f"0{x}")] for x in "mps"])
"""The plain five and the red one of each suit [3,2]."""

HAKU: Final = FACE_NAMES.index("5z")

ALIKE: Final = 0.94
"""Features of one face in one set have at least this cosine, all but a few; of two faces mostly
0.84 at most, and 0.938 where a design makes much the same of them."""

BLANK: Final = 0.88
"""At least this have those of blank faces, which light and backs beside them change."""

NEARLY: Final = 0.93
"""A haku may be nearly like backs, and half of a face that was cut is like another."""

OTHERWISE: Final = 0.96
"""So like a look must a tile be that was surely read as another face."""

MARKED: Final = 0.965
"""So like each other must fives of one suit be to be of one face, where both were surely read as
one of them: copies of one have mostly 0.987 at least, a red one and a plain one mostly 0.95."""

SURE: Final = 0.9
"""From so much on a reading is sure."""
READ: Final = 0.5
"""From so much on a tile is read as something."""


def least_alike(together: Chances, chances: Chances) -> float:
    """How like others, ``together`` read as [39] so, a tile must be that is read as [39] so."""
    (mine, others), (sure, _) = kinds_of(np.stack([chances, together]))
    if is_blank(chances) or is_blank(together):
        return NEARLY if sure and mine < REST and mine != others else BLANK
    if not sure:
        return ALIKE
    if mine != others:
        return OTHERWISE
    return MARKED if mine in FIVES else ALIKE


def is_blank(chances: Chances) -> bool:
    """Whether a tile that was read as [39] so may have no pattern that tells it."""
    return bool(chances[[HAKU, REST, BACK]].sum() > READ)


def kinds_of(chances: Chances) -> tuple[Ints, NDArray[np.bool_]]:
    """Of readings [n,38 or 39] the likeliest kinds [n] and which are sure; red fives are fives."""
    folded = chances.copy()
    folded[:, FIVES[:, 0]] += folded[:, FIVES[:, 1]]
    folded[:, FIVES[:, 1]] = 0
    return folded.argmax(axis=1), folded.max(axis=1) > SURE


def same_kind(face: int) -> list[int]:
    """The faces that count as one kind with a face: a five and the red one, or itself alone."""
    return next((two for two in FIVES.tolist() if face in two), [face])


def normal(logs: Chances) -> Chances:
    """Chances that have these logarithms, but for a factor."""
    weights = np.exp(logs - logs.max())
    return np.asarray(weights / weights.sum())


def suit_of_five(chances: Chances) -> int | None:
    """The suit, 0 to 2, of what is read as a five [38]; None for all else."""
    fives = chances[FIVES].sum(axis=1)
    return int(fives.argmax()) if fives.max() > READ else None
