"""Any keypad as the buttons of a table: typed characters, or a device of its own under /dev/input.

`keypad:/dev/input/by-id/usb-…-event-kbd` takes that keyboard for itself, so that nothing is typed
anywhere else; `keypad:-` and `keypad:/dev/tty…` read characters. `,FILE` adds keys of one's own.
"""

import errno
import fcntl
import os
import select
import struct
import sys
import termios
import threading
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from firmware_bridge.drivers.driver import Counter, Keep
from firmware_bridge.drivers.keys import CODES, DEFAULT, Keys, read_keys
from firmware_bridge.errors import ForbiddenPortError, NoPortError, PortError
from firmware_bridge.happenings import Condition, Kept, Notice
from firmware_bridge.messages import Action, Button, ButtonMoved, Capability

INPUT = "/dev/input/"
STANDARD_INPUT = "-"
EVENT = struct.Struct("@llHHi")
"""The kernel's input_event: time, type, code, value."""
EV_KEY = 1
EVIOCGRAB = 0x40044590
WAIT_S = 0.1
Stroke = tuple[str, Action]


class Keypad:
    """A keypad and what its keys mean."""

    def __init__(self, target: str, clock: Callable[[], float] = time.time) -> None:
        """Raises DriverError for a file of keys that cannot be read."""
        self.name, _, keys = target.partition(",")
        self.keys: Keys = read_keys(Path(keys)) if keys else DEFAULT
        self._clock = clock

    def run(self, kept: Kept, keep: Keep, stop: threading.Event) -> None:
        """Hand on every stroke that has a meaning, until the keypad ends. Raises PortError."""
        started = self._clock()
        counter = Counter(f"keypad:{self.name}", int(started * 1000), Capability.BUTTONS)
        with _opened(self.name) as handle:
            keep(counter.started(kept))
            pressed: dict[str, float] = {}
            for key, action in _strokes(handle, self.name, stop):
                if (meaning := self.keys.get(key)) is None:
                    continue
                now = self._clock()
                since = pressed.pop(key, now)
                if action is Action.PRESSED:
                    pressed[key] = now
                moved = _moved(counter.boot, *meaning, action, now - since)
                keep(counter.event(moved, int((now - started) * 1000)))
        keep(Notice(Condition.LOST, f"the keypad {self.name} has ended", str(counter.device)))


def _moved(boot: int, button: Button, seat: int, action: Action, held_s: float) -> ButtonMoved:
    held_ms = min(int(held_s * 1000), 0xFFFF) if action is Action.RELEASED else 0
    return ButtonMoved(boot, button, seat, action, held_ms)


@contextmanager
def _opened(name: str) -> Iterator[int]:
    """The keypad, ours alone where that is possible, and a terminal letter by letter."""
    handle = sys.stdin.fileno() if name == STANDARD_INPUT else _open(name)
    before = None
    try:
        if name.startswith(INPUT):
            fcntl.ioctl(handle, EVIOCGRAB, 1)
        elif os.isatty(handle):
            before = termios.tcgetattr(handle)
            tty.setcbreak(handle)
        yield handle
    finally:
        if before is not None:
            with suppress(termios.error):
                termios.tcsetattr(handle, termios.TCSADRAIN, before)
        if name != STANDARD_INPUT:
            os.close(handle)


def _open(name: str) -> int:
    try:
        return os.open(name, os.O_RDONLY | os.O_NOCTTY)
    except OSError as fault:
        if fault.errno == errno.EACCES:
            raise ForbiddenPortError(
                f"keypad {name}: this user may not open it; add the user to its group (Debian:"
                " adduser USER input) and log in again"
            ) from None
        if fault.errno == errno.ENOENT:
            raise NoPortError(
                f"keypad {name}: not there, expected one of /dev/input/by-id/*-event-kbd"
            ) from None
        raise PortError(f"keypad {name}: {fault.strerror}, expected a keypad") from None


def _strokes(handle: int, name: str, stop: threading.Event) -> Iterator[Stroke]:
    """The strokes, until the keypad is gone or `stop` is set."""
    read = _events if name.startswith(INPUT) else _characters
    pending = b""
    while not stop.is_set():
        if not select.select([handle], [], [], WAIT_S)[0]:
            continue
        try:
            data = os.read(handle, 64 * EVENT.size)
        except OSError:  # unplugged
            return
        if not data:
            return
        strokes, pending = read(pending + data)
        yield from strokes


def _characters(data: bytes) -> tuple[list[Stroke], bytes]:
    """Typed letters are pressed and never let go."""
    return [(chr(byte).lower(), Action.PRESSED) for byte in data], b""


def _events(data: bytes) -> tuple[list[Stroke], bytes]:
    """The kernel's events; 0 let go, 1 pressed, and 2, the key repeating itself, is nothing."""
    whole = len(data) - len(data) % EVENT.size
    strokes = [
        (CODES[code], Action(value))
        for _, _, kind, code, value in EVENT.iter_unpack(data[:whole])
        if kind == EV_KEY and code in CODES and value in {0, 1}
    ]
    return strokes, data[whole:]
