"""Measure the reader on the shared photos, which are outside the project and never trained on.

    python -m models.evaluate [--set riichi_tray autotable hk_rows] [--annotate DIR] [--json]

The photos lie in ``../shared`` beside the checkout, or where ``JANTAKU_SHARED`` says. Per set:
recall and precision at IoU 0.5 of the upright box, class accuracy on the found tiles (as labelled
and by the labels as ``errata.toml`` mends them) and given the true boxes, whole photos without a
mistake, calibration, time, and the confusions. ``--annotate`` writes every photo with what was
read: green right, red wrong (with the label), blue missed, orange where nothing is labelled.
"""

import argparse
import json
import os
import sys
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.measure import Judged, Label, judge, summary
from vision.imagefile import Image, read_image, write_jpeg
from vision.labels import BACK, LABELS, UNKNOWN
from vision.reader import Reader

SETS = ("riichi_tray", "autotable", "hk_rows")
PARTLY_LABELLED = frozenset({"hk_rows"})
"""Sets in which loose tiles have no label, so that an unmatched reading proves nothing."""

ERRATA = Path(__file__).with_name("errata.toml")

GREEN, RED, BLUE, ORANGE = (0, 200, 83), (255, 23, 68), (41, 121, 255), (255, 145, 0)


def photo_folder() -> Path | None:
    """Where the shared photos are, if they are there."""
    shared = os.environ.get("JANTAKU_SHARED")
    root = Path(shared) if shared else Path(__file__).parents[2] / "shared"
    folder = root / "data" / "photos"
    return folder if folder.is_dir() else None


def labelled_photos(folder: Path, every: int = 1) -> Iterator[tuple[Path, list[Label]]]:
    """The photos of a set with their labels; with ``every`` only each so-manyth."""
    errata = tomllib.loads(ERRATA.read_text(encoding="utf-8"))["label"]
    wrong = [entry for entry in errata if entry["set"] == folder.name]
    lines = (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines()
    for line in lines[::every]:
        entry = json.loads(line)
        here = [one for one in wrong if entry["image"] in one["images"]]
        labels = [
            Label(tile["tile"], tuple(tile["xyxy"]), mended(tile["xyxy"], here))
            for tile in entry["tiles"]
        ]
        yield folder / entry["image"], labels


def mended(box: list[float], errata: list[dict[str, Any]]) -> str | None:
    """What the errata of a photo call the tile in a box; None where they do not speak of it."""
    for entry in errata:
        if entry.get("box", box) == box:
            return str(entry.get("tile", UNKNOWN))
    return None


def evaluate(
    reader: Reader, folder: Path, every: int = 1, drawings: Path | None = None
) -> list[Judged]:
    """Read the photos of a set and judge each; draw them where asked."""
    judged = []
    for path, labels in labelled_photos(folder, every):
        image = read_image(path)
        started = time.perf_counter()
        reading = reader.read(image)
        photo = judge(path.name, time.perf_counter() - started, reading, labels)
        photo.given = given_boxes(reader, image, labels)
        judged.append(photo)
        if drawings is not None:
            drawings.mkdir(parents=True, exist_ok=True)
            write_jpeg(drawings / f"{path.stem}.jpg", drawn(image, photo))
        if sys.stderr.isatty():
            print(f"\r\x1b[K{folder.name} {len(judged)}", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
    return judged


def given_boxes(reader: Reader, image: Image, labels: list[Label]) -> list[tuple[str, str]]:
    """True name and reading of each tile when the classifier is told its box, as labelled."""
    counted = [label for label in labels if label.counts and label.truth != UNKNOWN]
    corners = [[(a, b), (c, b), (c, d), (a, d)] for a, b, c, d in (x.box for x in counted)]
    probabilities, _ = reader.classifier.classify(
        image, np.array(corners, np.float32).reshape(-1, 4, 2)
    )
    names = [LABELS[index] for index in probabilities[:, :BACK].argmax(axis=1)]
    return [(label.truth, name) for label, name in zip(counted, names, strict=True)]


def drawn(image: Image, photo: Judged) -> Image:
    """The photo with every judgement on it, at twice its size."""
    canvas = np.asarray(cv2.resize(image, None, fx=2, fy=2), np.uint8)
    for label, tile in photo.right + photo.wrong:
        good = (label, tile) in photo.right
        text = tile.tile if good else f"{tile.tile} not {label.tile} {tile.confidence:.2f}"
        _outline(canvas, np.array(tile.polygon), GREEN if good else RED, text)
    for tile in photo.extra + photo.flowers_named:
        _outline(canvas, np.array(tile.polygon), ORANGE, f"{tile.tile} {tile.confidence:.2f}")
    for label in photo.missed:
        a, b, c, d = label.box
        _outline(canvas, np.array([(a, b), (c, b), (c, d), (a, d)]), BLUE, f"missed {label.tile}")
    return canvas


def _outline(canvas: Image, corners: Any, colour: tuple[int, int, int], text: str) -> None:
    points = np.rint(2 * corners).astype(np.int32)
    cv2.polylines(canvas, [points], True, colour, 2, cv2.LINE_AA)
    cv2.line(canvas, points[0].tolist(), points[1].tolist(), colour, 5, cv2.LINE_AA)
    x, y = points.mean(axis=0).astype(int).tolist()
    spot = (x - 5 * len(text), y)
    cv2.putText(canvas, text, spot, cv2.FONT_HERSHEY_SIMPLEX, 0.55, (0, 0, 0), 4, cv2.LINE_AA)
    cv2.putText(canvas, text, spot, cv2.FONT_HERSHEY_SIMPLEX, 0.55, colour, 1, cv2.LINE_AA)


def report(name: str, figures: dict[str, Any]) -> str:
    """The figures of a set in words and columns."""
    lines = [f"{name}"]
    for key, value in figures.items():
        if key != "confusions":
            shown = "-" if value is None else f"{value:.4f}" if isinstance(value, float) else value
            lines.append(f"  {key.replace('_', ' '):<28}{shown}")
    lines.append("  confusions (label read as, count)")
    pairs = [f"{label} as {tile} {count}" for label, tile, count in figures["confusions"]]
    lines += ["    " + "   ".join(pairs[at : at + 6]) for at in range(0, len(pairs), 6)]
    return "\n".join(lines)


def main() -> int:
    """Evaluate the sets asked for; 2 where there are no photos."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--set", nargs="+", choices=SETS, default=list(SETS), dest="sets")
    parser.add_argument("--every", type=int, default=1, help="only each so-manyth photo")
    parser.add_argument("--annotate", type=Path, metavar="DIR", help="write drawn photos there")
    parser.add_argument("--models", type=Path, metavar="DIR", help="models and manifest to measure")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    photos = photo_folder()
    if photos is None:
        print(
            "no photos in ../shared/data/photos; set JANTAKU_SHARED to where they are",
            file=sys.stderr,
        )
        return 2
    reader = Reader.open(args.models, args.threads)
    results = {}
    for name in args.sets:
        drawings = args.annotate / name if args.annotate else None
        judged = evaluate(reader, photos / name, args.every, drawings)
        results[name] = summary(judged, all_labelled=name not in PARTLY_LABELLED)
        if not args.json:
            print(report(name, results[name]), flush=True)
    if args.json:
        print(json.dumps(results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
