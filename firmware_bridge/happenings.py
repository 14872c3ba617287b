"""What the bridge tells the record: numbered entries that are kept once, and notices.

An entry's key is `bridge:DEVICE:BOOT:NUMBER`. Number 0 of a boot says that it began, a range of
numbers is a gap; so the keys that a journal has say how far it has come with each boot.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from firmware_bridge.messages import DeviceEvent, Hello, Reset

BootId = tuple[str, int]
"""A device's UUID and the number of its start."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something with a place in the order of one boot."""

    device: str
    boot: int

    @property
    def first(self) -> int:
        """The first number that it stands for."""
        raise NotImplementedError

    @property
    def last(self) -> int:
        """The last number that it stands for."""
        return self.first

    @property
    def key(self) -> str:
        """Under which the journal keeps it, once."""
        numbers = f"{self.first}-{self.last}" if self.last > self.first else f"{self.first}"
        return f"bridge:{self.device}:{self.boot}:{numbers}"


@dataclass(frozen=True, slots=True)
class Started(Entry):
    """The device has started since it was last heard; or it is heard for the first time."""

    hello: Hello
    earlier: int | None = None
    """The boot that the journal knows before this one."""
    missing: int = 0
    """Events which that boot had announced and which never came."""

    @property
    def first(self) -> int:
        """Before all events."""
        return 0

    @property
    def cause(self) -> str:
        """Why it started: power, pin, brown-out, watchdog, or several."""
        causes = [cause for cause in Reset if cause & self.hello.reset]
        return ", ".join(str(cause.name).lower().replace("_", "-") for cause in causes) or "unknown"

    @property
    def words(self) -> str:
        """For the record and for people."""
        if self.earlier is None:
            return f"the table {self.device} is new here (its start number {self.boot})"
        lost = (
            f"{self.missing} events that it had announced are lost"
            if self.missing
            else "what was pressed shortly before may be missing"
        )
        return f"the table {self.device} has restarted ({self.cause}); {lost}"


@dataclass(frozen=True, slots=True)
class Event(Entry):
    """One event of the device."""

    number: int
    """Counted from 1 in this boot, without end."""
    t_ms: int
    message: DeviceEvent

    @property
    def first(self) -> int:
        """Its number."""
        return self.number


@dataclass(frozen=True, slots=True)
class Gap(Entry):
    """Events that the device no longer holds and that never came."""

    since: int
    until: int
    dropped: int
    """How many its ring had no room for, in this boot."""

    @property
    def first(self) -> int:
        """The first that is missing."""
        return self.since

    @property
    def last(self) -> int:
        """The last that is missing."""
        return self.until

    @property
    def words(self) -> str:
        """For the record and for people."""
        count = self.until - self.since + 1
        why = (
            f"the table's memory overflowed, {self.dropped} dropped"
            if self.dropped
            else "acknowledged to another program, or never there"
        )
        return f"{count} events are missing ({self.since} to {self.until}): {why}"


class Condition(StrEnum):
    """How the line to a device is."""

    LINKED = "linked"
    LOST = "lost"
    RECOVERED = "recovered"
    MUTE = "mute"
    """The port is open and nothing that we understand comes."""
    REFUSED = "refused"
    LYING = "lying"
    """A whole frame says what cannot be."""


@dataclass(frozen=True, slots=True)
class Notice:
    """How the line is; without a number, for it is ours and not the device's."""

    condition: Condition
    words: str
    device: str | None = None


Happening = Started | Event | Gap | Notice


@dataclass(slots=True)
class Kept:
    """How far a journal has come with each boot of each device."""

    numbers: dict[BootId, int] = field(default_factory=dict)
    boots: dict[str, int] = field(default_factory=dict)
    """The last boot of each device."""

    @classmethod
    def from_keys(cls, keys: Iterable[str]) -> "Kept":
        """Read it off the keys of a journal, in their order; foreign keys are passed over."""
        kept = cls()
        for key in keys:
            kind, _, rest = key.partition(":")
            if kind == "bridge":
                device, boot, numbers = rest.split(":")
                kept.note(device, int(boot), int(numbers.rpartition("-")[2]))
        return kept

    def note(self, device: str, boot: int, last: int) -> None:
        """An entry up to this number is on the disk."""
        self.numbers[device, boot] = max(last, self.numbers.get((device, boot), 0))
        self.boots[device] = boot

    def number(self, device: str, boot: int) -> int | None:
        """The last number kept; None for a boot that the journal does not know."""
        return self.numbers.get((device, boot))
