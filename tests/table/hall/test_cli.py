"""`jantaku hall`: from a bare folder to a backup, and refusals of one line."""

import json
import re
import sys
from pathlib import Path

import pytest

from table.hall.folder import HallFolder, HallSettings
from table.hall.link.join import installed
from table.hall.load.throwaway import Child
from table.hall.serve import Serving

ROOT = Path(__file__).parents[3]


@pytest.fixture
def made(tmp_path, jantaku):
    folder = tmp_path / "hall"
    code, said, _ = jantaku("hall", "init", "Open", "--data", folder, "--address", "hall.local")
    assert code == 0
    assert "jantaku hall invite" in said
    return folder


def test_from_a_bare_folder_to_a_joined_table(made, jantaku, tmp_path):
    assert jantaku("hall", "invite", "A1", "A2", "--data", made)[0] == 0
    file = made / "join" / "A1.join"
    assert file.stat().st_mode & 0o077 == 0
    data = tmp_path / "table"
    assert jantaku("hall", "join", file, "--data", data)[0] == 0
    assert installed(data).table == "A1"
    assert (data / "hall" / "table.key").stat().st_mode & 0o077 == 0
    assert jantaku("hall", "join", file, "--data", data, "--leave")[0] == 0
    assert installed(data) is None
    code, said, _ = jantaku("hall", "status", "--data", made, "--json")
    assert (code, json.loads(said)) == (
        0,
        {"title": "Open", "entries": 0, "tables": [], "notices": []},
    )
    backup = tmp_path / "backup.tgz"
    assert jantaku("hall", "backup", backup, "--data", made)[0] == 0
    assert backup.stat().st_mode & 0o077 == 0
    assert jantaku("hall", "restore", backup, "--data", tmp_path / "again")[0] == 0
    assert jantaku("hall", "revoke", "A2", "--data", tmp_path / "again")[0] == 0


def test_a_printed_link_stays_good_until_a_new_one_is_asked_for(made, jantaku, monkeypatch):
    monkeypatch.setattr(Serving, "run", lambda self: self.announce())
    monkeypatch.setattr("signal.signal", lambda *_: None)

    def served(*more):
        words = ("--data", made, "--port", "0", *more)
        code, said, _ = jantaku("hall", "serve", *words)
        assert code == 0
        return said.strip().partition("token=")[2]

    first = served("--host", "0.0.0.0")
    assert len(first) >= 20
    assert (made / "token").stat().st_mode & 0o777 == 0o600
    assert served("--host", "0.0.0.0") == first
    assert served() == ""  # nobody needs one at the machine itself
    second = served("--host", "0.0.0.0", "--new-token")
    assert second not in {"", first}
    assert served("--host", "0.0.0.0") == second
    with HallFolder(made).lock():  # a hall that runs keeps the one that it has
        words = ("--data", made, "--host", "0.0.0.0", "--port", "0", "--new-token")
        code, _, said = jantaku("hall", "serve", *words)
    assert (code, "another `jantaku hall serve` runs" in said) == (2, True)
    assert served("--host", "0.0.0.0") == second


@pytest.mark.parametrize(
    ("closed", "by", "other"),
    [("--mqtt-port", (), ("--https",)), ("--link-port", ("--https",), ())],
)
def test_nobody_is_invited_by_a_way_that_the_hall_does_not_have(
    jantaku, tmp_path, closed, by, other
):
    folder = tmp_path / "hall"
    assert jantaku("hall", "init", "Open", "--data", folder, closed, 0)[0] == 0
    code, out, err = jantaku("hall", "invite", "A1", "--data", folder, *by)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "port 0: this hall" in err
    assert "--https" in err
    assert not list((folder / "join").iterdir())
    assert jantaku("hall", "invite", "A1", "--data", folder, *other)[0] == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["init", "Open", "--data", "HALL"], "there is one already"),
        (["init", "", "--data", "NEW"], "title '': string expected to have at least 1 character"),
        (["init", "a\x7fb", "--data", "NEW"], "title 'a\\x7fb': U+007F in it, expected"),
        (["init", "x", "--data", "NEW", "--database", "sqlite://"], "expected sqlite:///FILE"),
        (["init", "x", "--data", "NEW", "--address", "a b"], "hosts"),
        (["init", "x", "--data", "NEW", "--mqtt-port", "99999"], "mqtt_port 99999"),
        (["serve", "--data", "NEW"], "expected a folder of `jantaku hall init`"),
        (["serve", "--host", "0.0.0.0", "--port", "0", "--data", "HALL"], "expected a token of 20"),
        (["invite", "a/b", "--data", "HALL"], "expected 1 to 32 letters"),
        (["revoke", "A9", "--data", "HALL"], "has no certificate"),
        (["fork", "A9", "--keep", "hall", "--data", "HALL"], "has forked"),
        (["export", "A9", "--out", "NEW", "--data", "HALL"], "expected one that has reported"),
        (["join", "HALL/hall.toml"], "expected a join file"),
        (["join", "NEW"], "No such file"),
        (["backup", "HALL/hall.toml", "--data", "HALL"], "it is a file of the hall itself"),
        (["backup", "HALL/hall.db", "--data", "HALL"], "it is a file of the hall itself"),
        (["restore", "HALL/hall.toml", "--data", "NEW"], "expected a whole backup"),
        (["restore", "HALL/hall.toml", "--journal", "x"], "--journal 'x': expected NAME=FILE"),
    ],
)
def test_bad_input_is_one_line(made, jantaku, tmp_path, words, said):
    (made / "token").write_text("short\n", encoding="utf-8")
    words = [one.replace("HALL", str(made)).replace("NEW", str(tmp_path / "new")) for one in words]
    code, out, err = jantaku("hall", *words)
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


def test_the_readmes_script_organises_a_running_hall(tmp_path, capsys):
    """The example of the README, as it stands there, against a hall that serves."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (script,) = re.findall(r"```python\n(.*?HALL, TOKEN.*?)```", text, re.DOTALL)
    folder = HallFolder(tmp_path / "hall")
    folder.create(HallSettings(title="Open", hosts=["127.0.0.1"], mqtt_port=0, link_port=0))
    command = [sys.executable, "-m", "table", "hall", "serve", "--port", "0"]
    child = Child([*command, "--data", str(folder.path)], tmp_path / "log", ready="ready ")
    child.start()
    try:
        address = child.said.partition(" ")[2]
        exec(script.replace("http://127.0.0.1:8780", address), {})  # noqa: S102 - our own README
    finally:
        child.stop()
    draw, names = capsys.readouterr().out.strip().splitlines()
    assert "each player has each seat" in draw
    assert names.count("Player") == 16
