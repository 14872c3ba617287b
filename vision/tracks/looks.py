"""Looks at parts of a frame: faces of a tile's size, and what was found of another size, mended.

The detector is sure of where a face's middle is, less so of its rim: strokes that stand apart pass
for faces of their own. The plane says how large a tile is, so such a find is put to that size, and
the classifier says whether a tile lies there so.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import log
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from vision.detections import Box, Detections, Floats
from vision.imagefile import Image
from vision.labels import NONE
from vision.observation import REST
from vision.picture.blanks import HAKU
from vision.plane.map import Matrix, TablePlane, mapped
from vision.tracks.fuse import Look, Track, look_of, seems_turned
from vision.tracks.region import (
    LONGER,
    goes_on,
    on_field,
    outline,
    tile_sized,
    whole_tiles,
)
from vision.tracks.weighing import alone, nearest, over_others, together, worth

_LEAST_SIDE: Final = 0.25
_MOST_SIDE: Final = 1.6
"""What is smaller or larger than so many widths of a tile is no part of one."""

_SURE: Final = 0.88
"""How sure the classifier must be of what was put to size."""

_AS_SURE: Final = 0.02
"""The whole of it may be read so much less surely than its part."""

_CERTAIN: Final = 0.95
_BELIEVED: Final = 0.5
"""The least confidence of a find that shows a face so surely."""

_APART: Final = 0.8
"""Two tiles' middles are so many widths from each other, at least."""

_WITHIN: Final = 0.55
"""A find so near a good one's middle is a part of it."""

_FRAME: Final = (0.66, 0.77)
"""The frame of a haku is so large, measured by a tile's sides; as high as no tile's side is."""

_FITS: Final = 0.05
"""By how much a tile's outline must fit better before it is taken for turned."""

_MOVES: Final = np.array(
    sorted(
        ((x / 4, y / 4) for x in range(-2, 3) for y in range(-2, 3)),
        key=lambda move: abs(move[0]) + abs(move[1]),
    )
)
"""How far [n,2] a find may be moved to lie on something, in widths, the least first."""

_TRIES: Final = 32
"""So many outlines are tried where nothing tells one."""

HARDLY: Final = 0.8
"""An outline is not tried where less of it lies on something;"""

BESIDE: Final = 0.6
"""beside a known face less will do: strokes and rims may have the table's colours."""

_MOVING: Final = 0.15
_LIES: Final = 0.93
_MOST: Final = 10
"""Overlapping finds that are weighed against each other."""

Shares = NDArray[np.float64]
_NO_SHARES: Final[Shares] = np.zeros(0)


class FaceReader(Protocol):
    """What reads faces; see ``vision.reader``."""

    def read_faces(self, image: Image, quads: Floats) -> Detections:
        """The faces at known places."""
        ...

    def near_faces(self, image: Image, quads: Floats) -> Detections:
        """The faces about places that are roughly known."""
        ...

    def features(self, image: Image, quads: Floats) -> Floats:
        """What is seen in faces at known places [n,2,F], upright and upside down."""
        ...

    def read_region(self, image: Image, box: Box, short_side: float) -> Detections:
        """The faces in a box."""
        ...

    def mirrored(self, image: Image, found: Detections) -> bool:
        """Whether the faces found in a picture look as in a mirror."""
        ...


class Looking:
    """Looks at a table through a reader. Places are those of the straight frame."""

    def __init__(
        self, reader: FaceReader, plane: TablePlane, shares: Callable[[Matrix], Shares]
    ) -> None:
        """``shares``: how much [n] of outlines [n,4,2] in pixels lies on anything but the table."""
        self.reader, self.plane, self.shares = reader, plane, shares
        self.odd: list[Matrix] = []
        """Outlines [4,2] in millimetres that were last found in a box, of no tile's size."""

    def covered(self, quad: Matrix) -> float:
        """Which share of an outline [4,2] in pixels lies on anything but the table."""
        return float(self.shares(quad[None])[0])

    def at_box(self, image: Image, box: Box, to_frame: Matrix, enlarged: float = 1.0) -> list[Look]:
        """The faces in a box; ``enlarged`` shows it larger or smaller than usual."""
        corners = np.array([[box[0], box[1]], [box[2], box[1]], [box[2], box[3]], [box[0], box[3]]])
        there = mapped(to_frame, corners.astype(np.float64))
        low, high = np.floor(there.min(axis=0)), np.ceil(there.max(axis=0))
        middle = self.plane.to_mm(corners.mean(axis=0)[None])[0]
        wide = self.plane.tile_px((float(middle[0]), float(middle[1]))) / enlarged
        part = (int(low[0]), int(low[1]), int(high[0]), int(high[1]))
        found = self.reader.read_region(image, part, wide)
        back = np.asarray(np.linalg.inv(to_frame))
        good, self.odd = [], []
        for quad, confidence, classes in zip(
            found.quadrilaterals, found.confidence, found.probabilities, strict=True
        ):
            straight = mapped(back, quad.astype(np.float64))
            corners_mm = self.plane.to_mm(straight)
            if not on_field(self.plane, corners_mm.mean(axis=0)):
                continue
            if tile_sized(self.plane, corners_mm):
                good.append(_trusted(look_of(straight, corners_mm, classes, float(confidence))))
            else:
                self.odd.append(corners_mm)
        good = alone(good, _WITHIN * self.plane.tile_mm[0])
        good = self._completed(image, good, to_frame)
        return good + self._mended(image, self.odd, good, to_frame)

    def steadied(self, track: Track, look: Look, others: Sequence[Matrix]) -> Look:
        """The look, where the tile lay if it only seems turned: what turned fits better now.

        ``others`` are the outlines [4,2] in pixels of the tiles that were seen with it.
        """
        if not seems_turned(track, look):
            return look
        before, now = self.fit(track.quad, others), self.fit(look.quad, others)
        if now > before + _FITS:
            return look
        return replace(look, quad=track.quad, spot=track.spot, angle_deg=track.angle_deg)

    def fit(self, quad: Matrix, others: Sequence[Matrix]) -> float:
        """How well an outline in pixels fits a tile that lies there, 1 at best."""
        corners = self.plane.to_mm(quad)
        wide = float(np.linalg.norm(corners[1] - corners[0] + corners[2] - corners[3])) / 2
        high = float(np.linalg.norm(corners[3] - corners[0] + corners[2] - corners[1])) / 2
        width, height = self.plane.tile_mm
        return (
            self.covered(quad)
            - over_others(quad, others)
            - abs(log(wide / width))
            - abs(log(high / height))
        )

    def at_faces(
        self, image: Image, quads: Sequence[Matrix], to_frame: Matrix, *, exactly: bool = False
    ) -> list[Look]:
        """A look at each place, whatever lies there: no tile at all has no confidence.

        Outlines are moved to where edges are seen, unless they are meant ``exactly``.
        """
        if not quads:
            return []
        there = np.stack([mapped(to_frame, quad) for quad in quads]).astype(np.float32)
        found = (self.reader.read_faces if exactly else self.reader.near_faces)(image, there)
        back = np.asarray(np.linalg.inv(to_frame))
        looks = []
        for quad, classes in zip(found.quadrilaterals, found.probabilities, strict=True):
            straight = mapped(back, quad.astype(np.float64))
            sure = float(1 - classes[NONE])
            looks.append(look_of(straight, self.plane.to_mm(straight), classes, sure))
        return looks

    def tried(
        self, image: Image, quads: Sequence[Matrix], to_frame: Matrix, least: float = HARDLY,
        beside: Sequence[Matrix] = (),
    ) -> list[Look]:  # fmt: skip
        """Which tiles lie about outlines [4,2] in pixels that nobody found but may be there.

        ``least``: how much of an outline must lie on something; ``beside``: outlines [4,2] of known
        tiles, in which as little of one lies as may be. No haku: a blank face does not show that
        the outline is right, and sides are blank too.
        """
        worth = self.shares(np.stack(quads)) if quads else _NO_SHARES
        best = sorted(range(len(quads)), key=lambda at: -worth[at])[:_TRIES]
        looks = self.at_faces(image, [quads[at] for at in best if worth[at] > least], to_frame)
        return self.agreed([one for one in looks if self._is_tile(one)], [], beside)

    def square(self, points: Matrix) -> list[Matrix]:
        """Outlines in pixels of tiles about places [n,2], square to the table either way."""
        spots = self.plane.to_mm(points) if len(points) else points
        return [
            self.plane.to_px(outline(spot, along, self.plane.tile_mm))
            for spot in spots
            for along in np.eye(2)
        ]

    def _completed(self, image: Image, good: list[Look], to_frame: Matrix) -> list[Look]:
        """The looks, those of another size put to a tile's where that shows a tile."""
        done = [*good]
        for at, look in enumerate(good):
            ways = whole_tiles(self.plane, self.plane.to_mm(look.quad)) if look.face_up else []
            others = done[:at] + done[at + 1 :]
            better = [
                one for one in self.at_faces(image, ways, to_frame)
                if one.face_up and self._is_tile(one)
                and one.confidence * one.chances.max() > max(_SURE, look.chances.max() - _AS_SURE)
                and nearest(one.spot, others) > _APART * self.plane.tile_mm[0]
            ]  # fmt: skip
            beside = [other.quad for other in others]
            best = max(
                better, key=lambda one: worth(one) - over_others(one.quad, beside), default=look
            )
            done[at] = replace(best, confidence=look.confidence)
        return done

    def _has_size(self, look: Look) -> bool:
        return tile_sized(self.plane, self.plane.to_mm(look.quad))

    def _is_tile(self, look: Look) -> bool:
        return self._has_size(look) and look.chances.argmax() not in {HAKU, REST}

    def _mended(
        self, image: Image, odd: list[Matrix], good: list[Look], to_frame: Matrix
    ) -> list[Look]:
        """What was found of another size, put to a tile's size where that shows a tile.

        A haku only where its frame was found, nearly as large as a tile: a blank face does not
        show that the outline is right, and sides are blank too.
        """
        width = self.plane.tile_mm[0]
        quads: list[Matrix] = []
        framed: list[bool] = []
        faces = [(look.spot, look.angle_deg) for look in good if look.face_up]
        for corners in odd:
            sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
            spot = corners.mean(axis=0)
            if sides.min() < _LEAST_SIDE * width or sides.max() > _MOST_SIDE * width:
                continue
            if nearest(spot, good) > _WITHIN * width:
                ways = self._to_size(corners)
                quads += ways
                large = (
                    sides.min() > _FRAME[0] * width
                    and sides.max() > _FRAME[1] * self.plane.tile_mm[1]
                )
                framed += [bool(large) or goes_on(corners, faces, width)] * len(ways)
        looks = self._sized(image, quads, to_frame)
        shown = [
            look for look, frame in zip(looks, framed, strict=True)
            if frame or look.chances.argmax() != HAKU
        ]  # fmt: skip
        return self.agreed(shown, good)

    def _sized(self, image: Image, quads: list[Matrix], to_frame: Matrix) -> list[Look]:
        """A look at each outline of a tile, as it is where its edges lead to another size.

        They led to a part of the face then, or beyond it: a part may show another face surely.
        """
        looks = self.at_faces(image, quads, to_frame)
        led = [at for at, look in enumerate(looks) if not self._has_size(look)]
        exact = self.at_faces(image, [quads[at] for at in led], to_frame, exactly=True)
        for at, look in zip(led, exact, strict=True):
            looks[at] = look
        return looks

    def agreed(
        self, looks: list[Look], good: list[Look], beside: Sequence[Matrix] = ()
    ) -> list[Look]:
        """Of looks at places that overlap, those that together show most.

        ``beside``: outlines [4,2] of others, in which they may lie for a price.
        """
        width = self.plane.tile_mm[0]
        left = sorted(
            (
                look for look in looks
                if worth(look) > _SURE and nearest(look.spot, good) > _APART * width
            ),
            key=worth, reverse=True,
        )  # fmt: skip
        kept: list[Look] = []
        while left:
            near = [left.pop(0)]
            for one in near:  # grows with what is near those found
                more = [other for other in left if nearest(other.spot, [one]) < _APART * width]
                left = [other for other in left if not any(other is new for new in more)]
                near += more
            near.sort(key=worth, reverse=True)
            others = [*(one.quad for one in (*good, *kept, *left)), *beside]
            kept += together(near[:_MOST], others, _APART * width)
        return kept

    def _to_size(self, corners: Matrix) -> list[Matrix]:
        """A tile's outline about the same middle; two where nothing tells its long side."""
        across = corners[1] - corners[0] + corners[2] - corners[3]
        down = corners[3] - corners[0] + corners[2] - corners[1]
        wide, high = float(np.linalg.norm(across)), float(np.linalg.norm(down))
        ways = ((across, wide < LONGER * high), (down, high < LONGER * wide))
        return [
            self.settled(corners.mean(axis=0), along / np.linalg.norm(along))
            for along, may_be in ways
            if may_be
        ]

    def settled(self, spot: Matrix, along: Matrix) -> Matrix:
        """The outline in pixels, moved as little as need be to lie on something."""
        moves = _MOVES @ np.stack([along, [-along[1], along[0]]]) * self.plane.tile_mm[0]
        corners = outline(spot, along, self.plane.tile_mm) + moves[:, None]
        quads = self.plane.to_px(corners.reshape(-1, 2)).reshape(-1, 4, 2)
        shares = self.shares(quads)
        if shares[0] > _LIES:
            return np.asarray(quads[0])
        return np.asarray(quads[(shares - _MOVING * np.abs(_MOVES).sum(axis=1)).argmax()])


def _trusted(look: Look) -> Look:
    """A find of a tile's size that shows a face surely, believed though it was found hardly."""
    shows = look.face_up and look.chances.max() > _CERTAIN
    if not shows or look.chances.argmax() in {HAKU, REST}:
        return look
    return replace(look, confidence=max(look.confidence, _BELIEVED))
