"""Cut patches where a detector found faces that are none, from the scenes that were prepared.

    python -m models.mine --data DATA… [--models DIR] [--workers 2]

Each shard gets a ``mined.npz`` beside its ``patches.npz``: what the detector took for a face and is
none, which is what the classifier has to refuse. Of what it does refuse already, few are kept. And
it gets a ``hard.npz``: those of its faces that the classifier names wrongly, or is not sure of.
"""

import argparse
import multiprocessing
import sys
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from models.commands import folder_there, in_a_line
from models.crops import AROUND, PATCH, patches
from models.patch_files import array
from models.prepare import PREPARED, WORKERS, shards_of, truths_of
from vision import geometry
from vision.detections import Floats
from vision.imagefile import read_image
from vision.labels import CLASS_OF, NONE
from vision.model_store import find_model
from vision.nets.classifier import Classifier
from vision.nets.crops import cut
from vision.nets.detector import Detector
from vision.picture.scales import first_scale

LOW = 0.12
"""The detector is believed from this score on: its doubts are what there is to learn from."""
APART = 0.2
"""What overlaps every true face by less than this part of the smaller one shows none."""
SMALLEST = 10.0
SCALES = (2.0, 1.4, 1.0)
REFUSED = 0.95
"""A patch that the classifier refuses so surely teaches it little."""
SURE = 0.9
"""A patch that is named with less than this has still something to teach."""
GUESSES, BARE_PRINT, INNER = 3, 10.0, slice(24, 72)
"""A face whose print is burnt away or smeared beyond telling has not: its own name is none of the
first few then, or its middle shows no contrast."""
PLAIN = (CLASS_OF["5z"], CLASS_OF["back"], NONE)
HALVES = 12
"""So many places between two faces are looked at a scene."""
SEEN, NEIGHBOUR, HALFWAY = 0.8, 1.25, (0.4, 0.6)
KEPT_OF_REFUSED = 8
"""One in so many of these is kept all the same."""


def shared(quad: Floats, others: Floats) -> Floats:
    """Intersections [n] with other convex quadrilaterals, of the smaller one."""
    own, sizes = abs(float(geometry.areas(quad[None])[0])), np.abs(geometry.areas(others))
    common = np.array([cv2.intersectConvexConvex(quad, other)[0] for other in others], np.float32)
    return np.asarray(common / np.maximum(np.minimum(own, sizes), 1e-6), np.float32)


def strays(found: Floats, truths: list[dict[str, Any]]) -> Floats:
    """Those of the quadrilaterals that show no face."""
    true = np.array([t["quad"] for t in truths], np.float32).reshape(-1, 4, 2)
    true = np.where(geometry.areas(true)[:, None, None] > 0, true, true[:, [1, 0, 3, 2]])
    if not len(true):
        return found
    return np.array([quad for quad in found if shared(quad, true).max() < APART], np.float32)


def halves(rng: np.random.Generator, truths: list[dict[str, Any]]) -> NDArray[np.float64]:
    """Quadrilaterals [n,4,2] about as large as a face that lie half on one and half on the next.

    Where tiles touch and hardly an edge shows, a detector cuts a row at such places.
    """
    quads = np.array([t["quad"] for t in truths if t["visible"] > SEEN], np.float64)
    quads = quads.reshape(-1, 4, 2)
    middles = quads.mean(axis=1)
    found = []
    for index in rng.permutation(len(quads))[:HALVES]:
        far = np.linalg.norm(middles - middles[index], axis=1)
        far[index] = np.inf
        near = int(far.argmin())
        wide = float(np.linalg.norm(quads[index] - np.roll(quads[index], 1, axis=0), axis=1).max())
        if far[near] > NEIGHBOUR * wide:
            continue
        turned = [np.roll(quads[near], turn, axis=0) for turn in range(4)]
        moved = quads[index] + middles[near] - middles[index]
        other = min(turned, key=lambda quad: float(np.abs(quad - moved).sum()))
        share = rng.uniform(*HALFWAY)
        found.append(quads[index] + share * (other - quads[index]))
    cut = np.array(found).reshape(-1, 4, 2)
    return cut[geometry.short_sides(cut.astype(np.float32)) > SMALLEST]


def teaching(classifier: Classifier, found: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which of some patches [n,96,96,3] that show no face are worth learning from."""
    if not len(found):
        return np.empty(0, np.bool_)
    refused = classifier.glance(crops_of(found)).kinds[:, NONE] >= REFUSED
    return ~refused | (np.arange(len(found)) % KEPT_OF_REFUSED == 0)


def crops_of(found: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """What the classifier sees of some patches [n,96,96,3] that are cut as they should be."""
    low, high = AROUND / (1 + 2 * AROUND) * PATCH, (1 + AROUND) / (1 + 2 * AROUND) * PATCH
    quad = np.array([[[low, low], [high, low], [high, high], [low, high]]], np.float32)
    return np.stack([cut(patch, quad)[0] for patch in found])


def hard(classifier: Classifier, shard: Path) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """The patches [n,96,96,3] of a shard that are named too hesitantly, and their classes [n]."""
    classes = array(shard / "patches.npz", "classes")
    found = array(shard / "patches.npz", "patches", len(classes))
    if not len(found):
        return found, classes
    kinds = classifier.glance(crops_of(found)).kinds
    own = kinds[np.arange(len(found)), classes]
    print_left = found[:, INNER, INNER].mean(axis=3).std(axis=(1, 2)) > BARE_PRINT
    guessed = (kinds > own[:, None]).sum(axis=1) < GUESSES
    told = (print_left & guessed) | np.isin(classes, PLAIN)
    doubtful = (own < SURE) & told
    return found[doubtful], classes[doubtful]


def keep(file: Path, found: NDArray[np.uint8], classes: NDArray[np.int64]) -> None:
    """Write patches whole or not at all."""
    with file.with_suffix(".new").open("wb") as fresh:
        np.savez(fresh, patches=found, classes=classes)
    file.with_suffix(".new").replace(file)


def mine(
    detector: Detector, classifier: Classifier, shard: Path
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """The patches [n,96,96,3] of a shard that show no face, and their classes [n]."""
    every, rng = [], np.random.default_rng(int(shard.name))
    for index, truths in enumerate(truths_of(shard)):
        image = read_image(shard / f"{index}.jpg")
        scale = min(SCALES[index % len(SCALES)], first_scale(image.shape[1], image.shape[0]))
        quads, _ = detector.detect(image, scale)
        quads = quads[geometry.short_sides(quads) > SMALLEST]
        every.append(patches(image, strays(quads, truths)))
        every.append(patches(image, halves(rng, truths)))
    found = np.concatenate(every)
    found = found[teaching(classifier, found)]
    return found, np.full(len(found), CLASS_OF["none"])


def mine_shard(task: tuple[Path, Path | None]) -> str:
    """Mine a shard for what was not mined of it; a line that says what was found, or none."""
    shard, models = task
    detector, classifier = networks(models)
    told = []
    mined, doubted = shard / "mined.npz", shard / "hard.npz"
    if not mined.exists():
        found, classes = mine(detector, classifier, shard)
        keep(mined, found, classes)
        told.append(f"{len(found)} that are no tile")
    if not doubted.exists() and (shard / "patches.npz").exists():
        found, classes = hard(classifier, shard)
        keep(doubted, found, classes)
        told.append(f"{len(found)} that are hard")
    return f"{shard.name}: {', '.join(told)}" if told else ""


@cache
def networks(models: Path | None) -> tuple[Detector, Classifier]:
    """The two networks of a process, each on one thread."""
    detector = Detector.open(find_model("detector", models).path, 1, LOW)
    return detector, Classifier.open(find_model("classifier", models).path, 1)


@in_a_line
def main() -> None:
    """Mine every shard that has not been."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=PREPARED, nargs="+", required=True)
    parser.add_argument(
        "--models",
        type=folder_there("a folder with models and manifest.toml"),
        help="the folder of the networks and their manifest",
    )
    parser.add_argument("--workers", type=WORKERS, default=1)
    args = parser.parse_args()
    tasks = [(shard, args.models) for folder in args.data for shard in shards_of(folder)]
    with multiprocessing.get_context("spawn").Pool(args.workers) as pool:
        for told in filter(None, pool.imap_unordered(mine_shard, tasks)):
            print(told, flush=True)


if __name__ == "__main__":
    sys.exit(main())
