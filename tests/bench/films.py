"""Films of simulated games, recorded and held against the truth: `python tests/bench/films.py DIR`.

Each seed is one game: simulated, rendered with unseen designs, recorded, compared. A line a seed is
added to DIR/films.jsonl; seeds that are there are not done again, so that the set can grow.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path


def jantaku(*arguments):
    """Run a command; what it printed."""
    command = [sys.executable, "-m", "table", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in {0, 1}:
        raise SystemExit(f"{' '.join(command)}: {done.stderr.strip()}")
    return done.stdout


def first_rounds(lines, rounds):
    """The lines of a game up to the end of so many hands."""
    seen = 0
    for line in lines:
        seen += json.loads(line)["type"] == "start_kyoku"
        if seen > rounds:
            return
        yield line


def judged(folder, seed, rounds, rules, extra):
    """One seed from game to comparison."""
    folder.mkdir(parents=True, exist_ok=True)
    game, truth, film = (folder / name for name in ("game.jsonl", "truth.mjai.jsonl", "film.mp4"))
    jantaku("simulate", "--seed", seed, "--rules", rules, "--out", game)
    with game.open() as lines:
        truth.write_text("".join(first_rounds(lines, rounds)))
    if not film.exists():
        scenes = folder / "scenes.jsonl.gz"
        jantaku("render", game, "--out", film, "--truth", scenes, "--seed", seed, "--unseen",
                "--rounds", rounds, *extra)  # fmt: skip
    summary = json.loads(
        jantaku("record", film, "--rules", rules, "--out", folder / "out", "--json")
    )
    found = json.loads(jantaku("compare", folder / "out", truth, "--json"))
    return {"seed": seed, "seconds": summary["seconds"], "frames": summary["frames"], **found}


def report(results):
    """What all seeds come to."""
    names = ("rounds", "exact", "points", "same", "told", "true", "silent", "questions")
    total = {name: sum(one[name] for one in results) for name in names}
    rounds = max(1, total["rounds"])
    print(f"{len(results)} films, {total['rounds']} rounds")
    print(f"F1 {2 * total['same'] / max(1, total['told'] + total['true']):.4f}")
    print(f"exact {total['exact'] / rounds:.3f}, points right {total['points'] / rounds:.3f}")
    print(f"silent errors a round {total['silent'] / rounds:.3f}")
    print(f"questions a round {total['questions'] / rounds:.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seeds", type=int, nargs=2, default=(900, 910), metavar=("FIRST", "END"))
    parser.add_argument("--rounds", type=int, default=99)
    parser.add_argument("--rules", default="wrr2015")
    parser.add_argument("--render", action="append", default=[], help="more for `render`")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    book = args.folder / "films.jsonl"
    done = [json.loads(line) for line in book.read_text().splitlines()] if book.exists() else []
    known = {one["seed"] for one in done}
    todo = (seed for seed in range(*args.seeds) if seed not in known)
    for seed in todo:
        result = judged(args.folder / str(seed), seed, args.rounds, args.rules, args.render)
        with book.open("a") as lines:
            lines.write(json.dumps(result) + "\n")
        done.append(result)
        report(done)
    report(done)


if __name__ == "__main__":
    main()
