"""Cut face crops where a detector found them, right or wrong, from the scenes that were prepared.

    python -m models.mine --data DATA… [--models DIR]

Each shard gets a ``mined.npz`` beside its ``crops.npz``: faces with the detector's own errors, and
what it took for a face and is none, which is what the classifier has to refuse.
"""

import argparse
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from models.prepare import shards_of
from vision import geometry
from vision.crops import cut
from vision.decode import aligned
from vision.detections import Floats
from vision.detector import Detector
from vision.imagefile import read_image
from vision.labels import BACK, CLASS_OF
from vision.model_store import find_model

LOW = 0.12
"""The detector is believed from this score on: its doubts are what there is to learn from."""
SAME, APART = 0.5, 0.2
"""Overlap (of the union) from which a found face is a true one, and (of the smaller) below which it
is none; what lies between teaches nothing."""
SEEN = 0.7
SMALLEST = 10.0
MOST_BACKS = 3
SCALES = (1.0, 0.75, 0.55)


def overlaps(quad: Floats, others: Floats) -> tuple[Floats, Floats]:
    """Intersections [n] with other convex quadrilaterals, of the union and of the smaller one."""
    own, sizes = abs(float(geometry.areas(quad[None])[0])), np.abs(geometry.areas(others))
    common = np.array([cv2.intersectConvexConvex(quad, other)[0] for other in others], np.float32)
    return common / (own + sizes - common), common / np.maximum(np.minimum(own, sizes), 1e-6)


def answers(found: Floats, truths: list[dict[str, Any]]) -> list[tuple[Floats, int]]:
    """Quadrilaterals with the class that they show; what cannot be told is left out."""
    clockwise = [np.array(t["quad"], np.float32) for t in truths]
    flipped = [q if geometry.areas(q[None])[0] > 0 else q[[1, 0, 3, 2]] for q in clockwise]
    true = np.array(flipped, np.float32).reshape(-1, 4, 2)
    told: list[tuple[Floats, int]] = []
    backs = 0
    for quad in found:
        same, shared = overlaps(quad, true) if len(true) else (np.zeros(1), np.zeros(1))
        best = int(same.argmax())
        if float(shared.max()) < APART:
            told.append((quad, CLASS_OF["none"]))
        elif same[best] > SAME and truths[best]["visible"] > SEEN:
            kind = CLASS_OF[truths[best]["label"]]
            backs += kind == BACK
            if kind != BACK or backs <= MOST_BACKS:
                told.append((aligned(quad[None], true[best][None])[0][0], kind))
    return told


def mine(detector: Detector, shard: Path) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """The crops [n,64,64,3] of a shard and their classes [n]."""
    crops, classes = [np.empty((0, 64, 64, 3), np.uint8)], []
    for index, truths in enumerate(json.loads((shard / "truth.json").read_text())):
        image = read_image(shard / f"{index}.jpg")
        quads, _ = detector.detect(image, SCALES[index % len(SCALES)])
        quads = quads[geometry.short_sides(quads) > SMALLEST]
        told = answers(quads, truths)
        if told:
            crops.append(cut(image, np.stack([quad for quad, _ in told])))
            classes += [kind for _, kind in told]
    return np.concatenate(crops), np.array(classes, np.int64)


def main() -> None:
    """Mine every shard that has not been."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, nargs="+", required=True)
    parser.add_argument("--models", type=Path, help="the folder of the detector and its manifest")
    args = parser.parse_args()
    detector = Detector.open(find_model("detector", args.models).path, 1, LOW)
    for shard in (s for folder in args.data for s in shards_of(folder)):
        file = shard / "mined.npz"
        if not file.exists():
            crops, classes = mine(detector, shard)
            with file.with_suffix(".new").open("wb") as fresh:
                np.savez(fresh, crops=crops, classes=classes)
            file.with_suffix(".new").replace(file)
            nothing = int((classes == CLASS_OF["none"]).sum())
            print(f"{shard.name}: {len(crops)} crops, {nothing} of them no tile", flush=True)


if __name__ == "__main__":
    main()
