"""A camera before a player's hand: the row of standing tiles, read whenever it has come to rest."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.capture.frames import Frame
from vision.detections import Detections, Floats
from vision.hand.comb import Combed, combed
from vision.imagefile import Image
from vision.labels import BACK, NONE
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

Read = Callable[[Floats], Detections]


class WholeReader(Protocol):
    """What reads a whole picture; see ``vision.reader``."""

    def classified(self, image: Image) -> Detections:
        """The faces of a picture."""
        ...

    def read_faces(self, image: Image, quads: Floats) -> Detections:
        """The faces at known places, in the order given."""
        ...


@dataclass(frozen=True, slots=True)
class Row:
    """The tiles of a hand as their owner sees them, from left to right."""

    captured_ns: int
    chances: tuple[tuple[float, ...], ...]
    """Of each tile: of the 37 faces and of none of these, 38 numbers of sum 1."""
    apart: int | None
    """Which of them stands apart from the others."""


class HandRow:
    """Follows one hand camera."""

    def __init__(self, reader: WholeReader) -> None:
        self._reader = reader
        self._last: NDArray[np.float32] | None = None
        self._read: NDArray[np.float32] | None = None
        self._read_ns = 0
        self._looks = 0

    def look(self, frame: Frame) -> Row | None:
        """The row, where it has come to rest and is another than when it was read last."""
        blocks = _blocks(frame.bgr)
        last, self._last = self._last, blocks
        if last is None or last.shape != blocks.shape or _away(last, blocks) > _MOVED:
            return None
        changed = self._read is None or _away(self._read, blocks) > _DIFFERENT
        if not changed:
            late = frame.captured_ns - self._read_ns >= _AGAIN_NS
            if self._looks >= 2 or not late:
                return None
        self._read, self._read_ns = blocks, frame.captured_ns
        self._looks = 1 if changed else self._looks + 1
        image = frame.rgb

        def read(quads: Floats) -> Detections:
            return self._reader.read_faces(image, quads)

        return row_of(self._reader.classified(image), frame.captured_ns, read)


def row_of(found: Detections, captured_ns: int, read: Read | None = None) -> Row | None:
    """The longest row of faces, None where there is not even one.

    ``read`` reads tiles that were cut or missed, where the row's comb says they stand.
    """
    faces = (found.class_id != BACK) & (found.class_id != NONE)
    if not faces.any():
        return None
    highs = np.ptp(found.quadrilaterals[:, :, 1], axis=1)
    high = float(np.quantile(highs[faces], 0.8))
    faces &= highs > _STANDING * high
    quads = found.quadrilaterals[faces].astype(np.float64)
    middle = quads.mean(axis=1)
    level = np.abs(middle[:, None, 1] - middle[None, :, 1]) < _LEVEL * high
    members = np.flatnonzero(level[level.sum(axis=1).argmax()])
    order = members[np.argsort(middle[members, 0], kind="stable")]
    chances = found.probabilities[faces][order]
    comb = combed(quads[order]) if read is not None else None
    if comb is not None and read is not None:
        return _combed(comb, chances, captured_ns, read)
    wide = float(np.median(np.ptp(quads[order][:, :, 0], axis=1)))
    left, right = quads[order][:, :, 0].min(axis=1), quads[order][:, :, 0].max(axis=1)
    return Row(captured_ns, tuple(map(_chances, chances)), _apart(left[1:] - right[:-1], wide))


def _combed(comb: Combed, chances: Floats, captured_ns: int, read: Read) -> Row:
    """The row as its comb has it: what was found well as it was, the rest read again."""
    again = [at for at, one in enumerate(comb.found) if one is None]
    seen = read(comb.quads[again].astype(np.float32)).probabilities if again else chances[:0]
    told = {at: chances[one] for at, one in enumerate(comb.found) if one is not None}
    told |= {
        at: one for at, one in zip(again, seen, strict=True) if one[NONE] + one[BACK] < _NOBODY
    }
    apart = comb.apart if comb.apart in told else None
    if apart is not None:
        apart = sorted(told).index(apart)
    return Row(captured_ns, tuple(_chances(told[at]) for at in sorted(told)), apart)


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
