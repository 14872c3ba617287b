"""Records that are cut, garbled, huge or contradictory: one line that names the first fault."""

import contextlib
import gzip
import json
import random
import time
import zlib

import pytest

from table.core.events import EndGame, EndKyoku
from table.errors import RecordError
from table.formats.convert import convert
from table.formats.read import MOST_BYTES, read_record

MUTATIONS = 250
"""For each of the five texts of each sample."""


def mjlog_of(seed, dealing):
    return dealing.random_game(seed)[1].encode()


@pytest.fixture
def texts(mjai, tenhou6, dealing):
    return {
        "mjai": mjai,
        "tenhou6": tenhou6,
        "mjlog": mjlog_of(1, dealing),
        "mjai.gz": gzip.compress(mjai),
        "mjlog.gz": gzip.compress(mjlog_of(2, dealing)),
    }


def mutated(data, rng):
    """The bytes with one to three accidents."""
    for _ in range(rng.randint(1, 3)):
        at, other = rng.randrange(len(data)), rng.randrange(len(data))
        size = rng.choice((1, 1, 2, 8, 60))
        match rng.randrange(6):
            case 0:
                data = data[:at]
            case 1:
                data = data[:at] + data[at + size :]
            case 2:
                data = data[:at] + rng.randbytes(size) + data[at + size :]
            case 3:
                data = data[:at] + data[other : other + size] + data[at:]
            case 4:
                piece = rng.choice(
                    (b"-1", b"null", b"1e9", b'"', b"[", b"{}", b"99", b"true", b"<")
                )
                data = data[:at] + piece + data[at + rng.randrange(4) :]
            case 5:
                lines = data.split(b"\n")
                rng.shuffle(lines[: rng.randrange(1, len(lines) + 1)])
                del lines[rng.randrange(len(lines))]
                data = b"\n".join(lines)
        data = data or b" "
    return data


def check(data):
    """Read and convert; only drawn errors, of one line, and the events that stood before."""
    record = read_record(data)
    assert len(record.places) == len(record.events)
    if record.fault is not None:
        assert str(record.fault)
        assert len(str(record.fault)) < 1500
    for target in ("mjai", "tenhou6", "csv", "html"):
        with contextlib.suppress(RecordError):
            convert(record, target)
    return record


def test_accidents_end_in_one_line_at_worst(texts, sample):
    rng = random.Random(sample)
    for data in texts.values():
        for _ in range(MUTATIONS):
            check(mutated(data, rng))


@pytest.mark.long
@pytest.mark.timeout(900)
def test_many_accidents_end_in_one_line_at_worst(texts, sample):
    rng = random.Random(f"long {sample}")
    for data in texts.values():
        for _ in range(20 * MUTATIONS):
            check(mutated(data, rng))


def test_a_cut_record_is_read_up_to_the_cut(texts):
    whole = {name: read_record(data).events for name, data in texts.items()}
    for name, data in texts.items():
        record = check(data[: len(data) * 2 // 3])
        assert record.fault is not None, name
        assert record.events == whole[name][: len(record.events)], name
        if name in {"mjai", "mjlog"}:
            assert len(record.events) > len(whole[name]) // 2, name
        elif name == "mjai.gz":
            assert len(record.events) > 5


def test_a_cut_tenhou6_document_keeps_its_whole_rounds(tenhou6):
    rounds = len(json.loads(tenhou6)["log"])
    record = read_record(tenhou6[:-40])
    assert record.fault is not None
    assert record.fault.place == f"after round {rounds - 1}"
    assert sum(type(event) is EndKyoku for event in record.events) == rounds - 1


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "an empty file"),
        (b"   \n", "an empty file"),
        (b"\xff\xd8\xff\xe0JFIF", "expected mjai lines"),
        (b"PK\x03\x04", "expected mjai lines"),
        (b"[1, 2]", "expected mjai lines"),
        (b"{}", "name None"),
        (b'{"log": []}', "name None"),
        (b'{"type":"wat"}', "event type 'wat', expected one of start_game"),
        (b'{"type":["start_game"]}', "event type \"['start_game']\""),
        (b'{"type":"tsumo","actor":9,"pai":"1m"}', "actor 9, expected a seat 0-3"),
        (b'{"type":"tsumo","actor":true,"pai":"1m"}', "actor True, expected a seat 0-3"),
        (b'{"type":"tsumo","actor":0,"pai":"0m"}', "pai '0m', expected a tile"),
        (b'{"type":"kita","actor":0,"pai":"N"}', "expected a game of four players"),
        (b"\x1f\x8b\x08\x00garbage", "the gzip file ends early"),
        (b"\x1f\x8b\x07\x00garbage", "expected a whole gzip file"),
        (b"<html></html>", "element 'html', expected mjloggm"),
        (b'<!DOCTYPE a [<!ENTITY x "y">]><mjloggm/>', "a document type"),
        (b"<mjloggm><GO type='17'/></mjloggm>", "a game of three"),
        (b"<mjloggm><T1/></mjloggm>", "a draw outside of a hand"),
        (b"<mjloggm><GO type='9'/><INIT seed='0,0,0'/></mjloggm>", "seed '0,0,0', expected 6"),
        (b"<mjloggm></mjloggm>", "no INIT"),
        (b"<mjloggm><A><B/></A></mjloggm>", "expected one of mjlog's"),
        (b"{" * 100_000, "expected"),
        (b'{"type":' + b"[" * 100_000, "line 1"),
        (b'{"name":["a","b","c"],"rule":{"disp":"x"},"log":[[]]}', "name: 3 items, expected 4"),
        (
            b'{"name":["a","b","c","d"],"rule":{"disp":"\xe4\xb8\x89"},"log":[[]]}',
            "a game of three",
        ),
        (
            b'{"name":["a","b","c","d"],"rule":{},"log":[[1]]}',
            "round 1: round: 1 items, expected 17",
        ),
        (b'{"name":["a","b","c","d"],"rule":{},"log":[' + b"9" * 5000 + b"]}", "digits"),
    ],
)
def test_what_is_no_record_is_said_in_one_line(data, message):
    record = check(data)
    assert message in str(record.fault)
    assert "\n" not in str(record.fault)


def test_a_round_whose_sticks_are_no_number_is_read_or_named(tenhou6):
    document = json.loads(tenhou6)
    document["log"].append(json.loads(json.dumps(document["log"][-1])))
    document["log"][-1][0][2] = float("inf")
    record = read_record(json.dumps(document).encode())
    assert "kyotaku inf, expected 0-999" in str(record.fault)


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize(
    ("number", "said"), [("9" * 40, "9999"), ("-1e7000", "-inf"), ("NaN", "nan"), ("1e12", "10000")]
)
def test_final_scores_that_no_game_has_are_refused(tenhou6, place, number, said):
    document = json.loads(tenhou6)
    rounds = len(document["log"])
    document["sc"] = [25000, 0.0, 25000, 0.0, 25000, 0.0, 25000, 0.0]
    document["sc"][place] = "THERE"
    record = check(json.dumps(document).replace('"THERE"', number).encode())
    assert str(record.fault).startswith(f"end: sc {said}")
    assert str(record.fault).endswith("expected points from -10000000 to 10000000")
    assert sum(type(event) is EndKyoku for event in record.events) == rounds


def test_a_fault_names_its_line(mjai):
    lines = mjai.split(b"\n")
    lines[6] = b'{"type":"dahai","actor":0,"pai":"10m","tsumogiri":true}'
    record = read_record(b"\n".join(lines))
    assert record.fault is not None
    assert record.fault.place == "line 7"
    assert "'10m'" in record.fault.reason
    assert len(record.events) == 6


def test_bytes_that_are_no_text_name_their_line(mjai):
    lines = mjai.split(b"\n")
    lines[4] = b'{"type":"\xff"}'
    record = read_record(b"\n".join(lines))
    assert "line 5: byte" in str(record.fault)
    assert len(record.events) == 4


SPOKEN = "E\n\x1b[2J"
"""What would clear a terminal, were it printed as it is."""


def round_with(tenhou6, *detail):
    """A game whose first result is this."""
    document = json.loads(tenhou6)
    document["log"][0][-1] = ["和了", *detail]
    return json.dumps(document).encode()


@pytest.mark.parametrize(
    "data",
    [
        lambda _: json.dumps({"type": "start_game", "names": SPOKEN}).encode(),
        lambda game: round_with(game, SPOKEN, [0, 1, 0, "x"]),
        lambda game: round_with(game, [1000, -1000, 0, 0], [0, 1, 0, SPOKEN, 7]),
    ],
    ids=["names", "deltas", "texts"],
)
def test_what_a_record_says_is_quoted(tenhou6, data):
    fault = str(read_record(data(tenhou6)).fault)
    assert "2J" in fault
    assert fault.isprintable()


def test_a_second_game_is_not_read(mjai):
    record = read_record(mjai + mjai)
    assert "after end_game, expected one game a file" in str(record.fault)
    assert type(record.events[-1]) is EndGame


@pytest.mark.parametrize("packed", [False, True])
def test_a_huge_record_is_bounded(mjai, packed):
    """100 MB of hands that never end."""
    head, *rest = mjai.decode().splitlines(keepends=True)
    body = "".join(rest[:-1])
    data = (head + body * (100_000_000 // len(body))).encode()
    if packed:
        data = zlib.compress(data, 1, wbits=31)
    began = time.monotonic()
    record = read_record(data)
    assert time.monotonic() - began < 20
    assert record.fault is not None
    assert "expected" in str(record.fault)
    assert record.events


def test_a_bomb_is_not_unpacked():
    bomb = zlib.compress(b"<mjloggm>" + bytes(20 * MOST_BYTES), 9, wbits=31)
    assert len(bomb) < MOST_BYTES // 20
    assert read_record(bomb).fault is not None
