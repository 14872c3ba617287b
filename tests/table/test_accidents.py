"""A watched table with accidents: cameras drop, the bridge is cut, either process is killed -9.

Nothing that was acknowledged is lost, and it goes on by itself.
"""

import os
import pickle
import random
import time
from importlib.resources import files
from pathlib import Path

import pytest
from loading import load

from table.config import load_ruleset
from table.core.events import EndKyoku
from table.film.story import scenes
from table.journal.store import audit
from table.simulator.game import simulate

HERE = Path(__file__).parent


VIRTUAL = load("tests/table/virtual.py")
HAPPENS = load("tests/table/accidents.py")


def press(table, number):
    """Somebody plays with the dice button: an event that must arrive."""
    with table.moved() as simulator:
        simulator.device.throw(number % 4, 1 + number % 6, 1 + number // 6 % 6)


def go_through(server, table, blind, accidents, chance, within_s=50.0):
    """Accidents in any order; after each it goes on."""
    acts = {
        "blind": lambda: HAPPENS.blind_for_a_while(server, blind, chance),
        "bridge": lambda: HAPPENS.cut_the_bridge(server, table, chance),
        "eyes": lambda: HAPPENS.kill_the_eyes(server, chance),
        "table": lambda: HAPPENS.kill_the_table(server, chance),
    }
    server.goes_on(within_s)
    for number, accident in enumerate(accidents):
        press(table, number)
        time.sleep(chance.uniform(0.0, 0.3))
        server.look()
        acts[accident]()
        server.goes_on(within_s)
    HAPPENS.wait_until(lambda: not ring_of(table))


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
    filmed = load("tests/table/watch/filmed.py")
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
        server = HAPPENS.Watched(command)
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
    stream = load("tests/table/stream.py")
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
        server = HAPPENS.Watched(command)
        try:
            go_through(server, table, blind, accidents, chance, within_s=600)
            server.look()
        finally:
            server.kill()
    check(tmp_path / "data", server, len(accidents))
