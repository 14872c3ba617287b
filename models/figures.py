"""The figures of a set of judged pictures: shares, calibration, acceptance, confusions."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.measure import Judged, Pair, same, share

BINS = 15
ACCEPTED_ERROR = 0.001
"""Of the readings that are accepted, so many may be wrong."""

TURNED_ALIKE = frozenset(
    ["1p", "2p", "3p", "4p", "5p", "0p", "8p", "9p", "2s", "4s", "5s", "0s", "6s", "8s", "9s", "5z"]
)
"""Faces that look the same, or nearly so, upside down: their reading direction is not measured."""

_HALF_RIGHT = np.pi / 4


def summary(photos: Sequence[Judged], *, all_labelled: bool) -> dict[str, Any]:
    """The figures of a set. Without ``all_labelled`` the photos hold tiles that have no label."""
    right = sum(len(photo.right) for photo in photos)
    found = right + sum(len(photo.wrong) for photo in photos)
    missed = sum(len(photo.missed) for photo in photos)
    extra = sum(len(photo.extra) for photo in photos)
    given = [pair for photo in photos for pair in photo.given]
    pairs = [pair for photo in photos for pair in photo.right + photo.wrong]
    perfect = sum(photo.perfect for photo in photos)
    figures: dict[str, Any] = {
        "photos": len(photos),
        "tiles": found + missed,
        "recall": share(found, found + missed),
        "recall_with_unnamed": share(
            found + sum(photo.unnamed for photo in photos), found + missed
        ),
        "precision": share(found, found + extra) if all_labelled else None,
        "class_accuracy": share(right, found),
        "class_accuracy_given_boxes": share(sum(same(*pair) for pair in given), len(given)),
        "end_to_end": share(right, found + missed),
        "photos_perfect": share(perfect, len(photos)) if all_labelled else None,
        "false_faces_a_photo": share(extra, len(photos)) if all_labelled else None,
        "flowers_named_as_tiles": sum(len(photo.flowers_named) for photo in photos),
        "haku": _part(pairs, {"5z"}),
        "red_fives": reds(pairs),
        "backs": share(
            sum(photo.backs[0] for photo in photos), sum(photo.backs[1] for photo in photos)
        ),
        "reading_direction": direction(pairs),
        "seconds_a_photo": round(float(np.median([photo.seconds for photo in photos])), 4),
    }
    figures |= calibration(pairs)
    if all_labelled:
        figures |= accepted(photos)
    return figures | {"confusions": confusions(photos)}


def _part(pairs: Sequence[Pair], tiles: set[str]) -> float | None:
    chosen = [same(label.tile, tile.tile) for label, tile in pairs if label.tile in tiles]
    return share(sum(chosen), len(chosen))


def reds(pairs: Sequence[Pair]) -> float | None:
    """Of the fives that labels tell apart, how many were read as what they are, red or plain."""
    fives = [
        label.tile == tile.tile
        for label, tile in pairs
        if label.reds and label.tile[0] in "05" and label.tile[1] != "z"
    ]
    return share(sum(fives), len(fives))


def direction(pairs: Sequence[Pair]) -> float | None:
    """Of the rightly named faces that have an upper side, how many were read that way up."""
    right = []
    for label, tile in pairs:
        if label.polygon is None or label.tile in TURNED_ALIKE or label.tile != tile.tile:
            continue
        gap = abs(_up(label.polygon) - _up(tile.polygon)) % (2 * np.pi)
        right.append(min(gap, 2 * np.pi - gap) < _HALF_RIGHT)
    return share(sum(right), len(right))


def _up(polygon: Sequence[Sequence[float]]) -> float:
    corners = np.array(polygon)
    x, y = corners[0] + corners[1] - corners[2] - corners[3]
    return float(np.arctan2(y, x))


def calibration(pairs: Sequence[Pair]) -> dict[str, float | None]:
    """How honest the confidence of matched tiles is: expected error over bins, and Brier score."""
    if not pairs:
        return {"calibration_error": None, "brier": None}
    confidence = np.array([tile.confidence for _, tile in pairs])
    right = np.array([float(same(label.tile, tile.tile)) for label, tile in pairs])
    gaps = [abs(gap) * count for _, gap, count in reliability(confidence, right)]
    brier = float(((confidence - right) ** 2).mean())
    return {"calibration_error": round(sum(gaps) / len(pairs), 4), "brier": round(brier, 4)}


def reliability(
    confidence: NDArray[np.float64], right: NDArray[np.float64]
) -> list[tuple[float, float, int]]:
    """Per bin of confidence that is not empty: its mean, how far that is too sure, how many."""
    bins = np.minimum((confidence * BINS).astype(int), BINS - 1)
    result = []
    for one in np.unique(bins):
        here = bins == one
        mean = float(confidence[here].mean())
        result.append((mean, mean - float(right[here].mean()), int(here.sum())))
    return result


def accepted(photos: Sequence[Judged]) -> dict[str, float | None]:
    """The share of labelled tiles that may be believed at 0.1 % errors, and from which confidence.

    Readings where no face is are errors as well; a tile that was missed cannot be accepted. The
    confidence is as it was said: rounded down, it would let in what comes right below it.
    """
    readings = [(tile.confidence, 1) for photo in photos for _, tile in photo.right]
    readings += [(tile.confidence, 0) for photo in photos for _, tile in photo.wrong]
    readings += [(tile.confidence, -1) for photo in photos for tile in photo.extra]
    labelled = sum(len(x.right) + len(x.wrong) + len(x.missed) for x in photos)
    if not readings or not labelled:
        return {"accepted_share": None, "accepted_from": None}
    confidence, kind = (
        np.array(part) for part in zip(*sorted(readings, reverse=True), strict=True)
    )
    last = np.append(confidence[1:] != confidence[:-1], True)
    wrong = np.cumsum(kind < 1)
    allowed = last & (wrong <= ACCEPTED_ERROR * np.arange(1, len(kind) + 1))
    if not allowed.any():
        return {"accepted_share": 0.0, "accepted_from": None}
    end = int(np.flatnonzero(allowed)[-1])
    part = float((kind[: end + 1] >= 0).sum()) / labelled
    return {"accepted_share": round(part, 4), "accepted_from": float(confidence[end])}


def when_sure(photos: Sequence[Judged], sure: float, *, all_labelled: bool) -> dict[str, Any]:
    """Of the labelled tiles, how many are named at least as sure as this, and how many wrongly.

    Sure readings where no face is are counted among the wrong ones where all tiles are labelled;
    a share of the labelled tiles they are not.
    """
    labelled = sum(len(x.right) + len(x.wrong) + len(x.missed) for x in photos)
    right = sum(tile.confidence >= sure for photo in photos for _, tile in photo.right)
    wrong = sum(tile.confidence >= sure for photo in photos for _, tile in photo.wrong)
    false = sum(tile.confidence >= sure for photo in photos for tile in photo.extra)
    false = false if all_labelled else 0
    return {
        "sure_from": sure,
        "sure_share": share(right + wrong, labelled),
        "wrong_when_sure": share(wrong + false, right + wrong + false),
    }


def confusions(photos: Sequence[Judged]) -> list[tuple[str, str, int]]:
    """Label, reading and count of every kind of misreading, the commonest first."""
    counts = Counter((label.tile, tile.tile) for photo in photos for label, tile in photo.wrong)
    return [(label, tile, count) for (label, tile), count in counts.most_common()]
