"""How fast the journal is: commits that are on the disk when acknowledged, and a fold at opening.

python tests/bench/bench_journal.py [--commits 500] [--folder DIR]
"""

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from table.config import load_ruleset  # noqa: E402
from table.core.decisions import begin_game, confirm_draw  # noqa: E402
from table.core.events import TableEvent  # noqa: E402
from table.core.history import replay  # noqa: E402
from table.core.state import Phase, fold  # noqa: E402
from table.journal.store import Draft, Journal  # noqa: E402

NAMES = ("Aki", "Ben", "Chie", "Dai")


def commits(count: int) -> list[list[TableEvent]]:
    """Games of draws, one after another, as that many commits."""
    ruleset = load_ruleset()
    made: list[list[TableEvent]] = []
    state = fold(())
    for _ in range(count):
        if state.phase is Phase.HAND:
            made.append(list(confirm_draw(state, (state.oya,) * (len(made) % 2), ruleset)))
        else:
            made.append(list(begin_game(NAMES, ruleset)))
        state = fold(made[-1], state)
    return made


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--commits", type=int, default=500)
    parser.add_argument("--folder", type=Path, help="on the disk to measure")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=args.folder) as folder:
        path = Path(folder) / "journal.db"
        journal = Journal.open(path)
        times = []
        for events in commits(args.commits):
            start = time.perf_counter()
            journal.append([Draft(event) for event in events], source="person")
            times.append(time.perf_counter() - start)
        journal.close()
        start = time.perf_counter()
        journal = Journal.open(path)
        replay(journal.commits)
        opening_s = time.perf_counter() - start
        entries = journal.seq
        journal.close()
    middle_ms = statistics.median(times) * 1e3
    worst_ms = max(times) * 1e3
    print(
        f"append {args.commits} commits  {middle_ms:5.2f} ms each (worst {worst_ms:.1f})"
        f"  {args.commits / sum(times):5.0f} a second"
    )
    print(f"open   {entries} entries verified and folded  {entries / opening_s:6.0f} a second")
    return 0


if __name__ == "__main__":
    sys.exit(main())
