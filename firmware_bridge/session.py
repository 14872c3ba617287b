"""The host's side of one line, without the line: bytes and times in, happenings and bytes out.

What it hands up is in order and without doubles; each entry is to be committed, or the line
closed, before more is received. Nothing is acknowledged before `committed` says that the journal
has it. Times are seconds of any steady clock.
"""

from collections import deque
from enum import StrEnum

from firmware_bridge import wire
from firmware_bridge.errors import MessageError
from firmware_bridge.happenings import (
    Condition,
    Entry,
    Event,
    Gap,
    Happening,
    Kept,
    Notice,
    Started,
)
from firmware_bridge.messages import (
    EVENTS,
    PROTOCOL,
    Ack,
    DeviceEvent,
    Heartbeat,
    Hello,
    HelloRequest,
    Lamp,
    Message,
    Sound,
    State,
)
from firmware_bridge.packets import Decoder, Packet, encode
from firmware_bridge.refusal import refusal

SILENCE_S = 2.0
"""Nothing heard for so long is a lost link; heartbeats come four times a second."""
GREETING_S = 3.0
"""How long a port may be open before somebody must have answered."""
REQUEST_S = 0.25
HELD = 64
"""How many events that came too early are kept."""
BEHIND = 1024
"""A number that is up to so many steps back is an old one; anything else lies ahead."""
TURN = 1 << 16


class Line(StrEnum):
    """Where the conversation is."""

    CLOSED = "closed"
    GREETING = "greeting"
    LINKED = "linked"
    SILENT = "silent"
    REFUSED = "refused"


class Session:
    """One conversation after the other with whatever hangs on one line."""

    def __init__(self, kept: Kept) -> None:
        self.kept = kept
        self.line = Line.CLOSED
        self.hello: Hello | None = None
        self.heartbeat: Heartbeat | None = None
        self.state: State | None = None
        self._decoder = Decoder()
        self._outgoing: deque[bytes] = deque()
        self._delivered = 0
        """The last number handed up in this boot; what is committed is in `kept`."""
        self._backward = 0
        """How many heartbeats in a row said less than was handed up."""
        self._early: dict[int, Event] = {}
        self._announced: dict[str, tuple[int, int]] = {}
        """Device to its last boot and the highest number that it said it had given."""
        self._said: set[str] = set()
        self._lamps: tuple[int, int] | None = None
        self._bytes = 0
        self._heard = self._opened = self._requested = 0.0
        self._sent = 0
        self._now = 0.0

    @property
    def bad_frames(self) -> int:
        """Frames that came damaged, since the beginning."""
        return self._decoder.bad

    @property
    def device(self) -> str | None:
        """The UUID of the device that answers."""
        return None if self.hello is None else self.hello.uuid

    def opened(self, now: float) -> None:
        """The line is open: ask who is there."""
        self._decoder.reset()
        self._outgoing.clear()
        self._early.clear()
        self._said.clear()
        self.line, self.hello, self.heartbeat, self.state = Line.GREETING, None, None, None
        self._heard = self._opened = self._now = now
        self._bytes = 0
        self._request()

    def closed(self) -> None:
        """The line is gone. What was handed up and not committed will come again."""
        self.line = Line.CLOSED
        self._outgoing.clear()
        self._early.clear()

    def receive(self, data: bytes, now: float) -> list[Happening]:
        """Take what came over the line."""
        self._now = now
        self._bytes += len(data)
        happenings: list[Happening] = []
        for packet in self._decoder.feed(data):
            self._heard = now
            if self.line is Line.SILENT and packet.type != Hello.TYPE:
                self._ask_again()  # another device may have taken its place
            else:
                self._take(packet, happenings)
        return happenings

    def tick(self, now: float) -> list[Happening]:
        """Let time pass; to be called some ten times a second."""
        self._now = now
        happenings: list[Happening] = []
        if self.line is Line.LINKED and now - self._heard >= SILENCE_S:
            self.line = Line.SILENT
            words = (
                f"nothing heard from the table for {SILENCE_S:g} s: is its cable in, its power on?"
            )
            happenings.append(Notice(Condition.LOST, words, self.device))
        elif self.line is Line.GREETING and now - self._opened >= GREETING_S:
            self._once(happenings, Condition.MUTE, self._mute())
        if self.line in {Line.GREETING, Line.SILENT}:
            self._ask_again()
        return happenings

    def committed(self, entry: Entry) -> None:
        """The journal has this entry on the disk: it may be acknowledged."""
        self.kept.note(entry.device, entry.boot, entry.last)
        if self.hello is not None and (entry.device, entry.boot) == (self.device, self.hello.boot):
            self._acknowledge()

    def lamps(self, on: int, blinking: int = 0) -> None:
        """Set the lamps, a bit each; repeated until the device says that they are so."""
        self._lamps = on, blinking
        self._light()

    def sound(self, hz: int, ms: int) -> None:
        """Sound a tone; one that is lost on the way is not repeated."""
        if self.hello is not None:
            self._send(Sound(self.hello.boot, hz, ms))

    def outgoing(self) -> bytes:
        """What is to be written to the line, first in first out; taken once."""
        data = b"".join(self._outgoing)
        self._outgoing.clear()
        return data

    def _take(self, packet: Packet, happenings: list[Happening]) -> None:
        if packet.type == Hello.TYPE and (words := refusal(packet)) is not None:
            self.line = Line.REFUSED
            self._once(happenings, Condition.REFUSED, words)
            return
        try:
            message = wire.read(packet)
        except MessageError as fault:
            words = f"the device sends what cannot be ({fault}): is its firmware the released one?"
            self._once(happenings, Condition.LYING, words)
            return
        if isinstance(message, Hello):
            self._greet(message, happenings)
        elif self.line is Line.LINKED and self.hello is not None:
            if getattr(message, "boot", None) != self.hello.boot:
                self._request()  # it has restarted, and its HELLO was lost
            elif isinstance(message, Heartbeat):
                self._beat(message, happenings)
            elif isinstance(message, State):
                self.state = message
                self._light()
            elif isinstance(message, EVENTS):
                self._event(packet, message, happenings)  # type: ignore[arg-type]

    def _greet(self, hello: Hello, happenings: list[Happening]) -> None:
        device = hello.uuid
        known = self.hello is not None and (self.device, self.hello.boot) == (device, hello.boot)
        missing = 0 if known else self._missing(device)
        if not known:
            self._early.clear()
            self._backward = 0
            self.heartbeat = self.state = None
            self._delivered = self.kept.number(device, hello.boot) or 0
        if self.line is Line.SILENT and device == self.device:
            happenings.append(Notice(Condition.RECOVERED, "the table is heard again", device))
        elif self.line is not Line.LINKED:
            happenings.append(Notice(Condition.LINKED, f"the table {device} answers", device))
        self.line, self.hello = Line.LINKED, hello
        if not known and self.kept.number(device, hello.boot) is None:
            earlier = self.kept.boots.get(device)
            happenings.append(Started(device, hello.boot, hello, earlier, missing))
        self._light()

    def _missing(self, device: str) -> int:
        """How many events its last boot announced that never came."""
        boot, announced = self._announced.get(device, (0, 0))
        if boot != self.kept.boots.get(device):
            return 0
        here = self.hello is not None and (self.device, self.hello.boot) == (device, boot)
        handed = self._delivered if here else 0  # it is committed before what comes now
        return max(0, announced - max(handed, self.kept.number(device, boot) or 0))

    def _beat(self, beat: Heartbeat, happenings: list[Happening]) -> None:
        if self.hello is None:
            return
        if beat.unacked > self.hello.ring:
            words = (
                f"the device says it holds {beat.unacked} events, its ring has {self.hello.ring}"
            )
            self._once(happenings, Condition.LYING, words)
            return
        device, boot = self.hello.uuid, self.hello.boot
        last = self._number(beat.last)
        if last < beat.unacked:
            last += TURN  # a journal that is new to a device which has counted once round
        if self._counts_backward(last):
            words = (
                f"the device counts anew under its old start number {boot}: its events up to"
                f" {self._delivered} are lost, does its EEPROM keep?"
            )
            self._once(happenings, Condition.LYING, words)
            return
        self.heartbeat = beat
        self._announced[device] = boot, max(last, self._announced_in(device, boot))
        oldest = last - beat.unacked + 1
        while self._delivered + 1 < oldest:
            later = min((number for number in self._early if number < oldest), default=oldest)
            if later > self._delivered + 1:
                gap = Gap(device, boot, self._delivered + 1, later - 1, beat.dropped)
                happenings.append(gap)
                self._delivered = gap.until
            self._drain(happenings)
        if beat.unacked and oldest <= (self.kept.number(device, boot) or 0):
            self._acknowledge()

    def _counts_backward(self, last: int) -> bool:
        """Whether it says that it gave fewer events than came; once may be a frame overtaken."""
        self._backward = self._backward + 1 if last < self._delivered else 0
        return self._backward > 1

    def _event(self, packet: Packet, message: DeviceEvent, happenings: list[Happening]) -> None:
        if self.hello is None:
            return
        if self.heartbeat is None and not self._delivered:
            return  # only a heartbeat says how far it has counted; what it holds comes again
        number = self._number(packet.seq)
        if number <= self._delivered:
            if self._delivered:
                self._acknowledge()
        else:
            device, boot = self.hello.uuid, self.hello.boot
            self._early[number] = Event(device, boot, number, packet.t_ms, message)
            self._drain(happenings)
            if len(self._early) > HELD:
                del self._early[max(self._early)]

    def _drain(self, happenings: list[Happening]) -> None:
        """Hand up what is next in order."""
        while (event := self._early.pop(self._delivered + 1, None)) is not None:
            self._delivered = event.number
            happenings.append(event)

    def _number(self, seq: int) -> int:
        """The number without end that the 16 bits on the wire stand for."""
        ahead = (seq - self._delivered) % TURN
        number = self._delivered + ahead
        behind = number - TURN
        return behind if ahead > TURN - BEHIND and behind >= 0 else number

    def _announced_in(self, device: str, boot: int) -> int:
        known, last = self._announced.get(device, (None, 0))
        return last if known == boot else 0

    def _acknowledge(self) -> None:
        if self.hello is not None:
            last = self.kept.number(self.hello.uuid, self.hello.boot)
            if last:
                self._send(Ack(self.hello.boot, last % TURN))

    def _light(self) -> None:
        if self.hello is None or self._lamps is None:
            return
        if self.state is None or (self.state.lamps, self.state.blinking) != self._lamps:
            self._send(Lamp(self.hello.boot, *self._lamps))

    def _ask_again(self) -> None:
        if self._now - self._requested >= REQUEST_S:
            self._request()

    def _request(self) -> None:
        self._requested = self._now
        self._send(HelloRequest(PROTOCOL))

    def _send(self, message: Message) -> None:
        self._sent += 1
        self._outgoing.append(encode(wire.packet(message, self._sent, int(self._now * 1000))))

    def _once(self, happenings: list[Happening], condition: Condition, words: str) -> None:
        """Say the first of many equal things, until the line is opened again."""
        if condition.value not in self._said:
            self._said.add(condition.value)
            happenings.append(Notice(condition, words, self.device))

    def _mute(self) -> str:
        if not self._bytes:
            return "nothing answers: is the table on, and is this its port?"
        return (
            f"{self._bytes} bytes came and no frame of ours: another device, other firmware, "
            "or a speed other than 115200"
        )
