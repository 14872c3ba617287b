"""Waits and distance to tenpai, side by side with PyPI `mahjong` on the same hands.

Half of the hands are random, half lack one tile of a random win; some are of one suit. Both take
34 counts. `mahjong` has no waits, so each tile that could come is tried with its fastest test.

python tests/bench/bench_waits.py [--rounds 7] [--hands 4000]
"""

import argparse
import random
import statistics
import subprocess
import sys
from pathlib import Path

from mahjong.agari import Agari
from mahjong.shanten import Shanten
from side_by_side import report, side_by_side

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from scoring.shanten import shanten_of_counts  # noqa: E402
from scoring.tally import key_of_counts, kinds_of  # noqa: E402
from scoring.waits import waits_of  # noqa: E402

COLD = (
    "import time; start = time.perf_counter();"
    "from scoring.shanten import shanten_of_counts; from scoring.waits import waits_of;"
    "shanten_of_counts([1] * 13 + [0] * 21); waits_of(sum(1 << 3 * kind for kind in range(13)));"
    "print(time.perf_counter() - start)"
)


def deal(dice: random.Random) -> list[int]:
    """Thirteen tiles as counts."""
    suit = 9 * dice.randrange(3)
    kinds = range(suit, suit + 9) if dice.random() < 0.2 else range(34)
    if dice.random() < 0.5:
        return counted(dice.sample([kind for kind in kinds for _ in range(4)], 13))
    while True:
        pair = dice.choice(kinds)
        tiles = [pair, pair]
        for _ in range(4):
            low = dice.choice(kinds)
            run = low < 27 and low % 9 < 7 and dice.random() < 0.75
            tiles += [low, low + 1, low + 2] if run else [low] * 3
        if max(counted(tiles)) <= 4:
            dice.shuffle(tiles)
            return counted(tiles[:13])


def counted(kinds: list[int]) -> list[int]:
    """34 counts."""
    counts = [0] * 34
    for kind in kinds:
        counts[kind] += 1
    return counts


def their_waits(counts: list[int]) -> list[int]:
    """Each kind that may still come, tried with the other library."""
    found = []
    for kind in range(34):
        if counts[kind] < 4:
            counts[kind] += 1
            if Agari.is_agari(counts):
                found.append(kind)
            counts[kind] -= 1
    return found


def our_waits(counts: list[int]) -> list[int]:
    """The same from ours."""
    return list(kinds_of(waits_of(key_of_counts(counts))))


def cold_us() -> float:
    """A new Python: import and the first answer of both kinds."""
    return float(subprocess.check_output([sys.executable, "-c", COLD], cwd=ROOT, text=True)) * 1e6


def main() -> int:
    """Compare, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--hands", type=int, default=4000)
    given = parser.parse_args()
    dice = random.Random(20)
    hands = [deal(dice) for _ in range(given.hands)]
    for name, theirs, ours in (
        ("shanten", Shanten.calculate_shanten, shanten_of_counts),
        ("waits", their_waits, our_waits),
    ):
        if any(theirs(hand) != ours(hand) for hand in hands):
            print(f"{name}: the two differ")
            return 1
        contestants = {f"PyPI mahjong, {name} of 34 counts": theirs, f"ours, the same {name}": ours}
        medians = side_by_side(contestants, hands, rounds=given.rounds)
        report(name, medians, next(iter(contestants)))
    cold = statistics.median(cold_us() for _ in range(given.rounds))
    report("waits", {"import and first answers": cold}, "import and first answers")
    return 0


if __name__ == "__main__":
    sys.exit(main())
