"""A watcher beside a running session: what it decides is written, and people are believed."""

import asyncio
import errno
import sys
import threading
from concurrent.futures import CancelledError
from dataclasses import replace
from multiprocessing import Pipe
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest
from loading import load

from table.bootstrap.recording_ledger import Ledger
from table.bootstrap.watching import EyesPictures, Kit, SessionWatcher
from table.bootstrap.watching_follow import Follower, Manners, SessionBook
from table.bootstrap.watching_words import Failed, Glimpse
from table.config import load_ruleset
from table.core.decisions import begin_game
from table.core.events import Correction, Dahai, EndKyoku, StartKyoku, Tsumo
from table.core.state import Phase, fold
from table.errors import DataFolderError, IllegalActionError, JournalError
from table.film.story import scenes
from table.journal.store import Draft, Journal
from table.session import Order, open_session
from table.simulator.game import simulate
from table.watch.scorecard import compare
from table.web.questions import QuestionRoom
from table.web.views.questions import AnswerRequest
from vision.capture.frames import Frame
from vision.capture.onward import Onward

SEED = 3
NAMES = ("Aki", "Ben", "Chie", "Dai")


@pytest.fixture
def session(tmp_path):
    session = open_session(Journal.open(tmp_path / "journal.db"), load_ruleset, NAMES, "mleague")
    yield session
    session.close()


@pytest.fixture
def kit(tmp_path):
    """All that is seen is believed."""
    folder = tmp_path / "watched"
    return Kit(folder, tmp_path / "c.json", tmp_path / "evidence", manners=Manners(accept=0))


@pytest.fixture(scope="module")
def filmed():
    """The module that lays games out as observations."""
    return load("tests/table/watch/filmed.py")


def first_hand():
    game = simulate(load_ruleset("mleague"), SEED)
    return game[: next(at for at, event in enumerate(game) if isinstance(event, EndKyoku)) + 1]


async def shown(watcher, session, told):
    """Send the watcher what the eyes would."""
    ours, theirs = Pipe()
    book = SessionBook(session, asyncio.get_running_loop())

    def listen():
        follower = watcher.follower(book)
        watcher.listen(ours, follower)
        follower.close()

    thread = threading.Thread(target=listen)
    thread.start()
    for one in told:
        await asyncio.to_thread(theirs.send, one)
    await asyncio.to_thread(thread.join, 50)
    assert not thread.is_alive()
    ours.close()
    theirs.close()


def standing(session):
    return Ledger(SessionBook(session, None)).events


async def test_a_hand_that_is_seen_stands_in_the_session(session, filmed, kit):
    game = first_hand()
    looks = [look for _, look in filmed.Eyes(SEED).looks(scenes(game, seed=SEED))]
    watcher = SessionWatcher(session, ("table=table.mp4",), kit)
    await shown(watcher, session, [*looks, Glimpse("ended", "the film has ended")])
    assert watcher.health().condition == "ended"
    events = standing(session)
    assert events[0].names == NAMES
    card = compare(game, events, ())
    assert card.f1 == 1.0
    assert session.snapshot.state.scores == fold(game).scores


async def test_an_observer_adds_and_replaces_and_what_cannot_follow_is_refused(session):
    _, deal = begin_game(NAMES, load_ruleset("mleague"))
    order = Order(source="camera")
    draw = await session.put(order, [Draft(Tsumo(deal.oya))])
    assert session.snapshot.state.play.live == 69
    with pytest.raises(IllegalActionError):
        await session.put(order, [Draft(deal)])
    with pytest.raises(IllegalActionError):
        await session.put(order, [Draft(Correction("no")), Draft(deal)], draw.commit.number)
    assert session.snapshot.state.play.live == 69
    instead = [Draft(Correction("it was a discard of nothing")), Draft(Tsumo(deal.oya))]
    await session.put(order, [*instead, Draft(Dahai(deal.oya, None))], draw.commit.number)
    assert len(session.snapshot.state.play.seats[deal.oya].river) == 1


async def test_what_people_write_is_believed(session, filmed, kit):
    game = first_hand()
    looks = [look for _, look in filmed.Eyes(SEED).looks(scenes(game, seed=SEED))]
    watcher = SessionWatcher(session, ("table=table.mp4",), kit)
    half = len(looks) // 2
    await shown(watcher, session, [*looks[:half], Glimpse("ended", "")])
    before = standing(session)
    await session.undo(Order())
    assert standing(session) != before
    await shown(watcher, session, [*looks[half:], Glimpse("ended", "")])
    assert isinstance(standing(session)[1], StartKyoku)
    assert watcher.health().condition == "ended"


async def test_a_fault_of_the_eyes_is_not_the_end_of_the_hand(session, filmed, kit):
    game = first_hand()
    looks = [look for _, look in filmed.Eyes(SEED).looks(scenes(game, seed=SEED))]
    watcher = SessionWatcher(session, ("table=table.mp4",), kit)
    await shown(watcher, session, [*looks[: len(looks) // 2], Failed("the film is damaged")])
    health = watcher.health()
    assert (health.condition, health.words) == ("lost", "the film is damaged")
    assert session.snapshot.state.phase is Phase.HAND
    assert session.snapshot.state.play.live < 60


async def test_a_machine_that_starts_again_goes_on_in_the_hand(session, filmed, kit, tmp_path):
    """Its clock begins anew, and its tracks too, as those of other eyes do."""
    game = first_hand()
    looks = [look for _, look in filmed.Eyes(SEED).looks(scenes(game, seed=SEED))]
    half, boot_ns = len(looks) // 2, 100_000_000_000_000
    before = [later(look, boot_ns, 0) for look in looks[:half]]
    watcher = SessionWatcher(session, ("table=table.mp4",), kit)
    await shown(watcher, session, [*before, Failed("killed")])
    follower = watcher.follower(SessionBook(session, asyncio.get_running_loop()))
    assert follower.seen_ns == before[-1].captured_ns
    clock = Onward(follower.seen_ns)
    clock.named(Frame(0, looks[half].captured_ns, np.zeros((1, 1, 3), np.uint8)))
    after = [later(look, clock.later_ns, follower.highest_track) for look in looks[half:]]
    follower.close()
    await shown(watcher, session, [*after, Glimpse("ended", "")])
    assert compare(game, standing(session), ()).f1 == 1.0


def later(look, by_ns, tracks):
    sightings = tuple(
        replace(one, track=tracks + one.track, first_ns=one.first_ns + by_ns,
                last_ns=one.last_ns + by_ns)
        for one in look.sightings
    )  # fmt: skip
    return replace(look, captured_ns=look.captured_ns + by_ns, sightings=sightings)


@pytest.mark.parametrize("spoilt", ["\0" * 200, '{"note":"hand","seat":1,"t":Infinity}', "[5]"])
async def test_a_log_that_a_power_cut_spoilt_is_set_aside(session, filmed, kit, spoilt):
    game = first_hand()
    looks = [look for _, look in filmed.Eyes(SEED).looks(scenes(game, seed=SEED))]
    half = len(looks) // 2
    watcher = SessionWatcher(session, ("table=table.mp4",), kit)
    await shown(watcher, session, [*looks[:half], Failed("killed")])
    (log,) = kit.folder.glob("*.jsonl")
    log.write_text(spoilt + "\n" + log.read_text())
    before = len(standing(session))
    told = []
    book = SessionBook(session, asyncio.get_running_loop())
    follower = Follower(session, book, EyesPictures(), kit.folder, kit.manners, told.append)
    follower.close()
    assert len(told) == 1
    assert "what was seen of this hand before is lost" in told[0]
    assert spoilt in log.with_suffix(".damaged").read_text()
    assert not log.exists()
    assert len(standing(session)) == before
    await shown(watcher, session, [*looks[half:], Glimpse("ended", "")])
    assert len(standing(session)) > before


async def test_a_choice_that_cannot_be_kept_is_refused_and_the_old_one_stays(
    session, kit, tmp_path
):
    kit = replace(kit, chosen=tmp_path / "gone" / "cameras.json")
    watcher = SessionWatcher(session, ("table=0",), kit)
    with pytest.raises(DataFolderError, match="cameras: not kept, No such file or directory"):
        watcher.choose(("table=1",))
    assert watcher.sources == ("table=0",)
    assert not watcher._turn.is_set()


async def test_a_stop_in_the_moment_of_a_turn_is_heard(session, kit):
    watcher = SessionWatcher(session, (), kit)

    class Turn(threading.Event):
        def clear(self):
            watcher._stop.set()
            self.set()
            super().clear()

    watcher._turn = Turn()
    await asyncio.wait_for(asyncio.to_thread(watcher._run, asyncio.get_running_loop()), 20)


async def test_people_say_what_was_discarded_where_nobody_saw_it(session, filmed, kit, monkeypatch):
    game, seen = first_hand(), filmed.Eyes.sight
    hidden = lambda tile: (tile.zone, tile.seat, tile.place) == ("river", 1, 2)  # noqa: E731
    monkeypatch.setattr(
        filmed.Eyes, "sight", lambda eyes, tile: None if hidden(tile) else seen(eyes, tile)
    )
    looks = [look for _, look in filmed.Eyes(SEED).looks(scenes(game, seed=SEED))]
    watcher = SessionWatcher(session, ("table=table.mp4",), kit)
    await shown(watcher, session, [*looks, Glimpse("ended", "")])
    room = QuestionRoom(session)
    (asked,) = [one for one in room.open() if one.kind == "dahai"]
    assert [choice.edits for choice in asked.choices] == [0] + [1] * 37
    true = [one for one in game if isinstance(one, Dahai) and one.actor == 1][2].pai
    at = [choice.tile for choice in asked.choices].index(str(true))
    await room.answer(AnswerRequest(id=asked.id, choice=at, client_id="page-0001"))
    assert compare(game, standing(session), ()).f1 == 1.0


async def said(watcher, words):
    """Wait until the watcher says this of itself."""
    while watcher.health().words != words:  # noqa: ASYNC110 - another thread says it
        await asyncio.sleep(0.05)


async def test_a_set_that_is_learnt_reaches_the_camera_at_once(session, kit, tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path, str(Path(__file__).parents[1])])
    watcher = SessionWatcher(session, ("http://127.0.0.1:9/",), replace(kit, eyes="eyes_told"))
    await watcher.open()
    try:
        await said(watcher, "reading with none")
        watcher.use((tmp_path, "home"))
        await said(watcher, "reading with home")
        assert watcher.health().tile_set == "home"
        film = tmp_path / "table.mp4"
        film.touch()
        watcher.choose((str(film),))
        await said(watcher, "reading with home")
        watcher.use((tmp_path, "club"))  # a film is not begun anew in the middle of a hand
        assert watcher.health().words == "reading with home"
        assert not watcher._turn.is_set()
    finally:
        await watcher.close()


FULL = OSError(errno.ENOSPC, "No space left on device", "watched/3.jsonl")


class FullDisk:
    """A follower whose log takes nothing more."""

    highest_track, seen_ns = 0, -1

    def close(self):
        raise FULL


async def test_a_full_disk_is_named_and_not_the_end_of_watching(session, kit, monkeypatch):
    monkeypatch.setattr("table.bootstrap.watching.AGAIN_S", 0.01)
    nobody = Mock(Pipe=Pipe)
    monkeypatch.setattr("table.bootstrap.watching.get_context", lambda _: nobody)
    watcher = SessionWatcher(session, ("table=0",), kit)
    faults = [FULL, JournalError("journal entry 3: not written"), CancelledError()]
    said = []

    def listen(*_):
        said.append(watcher.health().words)
        raise faults.pop(0)

    monkeypatch.setattr(watcher, "listen", listen)
    monkeypatch.setattr(watcher, "follower", lambda _: FullDisk())
    await asyncio.to_thread(watcher._run, asyncio.get_running_loop())
    again = "watching stopped and begins again: "
    assert said[1:] == [
        f"{again}watched/3.jsonl: No space left on device",
        f"{again}journal entry 3: not written",
    ]
