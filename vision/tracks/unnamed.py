"""What lies in the ponds and no look could name: it is gone into again, and may be a blank face.

A hand that has just left, or its shadow, spoils the first look at a tile; and a haku without a
frame shows nothing that could be found. What stays where it is, is as large as a tile, has the
colour of the other faces and no ink, is one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imagefile import Image
from vision.plane.map import Matrix, TablePlane, mapped
from vision.tracks.bare import BARE, bare_places, is_middle
from vision.tracks.blobs import Blob
from vision.tracks.fuse import Look, Track
from vision.tracks.looks import Looking
from vision.tracks.region import outline

_AGAIN_NS: Final = (700_000_000, 3_000_000_000)
"""So long after it was first seen it is read again."""

_STAYS_NS: Final = 500_000_000
"""So long a blank face must have been seen where it is."""

_SAME: Final = 0.5
_APART: Final = 0.8
"""Within so many widths is the same thing; a tile that is known lies no nearer."""

_FORGOTTEN_NS: Final = 8_000_000_000

_AROUND: Final = 1.8
"""So many widths about its middle what lies there is looked at."""

_DARK: Final = 8.0
_EVEN: Final = 0.25
"""A plain face's colour differs by no more, as a logarithm."""

_FILLED: Final = 0.85
"""So much of the rectangle around it a tile fills;"""

_SIDES: Final = (0.75, 1.3)
"""and its sides, or what is seen of its flank too, are so many of a tile's."""


@dataclass(slots=True, eq=False)
class _Thing:
    """Something without a name."""

    spot: Matrix
    """[2] millimetres."""

    quad: Matrix
    """[4,2] pixels of where it is read again."""

    first_ns: int
    asked: int = 0
    """How often it was read again."""

    blank_ns: int | None = None
    """When it first looked blank."""


class Unnamed:
    """Remembers such things, and says which are blank faces."""

    def __init__(self) -> None:
        self._things: list[_Thing] = []

    def due(self, now: int) -> list[Matrix]:
        """Outlines [4,2] in pixels of what is to be read again now."""
        quads = []
        for one in self._things:
            if one.asked < len(_AGAIN_NS) and now - one.first_ns >= _AGAIN_NS[one.asked]:
                one.asked += 1
                quads.append(one.quad)
        return quads

    def look(
        self, looking: Looking, image: Image, to_frame: Matrix, tracks: Sequence[Track],
        blobs: Sequence[Blob], now: int,
    ) -> list[Look]:  # fmt: skip
        """The blank faces among what was left over in a frame; the others are kept in mind."""
        width = looking.plane.tile_mm[0]
        known = [track.spot for track in tracks]
        self._things = [
            one for one in self._things
            if now - one.first_ns < _FORGOTTEN_NS and _nearest(one.spot, known) > _APART * width
        ]  # fmt: skip
        sure = []
        for blob in blobs:
            spot = looking.plane.to_mm(blob.points).mean(axis=0)
            if is_middle(spot, width) and _nearest(spot, known) > _APART * width:
                one = self._thing(spot, blob, width, now)
                quad = blank_face(image, blob.points, tracks, looking.plane, to_frame)
                one.blank_ns = None if quad is None else one.blank_ns or now
                if quad is not None and now - (one.blank_ns or now) >= _STAYS_NS:
                    sure.append(quad)
        looks = looking.at_faces(image, sure, to_frame, exactly=True)
        return [replace(look, chances=BARE, face_up=True, confidence=1.0) for look in looks]

    def _thing(self, spot: Matrix, blob: Blob, width: float, now: int) -> _Thing:
        for one in self._things:
            if np.linalg.norm(one.spot - spot) < _SAME * width:
                return one
        left, top, right, bottom = blob.box
        quad = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float64)
        self._things.append(_Thing(spot, quad, now))
        return self._things[-1]


def blank_face(
    image: Image, points: Matrix, tracks: Sequence[Track], plane: TablePlane, to_frame: Matrix
) -> Matrix | None:
    """The outline [4,2], in the tracks' pixels, of a blank face about some of them [n,2].

    None where nothing lies there that is plain, as large as a tile, and coloured as the faces are.
    """
    middle = mapped(to_frame, points.mean(axis=0)[None])[0]
    tile = plane.tile_px()
    left, top = (int(max(one - _AROUND * tile, 0)) for one in middle)
    part = image[top : top + int(2 * _AROUND * tile), left : left + int(2 * _AROUND * tile)]
    at = np.rint(middle - (left, top)).astype(int)
    if not (2 < at[0] < part.shape[1] - 3 and 2 < at[1] < part.shape[0] - 3):
        return None
    colours = np.log(part.astype(np.float32) + _DARK)
    own = np.median(colours[at[1] - 2 : at[1] + 3, at[0] - 2 : at[0] + 3].reshape(-1, 3), axis=0)
    alike = (np.abs(colours - own).max(axis=2) < _EVEN).astype(np.uint8)
    for track in tracks:
        corners = np.rint(mapped(to_frame, track.quad) - (left, top)).astype(np.int32)
        cv2.fillConvexPoly(alike, corners, 0)
    _, labels = cv2.connectedComponents(alike, connectivity=4)
    if not alike[at[1], at[0]]:
        return None
    own_part = np.argwhere(labels == labels[at[1], at[0]])[:, ::-1].astype(np.float32)
    quad = _tile(own_part + np.array([left, top], np.float32), plane, to_frame)
    if quad is None or not bare_places(image, tracks, [quad], to_frame)[0]:
        return None
    return quad


def _tile(pixels: NDArray[np.float32], plane: TablePlane, to_frame: Matrix) -> Matrix | None:
    """The outline [4,2] of the tile that pixels [n,2] of an image fill; None where they do not."""
    corners = cv2.boxPoints(cv2.minAreaRect(pixels)).astype(np.float64)
    whole = float(cv2.contourArea(corners.astype(np.float32)))
    if len(pixels) < _FILLED * whole:
        return None
    around = plane.to_mm(mapped(np.asarray(np.linalg.inv(to_frame)), corners))
    one, other = around[1] - around[0], around[2] - around[1]
    short, long = sorted((one, other), key=lambda side: float(np.linalg.norm(side)))
    sizes = np.linalg.norm([short, long], axis=1) / plane.tile_mm
    if (sizes < _SIDES[0]).any() or (sizes > _SIDES[1]).any():
        return None
    along = short / np.linalg.norm(short)
    return plane.to_px(outline(around.mean(axis=0), along, plane.tile_mm))


def _nearest(spot: Matrix, others: Sequence[Matrix]) -> float:
    return min((float(np.linalg.norm(spot - other)) for other in others), default=np.inf)
