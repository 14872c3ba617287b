"""A camera before a player's hand: the row of standing tiles, read whenever it has come to rest."""

from dataclasses import replace
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.capture.frames import Frame
from vision.detections import Box, Detections, Floats
from vision.hand.kept import Kept
from vision.hand.looks import Looks
from vision.hand.standing import PLAINLY, Row, row_of, with_one_more, with_others, with_those
from vision.imagefile import Image
from vision.picture.blanks import HAKU

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

_FEW: Final = 4
"""No more tiles are read for themselves where they stand."""

_STEADY: Final = 0.9
"""In a row of which each tile is so sure only what is new is read."""

_AT_MOST: Final = 3
"""Of more, what is found elsewhere alone is another row: a wall behind it."""

_THERE: Final = 0.2
"""A tile stands where one stood that is no more widths away."""


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
        fresh = self._fresh(frame.bgr) if changed else None
        if fresh is not None and not len(fresh):
            self._read, changed = blocks, False
        if not changed:
            late = frame.captured_ns - self._read_ns >= _AGAIN_NS
            if self._looks >= 2 or not late or self._clear:
                return None
        self._read, self._read_ns = blocks, frame.captured_ns
        self._looks = 1 if changed else self._looks + 1
        row = self._in_place(frame) if fresh is None else self._with(frame, fresh)
        row = row or self._row_in(frame)
        self._row, self._kept = row, None
        if row is not None and len(row.quads):
            self._kept = Kept.of(frame.bgr, row.quads)
        return row

    @property
    def _clear(self) -> bool:
        """Whether a second look at the row could hardly tell more."""
        return self._sure(PLAINLY)

    def _sure(self, least: float) -> bool:
        """Whether every tile of the row, which is whole, is so sure."""
        row = self._row
        if row is None or len(row.chances) % 3 == 0:
            return False
        return min(max(one) for one in row.chances) >= least

    @property
    def _blank(self) -> bool:
        """Whether most of the row shows nothing: a wall of white backs, perhaps."""
        told = [] if self._row is None else self._row.chances
        return sum(one[HAKU] > _STEADY for one in told) > len(told) / 2

    def _fresh(self, bgr: Image) -> Detections | None:
        """The tiles that came to stand beside the row that was read; None where it changed."""
        kept = self._kept
        if kept is None or self._blank or not kept.same(bgr).all():
            return None
        boxes = kept.new_beside(bgr)
        image = np.ascontiguousarray(bgr[:, :, ::-1]) if boxes else bgr
        seen = [self._reader.read_region(image, box, kept.wide) for box in boxes]
        found = [one[kept.level(one.quadrilaterals)] for one in seen]
        there = [one for one in found if len(one)]
        if not there:
            self._kept = kept.beside_seen(bgr) if boxes else kept
            return Detections.empty()
        return there[0] if len(there) == 1 else None

    def _with(self, frame: Frame, fresh: Detections) -> Row | None:
        """The row that was read with one more tile; None where that is not plainly all."""
        if self._row is None or not self._sure(_STEADY):
            return None
        row = with_one_more(replace(self._row, captured_ns=frame.captured_ns), fresh)
        return None if row is None else self._known(frame, row)

    def _in_place(self, frame: Frame) -> Row | None:
        """The row of which a few tiles are others now; None where that is not plainly all."""
        kept, row = self._kept, self._row
        if kept is None or row is None or not self._sure(_STEADY):
            return None
        other = np.flatnonzero(~kept.same(frame.bgr))
        if not 0 < len(other) <= _FEW or kept.new_beside(frame.bgr):
            return None
        seen = self._reader.read_faces(frame.rgb, kept.quads[other].astype(np.float32))
        changed = with_others(row, other, seen, frame.captured_ns)
        return None if changed is None else self._known(frame, changed)

    def _row_in(self, frame: Frame) -> Row | None:
        """The row in a frame, looked for where it stood before all else."""
        image, kept, row = frame.rgb, self._kept, None

        def read(quads: Floats) -> Detections:
            return self._reader.read_faces(image, quads)

        if kept is not None and self._row is not None:
            top, bottom = kept.strip(image)
            box = (0, top, image.shape[1], bottom)
            found = self._reader.read_region(image, box, kept.wide)
            found = found[kept.level(found.quadrilaterals)]
            found = with_those(found, self._row, kept.same(frame.bgr))
            row = row_of(found, frame.captured_ns, read)
        few = row is None or kept is None or len(row.quads) < len(kept.quads) - _LEAVE
        if few or self._blank:
            whole = row_of(self._reader.classified(image), frame.captured_ns, read)
            row = max(filter(None, (row, whole)), key=lambda one: len(one.quads), default=None)
        if row is not None and kept is not None and len(row.quads) < len(kept.quads) - _AT_MOST:
            row = row if kept.level(row.quads.astype(np.float32)).any() else None
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


def _blocks(image: Image) -> NDArray[np.float32]:
    """The picture as the means of small blocks, its overall light taken out.

    Every other pixel is enough for them.
    """
    height, width = image.shape[:2]
    factor = min(1.0, _WIDE / width)
    half = ((width + 1) // 2, (height + 1) // 2)
    grey = cv2.cvtColor(
        cv2.resize(image, half, interpolation=cv2.INTER_NEAREST), cv2.COLOR_BGR2GRAY
    )
    size = (max(1, round(width * factor / _BLOCK)), max(1, round(height * factor / _BLOCK)))
    small = cv2.resize(grey, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.asarray(small - np.median(small), np.float32)


def _away(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """How far the pictures differ where they differ most."""
    return float(np.abs(one - other).max())
