"""Hand cameras and a bridge beside a recording: a complete game, which others can replay."""

import pytest
from loading import load

from firmware_bridge.happenings import Event
from firmware_bridge.messages import Action, Button, ButtonMoved, Dice
from table.bootstrap.recording import Recording
from table.bootstrap.table_eye import Places
from table.config import load_ruleset
from table.core.incidents import Dice as Thrown
from table.film.story import scenes
from table.formats.convert import convert
from table.formats.load import load_record
from table.formats.record import MJAI, Record
from table.journal.store import Journal
from table.replay.agreement import agreement
from table.replay.checking import check
from table.simulator.game import simulate

DEVICE = "6a616e74-616b-4075-8000-000000000001"


FILMED, JUDGING = load("tests/table/watch/filmed.py"), load("tests/table/replay/judging.py")


def short_game():
    """A simulated game that is over soon."""
    rules = load_ruleset("tenhou")
    return rules, tuple(simulate(rules, 16))


@pytest.mark.timeout(240)
def test_a_game_with_hand_cameras_is_complete_and_others_replay_it(tmp_path):
    rules, game = short_game()
    recording = Recording(tmp_path, rules, None, (0, 1, 2, 3))
    eyes = FILMED.Eyes(3)
    number = 0
    for scene, look in eyes.looks(scenes(game, seed=3)):
        recording.see(look, None, Places())
        for row in eyes.rows(scene):
            recording.hand(row)
        number += 1
    summary = recording.finish(seconds=1.0, frames=number, ended="")
    recording.close()
    assert summary["questions"] == []
    written = tmp_path / "record.mjai.jsonl"
    read = load_record(written)
    found = agreement(read.events, game, [])
    assert (found.exact, found.silent) == (found.rounds, 0), found.differences
    record = Record(MJAI, read.events, ("",) * len(read.events))
    assert convert(record, "mjai", ruleset=rules).content
    assert check(read.events, rules).mismatches == ()
    assert JUDGING.verdicts(written.read_text(encoding="utf-8")) == []


def test_what_the_bridge_says_stands_in_the_journal_and_a_resumed_run_knows_it(tmp_path):
    rules = load_ruleset("mleague")
    eyes, game = FILMED.Eyes(3), simulate(rules, 3)
    looks = [look for _, look in eyes.looks(scenes(game, seed=3))][:12]
    recording = Recording(tmp_path, rules, None, (0, 1, 2, 3))
    throw = Event(DEVICE, 1, 1, 500, Dice(1, 0, 3, 4))
    recording.hear(throw, 0.5)
    for look in looks:
        recording.see(look, None, Places())
    recording.hear(throw, 9.0)
    recording.close()
    again = Recording(tmp_path, rules, None, (0, 1, 2, 3))
    assert again.kept.number(DEVICE, 1) == 1
    again.hear(Event(DEVICE, 1, 2, 9_000, ButtonMoved(1, Button.SET, 255, Action.PRESSED, 0)), 9.0)
    summary = again.finish(seconds=1.0, frames=12, ended="")
    again.close()
    journal = Journal.open(tmp_path / "journal.db")
    thrown = [one.event.values for one in journal.entries if isinstance(one.event, Thrown)]
    keys = [one.client_id for one in journal.entries if one.client_id]
    journal.close()
    assert thrown == [(3, 4)]
    assert {f"bridge:{DEVICE}:1:1", f"bridge:{DEVICE}:1:2"} <= set(keys)
    # The set button ended the hand, whatever was seen; that is asked about.
    assert [one["kind"] for one in summary["questions"]].count("end") == 1
