"""One find across two tiles that lie side by side alone: it is made two where both show a face.

Half of a 7s and half of the next look like a 7s, so that the find is read surely; but it leaves
half a tile without a name on either side, and no more.
"""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from vision.imagefile import Image
from vision.observation import REST
from vision.picture.blanks import HAKU
from vision.plane.map import Matrix
from vision.tracks.fuse import Look, Track
from vision.tracks.looks import Looking
from vision.tracks.missed import Vain
from vision.tracks.region import outline
from vision.tracks.rows import Mend, shows
from vision.tracks.weighing import overlap

_HALF: Final = 0.51
"""So many widths beside the find the two tiles lie, one on each side."""

_COVERED: Final = 0.7
"""So much of where they are must show something else than the table."""

_BEYOND: Final = 1.3
_STRIP: Final = 0.5
_BARE: Final = 0.75
"""Strips so broad, so many widths beside the find, must be no more covered: else it is one tile
between two others, of which halves would show as well."""

_KNOWN: Final = 0.25
"""Of such a strip so much lies under a tile that is known."""

_APART: Final = 0.8
"""So many widths from where the two are no tile is known."""

_SURE: Final = 0.9
_ALIKE: Final = 0.8
"""How sure both must be, and how sure where they show the face that the find shows."""

_PAUSE_NS: Final = 400_000_000


class Astride:
    """Looks for such finds now and then; in vain ever more rarely."""

    def __init__(self, tile_mm: float) -> None:
        self._vain = Vain(tile_mm)
        self._looked_ns = 0

    def mends(
        self, looking: Looking, tracks: Sequence[Track], in_sight: Callable[[Matrix], bool],
        image: Image, to_frame: Matrix, now: int,
    ) -> list[Mend]:  # fmt: skip
        """Where the two tiles of such finds lie. See ``Rows.mends``."""
        if now - self._looked_ns < _PAUSE_NS:
            return []
        self._looked_ns = now
        lone = _alone([track for track in tracks if track.face_up and not track.missing], tracks,
                      looking.plane.tile_mm[0])  # fmt: skip
        spots = np.reshape([track.spot for track in lone], (-1, 2))
        found: list[Mend] = []
        for track, is_open in zip(lone, self._vain.open(spots, now), strict=True):
            quads = _outlines(looking, track, _HALF, 1.0)
            seen = is_open and all(in_sight(quad) for quad in (track.quad, *quads))
            if not seen or not _is_two_wide(looking, track, quads, tracks):
                continue
            looks = looking.at_faces(image, [track.quad, *quads], to_frame, exactly=True)
            if _are_two(looks[0], looks[1:]):
                found += [Mend(looks[1], track), Mend(looks[2], None)]
            else:
                self._vain.note(track.spot[None], now)
        return found


def _are_two(find: Look, sides: Sequence[Look]) -> bool:
    """Whether looks at both sides of a find, which are as wide as two tiles, show two.

    Between two of a kind lies that face again, read as surely as either.
    """
    faces = {int(look.chances.argmax()) for look in (find, *sides)}
    if len(faces) == 1 and not faces & {HAKU, REST}:
        return min(map(_sure, sides)) > _ALIKE
    return all(map(shows, sides)) and min(map(_sure, sides)) > max(_SURE, _sure(find))


def _alone(faces: Sequence[Track], tracks: Sequence[Track], width: float) -> list[Track]:
    """The faces beside which no tile is known where the two would lie."""
    if not faces:
        return []
    spots = np.stack([track.spot for track in faces])
    turned = np.radians([track.angle_deg for track in faces])
    sides = _HALF * width * np.stack([np.sin(turned), -np.cos(turned)], axis=1)
    every = np.stack([track.spot for track in tracks])
    others = np.array([[one is not track for one in tracks] for track in faces])
    near = np.zeros(len(faces), np.bool_)
    for way in (-1, 1):
        apart = np.linalg.norm((spots + way * sides)[:, None] - every[None], axis=2)
        near |= ((apart < _APART * width) & others).any(axis=1)
    return [track for track, is_near in zip(faces, near, strict=True) if not is_near]


def _is_two_wide(
    looking: Looking, track: Track, quads: Matrix, tracks: Sequence[Track]
) -> bool:  # fmt: skip
    """Whether what lies there is as wide as two tiles [2,4,2] in pixels, and no wider."""
    if (looking.shares(quads) < _COVERED).any():
        return False
    strips = _outlines(looking, track, _BEYOND, _STRIP)
    reach = 3 * looking.plane.tile_mm[0]
    beside = [
        one.quad for one in tracks
        if one is not track and np.linalg.norm(one.spot - track.spot) < reach
    ]  # fmt: skip
    return all(
        share < _BARE or any(overlap(strip, quad) > _KNOWN for quad in beside)
        for strip, share in zip(strips, looking.shares(strips), strict=True)
    )


def _outlines(looking: Looking, track: Track, away: float, wide: float) -> Matrix:
    """Outlines [2,4,2] in pixels so many widths before and behind a find, so many widths wide."""
    corners = looking.plane.to_mm(track.quad)
    across = corners[1] - corners[0] + corners[2] - corners[3]
    along = across / np.linalg.norm(across)
    width, height = looking.plane.tile_mm
    return np.stack([
        looking.plane.to_px(
            outline(track.spot + way * width * along, along, (wide * width, height))
        )
        for way in (-away, away)
    ])  # fmt: skip


def _sure(look: Look) -> float:
    return float(look.chances.max()) * look.confidence
