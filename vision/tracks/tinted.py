"""Red fives on a reddish face: it says so, however little the classifier makes of it.

On 400 rendered tables 20 of 387 red fives are as much redder than the faces about them, and 4 of
1,581 plain ones, most of them under much red ink.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.imagefile import Image
from vision.picture.blanks import brightness, colours_apart
from vision.plane.map import Matrix, mapped
from vision.tracks.fuse import Track
from vision.tracks.how_alike import FIVES, suit_of_five

_SURE: Final = 0.7
_FACES: Final = 6
"""So many faces, named so surely, show what colour faces have."""

_CLEAR: Final = 0.95
"""So much of a tile must be in sight."""

_TINT: Final = 0.2
"""How much redder, in the logarithm of a channel, such a face is than those about it."""

_DARK: Final = 60.0
"""In less light than this, of 255, a tint says nothing."""

_NATS: Final = 3.0
"""What a tint says for a red five."""


def tinted_fives(image: Image, tracks: Sequence[Track], to_frame: Matrix) -> Mapping[int, bool]:
    """Whether fives in sight lie on a reddish face, by track, where that is seen."""
    up = [one for one in tracks if one.face_up and min(one.clear, one.visible) > _CLEAR]
    faces = [one for one in up if one.chances.max() > _SURE]
    faces = [one for one in faces if suit_of_five(one.chances) is None]
    asked = [one for one in up if suit_of_five(one.chances) is not None]
    if not asked or len(faces) < _FACES:
        return {}
    every = [*faces, *asked]
    quads = np.stack([mapped(to_frame, one.quad) for one in every]).astype(np.float32)
    known, fives = np.arange(len(faces)), np.arange(len(faces), len(every))
    apart = colours_apart(image, quads, known, fives)
    redder = apart[:, 0] - apart[:, 1:].mean(axis=1)
    lit = brightness(image, quads[fives]) > _DARK
    told = zip(asked, redder > _TINT, lit, strict=True)
    return {one.number: bool(red) for one, red, seen in told if seen}


def as_tinted(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    """What is told [38] of a tile on a reddish face: of a plain five a part becomes a red one."""
    told = chances.copy()
    for plain, red in FIVES:
        both = told[plain] + told[red]
        odds = np.exp(_NATS) * told[red]
        told[red] = both * odds / max(odds + told[plain], 1e-12)
        told[plain] = both - told[red]
    return told
