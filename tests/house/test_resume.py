"""`--resume` leaves out what passed on the same code, and only that."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PLAIN = {**os.environ, "PYTEST_ADDOPTS": "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
"""No plugins, which take longer to load than these tests to run."""
CONFTEST = Path(__file__).resolve().parent.parent / "conftest.py"


@pytest.fixture
def project(tmp_path):
    """A project with our conftest, a test that passes and one that asks a file."""
    tests = tmp_path / "tests"
    tests.mkdir()
    shutil.copy(CONFTEST, tests)
    (tests / "test_two.py").write_text(
        "from pathlib import Path\n"
        "def test_good(): pass\n"
        f"def test_moody(): assert Path({str(tmp_path / 'mood')!r}).exists()\n",
        encoding="utf-8",
    )
    return tmp_path


def resume(project, *more):
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--resume", "-p", "no:cacheprovider", *more],
        cwd=project,
        env=PLAIN,
        capture_output=True,
        text=True,
        check=False,
    )


def test_what_passed_is_not_run_again_and_what_failed_is(project):
    first = resume(project)
    assert (first.returncode, "1 failed, 1 passed" in first.stdout) == (1, True)
    second = resume(project)
    assert (second.returncode, "1 failed, 1 deselected" in second.stdout) == (1, True)
    (project / "mood").touch()
    third = resume(project)
    assert (third.returncode, "1 passed, 1 deselected" in third.stdout) == (0, True)


def test_all_passed_before_is_a_success(project):
    (project / "mood").touch()
    resume(project)
    again = resume(project)
    assert (again.returncode, "2 deselected" in again.stdout) == (0, True)


def test_changed_code_is_tested_again(project):
    (project / "mood").touch()
    resume(project)
    (project / "scoring").mkdir()
    (project / "scoring" / "tiles.py").write_text("KINDS = 34\n", encoding="utf-8")
    assert "2 passed" in resume(project).stdout


def test_without_the_option_everything_runs(project):
    (project / "mood").touch()
    resume(project)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=project,
        env=PLAIN,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "2 passed" in done.stdout
