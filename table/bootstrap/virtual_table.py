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


@contextmanager
def standing_by(folder: Path) -> Iterator[str]:
    """A virtual table that serves its port beside the program; the port.

    `folder` gets a lasting name for it. Its parts can be moved by hand: see `bridge simulate`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    link = folder / "automatic-table"
    link.unlink(missing_ok=True)
    table = virtual_table(DEMO_TABLE, link=link)
    stop = threading.Event()

    def serve() -> None:
        while not stop.is_set():
            table.step(STEP_S)

    thread = threading.Thread(target=serve, name="virtual table", daemon=True)
    thread.start()
    try:
        yield str(link)
    finally:
        stop.set()
        thread.join()
        table.unplug()


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
