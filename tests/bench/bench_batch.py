"""Scoring of a million random wins at once on one core, against the engine hand by hand.

"Checked" goes from plain columns to answers; "scored" begins with hands that were checked before.
The engine scores a sample of the same hands, ready-made, in between; the answers must be the same.

python tests/bench/bench_batch.py [--rounds 7] [--hands 1000000]
"""

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"  # before numpy is there: one core is what is measured

import numpy as np  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "bench")]

from side_by_side import report  # noqa: E402

from scoring.batch.codes import ANKAN, CHI, FLAG, NO_TILE, OPEN_KAN, PON  # noqa: E402
from scoring.batch.convert import hands_of_arrays  # noqa: E402
from scoring.batch.engine import BatchScorer  # noqa: E402
from scoring.engine import Scorer  # noqa: E402
from scoring.hand import Hand  # noqa: E402
from scoring.melds import Meld, MeldKind  # noqa: E402
from scoring.seats import Wind  # noqa: E402
from scoring.tiles import KINDS, Tile  # noqa: E402
from scoring.win import Win  # noqa: E402
from table.config import load_ruleset  # noqa: E402

SEED = 20261121
SAMPLE = 4_000
RULESET = "wrr2013"
RUNS = [first for first in range(27) if first % 9 < 7]
FORMS = {
    CHI: MeldKind.CHI,
    PON: MeldKind.PON,
    OPEN_KAN: MeldKind.DAIMINKAN,
    ANKAN: MeldKind.ANKAN,
}
Columns = dict[str, np.ndarray]


def random_wins(count: int, rng: np.random.Generator) -> Columns:
    """Draw complete hands: most groups are runs, half of the hands have melds, some are pairs."""
    drawn = [_draw(count // 2, rng) for _ in range(4)]
    return {name: np.concatenate([one[name] for one in drawn])[:count] for name in drawn[0]}


def _draw(count: int, rng: np.random.Generator) -> Columns:
    """Draw hands, and leave out those with a fifth tile of a kind."""
    tiles = np.zeros((count, KINDS), np.int64)
    melds = np.full((count, 4), -1)
    rows = np.arange(count)
    declared = rng.choice([0, 0, 0.3, 0.7], count)
    for group in range(4):
        run = rng.random(count) < 0.7
        kind = np.where(run, rng.choice(RUNS, count), rng.integers(0, KINDS, count))
        form = rng.choice([PON, PON, OPEN_KAN, ANKAN], count)
        called = rng.random(count) < declared
        melds[:, group] = np.where(called, kind + np.where(run, CHI, form), -1)
        for step in range(3):
            tiles[rows, kind + step * run] += 1
        tiles[rows, kind] += called & ~run & (form != PON)
    tiles[rows, rng.integers(0, KINDS, count)] += 2
    pairs = rng.random(count) < 0.03
    melds[pairs] = -1
    tiles[pairs] = 2 * (rng.random((int(pairs.sum()), KINDS)).argsort(axis=1) < 7)
    dora = rng.integers(0, KINDS, count)
    tiles[rows, dora] += 1
    good = (tiles <= 4).all(axis=1)
    tiles[rows, dora] -= 1
    return _circumstances(tiles[good], melds[good], dora[good], rng)


def _circumstances(
    tiles: np.ndarray, melds: np.ndarray, dora: np.ndarray, rng: np.random.Generator
) -> Columns:
    """Take the melds out of the concealed tiles, and say how the hands were won."""
    count = len(tiles)
    rows = np.arange(count)
    for column in melds.T:
        there, form, kind = column >= 0, column // KINDS * KINDS, column % KINDS
        for step in range(3):
            tiles[rows, np.minimum(kind + step * (form == CHI), KINDS - 1)] -= there
        tiles[rows, kind] -= there & (form > PON)
    packed = np.sort(np.where(melds < 0, 999, melds), axis=1)
    melds = np.where(packed == 999, -1, packed)
    closed = ((melds < 0) | (melds // KINDS * KINDS == ANKAN)).all(axis=1)
    riichi = closed & (rng.random(count) < 0.5)
    return {
        "counts": tiles.astype(np.uint8),
        "win_tile": (rng.random(tiles.shape) * (tiles > 0)).argmax(axis=1).astype(np.uint8),
        "tsumo": rng.random(count) < 0.4,
        "seat_wind": rng.integers(0, 4, count).astype(np.uint8),
        "round_wind": rng.integers(0, 2, count).astype(np.uint8),
        "melds": melds.astype(np.int16),
        "flags": (riichi * FLAG["riichi"]).astype(np.int32),
        "dora": np.stack([dora, *[np.full(count, NO_TILE)] * 4], axis=1).astype(np.uint8),
        "honba": rng.integers(0, 3, count).astype(np.int32),
        "sticks": riichi.astype(np.int32),
    }


def as_objects(columns: Columns, row: int) -> tuple[Hand, Win]:
    """Return one hand as the engine takes it."""
    tiles = [
        Tile.of(kind) for kind in range(KINDS) for _ in range(int(columns["counts"][row, kind]))
    ]
    melds = []
    for code in columns["melds"][row].tolist():
        if code < 0:
            continue
        kind, form = code % KINDS, FORMS[code // KINDS * KINDS]
        if form is MeldKind.CHI:
            faces = [kind, kind + 1, kind + 2]
        else:
            faces = [kind] * (4 if form.is_kan else 3)
        melds.append(Meld(form, tuple(map(Tile.of, faces))))
    winds = list(Wind)
    win = Win(
        Tile.of(int(columns["win_tile"][row])),
        tsumo=bool(columns["tsumo"][row]),
        seat_wind=winds[columns["seat_wind"][row]],
        round_wind=winds[columns["round_wind"][row]],
        riichi=bool(columns["flags"][row] & FLAG["riichi"]),
        dora_indicators=(Tile.of(int(columns["dora"][row, 0])),),
        honba=int(columns["honba"][row]),
        riichi_sticks=int(columns["sticks"][row]),
    )
    return Hand(tuple(tiles), tuple(melds)), win


def main() -> int:
    """Measure, compare, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--hands", type=int, default=1_000_000)
    given = parser.parse_args()
    columns = random_wins(given.hands, np.random.default_rng(SEED))
    sample = [as_objects(columns, row) for row in range(SAMPLE)]
    batch, engine = BatchScorer(load_ruleset(RULESET)), Scorer(load_ruleset(RULESET))
    hands = hands_of_arrays(**columns)
    scores = batch.score(hands)
    answers = [engine.score(hand, win) for hand, win in sample]
    same = sum(
        answer.valid == bool(scores.valid[row])
        and (not answer.valid or answer.total == scores.total[row])
        for row, answer in enumerate(answers)
    )
    print(
        f"batch    {len(hands)} hands, {scores.valid.mean():.0%} granted; of {SAMPLE} {same} agree"
    )
    runs: dict[str, tuple[Callable[[], Any], int]] = {
        "engine, full Score": (lambda: [engine.score(hand, win) for hand, win in sample], SAMPLE),
        "batch, checked and scored": (
            lambda: batch.score(hands_of_arrays(**columns)),
            len(hands),
        ),
        "batch, scored": (lambda: batch.score(hands), len(hands)),
    }
    times: dict[str, list[float]] = {what: [] for what in runs}
    for _ in range(given.rounds):
        for what, (run, count) in runs.items():
            start = time.perf_counter()
            run()
            times[what].append((time.perf_counter() - start) / count * 1e6)
    medians = {what: statistics.median(each) for what, each in times.items()}
    report("batch", medians, "engine, full Score")
    for what, each in medians.items():
        print(f"batch    {what:44} {1 / each:9.3f} million hands a second")
    return 0 if same == SAMPLE else 1


if __name__ == "__main__":
    sys.exit(main())
