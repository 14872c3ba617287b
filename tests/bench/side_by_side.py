"""Times one thing against another in one run: interleaved, medians, ratios, and the history.

Each round runs every contestant over the same items, one after the other, so that a busy machine
slows all of them; what is compared are the medians. Garbage is collected before, not meanwhile.
"""

from __future__ import annotations

import csv
import datetime as dt
import gc
import statistics
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

HISTORY = Path(__file__).with_name("history.csv")
COLUMNS = ("date", "commit", "bench", "what", "us_each", "times_faster")


def side_by_side(
    contestants: Mapping[str, Callable[[Any], object]],
    items: Sequence[Any],
    *,
    rounds: int = 15,
    chunk: int = 5000,
) -> dict[str, float]:
    """Return the median time in microseconds that each contestant takes for one item.

    The items are run in chunks, the contestants taking turns at each chunk; a round is all chunks.
    """
    chunks = [items[start : start + chunk] for start in range(0, len(items), chunk)]
    totals: dict[str, list[float]] = {name: [] for name in contestants}
    for run in contestants.values():
        for item in items:
            run(item)
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        for _ in range(rounds):
            spent = dict.fromkeys(contestants, 0.0)
            for part in chunks:
                for name, run in contestants.items():
                    start = time.perf_counter()
                    for item in part:
                        run(item)
                    spent[name] += time.perf_counter() - start
            for name, seconds in spent.items():
                totals[name].append(seconds / len(items) * 1e6)
    finally:
        gc.enable()
        gc.unfreeze()
    return {name: statistics.median(times) for name, times in totals.items()}


def report(bench: str, medians: Mapping[str, float], base: str) -> None:
    """Print each median and how many times faster than `base` it is, and note it in the history."""
    rows = [(what, each, medians[base] / each) for what, each in medians.items()]
    for what, each, ratio in rows:
        print(f"{bench:8} {what:44} {each:9.2f} us {ratio:7.1f} x")
    note(bench, rows)


def note(bench: str, rows: Sequence[tuple[str, float, float]]) -> None:
    """Append lines to the history: what was measured, microseconds each, times faster."""
    now = dt.datetime.now(tz=dt.UTC)
    commit = subprocess.run(
        ["git", "describe", "--always", "--dirty"],
        cwd=HISTORY.parent,
        capture_output=True,
        text=True,
        check=False,
    ).stdout.strip()
    new = not HISTORY.exists()
    with HISTORY.open("a", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        if new:
            writer.writerow(COLUMNS)
        for what, each, ratio in rows:
            writer.writerow([f"{now:%Y-%m-%d}", commit, bench, what, f"{each:.3f}", f"{ratio:.1f}"])
