"""How well readings fit labels: one-to-one matching of boxes, and what is right, wrong, missed."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.geometry import box_overlap
from vision.labels import UNKNOWN, plain
from vision.reading import Polygon, ReadTile

FOUND_IOU = 0.5

Boxes = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Label:
    """A labelled tile: its name and the upright box (x1, y1, x2, y2) around its face, in pixels."""

    tile: str
    """MPSZ text, ``back``, ``b...`` for a flower or season; ``?`` where nobody knows it."""

    box: tuple[float, float, float, float]
    polygon: Polygon | None = None
    """The face's corners, clockwise from its own top-left, where they are known."""

    counted: bool = True
    """Whether it must be found; one that is hardly seen may be read or not."""

    reds: bool = False
    """Whether it tells red fives from plain ones."""

    @property
    def counts(self) -> bool:
        """Whether it is a tile that must be found; flowers, seasons and backs are none."""
        return self.counted and self.tile[0] != "b"


Pair: TypeAlias = tuple[Label, ReadTile]


@dataclass(slots=True)
class Judged:
    """One picture's readings beside its labels."""

    image: str
    seconds: float
    right: list[Pair] = field(default_factory=list)
    wrong: list[Pair] = field(default_factory=list)
    missed: list[Label] = field(default_factory=list)
    unnamed: int = 0
    """How many of the missed were seen, but as a face without a name or a face-down tile."""

    extra: list[ReadTile] = field(default_factory=list)
    """Readings where no face is: on a back, on nothing."""

    flowers_named: list[ReadTile] = field(default_factory=list)
    backs: tuple[int, int] = (0, 0)
    """How many backs were read as backs, and how many there are to be seen."""

    given: list[tuple[str, str]] = field(default_factory=list)
    """True name and reading of each labelled tile when the classifier is told the boxes."""

    @property
    def perfect(self) -> bool:
        """Every labelled tile found and right, and nothing else read."""
        return not (self.wrong or self.missed or self.extra or self.flowers_named)


def judge(image: str, seconds: float, tiles: Sequence[ReadTile], labels: list[Label]) -> Judged:
    """Match readings to labels, the best overlap first.

    A face-down tile and a ``?`` are no readings; what lies on a flower's label is set apart, and
    what lies on a label that does not count, or that nobody can name, is passed over.
    """
    judged = Judged(image, seconds)
    named = [tile for tile in tiles if tile.tile not in {"back", UNKNOWN}]
    pairs = matched(_polygon_boxes(named), np.array([x.box for x in labels], np.float32))
    for index, tile in enumerate(named):
        label = labels[pairs[index]] if index in pairs else None
        if label is None or label.tile == "back":
            judged.extra.append(tile)
        elif label.tile[0] == "b":
            judged.flowers_named.append(tile)
        elif label.tile == UNKNOWN or not label.counted:
            continue
        elif same(label.tile, tile.tile):
            judged.right.append((label, tile))
        else:
            judged.wrong.append((label, tile))
    found = set(pairs.values())
    judged.missed = [
        x for at, x in enumerate(labels) if x.counts and x.tile != UNKNOWN and at not in found
    ]
    others = [tile for tile in tiles if tile.tile in {"back", UNKNOWN}]
    boxes = np.array([x.box for x in judged.missed], np.float32)
    judged.unnamed = len(matched(_polygon_boxes(others), boxes))
    judged.backs = _backs(tiles, labels)
    return judged


def _backs(tiles: Sequence[ReadTile], labels: list[Label]) -> tuple[int, int]:
    there = [label for label in labels if label.tile == "back" and label.counted]
    read = [tile for tile in tiles if tile.tile == "back"]
    pairs = matched(_polygon_boxes(read), np.array([x.box for x in there], np.float32))
    return len(pairs), len(there)


def matched(found: Boxes, labelled: Boxes) -> dict[int, int]:
    """Index of a found box → index of its labelled box, one to one, at least FOUND_IOU."""
    if not len(found) or not len(labelled):
        return {}
    overlap = box_overlap(found, labelled)
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for flat in np.argsort(-overlap, axis=None):
        one, other = (int(index) for index in np.unravel_index(flat, overlap.shape))
        if overlap[one, other] < FOUND_IOU:
            break
        if one not in pairs and other not in taken:
            pairs[one] = other
            taken.add(other)
    return pairs


def same(label: str, reading: str) -> bool:
    """Whether a reading is right; the labels know no red fives."""
    return plain(label) == plain(reading)


def _polygon_boxes(tiles: list[ReadTile]) -> Boxes:
    corners = np.array([tile.polygon for tile in tiles], np.float32).reshape(-1, 4, 2)
    return np.concatenate([corners.min(axis=1), corners.max(axis=1)], axis=1)


def share(part: int, whole: int) -> float | None:
    """The part of a whole; None where there is none."""
    return part / whole if whole else None
