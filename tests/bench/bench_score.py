"""How long scoring a hand takes: every case of tests/data/cases.jsonl; the median of some rounds.

python tests/bench/bench_score.py [--rounds 15]
"""

import argparse
import json
import statistics
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from scoring.case import Case, parse_case  # noqa: E402
from scoring.engine import score  # noqa: E402
from scoring.ruleset import Ruleset  # noqa: E402
from table.config import load_ruleset, ruleset_ids  # noqa: E402

CASES = ROOT / "tests" / "data" / "cases.jsonl"


def known_cases() -> list[tuple[Case, Ruleset]]:
    """The cases of the rulesets that we have, each with its ruleset."""
    known = set(ruleset_ids())
    mappings = map(json.loads, CASES.read_text(encoding="utf-8").splitlines())
    cases = [parse_case(mapping) for mapping in mappings if mapping["ruleset"] in known]
    return [(case, load_ruleset(case.ruleset, case.options)) for case in cases]


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args().rounds
    cases = known_cases()
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        for case, ruleset in cases:
            score(case.hand, case.win, ruleset)
        times.append(time.perf_counter() - start)
    each_us = statistics.median(times) / len(cases) * 1e6
    print(
        f"score  {len(cases)} cases  {each_us:7.0f} us a hand  {1e6 / each_us:7.0f} hands a second"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
