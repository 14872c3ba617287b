"""Our two sample games, which five other programs accept, read and written in every format."""

import gzip
import json

from table.core.events import Ryukyoku
from table.formats.mjai_write import replay_lines
from table.formats.read import read_record
from table.formats.tenhou6_write import write_tenhou6


def test_mjai_comes_out_as_it_went_in(mjai, lines):
    record = read_record(mjai)
    assert record.fault is None
    written = lines("\n".join(replay_lines(record.events)))
    for before, after in zip(lines(mjai.decode()), written, strict=True):
        assert before.items() <= after.items()


def test_tenhou6_and_mjai_tell_the_same_game(mjai, tenhou6):
    record = read_record(tenhou6)
    assert (record.fault, record.ambiguous) == (None, ())
    assert replay_lines(record.events) == replay_lines(read_record(mjai).events)


def test_mjai_is_written_as_the_tenhou6_sample(mjai, tenhou6):
    written = json.loads(write_tenhou6(read_record(mjai).events))
    for ours, theirs in zip(written["log"], json.loads(tenhou6)["log"], strict=True):
        assert ours[:16] == theirs[:16]
        assert ours[16][:2] == theirs[16][:2]


def test_the_printed_worth_survives_the_round_trip(tenhou6):
    events = read_record(tenhou6).events
    again = read_record(write_tenhou6(events).encode()).events
    assert again == events


def test_gzip_is_unpacked(mjai, tenhou6):
    assert read_record(gzip.compress(mjai)).events == read_record(mjai).events
    assert read_record(gzip.compress(tenhou6)).events == read_record(tenhou6).events


def test_a_draw_without_deltas_is_one_without_payments(mjai):
    lines = mjai.decode().splitlines()
    at = next((n for n, line in enumerate(lines) if '"ryukyoku"' in line), None)
    if at is None:
        at = next(n for n, line in enumerate(lines) if '"hora"' in line)
    lines[at] = '{"type":"ryukyoku","deltas":[],"reason":"ron3"}'
    record = read_record("\n".join(lines).encode())
    assert record.fault is None
    assert record.events[at] == Ryukyoku((0, 0, 0, 0), None, "triple_ron")
    assert "without deltas" in str(record.notes[0])
