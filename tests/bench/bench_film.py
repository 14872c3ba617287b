"""How long a frame of a film takes at full size, and how many bytes it has.

python tests/bench/bench_film.py [--scenes 40] [--size 1920x1080] [--hands]
"""

import argparse
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from table.config import load_ruleset  # noqa: E402
from table.film.story import scenes  # noqa: E402
from table.simulator.game import simulate  # noqa: E402
from vision.synthetic.film_shooting import Settings, Shooting  # noqa: E402

SEED = 3


def main() -> int:
    """Make a film and print; time is that of this process, so that a busy machine says the same."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scenes", type=int, default=40)
    parser.add_argument("--size", default="1920x1080")
    parser.add_argument("--hands", action="store_true")
    args = parser.parse_args()
    wide, _, high = args.size.partition("x")
    game = simulate(load_ruleset("mleague"), SEED)
    began = time.process_time()
    told = tuple(islice(scenes(game, seed=SEED), args.scenes))
    telling = time.process_time() - began
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "film.mp4"
        settings = Settings(seed=SEED, size=(int(wide), int(high)))
        shooting = Shooting(settings, hands=args.hands)
        began = time.process_time()
        lines = list(shooting.shoot(told, out, Path(folder) if args.hands else None))
        spent, frames = time.process_time() - began, lines[-1]["table"]["frame"]
        size = sum(path.stat().st_size for path in Path(folder).glob("*.mp4"))
    print(f"{len(told)} scenes told in {1000 * telling / len(told):.1f} ms each")
    print(
        f"{frames} frames of {args.size}: {1000 * spent / frames:.1f} ms of processor and"
        f" {size / frames / 1000:.1f} kB each, {frames / settings.fps / spent:.1f} times as fast as"
        " they play"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
