"""The device's side of the line, without the line: what the firmware does, in Python.

Times are milliseconds since the device's start. It behaves well; `faults` makes it misbehave.
"""

from collections import deque
from dataclasses import dataclass
from uuid import UUID

from firmware_bridge import wire
from firmware_bridge.errors import MessageError
from firmware_bridge.messages import (
    NOBODY,
    OF_HOSTS,
    PROTOCOL,
    SEATS,
    Ack,
    Action,
    Button,
    ButtonMoved,
    Capability,
    DeviceEvent,
    Dice,
    Fault,
    FaultCode,
    Heartbeat,
    Hello,
    HelloRequest,
    Lamp,
    Message,
    Reset,
    RiichiStick,
    State,
    Sticks,
)
from firmware_bridge.packets import Decoder, encode

FIRMWARE = 1, 1
"""The reference firmware that it is like: major, minor."""
RING = 32
HEARTBEAT_MS = 250
STATE_MS = 1000
RESEND_MS = 120
HELLO_MS = 500
STUCK_MS = 10_000
ALL = Capability(0b111111)


@dataclass(slots=True)
class _Waiting:
    """An event in the ring."""

    number: int
    t_ms: int
    message: DeviceEvent
    sent: bool = False


class Device:
    """A table's electronics. Move its parts, give it bytes and time, take its frames."""

    def __init__(self, uuid: UUID, boot: int = 1, *, ring: int = RING) -> None:
        self.uuid = uuid
        self.ring_size = ring
        self.schema = wire.SCHEMA
        self.protocol = PROTOCOL
        self.boot = boot
        self.start(Reset.POWER)

    def start(self, cause: Reset, *, again: bool = False) -> None:
        """Begin a boot; with `again`, the next one, and all that was in the ring is gone."""
        self.boot += again
        self.reset = cause
        self.now_ms = 0
        self.last = self.dropped = 0
        self.ring: deque[_Waiting] = deque()
        self.greeted = False
        self.on = self.blinking = 0
        self.tones: list[tuple[int, int]] = []
        self._decoder = Decoder()
        self._pressed: dict[tuple[Button, int], int] = {}
        self._stuck: set[tuple[Button, int]] = set()
        self._riichi = 0
        self._dice = (0, 0)
        self._trays = [Sticks(self.boot, seat, 0, 0, 0, 0, 0, 0) for seat in range(SEATS)]
        self._frames: deque[bytes] = deque()
        self._progress = 0
        self._due = {"hello": 0, "heartbeat": HEARTBEAT_MS, "state": STATE_MS}

    def press(self, button: Button, seat: int = NOBODY) -> None:
        """Push a button down."""
        if (button, seat) not in self._pressed:
            self._pressed[button, seat] = self.now_ms
            self._give(ButtonMoved(self.boot, button, seat, Action.PRESSED, 0))

    def release(self, button: Button, seat: int = NOBODY) -> None:
        """Let a button go."""
        since = self._pressed.pop((button, seat), None)
        self._stuck.discard((button, seat))
        if since is not None:
            held = min(self.now_ms - since, 0xFFFF)
            self._give(ButtonMoved(self.boot, button, seat, Action.RELEASED, held))

    def throw(self, seat: int, first: int, second: int) -> None:
        """Let the dice fall."""
        self._dice = first, second
        self._give(Dice(self.boot, seat, first, second))

    def lay_riichi(self, seat: int, present: bool) -> None:
        """Lay a riichi stick, or take it up."""
        bit = 1 << seat
        if bool(self._riichi & bit) != present:
            self._riichi ^= bit
            self._give(RiichiStick(self.boot, seat, int(present)))

    def fill(self, seat: int, counts: tuple[int, int, int, int, int], quality: int = 0) -> None:
        """Change the sticks in a tray."""
        tray = Sticks(self.boot, seat, quality, *counts)
        if tray != self._trays[seat]:
            self._trays[seat] = tray
            self._give(tray)

    def fault(self, code: FaultCode, detail: int) -> None:
        """Find something wrong."""
        self._give(Fault(self.boot, code, detail))

    def receive(self, data: bytes) -> None:
        """Take what the host wrote."""
        for packet in self._decoder.feed(data):
            try:
                message = wire.read(packet)
            except MessageError:
                self._decoder.bad += 1
                continue
            if isinstance(message, OF_HOSTS):
                self._obey(message)
            else:
                self._decoder.bad += 1

    def tick(self, now_ms: int) -> None:
        """Let time pass; to be called every few milliseconds."""
        self.now_ms = now_ms
        for (button, seat), since in self._pressed.items():
            if now_ms - since >= STUCK_MS and (button, seat) not in self._stuck:
                self._stuck.add((button, seat))
                self.fault(FaultCode.STUCK_BUTTON, button * 16 + min(seat, 15))
        if not self.greeted and now_ms >= self._due["hello"]:
            self._due["hello"] = now_ms + HELLO_MS
            self._say(self.hello())
        if now_ms >= self._due["heartbeat"]:
            self._due["heartbeat"] = now_ms + HEARTBEAT_MS
            self._say(self.heartbeat())
        if now_ms >= self._due["state"]:
            self._due["state"] = now_ms + STATE_MS
            self._say(self.state())
        if self.ring and now_ms - self._progress >= RESEND_MS:
            self._progress = now_ms
            for waiting in self.ring:
                waiting.sent = False
        for waiting in self.ring:
            if not waiting.sent:
                waiting.sent = True
                carried = wire.packet(waiting.message, waiting.number, waiting.t_ms)
                self._frames.append(encode(carried))

    def outgoing(self) -> list[bytes]:
        """The frames to write, in order; taken once."""
        frames = list(self._frames)
        self._frames.clear()
        return frames

    def hello(self) -> Hello:
        """Who it is."""
        return Hello(
            self.boot, self.protocol, self.schema, *FIRMWARE, self.uuid.bytes, SEATS,
            self.ring_size, ALL, self.reset,
        )  # fmt: skip

    def heartbeat(self) -> Heartbeat:
        """How its ring is."""
        last, dropped = self.last & 0xFFFF, min(self.dropped, 0xFFFF)
        return Heartbeat(self.boot, last, len(self.ring), dropped, min(self._decoder.bad, 0xFFFF))

    def state(self) -> State:
        """What is pressed, lit and counted."""
        pressed = 0
        for button, seat in self._pressed:
            if button is Button.DICE and seat < SEATS:
                pressed |= 1 << seat
            elif button in {Button.HONBA, Button.SET, Button.PAUSE}:
                pressed |= 1 << (SEATS + button - 1)
        quality = bytes(tray.quality for tray in self._trays)
        counts = b"".join(bytes(tray.counts) for tray in self._trays)
        first, second = self._dice
        return State(
            self.boot, pressed, self._riichi, first, second, self.on, self.blinking, quality, counts
        )

    def _obey(self, message: Message) -> None:
        if isinstance(message, HelloRequest):
            self._say(self.hello())
            self._say(self.heartbeat())
        elif getattr(message, "boot", None) != self.boot:
            return
        elif isinstance(message, Ack):
            self._forget(message.last)
        elif isinstance(message, Lamp):
            self.on, self.blinking = message.on, message.blinking
            self._say(self.state())
        elif message.NAME == "sound":
            self.tones.append((message.hz, message.ms))  # type: ignore[attr-defined]

    def _forget(self, last: int) -> None:
        self.greeted = True
        count = (last - (self.last - len(self.ring))) & 0xFFFF
        if 0 < count <= len(self.ring):
            for _ in range(count):
                self.ring.popleft()
            self._progress = self.now_ms

    def _give(self, message: DeviceEvent) -> None:
        """Number an event and put it in the ring; the oldest makes room."""
        self.last += 1
        if len(self.ring) == self.ring_size:
            self.ring.popleft()
            self.dropped += 1
        if not self.ring:
            self._progress = self.now_ms
        self.ring.append(_Waiting(self.last, self.now_ms, message))

    def _say(self, message: Message) -> None:
        self._frames.append(encode(wire.packet(message, 0, self.now_ms)))
