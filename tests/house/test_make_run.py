"""`make run` ends its demo, however it is ended itself."""

import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
DEMO = """
import signal, sys
signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
signal.signal(signal.SIGINT, lambda *_: sys.exit(130))
print("demo", *sys.argv[1:], flush=True)
signal.pause()
"""

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="NOT TESTED: no make")


@pytest.fixture(params=["", ":9"])
def demo(tmp_path, monkeypatch, request):
    """`make run` of a checkout that is set up, with a demo that only waits; with a display too."""
    monkeypatch.setenv("DISPLAY", request.param)
    for name in ("WAYLAND_DISPLAY", "MAKEFLAGS", "MAKELEVEL", "MFLAGS"):  # of a make that tests
        monkeypatch.delenv(name, raising=False)
    for name in ("scripts", "table", ".venv/bin"):
        (tmp_path / name).mkdir(parents=True)
    for name in ("Makefile", "scripts/open_demo.py"):
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "scripts" / "setup.sh").write_text("", encoding="utf-8")
    (tmp_path / ".venv" / "bin" / "python").symlink_to(sys.executable)
    (tmp_path / "table" / "__main__.py").write_text(DEMO, encoding="utf-8")
    made = subprocess.Popen(
        ["make", "run", "ARGS=--data 'a b'"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        assert made.stdout.readline() == "demo demo --data a b\n"
        yield made
    finally:
        with suppress(ProcessLookupError):
            os.killpg(made.pid, signal.SIGKILL)
        made.communicate()


def test_a_make_that_is_terminated_leaves_no_demo(demo):
    demo.terminate()
    demo.communicate(timeout=20)  # its output ends when the last process that has it does
    assert demo.returncode != 0


def test_ctrl_c_ends_it_well(demo):
    os.killpg(demo.pid, signal.SIGINT)
    demo.communicate(timeout=20)
    with pytest.raises(ProcessLookupError):
        os.killpg(demo.pid, 0)
