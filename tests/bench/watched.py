"""Watching without pixels: simulated games as sightings, followed and held against the truth.

    python tests/bench/watched.py DIR [--faults] [--rules mleague,rcr] [--rounds 100]

Each game is a ruleset, a seed, and faults or none; a line a game is added to DIR/watched.jsonl.
Games that are there are not watched again, so that the set can be interrupted and can grow.
"""

import argparse
import json
import sys
import time
from dataclasses import asdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "kit")]

from loading import load  # noqa: E402

from table.watch.scorecard import Scorecard  # noqa: E402

RULES = ("mleague", "wrr2015", "tenhou", "majsoul", "saikouisen", "rcr", "jpml-b", "wrr2013")
FAULTS = {
    "misread": 0.02, "unsure": 0.005, "dropped": 0.05, "cover": 0.03, "nudge": 0.01, "late": 0.02,
}  # fmt: skip


def watched(watch_game, rules, seed, faults):
    """One game from its seed to its line."""
    began = time.process_time()
    card, watcher = watch_game(seed, rules=rules, **faults)
    asked = [[one.kind, one.text] for one in watcher.questions]
    return {
        "rules": rules, "seed": seed, "faults": bool(faults), "cpu_s": time.process_time() - began,
        **asdict(card), "asked": asked,
    }  # fmt: skip


def report(lines):
    """What all games come to, without faults and with them."""
    for faults in (False, True):
        total = Scorecard()
        games = [line for line in lines if line["faults"] == faults]
        for line in games:
            total.add(Scorecard(**{name: line[name] for name in asdict(total)}))
        if games:
            word = "with faults" if faults else "without faults"
            print(f"{word}: {len(games)} games, {total}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--faults", action="store_true", help="the usual faults, else none")
    parser.add_argument("--rules", default=",".join(RULES))
    parser.add_argument("--first", type=int, default=1000, help="the first seed")
    parser.add_argument("--rounds", type=int, default=100, help="stop when so many are there")
    parser.add_argument("--wrong", action="store_true", help="print what came out wrong")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    book = args.folder / "watched.jsonl"
    lines = [json.loads(line) for line in book.read_text().splitlines()] if book.exists() else []
    known = {(one["rules"], one["seed"], one["faults"]) for one in lines}
    faults = FAULTS if args.faults else {}
    watch_game = load("tests/table/watch/conftest.py").watch_game
    rulesets, seed = args.rules.split(","), args.first
    while sum(one["rounds"] for one in lines if one["faults"] == args.faults) < args.rounds:
        rules = rulesets[seed % len(rulesets)]
        if (rules, seed, args.faults) not in known:
            line = watched(watch_game, rules, seed, faults)
            with book.open("a") as out:
                out.write(json.dumps(line) + "\n")
            lines.append(line)
            report(lines)
        seed += 1
    report(lines)
    for line in lines if args.wrong else ():
        for word in line["wrong"]:
            print(line["rules"], line["seed"], "faults" if line["faults"] else "plain", word)


if __name__ == "__main__":
    main()
