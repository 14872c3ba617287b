"""A camera before a player's hand: the row of standing tiles, read whenever it has come to rest."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.capture.frames import Frame
from vision.detections import Detections, Floats
from vision.hand.comb import Combed, Quads, combed
from vision.hand.kept import Box, Kept
from vision.hand.looks import Looks
from vision.imagefile import Image
from vision.labels import BACK, CLASS_OF, COPIES, NONE
from vision.observation import REST

_WIDE: Final = 240
"""Width in pixels of the copy in which movement is looked for."""

_BLOCK: Final = 6
_MOVED: Final = 7.0
"""Levels by which the mean of a block changes where something moves."""

_DIFFERENT: Final = 9.0
"""And where another tile stands than when the row was read."""

_AGAIN_NS: Final = 3_000_000_000
"""A row that stays is read once more after so long, should the first look have been a bad one."""

_LEAVE: Final = 2
"""No more tiles leave a row at once: a call."""

_THERE: Final = 0.2
"""A tile stands where one stood that is no more widths away."""

_LEVEL: Final = 0.45
"""Tiles of one row differ in height by no more than this share of their own."""

_STANDING: Final = 0.72
"""Tiles that lie flat beside the row look lower than this, beside those that stand."""

_APART: Final = 0.45
"""The gap before a tile that stands apart, in tile widths."""

_FOREIGN: Final = 0.01
"""Chance that what stands in a row is no tile."""


_NOBODY: Final = 0.5
"""A place of the comb that shows no face with this chance is empty."""

_CLEAR: Final = 0.9
"""A face less sure than this is looked at a little aside as well:"""

_ASIDE: Final = ((-0.07, 0.0), (0.07, 0.0), (0.0, -0.06), (0.0, 0.06))
"""so much to the right and down, in its own sides."""

_HAKU: Final = CLASS_OF["5z"]

_EDGES: Final = 0.1
"""By so much of its size a find is cut wrongly."""

_PLAIN: Final = 0.75
"""Beyond a row's ends a face must be so sure."""

Read = Callable[[Floats], Detections]


class WholeReader(Protocol):
    """What reads a whole picture; see ``vision.reader``."""

    def classified(self, image: Image) -> Detections:
        """The faces of a picture."""
        ...

    def read_faces(self, image: Image, quads: Floats) -> Detections:
        """The faces at known places, in the order given."""
        ...

    def read_region(self, image: Image, box: Box, short_side: float) -> Detections:
        """The faces in a box, of tiles so many pixels wide."""
        ...

    def features(self, image: Image, quads: Floats) -> Floats:
        """What is seen in faces at known places [n,2,F]."""
        ...


@dataclass(frozen=True, slots=True)
class Row:
    """The tiles of a hand as their owner sees them, from left to right."""

    captured_ns: int
    chances: tuple[tuple[float, ...], ...]
    """Of each tile: of the 37 faces and of none of these, 38 numbers of sum 1."""
    apart: int | None
    """Which of them stands apart from the others."""
    quads: Quads
    """Where they are, [n,4,2]."""
    looks: tuple[int, ...] = ()
    """What each of them looks like, see ``Looks``; nothing where that was not learnt."""
    renamed: tuple[tuple[int, tuple[float, ...]], ...] = ()
    """Looks that are taken for something else now, and for what."""


class HandRow:
    """Follows one hand camera."""

    def __init__(self, reader: WholeReader, looks: Looks | None = None) -> None:
        self._reader = reader
        self._looks_known = looks or Looks()
        self._last: NDArray[np.float32] | None = None
        self._read: NDArray[np.float32] | None = None
        self._read_ns = 0
        self._looks = 0
        self._kept: Kept | None = None
        self._row: Row | None = None

    def look(self, frame: Frame) -> Row | None:
        """The row, where it has come to rest and is another than when it was read last."""
        blocks = _blocks(frame.bgr)
        last, self._last = self._last, blocks
        if last is None or last.shape != blocks.shape or _away(last, blocks) > _MOVED:
            return None
        changed = self._read is None or _away(self._read, blocks) > _DIFFERENT
        if changed and self._stands(frame.bgr):
            self._read, changed = blocks, False
        if not changed:
            late = frame.captured_ns - self._read_ns >= _AGAIN_NS
            if self._looks >= 2 or not late:
                return None
        self._read, self._read_ns = blocks, frame.captured_ns
        self._looks = 1 if changed else self._looks + 1
        row = self._row_in(frame)
        self._row, self._kept = row, None
        if row is not None and len(row.quads):
            self._kept = Kept.of(frame.bgr, row.quads)
        return row

    def _stands(self, bgr: Image) -> bool:
        """Whether the row that was read stands as it did, and no tile more beside it."""
        kept = self._kept
        if kept is None or not kept.same(bgr).all():
            return False
        image = np.ascontiguousarray(bgr[:, :, ::-1])
        return not any(
            len(self._reader.read_region(image, box, kept.wide).quadrilaterals)
            for box in kept.new_beside(bgr)
        )

    def _row_in(self, frame: Frame) -> Row | None:
        """The row in a frame, looked for where it stood before all else."""
        image, kept, row = frame.rgb, self._kept, None

        def read(quads: Floats) -> Detections:
            return self._reader.read_faces(image, quads)

        if kept is not None:
            top, bottom = kept.strip(image)
            found = self._reader.classified(np.ascontiguousarray(image[top:bottom]))
            row = row_of(found, frame.captured_ns, read, top)
        if row is None or kept is None or len(row.quads) < len(kept.quads) - _LEAVE:
            row = row_of(self._reader.classified(image), frame.captured_ns, read)
        return None if row is None else self._known(frame, row)

    def _known(self, frame: Frame, row: Row) -> Row:
        """The row as all that was seen of its set has it."""
        known, before = self._looks_known, self._looks_before(frame.bgr, row)
        fresh = [at for at, look in enumerate(before) if look is None]
        seen: tuple[int, ...] = ()
        if fresh:
            features = self._reader.features(frame.rgb, row.quads[fresh].astype(np.float32))
            seen = known.see(features, [row.chances[at] for at in fresh], row.captured_ns)
            if not seen:
                return replace(row, renamed=known.renamed())
        numbers = iter(seen)
        looks = tuple(next(numbers) if look is None else look for look in before)
        renamed = known.renamed()
        return replace(row, chances=tuple(map(known.told, looks)), looks=looks, renamed=renamed)

    def _looks_before(self, bgr: Image, row: Row) -> list[int | None]:
        """What the tiles of a row look like that stood there before."""
        if self._kept is None or self._row is None or not self._row.looks:
            return [None] * len(row.quads)
        stood = self._kept.quads[..., 0].mean(axis=1)
        same = self._kept.same(bgr)
        looks: list[int | None] = []
        for x in row.quads[..., 0].mean(axis=1).tolist():
            at = int(np.abs(stood - x).argmin())
            there = same[at] and abs(stood[at] - x) < _THERE * self._kept.wide
            looks.append(self._row.looks[at] if there else None)
        return looks


def row_of(
    found: Detections, captured_ns: int, read: Read | None = None, top: int = 0
) -> Row | None:
    """The longest row of faces, None where there is not even one.

    ``read`` reads tiles that were cut or missed, where the row's comb says they stand. ``top``:
    with which row of pixels the part of the picture begins in which the faces were found.
    """
    faces = found.class_id != NONE
    if not (faces & (found.class_id != BACK)).any():
        return None
    highs = np.ptp(found.quadrilaterals[:, :, 1], axis=1)
    high = float(np.quantile(highs[faces], 0.8))
    faces &= highs > _STANDING * high
    quads = found.quadrilaterals[faces].astype(np.float64) + np.array([0.0, top])
    middle = quads.mean(axis=1)
    height = middle[:, 1] - _slope(quads) * middle[:, 0]
    level = np.abs(height[:, None] - height[None]) < _LEVEL * high
    members = np.flatnonzero(level[level.sum(axis=1).argmax()])
    backs = found.class_id[faces][members] == BACK
    if backs.sum() > COPIES:  # a wall
        members = members[~backs]
    order = members[np.argsort(middle[members, 0], kind="stable")]
    chances = _standing(found.probabilities[faces][order])
    if not len(order):
        return None
    comb = combed(quads[order]) if read is not None else None
    if comb is not None and read is not None:
        return _combed(comb, quads[order], chances, captured_ns, read)
    wide = float(np.median(np.ptp(quads[order][:, :, 0], axis=1)))
    left, right = quads[order][:, :, 0].min(axis=1), quads[order][:, :, 0].max(axis=1)
    apart = _apart(left[1:] - right[:-1], wide)
    return Row(captured_ns, tuple(map(_chances, chances)), apart, quads[order])


def _slope(quads: Quads) -> float:
    """How far down a row of faces [n,4,2] goes for each pixel to the right, as most of them say."""
    edge = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 2
    flat = np.abs(edge[:, 1]) < np.abs(edge[:, 0])
    return float(np.median(edge[flat, 1] / edge[flat, 0])) if flat.any() else 0.0


def _combed(comb: Combed, quads: Quads, found: Floats, captured_ns: int, read: Read) -> Row:
    """The row as its comb has it: read at its places, and as it was found, both together."""
    seen = _seen(np.concatenate([comb.quads, comb.before, comb.after]), read)
    count, early = len(comb.found), len(comb.found) + len(comb.before)
    told: list[Floats | None] = []
    for at, (place, here) in enumerate(zip(comb.quads, seen[:count], strict=True)):
        looks = [here] if _is_tile(here) else []
        one = comb.found[at] if comb.found[at] is not None or looks else comb.loose[at]
        if one is not None and (not looks or _lies_at(quads[one], place)):
            looks.append(found[one])
        told.append(_together(np.stack(looks)) if looks else None)
    first = [*takewhile(_shows_face, seen[count:early])]
    last = [*takewhile(_shows_face, seen[early:])]
    told = [*reversed(first), *told, *last]
    places = np.concatenate([comb.before[: len(first)][::-1], comb.quads, comb.after[: len(last)]])
    there = [at for at, one in enumerate(told) if one is not None]
    apart = None if comb.apart is None else comb.apart + len(first)
    chances = tuple(_chances(one) for one in told if one is not None)
    apart = there.index(apart) if apart in there else None
    return Row(captured_ns, chances, apart, places[there])


def _seen(places: Quads, read: Read) -> Floats:
    """What [n,40] stands at places [n,4,2], the doubtful looked at a little aside as well."""
    seen = _standing(read(places.astype(np.float32)).probabilities)
    doubtful = np.flatnonzero((seen[:, :REST].max(axis=1) < _CLEAR) & (seen[:, NONE] < _CLEAR))
    if len(doubtful):
        quads = places[doubtful]
        right, down = quads[:, 1] - quads[:, 0], quads[:, 3] - quads[:, 0]
        asides = [quads + (x * right + y * down)[:, None] for x, y in _ASIDE]
        more = _standing(read(np.concatenate(asides).astype(np.float32)).probabilities)
        looks = np.concatenate([seen[doubtful][None], more.reshape(len(_ASIDE), len(doubtful), -1)])
        for at, each in zip(doubtful, looks.transpose(1, 0, 2), strict=True):
            tiles = np.array([_is_tile(one) for one in each])
            seen[at] = _together(each[tiles]) if tiles.any() else each[0]
    return seen


def _lies_at(quad: Quads, place: Quads) -> bool:
    """Whether a find [4,2] has the edges that its place in the row has."""
    size = np.ptp(place, axis=0)
    edges = np.stack([quad.min(axis=0), quad.max(axis=0)])
    off = np.abs(edges - np.stack([place.min(axis=0), place.max(axis=0)]))
    return bool((off < _EDGES * size).all())


def _standing(chances: Floats) -> Floats:
    """The probabilities [n,40] of standing tiles, which show their faces: a blank one is haku."""
    told = chances.copy()
    told[:, _HAKU] += told[:, BACK]
    told[:, BACK] = 0
    return told


def _is_tile(one: Floats) -> bool:
    """Whether a face [40] stands there, if anything must."""
    return float(one[NONE]) < _NOBODY


def _shows_face(one: Floats) -> bool:
    """Whether a face [40] plainly stands where none need."""
    return float(one[:REST].max()) > _PLAIN


def _together(looks: Floats) -> Floats:
    """What several looks [k,40] at one tile have it for."""
    weights = np.exp(np.log(looks + 1e-4).mean(axis=0))
    return np.asarray(weights / weights.sum(), np.float32)


def _apart(gaps: NDArray[np.float64], wide: float) -> int | None:
    """The tile at an end that a gap parts from all others."""
    parted = np.flatnonzero(gaps > _APART * wide)
    if len(parted) != 1:
        return None
    place = int(parted[0])
    if place == len(gaps) - 1:
        return len(gaps)
    return 0 if place == 0 else None


def _chances(row: NDArray[np.float32]) -> tuple[float, ...]:
    """Probabilities of the reader's 40 classes as those of a row's 38: in a row stand tiles."""
    faces = row[:REST].astype(np.float64) + 1e-6
    faces *= (1 - _FOREIGN) / faces.sum()
    return (*map(float, faces), _FOREIGN)


def _blocks(image: Image) -> NDArray[np.float32]:
    """The picture as the means of small blocks, its overall light taken out."""
    height, width = image.shape[:2]
    factor = min(1.0, _WIDE / width)
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    size = (max(1, round(width * factor / _BLOCK)), max(1, round(height * factor / _BLOCK)))
    small = cv2.resize(grey, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.asarray(small - np.median(small), np.float32)


def _away(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """How far the pictures differ where they differ most."""
    return float(np.abs(one - other).max())
