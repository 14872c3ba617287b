"""PROTOCOL.md is true: each of its frames, each of its refusals, its schema and its sizes."""

import json
import random
import re
import zlib
from pathlib import Path

import pytest

from firmware_bridge import packets, wire
from firmware_bridge.errors import FrameError, MessageError
from firmware_bridge.messages import KINDS
from firmware_bridge.packets import Decoder, Packet

PAGE = (Path(__file__).resolve().parents[2] / "firmware_bridge" / "PROTOCOL.md").read_text("utf-8")


def block(name):
    """The text of one fenced block of the page."""
    return re.search(rf"^```{name}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)[1]


def examples(name):
    lines = (json.loads(line) for line in block(name).splitlines())
    return [pytest.param(line, id=line["name"]) for line in lines]


FRAMES = examples("frames")
NOISE = examples("noise")
LIES = examples("lies")


def carried(example):
    message = wire.from_mapping(example["payload"])
    return wire.packet(message, example["seq"], example["t_ms"])


@pytest.mark.parametrize("example", FRAMES)
def test_a_message_is_written_as_the_page_shows(example):
    packet = carried(example)
    assert packets.encode(packet).hex() == example["frame"]
    assert f"{packet.type:02x}" == example["type"]


@pytest.mark.parametrize("example", FRAMES)
def test_a_frame_is_read_whole(example):
    (packet,) = Decoder().feed(bytes.fromhex(example["frame"]))
    assert packet == carried(example)
    assert wire.mapping(wire.read(packet)) == example["payload"]


@pytest.mark.parametrize("example", FRAMES)
def test_a_frame_is_read_byte_by_byte(example):
    decoder = Decoder()
    frame = bytes.fromhex(example["frame"])
    heard = [decoder.feed(frame[at : at + 1]) for at in range(len(frame))]
    assert heard == [[]] * (len(frame) - 1) + [[carried(example)]]


@pytest.mark.parametrize("example", FRAMES)
def test_five_frames_at_once_are_five(example):
    decoder = Decoder()
    assert decoder.feed(bytes.fromhex(example["frame"]) * 5) == [carried(example)] * 5
    assert decoder.bad == 0


@pytest.mark.parametrize("example", FRAMES)
def test_a_frame_torn_anywhere_costs_itself_and_no_other(example):
    frame = bytes.fromhex(example["frame"])
    for cut in range(1, len(frame)):
        decoder = Decoder()
        assert decoder.feed(frame[cut:] + frame) == [carried(example)], cut
        decoder = Decoder()
        # What came before the cut runs into the next frame; the one after that is whole.
        heard = decoder.feed(frame[: cut - 1] + frame + frame)
        assert heard in ([carried(example)], [carried(example)] * 2), cut


@pytest.mark.parametrize("example", FRAMES)
@pytest.mark.parametrize("length", [1, 7, 60, 500])
def test_noise_before_a_frame_ends_with_its_zero(example, length):
    noise = bytes(random.Random(length).choices(range(1, 256), k=length))
    decoder = Decoder()
    assert decoder.feed(noise + b"\0" + bytes.fromhex(example["frame"])) == [carried(example)]
    assert decoder.bad == 1


@pytest.mark.parametrize("example", NOISE)
def test_what_the_page_calls_noise_is_no_frame(example):
    decoder = Decoder()
    assert decoder.feed(bytes.fromhex(example["bytes"])) == []
    assert decoder.bad == 1


@pytest.mark.parametrize("example", LIES)
def test_what_the_page_calls_a_lie_is_a_whole_frame_and_refused(example):
    (packet,) = Decoder().feed(bytes.fromhex(example["frame"]))
    with pytest.raises(MessageError):
        wire.read(packet)


def test_the_schema_of_the_page_is_ours():
    assert block("schema") == wire.schema_text()
    assert re.search(r"here `([0-9a-f]{8})`", PAGE)[1] == f"{wire.SCHEMA:08x}"
    assert zlib.crc32(block("schema").encode()) == wire.SCHEMA


def test_every_message_has_an_example():
    shown = {example.values[0]["payload"]["message"] for example in FRAMES}
    assert shown == {kind.NAME for kind in KINDS}


def test_a_frame_has_at_most_61_bytes_and_a_longer_one_is_not_sent():
    fullest = Packet(1, 65535, 2**32 - 1, bytes(range(1, 49)))
    assert len(packets.encode(fullest)) == packets.FRAME_BYTES == 61
    assert Decoder().feed(packets.encode(fullest)) == [fullest]
    with pytest.raises(FrameError, match="49 bytes, expected at most 48"):
        packets.encode(fullest._replace(payload=bytes(49)))
