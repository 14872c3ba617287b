"""A second client, written from PROTOCOL.md alone: the board and the virtual table answer alike.

It shares no code with the bridge: its own COBS, its own checksum, its own reading of the fields.
"""

import os
import select
import struct
import threading
import time
import tty
from contextlib import suppress
from uuid import UUID

import pytest

from firmware_bridge.script import Performer
from firmware_bridge.simulator import virtual_table

HELLO, HEARTBEAT, STATE, BUTTON = 0x01, 0x02, 0x03, 0x10
HELLO_REQUEST, ACK, LAMP = 0x80, 0x81, 0x82


def crc32(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0xEDB88320 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def frame(kind, seq, payload):
    plain = struct.pack("<BHI", kind, seq, 0) + payload
    plain += struct.pack("<I", crc32(plain))
    stuffed, part = b"", b""
    for byte in plain:
        if byte:
            part += bytes([byte])
        else:
            stuffed += bytes([len(part) + 1]) + part
            part = b""
    return stuffed + bytes([len(part) + 1]) + part + b"\0"


def unframe(stuffed):
    plain, at = b"", 0
    while at < len(stuffed):
        plain += stuffed[at + 1 : at + stuffed[at]] + b"\0"
        at += stuffed[at]
    plain = plain[:-1]
    assert crc32(plain[:-4]) == struct.unpack("<I", plain[-4:])[0]
    kind, seq, t_ms = struct.unpack_from("<BHI", plain)
    return kind, seq, t_ms, plain[7:-4]


class Client:
    """Reads and writes frames on a port."""

    def __init__(self, port):
        self.handle = os.open(port, os.O_RDWR | os.O_NOCTTY)
        tty.setraw(self.handle)
        self._tail = b""
        self._sync = False

    def send(self, kind, payload):
        os.write(self.handle, frame(kind, 1, payload))

    def hear(self, seconds):
        """The frames that come in so many seconds, each with its time."""
        heard, until = [], time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            if select.select([self.handle], [], [], left)[0]:
                *whole, self._tail = (self._tail + os.read(self.handle, 4096)).split(b"\0")
                if whole and not self._sync:
                    whole, self._sync = whole[1:], True  # the first may have begun before us
                heard += [(time.monotonic(), *unframe(one)) for one in whole if one]
        return heard

    def hear_until(self, kind, true=lambda _payload: True):
        for _ in range(100):
            for _, heard, seq, t_ms, payload in self.hear(0.1):
                if heard == kind and true(payload):
                    return seq, t_ms, payload
        raise AssertionError(f"message {kind:02x} did not come")


class Virtual:
    """The virtual table, told in the board's words."""

    def __init__(self, folder):
        self.simulator = virtual_table(UUID(int=77), link=folder / "virtual", boot=3)
        self.port = folder / "virtual"
        self._performer = Performer(self.simulator)
        self._lines = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def tell(self, *lines):
        self._lines += [line.replace(" 4", " honba") for line in lines]

    def _serve(self):
        while not self._stop.is_set():
            while self._lines:
                for _ in self._performer.perform(self._lines.pop(0)):
                    pass
            self.simulator.step()

    def stop(self):
        self._stop.set()
        self._thread.join()
        self.simulator.unplug()


@pytest.fixture(params=["board", "virtual"])
def device(request, tmp_path):
    if request.param == "board":
        yield request.getfixturevalue("board")(speed=1)
    else:
        one = Virtual(tmp_path)
        yield one
        one.stop()


@pytest.fixture
def client(device):
    one = Client(device.port)
    yield one
    os.close(one.handle)


def hello(client):
    client.send(HELLO_REQUEST, b"\x01")
    _, _, payload = client.hear_until(HELLO)
    return struct.unpack("<IBIBB16sBBHB", payload)


def unacked(payload):
    return struct.unpack("<IHBHH", payload)[2]


def bad(payload):
    return struct.unpack("<IHBHH", payload)[4]


def test_hello_says_who_it_is(client):
    boot, protocol, schema, _, _, uuid, seats, ring, capabilities, _ = hello(client)
    assert boot >= 1
    assert (protocol, schema, seats, capabilities) == (1, 0x007C911F, 4, 63)
    assert ring >= 1
    assert any(uuid)


def test_heartbeats_come_four_times_a_second_and_hello_until_the_first_ack(client, device):
    boot = hello(client)[0]
    kinds = [one[1] for one in client.hear(2.1)]
    assert 6 <= kinds.count(HEARTBEAT) <= 10
    assert 2 <= kinds.count(HELLO) <= 6
    assert 1 <= kinds.count(STATE) <= 3
    device.tell("press 4")
    client.hear_until(BUTTON)
    client.send(ACK, struct.pack("<IH", boot, 1))
    client.hear_until(HEARTBEAT, lambda payload: unacked(payload) == 0)
    assert not [one for one in client.hear(1.2) if one[1] == HELLO]


def test_an_event_comes_again_until_it_is_acknowledged_by_its_own_number(client, device):
    boot = hello(client)[0]
    device.tell("press 4")
    seq, t_ms, payload = client.hear_until(BUTTON)
    assert (seq, struct.unpack("<IBBBH", payload)) == (1, (boot, 1, 255, 1, 0))
    again = [one for one in client.hear(1.0) if one[1] == BUTTON]
    assert len(again) <= 9
    while len(again) < 5:  # a busy machine's board is slow
        again += [one for one in client.hear(1.0) if one[1] == BUTTON]
    assert {one[2:] for one in again} == {(seq, t_ms, payload)}
    for wrong in ((boot + 1, 1), (boot, 0), (boot, 2), (boot, 65535)):
        client.send(ACK, struct.pack("<IH", *wrong))
    assert [one for one in client.hear(0.4) if one[1] == BUTTON]
    client.send(ACK, struct.pack("<IH", boot, 1))
    client.hear_until(HEARTBEAT, lambda payload: unacked(payload) == 0)
    assert not [one for one in client.hear(0.4) if one[1] == BUTTON]


def test_damaged_frames_are_counted_and_not_obeyed(client):
    boot = hello(client)[0]
    # What came while the device was still starting may have been cut.
    before = bad(client.hear_until(HEARTBEAT)[2])
    good = bytearray(frame(LAMP, 1, struct.pack("<IBB", boot, 15, 0)))
    good[-3] ^= 0x10
    os.write(client.handle, bytes(good) + b"\x05\x05\x00" + b"\x07" * 300 + b"\x00\x00\x00")
    _, _, payload = client.hear_until(HEARTBEAT, lambda payload: bad(payload) >= before + 3)
    assert bad(payload) == before + 3
    _, _, state = client.hear_until(STATE)
    assert state[9] == 0


def test_whole_frames_that_no_host_says_are_counted_and_not_obeyed(client):
    boot = hello(client)[0]
    before = bad(client.hear_until(HEARTBEAT)[2])
    client.send(0x7F, struct.pack("<IB", boot, 1))
    client.send(BUTTON, struct.pack("<IBBBH", boot, 1, 255, 1, 0))
    client.send(LAMP, struct.pack("<IB", boot, 15))
    client.send(ACK, struct.pack("<IH", boot + 1, 1))  # to another: neither obeyed nor a lie
    _, _, payload = client.hear_until(HEARTBEAT, lambda payload: bad(payload) >= before + 3)
    assert bad(payload) == before + 3
    _, _, state = client.hear_until(STATE)
    assert state[9] == 0


def test_a_host_that_asks_without_end_keeps_nothing_from_the_line(client, device):
    hello(client)
    os.set_blocking(client.handle, False)
    device.tell("press 4")
    kinds, until = set(), time.monotonic() + 20
    while not {HELLO, HEARTBEAT, STATE, BUTTON} <= kinds:
        assert time.monotonic() < until, f"only {kinds} came"
        with suppress(BlockingIOError):  # more than the line takes
            client.send(HELLO_REQUEST, b"\x01")
        kinds |= {one[1] for one in client.hear(0.002)}


def test_lamps_are_answered_by_the_state_that_shows_them(client):
    boot = hello(client)[0]
    client.hear(0.1)
    client.send(LAMP, struct.pack("<IBB", boot, 0x35, 0x30))
    _, _, state = client.hear_until(STATE)
    assert (state[9], state[10]) == (0x35, 0x30)
