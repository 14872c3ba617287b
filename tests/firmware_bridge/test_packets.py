"""Frames under hypothesis: any packet survives any cutting, no mutation is ever accepted."""

import itertools
import os
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge import cobs, packets
from firmware_bridge.errors import FrameError
from firmware_bridge.packets import FRAME_BYTES, Decoder, Packet

PACKETS = st.builds(
    Packet,
    st.integers(0, 255),
    st.integers(0, 65535),
    st.integers(0, 2**32 - 1),
    st.binary(max_size=48),
)


@given(st.lists(PACKETS, max_size=8), st.lists(st.integers(0, 500), max_size=20))
def test_packets_survive_however_the_stream_is_cut(sent, cuts):
    stream = b"".join(map(packets.encode, sent))
    places = [0, *sorted(min(cut, len(stream)) for cut in cuts), len(stream)]
    decoder = Decoder()
    heard = []
    for start, end in itertools.pairwise(places):
        heard += decoder.feed(stream[start:end])
    assert heard == sent
    assert decoder.bad == 0


@given(st.binary(max_size=cobs.LONGEST))
def test_cobs_has_no_zero_and_is_undone(data):
    stuffed = cobs.encode(data)
    assert 0 not in stuffed
    assert len(stuffed) == len(data) + 1
    assert cobs.decode(stuffed) == data


def test_cobs_refuses_what_would_need_long_blocks():
    with pytest.raises(FrameError, match="254 bytes to stuff, expected at most 253"):
        cobs.encode(bytes(254))


@given(st.binary(max_size=2000))
def test_anything_may_come_and_little_is_kept(data):
    decoder = Decoder()
    decoder.feed(data)
    assert len(decoder._tail) < FRAME_BYTES
    decoder.feed(b"\0")
    good = Packet(17, 1, 2, b"abc")
    assert decoder.feed(packets.encode(good)) == [good]


def test_an_endless_line_without_a_zero_is_bounded_and_counts_once():
    decoder = Decoder()
    for _ in range(1000):
        assert decoder.feed(b"\xaa" * 1000) == []
    assert len(decoder._tail) < FRAME_BYTES
    decoder.feed(b"\0")
    assert decoder.bad == 1


def mutated(frame, dice):
    """The frame with flips, a lost, doubled or added byte, or two bytes swapped."""
    data = bytearray(frame[:-1])
    for _ in range(dice.choice((1, 1, 1, 2, 3, 8))):
        at = dice.randrange(len(data))
        kind = dice.randrange(5)
        if kind == 0:
            data[at] ^= 1 << dice.randrange(8)
        elif kind == 1:
            data[at] = dice.randrange(256)
        elif kind == 2 and len(data) > 1:
            del data[at]
        elif kind == 3:
            data.insert(at, dice.randrange(256))
        else:
            other = dice.randrange(len(data))
            data[at], data[other] = data[other], data[at]
    return bytes(data) + b"\0"


def fuzz(count, seed):
    dice = random.Random(seed)
    accepted = 0
    for number in range(count):
        if number % 64 == 0:
            payload = dice.randbytes(dice.randrange(49))
            sent = Packet(dice.randrange(256), number & 0xFFFF, dice.randrange(2**32), payload)
            frame = packets.encode(sent)
        accepted += any(packet != sent for packet in Decoder().feed(mutated(frame, dice)))
    return accepted


def test_no_mutated_frame_is_accepted():
    assert fuzz(50_000, seed=6) == 0


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_of_many_million_mutated_frames_none_is_accepted():
    assert fuzz(int(os.environ.get("JANTAKU_MUTATIONS", "10_000_000")), seed=7) == 0
