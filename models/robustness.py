"""How the reader holds out: tiles found and named right, against what a camera can do to them.

    python -m models.robustness [--curves size blur ...] [--pictures 4] [--csv FILE] [--json]

Each point reads the same few rendered tables (unseen designs, tiles 40 pixels wide before they are
disturbed), so that a curve shows one cause alone. ``size`` is the width of a tile in pixels,
``tilt`` the camera's lean in degrees, ``lamp`` how far red and blue are apart in the light and
``tinge`` how far green is from both, as logarithms, ``blinds`` how much of the light stripes of
shade take, ``near`` how many times larger the nearest tiles are than the farthest, as from a low
place, ``lens`` by how much a wide lens shrinks what is half a side from the middle, ``rotation``
the picture's turn in degrees, ``blur`` the spread of a Gaussian in parts of a tile's width,
``noise`` the spread in grey levels, ``darkness`` the share of light left, ``glare`` the share of
the picture that is burnt out, ``occlusion`` the share of each face that is covered. A curve that
was measured is kept and not measured again.
"""

import argparse
import csv
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from models.commands import COUNT, UnusableError, in_a_line
from models.keeping import CODE, digest
from models.measure import Judged, Label, judge, share
from models.samples import table_labels
from table.files import write_atomically
from vision.imagefile import Image
from vision.reader import Reader
from vision.synthetic.camera import look_at
from vision.synthetic.evaluation import FEWEST_DISCARDS
from vision.synthetic.faces import TileSet
from vision.synthetic.photo import MOUNTED
from vision.synthetic.scene import random_body
from vision.synthetic.table_layout import Plan, lay_table
from vision.synthetic.table_moment import random_view
from vision.synthetic.table_picture import Studio

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / "artefacts" / "evaluation" / "robustness.json"

STREAM = 55_117
SIDE, LEAST = 960, 320
"""Most and fewest pixels of a picture's side."""

BURNT = 0.5
"""A face on which so much of a lamp's glare lies, in the mean, need not be read."""

WIDE = 40.0
"""Pixels of a tile in the undisturbed pictures."""

Labelled: TypeAlias = tuple[Image, list[Label]]
Disturbance: TypeAlias = Callable[[int, float], Labelled]
Placed: TypeAlias = Callable[[NDArray[np.float64]], NDArray[np.float64]]
"""From places [n,2] before to those after."""

_ROUNDS = 60
"""So often a place is put right until it is where a lens shows it."""


@cache
def part_of_a_table(seed: int, wide: float = WIDE, tilt: float = 0.0) -> Labelled:
    """A table in play ``tilt`` degrees aslant, its tiles ``wide`` pixels.

    Of a table larger than the picture, the part about some discard.
    """
    rng = np.random.default_rng((STREAM, seed))
    faces = TileSet.random(rng, "unseen")
    body = random_body(rng)
    view, plan = random_view(rng), Plan.of(body)
    while sum(len(seat.river) for seat in view.seats) < FEWEST_DISCARDS:
        view = random_view(rng)
    whole = 2 * plan.edge / body.width * wide * 1.15
    side = int(np.clip(whole, LEAST, SIDE))
    river = [one.placement for one in lay_table(view, body, 0) if one.zone == "river"]
    about = river[int(rng.integers(len(river)))].centre if whole > SIDE else (0.0, 0.0, 0.0)
    focal, heading = 1.6 * side, float(rng.uniform(0, 2 * np.pi))
    camera = look_at(
        np.array([about[0], about[1], 0.0]), focal * body.width / wide, float(np.deg2rad(tilt)),
        heading, -heading, (focal, focal), (side / 2, side / 2),
    )  # fmt: skip
    studio = Studio(
        faces, int(rng.integers(1 << 31)), body=body, size=(side, side), camera=camera, care=MOUNTED
    )
    picture = studio.shoot(view)
    return picture.image, table_labels(picture)


def size(seed: int, amount: float) -> Labelled:
    """Tiles of this width."""
    return part_of_a_table(seed, amount)


def tilt(seed: int, amount: float) -> Labelled:
    """A camera that leans so many degrees."""
    return part_of_a_table(seed, WIDE, amount)


def _usual(seed: int) -> Labelled:
    return part_of_a_table(seed)


def rotation(seed: int, amount: float) -> Labelled:
    """The picture turned."""
    image, labels = _usual(seed)
    height, width = image.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), amount, 1.0)
    turned = cv2.warpAffine(image, matrix, (width, height), borderMode=cv2.BORDER_REFLECT)
    return _moved(turned, labels, lambda spots: spots @ matrix[:, :2].T + matrix[:, 2])


def near(seed: int, amount: float) -> Labelled:
    """The picture as a slanted plane; what is nearest is so many times as large as before."""
    image, labels = _usual(seed)
    height, width = image.shape[:2]
    wide, high = round(width * amount), round(height * amount**0.5)
    rim = (wide - width) / 2
    before = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    after = np.array([[rim, 0], [wide - rim, 0], [wide, high], [0, high]], np.float32)
    plane = cv2.getPerspectiveTransform(before, after)
    slanted = cv2.warpPerspective(image, plane, (wide, high), flags=cv2.INTER_CUBIC)
    return _moved(slanted, labels, lambda spots: cv2.perspectiveTransform(spots[None], plane)[0])


def lens(seed: int, amount: float) -> Labelled:
    """The picture through a lens that makes what is half a side from the middle so much smaller."""
    image, labels = _usual(seed)
    height, width = image.shape[:2]
    middle, half = np.array([width, height]) / 2, max(width, height) / 2

    def seen_at(spots: NDArray[np.float64]) -> NDArray[np.float64]:
        ways = (spots - middle) / half
        return np.asarray(middle + half * ways * (1 + amount * (ways**2).sum(-1, keepdims=True)))

    def placed(spots: NDArray[np.float64]) -> NDArray[np.float64]:
        found = spots
        for _ in range(_ROUNDS):
            found = found - (seen_at(found) - spots) / (1 + 2 * amount)
        return found

    grid = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).astype(np.float64)
    bent = cv2.remap(image, seen_at(grid).astype(np.float32), None, cv2.INTER_CUBIC)
    return _moved(bent, labels, placed)


def _moved(image: Image, labels: list[Label], placed: Placed) -> Labelled:
    """A picture in which all places were moved, and where its labels are there."""
    height, width = image.shape[:2]
    result = []
    for label in labels:
        a, b, c, d = label.box
        corners = placed(np.array(label.polygon or [(a, b), (c, b), (c, d), (a, d)], np.float64))
        inside = bool((corners >= 0).all() and (corners < [width, height]).all())
        box = tuple(float(x) for x in (*corners.min(axis=0), *corners.max(axis=0)))
        result.append(
            Label(label.tile, box, None, counted=label.counted and inside, reds=True)  # type: ignore[arg-type]
        )
    return np.asarray(image, np.uint8), result


def blur(seed: int, amount: float) -> Labelled:
    """Out of focus by so many parts of a tile's width."""
    image, labels = _usual(seed)
    if amount:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), amount * WIDE), np.uint8)
    return image, labels


def noise(seed: int, amount: float) -> Labelled:
    """Noise of so many grey levels."""
    image, labels = _usual(seed)
    grain = np.random.default_rng(seed).normal(0, max(amount, 1e-6), image.shape)
    return np.clip(image + grain, 0, 255).astype(np.uint8), labels


def darkness(seed: int, amount: float) -> Labelled:
    """So much of the light, and the noise of a sensor that makes the best of it."""
    image, labels = _usual(seed)
    grain = np.random.default_rng(seed).normal(0, 2.0, image.shape)
    return np.clip(image * amount + grain, 0, 255).astype(np.uint8), labels


def lamp(seed: int, amount: float) -> Labelled:
    """Light in which red and blue are so far apart, as logarithms: of a lamp, or of the sky."""
    return _lit(seed, (amount / 2, 0, -amount / 2))


def tinge(seed: int, amount: float) -> Labelled:
    """Light in which green is so far from red and blue, as logarithms: more of it, or less."""
    return _lit(seed, (-amount / 3, amount * 2 / 3, -amount / 3))


def blinds(seed: int, amount: float) -> Labelled:
    """Stripes of shade as wide as a tile, which take so much of the light."""
    image, labels = _usual(seed)
    height, width = image.shape[:2]
    angle = np.random.default_rng(seed).uniform(0, np.pi)
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    waves = np.sin((x * np.cos(angle) + y * np.sin(angle)) * np.pi / WIDE)
    shade = amount * np.clip(0.5 + WIDE / 4 * waves, 0, 1)  # its edges are two or three pixels wide
    return np.asarray(image * (1 - shade[..., None]), np.uint8), labels


def _lit(seed: int, logarithms: tuple[float, float, float]) -> Labelled:
    """The picture in light of that colour, and of every second seed in the opposite one."""
    image, labels = _usual(seed)
    way = 1 - 2 * (seed % 2)
    lit = image * np.exp(way * np.array(logarithms))
    return np.clip(lit, 0, 255).astype(np.uint8), labels


def glare(seed: int, amount: float) -> Labelled:
    """Burnt-out spots over so much of the picture; faces beneath them do not count."""
    image, labels = _usual(seed)
    rng = np.random.default_rng(seed)
    height, width = image.shape[:2]
    light = np.zeros((height, width), np.float32)
    for _ in range(round(amount * 40)):
        x, y = rng.uniform(0, width), rng.uniform(0, height)
        spot = np.zeros_like(light)
        cv2.circle(spot, (int(x), int(y)), int(width * 0.09), 1.0, cv2.FILLED)
        light = np.maximum(light, spot)
    light = cv2.GaussianBlur(light, (0, 0), width * 0.03)
    burnt = np.clip(image + 210.0 * light[..., None], 0, 255).astype(np.uint8)
    return burnt, [replace(x, counted=x.counted and _under(light, x) < BURNT) for x in labels]


def _under(light: NDArray[np.float32], label: Label) -> float:
    """The mean light on a label's box, 0..1."""
    x0, y0, x1, y1 = (max(0, round(value)) for value in label.box)
    part = light[y0:y1, x0:x1]
    return float(part.mean()) if part.size else 0.0


def occlusion(seed: int, amount: float) -> Labelled:
    """A dark bar over so much of each face, from one side."""
    image, labels = _usual(seed)
    rng = np.random.default_rng(seed)
    covered = image.copy()
    for label in labels:
        if label.tile == "back":
            continue
        x0, y0, x1, y1 = (round(value) for value in label.box)
        wide, high = round((x1 - x0) * amount), round((y1 - y0) * amount)
        side = int(rng.integers(4))
        part = [
            (slice(y0, y1), slice(x0, x0 + wide)), (slice(y0, y1), slice(x1 - wide, x1)),
            (slice(y0, y0 + high), slice(x0, x1)), (slice(y1 - high, y1), slice(x0, x1)),
        ][side]  # fmt: skip
        if x0 >= 0 and y0 >= 0:
            covered[part] = (60, 45, 40)
    return covered, labels


CURVES: dict[str, tuple[Disturbance, tuple[float, ...]]] = {
    "size": (size, (12, 16, 20, 24, 32, 48, 64, 96, 140, 200)),
    "tilt": (tilt, (0, 15, 30, 45, 55, 65)),
    "lamp": (lamp, (0, 0.4, 0.8, 1.2, 1.6)),
    "blinds": (blinds, (0, 0.15, 0.3, 0.45, 0.6)),
    "tinge": (tinge, (0, 0.2, 0.4, 0.6, 0.8)),
    "near": (near, (1, 1.5, 2, 2.5, 3)),
    "lens": (lens, (0, 0.1, 0.2, 0.3, 0.5)),
    "rotation": (rotation, (0, 10, 20, 30, 45, 60, 75, 90, 135, 180)),
    "blur": (blur, (0, 0.02, 0.04, 0.06, 0.08, 0.1, 0.13)),
    "noise": (noise, (0, 8, 16, 24, 32, 48)),
    "darkness": (darkness, (1, 0.5, 0.25, 0.12, 0.06, 0.03)),
    "glare": (glare, (0, 0.1, 0.2, 0.35, 0.5)),
    "occlusion": (occlusion, (0, 0.1, 0.2, 0.3, 0.4, 0.5)),
}


def point(reader: Reader, disturb: Disturbance, amount: float, pictures: int) -> dict[str, Any]:
    """Recall, precision and class accuracy at one point of a curve."""
    photos: list[Judged] = []
    for seed in range(pictures):
        image, labels = disturb(seed, amount)
        photos.append(judge(str(seed), 0.0, reader.read(image).tiles, labels))
    right = sum(len(photo.right) for photo in photos)
    wrong = [tile for photo in photos for _, tile in photo.wrong]
    missed = sum(len(photo.missed) for photo in photos)
    extra = sum(len(photo.extra) for photo in photos)
    found = right + len(wrong)
    return {
        "amount": amount, "tiles": found + missed, "recall": share(found, found + missed),
        "precision": share(found, found + extra), "class_accuracy": share(right, found),
        "sure_and_wrong": sum(tile.confidence > 0.9 for tile in wrong),
    }  # fmt: skip


def disturbed_by(models: Path | None) -> str:
    """A hash that stays as long as the curves would be measured again as they were."""
    return digest(models, (*CODE, "models/robustness.py"))


def kept_in(file: Path) -> dict[str, Any]:
    """The ``curves`` that a file keeps, and by which ``code``. Raises ``UnusableError``."""
    try:
        kept: dict[str, Any] = json.loads(file.read_bytes())
        points = [point for curve in kept["curves"].values() for point in curve]
        whole = isinstance(kept["code"], str) and all(isinstance(point, dict) for point in points)
    except (AttributeError, KeyError, TypeError, ValueError):
        whole = False
    if not whole:
        raise UnusableError(
            f"{file}: is damaged; expected what models.robustness kept, or no such file"
        )
    return kept


def measured(
    reader: Reader, names: Sequence[str], pictures: int, file: Path, models: Path | None
) -> dict[str, list[dict[str, Any]]]:
    """The curves, each point kept in a file as soon as it is known. Raises ``UnusableError``."""
    code = f"{disturbed_by(models)} {pictures}"
    kept: dict[str, Any] = {"code": code, "curves": {}}
    if file.is_file():
        before = kept_in(file)
        kept = before if before["code"] == code else kept
    file.parent.mkdir(parents=True, exist_ok=True)
    for name in names:
        disturb, amounts = CURVES[name]
        curve = kept["curves"].setdefault(name, [])
        for amount in amounts[len(curve) :]:
            curve.append(point(reader, disturb, amount, pictures))
            write_atomically(file, json.dumps(kept))
            if sys.stderr.isatty():
                print(f"\r\x1b[K{name} {amount:g}", end="", file=sys.stderr, flush=True)
    return {name: kept["curves"][name] for name in names}


def told(name: str, curve: Sequence[dict[str, Any]]) -> str:
    """A curve in columns."""
    lines = [f"{name:<11} tiles  recall  precision  class   sure and wrong"]
    for one in curve:
        figures = (one["recall"], one["precision"], one["class_accuracy"])
        shown = ["-" if value is None else f"{value:.4f}" for value in figures]
        lines.append(
            f"  {one['amount']:<9g} {one['tiles']:>5}  {shown[0]:<6}  {shown[1]:<9}  {shown[2]:<6}"
            f"  {one['sure_and_wrong']}"
        )
    return "\n".join(lines)


@in_a_line
def main() -> int:
    """Measure the curves asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--curves", nargs="+", choices=CURVES, default=list(CURVES))
    parser.add_argument("--pictures", type=COUNT, default=4, help="a point")
    parser.add_argument("--models", type=Path, metavar="DIR", help="models and manifest to measure")
    parser.add_argument("--kept", type=Path, metavar="FILE", default=KEPT)
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write the curves there as well")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    curves = measured(Reader.open(args.models), args.curves, args.pictures, args.kept, args.models)
    if args.csv:
        with args.csv.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["curve", *next(iter(curves.values()))[0]])
            for name, curve in curves.items():
                writer.writerows([name, *one.values()] for one in curve)
    if args.json:
        print(json.dumps(curves))
    else:
        print("\n".join(told(name, curve) for name, curve in curves.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
