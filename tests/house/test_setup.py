"""The setup scripts say what is missing, in one line with the one command that mends it."""

import importlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(autouse=True)
def _scripts_on_the_path(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))


@pytest.fixture
def system():
    return importlib.import_module("system_packages")


@pytest.fixture
def dashboard():
    return importlib.import_module("build_dashboard")


@pytest.fixture
def bare(tmp_path, monkeypatch):
    """An empty PATH on which a test places its own programs."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.delenv("JANTAKU_CHROMIUM", raising=False)

    def place(name, script):
        program = folder / name
        program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        program.chmod(0o755)
        return program

    return place


@pytest.fixture
def lacking(system, monkeypatch):
    """A system without OpenGL."""
    monkeypatch.setattr(system, "_loads", lambda library: library != "libGL.so.1")
    return system


def test_nothing_missing_is_nothing_done(system, monkeypatch, bare):
    bare("apt-get", "exit 9")
    monkeypatch.setattr(system, "_loads", lambda _library: True)
    system.ensure(browser=False)


def test_a_person_who_is_not_root_is_told_the_one_command(lacking, monkeypatch, bare):
    bare("apt-get", "exit 9")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(lacking.SystemPackageError) as failure:
        lacking.ensure(browser=True)
    assert str(failure.value) == (
        "missing libGL.so.1, Chromium; run as root: apt-get update && "
        "apt-get install -y --no-install-recommends libgl1 chromium fonts-dejavu-core"
    )


def test_root_installs_without_questions_and_checks_again(lacking, monkeypatch, bare, tmp_path):
    log = tmp_path / "log"
    bare("apt-get", f'echo "$DEBIAN_FRONTEND $@" >> {log}')
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    with pytest.raises(lacking.SystemPackageError, match=r"missing libGL\.so\.1, also after"):
        lacking.ensure(browser=False)
    assert log.read_text(encoding="utf-8").splitlines() == [
        "noninteractive update -qq",
        "noninteractive install -y -qq --no-install-recommends libgl1",
    ]


def test_a_failing_apt_get_is_named(lacking, monkeypatch, bare):
    bare("apt-get", "exit 100")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    with pytest.raises(lacking.SystemPackageError, match="apt-get update -qq: exit 100"):
        lacking.ensure(browser=False)


def test_a_system_without_apt_is_told_what_to_look_for(lacking, bare):
    with pytest.raises(lacking.SystemPackageError, match=r"missing libGL\.so\.1; expected"):
        lacking.ensure(browser=False)


def test_a_chromium_on_the_path_is_enough(system, monkeypatch, bare):
    monkeypatch.setattr(system, "_loads", lambda _library: True)
    chrome = bare("google-chrome", "exit 0")
    assert system.browser_path() == str(chrome)
    system.ensure(browser=True)


def test_without_root_the_firmwares_tools_are_asked_for_and_nothing_stops(
    system, monkeypatch, bare, capsys
):
    bare("apt-get", "exit 9")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(system, "FIRMWARE_TOOLS", {"avr-gcc": "gcc-avr", "/": "base-files"})
    system.ensure_firmware_tools()
    assert capsys.readouterr().err == (
        "setup: the firmware's tests will be left out; as root: apt-get update && "
        "apt-get install -y --no-install-recommends gcc-avr\n"
    )


def test_root_installs_the_firmwares_tools(system, monkeypatch, bare, tmp_path):
    log = tmp_path / "log"
    bare("apt-get", f'echo "$@" >> {log}')
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(system, "FIRMWARE_TOOLS", {"avr-gcc": "gcc-avr"})
    system.ensure_firmware_tools()
    assert log.read_text(encoding="utf-8").splitlines() == [
        "update -qq",
        "install -y -qq --no-install-recommends gcc-avr",
    ]


def test_a_named_chromium_that_is_not_there_is_said(system, monkeypatch):
    monkeypatch.setenv("JANTAKU_CHROMIUM", "/no/such/chromium")
    with pytest.raises(system.SystemPackageError, match="/no/such/chromium: not a program"):
        system.browser_path()


def test_every_library_that_we_ask_for_is_really_wanted_or_really_there(system):
    # On the machine that runs the tests nothing may be missing: the wheels are in use.
    assert system.missing_packages(browser=False) == []


@pytest.mark.parametrize(
    ("programs", "words"),
    [
        ({}, "node: not found"),
        ({"node": "echo v16.20.2", "npm": "exit 0"}, "node: version v16.20.2"),
        ({"node": "echo strange", "npm": "exit 0"}, "node: version strange"),
        ({"node": "echo v18.20.4"}, "npm: not found"),
    ],
)
def test_a_wrong_node_is_named_with_what_was_expected(dashboard, bare, programs, words):
    for name, script in programs.items():
        bare(name, script)
    with pytest.raises(dashboard.DashboardError, match=words) as failure:
        dashboard.check_node()
    assert "expected Node 18 or newer with npm" in str(failure.value)


def test_an_old_python_is_named_with_what_was_expected(bare, tmp_path):
    for name in ("python3", "python3.11", "python3.12", "python3.13", "python3.14"):
        bare(name, 'case "$1" in --version) echo Python 3.9.2;; *) exit 1;; esac')
    (tmp_path / "bin" / "dirname").symlink_to(shutil.which("dirname", path=os.defpath))
    done = subprocess.run(
        ["/bin/sh", ROOT / "scripts" / "setup.sh", "run"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("setup: found Python 3.9.2, expected Python 3.11 or newer")
    assert done.stderr.count("\n") == 1


def test_an_unknown_goal_is_refused():
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "setup.py", "dance"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr == "setup: 'dance' is not a goal, expected one of: run, test\n"


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """The setup of a checkout of its own, in which venv and pip only tell what they were to do."""
    setup = importlib.import_module("setup")
    for name, path in {"ROOT": "", "VENV": ".venv", "STAMPS": ".stamps"}.items():
        monkeypatch.setattr(setup, name, tmp_path / path)
    monkeypatch.setattr(setup, "PYTHON", tmp_path / ".venv" / "bin" / "python")
    for name in ("requirements/run.txt", "requirements/dev.txt", "pyproject.toml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("", encoding="utf-8")
    (tmp_path / "hatch_build.py").write_text("", encoding="utf-8")
    setup.done = []

    def create(_builder, folder):
        (folder / "bin").mkdir(parents=True, exist_ok=True)
        (folder / "bin" / "python").touch()
        setup.done.append("venv")
        if setup.done.count("venv") == setup.cut_off_at:
            raise KeyboardInterrupt

    setup.cut_off_at = None
    monkeypatch.setattr(setup.venv.EnvBuilder, "create", create)
    monkeypatch.setattr(setup, "_pip", lambda *args: setup.done.append(args[-1]))
    return setup


def test_an_environment_that_was_cut_off_while_it_was_made_anew_is_made_again(checkout):
    checkout._make_venv()
    checkout.PYTHON.unlink()
    checkout.cut_off_at = 2
    with pytest.raises(KeyboardInterrupt):
        checkout._make_venv()
    assert checkout.PYTHON.exists()
    checkout._make_venv()
    checkout._make_venv()
    assert checkout.done == ["venv"] * 3


@pytest.mark.parametrize(("before", "after"), [("run", "run"), ("test", "run"), ("run", "test")])
def test_locks_that_come_back_are_installed_again(checkout, before, after):
    lock = checkout.ROOT / checkout.LOCKS["run"]
    tools = checkout.ROOT / checkout.LOCKS["test"]
    for locked, goal in (("one", before), ("two", after), ("one", before)):
        lock.write_text(locked, encoding="utf-8")
        tools.write_text(locked, encoding="utf-8")
        checkout._install(goal)
        checkout._install(goal)
    names = [checkout.LOCKS[goal] for goal in (before, after, before)]
    assert [one for one in checkout.done if one != "."] == names


def test_who_is_ready_to_test_is_ready_to_run(checkout):
    checkout._install("test")
    checkout._install("run")
    assert checkout.done == [checkout.LOCKS["test"], "."]


@pytest.fixture
def source(dashboard, tmp_path):
    """A dashboard of two files, and an npm that builds it by copying."""
    folder = tmp_path / dashboard.SOURCE
    (folder / "src").mkdir(parents=True)
    (folder / "package-lock.json").write_text("{}", encoding="utf-8")
    (folder / "src" / "main.ts").write_text("let seat = 0", encoding="utf-8")
    return folder


@pytest.fixture
def npm(bare, tmp_path):
    """Fakes of node and npm; what npm was asked for is in the returned file."""
    log = tmp_path / "npm-log"
    mkdir, touch = (shutil.which(name, path=os.defpath) for name in ("mkdir", "touch"))
    bare("node", "echo v18.20.4")
    bare("npm", f'echo "$@" >> {log}; {mkdir} -p ../static; {touch} ../static/index.html')
    return log


def asked(npm):
    return [line.split()[0] for line in npm.read_text(encoding="utf-8").splitlines()]


def test_the_dashboard_is_built_once_until_its_source_changes(dashboard, source, npm, tmp_path):
    assert dashboard.build(tmp_path) is True
    assert dashboard.build(tmp_path) is False
    assert asked(npm) == ["ci", "run"]
    (source / "src" / "main.ts").write_text("let seat = 1", encoding="utf-8")
    assert dashboard.build(tmp_path) is True
    assert asked(npm) == ["ci", "run", "run"]
    (source / "package-lock.json").write_text("{ }", encoding="utf-8")
    assert dashboard.build(tmp_path) is True
    assert asked(npm) == ["ci", "run", "run", "ci", "run"]


def test_made_folders_do_not_make_the_dashboard_stale(dashboard, source, npm, tmp_path):
    dashboard.build(tmp_path)
    (source / "node_modules" / "left-behind.js").write_text("1", encoding="utf-8")
    assert dashboard.is_fresh(tmp_path)


def test_a_lost_page_is_built_again(dashboard, source, npm, tmp_path):
    dashboard.build(tmp_path)
    (tmp_path / dashboard.OUTPUT / "index.html").unlink()
    assert dashboard.build(tmp_path) is True


def test_a_failing_npm_is_named(dashboard, source, bare, tmp_path):
    bare("node", "echo v18.20.4")
    bare("npm", "exit 7")
    with pytest.raises(dashboard.DashboardError, match=r"npm ci .*: exit 7"):
        dashboard.build(tmp_path)


def test_built_pages_without_source_need_no_node(dashboard, bare, tmp_path):
    output = tmp_path / dashboard.OUTPUT
    output.mkdir(parents=True)
    (output / "index.html").write_text("<html>", encoding="utf-8")
    assert dashboard.build(tmp_path) is False


def test_without_root_the_halls_tools_are_asked_for_and_nothing_stops(
    system, monkeypatch, bare, capsys
):
    bare("apt-get", "exit 9")
    monkeypatch.setattr(system, "HALL_PLACES", ())
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    system.ensure_hall_tools()
    assert capsys.readouterr().err == (
        "setup: the hall's tests will be left out; as root: apt-get update && "
        "apt-get install -y --no-install-recommends mosquitto postgresql\n"
    )


def test_a_broker_that_is_there_is_not_installed(system, monkeypatch, bare, tmp_path):
    log = tmp_path / "log"
    bare("apt-get", f'echo "$@" >> {log}')
    bare("mosquitto", "exit 0")
    monkeypatch.setattr(system, "HALL_PLACES", ())
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    system.ensure_hall_tools()
    assert "install" in log.read_text(encoding="utf-8")
    assert "mosquitto" not in log.read_text(encoding="utf-8")
