"""Measure what an enrolled set brings: learn from a few photos of a set, read its other photos.

    python -m models.enrolment [--sets riichi_tray autotable] [--trials 3] [--json]

Photos are drawn by seed until they show all 34 kinds. The set is proposed as ``jantaku tiles
enrol`` proposes it, mended by the labels as a person would mend it, and kept; the other photos are
read with it. What was learned goes into no model. Class accuracy is by the mended labels.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from models.commands import COUNT, in_a_line
from models.figures import summary
from models.measure import Label, judge, matched
from models.samples import labelled_photos, photo_folder
from vision.club.tile_set import ClubSet
from vision.enrol.enrolment import Enrolment, propose
from vision.errors import TileSetError
from vision.imagefile import read_image
from vision.labels import KINDS, plain
from vision.model_store import find_model
from vision.reader import Reader

SETS = ("riichi_tray", "autotable")
Photo = tuple[Path, list[Label]]


def drawn(photos: Sequence[Photo], seed: int) -> list[int]:
    """A few photos, by number, that show all kinds: at random, each with a kind not seen yet."""
    chosen: list[int] = []
    seen: set[str] = set()
    for number in np.random.default_rng(seed).permutation(len(photos)):
        kinds = {label.tile for label in photos[int(number)][1]} & set(KINDS)
        if kinds - seen:
            chosen.append(int(number))
            seen |= kinds
        if len(seen) == len(KINDS):
            break
    return chosen


def mended(enrolment: Enrolment, photos: Sequence[Photo]) -> tuple[Enrolment, int]:
    """The enrolment as a person leaves it who knows the labels; how many faces they mend."""
    changes = {}
    for number, (_, labels) in enumerate(photos):
        tiles = [tile for tile in enrolment.tiles if tile.picture == number + 1]
        corners = np.array([tile.polygon for tile in tiles], np.float32).reshape(-1, 4, 2)
        found = np.concatenate([corners.min(axis=1), corners.max(axis=1)], axis=1)
        pairs = matched(found, np.array([label.box for label in labels], np.float32))
        for at, tile in enumerate(tiles):
            label = labels[pairs[at]].tile if at in pairs else "?"
            if plain(tile.tile) != label:
                changes[tile.place] = label
            elif tile.tile != label:
                changes[tile.place] = label  # a red five where the set has none
    return (enrolment.corrected(changes) if changes else enrolment), len(changes)


def learned(reader: Reader, photos: Sequence[Photo], digest: str) -> tuple[ClubSet, dict[str, Any]]:
    """The set that photos show, and what it took."""
    images = [read_image(path) for path, _ in photos]
    started = time.perf_counter()
    proposal = propose(reader, images, digest)
    seconds = time.perf_counter() - started
    enrolment, changed = mended(proposal, photos)
    facts = {
        "enrolled_photos": len(photos), "enrolled_faces": len(proposal.tiles),
        "doubts": len(proposal.doubts()), "mended_by_hand": changed,
        "seconds": round(seconds, 1),
    }  # fmt: skip
    return enrolment.club("measured"), facts


def trial(reader: Reader, name: str, seed: int, digest: str, every: int) -> dict[str, Any]:
    """Learn from some photos, read the others. Raises ``TileSetError`` where that cannot be."""
    folder = photo_folder()
    if folder is None:
        raise FileNotFoundError("no photos in ../shared/data/photos; set JANTAKU_SHARED")
    photos = [(path, labels) for path, _, labels in labelled_photos(folder / name)]
    chosen = drawn(photos, seed)
    club, facts = learned(reader, [photos[number] for number in chosen], digest)
    knowing = Reader.open(club=club)
    judged = []
    for number, (path, labels) in list(enumerate(photos))[::every]:
        if number in chosen:
            continue
        started = time.perf_counter()
        reading = knowing.read(read_image(path))
        judged.append(judge(path.name, time.perf_counter() - started, reading.tiles, labels))
        if sys.stderr.isatty():
            print(f"\r\x1b[K{name} {number}", end="", file=sys.stderr, flush=True)
    return {"set": name, "seed": seed, **facts, **summary(judged, all_labelled=True)}


@in_a_line
def main() -> int:
    """Measure; 2 where there are no photos."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sets", nargs="+", choices=SETS, default=list(SETS))
    parser.add_argument("--trials", type=COUNT, default=3)
    parser.add_argument("--every", type=COUNT, default=1, help="read only each so-manyth photo")
    parser.add_argument("--json", action="store_true", help="print a JSON line a trial")
    args = parser.parse_args()
    reader = Reader.open()
    digest = find_model("classifier").facts["sha256"]
    for name in args.sets:
        for seed in range(args.trials):
            try:
                figures = trial(reader, name, seed, digest, args.every)
            except TileSetError as error:
                figures = {"set": name, "seed": seed, "error": str(error)}
            print(json.dumps(figures) if args.json else told(figures), flush=True)
    return 0


def told(figures: dict[str, Any]) -> str:
    """The figures of a trial in a few lines."""
    if "error" in figures:
        return f"{figures['set']} {figures['seed']}: {figures['error']}"
    keys = (
        "enrolled_photos", "enrolled_faces", "doubts", "mended_by_hand", "seconds", "tiles",
        "class_accuracy", "recall", "precision", "photos_perfect", "calibration_error",
        "accepted_share",
    )  # fmt: skip
    shown = "  ".join(f"{key.replace('_', ' ')} {_short(figures[key])}" for key in keys)
    wrong = "  ".join(f"{label} as {tile} {count}" for label, tile, count in figures["confusions"])
    return f"{figures['set']} {figures['seed']}: {shown}\n  {wrong}"


def _short(value: Any) -> str:
    return f"{value:.4f}" if isinstance(value, float) else str(value)


if __name__ == "__main__":
    sys.exit(main())
