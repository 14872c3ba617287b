"""How well readings fit labels: one-to-one matching of boxes, and the figures from it."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.geometry import box_overlap
from vision.labels import UNKNOWN, plain
from vision.reading import Reading, ReadTile

FOUND_IOU = 0.5
BINS = 15

Boxes = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Label:
    """A labelled tile: its name and the upright box (x1, y1, x2, y2) around its face, in pixels."""

    tile: str
    box: tuple[float, float, float, float]
    mended: str | None = None
    """The name that the errata give it, ``?`` where they call it void; None without an erratum."""

    @property
    def truth(self) -> str:
        """The name after the errata; ``?`` where nobody knows it."""
        return self.mended or self.tile

    @property
    def counts(self) -> bool:
        """Whether it is one of the 34 kinds; flowers and seasons are outside what is measured."""
        return self.tile[0] != "b"


@dataclass(slots=True)
class Judged:
    """One photo's readings beside its labels."""

    image: str
    seconds: float
    right: list[tuple[Label, ReadTile]] = field(default_factory=list)
    wrong: list[tuple[Label, ReadTile]] = field(default_factory=list)
    missed: list[Label] = field(default_factory=list)
    unnamed: int = 0
    """How many of the missed were seen, but as a face without a name or a face-down tile."""

    extra: list[ReadTile] = field(default_factory=list)
    flowers_named: list[ReadTile] = field(default_factory=list)
    given: list[tuple[str, str]] = field(default_factory=list)
    """True name and reading of each labelled tile when the classifier is told the boxes."""

    @property
    def perfect(self) -> bool:
        """Every labelled tile found and right, and nothing else read."""
        return not (self.wrong or self.missed or self.extra or self.flowers_named)


def judge(image: str, seconds: float, reading: Reading, labels: list[Label]) -> Judged:
    """Match readings to labels, the best overlap first.

    A face-down tile and a ``?`` are no readings; what lies on a flower's label is set apart.
    """
    judged = Judged(image, seconds)
    tiles = [tile for tile in reading.tiles if tile.tile not in {"back", UNKNOWN}]
    pairs = matched(_polygon_boxes(tiles), np.array([x.box for x in labels], np.float32))
    for index, tile in enumerate(tiles):
        label = labels[pairs[index]] if index in pairs else None
        if label is None:
            judged.extra.append(tile)
        elif not label.counts:
            judged.flowers_named.append(tile)
        elif same(label.tile, tile.tile):
            judged.right.append((label, tile))
        else:
            judged.wrong.append((label, tile))
    found = set(pairs.values())
    judged.missed = [x for at, x in enumerate(labels) if x.counts and at not in found]
    others = [tile for tile in reading.tiles if tile not in tiles]
    boxes = np.array([x.box for x in judged.missed], np.float32)
    judged.unnamed = len(matched(_polygon_boxes(others), boxes))
    return judged


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


def summary(photos: list[Judged], all_labelled: bool) -> dict[str, Any]:
    """The figures of a set. Without ``all_labelled`` the photos hold tiles that have no label."""
    right = sum(len(photo.right) for photo in photos)
    found = right + sum(len(photo.wrong) for photo in photos)
    missed = sum(len(photo.missed) for photo in photos)
    unnamed = sum(photo.unnamed for photo in photos)
    extra = sum(len(photo.extra) for photo in photos)
    given = [pair for photo in photos for pair in photo.given]
    figures: dict[str, Any] = {
        "photos": len(photos),
        "tiles": found + missed,
        "recall": _share(found, found + missed),
        "recall_with_unnamed": _share(found + unnamed, found + missed),
        "precision": _share(found, found + extra) if all_labelled else None,
        "class_accuracy": _share(right, found),
        "class_accuracy_given_boxes": _share(sum(same(*pair) for pair in given), len(given)),
        "class_accuracy_by_errata": mended_accuracy(photos),
        "end_to_end": _share(right, found + missed),
        "photos_perfect": _share(sum(photo.perfect for photo in photos), len(photos)),
        "flowers_named_as_tiles": sum(len(photo.flowers_named) for photo in photos),
        "seconds_a_photo": round(float(np.median([photo.seconds for photo in photos])), 4),
    }
    if not all_labelled:
        figures["photos_perfect"] = None
    return figures | calibration(photos) | {"confusions": confusions(photos)}


def mended_accuracy(photos: list[Judged]) -> float | None:
    """Class accuracy on the found tiles, by the labels as the errata mend them."""
    pairs = [pair for photo in photos for pair in photo.right + photo.wrong]
    known = [(label.truth, tile.tile) for label, tile in pairs if label.truth != UNKNOWN]
    return _share(sum(same(*pair) for pair in known), len(known))


def calibration(photos: list[Judged]) -> dict[str, float | None]:
    """How honest the confidence of matched tiles is: expected error over bins, and Brier score.

    By the labels as the errata mend them.
    """
    pairs = [pair for photo in photos for pair in photo.right + photo.wrong]
    sure = [
        (tile.confidence, float(same(label.truth, tile.tile)))
        for label, tile in pairs
        if label.truth != UNKNOWN
    ]
    if not sure:
        return {"calibration_error": None, "brier": None}
    confidence, right = np.array(sure).T
    bins = np.minimum((confidence * BINS).astype(int), BINS - 1)
    gaps = [abs(float((confidence - right)[bins == one].sum())) for one in range(BINS)]
    brier = float(((confidence - right) ** 2).mean())
    return {"calibration_error": round(sum(gaps) / len(sure), 4), "brier": round(brier, 4)}


def confusions(photos: list[Judged]) -> list[tuple[str, str, int]]:
    """Label, reading and count of every kind of misreading, the commonest first."""
    counts = Counter((label.tile, tile.tile) for photo in photos for label, tile in photo.wrong)
    return [(label, tile, count) for (label, tile), count in counts.most_common()]


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None
