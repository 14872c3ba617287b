"""Tiles that nobody found: sought where rows go on, and where something lies that has no name."""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from vision.imagefile import Image
from vision.plane_map import Matrix
from vision.tracks_blobs import Blob
from vision.tracks_fuse import Look, Track
from vision.tracks_looks import Looking

_SURE: Final = 0.6
"""How sure a lone face must be that the detector did not find."""

_BLOBS: Final = 4
_CLOSER: Final = (0.87, 1.16)
"""How much larger what was not found as a tile is looked at again."""

_APART: Final = 0.6
"""Nearer than so many widths to a known tile no other lies."""


class Seeking:
    """Seeks in one frame. What is found is handed to ``begin``, which says whether it is new."""

    def __init__(
        self, looking: Looking, image: Image, to_frame: Matrix,
        known: Callable[[], Sequence[Track]], begin: Callable[[list[Look]], bool],
    ) -> None:  # fmt: skip
        """``known``: the tiles that are followed. ``to_frame``: from their pixels to the image."""
        self._looking, self._image, self._to_frame = looking, image, to_frame
        self._known, self._begin = known, begin

    def beside(self, asked: Callable[[Matrix], bool]) -> None:
        """Look beside known faces, in their rows, at the outlines in pixels that are asked for."""
        faces = [track.quad for track in self._known() if track.face_up]
        steps = [(quad[1] - quad[0] + quad[2] - quad[3]) / 2 for quad in faces]
        quads = [
            quad + way * step for quad, step in zip(faces, steps, strict=True) for way in (-1, 1)
        ]
        free = self._free(np.reshape([quad.mean(axis=0) for quad in quads], (-1, 2)))
        tried = [quad for quad, is_free in zip(quads, free, strict=True) if is_free and asked(quad)]
        self._begin(self._looking.tried(self._image, tried, self._to_frame))

    def at_blobs(self, blobs: Sequence[Blob]) -> None:
        """Look at what lies on the table and is no known tile."""
        for blob in blobs[:_BLOBS]:
            quads = self._looking.square(blob.points[self._free(blob.points)])
            if not self._begin(self._looking.tried(self._image, quads, self._to_frame)):
                self._closer(blob)
        quads = [blob.quad for blob in blobs if blob.quad is not None]
        looks = self._looking.at_faces(self._image, quads, self._to_frame)
        self._begin([one for one in looks if one.chances.max() > _SURE])

    def _closer(self, blob: Blob) -> None:
        """Look for tiles at other sizes than usual, until one is found."""
        for enlarged in _CLOSER:
            looks = self._looking.at_box(self._image, blob.box, self._to_frame, enlarged)
            if self._begin(looks):
                return

    def _free(self, points: Matrix) -> Matrix:
        """At which of the places [n,2] in pixels no tile is known to lie."""
        plane = self._looking.plane
        spots = plane.to_mm(points) if len(points) else points
        known = np.stack([np.full(2, np.inf), *(track.spot for track in self._known())])
        apart = np.linalg.norm(spots[:, None] - known[None], axis=2).min(axis=1, initial=np.inf)
        return np.asarray(apart > _APART * plane.tile_mm[0])
