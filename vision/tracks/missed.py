"""Tiles that nobody found: sought where rows go on, and where something lies that has no name."""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.imagefile import Image
from vision.plane.map import Matrix
from vision.tracks.blobs import Blob
from vision.tracks.fuse import Look, Track
from vision.tracks.looks import BESIDE, HARDLY, Looking

_SURE: Final = 0.6
"""How sure a lone face must be that the detector did not find."""

_BLOBS: Final = 4
_CLOSER: Final = (0.87, 1.16)
"""How much larger what was not found as a tile is looked at again."""

_APART: Final = 0.6
"""Nearer than so many widths to a known tile no other lies."""

_CELL: Final = 0.5
"""Places in one square of so many widths are one place."""

_FREE: Final = 2
"""So often a place is tried at once, then it waits, twice as long each time."""

_WAIT_NS: Final = 500_000_000
_LONGEST_NS: Final = 8_000_000_000
_FORGOTTEN_NS: Final = 30_000_000_000
"""After so long a place is as good as new."""


class Vain:
    """Where tiles were sought in vain: such places are tried ever more rarely."""

    def __init__(self, tile_mm: float) -> None:
        self._cell_mm = _CELL * tile_mm
        self._tried: dict[tuple[int, int], tuple[int, int]] = {}
        """Square -> how often it was tried, and when last."""

    def open(self, spots: Matrix, now: int) -> NDArray[np.bool_]:
        """Which of the places [n,2] in millimetres may be tried now."""
        return np.array([self._is_open(one, now) for one in self._squares(spots)], np.bool_)

    def known(self, spots: Matrix, now: int) -> bool:
        """Whether most of the places [n,2] in millimetres were tried before, and lately."""
        squares = self._squares(spots)
        return 2 * sum(self._lately(one, now) > 0 for one in squares) > len(squares)

    def note(self, spots: Matrix, now: int) -> None:
        """Nothing was found at the places [n,2] in millimetres."""
        for square in set(self._squares(spots)):
            self._tried[square] = self._lately(square, now) + 1, now

    def _is_open(self, square: tuple[int, int], now: int) -> bool:
        times = self._lately(square, now)
        if times < _FREE:
            return True
        return now - self._tried[square][1] >= min(_WAIT_NS << min(times - _FREE, 8), _LONGEST_NS)

    def _lately(self, square: tuple[int, int], now: int) -> int:
        """How often a square was tried that is not forgotten."""
        times, last = self._tried.get(square, (0, now))
        return times if now - last < _FORGOTTEN_NS else 0

    def _squares(self, spots: Matrix) -> list[tuple[int, int]]:
        squares = np.floor(spots / self._cell_mm).astype(np.int64)
        return [(int(x), int(y)) for x, y in squares]


class Seeking:
    """Seeks in one frame. What is found is handed to ``begin``, which says whether it is new."""

    def __init__(
        self, looking: Looking, image: Image, to_frame: Matrix,
        known: Callable[[], Sequence[Track]], begin: Callable[[list[Look]], bool],
        vain: Vain, now: int,
    ) -> None:  # fmt: skip
        """``known``: the tiles that are followed. ``to_frame``: from their pixels to the image.

        ``now``: the frame's time in nanoseconds.
        """
        self._vain, self._now = vain, now
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
        if not self._begin(self._tried(tried, BESIDE)):
            self._note(np.reshape([quad.mean(axis=0) for quad in tried], (-1, 2)))

    def at_blobs(self, blobs: Sequence[Blob]) -> None:
        """Look at what lies on the table and is no known tile."""
        asked = [(blob, blob.points[self._free(blob.points)]) for blob in blobs]
        asked = [(blob, points) for blob, points in asked if len(points)]
        quads = [blob.quad for blob, _ in asked if blob.quad is not None]
        for blob, points in asked[:_BLOBS]:
            outlines = self._looking.square(points)
            found = self._begin(self._tried(outlines))
            if not found and (self._is_known(points) or not self._closer(blob)):
                self._note(points)
        looks = self._looking.at_faces(self._image, quads, self._to_frame)
        self._begin([one for one in looks if one.chances.max() > _SURE])

    def _tried(self, quads: Sequence[Matrix], least: float = HARDLY) -> list[Look]:
        """The tiles about outlines [4,2] in pixels, beside those that are known."""
        known = [track.quad for track in self._known()]
        return self._looking.tried(self._image, quads, self._to_frame, least, known)

    def _closer(self, blob: Blob) -> bool:
        """Look for tiles at other sizes than usual, until one is found."""
        return any(
            self._begin(self._looking.at_box(self._image, blob.box, self._to_frame, enlarged))
            for enlarged in _CLOSER
        )

    def _is_known(self, points: Matrix) -> bool:
        return self._vain.known(self._looking.plane.to_mm(points), self._now)

    def _note(self, points: Matrix) -> None:
        if len(points):
            self._vain.note(self._looking.plane.to_mm(points), self._now)

    def _free(self, points: Matrix) -> NDArray[np.bool_]:
        """At which of the places [n,2] in pixels no tile is known, or was lately sought in vain."""
        if not len(points):
            return np.zeros(0, np.bool_)
        plane = self._looking.plane
        spots = plane.to_mm(points)
        known = np.stack([np.full(2, np.inf), *(track.spot for track in self._known())])
        apart = np.linalg.norm(spots[:, None] - known[None], axis=2).min(axis=1)
        return np.asarray((apart > _APART * plane.tile_mm[0]) & self._vain.open(spots, self._now))
