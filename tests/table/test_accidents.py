"""A watched table with accidents: cameras drop, the bridge is cut, either process is killed -9.

Nothing that was acknowledged is lost, and it goes on by itself.
"""

import importlib.util
import os
import pickle
import random
import signal
import subprocess
import sys
import time
from importlib.resources import files
from pathlib import Path

import httpx
import pytest

from table.config import load_ruleset
from table.core.events import EndKyoku
from table.film.story import scenes
from table.journal.store import audit
from table.simulator.game import simulate

HERE = Path(__file__).parent
ROOT = HERE.parent.parent


def load(name, folder=HERE):
    spec = importlib.util.spec_from_file_location(f"accident_tests_{name}", folder / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


VIRTUAL = load("virtual")


class Watched:
    """A served table; can be killed and started again. Keeps what it acknowledged."""

    def __init__(self, command):
        self.command = command
        self.seen = {}
        """Entries that a client was given: number -> hash."""
        self.process = None
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [sys.executable, *map(str, self.command)],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            text=True,
        )
        word, url = self.process.stdout.readline().split()
        assert word == "ready"
        self.http = httpx.Client(base_url=url, timeout=60)

    def kill(self):
        self.http.close()
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def look(self):
        """Ask for what is new in the journal; whatever was said before must still be so."""
        while entries := self.http.get(
            "/api/journal", params={"after": len(self.seen), "limit": 100}
        ).json():
            self.seen |= {one["seq"]: one["hash"] for one in entries}
        return len(self.seen)

    def camera_lines(self):
        """How many entries the camera has written so far."""
        return sum(
            one["source"] == "camera"
            for after in range(0, self.look(), 100)
            for one in self.http.get("/api/journal", params={"after": after, "limit": 100}).json()
        )

    def goes_on(self, within_s=50.0):
        """Wait until the camera writes again."""
        before, end = self.camera_lines(), time.monotonic() + within_s
        while self.camera_lines() <= before:
            assert time.monotonic() < end, self.http.get("/api/watch").json()
            time.sleep(0.1)

    def condition(self):
        return self.http.get("/api/watch").json()["condition"]

    def eyes(self):
        """The process that watches: the newest of those that this one has started."""
        spawned = [
            pid
            for task in Path(f"/proc/{self.process.pid}/task").glob("*")
            for pid in map(int, told(task / "children").split())
            if "spawn_main" in told(Path(f"/proc/{pid}/cmdline"))
        ]
        return max(spawned, default=None)


def told(path):
    """What the kernel says there; nothing of what has just gone."""
    try:
        return path.read_text()
    except OSError:
        return ""


def wait_until(holds, within_s=50.0):
    end = time.monotonic() + within_s
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


def blind_for_a_while(server, blind, chance):
    """The camera gives no pictures; it is said, and over when it gives some again."""
    blind(True)
    unwell = {"stalled", "opening", "lost", "finding_table"}
    wait_until(lambda: server.condition() in unwell, 300)
    time.sleep(chance.uniform(0.0, 0.2))
    blind(False)


def cut_the_bridge(server, table, chance):
    with table.moved() as simulator:
        simulator.unplug()
    time.sleep(chance.uniform(0.05, 0.3))
    with table.moved() as simulator:
        simulator.plug()


def kill_the_eyes(server, _chance):
    pid = server.eyes()
    if pid is not None:
        os.kill(pid, signal.SIGKILL)


def kill_the_table(server, _chance):
    server.kill()
    server.start()


def press(table, number):
    """Somebody plays with the dice button: an event that must arrive."""
    with table.moved() as simulator:
        simulator.device.throw(number % 4, 1 + number % 6, 1 + number // 6 % 6)


def go_through(server, table, blind, accidents, chance, within_s=50.0):
    """Accidents in any order; after each it goes on."""
    acts = {
        "blind": lambda: blind_for_a_while(server, blind, chance),
        "bridge": lambda: cut_the_bridge(server, table, chance),
        "eyes": lambda: kill_the_eyes(server, chance),
        "table": lambda: kill_the_table(server, chance),
    }
    server.goes_on(within_s)
    for number, accident in enumerate(accidents):
        press(table, number)
        time.sleep(chance.uniform(0.0, 0.3))
        server.look()
        acts[accident]()
        server.goes_on(within_s)
    wait_until(lambda: not ring_of(table))


def ring_of(table):
    with table.moved() as simulator:
        return len(simulator.device.ring)


def check(folder, server, presses):
    """Everything that was acknowledged is there, in one whole chain, each press once."""
    found = audit(folder / "journal.db")
    assert found.fault is None
    kept = {entry.seq: entry.hash for entry in found.entries}
    assert all(kept[seq] == known for seq, known in server.seen.items())
    prefix = f"bridge:{VIRTUAL.TABLE}:1:"
    numbers = [
        entry.client_id.removeprefix(prefix)
        for entry in found.entries
        if (entry.client_id or "").startswith(prefix)
    ]
    pressed = [int(one) for one in numbers if one.isdecimal() and one != "0"]
    assert sorted(set(pressed)) == list(range(1, presses + 1))


@pytest.fixture
def looks(tmp_path):
    """The looks at one hand, for eyes that know them by heart."""
    filmed = load("filmed", HERE / "watch")
    game = simulate(load_ruleset("mleague"), 3)
    hand = game[: next(at for at, one in enumerate(game) if isinstance(one, EndKyoku)) + 1]
    path = tmp_path / "looks"
    path.write_bytes(pickle.dumps([look for _, look in filmed.Eyes(3).looks(scenes(hand, seed=3))]))
    return path


@pytest.mark.timeout(300)
def test_accidents_lose_nothing_and_it_goes_on(tmp_path, looks):
    chance = random.Random(7)
    accidents = ["eyes", "bridge", "table", "blind"]
    chance.shuffle(accidents)

    def blind(on):
        mark = Path(f"{looks}.blind")
        mark.touch() if on else mark.unlink()

    with VIRTUAL.VirtualTable(tmp_path / "port") as table:
        command = [HERE / "watched_standin.py", tmp_path / "data", 0, looks, table.port]
        server = Watched(command)
        try:
            go_through(server, table, blind, accidents, chance)
            server.look()
        finally:
            server.kill()
    check(tmp_path / "data", server, len(accidents))


@pytest.mark.long
@pytest.mark.timeout(4 * 3600)
def test_hours_of_film_with_accidents(tmp_path):
    """JANTAKU_ACCIDENTS says how many: the film of the demo, looped, as a network camera."""
    stream = load("stream")
    count = int(os.environ.get("JANTAKU_ACCIDENTS", "40"))
    chance = random.Random(8)
    accidents = [chance.choice(["eyes", "bridge", "table", "blind"]) for _ in range(count)]
    film = files("table") / "demo" / "film.mp4"
    with (
        VIRTUAL.VirtualTable(tmp_path / "port") as table,
        stream.Stream(film, pace=4.0) as camera,
    ):

        def blind(on):
            camera.cut.set() if on else camera.cut.clear()

        command = [
            "-m", "table", "run", "--port", "0", "--data", tmp_path / "data", "--rules", "tenhou",
            "--camera", camera.url, "--accept", "0", "--bridge", table.port,
        ]  # fmt: skip
        server = Watched(command)
        try:
            go_through(server, table, blind, accidents, chance, within_s=600)
            server.look()
        finally:
            server.kill()
    check(tmp_path / "data", server, len(accidents))
