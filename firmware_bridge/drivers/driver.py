"""The seam for other makes: what a driver is, and which there are.

A package of its own adds one by an entry point in the group `jantaku.drivers`: a name, and a
function that takes what stands behind the colon of `NAME:TARGET` and returns a `Driver`.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from typing import Protocol
from uuid import UUID, uuid5

from firmware_bridge.errors import DriverError
from firmware_bridge.happenings import Event, Happening, Kept, Started
from firmware_bridge.messages import PROTOCOL, SEATS, Capability, DeviceEvent, Hello, Reset
from firmware_bridge.wire import SCHEMA

GROUP = "jantaku.drivers"
Keep = Callable[[Happening], None]
"""Brings a happening to where it is safe."""


class Driver(Protocol):
    """One source of happenings."""

    def run(self, kept: Kept, keep: Keep, stop: threading.Event) -> None:
        """Hand every happening to `keep`, in order, until there are no more or `stop` is set.

        `kept` says how far the journal has come. Raises BridgeError where it cannot begin.
        """


Factory = Callable[[str], Driver]
_NAMESPACE = UUID("6a616e74-616b-4075-8000-647269766572")


@dataclass(slots=True)
class Counter:
    """Numbers the events of a source that has no numbers of its own."""

    name: str
    """What tells this source from all others."""
    boot: int
    """Greater than at any earlier start, or the same for the same content."""
    capabilities: Capability
    number: int = 0
    device: UUID = field(init=False)

    def __post_init__(self) -> None:
        """The same name is the same device, always."""
        self.device = uuid5(_NAMESPACE, self.name)

    def started(self, kept: Kept) -> Started:
        """The entry that begins this boot."""
        hello = Hello(
            self.boot, PROTOCOL, SCHEMA, 1, 0, self.device.bytes, SEATS, 0, self.capabilities,
            Reset.POWER,
        )  # fmt: skip
        return Started(str(self.device), self.boot, hello, kept.boots.get(str(self.device)))

    def event(self, message: DeviceEvent, t_ms: int) -> Event:
        """The next event."""
        self.number += 1
        return Event(str(self.device), self.boot, self.number, t_ms & 0xFFFFFFFF, message)


def open_driver(target: str, built_in: dict[str, Factory]) -> Driver:
    """The driver for `NAME:TARGET`; without a known name, the target is a serial port.

    Raises DriverError for one that cannot be loaded.
    """
    name, colon, rest = target.partition(":")
    if colon and name in built_in:
        return built_in[name](rest)
    for found in entry_points(group=GROUP) if colon else ():
        if found.name == name:
            try:
                factory: Factory = found.load()
            except (ImportError, AttributeError) as fault:
                raise DriverError(f"driver {name}: {fault}, expected it to load") from None
            return factory(rest)
    return built_in["serial"](target)
