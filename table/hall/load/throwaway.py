"""A PostgreSQL and a Mosquitto of one's own, for a while: unprivileged, on free ports."""

import contextlib
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Self

from table.errors import HallDataError

_PLACES = ("/usr/lib/postgresql", "/usr/local/pgsql", "/opt/homebrew/opt")
_PATIENCE_S = 30.0
_PORTS = (20_000, 32_000)
_TRIES = 100
_USERS = ("postgres", "nobody")


def free_port() -> int:
    """A port of the loopback that nobody has. Raises HallDataError.

    It lies below those that the system gives to whoever connects: what is killed gets it again.
    """
    for _ in range(_TRIES):
        port = random.randrange(*_PORTS)
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port
    raise HallDataError(f"ports {_PORTS[0]} to {_PORTS[1] - 1}: all taken, expected a free one")


def find_postgres() -> Path | None:
    """The folder with initdb and postgres, the newest there is, or None."""
    found = [path.parent for place in _PLACES for path in Path(place).glob("*/bin/initdb")]
    on_path = shutil.which("initdb")
    if on_path is not None:
        found.append(Path(on_path).resolve().parent)
    return max(found, key=lambda path: [*map(_number, path.parts)], default=None)


class ThrowawayPostgres:
    """A cluster in a temporary folder; a context that removes it."""

    def __init__(self) -> None:
        """Make and start it. Raises HallDataError where there is no PostgreSQL."""
        programs = find_postgres()
        if programs is None:
            raise HallDataError("PostgreSQL: initdb not found, expected it (apt: postgresql)")
        self._programs = programs
        self._user = _unprivileged()
        self._folder = Path(tempfile.mkdtemp(prefix="jantaku-postgres-"))
        if self._user is not None:
            shutil.chown(self._folder, self._user)
        self._data = self._folder / "data"
        self.port = free_port()
        self.url = f"postgresql://jantaku@127.0.0.1:{self.port}/postgres"
        made = self._run("initdb", "-D", self._data, "-U", "jantaku", "-A", "trust", "-E", "UTF8")
        if made.returncode:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise HallDataError(f"initdb: {made.stderr.strip()[-300:]}")
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers. Raises HallDataError."""
        options = f"-h 127.0.0.1 -p {self.port} -k {self._folder} -c max_connections=50"
        self._control("start", "-w", "-t", str(int(_PATIENCE_S)), "-o", options)

    def crash(self) -> None:
        """Stop it without a farewell, as a power cut would; it recovers when it starts again."""
        self._control("stop", "-m", "immediate", "-w")

    def close(self) -> None:
        """Stop it and remove everything."""
        with contextlib.suppress(HallDataError):
            self._control("stop", "-m", "immediate", "-w")
        shutil.rmtree(self._folder, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _control(self, *words: str) -> None:
        log = self._folder / "log"
        done = self._run("pg_ctl", "-D", self._data, "-l", log, "-s", *words)
        if done.returncode:
            told = log.read_text(errors="replace")[-300:] if log.is_file() else ""
            raise HallDataError(f"pg_ctl {words[0]}: {done.stderr.strip()[-200:]} {told.strip()}")

    def _run(self, program: str, *words: object) -> "subprocess.CompletedProcess[str]":
        with tempfile.TemporaryFile("w+") as said:  # a pipe would be held by the server too
            done = subprocess.run(  # noqa: S603 - programs that were looked for
                [str(self._programs / program), *map(str, words)],
                user=self._user,
                cwd=self._folder,
                env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C", "HOME": str(self._folder)},
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                text=True,
                check=False,
                timeout=2 * _PATIENCE_S,
            )
            said.seek(0)
            return subprocess.CompletedProcess(done.args, done.returncode, "", said.read())


class Child:
    """A program that is started, killed and started again."""

    def __init__(
        self, command: Sequence[str], log: Path, *, ready: str = "", port: int = 0
    ) -> None:
        """Answers when it prints a line that begins with `ready`, or listens at `port`."""
        self._command = list(command)
        self._log = log
        self._ready = ready
        self._port = port
        self._process: subprocess.Popen[str] | None = None
        self.said = ""
        """The line that it was ready with."""

    def start(self) -> None:
        """Start it; returns when it is ready. Raises HallDataError where it ends instead."""
        with self._log.open("a") as log:
            self._process = subprocess.Popen(  # noqa: S603 - our own programs
                self._command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE if self._ready else log,
                stderr=log,
                text=True,
            )
        if self._ready and self._process.stdout is not None:
            self.said = self._process.stdout.readline().strip()
            self._process.stdout.close()
            if not self.said.startswith(self._ready):
                self.kill()
                raise HallDataError(f"{self._command[:4]}: {self.tail()}")
        if self._port:
            wait_for_port(self._port)
            if self.code() is not None:
                raise HallDataError(f"port {self._port}: somebody else's; {self.tail()}")

    def tail(self) -> str:
        """Its last words."""
        return self._log.read_text(errors="replace")[-500:].strip()

    def kill(self) -> None:
        """SIGKILL: no farewell."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """SIGTERM, and SIGKILL for who does not listen."""
        self._end(signal.SIGTERM)

    def code(self) -> int | None:
        """Its exit status; None while it runs."""
        return None if self._process is None else self._process.poll()

    def _end(self, number: signal.Signals) -> None:
        if self._process is None:
            return
        self._process.send_signal(number)
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def wait_for_port(port: int) -> None:
    """Until somebody listens there. Raises HallDataError after a while."""
    until = time.monotonic() + _PATIENCE_S
    while time.monotonic() < until:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise HallDataError(f"port {port}: nobody listens after {_PATIENCE_S:g} s")


def _unprivileged() -> str | None:
    """The user to be where we are root, for PostgreSQL refuses root; else None."""
    if os.geteuid() != 0:
        return None
    for name in _USERS:
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name).pw_name
    return None


def _number(part: str) -> int:
    return int(part) if part.isdecimal() else 0
