"""A served table that is watched, and what can happen to it: for tests that kill and cut."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx

ROOT = Path(__file__).resolve().parents[2]


class Watched:
    """A served table; can be killed and started again. Keeps what it acknowledged."""

    def __init__(self, command):
        self.command = command
        self.seen = {}
        """Entries that a client was given: number -> hash."""
        self.written = 0
        """How many of them a camera wrote."""
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
            self.written += sum(one["source"] == "camera" for one in entries)
        return len(self.seen)

    def camera_lines(self):
        """How many entries the camera has written so far."""
        self.look()
        return self.written

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


def family(pid):
    """A process and all that it has started, and they."""
    found, todo = [], [pid]
    while todo:
        found.append(todo.pop())
        for task in Path(f"/proc/{found[-1]}/task").glob("*"):
            todo += map(int, told(task / "children").split())
    return found


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
