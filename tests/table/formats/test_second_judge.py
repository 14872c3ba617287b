"""A second judge, from another language: @kobalab/majiang-core replays a sample of our exports."""

import dataclasses
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from scoring.tiles import Tile
from table.formats.mjai_write import replay_lines
from table.formats.read import read_record
from table.formats.standard import standard

HERE = Path(__file__).parent / "majiang"
ROOT = HERE.parents[3]
PACKAGE = Path("node_modules") / "@kobalab" / "majiang-core"


@pytest.fixture(scope="module")
def judge():
    """Ask it about mjai lines; installed once below .stamps, by the lock beside its script."""
    folder = ROOT / ".stamps" / "majiang"
    folder.mkdir(parents=True, exist_ok=True)
    lock = (HERE / "package-lock.json").read_text(encoding="utf-8")
    done = folder / "installed-lock.json"
    if not done.is_file() or done.read_text(encoding="utf-8") != lock:
        for name in ("package.json", "package-lock.json"):
            shutil.copy(HERE / name, folder)
        problem = install(folder)
        if problem:
            message = f"NOT JUDGED by majiang-core: {problem}"
            if os.environ.get("CI") == "true":
                pytest.fail(message)
            pytest.skip(message)
        done.write_text(lock, encoding="utf-8")

    def ask(lines):
        answer = subprocess.run(
            ["node", HERE / "judge.cjs", folder / PACKAGE],
            input="\n".join(lines),
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        )
        return json.loads(answer.stdout)

    return ask


def install(folder):
    """What went wrong, in words; empty for nothing."""
    npm = shutil.which("npm")
    if npm is None:
        return "no npm (apt-get install nodejs npm)"
    command = [npm, "ci", "--silent", "--no-audit", "--no-fund", "--ignore-scripts"]
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, check=False, timeout=50
        )
    except subprocess.TimeoutExpired:
        return "npm ci takes longer than 50 s"
    return "" if done.returncode == 0 else f"npm ci exits {done.returncode}"


def test_the_samples_are_accepted(judge, mjai):
    assert judge(replay_lines(read_record(mjai).events))["objections"] == []


def test_played_games_are_accepted(judge, played):
    wins = 0
    for seed in range(6):
        answer = judge(replay_lines(standard(played(seed, "tenhou")).events))
        assert answer["objections"] == []
        wins += answer["wins"]
    assert wins > 12


def test_it_objects_to_a_wrong_payment_and_to_a_tile_not_held(judge, mjai):
    events = list(read_record(mjai).events)
    at = max(n for n, event in enumerate(events) if type(event).__name__ == "Hora")
    first, second, third, fourth = events[at].deltas
    events[at] = dataclasses.replace(events[at], deltas=(first + 100, second - 100, third, fourth))
    assert len(judge(replay_lines(events))["objections"]) == 1
    at = next(n for n, event in enumerate(events) if type(event).__name__ == "Dahai")
    held = {tile.kind for hand in events[1].tehais for tile in hand}
    stranger = next(Tile.of(kind) for kind in range(34) if kind not in held)
    events[at] = dataclasses.replace(events[at], pai=stranger)
    assert len(judge(replay_lines(events))["objections"]) == 1 + (len(events) > 100)
