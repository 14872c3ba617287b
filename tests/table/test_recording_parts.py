"""What a recording is made of: the log of sights, films and clips, what a table says, questions."""

import asyncio
import resource
import shutil
from dataclasses import replace
from pathlib import Path

import av
import numpy as np
import pytest

from scoring.seats import Seat
from scoring.tiles import Tile
from table.asking import ANSWER, answer_draft, ledger
from table.bootstrap.recording_evidence import Shelf
from table.bootstrap.recording_film import Filmed, FilmRoll, clip, film_at
from table.bootstrap.recording_ledger import Ledger
from table.bootstrap.recording_log import SightLog
from table.bootstrap.recording_scribe import Scribe
from table.config import load_ruleset
from table.core.codec import parse_event
from table.core.decisions import begin_game
from table.errors import (
    IllegalActionError,
    StaleStateError,
    UnknownThingError,
    UnreadableRecordError,
)
from table.journal.store import Draft, Journal
from table.session import Order, Session
from table.watch.asked.asking import NOT_SEEN
from table.watch.decisions import Asked, Entry, Evidence, Proposed, Question, Settled, Written
from table.watch.notes import Dealer, HandSeen, Said, StickLaid, TableSet
from table.web.questions import QuestionRoom
from table.web.views.questions import AnswerRequest
from vision.capture.frames import Frame
from vision.observation import REST, Observation, Sighting

NAMES = ("East", "South", "West", "North")


class NoPictures:
    """Keeps nothing."""

    def __init__(self):
        self.cuts = 0

    def keep(self, _name, evidence):
        return [f"{evidence.captured_ns:032x}"]

    def film(self, at_ns):
        return ("f" * 32, at_ns / 1e9)

    def cut(self):
        self.cuts += 1


@pytest.fixture
def rules():
    return load_ruleset("wrr2015")


@pytest.fixture
def journal(tmp_path):
    journal = Journal.open(tmp_path / "journal.db")
    yield journal
    journal.close()


@pytest.fixture
def scribe(journal, rules):
    """A game whose first tile is doubted."""
    made = Scribe(journal, NoPictures())
    begun = [Entry(event) for event in begin_game(NAMES, rules)]
    doubt = Evidence((7,), 3, 300, (("5m", 0.6), ("6m", 0.4)), "seen")
    drawn = Entry(parse_event({"type": "tsumo", "actor": 0, "pai": "?"}))
    let_go = parse_event({"type": "dahai", "actor": 0, "pai": "5m", "tsumogiri": None})
    made.decided([Written(0, (*begun, drawn, Entry(let_go, 0.6, doubt)))])
    return made


QUESTION = Question("1:tile:7", 1, 3, "tile", "dahai: 5m (60%)", ("5m", "6m"), "5m", (7,))


def cases(journal):
    return ledger(journal.entries, journal.commits).cases


# the log


def sighting(track, now):
    chances = [0.0] * (REST + 1)
    chances[4], chances[5], chances[REST] = 0.9, 0.08, 0.02
    return Sighting(track, 10.0 * track, 3.0, 90.0, True, tuple(chances), 1.0, 0, now)


def row(now):
    chances = [0.001] * (REST + 1)
    chances[3] = 1 - 0.001 * REST
    looks = tuple(range(5_000, 5_013))
    renamed = ((4_000, tuple(chances)),)
    return HandSeen(Seat(2), now, (tuple(chances),) * 13, 12, looks, renamed)


SIGHTS = (
    Observation(100, 1, 26.0, (sighting(1, 100),)),
    row(150),
    StickLaid(Seat(1)),
    Said(Seat(3), "ron"),
    Dealer(Seat(2)),
    TableSet(),
    Observation(200, 2, 26.0, (sighting(1, 200), sighting(2, 200))),
)


def test_what_a_watcher_is_told_is_what_a_later_run_reads_back(tmp_path):
    log = SightLog(tmp_path / "log")
    told = [log.take(sight) for sight in SIGHTS]
    log.close()
    assert [type(one) for one in told] == [type(one) for one in SIGHTS]
    assert list(SightLog(tmp_path / "log").read()) == told
    with (tmp_path / "log").open("a") as file:
        file.write('{"t": 300, "fra')
    again = SightLog(tmp_path / "log")
    assert list(again.read()) == told
    later = again.take(Observation(400, 4, 26.0, (sighting(2, 400),)))
    again.close()
    assert list(SightLog(tmp_path / "log").read()) == [*told, later]


def test_a_line_that_a_full_disk_cut_off_is_thrown_away_without_room(tmp_path):
    path = tmp_path / "log"
    log = SightLog(path)
    told = [log.take(one) for one in SIGHTS]
    log.close()
    with path.open("a") as file:
        file.write('{"t": 300, "fra')
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (16, before[1]))
    try:
        assert list(SightLog(path).read()) == told
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_log_that_is_none_names_its_line(tmp_path):
    (tmp_path / "log").write_text('{"note":"set"}\n{"note":"song"}\n')
    with pytest.raises(UnreadableRecordError, match="line 2"):
        list(SightLog(tmp_path / "log").read())


def test_a_log_that_does_not_fit_is_named():
    log = SightLog(Path("/dev/full"))
    for step in (lambda: log.take(SIGHTS[0]), log.close):
        with pytest.raises(OSError, match="No space left") as refused:
            step()
        assert refused.value.filename == "/dev/full"
    log.close()  # there is nothing any more that could fail


# films


def film(folder, frames=60):
    roll = FilmRoll(folder)
    begun = []
    for number in range(frames):
        pixels = np.full((108, 192, 3), 3 * number, np.uint8)
        begun.append(roll.take(Frame(number, 5_000_000_000 + number * 100_000_000, pixels)))
    return roll, [one for one in begun if one is not None]


def test_a_film_plays_also_when_nobody_ended_it(tmp_path):
    roll, (begun,) = film(tmp_path)
    whole = (tmp_path / f"{begun.film}.mp4").read_bytes()
    (tmp_path / "cut-off.mp4").write_bytes(whole)
    with av.open(str(tmp_path / "cut-off.mp4")) as cut_off:
        assert sum(1 for _ in cut_off.decode(video=0)) >= 20
    roll.cut()
    with av.open(str(tmp_path / f"{begun.film}.mp4")) as ended:
        times = [float(frame.time) for frame in ended.decode(video=0)]
    assert len(times) == 30
    assert times[0] == 0
    assert times[-1] == pytest.approx(5.8, abs=0.05)


def test_a_clip_is_the_part_of_a_film_around_a_moment(tmp_path):
    roll, (begun,) = film(tmp_path)
    roll.cut()
    clip(tmp_path / f"{begun.film}.mp4", tmp_path / "clip.mp4", 4.4, 5.2)
    with av.open(str(tmp_path / "clip.mp4")) as made:
        shades = [int(frame.to_ndarray(format="gray").mean()) for frame in made.decode(video=0)]
    assert 3 <= len(shades) <= 9  # from the key frame at 4 s on
    assert shades == sorted(shades)
    with pytest.raises(UnknownThingError, match="expected a part of the film"):
        clip(tmp_path / f"{begun.film}.mp4", tmp_path / "none.mp4", 4.4, -1.0)


def test_a_moment_has_its_place_in_the_film_that_was_running():
    films = [Filmed("a", 1_000_000_000), Filmed("b", 9_000_000_000)]
    assert film_at(films, 3_500_000_000) == ("a", 2.5)
    assert film_at(films, 9_000_000_000) == ("b", 0.0)
    assert film_at(films, 500_000_000) is None
    assert film_at(films, 0) is None


def test_old_films_go_before_pictures(tmp_path):
    shelf = Shelf(tmp_path, most_bytes=30_000)
    rng = np.random.default_rng(2)
    quad = np.array([[20.0, 20], [40, 20], [40, 40], [20, 40]])
    names = []
    for number in range(4):
        pixels = rng.integers(0, 255, (90, 160, 3), np.uint8)
        frame = Frame(number, number * 1_000_000_000, pixels)
        begun = shelf.remember(frame)
        names.append(begun.film)
        names += shelf.keep(f"picture {number}", frame, [quad], 20.0, 0)
        shelf.cut()
    left = {path.name for path in tmp_path.iterdir()}
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= 30_000
    assert all(f"{name}.jpg" in left for name in names[1::2])
    assert f"{names[0]}.mp4" not in left
    shelf.close()


def test_a_full_disk_costs_the_pictures_not_the_record(tmp_path):
    shelf = Shelf(tmp_path / "evidence")
    frame = Frame(0, 0, np.full((90, 160, 3), 40, np.uint8))
    quad = np.array([[20.0, 20], [40, 20], [40, 40], [20, 40]])
    shutil.rmtree(tmp_path / "evidence")
    (tmp_path / "evidence").touch()  # nothing can be written there
    assert shelf.keep("picture", frame, [quad], 20.0, 0) == []
    shelf.remember(frame)
    shelf.cut()
    (tmp_path / "evidence").unlink()
    (tmp_path / "evidence").mkdir()
    film = shelf.remember(replace(frame, captured_ns=1_000_000_000))
    (kept,) = shelf.keep("picture", frame, [quad], 20.0, 0)
    shelf.close()
    assert {path.name for path in shelf.folder.iterdir()} == {f"{film.film}.mp4", f"{kept}.jpg"}


# questions


def test_a_question_is_in_the_journal_with_what_each_answer_changes(journal, scribe):
    scribe.decided([Asked(QUESTION)])
    (case,) = cases(journal).values()
    assert case.open
    assert case.asked.entry == 4
    assert case.asked.pictures == (f"{300:032x}",)
    assert [(one.tile, len(one.edits)) for one in case.asked.alternatives] == [("5m", 0), ("6m", 1)]
    seq = journal.seq
    scribe.decided([Asked(QUESTION)])
    assert journal.seq == seq
    scribe.decided([Settled(QUESTION.id, "seen better")])
    assert not cases(journal)[QUESTION.id].open
    scribe.decided([Asked(QUESTION)])
    assert cases(journal)[QUESTION.id].open


@pytest.mark.parametrize("many", [1, 40])
def test_an_answer_that_changes_too_much_for_an_edit_changes_nothing_by_itself(
    journal, scribe, many
):
    told = scribe.ledger.events[3:]
    ways = ("as written", "otherwise")
    scribe.decided(
        [Asked(Question("1:order", 1, 3, "order", "?", ways, ways[0], endings=(told, told * many)))]
    )
    (case,) = cases(journal).values()  # the journal can be read
    assert [bool(one.edits) for one in case.asked.alternatives] == [False, many == 1]


def test_that_nobody_saw_a_guessed_discard_is_an_answer_that_takes_the_guess_back(journal, scribe):
    asked = Question("1:dahai:at3", 1, 3, "dahai", "?", ("5m", NOT_SEEN, "6m"), "5m")
    scribe.decided([Asked(asked)])
    (case,) = cases(journal).values()
    told = [
        [event.pai for edit in one.edits for event in edit.events]
        for one in case.asked.alternatives
    ]
    assert told == [[], [None], [Tile.parse("6m")]]


async def test_answering_it_corrects_the_record(journal, scribe):
    scribe.decided([Asked(QUESTION)])
    (case,) = cases(journal).values()
    session = Session(journal, load_ruleset)
    note = answer_draft(QUESTION.id, None, "6m", "Aki")
    await session.correct(Order(), case.asked.alternatives[1].edits, "told", also=lambda: [note])
    events = Ledger(journal).events
    assert events[3].pai == Tile.parse("6m")
    assert session.questions.closed[QUESTION.id].by == "Aki"
    assert len(events) == 4
    await asyncio.sleep(0)


@pytest.mark.parametrize(("later", "written"), [([], True), (["tsumo"], False)])
async def test_what_is_proposed_may_follow_what_the_camera_corrects_then_and_nothing_else(
    journal, scribe, later, written
):
    ending = (Entry(parse_event({"type": "tsumo", "actor": 1, "pai": "9m"})),)
    better = Entry(parse_event({"type": "dahai", "actor": 0, "pai": "6m", "tsumogiri": None}))
    scribe.decided([Proposed(4, ending, "it ended so", 0.9), Written(3, (better,))])
    for kind in later:
        event = parse_event({"type": kind, "actor": 1, "pai": "?"})
        scribe.decided([Written(4, (Entry(event),))])
    room = QuestionRoom(Session(journal, load_ruleset))
    (asked,) = room.open()
    request = AnswerRequest(id=asked.id, choice=0, client_id="page-0001")
    if written:
        await room.answer(request)
        assert Ledger(journal).events[-1] == ending[0].event
    else:
        with pytest.raises(StaleStateError, match="the table has gone on"):
            await room.answer(request)


WON = Question(
    "1:end", 1, 3, "end", "nobody saw it", ("draw", "seat 0 has won"), "draw", endings=((),)
)
DEALER = Question("1:dealer", 1, 1, "dealer", "?", ("seat 0", "seat 1"), "seat 0")


@pytest.mark.parametrize("question", [WON, DEALER])
async def test_who_won_or_deals_is_no_answer_while_the_record_has_it_otherwise(
    journal, scribe, question
):
    scribe.decided([Asked(question)])
    room = QuestionRoom(Session(journal, load_ruleset))
    request = AnswerRequest(id=question.id, choice=1, client_id="page-0001")
    with pytest.raises(IllegalActionError, match=r"seat .*correct the record by hand"):
        await room.answer(request)
    assert [one.id for one in room.open()] == [question.id]
    await room.answer(request.model_copy(update={"choice": 0}))
    assert room.open() == []


def test_a_correction_of_what_came_before_keeps_answers_and_asks_anew(journal, scribe):
    scribe.decided([Asked(QUESTION), Asked(replace(QUESTION, id="other"))])
    journal.append([answer_draft("other", None, "5m", "")], source="person")
    before = cases(journal)[QUESTION.id].asked.entry
    drawn = Entry(parse_event({"type": "tsumo", "actor": 0, "pai": "9m"}))
    same = scribe.ledger.events[3]
    scribe.read_again()
    scribe.decided([Written(2, (drawn, Entry(same, 0.7, Evidence((7,), 3, 300))))])
    asked = cases(journal)
    assert asked[QUESTION.id].open
    assert asked[QUESTION.id].asked.entry > before
    assert not asked["other"].open
    written = journal.entries[asked[QUESTION.id].asked.entry - 1]
    assert written.event == same
    assert written.evidence["pictures"] == [f"{300:032x}"]
    answers = [one for one in journal.entries if getattr(one.event, "kind", "") == ANSWER]
    assert len(answers) == 2  # as it was given, and as it stands


def test_a_hand_that_is_over_begins_another_film(journal, rules):
    pictures = NoPictures()
    scribe = Scribe(journal, pictures)
    game = list(begin_game(NAMES, rules))
    draw = {"type": "ryukyoku", "reason": "exhaustive_draw", "deltas": [0, 0, 0, 0]}
    events = [*game, parse_event(draw), parse_event({"type": "end_kyoku"})]
    scribe.decided([Written(0, tuple(Entry(one) for one in events))])
    assert pictures.cuts == 1
    assert journal.entries[1].evidence["film"] == "f" * 32
    journal.append([Draft(parse_event({"type": "end_game"}))], source="person")
