"""`jantaku run` and `jantaku demo` from outside: ready, stopped, and every refusal in one line."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest

from table.bootstrap.compose import door_for
from table.bootstrap.serve import link, take_port
from table.errors import BusyPortError, InvalidOptionError
from table.journal.store import Journal

ROOT = Path(__file__).resolve().parent.parent.parent
HERE = Path(__file__).parent
TIMEOUT_S = 60


def jantaku(*args, **env):
    return subprocess.run(
        [sys.executable, "-m", "table", *map(str, args)],
        cwd=ROOT,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )


def refused(*args, **env):
    """The one line that a refused command says."""
    done = jantaku(*args, **env)
    assert done.returncode == 2, done
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


@pytest.fixture
def models(tmp_path):
    """A folder with models that are files and no more: enough to get past the first look."""
    import hashlib

    folder = tmp_path / "models"
    folder.mkdir()
    manifest = []
    for name in ("detector", "classifier"):
        (folder / f"{name}.onnx").write_bytes(b"not a network")
        digest = hashlib.sha256(b"not a network").hexdigest()
        manifest.append(f'[{name}]\nfile = "{name}.onnx"\nsha256 = "{digest}"\n')
    (folder / "manifest.toml").write_text("\n".join(manifest), encoding="utf-8")
    return folder


def test_a_missing_model_is_named(tmp_path):
    line = refused("run", "--models", tmp_path / "none", "--data", tmp_path / "data")
    assert "manifest.toml is missing" in line
    assert not (tmp_path / "data").exists()


def test_a_busy_port_is_named(tmp_path, models):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        line = refused("run", "--port", port, "--models", models, "--data", tmp_path / "data")
    assert f"port {port}: " in line
    assert "expected a free one" in line


def test_a_data_folder_that_cannot_be_is_named(tmp_path, models):
    (tmp_path / "file").touch()
    line = refused("run", "--port", 0, "--models", models, "--data", tmp_path / "file")
    assert f"data folder {tmp_path / 'file'}: " in line
    line = refused("run", "--port", 0, "--models", models, "--data", tmp_path / "file" / "inside")
    assert "expected a folder that can be written" in line


def test_a_model_that_is_none_is_named_before_ready(tmp_path, models):
    line = refused("run", "--port", 0, "--models", models, "--data", tmp_path / "data")
    assert "detector.onnx" in line


def test_a_foreign_journal_is_named_and_left_alone(tmp_path, models):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "journal.db").write_bytes(b"my diary" * 1000)
    line = refused("run", "--port", 0, "--models", models, "--data", tmp_path / "data")
    assert "not a database" in line
    assert (tmp_path / "data" / "journal.db").read_bytes() == b"my diary" * 1000


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--port", "70000"], "--port = 70000"),
        (["--port", "x"], "argument --port: invalid int value: 'x'"),
        (["--rules", "wrr1999"], "ruleset 'wrr1999': expected one of"),
        (["--host", "no.such.host.invalid"], "host 'no.such.host.invalid'"),
        (["--host", "192.0.2.1"], "host '192.0.2.1': expected an address of this machine"),
        (["no-such-file.toml"], "no-such-file.toml: No such file"),
        (["--camera", "gone.mp4"], "source 'gone.mp4' is not there; expected a film or folder"),
        (["--camera", "0", "--calibration", "gone.json"], "gone.json: No such file"),
        (["--camera", "0", "--accept", "2"], "--accept = 2.0: input should be less than"),
        (["--bridge", "foo:bar"], "port 'foo:bar': expected a device, a URL or the UUID"),
        (["--bridge", "ftp://x"], "port ftp://x: invalid URL, protocol 'ftp' not known"),
    ],
)
def test_bad_usage_is_named(tmp_path, models, args, words):
    line = refused("run", *args, "--models", models, "--data", tmp_path / "data")
    assert words in line


def test_a_film_of_the_demo_that_is_not_there_is_named():
    assert "source 'gone.mp4' is not there" in refused("demo", "--port", 0, "--film", "gone.mp4")


@pytest.fixture
def served(tmp_path):
    process = subprocess.Popen(
        [sys.executable, str(HERE / "standin.py"), str(tmp_path / "data"), "0"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    word, url = process.stdout.readline().split()
    assert word == "ready"
    yield process, url, tmp_path / "data"
    process.kill()
    process.communicate()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_table_leaves_quietly_and_lets_go_of_everything(served, how):
    process, url, data = served
    assert httpx.get(f"{url}/api/state").json()["seq"] == 2
    process.send_signal(how)
    _, errors = process.communicate(timeout=TIMEOUT_S)
    assert "Traceback" not in errors or how is signal.SIGINT
    Journal.open(data / "journal.db").close()


def test_two_tables_cannot_share_a_folder(served, models):
    _, _, data = served
    line = refused("run", "--port", 0, "--models", models, "--data", data)
    assert "another process has it open" in line


def test_the_journal_of_a_served_table_is_verified(served):
    _, _, data = served
    done = jantaku("journal", "verify", data / "journal.db")
    assert (done.returncode, done.stderr) == (0, "")
    assert "2 entries, the chain is whole" in done.stdout


def test_a_broken_journal_is_a_no_with_its_first_bad_entry(served):
    import sqlite3

    process, _, data = served
    process.kill()
    process.wait()
    connection = sqlite3.connect(data / "journal.db", isolation_level=None)
    connection.execute("DROP TRIGGER entry_is_never_changed")
    connection.execute("UPDATE entry SET body = replace(body, '30000', '90000') WHERE seq = 2")
    connection.close()
    done = jantaku("journal", "verify", data / "journal.db")
    assert done.returncode == 1
    assert "1 entries are good, then journal entry 2" in done.stderr
    done = jantaku("journal", "verify", "--json", data / "journal.db")
    assert json.loads(done.stdout)["entries"] == 1
    assert "journal entry 2" in json.loads(done.stdout)["fault"]


def test_no_journal_is_bad_input(tmp_path):
    assert "No such file" in refused("journal", "verify", tmp_path / "none.db")


def test_ports_and_hosts_that_cannot_be_taken():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(BusyPortError, match=f"port {port}: "):
            take_port("127.0.0.1", port)
    with pytest.raises(InvalidOptionError, match="expected an address of this machine"):
        take_port("192.0.2.1", 0)
    with pytest.raises(InvalidOptionError, match=r"host 'a\.\.b': .*, expected"):
        take_port("a..b", 0)


@pytest.mark.parametrize(
    ("host", "pattern"),
    [
        ("127.0.0.1", r"http://127\.0\.0\.1:\d+"),
        ("::1", r"http://\[::1\]:\d+"),
        ("0.0.0.0", r"http://[\d.]+:\d+/\?token=[\w-]{20,}"),
    ],
)
def test_the_link_leads_to_the_table(host, pattern):
    try:
        taken = take_port(host, 0)
    except InvalidOptionError:
        assert host == "::1"
        pytest.skip("this machine has no IPv6")
    with taken:
        shown = link(SimpleNamespace(door=door_for(host), certificate=None), taken)
    assert re.fullmatch(pattern, shown)
    assert "0.0.0.0" not in shown
