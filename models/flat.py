"""Patches of faces laid flat: many more designs than scenes have time for, of characters above all.

    python -m models.flat --out DATA [--sets 1500] [--seed 1]

Writes ``flat.npz``, patches like those of ``models.prepare``: a face of an invented set in a soft
light, beside others of the set or on a plain ground, sharp or not.
"""

import argparse
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.crops import AROUND, PATCH
from vision.labels import CLASS_OF
from vision.synthetic.faces import TileSet

Bytes = NDArray[np.uint8]

LABELS: Final = (*(f"{number}m" for number in range(10)), *(f"{number}z" for number in range(1, 8)))
"""Characters and honours: strokes differ from set to set far more than circles and sticks do."""

FINE: Final = 2
"""Patches are laid out so many times larger, and shrunk."""

TOUCHING: Final = 0.7
SEAM: Final = (0.01, 0.06)
LIGHT: Final = 0.2


def patch(rng: np.random.Generator, face: Bytes, beside: list[Bytes], ground: Bytes) -> Bytes:
    """One face in the middle of uint8 [96,96,3], with ``beside`` at its sides and ends."""
    side = PATCH * FINE
    step = side / (1 + 2 * AROUND)
    canvas = np.empty((side, side, 3), np.uint8)
    canvas[:] = ground
    seam = float(rng.uniform(*SEAM))
    places = [(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)]
    for (x, y), one in zip(places, [face, *beside], strict=False):
        if (x or y) and rng.random() > TOUCHING:
            continue
        left, top = (round((AROUND + at * (1 + seam)) * step) for at in (x, y))
        size = round(step)
        paste(canvas, cv2.resize(one, (size, size), interpolation=cv2.INTER_AREA), left, top)
    return finished(rng, canvas)


def paste(canvas: Bytes, part: Bytes, left: int, top: int) -> None:
    """Lay ``part`` on the canvas, as far as it is within."""
    size, side = len(part), len(canvas)
    x0, y0, x1, y1 = max(0, left), max(0, top), min(side, left + size), min(side, top + size)
    canvas[y0:y1, x0:x1] = part[y0 - top : y1 - top, x0 - left : x1 - left]


def finished(rng: np.random.Generator, canvas: Bytes) -> Bytes:
    """The canvas in a light that falls off to one side, as sharp as chance has it, compressed."""
    side = len(canvas)
    slope = rng.normal(0, LIGHT, 2)
    across = np.linspace(-1, 1, side)
    light = np.exp(slope[0] * across[None] + slope[1] * across[:, None]) * rng.uniform(0.5, 1.15)
    lit = canvas * light[..., None]
    sigma = float(rng.uniform(0.3, 1) ** 2 * 5 * FINE / 2)
    small = cv2.resize(
        cv2.GaussianBlur(lit, (0, 0), sigma), (PATCH, PATCH), interpolation=cv2.INTER_AREA
    )
    whole = np.clip(small + rng.normal(0, rng.uniform(0, 6), small.shape), 0, 255).astype(np.uint8)
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(40, 96))]
    packed = cv2.imencode(".jpg", whole[..., ::-1], quality)[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR)[..., ::-1], np.uint8)


def of_set(rng: np.random.Generator, faces: TileSet) -> tuple[list[Bytes], list[int]]:
    """A patch of each of LABELS, and its class."""
    drawn = [np.asarray(faces.face(label)) for label in LABELS]
    ground = rng.integers(0, 256, 3).astype(np.uint8)
    made = [
        patch(rng, face, [drawn[at] for at in rng.integers(0, len(drawn), 4)], ground)
        for face in drawn
    ]
    return made, [CLASS_OF[label] for label in LABELS]


def main() -> None:
    """Make the file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--sets", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = np.random.default_rng([args.seed, 4])
    patches: list[Bytes] = []
    classes: list[int] = []
    for number in range(1, args.sets + 1):
        made, kinds = of_set(rng, TileSet.random(rng))
        patches += made
        classes += kinds
        if number % 100 == 0:
            print(f"{number} sets", flush=True)
    args.out.mkdir(parents=True, exist_ok=True)
    np.savez(args.out / "flat.npz", patches=np.stack(patches), classes=np.array(classes, np.int64))


if __name__ == "__main__":
    main()
