"""Blank faces that were read as backs, or as nothing: in the ponds, and in the corners' sets.

A haku without a frame shows nothing. But a tile in the ponds that has the colour of the other faces
is no back where backs have another; nor is one in a corner, where those of kans lie on their faces.
What fills a place in the rows is a tile.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.imagefile import Image
from vision.labels import COPIES
from vision.observation import REST
from vision.picture.blanks import HAKU, contrasts, strangeness
from vision.plane.map import Matrix, mapped
from vision.tracks.fuse import Track

_MIDDLE: Final = 7.0
"""So many widths about the table's centre, before the walls, no tile lies on its face."""

_CORNER: Final = (7.5, 10.0)
"""So far off both middle lines, and off one of them, sets lie, and no tile stands."""

_SURE: Final = 0.7
_FACES: Final = 3
"""So many faces, named so surely, show what colour faces have,"""

_BACKS: Final = 6
"""and so many backs what colour those have."""

_CLEAR: Final = 0.9
"""So much of a tile must be in sight."""

_BARE: Final = 0.3
"""It has so little of a face's usual contrast."""

_LIKE, _UNLIKE = 1.0, 2.0
"""How strange among the faces what is one of them may be, and what is none is at least."""

_NEARER: Final = 0.2
"""So many times as strange as backs are it may be too: far from all others light differs. In a
corner it must be: there backs lie as well."""


BARE: Final = np.where(np.arange(REST + 1) == HAKU, 0.97, 0.03 / REST)
"""What is told of them [38]."""


def bare_faces(
    image: Image, tracks: Sequence[Track], to_frame: Matrix, width: float
) -> frozenset[int]:
    """The numbers of the tracks, read as backs, that are blank faces.

    ``to_frame``: from the tracks' pixels to the image's; ``width``: of a tile in millimetres.
    """
    down = [track for track in tracks if _is_open(track, face=False)]
    asked = [one for one in down if is_middle(one.spot, width) or _is_corner(one.spot, width)]
    faces = [track for track in tracks if _is_open(track, face=True) and _shows_ink(track)]
    backs = [track for track in down if track not in asked]
    if not asked or len(faces) < _FACES or len(backs) < _BACKS:
        return frozenset()
    every = [*faces, *asked, *backs]
    quads = np.stack([mapped(to_frame, track.quad) for track in every]).astype(np.float32)
    known, others = np.arange(len(faces)), np.arange(len(faces), len(every))
    strange = strangeness(image, quads, known, others)
    usual = float(np.median(strange[len(asked) :]))
    if usual < _UNLIKE:
        return frozenset()
    near = _NEARER * usual
    found = zip(asked, strange[: len(asked)].tolist(), strict=True)
    bare = frozenset(
        track.number for track, off in found
        if off < near or (off < _LIKE and is_middle(track.spot, width))
    )  # fmt: skip
    return bare if len(bare) <= COPIES else frozenset()


def bare_places(
    image: Image, tracks: Sequence[Track], quads: Sequence[Matrix], to_frame: Matrix
) -> NDArray[np.bool_]:
    """At which outlines [n][4,2] in the tracks' pixels a blank face lies, if any tile does."""
    faces = [track for track in tracks if _is_open(track, face=True) and _shows_ink(track)]
    if not quads or len(faces) < _FACES:
        return np.zeros(len(quads), np.bool_)
    there = [mapped(to_frame, quad) for quad in (*(track.quad for track in faces), *quads)]
    every = np.stack(there).astype(np.float32)
    known, asked = np.arange(len(faces)), np.arange(len(faces), len(every))
    usual = float(np.median(contrasts(image, every[known])))
    bare = contrasts(image, every[asked]) < _BARE * usual
    return np.asarray(bare & (strangeness(image, every, known, asked) < _LIKE))


def is_middle(spot: Matrix, width: float) -> bool:
    """Whether at a place [2] in millimetres no tile lies on its face."""
    return float(np.abs(spot).max()) < _MIDDLE * width


def _is_corner(spot: Matrix, width: float) -> bool:
    """Whether a place [2] in millimetres is one of players' sets."""
    off = np.sort(np.abs(spot)) / width
    return bool((off > _CORNER).all())


def _is_open(track: Track, *, face: bool) -> bool:
    """Whether a face, or a back, lies in sight."""
    seen = min(track.clear, track.visible)
    return track.face_up == face and not track.missing and seen > _CLEAR


def _shows_ink(track: Track) -> bool:
    return float(track.chances.max()) > _SURE and int(track.chances.argmax()) != HAKU
