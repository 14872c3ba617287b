"""The virtual table: the device's protocol on a pseudo-terminal, misbehaving on request."""

import os
import pty
import select
import time
import tty
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from uuid import UUID

from firmware_bridge.device import RING, Device
from firmware_bridge.errors import PortError
from firmware_bridge.faults import Faults
from firmware_bridge.messages import Reset

STEP_S = 0.002
READ_BYTES = 4096
PENDING_BYTES = 4096
"""How much waits for a host that does not read; a real line would have lost it too."""


class Simulator:
    """A table on a pseudo-terminal. `link`, where given, is a lasting name that points to it."""

    def __init__(
        self,
        device: Device,
        faults: Faults | None = None,
        *,
        link: Path | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.device = device
        self.faults = faults or Faults()
        self.random = Random(self.faults.seed)
        self._link = link
        self._clock = clock
        self._started = clock()
        self._master = self._slave = -1
        self._pending = b""
        self.plug()

    @property
    def port(self) -> str:
        """What a host is to open."""
        return str(self._link) if self._link is not None else self._name

    def plug(self) -> None:
        """Appear; after an unplugging perhaps under another name."""
        if self._master < 0:
            self._check_link()
            self._master, self._slave = pty.openpty()
            tty.setraw(self._slave)
            os.set_blocking(self._master, False)
            self._name = os.ttyname(self._slave)
            if self._link is not None:
                self._link.unlink(missing_ok=True)
                self._link.symlink_to(self._name)

    def unplug(self) -> None:
        """Disappear, as a pulled cable does; the device itself stays on."""
        if self._master >= 0:
            os.close(self._master)
            os.close(self._slave)
            self._master = self._slave = -1
            self._pending = b""
            if self._link is not None and self._link.is_symlink():
                self._link.unlink()

    def reboot(self, cause: Reset = Reset.WATCHDOG) -> None:
        """Start the device again; its ring is gone."""
        self._started = self._clock()
        self.device.start(cause, again=True)

    def step(self, wait_s: float = STEP_S) -> None:
        """Serve the line for a moment."""
        if self._master < 0:
            time.sleep(wait_s)
        else:
            ready, _, _ = select.select([self._master], [], [], wait_s)
            if ready:
                self._read()
        self.device.tick(int((self._clock() - self._started) * 1000))
        arriving = self.faults.through(self.device.outgoing())
        if self._master >= 0 and (arriving or self._pending):
            self._write(arriving)

    def flood(self, count: int) -> None:
        """Say so much at once that no host keeps up."""
        noise = self.random.randbytes(count)
        if self._master >= 0:
            self._write(noise)

    def _check_link(self) -> None:
        """See that its name is free, or was a port's. Raises PortError."""
        if self._link is None:
            return
        if not self._link.parent.is_dir():
            raise PortError(f"link {self._link}: expected its folder to be there")
        ours = self._link.is_symlink() and not (self._link.is_file() or self._link.is_dir())
        if os.path.lexists(self._link) and not ours:
            raise PortError(f"link {self._link}: it is in use, expected a free name or a port's")

    def _read(self) -> None:
        # EIO: no host has the other end open.
        with suppress(OSError):
            data = os.read(self._master, READ_BYTES)
            if not self.faults.silent:
                self.device.receive(data)

    def _write(self, data: bytes) -> None:
        waiting = (self._pending + data)[:PENDING_BYTES]
        try:
            self._pending = waiting[os.write(self._master, waiting) :]
        except BlockingIOError:
            self._pending = waiting
        except OSError as fault:
            raise PortError(f"the virtual table's port: {fault.strerror}") from None


def virtual_table(
    uuid: UUID, *, seed: int = 0, link: Path | None = None, **facts: int
) -> Simulator:
    """A table that behaves well, with a boot number that has not been before."""
    boot = facts.get("boot", int(time.time()))
    device = Device(uuid, boot & 0xFFFFFFFF, ring=facts.get("ring", RING))
    return Simulator(device, Faults(seed=seed), link=link)
