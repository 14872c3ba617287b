"""One serial port, opened for us alone; its failures named with what to do next."""

import errno
import re
import termios
from contextlib import suppress
from typing import Protocol

import serial

from firmware_bridge.errors import BusyPortError, ForbiddenPortError, LostPortError, NoPortError
from firmware_bridge.errors import PortError as _PortError

BAUD = 115200
READ_S = 0.02
"""How long a read waits for a first byte."""
WRITE_S = 0.5
READ_BYTES = 4096
_DRIVER = re.compile(r"[a-z][\w-]*:(?!//)", re.IGNORECASE)
"""How DRIVER:TARGET begins; devices by their path have colons too, but later."""


class Port(Protocol):
    """What a link needs of a port; tests have others."""

    def read(self) -> bytes:
        """What has come, after a short wait at the most. Raises LostPortError."""

    def write(self, data: bytes) -> None:
        """Write all of it. Raises LostPortError."""

    def close(self) -> None:
        """Give the port back; never fails."""


class SerialPort:
    """A port of pyserial: a device's path, or a URL such as `rfc2217://host:port`."""

    def __init__(self, name: str) -> None:
        """Open it, at 115200 8N1 and exclusively. Raises PortError."""
        self.name = name
        try:
            self._port = serial.serial_for_url(name, do_not_open=True)
            self._port.baudrate = BAUD
            self._port.timeout = READ_S
            self._port.write_timeout = WRITE_S
            self._port.exclusive = True
            # Raising these lines resets many boards, and with the board its ring.
            self._port.dtr = self._port.rts = False
            self._port.open()
        except termios.error as fault:  # it vanished meanwhile; pyserial lets this one through
            raise _named(name, OSError(*fault.args)) from None
        except (OSError, ValueError, re.error) as fault:
            raise _named(name, fault) from None

    def read(self) -> bytes:
        """What has come, after a short wait at the most."""
        try:
            first = self._port.read(1)
            waiting = self._port.in_waiting if first else 0
            return bytes(first + self._port.read(min(waiting, READ_BYTES)) if waiting else first)
        except (OSError, TypeError) as fault:  # TypeError: pyserial, closed from elsewhere
            raise LostPortError(f"port {self.name} went away: {_reason(fault)}") from None

    def write(self, data: bytes) -> None:
        """Write all of it."""
        try:
            self._port.write(data)
        except (OSError, TypeError) as fault:
            raise LostPortError(f"port {self.name} takes no more: {_reason(fault)}") from None

    def close(self) -> None:
        """Give the port back."""
        with suppress(OSError):
            self._port.close()


def check_name(name: str) -> None:
    """Raise PortError for text that can name no port: nothing, DRIVER:TARGET, an unknown URL."""
    if not name.strip() or _DRIVER.match(name):
        raise _PortError(f"port {name!r}: expected a device, a URL or the UUID of a table")
    try:
        with suppress(OSError):  # it may come later
            serial.serial_for_url(name, do_not_open=True)
    except (ValueError, re.error) as fault:
        raise _named(name, fault) from None


def _named(name: str, fault: Exception) -> _PortError:
    """The failure to open a port, with what to do next."""
    number = getattr(fault, "errno", None)
    if number in {errno.ENOENT, errno.ENXIO, errno.ENODEV}:
        return NoPortError(
            f"port {name}: not there, expected one that `jantaku bridge ports` lists"
        )
    if number in {errno.EACCES, errno.EPERM}:
        return ForbiddenPortError(
            f"port {name}: this user may not open it; add the user to the group of the device"
            " (Debian: adduser USER dialout) and log in again"
        )
    if number in {errno.EBUSY, errno.EWOULDBLOCK} or "exclusively lock" in str(fault):
        return BusyPortError(
            f"port {name}: another program has it open; close that one (fuser {name} names it)"
        )
    return _PortError(f"port {name}: {_reason(fault)}, expected a serial port")


def _reason(fault: Exception) -> str:
    return getattr(fault, "strerror", None) or str(fault) or type(fault).__name__
