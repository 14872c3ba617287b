"""Plays a virtual table: the lines of a script, or those typed, while the port is served."""

import os
import select
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO
from uuid import UUID

from firmware_bridge.errors import ScriptError
from firmware_bridge.script import HELP, Performer
from firmware_bridge.simulator import Simulator, virtual_table

READ_BYTES = 4096
DEMO_TABLE = UUID("6a616e74-616b-4075-8000-64656d6f0001")
STEP_S = 0.01


class Beside:
    """A virtual table beside a film: does what a script says, by the seconds of the film."""

    def __init__(self, link: Path, script: Sequence[str]) -> None:
        """Serve its port at `link`. Raises ScriptError for a line without its second."""
        self._table = virtual_table(DEMO_TABLE, link=link)
        self._performer = Performer(self._table)
        self._lines = [_timed(line) for line in script if line.partition("#")[0].strip()]
        self._now_s = -1.0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="virtual table", daemon=True)
        self._thread.start()
        self.port = str(link)

    def at(self, captured_ns: int) -> None:
        """The film has come to this moment."""
        self._now_s = captured_ns / 1e9

    def close(self) -> None:
        """Take it away."""
        self._stop.set()
        self._thread.join()
        self._table.unplug()

    def _serve(self) -> None:
        while not self._stop.is_set():
            while self._lines and self._lines[0][0] <= self._now_s:
                for wait_s in self._performer.perform(self._lines.pop(0)[1]):
                    until = time.monotonic() + wait_s
                    while time.monotonic() < until:
                        self._table.step()
            self._table.step(STEP_S)


def _timed(line: str) -> tuple[float, str]:
    second, _, rest = line.strip().partition(" ")
    try:
        return float(second), rest
    except ValueError:
        raise ScriptError(
            f"{line.strip()!r}: expected seconds, then a word of the script"
        ) from None


@contextmanager
def standing_by(folder: Path, script: Sequence[str]) -> Iterator[Beside]:
    """A virtual table beside the program; `folder` gets a lasting name for its port."""
    folder.mkdir(parents=True, exist_ok=True)
    table = Beside(folder / "automatic-table", script)
    try:
        yield table
    finally:
        table.close()


def play(table: Simulator, lines: Sequence[str] | None, errors: TextIO) -> int:
    """Serve until the lines are done; without any, until the standard input says `quit`.

    A bad line of a script raises ScriptError; a bad line that was typed is said, and passed over.
    An input that ends leaves the table serving: it may have been started without one.
    """
    performer = Performer(table)
    steps = performer.all(lines) if lines is not None else _typed(performer, errors)
    while not performer.done:
        wait_s = next(steps, None)
        if wait_s is None:
            break
        until = time.monotonic() + wait_s
        table.step()
        while time.monotonic() < until:
            table.step()
    return 0


def _typed(performer: Performer, errors: TextIO) -> Iterator[float]:
    """The steps of the lines as they are typed; between them, steps of no length."""
    pending, there = b"", True
    while True:
        if there and select.select([sys.stdin], [], [], 0)[0]:
            data = os.read(sys.stdin.fileno(), READ_BYTES)
            there = bool(data)
            *lines, pending = (pending + data).split(b"\n")
            for line in lines:
                text = line.decode(errors="replace")
                if text.strip() == "help":
                    print(HELP, file=errors, end="", flush=True)
                    continue
                try:
                    yield from performer.perform(text)
                except ScriptError as fault:
                    print(fault, file=errors, flush=True)
        yield 0.0
