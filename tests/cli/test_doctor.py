"""`jantaku doctor` finds what is wrong, says it in words, and changes nothing."""

import json
import socket
from pathlib import Path

import pytest
from loading import load

from firmware_bridge.device import FIRMWARE
from firmware_bridge.serial_port import SerialPort
from table.cli import doctor
from table.cli.main import main
from vision import model_store

VIRTUAL = load("tests/table/virtual.py")


@pytest.fixture
def told(capsys, tmp_path):
    """Runs the doctor; its exit code and its findings by part."""

    def run(*argv, data=tmp_path / "data", port=0):
        where = ["--data", str(data)] + ([] if port is None else ["--port", str(port)])
        code = main(["doctor", "--json", *where, *argv])
        answer = json.loads(capsys.readouterr().out)
        assert answer["healthy"] is (code == 0)
        return code, {finding["part"]: finding for finding in answer["findings"]}

    return run


def test_a_healthy_checkout_is_well(told):
    code, parts = told()
    assert code == 0
    for part in ("detector", "classifier", "reader", "ruleset", "dashboard", "data folder"):
        assert parts[part]["health"] == "well", parts[part]


def test_people_get_a_line_a_finding(capsys, tmp_path):
    main(["doctor", "--data", str(tmp_path), "--port", "0"])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) >= 7
    assert all(line.split()[0] in {"well", "note", "broken"} for line in lines)


def test_a_missing_model_is_broken_and_says_where_it_belongs(told, tmp_path, monkeypatch):
    monkeypatch.setattr(model_store, "_PACKAGED", tmp_path / "here")
    monkeypatch.setattr(model_store, "_CHECKOUT", tmp_path / "there")
    code, parts = told()
    assert code == 1
    assert parts["detector"]["health"] == "broken"
    assert str(tmp_path / "here") in parts["detector"]["words"]
    assert "reader" not in parts


def test_a_model_that_is_not_the_released_one_is_broken(told, tmp_path, monkeypatch):
    for name in ("detector", "classifier"):
        (tmp_path / f"{name}.onnx").write_bytes(b"not the released bytes")
    lines = [f'[{n}]\nfile = "{n}.onnx"\nsha256 = "{"0" * 64}"' for n in ("detector", "classifier")]
    (tmp_path / "manifest.toml").write_text("\n".join(lines), encoding="utf-8")
    monkeypatch.setattr(model_store, "_PACKAGED", tmp_path)
    code, parts = told()
    assert code == 1
    assert "expected 000000000000" in parts["classifier"]["words"]


def test_looking_at_a_data_folder_does_not_make_it(told, tmp_path):
    code, parts = told(data=tmp_path / "deep" / "data")
    assert code == 0
    assert "can be made" in parts["data folder"]["words"]
    assert not (tmp_path / "deep").exists()


def test_a_file_where_the_data_folder_should_be_is_broken(told, tmp_path):
    (tmp_path / "data").write_text("a file")
    code, parts = told(data=tmp_path / "data" / "table")
    assert code == 1
    assert "expected a folder" in parts["data folder"]["words"]


def test_a_folder_that_may_not_be_looked_into_is_broken(tmp_path, monkeypatch):
    def closed(place):
        raise PermissionError(13, "Permission denied", str(place))

    situation = doctor.Situation(tmp_path / "closed" / "data", 0, None)
    monkeypatch.setattr(Path, "exists", closed)
    (found,) = doctor.check_data_folder(situation)
    assert found.health is doctor.Health.BROKEN
    assert found.words == f"{situation.data}: Permission denied"


@pytest.mark.parametrize(
    ("free", "health", "exit_code"),
    [(10_000_000, "broken", 1), (500_000_000, "note", 0), (5_000_000_000, "well", 0)],
)
def test_the_disk_is_judged_by_what_is_free(told, monkeypatch, free, health, exit_code):
    usage = type("Usage", (), {"free": free})
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda _folder: usage)
    code, parts = told()
    assert (code, parts["disk"]["health"]) == (exit_code, health)


def test_a_busy_port_is_noted(told):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        code, parts = told(port=taken.getsockname()[1])
    assert code == 0
    assert parts["port"]["health"] == "note"
    assert "running already" in parts["port"]["words"]


def test_settings_that_can_be_used_say_where_to_look(told, tmp_path, capsys):
    (tmp_path / "club.toml").write_text('data = "evening"\nport = 0\n', encoding="utf-8")
    code = main(["doctor", str(tmp_path / "club.toml"), "--json"])
    findings = json.loads(capsys.readouterr().out)["findings"]
    assert code == 0
    assert findings[0]["words"] == f"{tmp_path / 'club.toml'} can be used"
    assert [f for f in findings if str(tmp_path / "evening") in f["words"]]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('rules = "no-such-rules"', "no-such-rules"),
        ("port = 99999", "99999"),
        ("colour = 3", "colour"),
        ("rules = ", "club.toml"),
    ],
)
def test_settings_that_cannot_be_used_are_broken(told, tmp_path, text, named):
    (tmp_path / "club.toml").write_text(text, encoding="utf-8")
    code, parts = told(str(tmp_path / "club.toml"), port=None)
    assert code == 1
    assert parts["settings"]["health"] == "broken"
    assert named in parts["settings"]["words"]


@pytest.mark.parametrize(
    ("text", "part", "named"),
    [
        ('tile_set = "no-such-set"', "settings", "no-such-set"),
        ('[camera]\ntable = "no-such.mp4"', "settings", "no-such.mp4"),
        ('[camera]\ntable = "0"\nhand0 = "0"', "settings", "hand0"),
        ('[camera]\ntable = "0"\ncalibration = "none.json"', "settings", "none.json"),
        ('[bridge]\nport = "udp://table"', "settings", "udp"),
        ('host = "192.0.2.7"', "port", "192.0.2.7"),
    ],
)
def test_what_run_would_refuse_is_broken(told, tmp_path, text, part, named):
    (tmp_path / "club.toml").write_text(f"port = 0\n{text}\n", encoding="utf-8")
    code, parts = told(str(tmp_path / "club.toml"))
    assert (code, parts[part]["health"]) == (1, "broken")
    assert named in parts[part]["words"]


@pytest.mark.parametrize("more", [(), ("--bridge", "/dev/no-table")])
def test_options_hold_where_the_settings_cannot_be_used(told, tmp_path, more):
    (tmp_path / "club.toml").write_text("colour = 3\nport = 1\n", encoding="utf-8")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        _, parts = told(str(tmp_path / "club.toml"), *more, port=port)
    assert "colour" in parts["settings"]["words"]
    assert parts["port"]["words"].startswith(f"port {port}: ")
    assert ("bridge" in parts) is bool(more)


def test_an_option_that_cannot_be_used_leaves_the_others(told):
    _, parts = told("--bridge", "/dev/no-table", port=99999)
    assert "99999" in parts["settings"]["words"]
    assert "/dev/no-table" in parts["bridge"]["words"]


def test_a_settings_file_that_is_not_there_is_broken(told, tmp_path):
    code, parts = told(str(tmp_path / "none.toml"))
    assert code == 1
    assert parts["settings"]["words"] == f"{tmp_path / 'none.toml'}: No such file or directory"


def test_an_impossible_port_is_broken(told):
    code, parts = told(port=99999)
    assert code == 1
    assert "99999" in parts["settings"]["words"]


def bridge_of(port):
    """The doctor's findings about an automatic table."""
    situation = doctor.Situation(Path("data"), 0, None, port)
    return [(one.health.value, one.words) for one in doctor.check_bridge(situation)]


def test_no_automatic_table_is_no_finding():
    assert bridge_of(None) == []


def test_a_table_that_answers_is_well_and_keeps_its_events(tmp_path):
    with VIRTUAL.VirtualTable(tmp_path / "port") as table:
        with table.moved() as simulator:
            simulator.device.throw(0, 1, 2)
        ((health, words),) = bridge_of(table.port)
        assert (health, len(table.simulator.device.ring)) == ("well", 1)
    firmware = "{}.{}".format(*FIRMWARE)
    assert words == f"port {table.port}: the table {VIRTUAL.TABLE} answers, firmware {firmware}"


def test_a_port_where_nobody_answers_is_broken(tmp_path):
    with VIRTUAL.VirtualTable(tmp_path / "port") as table:
        table.simulator.faults.silent = True
        ((health, words),) = bridge_of(table.port)
    assert health == "broken"
    assert words.endswith("is the table on, and is this its port?")


def test_a_busy_table_is_noted_and_a_missing_one_broken(tmp_path):
    with VIRTUAL.VirtualTable(tmp_path / "port") as table:
        held = SerialPort(table.port)
        ((health, words),) = bridge_of(table.port)
        held.close()
    assert (health, "is it a running Jantaku?" in words) == ("note", True)
    ((health, words),) = bridge_of(str(tmp_path / "nothing"))
    assert (health, "not there" in words) == ("broken", True)


def test_the_automatic_table_of_the_settings_is_asked(told, tmp_path):
    settings = tmp_path / "club.toml"
    settings.write_text(f'[bridge]\nport = "{tmp_path}/nothing"\n', encoding="utf-8")
    code, parts = told(str(settings))
    assert (code, parts["bridge"]["health"]) == (1, "broken")
    code, parts = told(str(settings), "--bridge", f"{tmp_path}/other")
    assert f"{tmp_path}/other" in parts["bridge"]["words"]
