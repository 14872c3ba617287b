"""`jantaku bridge watch` and `simulate` as a person starts them: two processes and a journal."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_bridge.errors import RefusedDeviceError
from firmware_bridge.happenings import Condition, Event, Gap, Notice, Started
from firmware_bridge.messages import ButtonMoved, Dice, Fault, Hello, RiichiStick, Sticks
from firmware_bridge.telling import in_words, mapping
from firmware_bridge.wire import SCHEMA
from table.cli.bridge import _printer
from table.journal.store import audit

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = """
click honba         # it waits in the ring until somebody listens
dice 2 3 4
sticks 1 1 2 3 4 5
riichi 0 on
wait 60
"""


def start(*args, stdin=subprocess.DEVNULL):
    return subprocess.Popen(
        [sys.executable, "-m", "table", "bridge", *map(str, args)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.fixture
def processes():
    """Start `jantaku bridge …`; whatever still runs is ended with the test."""
    running = []

    def begin(*args, **how):
        running.append(start(*args, **how))
        return running[-1]

    yield begin
    for one in running:
        one.kill()
        one.communicate()


def test_a_script_at_the_virtual_table_comes_out_as_json(processes, tmp_path):
    script = tmp_path / "script"
    script.write_text(SCRIPT, encoding="utf-8")
    table = processes("simulate", "--script", script)
    port = table.stdout.readline().strip()
    assert Path(port).is_char_device()
    listener = processes("watch", port, "--json", "--journal", tmp_path / "j.db")
    lines = [json.loads(listener.stdout.readline()) for _ in range(7)]
    assert [line["type"] for line in lines] == [
        "linked", "started", "button", "button", "dice", "sticks", "riichi_stick",
    ]  # fmt: skip
    listener.kill()
    listener.communicate()
    kept = audit(tmp_path / "j.db")
    assert kept.fault is None
    assert [entry.evidence for entry in kept.entries] == lines


def test_a_table_is_played_by_typing(processes, tmp_path):
    link = tmp_path / "port"
    table = processes("simulate", "--link", link, stdin=subprocess.PIPE)
    assert table.stdout.readline().strip() == str(link)
    listener = processes("watch", link, "--json", "--listen")
    heard = [json.loads(listener.stdout.readline())["type"] for _ in range(2)]
    assert heard == ["linked", "started"]
    table.stdin.write("jump\nhelp\nclick dice 2\n")
    table.stdin.flush()
    lines = [json.loads(listener.stdout.readline()) for _ in range(3)]
    assert [line["type"] for line in lines] == ["button", "dice", "button"]
    assert lines[0]["button"] == "dice"
    assert lines[0]["seat"] == 2
    table.stdin.write("quit\n")
    table.stdin.flush()
    _, said = table.communicate(timeout=20)
    assert "'jump': expected one of press" in said
    assert "hold a button down" in said
    assert table.returncode == 0
    assert not link.is_symlink()


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["watch", "/dev/none"], "port /dev/none: not there, expected one that `jantaku bridge"),
        (["watch", "00000000-0000-0000-0000-000000000000"], "no table 00000000"),
        (["simulate", "--uuid", "me"], "--uuid 'me': expected a UUID"),
        (["simulate", "--script", "/none"], "/none: No such file"),
    ],
)
def test_bad_input_is_one_line(jantaku, monkeypatch, args, words):
    monkeypatch.setattr("firmware_bridge.discovery.candidates", lambda: ())
    code, out, err = jantaku("bridge", *args)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert words in err


def test_a_script_with_a_bad_line_is_refused(jantaku, tmp_path):
    (tmp_path / "script").write_text("click hat\n", encoding="utf-8")
    code, _, err = jantaku("bridge", "simulate", "--script", tmp_path / "script")
    assert code == 2
    assert "'click hat': click cannot take 'HAT'" in err


def test_a_script_that_is_no_text_is_refused(jantaku, tmp_path):
    script = tmp_path / "script"
    script.write_bytes(b"dice \xff\x00")
    code, out, err = jantaku("bridge", "simulate", "--script", script)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert f"--script {script}: " in err
    assert "expected UTF-8" in err


@pytest.mark.parametrize("linked", [False, True])
def test_a_file_is_no_name_for_a_port(jantaku, tmp_path, linked):
    script, link = tmp_path / "script", tmp_path / "port"
    script.write_text("")
    link.symlink_to(script) if linked else link.write_text("kept")
    code, out, err = jantaku("bridge", "simulate", "--script", script, "--link", link)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert f"link {link}: it is in use" in err
    assert link.is_symlink() is linked
    assert linked or link.read_text() == "kept"


def test_a_stale_link_is_a_name_for_a_port(jantaku, tmp_path):
    script, link = tmp_path / "script", tmp_path / "port"
    script.write_text("")
    link.symlink_to(tmp_path / "gone")
    code, out, _ = jantaku("bridge", "simulate", "--script", script, "--link", link)
    assert (code, out) == (0, f"{link}\n")
    assert not link.is_symlink()


def test_a_refused_table_ends_the_watch(capsys):
    notice = Notice(Condition.REFUSED, "the table speaks protocol 2")
    with pytest.raises(RefusedDeviceError, match="protocol 2"):
        _printer(as_json=True)(notice)
    assert json.loads(capsys.readouterr().out)["type"] == "refused"


HELLO = Hello(9, 1, SCHEMA, 1, 0, bytes(16), 4, 32, 63, 9)


@pytest.mark.parametrize(
    ("happening", "words"),
    [
        (Event("d", 9, 1, 5, ButtonMoved(9, 0, 2, 1, 0)), "1: button dice of seat 2 pressed"),
        (
            Event("d", 9, 2, 5, ButtonMoved(9, 1, 255, 0, 70)),
            "2: button honba released after 70 ms",
        ),
        (Event("d", 9, 3, 5, Dice(9, 0, 3, 4)), "3: dice 3+4 of seat 0"),
        (
            Event("d", 9, 4, 5, Sticks(9, 1, 1, 1, 2, 4, 1, 5)),
            "4: sticks of seat 1: 1 2 4 1 5 = 25000 points, unsure",
        ),
        (Event("d", 9, 5, 5, RiichiStick(9, 3, 0)), "5: riichi stick of seat 3 taken up"),
        (Event("d", 9, 6, 5, Fault(9, 1, 47)), "6: fault: stuck_button (47)"),
        (Event("d", 9, 7, 5, Fault(9, 200, 1)), "7: fault: 200 (1)"),
        (Gap("d", 9, 2, 3, 2), "2 events are missing (2 to 3): the table's memory overflowed"),
        (Started("d", 9, HELLO, 8, 0), "the table d has restarted (power, watchdog)"),
        (Notice(Condition.LOST, "gone"), "lost: gone"),
    ],
)
def test_every_happening_is_one_line_for_people(happening, words):
    assert in_words(happening).startswith(words)
    assert json.loads(json.dumps(mapping(happening)))["type"]


def test_nobodys_button_has_no_seat_in_json():
    said = mapping(Event("d", 9, 2, 5, ButtonMoved(9, 1, 255, 0, 70)))
    assert said == {
        "type": "button", "id": "bridge:d:9:2", "device": "d", "boot": 9, "seq": 2, "t_ms": 5,
        "button": "honba", "seat": None, "action": "released", "held_ms": 70,
    }  # fmt: skip
