"""How fast events are folded and judged, and what can come next is listed, on one core.

python tests/bench/bench_legal.py [--rounds 5]

Each figure is the median of the rounds, in processor time, over the recorded games of
tests/data/records: seen whole, and as an observer sees them (no hand known, no draw seen). The
history's ratio is to what is asked.
"""

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from side_by_side import note  # noqa: E402

from scoring.ruleset import Ruleset  # noqa: E402
from table.config import load_ruleset  # noqa: E402
from table.core.codec import parse_event  # noqa: E402
from table.core.events import StartKyoku, TableEvent, Tsumo  # noqa: E402
from table.core.expected import expected  # noqa: E402
from table.core.legal import judge  # noqa: E402
from table.core.state import EMPTY, TableState, apply  # noqa: E402
from table.core.units import UNSEEN_HANDS  # noqa: E402

RECORDS = ROOT / "tests" / "data" / "records"
FLOOR = {"fold": 50_000, "expected": 20_000}
"""What must be reached, a second."""


def read(path: Path) -> list[TableEvent]:
    """The events of an mjai record."""
    lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return [
        parse_event({"rules": "wrr2015", **line} if "names" in line else line, extras=True)
        for line in lines
    ]


def observed(events: Sequence[TableEvent]) -> list[TableEvent]:
    """The same game without its hidden tiles."""
    return [_hidden(event) for event in events]


def _hidden(event: TableEvent) -> TableEvent:
    match event:
        case StartKyoku():
            return replace(event, tehais=UNSEEN_HANDS)
        case Tsumo():
            return replace(event, pai=None)
        case _:
            return event


def states(events: Sequence[TableEvent]) -> list[TableState]:
    """The table before each event."""
    state, found = EMPTY, []
    for event in events:
        found.append(state)
        state = apply(state, event)
    return found


def per_second(work: Callable[[], int], rounds: int) -> float:
    """How many a second, in the median round."""
    speeds = []
    for _ in range(rounds):
        start = time.process_time()
        count = work()
        speeds.append(count / (time.process_time() - start))
    return statistics.median(speeds)


def fold_all(events: Sequence[TableEvent]) -> int:
    """Fold a game."""
    state = EMPTY
    for event in events:
        state = apply(state, event)
    return len(events)


def judge_all(events: Sequence[TableEvent], before: Sequence[TableState], rules: Ruleset) -> int:
    """Judge every event."""
    for state, event in zip(before, events, strict=True):
        judge(state, event, rules)
    return len(events)


def expand_all(before: Sequence[TableState], rules: Ruleset) -> int:
    """List what can come in every state."""
    for state in before:
        expected(state, rules)
    return len(before)


def main() -> int:
    """Measure and print; 1 where a floor is missed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    rules = load_ruleset("wrr2015")
    whole = [event for path in sorted(RECORDS.glob("*.mjai.jsonl")) for event in read(path)]
    missed, rows = False, []
    for name, events in (("whole", whole), ("observed", observed(whole))):
        before = states(events)
        speeds = {
            "fold": per_second(lambda events=events: fold_all(events), rounds),
            "judge": per_second(lambda e=events, b=before: judge_all(e, b, rules), rounds),
            "expected": per_second(lambda before=before: expand_all(before, rules), rounds),
        }
        for what, speed in speeds.items():
            floor = FLOOR.get(what, 0)
            missed = missed or speed < floor
            needed = f"  ({floor} needed)" if floor else ""
            if floor:
                rows.append((f"{what}, {name}", 1e6 / speed, speed / floor))
            print(f"{what:9} {name:9} {speed:8.0f} a second{needed}")
    note("legal", rows)
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
