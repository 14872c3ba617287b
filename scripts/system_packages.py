"""What the wheels and the browser test need from the system: checked first, installed as root.

opencv-python brings most of its libraries but takes OpenGL, GLib and xcb from the system.
Standard library only.
"""

import ctypes
import glob
import os
import shutil
import subprocess
import sys

LIBRARIES = {
    "libGL.so.1": "libgl1",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libxcb.so.1": "libxcb1",
    "libstdc++.so.6": "libstdc++6",
}
"""Shared library to the Debian package that holds it."""

DRIVER_LIBRARIES = {"libatomic.so.1": "libatomic1"}
"""What Playwright's own Node, which drives the browser, wants besides."""

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BROWSER_PACKAGES = ("chromium", "fonts-dejavu-core")


FIRMWARE_TOOLS = {
    "avr-gcc": "gcc-avr",
    "/usr/lib/avr/include/avr/io.h": "avr-libc",
    "/usr/include/simavr/sim_avr.h": "libsimavr-dev",
    "/usr/include/libelf.h": "libelf-dev",
    "cc": "gcc",
    "/usr/include/stdio.h": "libc6-dev",
}
"""What builds the table's firmware and runs it without a board: program or file to package."""


HALL_TOOLS = {"mosquitto": "mosquitto", "initdb": "postgresql"}
"""What the hall's tests run besides SQLite: a broker, a database; program to package."""
HALL_PLACES = ("/usr/sbin", "/usr/local/sbin", "/usr/lib/postgresql/*/bin")
"""Where Debian has them, besides the PATH."""


class SystemPackageError(Exception):
    """The system lacks something; one line with the one command that mends it."""


def ensure(*, browser: bool) -> None:
    """Install what is missing with apt-get as root; otherwise raise SystemPackageError.

    `browser` asks for Chromium too.
    """
    missing = missing_packages(browser=browser)
    if not missing:
        return
    command = f"apt-get install -y --no-install-recommends {' '.join(missing)}"
    lacks = ", ".join(missing_things(browser=browser))
    if shutil.which("apt-get") is None:
        raise SystemPackageError(f"missing {lacks}; expected them from your system's packages")
    if os.geteuid() != 0:
        raise SystemPackageError(f"missing {lacks}; run as root: apt-get update && {command}")
    _say(f"missing {lacks}; running: {command}")
    _apt_get("update", "-qq")
    _apt_get("install", "-y", "-qq", "--no-install-recommends", *missing)
    still = missing_things(browser=browser)
    if still:
        raise SystemPackageError(f"missing {', '.join(still)}, also after: {command}")


def ensure_firmware_tools() -> None:
    """Install what the firmware's tests need where that can be done; else say what is left out.

    Raises SystemPackageError only when apt-get itself fails.
    """
    _ensure_if_possible("the firmware's", missing_firmware_packages())


def ensure_hall_tools() -> None:
    """The same for the broker and the database of the hall's tests."""
    _ensure_if_possible("the hall's", missing_hall_packages())


def _ensure_if_possible(whose: str, missing: list[str]) -> None:
    if not missing:
        return
    command = f"apt-get install -y --no-install-recommends {' '.join(missing)}"
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        _say(f"{whose} tests will be left out; as root: apt-get update && {command}")
        return
    _say(f"for {whose} tests, running: {command}")
    _apt_get("update", "-qq")
    _apt_get("install", "-y", "-qq", "--no-install-recommends", *missing)


def missing_hall_packages() -> list[str]:
    """The Debian packages that the hall's tests lack, in a fixed order."""
    places = [place for pattern in HALL_PLACES for place in glob.glob(pattern)]  # noqa: PTH207
    path = os.pathsep.join((os.environ.get("PATH", ""), *places))
    return [package for tool, package in HALL_TOOLS.items() if not shutil.which(tool, path=path)]


def missing_firmware_packages() -> list[str]:
    """The Debian packages that the firmware's tests lack, in a fixed order."""
    return [
        package
        for thing, package in FIRMWARE_TOOLS.items()
        if not (os.path.exists(thing) if thing.startswith("/") else shutil.which(thing))  # noqa: PTH110
    ]


def missing_packages(*, browser: bool) -> list[str]:
    """The Debian packages to install, in a fixed order."""
    libraries = _libraries(browser)
    packages = [package for name, package in libraries.items() if not _loads(name)]
    if browser and browser_path() is None:
        packages.extend(BROWSER_PACKAGES)
    return packages


def missing_things(*, browser: bool) -> list[str]:
    """The same in the words of the one who needs them."""
    things = [name for name in _libraries(browser) if not _loads(name)]
    if browser and browser_path() is None:
        things.append("Chromium")
    return things


def browser_path() -> str | None:
    """A Chromium that the browser test can drive: JANTAKU_CHROMIUM, else the first on the PATH."""
    named = os.environ.get("JANTAKU_CHROMIUM")
    if named:
        if not os.access(named, os.X_OK):
            raise SystemPackageError(f"JANTAKU_CHROMIUM={named}: not a program, expected Chromium")
        return named
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def _libraries(browser: bool) -> dict[str, str]:
    return LIBRARIES | DRIVER_LIBRARIES if browser else LIBRARIES


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _apt_get(*args: str) -> None:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(
        ["apt-get", *args],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,  # a line a package unpacked; what goes wrong is on stderr
        check=False,
    )
    if done.returncode != 0:
        raise SystemPackageError(f"apt-get {' '.join(args)}: exit {done.returncode}, expected 0")


def _say(words: str) -> None:
    print(f"setup: {words}", file=sys.stderr, flush=True)
