"""What was confirmed survives `kill -9`, between two confirmations and in the midst of one."""

import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from table.config import load_ruleset
from table.hall.load.throwaway import free_port
from table.journal.store import Journal, verify
from table.session import open_session

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
NAMES = ("Aki", "Ben", "Chie", "Dai")

pytestmark = pytest.mark.timeout(300)


def start(script, *args, stdin=None):
    return subprocess.Popen(
        [sys.executable, str(HERE / script), *map(str, args)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=stdin,
        stdout=subprocess.PIPE,
        text=True,
    )


class Writers:
    """Writers of one journal, one after another, each killed at a moment of its own."""

    def __init__(self, path):
        self.process = start("crash.py", path, "again", 0, stdin=subprocess.PIPE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()

    def acknowledged(self, *, after_s):
        """Let one write, kill it; its last confirmation, or None."""
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        lines = [*self.until("writer")]
        time.sleep(after_s)
        os.kill(int(lines.pop().split()[1]), signal.SIGKILL)
        lines += [*self.until("dead")][:-1]
        return [int(word) for word in lines[-1].split()] if lines else None

    def until(self, word):
        """Its lines to the first that begins with this word."""
        for line in iter(self.process.stdout.readline, ""):
            yield line
            if line.startswith(word):
                return
        pytest.fail("the program that starts the writers has ended")


def reopened(path):
    good, fault = verify(path)
    assert fault is None
    session = open_session(Journal.open(path), load_ruleset, NAMES, "wrr2015")
    snapshot = session.snapshot
    session.close()
    assert snapshot.seq == good
    assert snapshot.state.total == 120_000
    return snapshot


@pytest.mark.parametrize(
    "kills", [30, pytest.param(300, marks=[pytest.mark.long, pytest.mark.timeout(1200)])]
)
def test_nothing_acknowledged_is_lost_when_killed_at_any_moment(tmp_path, kills):
    chance = random.Random(20261120)
    heard, slow = 0, 1.0
    for journal in range(kills // 10):
        path = tmp_path / f"journal-{journal}.db"
        seen = 0
        with Writers(path) as writers:
            for _ in range(10):
                said = writers.acknowledged(after_s=chance.uniform(0.0, 0.2) * slow)
                if said is None:
                    slow *= 1.3  # killed before it was a journal
                    continue
                heard += 1
                snapshot = reopened(path)
                assert snapshot.seq >= said[0] > seen
                if snapshot.seq == said[0]:
                    assert list(snapshot.state.scores) == said[1:]
                seen = snapshot.seq
    assert heard > kills // 3


@pytest.mark.parametrize(("fault", "kept"), [("inserted", 2), ("committed", 3)])
def test_a_commit_is_whole_or_not_there(tmp_path, fault, kept):
    path = tmp_path / "journal.db"
    process = start("crash.py", path, fault, 3)
    confirmed = process.stdout.read().splitlines()
    assert process.wait() == -signal.SIGKILL
    process.stdout.close()
    assert len(confirmed) == 2
    snapshot = reopened(path)
    assert len(snapshot.state.hands) == kept
    assert snapshot.seq == 2 + 3 * kept  # a draw is three entries, a game's start two


class Server:
    """A served table that can be killed and started again on its folder."""

    def __init__(self, folder):
        self.folder = folder
        self.port = free_port()

    def __enter__(self):
        self.process = start("standin.py", self.folder, self.port)
        line = self.process.stdout.readline().split()
        assert line[0] == "ready"
        self.http = httpx.Client(base_url=line[1], timeout=60)
        return self

    def __exit__(self, *_):
        self.kill()

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.http.close()

    def again(self):
        self.kill()
        self.__enter__()

    def state(self):
        return self.http.get("/api/state").json()

    def command(self, path, **body):
        body = {"expected_seq": self.state()["seq"], "client_id": os.urandom(8).hex(), **body}
        answer = self.http.post(path, json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()


def test_the_page_and_the_points_survive_between_any_two_confirmations(tmp_path, win):
    with Server(tmp_path / "data") as server:
        photo = server.http.post(
            "/api/photos", files={"file": ("hand.jpg", b"\xff\xd8 a picture")}
        ).json()
        confirmed = None
        for path, body in (
            ("/api/wins", {**win, "photo": photo["id"]}),
            ("/api/riichi", {"seat": 3}),
            ("/api/draws", {"tenpai": [3]}),
            ("/api/undo", {}),
            ("/api/redo", {}),
        ):
            confirmed = server.command(path, **body)
            server.again()
            after = server.state()
            assert (after["seq"], after["state"]) == (confirmed["seq"], confirmed["state"]), path
        assert [player["points"] for player in confirmed["state"]["players"]] == [
            29000,
            27000,
            31000,
            32000,
        ]
        assert server.http.get(f"/api/photos/{photo['id']}").json() == photo
        assert server.http.get(f"/api/photos/{photo['id']}/image").content == b"\xff\xd8 a picture"


def test_a_confirmation_cut_off_in_its_midst_is_done_once_when_sent_again(tmp_path, win):
    chance = random.Random(8)
    with Server(tmp_path / "data") as server:
        for number in range(3):
            body = {
                **win,
                "expected_seq": server.state()["seq"],
                "client_id": f"client-{number:06}",
            }
            line = (server.http.base_url.host, server.http.base_url.port)
            content = json.dumps(body).encode()
            with socket.create_connection(line) as wire:
                wire.sendall(
                    b"POST /api/wins HTTP/1.1\r\nHost: localhost\r\n"
                    b"Content-Type: application/json\r\n"
                    b"Content-Length: %d\r\n\r\n%s" % (len(content), content)
                )
                time.sleep(chance.uniform(0.0, 0.02))
                server.again()
            answer = server.http.post("/api/wins", json=body)
            assert answer.status_code == 200, answer.text
            assert len(answer.json()["state"]["hands"]) == number + 1
