"""How long reading takes, part by part, and how much memory the reader holds.

    python tests/bench/bench_read.py [--rounds 15] [--threads 2] [--models DIR] [PHOTO…]

Milliseconds, the median of some rounds and (in brackets) the least. Without photos it reads a
rendered table of 100 faces at 1080p and at 12 megapixels, the demo's photos, and one slot of a pond
as the live path does. Decoding a file counts for photos, not for frames. The yardsticks are fixed
workloads, so that the figures of two machines can be compared.
"""

import argparse
import resource
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from vision import geometry  # noqa: E402
from vision.imagefile import Image, decode_image  # noqa: E402
from vision.reader import Reader  # noqa: E402
from vision.synthetic.camera import look_at  # noqa: E402
from vision.synthetic.faces import TileSet  # noqa: E402
from vision.synthetic.table_layout import Plan  # noqa: E402
from vision.synthetic.table_picture import RIICHI_BODY, Studio  # noqa: E402
from vision.synthetic.table_view import HandView, RiverTile, SeatView, TableView  # noqa: E402

DEMO = ROOT / "table" / "demo"
FULL_HD = (1920, 1080)
TWELVE_MEGAPIXELS = (4000, 3000)
RIVER, HAND = 12, 13
"""Four seats' discards and open hands: 100 faces."""


def yardsticks() -> dict[str, Callable[[], Any]]:
    """Fixed workloads: a convolution of one plane, and a matrix product as networks are made of."""
    random = np.random.default_rng(1)
    picture, kernel = random.random((1080, 1920), np.float32), random.random((15, 15), np.float32)
    left, right = random.random((1024, 1024), np.float32), random.random((1024, 1024), np.float32)
    return {
        "a 15 x 15 filter on 1080p": lambda: cv2.filter2D(picture, -1, kernel),
        "a product of two 1024 x 1024 matrices": lambda: left @ right,
    }


def table(size: tuple[int, int]) -> Image:
    """A table with 100 faces, seen from above by a camera that holds all of it."""
    random = np.random.default_rng(3)
    kinds = [f"{number}{suit}" for suit in "mps" for number in range(1, 10)]
    deck = random.permutation([kind for kind in kinds for _ in range(4)]).tolist()
    seats = []
    for _ in range(4):
        river = tuple(RiverTile(deck.pop()) for _ in range(RIVER))
        seats.append(SeatView(HandView(tuple(deck.pop() for _ in range(HAND)), "up"), river))
    edge = Plan.of(RIICHI_BODY).edge
    focal = 1.2 * size[1]
    camera = look_at(
        np.zeros(3), 1.35 * 2 * edge, tilt=0.1, heading=0.0, roll=0.0,
        focal=(focal, focal), centre=(size[0] / 2, size[1] / 2),
    )  # fmt: skip
    faces = TileSet.random(np.random.default_rng(3))
    studio = Studio(faces, 3, body=RIICHI_BODY, size=size, camera=camera)
    (east, south, west, north) = seats
    return studio.shoot(TableView((east, south, west, north))).image


def times(work: Callable[[], Any], rounds: int) -> tuple[float, float]:
    """The median and the least time of some rounds in milliseconds, after one not counted."""
    work()
    taken = []
    for _ in range(rounds):
        started = time.perf_counter()
        work()
        taken.append(1000 * (time.perf_counter() - started))
    return statistics.median(taken), min(taken)


def resident() -> float:
    """Megabytes of memory that this process holds now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 1e6


def pictures(photos: list[Path]) -> dict[str, bytes | Image]:
    """What is read, by name: photos as files, frames as pixels."""
    if photos:
        return {path.name: path.read_bytes() for path in photos}
    small = table(FULL_HD)
    large = cv2.resize(small, TWELVE_MEGAPIXELS, interpolation=cv2.INTER_CUBIC)
    file = cv2.imencode(".jpg", large[..., ::-1])[1].tobytes()
    demo = {path.name: path.read_bytes() for path in sorted(DEMO.glob("*.jpg"))}
    return {"table at 1080p": small, "12 megapixels": file, **demo}


def read_all(reader: Reader, found: dict[str, bytes | Image], rounds: int) -> None:
    """A line a picture."""
    for name, data in found.items():
        decode = (0.0, 0.0)
        if isinstance(data, bytes):
            decode = times(lambda d=data, n=name: decode_image(d, n), rounds)
        image = decode_image(data, name) if isinstance(data, bytes) else data
        quads, scores = reader.located(image)
        steps = [
            decode,
            times(lambda i=image: reader.located(i), rounds),
            times(lambda i=image, q=quads, s=scores: reader.recognised(i, q, s), rounds),
            times(lambda i=image: reader.read(i), rounds),
        ]
        figures = "".join(f"{middle:8.1f} ({least:6.1f})" for middle, least in steps)
        print(f"{name:<20}{len(reader.read(image).tiles):>6}{figures}")


def read_slot(reader: Reader, image: Image, rounds: int) -> None:
    """One slot of a pond in a frame, as the live path looks again where something changed."""
    tile = max(reader.read(image).tiles, key=lambda one: one.confidence)
    quad = np.array(tile.polygon, np.float32)
    short = float(geometry.short_sides(quad[None])[0])
    x, y = (round(float(value)) for value in quad.mean(axis=0))
    reach = round(2 * short)
    box = (x - reach, y - reach, x + reach, y + reach)
    for name, work in (
        ("a slot, looked at", lambda: reader.read_region(image, box, short)),
        ("a slot, known place", lambda: reader.read_faces(image, quad[None])),
    ):
        middle, least = times(work, 5 * rounds)
        print(f"{name:<20}{1:>6}{middle:56.1f} ({least:6.1f})")


def main() -> None:
    """Print a line a picture."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("photos", nargs="*", type=Path, metavar="PHOTO")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--models", type=Path)
    args = parser.parse_args()
    cv2.setNumThreads(args.threads)
    found = pictures(args.photos)
    before = resident()
    reader = Reader.open(args.models, args.threads)
    print(f"{'ms':<20}{'tiles':>6}{'decode':>17}{'find':>17}{'name':>17}{'find and name':>17}")
    read_all(reader, found, args.rounds)
    frames = [data for data in found.values() if not isinstance(data, bytes)]
    for frame in frames:
        read_slot(reader, frame, args.rounds)
    print(f"memory: the reader holds {resident() - before:.0f} MB more than the process before it")
    for name, work in yardsticks().items():
        middle, least = times(work, args.rounds)
        print(f"yardstick: {name} {middle:.1f} ({least:.1f})")


if __name__ == "__main__":
    main()
