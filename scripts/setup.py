"""Prepares a checkout: system libraries, .venv with the locked packages, the built dashboard.

`setup.py run` prepares `make run`; `setup.py test` adds the tools and the browser of the tests.
It says what it does, does only what is missing, and exits 2 with one line where a person must act.
Standard library only: it runs before anything is installed.
"""

import fcntl
import hashlib
import os
import subprocess
import sys
import venv
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import build_dashboard
import system_packages

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMPS = ROOT / ".stamps"
LOCKS = {"run": "requirements/run.txt", "test": "requirements/dev.txt"}
"""What each goal installs; dev.txt holds the same versions as run.txt and the tools besides."""


class SetupError(Exception):
    """The checkout cannot be prepared; one line that says what was expected."""


FAILURES = (
    SetupError,
    build_dashboard.DashboardError,
    system_packages.SystemPackageError,
    OSError,
)
"""What a person can mend; anything else is a bug and shows itself whole."""


def prepare(goal: str) -> None:
    """Bring the checkout to what `goal` needs. Raises SetupError and its siblings."""
    build_dashboard.check_node()
    system_packages.ensure(browser=goal == "test")
    if goal == "test":
        system_packages.ensure_firmware_tools()
        system_packages.ensure_hall_tools()
    _make_venv()
    _install(goal)
    if build_dashboard.build(ROOT):
        _say("the dashboard is built")


def _make_venv() -> None:
    stamp = STAMPS / "venv"
    # A moved checkout or another interpreter makes the scripts inside point nowhere.
    wanted = f"{VENV}\n{sys.version}\n"
    if PYTHON.exists() and _reads(stamp, wanted):
        return
    try:
        import ensurepip  # noqa: F401, PLC0415 - only asks whether venv can bring pip
    except ImportError:
        raise SetupError(
            f"python3 {sys.version_info.major}.{sys.version_info.minor} has no venv module, "
            "expected it (Debian: apt-get install python3-venv)"
        ) from None
    _say(f"making .venv with Python {sys.version.split()[0]}")
    stamp.unlink(missing_ok=True)  # one that is cut off while it is made is made again
    _forget_installed()
    venv.EnvBuilder(with_pip=True, clear=True, symlinks=True).create(VENV)
    _write(stamp, wanted)


def _install(goal: str) -> None:
    stamps = {name: (STAMPS / f"installed-{name}", _wanted(name)) for name in LOCKS}
    # Who is ready to test is ready to run.
    if any(_reads(*stamps[name]) for name in (goal, "test")):
        return
    _say(f"installing the locked packages of {LOCKS[goal]}")
    _forget_installed()  # also what was installed by other locks, that may come back
    _pip("--require-hashes", "-r", LOCKS[goal])
    _pip("--no-deps", "--no-build-isolation", "-e", ".")
    _write(*stamps[goal])


def _forget_installed() -> None:
    for stamp in STAMPS.glob("installed-*"):
        stamp.unlink()


def _pip(*args: str) -> None:
    command = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "install", "--quiet", *args]
    done = subprocess.run(command, cwd=ROOT, check=False)
    if done.returncode != 0:
        raise SetupError(f"pip install {' '.join(args)}: exit {done.returncode}, expected 0")


def _wanted(goal: str) -> str:
    """A hash over what decides which packages are installed, and how."""
    digest = hashlib.sha256()
    for name in (LOCKS[goal], "pyproject.toml", "hatch_build.py"):
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest() + "\n"


def _reads(stamp: Path, wanted: str) -> bool:
    return stamp.exists() and stamp.read_text(encoding="utf-8") == wanted


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _say(words: str) -> None:
    print(f"setup: {words}", file=sys.stderr, flush=True)


def main() -> int:
    """Prepare the goal named on the command line; 0 when ready, 2 when a person must act."""
    goal = sys.argv[1] if len(sys.argv) == 2 else ""
    if goal not in LOCKS:
        _say(f"{goal!r} is not a goal, expected one of: {', '.join(LOCKS)}")
        return 2
    os.chdir(ROOT)
    STAMPS.mkdir(exist_ok=True)
    with (STAMPS / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two makes at once: the second waits, finds all done
        try:
            prepare(goal)
        except FAILURES as failure:
            _say(str(failure))
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
