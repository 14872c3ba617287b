"""What wins are worth, told from a record that has only payments."""

import dataclasses
import json

import pytest

from table.config import load_ruleset
from table.core.events import Hora
from table.formats.convert import convert
from table.formats.mjai_write import replay_lines
from table.formats.read import read_record
from table.formats.worth import with_worth


@pytest.mark.parametrize("ruleset_id", ["tenhou", "wrr2015", "saikouisen"])
def test_yaku_lost_on_the_way_are_found_again(played, ruleset_id):
    ruleset = load_ruleset(ruleset_id)
    for seed in (3, 4):
        events = played(seed, ruleset_id)
        record = with_worth(read_record("\n".join(replay_lines(events)).encode()), ruleset)
        found = [event for event in record.events if isinstance(event, Hora)]
        wanted = [event for event in events if isinstance(event, Hora) and event.pai is not None]
        assert len(wanted) > 1
        for one, other in zip(found, wanted, strict=True):
            assert (one.yakus, one.fan, one.fu, one.pao) == (
                other.yakus,
                other.fan,
                other.fu,
                other.pao,
            )


def test_the_printed_worth_is_that_of_the_sample(mjai, tenhou6):
    ruleset = load_ruleset("tenhou")
    written = json.loads(convert(read_record(mjai), "tenhou6", ruleset=ruleset).content)
    for ours, theirs in zip(written["log"], json.loads(tenhou6)["log"], strict=True):
        if theirs[16][0] == "和了" and theirs[16][2][3]:  # where the sample has texts
            assert ours[16] == theirs[16]


def test_a_win_that_the_ruleset_pays_otherwise_stays_as_it_is(mjai):
    events = list(read_record(mjai).events)
    at = next(n for n, event in enumerate(events) if isinstance(event, Hora))
    deltas = tuple(2 * change for change in events[at].deltas)
    events[at] = dataclasses.replace(events[at], deltas=deltas)
    record = dataclasses.replace(read_record(mjai), events=tuple(events))
    told = with_worth(record, load_ruleset("tenhou"))
    assert told.events[at] == events[at]
    assert any("its yaku are left out" in note.text for note in told.notes)


def test_a_hidden_hand_has_no_worth(mjai):
    record = read_record(mjai)
    events = [
        dataclasses.replace(event, tehais=((None,) * 13,) * 4)
        if hasattr(event, "tehais")
        else event
        for event in record.events
    ]
    told = with_worth(dataclasses.replace(record, events=tuple(events)), load_ruleset("tenhou"))
    assert all(event.fan is None for event in told.events if isinstance(event, Hora))


def test_the_final_points_are_those_after_the_last_hand(mjai):
    ruleset = load_ruleset("tenhou")
    document = json.loads(convert(read_record(mjai), "tenhou6", ruleset=ruleset).content)
    last = document["log"][-1]
    riichi = [sum(str(code).startswith("r") for code in last[at]) for at in (6, 9, 12, 15)]
    after = [
        had + change - 1000 * laid
        for had, change, laid in zip(last[1], last[16][1], riichi, strict=True)
    ]
    assert document["sc"][::2] == after
