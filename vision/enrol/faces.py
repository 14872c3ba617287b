"""The faces in the pictures of a set that is being enrolled: read, put in rows, cut out upright."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision import geometry
from vision.club.prototypes import TURNS
from vision.club.tile_set import MOST_FACES, PATCH_MARGIN, PATCH_SIDE
from vision.detections import Floats, Ints
from vision.errors import TileSetError
from vision.imagefile import Image
from vision.labels import BACK, CLASS_OF
from vision.nets.crops import cut
from vision.picture.order import in_rows
from vision.reader import Reader

_AGREEING: Final = 0.8
_ORDER: Final = ("1m2m3m4m5m6m7m8m9m", "1p2p3p4p5p6p7p8p9p", "1s2s3s4s5s6s7s8s9s", "1z2z3z4z5z6z7z")
_NEXT: Final = {
    CLASS_OF[line[at : at + 2]]: CLASS_OF[line[at + 2 : at + 4]]
    for line in _ORDER
    for at in range(0, len(line) - 2, 2)
}
_SURE: Final = 0.8
_BETWEEN: Final = 3.0
"""What it adds, in nats, that a face lies between its neighbours in the order of the tiles."""


@dataclass(frozen=True, slots=True, eq=False)
class ShownFaces:
    """The faces of all pictures, in reading order; backs are left out."""

    pictures: Ints
    """int64 [n]: in which picture each lies, from 0."""

    places: Ints
    """int64 [n,2]: its row and its place in the row, from 0."""

    quads: Floats
    """float32 [n,4,2], clockwise from each face's own top-left."""

    patches: NDArray[np.uint8]
    """uint8 [n,96,96,3]: the faces upright, with their rims."""

    logs: Floats
    """float32 [n,40]: what the classifier says, the order of neighbours included."""

    mirrored: NDArray[np.bool_]
    """bool [n]: whether the picture looks as in a mirror."""

    def turned(self, turns: Ints) -> "ShownFaces":
        """The same faces, each beginning at a later corner."""
        patches = [np.rot90(patch, turn) for patch, turn in zip(self.patches, turns, strict=True)]
        quads = [np.roll(quad, -turn, axis=0) for quad, turn in zip(self.quads, turns, strict=True)]
        return replace(self, quads=np.array(quads), patches=np.array(patches))


def shown_faces(reader: Reader, images: Sequence[Image]) -> ShownFaces:
    """Read pictures. Raises ``TileSetError`` where no face, or far too many, are there."""
    parts = [_shown(reader, number, image) for number, image in enumerate(images)]
    count = sum(len(part.quads) for part in parts)
    if not count:
        raise TileSetError("no face is to be seen in the photos; expected the 34 kinds laid out")
    if count > MOST_FACES:
        raise TileSetError(f"{count} faces are in the photos; expected at most {MOST_FACES}")
    columns = ([getattr(part, name) for part in parts] for name in ShownFaces.__slots__)
    return ShownFaces(*(np.concatenate(column) for column in columns))


def _shown(reader: Reader, number: int, image: Image) -> ShownFaces:
    found = reader.classified(image)
    mirrored = reader.mirrored(image, found)
    height, width = image.shape[:2]
    inside = geometry.within(found.quadrilaterals, width, height)
    found = found[inside & (found.class_id != BACK)]
    rows, order = in_rows(found.quadrilaterals)
    found = found[order]
    quads = facing_one_way(found.quadrilaterals)
    rows = rows[order]
    columns = np.array([int((rows[:at] == row).sum()) for at, row in enumerate(rows)], np.int64)
    logs = np.log(found.probabilities + 1e-6) + between(found.probabilities, rows)
    patches = cut(image, quads, PATCH_SIDE, PATCH_MARGIN)
    places = np.stack([rows, columns], axis=1)
    pictures, reflected = np.full(len(rows), number), np.full(len(rows), mirrored)
    return ShownFaces(pictures, places, quads, patches, logs.astype(np.float32), reflected)


def facing_one_way(quads: Floats) -> Floats:
    """The faces [n,4,2], all turned the way that most of them lie, where most agree."""
    if not len(quads):
        return quads
    up = (quads[:, 0] + quads[:, 1] - quads[:, 2] - quads[:, 3]).astype(np.float64)
    angles = np.arctan2(up[:, 1], up[:, 0])
    apart = (angles[:, None] - angles[None] + np.pi) % (2 * np.pi) - np.pi
    agreeing = np.abs(apart) < np.pi / 6
    common = int(agreeing.sum(axis=0).argmax())
    if agreeing[:, common].mean() < _AGREEING:
        return quads
    quarters = np.rint(-apart[:, common] / (np.pi / 2)).astype(int) % TURNS
    return np.stack(
        [np.roll(quad, -turn, axis=0) for quad, turn in zip(quads, quarters, strict=True)]
    )


def between(chances: Floats, rows: Ints) -> Floats:
    """Nats [n,40] for the tile that fits between two sure neighbours of a row in reading order."""
    best, sure = chances.argmax(axis=1), chances.max(axis=1) >= _SURE
    added = np.zeros_like(chances)
    for at in range(1, len(rows) - 1):
        middle = _NEXT.get(int(best[at - 1]))
        in_row = rows[at - 1] == rows[at] == rows[at + 1]
        fits = middle is not None and _NEXT.get(middle) == best[at + 1]
        if in_row and fits and sure[at - 1] and sure[at + 1]:
            added[at, middle] = _BETWEEN
    return added


def widths(faces: ShownFaces) -> Floats:
    """The short sides [n] of the faces in pixels."""
    return geometry.short_sides(faces.quads)
