"""What all tests share: the shared photos, the artefacts folder, and long runs that resume."""

import hashlib
import json
import os
from pathlib import Path

import pytest

from table.cli.main import main

ROOT = Path(__file__).resolve().parent.parent
ARTEFACTS = ROOT / "artefacts"
CODE = ("scoring", "vision", "firmware_bridge", "table", "models", "tests")
"""The folders whose change makes an earlier pass worthless."""


def pytest_addoption(parser):
    parser.addoption(
        "--resume",
        action="store_true",
        help="skip the tests that passed before on the same code (artefacts/passed.json)",
    )


def pytest_configure(config):
    if config.getoption("--resume"):
        config.pluginmanager.register(Resume(ARTEFACTS / "passed.json", fingerprint(ROOT)))


@pytest.fixture(scope="session")
def shared():
    """The folder with the shared photos and papers; without it the test is skipped, loudly."""
    folder = Path(os.environ.get("JANTAKU_SHARED", ROOT.parent / "shared"))
    if not folder.is_dir():
        pytest.skip(f"NOT TESTED: no shared photos at {folder} (set JANTAKU_SHARED)")
    return folder


@pytest.fixture(scope="session")
def artefacts():
    """A folder whose files are kept after the run: screenshots, annotated pictures."""
    ARTEFACTS.mkdir(exist_ok=True)
    return ARTEFACTS


@pytest.fixture
def jantaku(capsys):
    """Run a command line; return the exit code, what was printed, and the messages."""

    def run(*args):
        try:
            code = main([str(arg) for arg in args])
        except SystemExit as leaving:
            code = leaving.code
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


class Resume:
    """Leaves out what passed before; remembers each pass at once, so that a kill loses nothing."""

    def __init__(self, memory, code):
        self.memory = memory
        self.code = code
        self.passed = set()
        if memory.is_file():
            earlier = json.loads(memory.read_text(encoding="utf-8"))
            if earlier["code"] == code:
                self.passed = set(earlier["passed"])

    def pytest_collection_modifyitems(self, config, items):
        done = [item for item in items if item.nodeid in self.passed]
        items[:] = [item for item in items if item.nodeid not in self.passed]
        config.hook.pytest_deselected(items=done)
        if done and not items:
            # All passed before: that is a success, not pytest's "no tests ran".
            config.pluginmanager.register(AllPassedBefore())

    def pytest_runtest_logreport(self, report):
        if report.when == "call" and report.passed:
            self.passed.add(report.nodeid)
            self.memory.parent.mkdir(exist_ok=True)
            fresh = self.memory.with_suffix(".new")
            fresh.write_text(
                json.dumps({"code": self.code, "passed": sorted(self.passed)}), encoding="utf-8"
            )
            fresh.replace(self.memory)


class AllPassedBefore:
    """Turns the exit code for "nothing to run" into success."""

    def pytest_sessionfinish(self, session):
        session.exitstatus = pytest.ExitCode.OK


def fingerprint(root):
    """A hash over the code and the models, by name and content."""
    digest = hashlib.sha256()
    for folder in CODE:
        for path in sorted((root / folder).rglob("*")):
            if (
                path.suffix in {".py", ".toml", ".onnx", ".jsonl"}
                and "node_modules" not in path.parts
            ):
                digest.update(str(path.relative_to(root)).encode())
                digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()
