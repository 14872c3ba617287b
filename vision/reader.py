"""The reader: looks once or twice, classifies, lets the tiles of a picture agree, names them."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import numpy as np

from vision import geometry
from vision.club.classifier import knowing
from vision.club.tile_set import ClubSet
from vision.detections import Box, Detections, Floats, Ints, Mask
from vision.honesty import AS_SEEN, Honesty
from vision.imagefile import Image
from vision.labels import NONE, OTHER, UNKNOWN, shown
from vision.model_store import find_model, honesty
from vision.nets.ahead import Crops, Looking, Looks
from vision.nets.classifier import Classifier, Settled, suiting
from vision.nets.crops import cut
from vision.nets.decode import SAME_FACE_INSIDE, SAME_FACE_IOU
from vision.nets.detector import Detector
from vision.picture import alike, balance, burnt, foreign, glare, scales
from vision.picture.bare import with_bare
from vision.picture.blanks import coloured
from vision.picture.called import with_called_blanks
from vision.picture.close_up import with_close_up
from vision.picture.closer import told_closer
from vision.picture.consistency import reconciled
from vision.picture.faces import Faces
from vision.picture.fives import red_by_others
from vision.picture.mending import mended
from vision.picture.namesakes import birds_among_dragons
from vision.picture.order import in_rows
from vision.picture.pale import with_pale
from vision.picture.room import room_around, with_room
from vision.picture.sanity import CREDIBLE, about_picture, looks_mirrored, mirrored, remarks
from vision.picture.size_credit import size_credit
from vision.picture.sizes import TileSizes
from vision.reading import Polygon, Reading, ReadTile
from vision.together import Together

FLAT: Final = 0.94
"""A reading's polygon is the flat of the face: this part of what lies within the tile's edges."""

_NO_QUADS: Final[Floats] = np.empty((0, 4, 2), np.float32)
_NO_SCORES: Final[Floats] = np.empty(0, np.float32)
_ALTERNATIVES: Final = 4
_LEAST_ALTERNATIVE: Final = 0.002


@dataclass(frozen=True, slots=True)
class Thresholds:
    """From when on the reader believes what it sees."""

    face: float = 0.3
    """Least credit as a face at all: found, of a size like the others, not "no tile"."""

    name: float = 0.3
    """Least confidence to name a face; below it is ``?``."""

    seen: float = 0.4
    """So is what the networks are less sure of, before confidence is told as measured: of such
    names no more were right than wrong or of no face, in 160 scenes held back and 195 tables."""


class Reader:
    """Reads pictures of any size. One instance serves one thread."""

    def __init__(
        self, detector: Detector, classifier: Classifier, thresholds: Thresholds | None = None,
        honesty: Honesty = AS_SEEN, threads: int = 1,
    ) -> None:  # fmt: skip
        self._honesty = honesty
        self._together = Together(threads)
        self.detector = detector
        self.classifier = classifier
        self._thresholds = thresholds or Thresholds()

    @classmethod
    def open(
        cls,
        folder: Path | None = None,
        threads: int = 2,
        thresholds: Thresholds | None = None,
        club: ClubSet | None = None,
    ) -> "Reader":
        """The reader with the released models, or those in ``folder``; of one set, if it is given.

        Raises ``ModelMissingError`` or ``ModelCorruptError``.
        """
        detector = Detector.open(find_model("detector", folder).path, threads)
        model = find_model("classifier", folder)
        classifier = Classifier.open(model.path, threads)
        if club is not None:
            classifier = knowing(classifier, club, model.facts["sha256"])
            return cls(detector, classifier, thresholds, threads=threads)
        return cls(detector, classifier, thresholds, honesty(folder), threads)

    def read(self, image: Image) -> Reading:
        """All tiles of a picture uint8 [H,W,3] RGB."""
        height, width = image.shape[:2]
        picture = self._together.meanwhile(partial(about_picture, image))
        room = room_around(width, height)
        taken = with_room(image, room)
        image, settled, found = self._in_white_light(taken)
        reflected = looks_mirrored(settled.kinds, settled.mirrored)
        settle = partial(self.classifier.settle, image)
        found = with_close_up(image, room, found, self.detector.detect, settle)
        # Of what is cut off by more than half nobody can say what it is, nor touch it on a page.
        found = found[geometry.within(found.quadrilaterals - room, width, height)]
        light, unreal = picture()
        white, hidden = burnt.among(image, found), glare.among(taken, found)
        said = remarks(found, light, reflected, unreal)
        _, order = in_rows(found.quadrilaterals)
        widths = geometry.short_sides(found.quadrilaterals[order])
        seen = found.probabilities[order]
        clear = seen[:, :NONE].max(axis=1, initial=0) >= self._thresholds.seen
        told = np.where(clear[:, None], self._honesty.told(seen, widths), seen)
        worth = np.where(hidden, glare.WORTH, np.where(white, CREDIBLE, 1))
        credit = worth[order] * said.credit
        chances = told * credit[:, None].astype(np.float32)
        clear &= chances[:, :NONE].max(axis=1, initial=0) >= self._thresholds.name
        tiles = tuple(self._named(found.quadrilaterals[order] - room, chances, clear))
        more = (*burnt.words(found, white), *glare.words(found, hidden))
        return Reading(width, height, tiles, (*said.words, *more))

    def classified(self, image: Image) -> Detections:
        """The faces of a picture with their probabilities, "no tile" left out, before naming."""
        return self._in_white_light(image)[-1]

    def read_faces(self, image: Image, quads: Floats) -> Detections:
        """The faces at known places [n,4,2] of a frame, in the order given and none left out.

        A quadrilateral may begin at any corner, clockwise on screen; it comes back beginning at
        the face's own top-left. The confidence says that a face is there at all.
        """
        probabilities, turns = self.classifier.classify(image, quads)
        faces = 1 - probabilities[:, NONE]
        return Detections(_turned(quads, turns), faces, probabilities.argmax(axis=1), probabilities)

    def near_faces(self, image: Image, quads: Floats) -> Detections:
        """The same of places that are known roughly: each is moved to where its edges are seen."""
        settled, probabilities, turns, _ = self.classifier.settle(image, quads)
        faces = 1 - probabilities[:, NONE]
        found = probabilities.argmax(axis=1)
        return Detections(_turned(settled, turns), faces, found, probabilities)

    def features(self, image: Image, quads: Floats) -> Floats:
        """What the classifier sees [n,2,F] in faces at known places, upright and upside down.

        F is 0 where the classifier keeps that back.
        """
        return self._both_ways(cut(image, quads))

    def read_region(self, image: Image, box: Box, short_side: float) -> Detections:
        """The faces inside a box (left, top, right, bottom) of a frame, in the frame's pixels.

        ``short_side`` says how wide tiles are there, in pixels: the box is looked at once, at the
        scale that suits them, whatever the size of the frame. A box outside it holds nothing.
        """
        quads, scores = self._found_in(image, box, scales.region_scale(short_side))
        if not len(quads):
            return Detections.empty()
        found = self.near_faces(image, quads)
        scores = scores * found.confidence
        seen = Detections(found.quadrilaterals, scores, found.class_id, found.probabilities)
        return seen[scores >= self._thresholds.face]

    def _found_in(self, image: Image, box: Box, scale: float) -> tuple[Floats, Floats]:
        """Quadrilaterals [n,4,2] in a box of a frame, in the frame's pixels; scores [n]."""
        height, width = image.shape[:2]
        left, top = max(0, box[0]), max(0, box[1])
        right, bottom = min(width, box[2]), min(height, box[3])
        if right <= left or bottom <= top:
            return _NO_QUADS, _NO_SCORES
        part = np.ascontiguousarray(image[top:bottom, left:right])
        quads, scores = self.detector.detect(part, scale)
        return quads + np.array([left, top], np.float32), scores

    def _found_closer(self, image: Image, box: Box, short_side: float) -> tuple[Floats, Floats]:
        """The same, at the scale that suits tiles ``short_side`` pixels wide."""
        area = (box[2] - box[0]) * (box[3] - box[1])
        return self._found_in(image, box, scales.part_scale(short_side, area))

    def mirrored(self, image: Image, found: Detections) -> bool:
        """Whether the faces found in a picture look as in a mirror."""
        return mirrored(image, found, self.classifier)

    def located(self, image: Image) -> tuple[Floats, Floats]:
        """Quadrilaterals [n,4,2] in pixels, clockwise on screen; scores [n]; in up to two looks."""
        height, width = image.shape[:2]
        first = scales.first_scale(width, height)
        quads, scores = self.detector.detect(image, first)
        second = scales.second_scale(geometry.short_sides(quads), width, height, first)
        if second is None:
            return quads, scores
        more, more_scores = self.detector.detect(image, second)
        trust = np.concatenate(
            [
                scores * scales.fitness(geometry.short_sides(quads), first),
                more_scores * scales.fitness(geometry.short_sides(more), second),
            ]
        )
        every = np.concatenate([quads, more])
        kept = geometry.suppressed(every, trust, SAME_FACE_IOU, SAME_FACE_INSIDE)
        return every[kept], np.concatenate([scores, more_scores])[kept]

    def _in_white_light(self, image: Image) -> tuple[Image, Settled, Detections]:
        """A picture without the colour of its light; its faces as they were seen, and agreed."""
        settled, found = self._looked(image)
        cast = balance.cast(image, found)
        if cast is not None:
            image = balance.balanced(image, cast)
            settled, found = self._looked(image)
        return image, settled, found

    def _looked(self, image: Image) -> tuple[Settled, Detections]:
        quads, scores = self.located(image)
        settled = self.classifier.settle(image, quads)
        return settled, self._agreed(image, settled, scores)

    def recognised(self, image: Image, quads: Floats, scores: Floats) -> Detections:
        """Faces at known places: classified, turned to their own top-left, made consistent."""
        return self._agreed(image, self.classifier.settle(image, quads), scores)

    def _agreed(self, image: Image, settled: Settled, scores: Floats) -> Detections:
        """The same of faces that were classified."""
        quads, probabilities = _turned(settled.quads, settled.turns), settled.kinds
        scores = scores * (1 - probabilities[:, NONE])
        alone = geometry.suppressed(quads, scores, SAME_FACE_IOU, SAME_FACE_INSIDE)
        quads, scores, probabilities = quads[alone], scores[alone], probabilities[alone]
        scores = scores * size_credit(quads, scores)
        kept = scores >= self._thresholds.face
        left = Faces(quads[~kept], scores[~kept], probabilities[~kept])
        quads, scores, probabilities = quads[kept], scores[kept], probabilities[kept]
        suited = partial(cut, image, side=suiting(quads))  # at other sizes faces look less alike
        looks = Looking(suited, self._both_ways)
        as_they_lie = Looking(suited, self._one_way)
        seen = Faces(quads, scores, birds_among_dragons(probabilities, quads, looks))
        birds = looks.begun(quads[foreign.asked_for(seen.chances)], self._together)
        one_way = as_they_lie.begun(alike.asked_for(seen.chances, quads), self._together)
        find, settle = partial(self._found_closer, image), partial(self._settled, image)
        mend = partial(self._mended, image, as_they_lie)
        seen, left = told_closer(seen, left, mend, find, settle)
        quads, scores, probabilities = with_bare(image, seen, left)
        probabilities = foreign.told_apart(probabilities, quads, birds)
        probabilities = alike.agreed(probabilities, quads, one_way)
        probabilities = red_by_others(probabilities, quads, looks)
        probabilities = coloured(image, quads, probabilities)
        probabilities = with_pale(image, quads, scores, probabilities)
        probabilities = reconciled(with_called_blanks(image, quads, scores, probabilities))
        named = probabilities[:, :NONE].argmax(axis=1)  # "none" is the last class
        return Detections(quads, scores, named, probabilities)

    def _both_ways(self, crops: Crops, *, alone: bool = False) -> Floats:
        """What the classifier sees [n,2,F] in crops, as they lie and upside down."""
        both = np.concatenate([crops, np.rot90(crops, 2, axes=(1, 2))])
        return np.stack(np.split(self._one_way(both, alone=alone), 2), axis=1)

    def _one_way(self, crops: Crops, *, alone: bool = False) -> Floats:
        """What the classifier sees [n,F] in crops, as they lie."""
        return self.classifier.glance(crops, alone).features

    def _mended(
        self, image: Image, looks: Looks, found: Faces, sizes: TileSizes | None, refused: Faces
    ) -> Faces:
        return mended(image, found, sizes, partial(self._settled, image), refused, looks)

    def _settled(self, image: Image, quads: Floats) -> tuple[Floats, Floats]:
        quads, probabilities, turns, _ = self.classifier.settle(image, quads, shown=True)
        return _turned(quads, turns), probabilities

    def _named(self, quads: Floats, chances: Floats, clear: Mask) -> Iterator[ReadTile]:
        """The faces [n,4,2] with their probabilities [n,40] as they are told, the clear named."""
        middles = quads.mean(axis=1, keepdims=True)
        flats = (middles + FLAT * (quads - middles)).tolist()
        orders = np.argsort(-chances[:, :NONE], axis=1, kind="stable")[:, : _ALTERNATIVES + 1]
        likeliest = np.take_along_axis(chances, orders, axis=1)
        told = zip(flats, orders.tolist(), likeliest.tolist(), clear.tolist(), strict=True)
        for flat, order, values, is_clear in told:
            best, confidence = order[0], values[0]
            sure = is_clear and best != OTHER
            others = []
            for index, value in zip(order[sure:], values[sure:], strict=True):
                if value < _LEAST_ALTERNATIVE:
                    break
                if index != OTHER:
                    others.append((shown(index), value))
            polygon: Polygon = tuple(map(tuple, flat))  # type: ignore[assignment]
            name = shown(best) if sure else UNKNOWN
            yield ReadTile(name, polygon, confidence, tuple(others[:_ALTERNATIVES]))


def _turned(quads: Floats, turns: Ints) -> Floats:
    """The quadrilaterals [n,4,2], each beginning at the corner that its turn [n] names."""
    corners = (np.arange(4)[None] + turns[:, None]) % 4
    return np.asarray(np.take_along_axis(quads, corners[..., None], axis=1), np.float32)
