"""How long reading a photo takes: decoding, finding, naming; the median of some rounds, in ms.

    python tests/bench/bench_read.py [--rounds 15] [--threads 2] [--models DIR] [PHOTO…]

Without photos it reads the demo's, and one of them enlarged to 12 megapixels.
"""

import argparse
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

from vision.imagefile import decode_image  # noqa: E402
from vision.reader import Reader  # noqa: E402

DEMO = ROOT / "table" / "demo"
LARGE = (4000, 3000)


def yardstick() -> Callable[[], Any]:
    """A fixed convolution workload, so that figures of two machines can be compared."""
    picture = np.random.default_rng(1).random((1080, 1920), np.float32)
    kernel = np.random.default_rng(2).random((15, 15), np.float32)
    return lambda: cv2.filter2D(picture, -1, kernel)


def median_ms(work: Callable[[], Any], rounds: int) -> float:
    """The median time of some rounds, after one that is not counted."""
    work()
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return 1000 * statistics.median(times)


def samples(photos: list[Path]) -> dict[str, bytes]:
    """The photos to read, by name."""
    files = photos or sorted(DEMO.glob("*.jpg"))
    if not files:
        raise SystemExit(f"no photos given, and none in {DEMO}")
    found = {path.name: path.read_bytes() for path in files}
    if not photos:
        first = cv2.imread(str(files[0]))
        enlarged = cv2.resize(first, LARGE, interpolation=cv2.INTER_CUBIC)
        found["12 megapixels"] = cv2.imencode(".jpg", enlarged)[1].tobytes()
    return found


def main() -> None:
    """Print a line a photo."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("photos", nargs="*", type=Path, metavar="PHOTO")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--models", type=Path)
    args = parser.parse_args()
    cv2.setNumThreads(args.threads)
    reader = Reader.open(args.models, args.threads)
    title = f"ms, median of {args.rounds}"
    print(f"{title:<24}{'faces':>7}{'decode':>9}{'find':>9}{'name':>9}{'all':>9}")
    for name, data in samples(args.photos).items():
        image = decode_image(data, name)
        quads, scores = reader.located(image)
        steps = [
            median_ms(lambda data=data, name=name: decode_image(data, name), args.rounds),
            median_ms(lambda image=image: reader.located(image), args.rounds),
            median_ms(lambda i=image, q=quads, s=scores: reader.recognised(i, q, s), args.rounds),
        ]
        figures = "".join(f"{value:9.1f}" for value in [*steps, sum(steps)])
        print(f"{name:<24}{len(quads):>7}{figures}")
    print(f"yardstick: a 15 x 15 filter on 1080p {median_ms(yardstick(), args.rounds):.1f}")


if __name__ == "__main__":
    main()
