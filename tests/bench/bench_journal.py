"""How fast the journal is: commits on the disk when acknowledged, and a game read back and folded.

python tests/bench/bench_journal.py [--commits 500] [--games 6] [--folder DIR]
"""

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
sys.path.insert(0, str(Path(__file__).parent))

from side_by_side import note  # noqa: E402

from table.config import load_ruleset  # noqa: E402
from table.core.events import TableEvent  # noqa: E402
from table.core.history import replay  # noqa: E402
from table.journal.store import Draft, Journal  # noqa: E402
from table.simulator.game import simulate  # noqa: E402

FLOOR = {"append": 500, "fold": 50_000}
"""What must be reached, a second."""
ROUNDS = 5


def append(path: Path, events: list[TableEvent]) -> list[float]:
    """Write each event as a commit of its own; the seconds of each."""
    journal = Journal.open(path)
    times = []
    for event in events:
        start = time.perf_counter()
        journal.append([Draft(event)], source="camera", client_id=None)
        times.append(time.perf_counter() - start)
    journal.close()
    return times


def read_back(path: Path) -> tuple[int, float, float]:
    """How many entries, and the seconds to read and verify them, and to fold them."""
    start = time.perf_counter()
    journal = Journal.open(path)
    opened = time.perf_counter()
    replay(journal.commits)
    folded = time.perf_counter()
    count = journal.seq
    journal.close()
    return count, opened - start, folded - opened


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--commits", type=int, default=500)
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--folder", type=Path, help="on the disk to measure")
    args = parser.parse_args()
    ruleset = load_ruleset()
    games = [event for seed in range(args.games) for event in simulate(ruleset, seed)]
    with tempfile.TemporaryDirectory(dir=args.folder) as folder:
        times = append(Path(folder) / "commits.db", games[: args.commits])
        path = Path(folder) / "games.db"
        journal = Journal.open(path)
        for start in range(0, len(games), 100):
            journal.append([Draft(event) for event in games[start : start + 100]], source="camera")
        journal.close()
        rounds = [read_back(path) for _ in range(ROUNDS)]
    middle = statistics.median(times)
    count = rounds[0][0]
    verify_s, fold_s = (statistics.median(column) for column in list(zip(*rounds, strict=True))[1:])
    print(
        f"append   {len(times)} commits, each synced  {middle * 1e3:5.2f} ms (worst"
        f" {max(times) * 1e3:.1f})  {1 / middle:8.0f} a second  ({FLOOR['append']} needed)"
    )
    print(f"verify   {count} entries read and chained  {count / verify_s:20.0f} a second")
    print(
        f"fold     the same events to the state  {count / fold_s:23.0f} a second"
        f"  ({FLOOR['fold']} needed)"
    )
    rows = {"append, synced": middle, "verify": verify_s / count, "fold": fold_s / count}
    note("journal", [(what, each * 1e6, 1.0) for what, each in rows.items()])
    return 0


if __name__ == "__main__":
    sys.exit(main())
