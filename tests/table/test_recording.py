"""The record of a watched table: journaled as decided, corrected, taken up again after a crash."""

import json

import numpy as np
import pytest

from firmware_bridge.happenings import Event
from firmware_bridge.messages import Dice, RiichiStick, Sticks
from scoring.seats import Seat
from scoring.tiles import Tile
from table.bootstrap.recording import Recording
from table.bootstrap.recording_evidence import Shelf
from table.bootstrap.recording_ledger import Ledger
from table.bootstrap.table_eye import Places
from table.config import load_ruleset
from table.core.codec import parse_event
from table.core.decisions import begin_game
from table.core.events import Dahai
from table.core.history import replay
from table.core.incidents import Dice as Thrown
from table.core.incidents import Reveal, Signal, WallBreak
from table.errors import InvalidOptionError
from table.journal.store import Draft, Journal, verify
from table.watch.decisions import Entry, Evidence, Question
from vision.capture.frames import Frame
from vision.labels import CLASS_OF
from vision.observation import REST, Observation, Sighting

TABLE = "6a616e74-616b-4075-8000-000000000001"
NAMES = ("East", "South", "West", "North")


def entry(event, why="seen"):
    return Entry(event, 0.9, Evidence((7,), 3, 300, (("6m", 0.1),), why))


def dahai(seat, pai):
    return parse_event({"type": "dahai", "actor": seat, "pai": pai, "tsumogiri": None})


def tsumo(seat):
    return parse_event({"type": "tsumo", "actor": seat, "pai": "?"})


def begun():
    return [entry(event) for event in begin_game(NAMES, load_ruleset("wrr2015"))]


def plain(_place, _entry, _known):
    return {}


@pytest.fixture
def journal(tmp_path):
    journal = Journal.open(tmp_path / "journal.db")
    yield journal
    journal.close()


def types(ledger):
    return [type(event).__name__ for event in ledger.events[2:]]


def test_what_is_decided_later_takes_the_place_of_what_was_thought(journal):
    ledger = Ledger(journal)
    ledger.write(0, begun(), plain)
    ledger.write(2, [entry(tsumo(0)), entry(dahai(0, "5m")), entry(tsumo(1))], plain)
    ledger.write(3, [entry(dahai(0, "6m"), "seen better"), entry(tsumo(1))], plain)
    assert types(ledger) == ["Tsumo", "Dahai", "Tsumo"]
    assert str(ledger.events[3].pai) == "6m"
    assert ledger.corrections == 1
    state = replay(journal.commits).state
    assert [str(tile.tile) for tile in state.play.seats[0].river] == ["6m"]
    again = Ledger(journal)
    assert again.events == ledger.events


def test_a_correction_in_the_middle_of_a_correction_keeps_what_stood(journal):
    ledger = Ledger(journal)
    ledger.write(0, begun(), plain)
    ledger.write(2, [entry(tsumo(0)), entry(dahai(0, "5m")), entry(tsumo(1))], plain)
    ledger.write(3, [entry(dahai(0, "6m")), entry(tsumo(1)), entry(dahai(1, "E"))], plain)
    ledger.write(5, [entry(dahai(1, "S"))], plain)
    assert types(ledger) == ["Tsumo", "Dahai", "Tsumo", "Dahai"]
    assert Ledger(journal).events == ledger.events
    ledger.write(4, [], plain)
    assert types(ledger) == ["Tsumo", "Dahai"]
    assert Ledger(journal).events == ledger.events


def test_decisions_made_again_write_nothing(journal):
    ledger = Ledger(journal)
    ledger.write(0, begun(), plain)
    ledger.write(2, [entry(tsumo(0)), entry(dahai(0, "5m"))], plain)
    seq = journal.seq
    again = Ledger(journal)
    assert again.write(0, begun(), plain, again=True) == 0
    assert again.write(2, [entry(tsumo(0))], plain, again=True) == 0
    assert journal.seq == seq
    assert types(again) == ["Tsumo", "Dahai"]


def sighting(track, name, x, y, angle, now, first):
    chances = [0.0] * (REST + 1)
    chances[CLASS_OF[name]], chances[REST] = 0.995, 0.005
    return Sighting(track, x, y, angle, True, tuple(chances), 1.0, first, now)


def play(recording, since=-1):
    """An indicator and six discards in turn, a second apart."""
    names = ("1z", "9p", "2z", "1m", "9s", "3z")
    tiles = [(1, "4p", 60.0, -245.0, 90.0, 0)]
    frame_at = 0
    for number in range(len(names) + 1):
        now = number * 1_000_000_000
        if number:
            seat, place = (number - 1) % 4, (number - 1) // 4
            x, y = -65.0 + 26.6 * place, -110.0
            for _ in range(seat):
                x, y = -y, x
            tiles.append((number + 1, names[number - 1], x, y, (90.0 + 90 * seat) % 360, now))
        for step in range(3):
            at = now + step * 300_000_000
            seen = Observation(
                at, frame_at, 26.0,
                tuple(sighting(t, n, x, y, a, at, first) for t, n, x, y, a, first in tiles),
            )  # fmt: skip
            frame = Frame(frame_at, at, np.full((90, 160, 3), 40, np.uint8))
            frame_at += 1
            if at <= since:
                continue
            recording.remember(frame)
            quads = {
                tile[0]: np.array([[30.0, 30], [50, 30], [50, 60], [30, 60]]) for tile in tiles
            }
            recording.see(seen, frame, Places(quads, 20.0))


def discards(events):
    return [str(event["pai"]) for event in events if event["type"] == "dahai"]


def lines(folder):
    return [json.loads(line) for line in (folder / "record.mjai.jsonl").read_text().splitlines()]


@pytest.fixture
def rules():
    return load_ruleset("wrr2015")


def test_a_table_at_which_nobody_plays_is_named(tmp_path, rules):
    recording = Recording(tmp_path, rules, None, (0, 1, 2, 3))
    summary = recording.finish(seconds=1.0, frames=9, ended="")
    recording.close()
    assert summary["rounds"] == 0
    assert any("no hand was seen to begin" in reason for reason in summary["lost"])


def test_a_game_is_recorded_with_its_evidence(tmp_path, rules):
    recording = Recording(tmp_path / "out", rules, None, (0, 1, 2, 3))
    play(recording)
    summary = recording.finish(seconds=1.0, frames=21, ended="the source ended")
    recording.close()
    told = lines(tmp_path / "out")
    assert discards(told) == ["E", "9p", "S", "1m", "9s", "W"]
    assert summary["events"] == len(told)
    assert json.loads((tmp_path / "out" / "summary.json").read_text()) == summary
    good, fault = verify(tmp_path / "out" / "journal.db")
    assert fault is None
    assert good >= len(told)
    journal = Journal.open(tmp_path / "out" / "journal.db")
    last = [one for one in journal.entries if isinstance(one.event, Dahai)][-1]
    journal.close()
    assert last.source == "camera"
    assert last.evidence["why"]
    assert last.evidence["pictures"]
    for picture in last.evidence["pictures"]:
        assert (tmp_path / "out" / "evidence" / f"{picture}.jpg").stat().st_size > 100


def test_the_summary_counts_and_names_what_the_record_has(tmp_path, rules):
    recording = Recording(tmp_path, rules, None, (0, 1, 2, 3))
    play(recording)
    shown = Reveal(Seat(2), (Tile.parse("9m"),), "tenpai")
    recording._journal.append([Draft(shown), Draft(dahai(2, "9m"))], source="camera")
    recording._scribe.read_again()
    last = len(recording._scribe.ledger.events) - 1
    recording._scribe.questions["doubt"] = Question(
        "doubt", 1, last, "tile", "", ("9m", "8m"), "9m", until=last + 1, also=(0,)
    )
    summary = recording.write_files(seconds=1.0, frames=21, ended="")
    recording.close()
    told = lines(tmp_path)
    (asked,) = [one for one in summary["questions"] if one["id"] == "doubt"]
    assert summary["events"] == len(told) == last
    assert told[asked["event"]]["pai"] == "9m"
    assert (asked["until"], asked["also"]) == (len(told), [0])


@pytest.mark.parametrize("name", ["record.mjai.jsonl", "summary.json"])
def test_a_record_of_others_is_not_written_over(tmp_path, rules, name):
    (tmp_path / name).write_text("kept")
    with pytest.raises(InvalidOptionError, match=f"has a {name} but no journal.db"):
        Recording(tmp_path, rules, None, (0, 1, 2, 3))
    assert [one.read_text() for one in tmp_path.iterdir()] == ["kept"]


def test_a_run_that_was_cut_off_goes_on_where_it_stopped(tmp_path, rules):
    whole = Recording(tmp_path / "whole", rules, None, (0, 1, 2, 3))
    play(whole)
    whole.finish(seconds=1.0, frames=21, ended="")
    whole.close()

    first = Recording(tmp_path / "cut", rules, None, (0, 1, 2, 3))
    log = (tmp_path / "cut" / "observations.jsonl").open("a", encoding="utf-8")

    class CutOffError(Exception):
        pass

    written = []

    class Torn:
        def write(self, line):
            written.append(line)
            if len(written) == 14:
                log.write(line[:40])
                raise CutOffError
            log.write(line)

        def flush(self):
            log.flush()

        def close(self):
            log.close()

    first._log._file = Torn()
    with pytest.raises(CutOffError):
        play(first)
    first.close()

    second = Recording(tmp_path / "cut", rules, None, (0, 1, 2, 3))
    assert second.seen_ns == 4_000_000_000
    play(second, second.seen_ns)
    second.finish(seconds=1.0, frames=21, ended="")
    second.close()
    assert lines(tmp_path / "cut") == lines(tmp_path / "whole")
    assert verify(tmp_path / "cut" / "journal.db")[1] is None


def heard(recording, kinds=(Thrown, WallBreak)):
    return [one.event for one in recording._journal.entries if isinstance(one.event, kinds)]


def test_dice_wait_for_their_hand_over_a_cut(tmp_path, rules):
    dice = Event(TABLE, 1, 1, 500, Dice(1, 0, 3, 4))
    whole = Recording(tmp_path / "whole", rules, None, (0, 1, 2, 3))
    whole.hear(dice, 0.5)
    play(whole)
    whole.close()
    assert [type(event) for event in heard(whole)] == [Thrown, WallBreak]

    first = Recording(tmp_path / "cut", rules, None, (0, 1, 2, 3))
    first.hear(dice, 0.5)
    first.close()
    second = Recording(tmp_path / "cut", rules, None, (0, 1, 2, 3))
    assert heard(second) == []
    play(second)
    second.close()
    assert heard(second) == heard(whole)
    third = Recording(tmp_path / "cut", rules, None, (0, 1, 2, 3))
    play(third, third.seen_ns)
    third.close()
    assert heard(third) == heard(whole)  # and not once more


def test_sticks_are_doubted_over_a_cut_and_asked_about_once(tmp_path, rules):
    first = Recording(tmp_path, rules, None, (0, 1, 2, 3))
    play(first)
    for seat in range(4):
        first.hear(Event(TABLE, 1, seat + 1, 7000, Sticks(1, seat, 0, 2, 1, 4, 0, 10 * seat)), 7.0)
    first.close()
    for begins in (8.0, 60.0):
        again = Recording(tmp_path, rules, None, (0, 1, 2, 3))
        for at_s in (begins, begins + 40):
            again.doubt(at_s)
        again.close()
        asked = [one.evidence for one in heard(again, Signal) if one.kind == "question"]
        assert len(asked) == len(set(asked)) == 3  # one seat has what it should


def test_what_was_journaled_and_not_weighed_is_weighed_after_the_cut(tmp_path, rules, monkeypatch):
    class CutOffError(Exception):
        pass

    def cut(_log, _sight):
        raise CutOffError

    stick = Event(TABLE, 1, 1, 500, RiichiStick(1, 0, 1))
    first = Recording(tmp_path, rules, None, (0, 1, 2, 3))
    with monkeypatch.context() as cutting:
        cutting.setattr("table.bootstrap.recording.SightLog.take", cut)
        with pytest.raises(CutOffError):
            first.hear(stick, 0.5)
    first.close()
    for _ in range(2):
        again = Recording(tmp_path, rules, None, (0, 1, 2, 3))
        again.hear(stick, 0.5)
        again.close()
    assert [one.kind for one in heard(again, Signal)] == ["riichi_stick"]
    noted = (tmp_path / "observations.jsonl").read_text().splitlines()
    assert [json.loads(line)["note"] for line in noted] == ["stick"]


def test_the_oldest_evidence_goes_first(tmp_path):
    shelf = Shelf(tmp_path, most_bytes=6000)
    rng = np.random.default_rng(1)
    kept = []
    for number in range(6):
        pixels = rng.integers(0, 255, (60, 80, 3), np.uint8)
        frame = Frame(number, number, pixels)
        quad = np.array([[20.0, 20], [40, 20], [40, 40], [20, 40]])
        kept += shelf.keep(f"picture {number}", frame, [quad], 20.0, 0)
    shelf.trim()
    left = {path.stem for path in tmp_path.iterdir()}
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= 6000
    assert kept[-1] in left
    assert kept[0] not in left
