"""A picture that one tile fills, or nearly: seen from afar, and as a whole.

The detector knows tiles of some sizes with something around them. Where it found none of a size
worth its picture, it looks from farther away; and as the edges of a tile that was cut out are the
picture's own, which no detector sees, the classifier is asked about the whole picture, too.
"""

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np

from vision import geometry
from vision.detections import Detections, Floats, Mask
from vision.imagefile import Image
from vision.labels import BACK, CLASS_OF, LABELS, NONE, OTHER, plain
from vision.nets.classifier import Settled
from vision.nets.decode import SAME_FACE_INSIDE, SAME_FACE_IOU
from vision.picture.faces import how_sure
from vision.picture.room import with_room

_LONGEST: Final = 2.0
"""A tile's picture is no longer than so many times its width."""

_FEW: Final = 8
_DOUBTED: Final = 0.85
"""Where more faces than these were found, or one that is surer, the picture shows those; what is
drawn on a tile that fills it is taken for a few others that are not so sure."""

_TILE: Final = 0.22
"""So much of such a picture the tile fills at least."""

_AFAR: Final = 160
_ROOM: Final = 32
"""Pixels of the longer side from afar, and beside it."""

_SURE: Final = 0.9
"""So sure is a face that was found from afar."""

_INSET: Final = 0.08
_SURELY: Final = 0.95
"""So sure are both looks at what fills a picture: at all of it, and at that without a rim of so
much. Of 126 pictures of two or four tiles, half of one or a quarter, two were named so."""

_PLAIN: Final = frozenset((BACK, NONE, OTHER, CLASS_OF["5z"]))
"""What fills a picture and has no ink may be anything."""

Detect = Callable[[Image], tuple[Floats, Floats]]
SettleAll = Callable[[Floats], Settled]
"""From faces [n,4,2] to what a classifier says of them."""


def with_close_up(
    image: Image, room: int, found: Detections, detect: Detect, settle: SettleAll
) -> Detections:
    """The faces found in a picture that got so much room, or the one that fills it."""
    height, width = (side - 2 * room for side in image.shape[:2])
    if not _may_be(found, width, height):
        return found
    whole = _whole(width, height, room)
    large = _from_afar(image, detect)
    large = large[geometry.areas(large) >= _TILE * width * height]
    looks = settle(np.concatenate([whole, large]))
    faces = _detected(looks)
    others = np.arange(len(faces)) >= len(whole)
    others &= (how_sure(looks.kinds) >= _SURE) & (faces.class_id != NONE)
    if _agreed(looks.kinds[: len(whole)]):
        rivals = [
            faces[others],
            found[geometry.areas(found.quadrilaterals) >= _TILE * width * height],
        ]
        named = {plain(label) for label in Detections.merge(rivals).labels}
        if plain(faces.labels[0]) not in named:
            return faces[:1]
    return _instead(faces[others], found) if others.any() else found


def _may_be(found: Detections, width: int, height: int) -> bool:
    """Whether one tile may fill a picture of that size in which these faces were found."""
    known = found.class_id != OTHER
    longest = max(width, height) / min(width, height)
    doubted = not (found.confidence[known] >= _DOUBTED).any()
    return bool(longest <= _LONGEST and known.sum() <= _FEW and doubted)


def _whole(width: int, height: int, room: int) -> Floats:
    """All of a picture that got so much room, and that without a rim: [2,4,2]."""
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    inner = _INSET + (1 - 2 * _INSET) * unit
    return np.asarray(np.stack([unit, inner]) * (width, height) + room, np.float32)


def _from_afar(image: Image, detect: Detect) -> Floats:
    """Faces [n,4,2] that are seen where the picture is shown small."""
    scale = _AFAR / max(image.shape[:2])
    high, wide = (max(1, round(side * scale)) for side in image.shape[:2])
    small = np.asarray(cv2.resize(image, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)
    quads, _ = detect(with_room(small, _ROOM))
    shape = np.array([image.shape[1] / wide, image.shape[0] / high], np.float32)
    return np.asarray((quads - _ROOM) * shape, np.float32)


def _detected(looks: Settled) -> Detections:
    """What looks tell, each face beginning at its own top-left corner."""
    corners = (np.arange(4) + looks.turns[:, None]) % 4
    quads = np.take_along_axis(looks.quads, corners[..., None], axis=1)
    return Detections(quads, 1 - looks.kinds[:, NONE], looks.kinds.argmax(axis=1), looks.kinds)


def _agreed(kinds: Floats) -> bool:
    """Whether looks with these chances [n,40] are surely at one face, and that has ink."""
    best = kinds.argmax(axis=1).tolist()
    names = {plain(LABELS[kind]) for kind in best}
    return len(names) == 1 and best[0] not in _PLAIN and bool(how_sure(kinds).min() >= _SURELY)


def _instead(large: Detections, found: Detections) -> Detections:
    """Large faces, and those found that do not lie in them."""
    every = Detections.merge([large, found])
    first: Mask = np.arange(len(every)) < len(large)
    worth = every.confidence + first
    kept = geometry.suppressed(every.quadrilaterals, worth, SAME_FACE_IOU, SAME_FACE_INSIDE)
    return every[kept]
