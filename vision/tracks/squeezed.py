"""Two tiles found nearer than tiles can lie are put apart, where that shows two faces.

Faces without borders lead a find astray: it settles across its neighbour, and part of one face with
part of the next is often a third, read as surely as any.
"""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from vision.imagefile import Image
from vision.plane.map import Matrix, TablePlane
from vision.tracks.fuse import Look, Track
from vision.tracks.looks import Looking
from vision.tracks.missed import Vain
from vision.tracks.region import outline
from vision.tracks.rows import OVERLAP, Mend, shows

_NEAREST: Final = 0.5
"""Two finds at so few widths are of one tile."""

_LEVEL: Final = 0.3
_ALIKE: Final = 15.0
"""So many widths and degrees tiles may stray that lie side by side."""

_WAYS: Final = ((-0.5, 0.5), (0.0, 1.0), (-1.0, 0.0))
"""Where two tiles may be instead, in widths: apart from their middle, or from either of them."""

_PAUSE_NS: Final = 400_000_000

Pair = tuple[Track, Track]


class Squeezed:
    """Puts such pairs right now and then; in vain ever more rarely."""

    def __init__(self, tile_mm: float) -> None:
        self._vain = Vain(tile_mm)
        self._looked_ns = 0

    def mends(
        self, looking: Looking, tracks: Sequence[Track], in_sight: Callable[[Matrix], bool],
        image: Image, to_frame: Matrix, now: int,
    ) -> list[Mend]:  # fmt: skip
        """Where the tiles of such pairs lie. See ``Rows.mends``."""
        if now - self._looked_ns < _PAUSE_NS:
            return []
        self._looked_ns = now
        found: list[Mend] = []
        for pair in _pairs(tracks, looking.plane.tile_mm[0]):
            spot = (pair[0].spot + pair[1].spot)[None] / 2
            if not self._vain.open(spot, now)[0] or not all(in_sight(one.quad) for one in pair):
                continue
            looks = _apart(looking, pair, image, to_frame)
            if not looks:
                self._vain.note(spot, now)
            found += [Mend(look, track) for look, track in zip(looks, pair, strict=False)]
        return found


def _pairs(tracks: Sequence[Track], width: float) -> list[Pair]:
    """Neighbours of faces side by side that would lie on each other."""
    faces = [track for track in tracks if track.face_up and not track.missing]
    if len(faces) < 2:
        return []
    spots = np.stack([track.spot for track in faces]) / width
    angles = np.array([track.angle_deg for track in faces])
    turned = np.radians(angles)
    sides = np.stack([np.sin(turned), -np.cos(turned)], axis=1)[:, None]
    away = spots[None] - spots[:, None]
    along = (away * sides).sum(axis=2)
    off = np.abs(away[..., 0] * sides[..., 1] - away[..., 1] * sides[..., 0])
    alike = np.abs((angles[:, None] - angles[None] + 90) % 180 - 90) < _ALIKE
    near = (along > _NEAREST) & (along < OVERLAP) & (off < _LEVEL) & alike
    pairs = {tuple(sorted(pair)) for pair in np.argwhere(near).tolist()}
    return [(faces[first], faces[second]) for first, second in sorted(pairs)]


def _apart(looking: Looking, pair: Pair, image: Image, to_frame: Matrix) -> list[Look]:
    """Looks at where both tiles lie, in the pair's order; none where nothing shows two faces."""
    plane = looking.plane
    quads = [quad for way in _WAYS for quad in _outlines(plane, pair, way)]
    looks = looking.at_faces(image, quads, to_frame, exactly=True)
    ways = [looks[at : at + 2] for at in range(0, len(looks), 2)]
    good = [way for way in ways if all(shows(look) for look in way)]
    return max(good, key=_sure, default=[])


def _outlines(plane: TablePlane, pair: Pair, way: tuple[float, float]) -> list[Matrix]:
    """Outlines [4,2] in pixels of a pair put so many widths along its line from its anchor."""
    first, second = (track.spot for track in pair)
    along = (second - first) / np.linalg.norm(second - first)
    anchor = (first + second) / 2 if way[0] + way[1] == 0 else first if way[0] == 0 else second
    return [
        plane.to_px(outline(anchor + step * plane.tile_mm[0] * along, along, plane.tile_mm))
        for step in way
    ]


def _sure(way: Sequence[Look]) -> float:
    return min(float(look.chances.max()) * look.confidence for look in way)
