"""How long checking a whole game takes, beside another engine's full check of the same games.

python tests/bench/bench_replay.py [--games 12] [--rounds 5] [--rules tenhou]

Both begin with the text of an mjai record, and replay and score all of it.
"""

import argparse
import sys
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
sys.path.insert(0, str(ROOT / "tests" / "table" / "replay"))
sys.path.insert(0, str(Path(__file__).parent))

from judging import beyond, lines_for, verdicts  # noqa: E402
from side_by_side import report, side_by_side  # noqa: E402

from scoring.ruleset import Ruleset  # noqa: E402
from table.config import load_ruleset  # noqa: E402
from table.formats.read import read_record  # noqa: E402
from table.replay.checking import check  # noqa: E402
from table.simulator.game import simulate  # noqa: E402


def ours(text: str, ruleset: Ruleset) -> None:
    """Read and check; a mismatch would make the comparison worthless."""
    found = check(read_record(text.encode()).events, ruleset)
    if found.mismatches:
        raise AssertionError(found.mismatches[0])


def theirs(text: str) -> None:
    """The same by jansou."""
    if faults := verdicts(text):
        raise AssertionError(faults[0])


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--rules", default="tenhou")
    args = parser.parse_args()
    ruleset = load_ruleset(args.rules)
    games = [simulate(ruleset, seed) for seed in range(args.games)]
    texts = [lines_for(game, ruleset) for game in games if not beyond(game, ruleset)]
    contestants = {
        f"jansou, a game of {args.rules}": theirs,
        f"replay --check, a game of {args.rules}": partial(ours, ruleset=ruleset),
    }
    medians = side_by_side(contestants, texts, rounds=args.rounds, chunk=len(texts))
    report("replay", medians, base=f"jansou, a game of {args.rules}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
