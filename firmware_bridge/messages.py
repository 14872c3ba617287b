"""The messages of the bridge as values; PROTOCOL.md is the same in words.

`wire` makes them payloads and back. Whatever a device says begins with its boot id. Seats are 0-3
as they lie round the table, counter-clockwise; NOBODY where no seat is meant.
"""

from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import ClassVar
from uuid import UUID

PROTOCOL = 1
SEATS = 4
NOBODY = 255
STICK_VALUES = (10000, 5000, 1000, 500, 100)
"""The points of a stick, in the order of the counts."""


class Button(IntEnum):
    """The buttons of a table."""

    DICE = 0
    """One a seat: whoever presses it is the dealer."""
    HONBA = 1
    SET = 2
    """The tiles are set anew: a hand has ended."""
    PAUSE = 3
    """Both start switches: wait for late tiles."""
    DEALER = 4
    RIICHI = 5
    RON = 6
    TSUMO = 7


class Action(IntEnum):
    """What a button did."""

    RELEASED = 0
    PRESSED = 1


class Quality(IntEnum):
    """How far a tray's counts can be believed."""

    GOOD = 0
    UNSURE = 1
    """A resistance between two counts: dirt, a tilted stick, a wrong slot."""
    TOO_MANY = 2
    """More sticks in a slot than can be told apart."""


class Reset(IntFlag):
    """Why the device started."""

    POWER = 1
    PIN = 2
    BROWN_OUT = 4
    WATCHDOG = 8


class FaultCode(IntEnum):
    """What a device can find wrong with itself."""

    STUCK_BUTTON = 1
    """Detail: 16 x button + seat (15: no seat)."""
    TRAY = 2
    """Detail: the seat whose tray cannot be read."""
    EEPROM = 3


class Capability(IntFlag):
    """What a device has."""

    BUTTONS = 1
    DICE = 2
    STICKS = 4
    RIICHI_STICKS = 8
    LAMPS = 16
    SOUND = 32


@dataclass(frozen=True, slots=True)
class Message:
    """Any message; its fields in the order of the wire."""

    TYPE: ClassVar[int]
    LAYOUT: ClassVar[str]
    """The sizes of the fields, as PROTOCOL.md writes them."""
    NAME: ClassVar[str]


@dataclass(frozen=True, slots=True)
class Hello(Message):
    """Who the device is. Boot, protocol and schema keep their places in every edition."""

    NAME, TYPE, LAYOUT = "hello", 0x01, "u32 u8 u32 u8 u8 uuid u8 u8 u16 u8"
    boot: int
    protocol: int
    schema: int
    firmware_major: int
    firmware_minor: int
    device: bytes
    seats: int
    ring: int
    """How many events it can hold."""
    capabilities: int
    reset: int

    @property
    def uuid(self) -> str:
        """The device's UUID as text."""
        return str(UUID(bytes=self.device))


@dataclass(frozen=True, slots=True)
class Heartbeat(Message):
    """The device is there; comes four times a second."""

    NAME, TYPE, LAYOUT = "heartbeat", 0x02, "u32 u16 u8 u16 u16"
    boot: int
    last: int
    """The number of the last event, 0 for none yet."""
    unacked: int
    """How many of the last events it still holds."""
    dropped: int
    """Events of this boot that the ring had no room for; stays at 65535."""
    bad: int
    """Frames that it received and could not obey."""


@dataclass(frozen=True, slots=True)
class State(Message):
    """What is pressed, lit and counted at this moment."""

    NAME, TYPE, LAYOUT = "state", 0x03, "u32 u16 u8 u8 u8 u8 u8 u8x4 u8x20"
    boot: int
    pressed: int
    """A bit a button: 0-3 the dice buttons by seat, 4 honba, 5 set, 6 pause."""
    riichi: int
    """A bit a seat with its stick laid."""
    first: int
    """The dice as last thrown; 0 for never."""
    second: int
    lamps: int
    blinking: int
    quality: bytes
    """A Quality a seat."""
    counts: bytes
    """Five counts a seat, in the order of STICK_VALUES."""


@dataclass(frozen=True, slots=True)
class ButtonMoved(Message):
    """A button was pressed or let go."""

    NAME, TYPE, LAYOUT = "button", 0x10, "u32 u8 u8 u8 u16"
    boot: int
    button: int
    seat: int
    action: int
    held_ms: int
    """On release, how long it was held; stays at 65535."""


@dataclass(frozen=True, slots=True)
class Dice(Message):
    """The dice were thrown."""

    NAME, TYPE, LAYOUT = "dice", 0x11, "u32 u8 u8 u8"
    boot: int
    seat: int
    """Who pressed."""
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Sticks(Message):
    """The sticks in one seat's tray have changed and settled: evidence, never truth."""

    NAME, TYPE, LAYOUT = "sticks", 0x12, "u32 u8 u8 u8 u8 u8 u8 u8"
    boot: int
    seat: int
    quality: int
    n10000: int
    n5000: int
    n1000: int
    n500: int
    n100: int

    @property
    def counts(self) -> tuple[int, int, int, int, int]:
        """How many of each, in the order of STICK_VALUES."""
        return self.n10000, self.n5000, self.n1000, self.n500, self.n100

    @property
    def points(self) -> int:
        """What they are worth."""
        return sum(map(int.__mul__, self.counts, STICK_VALUES))


@dataclass(frozen=True, slots=True)
class RiichiStick(Message):
    """A riichi stick was laid or taken up."""

    NAME, TYPE, LAYOUT = "riichi_stick", 0x13, "u32 u8 u8"
    boot: int
    seat: int
    present: int


@dataclass(frozen=True, slots=True)
class Fault(Message):
    """The device finds something wrong with itself."""

    NAME, TYPE, LAYOUT = "fault", 0x14, "u32 u8 u16"
    boot: int
    code: int
    detail: int


@dataclass(frozen=True, slots=True)
class HelloRequest(Message):
    """The host asks who is there."""

    NAME, TYPE, LAYOUT = "hello_request", 0x80, "u8"
    protocol: int


@dataclass(frozen=True, slots=True)
class Ack(Message):
    """Every event of this boot up to this number is kept for good."""

    NAME, TYPE, LAYOUT = "ack", 0x81, "u32 u16"
    boot: int
    last: int


@dataclass(frozen=True, slots=True)
class Lamp(Message):
    """Sets all lamps: a bit a lamp, 0-3 the dealer's by seat, 4-7 the riichi lamps."""

    NAME, TYPE, LAYOUT = "lamp", 0x82, "u32 u8 u8"
    boot: int
    on: int
    blinking: int


@dataclass(frozen=True, slots=True)
class Sound(Message):
    """A tone."""

    NAME, TYPE, LAYOUT = "sound", 0x83, "u32 u16 u16"
    boot: int
    hz: int
    ms: int


KINDS: tuple[type[Message], ...] = (
    Hello, Heartbeat, State, ButtonMoved, Dice, Sticks, RiichiStick, Fault,
    HelloRequest, Ack, Lamp, Sound,
)  # fmt: skip
EVENTS: tuple[type[Message], ...] = (ButtonMoved, Dice, Sticks, RiichiStick, Fault)
"""What has a number, waits in the ring and is acknowledged."""
OF_HOSTS: tuple[type[Message], ...] = (HelloRequest, Ack, Lamp, Sound)
DeviceEvent = ButtonMoved | Dice | Sticks | RiichiStick | Fault
