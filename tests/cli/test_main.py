"""The command line's frame: exits, one-line messages, and no heavy import before its time."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from scoring.errors import InvalidTileError
from table.cli import main as frame
from table.cli.main import main
from table.errors import TableError
from vision.errors import CameraError

HEAVY = ("cv2", "numpy", "onnxruntime", "fastapi", "pydantic", "serial", "sqlite3")


@pytest.fixture
def command(monkeypatch):
    """Makes `jantaku` run a given function instead of a subcommand."""

    def use(run):
        monkeypatch.setattr(frame, "_run", lambda _argv: run())

    return use


COMMANDS = [command.__name__.rpartition(".")[2] for command in frame.COMMANDS]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name, capsys):
    with pytest.raises(SystemExit) as stop:
        frame.main([name, "--help"])
    assert stop.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: jantaku {name}")


@pytest.mark.parametrize(
    ("argv", "named"),
    [
        ([], "COMMAND"),
        (["shuffle"], "'shuffle'"),
        (["bridge", "sing"], "'sing'"),
        (["score", "--honba", "x"], "x"),
        (["--wrong"], "COMMAND"),
    ],
)
def test_bad_usage_is_one_line_and_exit_2(argv, named, capsys):
    with pytest.raises(SystemExit) as stop:
        frame.main(argv)
    said = capsys.readouterr()
    assert stop.value.code == 2
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert named in said.err


@pytest.mark.parametrize(
    "failure",
    [
        InvalidTileError("tile '9z': expected 1z to 7z"),
        CameraError("camera 9 is not there;\nexpected one of: none"),
        TableError("the table is closed"),
        FileNotFoundError(2, "No such file or directory", "hand.jpg"),
        OSError("the device went away"),
    ],
)
def test_a_named_failure_is_one_line_and_exit_2(failure, command, capsys):
    def fail():
        raise failure

    command(fail)
    assert frame.main([]) == 2
    said = capsys.readouterr()
    assert said.err.startswith("jantaku: ")
    assert said.err.count("\n") == 1


def test_a_missing_file_is_named(command, capsys):
    command(lambda: open("no/such/hand.jpg"))  # noqa: PTH123, SIM115
    assert frame.main([]) == 2
    assert capsys.readouterr().err == "jantaku: no/such/hand.jpg: No such file or directory\n"


def test_a_bug_is_not_dressed_up_as_bad_input(command):
    command(lambda: {}["a bug"])
    with pytest.raises(KeyError):
        frame.main([])


def test_ctrl_c_is_quiet(command, capsys):
    def interrupted():
        raise KeyboardInterrupt

    command(interrupted)
    assert frame.main([]) == 130
    assert capsys.readouterr().err == ""


def test_sigterm_ends_a_command_as_ctrl_c_does(command, capsys):
    left = []

    def terminated():
        try:
            signal.raise_signal(signal.SIGTERM)
        finally:
            left.append("tidied up")

    before = signal.getsignal(signal.SIGTERM)
    command(terminated)
    assert frame.main([]) == 143
    assert capsys.readouterr().err == ""
    assert left == ["tidied up"]
    assert signal.getsignal(signal.SIGTERM) is before


def test_a_reader_who_leaves_is_no_failure():
    talkative = (
        "import sys; from table.cli import main as frame\n"
        "frame._run = lambda _argv: print('a tile a line\\n' * 100_000) or 0\n"
        "sys.exit(frame.main([]))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", talkative], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdout.readline()
        process.stdout.close()
        complaint = process.stderr.read()
    assert process.returncode == 141
    assert complaint == b""


SCORED = "from table.cli.main import main; import sys; sys.exit(main(sys.argv[1:]))"
JAPANESE = ["score", "123m456p789s11222z", "--win", "2z", "--ron", "--seat", "E", "--round", "S"]


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp932", "utf-16"])
def test_json_is_json_in_every_locale(tmp_path, encoding):
    name = "caf\u00e9 \u96c0 \U0001f600.jpg"
    command = [sys.executable, "-c", SCORED, "read", name, "--json"]
    done = subprocess.run(
        command, capture_output=True, check=False, cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONPATH": str(Path.cwd())},
    )  # fmt: skip
    assert done.returncode == 2
    assert json.loads(done.stdout.decode(encoding))["image"] == name


@pytest.mark.parametrize("flag", [[], ["--json"]])
def test_a_locale_without_the_letters_costs_no_answer(flag):
    done = subprocess.run(
        [sys.executable, "-c", SCORED, *JAPANESE, *flag],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert rb"\u5834\u98a8" in done.stdout
    if flag:
        assert json.loads(done.stdout)["yaku_details"][0]["japanese"] == "役牌 場風"


def test_an_output_that_was_closed_is_no_failure():
    command = [sys.executable, "-c", SCORED, *JAPANESE]
    done = subprocess.run(
        ["/bin/sh", "-c", 'exec "$@" >&-', "sh", *command], capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize(
    ("argv", "code", "printed"),
    [
        (["rules", "show", "none"], 2, ""),
        (["read", "none.jpg", "other.jpg", "--json"], 2, "{"),
        (["record", "none.mp4", "--out", "kept"], 2, ""),
    ],
)
def test_messages_that_nobody_hears_are_not_printed(tmp_path, argv, code, printed):
    command = [sys.executable, "-c", SCORED, *argv]
    done = subprocess.run(
        ["/bin/sh", "-c", 'exec "$@" 2>&-', "sh", *command],
        capture_output=True,
        check=False,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.getcwd()},  # noqa: PTH109
    )
    assert (done.returncode, done.stdout[:1]) == (code, printed)


@pytest.mark.parametrize("stderr", ["full disk", "reader who left"])
@pytest.mark.parametrize(
    ("argv", "code"),
    [
        (["rules", "show", "none"], 2),
        (["shuffle"], 2),
        (["read", "none.jpg", "--json"], 2),
        (["score", "1m", "--win", "1m"], 2),
        (["rules", "list"], 0),
    ],
)
def test_messages_that_cannot_be_written_change_no_exit(argv, code, stderr):
    reading, writing = os.pipe()
    os.close(reading)
    with (
        open("/dev/full", "wb") as full,  # noqa: PTH123
        open(writing, "wb", closefd=True) as left,  # noqa: PTH123
    ):
        done = subprocess.run(
            [sys.executable, "-c", SCORED, *argv], check=False, stdout=subprocess.DEVNULL,
            stderr=full if stderr == "full disk" else left,
        )  # fmt: skip
    assert done.returncode == code


def test_an_input_that_was_closed_has_ended():
    command = [sys.executable, "-c", SCORED, "score", "--cases", "-"]
    called = ["/bin/sh", "-c", 'exec "$@" <&-', "sh", *command]
    done = subprocess.run(called, capture_output=True, check=False, text=True)
    assert (done.returncode, done.stderr) == (2, "jantaku: -: no case, expected a line a case\n")


def test_an_input_that_is_no_text_is_named():
    command = [sys.executable, "-c", SCORED, "score", "--cases", "-", "--json"]
    strict = {**os.environ, "PYTHONIOENCODING": "utf-8:strict"}
    done = subprocess.run(command, input=b"\xff\n", capture_output=True, check=False, env=strict)
    assert done.returncode == 2
    assert "expected JSON" in json.loads(done.stdout)["error"]


def test_help_holds_whatever_folder_is_the_default(monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "50%off"))
    with pytest.raises(SystemExit):
        main(["tiles", "list", "--help"])
    assert "50%off" in "".join(capsys.readouterr().out.split())


def test_a_user_without_a_home_is_told_where_it_matters(monkeypatch, capsys):
    def homeless(_):
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(Path, "home", classmethod(homeless))
    assert main(["rules", "list"]) == 0
    capsys.readouterr()
    assert main(["tiles", "list"]) == 2
    assert "this user has no home: expected" in capsys.readouterr().err


def test_the_parser_loads_nothing_heavy():
    code = (
        "import sys; from table.cli.main import build_parser; build_parser(); "
        f"print([name for name in {HEAVY} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_version_is_the_distributions(capsys):
    with pytest.raises(SystemExit) as stop:
        frame.main(["--version"])
    assert stop.value.code == 0
    assert capsys.readouterr().out == "jantaku 0.1.0\n"
