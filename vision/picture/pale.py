"""A haku taken for a back or for nothing: it is as pale as the faces, and no back is.

Where backs have a colour of their own, a find of a tile's size that has just the colour of the
faces, and shows nothing, can only be a blank face.
"""

from typing import Final

import numpy as np

from vision.detections import Floats
from vision.imagefile import Image
from vision.labels import BACK, COPIES
from vision.picture.blanks import HAKU, inked, is_cloth, strangeness, sure_faces
from vision.picture.lying import strays
from vision.picture.sizes import TileSizes

_LEAST: Final = 10
"""With fewer faces there is no telling what colour they have."""

_MAYBE, _NAMED = 0.05, 0.3
"""What is asked about may be blank with so much chance, and is nothing else with more than that."""

_SAME: Final = 0.3
"""It is no more strange than this beside the faces."""

_OTHER: Final = 0.6
_BACKS: Final = 6
_FEW: Final = 0.1
"""There are so many backs, and of them only so small a part is less strange than that."""

_FITS: Final = 0.25
"""Its sides stray no more from a tile's, as a logarithm."""

_TOLD: Final = 0.75
"""How surely it is then told."""


def with_pale(image: Image, quads: Floats, scores: Floats, chances: Floats) -> Floats:
    """Probabilities [n,40] of faces [n,4,2], with haku for what can be nothing else."""
    best = chances.argmax(axis=1)
    maybe = (best != HAKU) & (chances[:, HAKU] >= _MAYBE) & (inked(chances) < _NAMED)
    asked = np.flatnonzero(maybe)
    faces = sure_faces(chances)
    if not len(asked) or len(faces) < _LEAST:
        return chances
    sizes = TileSizes.of(quads[faces], scores[faces])
    if sizes is None:
        return chances
    wide, high = sizes.sizes(quads[asked])
    asked = asked[np.maximum(strays(wide), strays(high)) < _FITS]
    strange = strangeness(image, quads, faces, asked) if len(asked) else np.empty(0)
    asked, strange = asked[strange < _SAME], strange[strange < _SAME]
    asked = asked[~is_cloth(image, quads, faces, asked, strange)] if len(asked) else asked
    backs = np.setdiff1d(np.flatnonzero(best == BACK), asked)
    if not len(asked) or len(asked) + (best == HAKU).sum() > COPIES or len(backs) < _BACKS:
        return chances
    if (strangeness(image, quads, faces, backs) < _OTHER).mean() > _FEW:
        return chances
    told = chances.copy()
    told[asked] *= np.float32(1 - _TOLD)
    told[asked, HAKU] += np.float32(_TOLD)
    return told
