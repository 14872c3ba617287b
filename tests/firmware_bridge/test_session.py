"""The host's side of the line: greeting, refusing, acknowledging, gaps, silence, words."""

import json
import threading
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge import packets, wire
from firmware_bridge.device import Device
from firmware_bridge.errors import LostPortError
from firmware_bridge.happenings import Condition, Event, Gap, Kept, Notice, Started
from firmware_bridge.link import Link
from firmware_bridge.messages import Ack, Button, Dice, Heartbeat, HelloRequest, Lamp, Reset
from firmware_bridge.packets import Decoder
from firmware_bridge.session import HELD, Line, Session
from firmware_bridge.telling import in_words, mapping

U = UUID("6a616e74-616b-4075-8000-000000000001")


class Pair:
    """A device and a session with a perfect line between them."""

    def __init__(self, device=None, kept=None):
        self.device = device or Device(U, boot=7)
        self.session = Session(kept or Kept())
        self.session.opened(0.0)
        self.ms = 0
        self.written = []

    def run(self, ms, *, commit=True, connected=True):
        heard = []
        for _ in range(0, ms, 10):
            self.ms += 10
            self.device.tick(self.ms)
            data = b"".join(self.device.outgoing())
            now = self.ms / 1000
            news = self.session.receive(data if connected else b"", now) + self.session.tick(now)
            heard += news
            for one in news:
                if commit and not isinstance(one, Notice):
                    self.session.committed(one)
            out = self.session.outgoing()
            self.written += [wire.read(packet) for packet in Decoder().feed(out)]
            if connected:
                self.device.receive(out)
        return heard


def events(heard):
    return [one.number for one in heard if isinstance(one, Event)]


def notices(heard):
    return [one.condition for one in heard if isinstance(one, Notice)]


def test_the_host_asks_and_the_device_is_greeted():
    pair = Pair()
    linked, started = pair.run(100)
    assert linked.condition is Condition.LINKED
    assert started == Started(str(U), 7, started.hello)
    assert isinstance(pair.written[0], HelloRequest)
    pair.device.press(Button.HONBA)
    pair.run(100)
    assert pair.device.greeted


def test_a_press_comes_once_and_leaves_the_ring_when_it_is_committed():
    pair = Pair()
    pair.run(100)
    pair.device.press(Button.HONBA)
    assert events(pair.run(300, commit=False)) == [1]
    assert len(pair.device.ring) == 1
    assert events(pair.run(1000, commit=False)) == []
    assert not [one for one in pair.written if isinstance(one, Ack) and one.last == 1]


def test_after_a_kill_the_unacknowledged_comes_again_and_the_kept_does_not():
    pair = Pair()
    kept = pair.session.kept
    pair.run(100)
    pair.device.press(Button.HONBA)
    pair.device.press(Button.SET)
    first, second = (one for one in pair.run(300, commit=False) if isinstance(one, Event))
    kept.note(first.device, first.boot, first.last)
    again = Pair(pair.device, kept)
    again.ms = pair.ms
    assert events(again.run(300)) == [second.number]
    assert not pair.device.ring


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"protocol": 2}, "the table speaks protocol 2, this program 1: bring this program up"),
        ({"protocol": 0}, "bring the table's firmware up to date"),
        ({"schema": 0xDEADBEEF}, "the schema deadbeef, this program's"),
    ],
)
def test_another_edition_is_refused_in_words_and_nothing_is_taken(change, words):
    pair = Pair()
    for name, value in change.items():
        setattr(pair.device, name, value)
    pair.device.press(Button.HONBA)
    (refused,) = pair.run(3000)
    assert refused.condition is Condition.REFUSED
    assert words in refused.words
    assert pair.session.line is Line.REFUSED
    assert not [one for one in pair.written if isinstance(one, Ack)]
    assert len(pair.device.ring) == 1


def test_a_ring_that_overflows_says_how_many_were_dropped():
    pair = Pair(Device(U, boot=7, ring=4))
    pair.run(100)
    for _ in range(10):
        pair.device.throw(1, 2, 3)
    heard = pair.run(500)
    gap = next(one for one in heard if isinstance(one, Gap))
    assert (gap.first, gap.last, gap.dropped) == (1, 6, 6)
    assert gap.words == "6 events are missing (1 to 6): the table's memory overflowed, 6 dropped"
    assert events(heard) == [7, 8, 9, 10]
    assert not pair.device.ring


def test_a_reset_says_what_may_be_missing():
    pair = Pair()
    pair.run(1000)
    pair.device.start(Reset.WATCHDOG, again=True)
    heard = pair.run(1000)
    started = next(one for one in heard if isinstance(one, Started))
    assert (started.boot, started.earlier, started.cause) == (8, 7, "watchdog")
    assert started.words.endswith("has restarted (watchdog); what was pressed shortly before may"
                                  " be missing")  # fmt: skip


def test_a_reset_names_how_many_had_been_announced_and_never_came():
    pair = Pair()
    pair.run(1000)
    beat = Heartbeat(7, 3, 3, 0, 0)
    pair.session.receive(packets.encode(wire.packet(beat, 0, 1)), pair.ms / 1000)
    pair.device.start(Reset.BROWN_OUT, again=True)
    started = next(one for one in pair.run(1000) if isinstance(one, Started))
    assert started.missing == 3
    assert "3 events that it had announced are lost" in started.words


def test_what_came_in_one_read_with_the_reset_is_not_missing():
    pair = Pair()
    pair.run(300)
    pair.device.throw(0, 1, 1)
    pair.device.tick(pair.ms + 250)
    before = b"".join(pair.device.outgoing())
    beat = packets.encode(wire.packet(pair.device.heartbeat(), 0, pair.ms))
    pair.device.start(Reset.PIN, again=True)
    pair.device.tick(1)
    after = b"".join(pair.device.outgoing())
    heard = pair.session.receive(before + beat + after, pair.ms / 1000)
    assert events(heard) == [1]
    assert heard[-1].missing == 0


def test_a_silent_link_is_known_within_three_seconds_and_its_return_is_said():
    pair = Pair()
    pair.run(1000)
    assert notices(pair.run(3000, connected=False)) == [Condition.LOST]
    assert notices(pair.run(5000, connected=False)) == []
    assert notices(pair.run(500)) == [Condition.RECOVERED]


def test_another_device_with_the_same_start_number_is_not_taken_for_the_lost_one():
    pair = Pair()
    pair.run(1000)
    pair.device.press(Button.HONBA)
    pair.run(500)
    pair.run(3000, connected=False)
    other = Device(UUID(int=2), boot=7)
    for _ in range(3):
        other.throw(1, 2, 3)
    pair.device, pair.written = other, []
    heard = pair.run(2000)
    assert {one.device for one in heard} == {str(other.uuid)}
    assert events(heard) == [1, 2, 3]
    assert not other.ring
    assert [one.last for one in pair.written if isinstance(one, Ack)][-1] == 3


def test_a_lost_device_is_asked_who_it_is_before_anything_is_taken_of_it():
    pair = Pair()
    pair.run(1000)
    pair.run(3000, connected=False)
    pair.written = []
    dice = packets.encode(wire.packet(Dice(7, 1, 2, 3), 1, 1))
    now = pair.ms / 1000 + 1
    assert pair.session.receive(dice * 3, now) == []
    sent = Decoder().feed(pair.session.outgoing())
    assert [type(wire.read(one)) for one in sent] == [HelloRequest]
    assert pair.session.line is Line.SILENT


def test_a_port_on_which_nothing_or_something_else_speaks_is_named():
    session = Session(Kept())
    session.opened(0.0)
    (mute,) = session.tick(3.0)
    assert mute.words == "nothing answers: is the table on, and is this its port?"
    assert session.tick(9.0) == []
    session.opened(10.0)
    session.receive(b"$GPGGA,123519\r\n" * 5, 11.0)
    (other,) = session.tick(13.5)
    assert "75 bytes came and no frame of ours" in other.words
    assert "a speed other than 115200" in other.words


def test_a_device_that_claims_to_hold_more_than_its_ring_is_said_to_lie():
    pair = Pair()
    pair.run(1000)
    lie = packets.encode(wire.packet(Heartbeat(7, 200, 200, 0, 0), 0, 1))
    (lying,) = pair.session.receive(lie * 3, pair.ms / 1000)
    assert lying.condition is Condition.LYING
    assert "holds 200 events, its ring has 32" in lying.words
    assert events(pair.run(500)) == []


BODIES = st.tuples(
    st.sampled_from([0x01, 0x02, 0x03, *range(0x10, 0x16), 0x81]),
    st.sampled_from([32, 11, 35, 9, 7, 12, 6, 0, 3]),
    st.randoms(use_true_random=False),
    st.integers(0, 65535),
)


@given(st.lists(BODIES, max_size=30))
def test_a_device_may_say_anything_and_the_session_stands(lies):
    pair = Pair()
    pair.run(100)
    for kind, size, dice, seq in lies:
        boot = dice.choice([7, 7, 7, 8]).to_bytes(4, "little")
        payload = (boot + dice.randbytes(size))[:size]
        frame = packets.encode(packets.Packet(kind, seq, 1, payload))
        for one in pair.session.receive(frame, pair.ms / 1000):
            assert json.dumps(mapping(one))
            assert in_words(one)
            if not isinstance(one, Notice):
                pair.session.committed(one)
        for packet in Decoder().feed(pair.session.outgoing()):
            message = wire.read(packet)
            if isinstance(message, Ack):
                kept = pair.session.kept.number(pair.session.device, message.boot)
                assert kept % 65536 == message.last


def test_numbers_that_jump_block_nothing():
    pair = Pair()
    pair.run(100)
    for jump in range(100, 400):
        lie = packets.encode(wire.packet(Dice(7, 0, 1, 1), jump, 1))
        assert pair.session.receive(lie, pair.ms / 1000) == []
    assert len(pair.session._early) <= HELD
    pair.device.press(Button.HONBA)
    assert events(pair.run(500)) == [1]


def test_numbers_go_on_beyond_sixteen_bits():
    kept = Kept()
    kept.note(str(U), 7, 65_533)
    device = Device(U, boot=7)
    device.last = 65_533
    pair = Pair(device, kept)
    pair.run(100)
    for _ in range(6):
        device.throw(0, 1, 1)
    assert events(pair.run(500)) == list(range(65_534, 65_540))
    assert not device.ring


@pytest.mark.parametrize("last", [40, 40_000, 65_535])
def test_a_new_journal_joins_a_device_that_another_has_served(last):
    device = Device(U, boot=7)
    device.last = last
    pair = Pair(device)
    device.throw(0, 1, 1)
    heard = pair.run(800)
    gap = next(one for one in heard if isinstance(one, Gap))
    assert (gap.first, gap.last) == (1, last)
    assert gap.words.endswith("acknowledged to another program, or never there")
    assert events(heard) == [last + 1]
    assert not device.ring


def test_a_new_journal_joins_a_device_whose_ring_holds_the_turn_of_its_numbers():
    device = Device(U, boot=7)
    device.last = 65_533
    for _ in range(6):
        device.throw(0, 1, 1)
    heard = Pair(device).run(800)
    (gap,) = (one for one in heard if isinstance(one, Gap))
    assert (gap.first, gap.last) == (1, 65_533)
    assert events(heard) == list(range(65_534, 65_540))
    assert not device.ring


def test_a_device_that_starts_again_under_the_same_number_is_said_to_lie():
    pair = Pair()
    pair.run(300)
    for _ in range(6):
        pair.device.throw(0, 1, 1)
    pair.run(300)
    pair.device.start(Reset.POWER)
    pair.ms = 0
    pair.session.opened(0.0)
    pair.device.press(Button.SET)
    _, lying = (one for one in pair.run(1500) if isinstance(one, Notice))
    assert lying.condition is Condition.LYING
    assert "under its old start number 7: its events up to 6 are lost" in lying.words


def test_a_heartbeat_that_an_event_overtook_is_no_lie():
    pair = Pair()
    pair.run(300)
    old = pair.device.heartbeat()
    pair.device.throw(0, 1, 1)
    pair.run(300)
    late = packets.encode(wire.packet(old, 0, 300))
    assert pair.session.receive(late, pair.ms / 1000) == []
    assert notices(pair.run(2000)) == []


def test_lamps_are_repeated_until_the_device_shows_them():
    pair = Pair()
    pair.run(100)
    pair.session.lamps(5)
    pair.run(200, connected=False)  # lost on the way
    assert pair.device.on == 0
    pair.run(1500)
    assert pair.device.on == 5
    sent = sum(isinstance(one, Lamp) for one in pair.written)
    pair.run(3000)
    assert sum(isinstance(one, Lamp) for one in pair.written) == sent


def test_what_is_written_first_goes_first():
    pair = Pair()
    pair.run(100)
    for hz in (100, 200, 300):
        pair.session.sound(hz, 10)
    pair.run(100)
    assert pair.device.tones == [(100, 10), (200, 10), (300, 10)]


def test_a_port_that_opens_and_dies_at_once_is_said_once_and_left_in_peace():
    opened, told, stop = [], [], threading.Event()

    class Dying:
        def read(self):
            raise LostPortError("port x went away: EIO")

        def write(self, data):
            pass

        def close(self):
            pass

    def opener():
        opened.append(1)
        return Dying()

    threading.Timer(0.5, stop.set).start()
    Link(Session(Kept()), opener, told.append).run(stop)
    assert 1 < len(opened) < 6
    assert [one.condition for one in told] == [Condition.LOST]
