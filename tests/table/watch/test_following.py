"""Following a table for a session: killed in a hand's middle, attended, out of step, chosen."""

import asyncio
from dataclasses import replace

import httpx
import pytest
from loading import load

from firmware_bridge.happenings import Event
from firmware_bridge.messages import RiichiStick
from scoring.seats import Seat
from scoring.tiles import Tile
from table.bootstrap.bridge import signal
from table.bootstrap.compose import compose
from table.bootstrap.recording_ledger import Ledger
from table.bootstrap.settings import CameraSettings, Settings
from table.bootstrap.watching_follow import WAYS, Follower, Manners, SessionBook
from table.config import load_ruleset
from table.core.decisions import lay_riichi
from table.core.declaration import judge
from table.core.events import Dahai, EndKyoku, Reach, StartKyoku, Tsumo
from table.errors import StaleStateError
from table.film.story import scenes
from table.journal.store import Draft, Journal
from table.session import Order, open_session
from table.simulator.game import simulate
from table.watch.decisions import Entry, InStep, OutOfStep
from table.watch.notes import StickLaid
from table.watch.scorecard import compare
from table.watch.watcher import Watcher
from table.web.answers import declaration_of, score_view
from table.web.questions import QuestionRoom
from table.web.views.questions import AnswerRequest
from table.web.views.wins import ScoreRequest

SEED = 3
NAMES = ("Aki", "Ben", "Chie", "Dai")
DEVICE = "6a616e74-616b-4075-8000-000000000001"


FILMED, STANDIN = load("tests/table/watch/filmed.py"), load("tests/table/standin.py")


class NoPictures:
    def keep(self, _name, _evidence):
        return []

    def film(self, _at_ns):
        return None

    def cut(self):
        pass


@pytest.fixture
def session(tmp_path):
    session = open_session(Journal.open(tmp_path / "journal.db"), load_ruleset, NAMES, "mleague")
    yield session
    session.close()


@pytest.fixture(scope="module")
def hand():
    """The first hand of a game, and the looks at it."""
    game = simulate(load_ruleset("mleague"), SEED)
    first = game[: next(at for at, one in enumerate(game) if isinstance(one, EndKyoku)) + 1]
    return first, tuple(look for _, look in FILMED.Eyes(SEED).looks(scenes(first, seed=SEED)))


async def follow(session, folder, work, *, accept=0.0):
    """Let somebody who follows the session work in a thread; what the work gives."""
    book = SessionBook(session, asyncio.get_running_loop())
    said = []

    def run():
        follower = Follower(
            session, book, NoPictures(), folder, Manners(accept=accept), said.append
        )
        try:
            return work(follower)
        finally:
            follower.close()

    folder.mkdir(exist_ok=True)
    done = await asyncio.to_thread(run)
    return done, said


def renumbered(looks, by):
    """The same looks as another process would number their tracks."""
    return [
        replace(
            one, sightings=tuple(replace(tile, track=tile.track + by) for tile in one.sightings)
        )
        for one in looks
    ]


def taken(looks, *, end=False):
    def work(follower):
        for look in looks:
            follower.take(look)
        if end:
            follower.finish()
        return follower.highest_track

    return work


async def test_killed_in_a_hands_middle_it_goes_on(session, hand, tmp_path):
    game, looks = hand
    folder, half = tmp_path / "watched", len(looks) // 2
    highest, _ = await follow(session, folder, taken(looks[:half]))
    before = session.snapshot.seq
    assert any(isinstance(one.event, Dahai) for one in session.written())
    rest = renumbered(looks[half:], highest)
    again, said = await follow(session, folder, taken([], end=False))
    assert (again, said, session.snapshot.seq) == (highest, [], before)
    await follow(session, folder, taken(rest, end=True))
    card = compare(game, Ledger(SessionBook(session, None)).events, ())
    assert card.f1 == 1.0, card.wrong
    assert len(list(folder.glob("*.jsonl"))) == 1


async def test_attended_a_hands_end_is_one_tap_away(session, hand, tmp_path):
    _, looks = hand
    shown = next(at for at in range(len(looks)) if _clears(looks, at))
    await follow(session, tmp_path / "watched", taken(looks[:shown]), accept=None)
    room = QuestionRoom(session)
    (question,) = [one for one in room.open() if one.kind == "win"]
    assert session.snapshot.state.hands == ()
    state, ruleset = session.snapshot.state, session.snapshot.ruleset
    judged = judge(state, declaration_of(ScoreRequest(**question.win), state), ruleset)
    answer = AnswerRequest(id=question.id, choice=0, by="Aki", client_id="answer-01")
    await room.answer(answer)
    (ended,) = session.snapshot.state.hands
    assert score_view(state, judged).deltas == list(ended.deltas)
    assert room.open() == []


def _clears(looks, at):
    """Whether after this look the tiles are taken away."""
    return at + 1 < len(looks) and len(looks[at + 1].sightings) < len(looks[at].sightings) // 2


@pytest.mark.parametrize("label", [label for label, _ in WAYS])
async def test_out_of_step_the_way_back_is_one_tap_away(session, hand, tmp_path, label):
    _, looks = hand
    room = QuestionRoom(session)

    def lost(follower):
        for look in looks[:20]:
            follower.take(look)
        follower._decided([OutOfStep("no play explains 3 tiles on the table")])

    _, said = await follow(session, tmp_path / "watched", lost)
    assert said == ["no play explains 3 tiles on the table"]
    (question,) = [one for one in room.open() if one.kind == "out_of_step"]
    choice = [one.label for one in question.choices].index(label)
    answer = AnswerRequest(id=question.id, choice=choice, client_id="answer-02")
    await room.answer(answer)
    ways = []

    def found(follower):
        find_back = follower._watcher.resync
        follower._watcher.resync = lambda way: (ways.append(way), find_back(way))[1]
        follower._scribe.take_up([session.questions.cases[question.id].asked])
        follower.hear_people()
        follower._decided([OutOfStep("again"), InStep("explained")])

    _, said = await follow(session, tmp_path / "watched", found)
    assert ways == [dict(WAYS)[label]]
    assert said == ["again", ""]
    assert [one for one in room.open() if one.kind == "out_of_step"] == []


async def test_a_tables_riichi_stick_turns_the_last_discard(session, hand, tmp_path):
    _, looks = hand
    book = SessionBook(session, asyncio.get_running_loop())

    def laid(follower):
        for look in looks[:20]:
            follower.take(look)
        events = Ledger(book).events
        seat = next(one.actor for one in reversed(events) if isinstance(one, Dahai))
        said = Event(DEVICE, 1, 1, 0, RiichiStick(1, seat, 1))
        draft = signal(said)
        book.append([Draft(draft.event, {**draft.evidence, "first_dealer": 0})], source="table")
        for look in looks[20:24]:
            follower.take(look)
        return seat

    seat, _ = await follow(session, tmp_path / "watched", laid)
    events = Ledger(SessionBook(session, None)).events
    assert any(isinstance(one, Reach) and one.actor == seat for one in events)
    assert isinstance(events[1], StartKyoku)


async def test_cameras_are_chosen_on_the_page_and_kept(tmp_path):
    settings = Settings(camera=CameraSettings(table=str(tmp_path / "first.mp4")))

    async def asked(table, choice=None):
        transport = httpx.ASGITransport(table.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
            done = None
            if choice is not None:
                done = await http.put("/api/watch/cameras", json=choice)
            return (await http.get("/api/watch/cameras")).json(), done

    table = compose(settings, tmp_path / "data", STANDIN.StandInEyes())
    now, _ = await asked(table)
    assert now["table"] == str(tmp_path / "first.mp4")
    _, refused = await asked(table, {"table": "ftp://somewhere"})
    assert refused.status_code == 422
    assert "expected rtsp:// or http://" in refused.json()["detail"]
    for gone in (str(tmp_path / "none.mp4"), "a" * 300):
        _, refused = await asked(table, {"table": gone})
        assert (refused.status_code, "is not there" in refused.json()["detail"]) == (422, True)
    chosen, _ = await asked(table, {"table": "1", "hand2": "http://10.0.0.9/hand"})
    assert (chosen["table"], chosen["hand2"], chosen["hand0"]) == (
        "1",
        "http://10.0.0.9/hand",
        None,
    )
    table.close()
    table = compose(settings, tmp_path / "data", STANDIN.StandInEyes())
    kept, _ = await asked(table)
    assert kept == chosen
    nobody, _ = await asked(table, {})
    assert nobody["table"] is None
    table.close()
    insist = Settings(camera=CameraSettings(table="0", insist=True))
    table = compose(insist, tmp_path / "data", STANDIN.StandInEyes())
    assert (await asked(table))[0]["table"] == "0"
    table.close()


def test_a_riichi_that_a_table_has_heard_of_stays_one(hand):
    game, looks = hand
    actor = next(one.actor for one in game if isinstance(one, Reach))
    watcher = Watcher(load_ruleset("mleague"))
    lying = {}
    for look in looks:
        upright = tuple(
            replace(tile, angle_deg=lying[tile.track]) if tile.track in lying else tile
            for tile in look.sightings
        )
        watcher.see(replace(look, sightings=upright, sticks=()))
        reached = any(isinstance(one, Reach) and one.actor == actor for one in watcher.events)
        if reached and not lying:
            watcher.hear(StickLaid(actor))
            pieces = watcher._hand.sheet.ponds[actor].pieces
            (turned,) = [piece for piece in pieces if piece.sideways]
            lying = {turned.track: 90.0 * (actor + 1) % 360}
    assert lying
    watcher.finish()
    assert any(isinstance(one, Reach) and one.actor == actor for one in watcher.events)


@pytest.mark.parametrize("theirs", ["a riichi", "an undo"])
async def test_what_people_wrote_meanwhile_is_never_written_over(tmp_path, theirs):
    """A camera that puts a discard right has not read that somebody wrote: it has to, first."""
    session = open_session(Journal.open(tmp_path / "j.db"), load_ruleset, NAMES, "wrr2015")
    book = SessionBook(session, asyncio.get_running_loop())
    ledger = await asyncio.to_thread(Ledger, book)
    place = len(ledger.events)
    seen = [Entry(Tsumo(Seat.FIRST, None)), Entry(Dahai(Seat.FIRST, Tile.parse("1m"), False))]
    await asyncio.to_thread(ledger.write, place, seen, lambda *_: {})
    if theirs == "a riichi":
        order = Order("p1", session.snapshot.seq)
        await session.change(order, lambda now, _: map(Draft, lay_riichi(now, Seat.SECOND)))
    else:
        await session.undo(Order("p1", session.snapshot.seq))
    before = session.snapshot.state
    better = [Entry(Dahai(Seat.FIRST, Tile.parse("2m"), False))]
    with pytest.raises(StaleStateError):
        await asyncio.to_thread(ledger.write, place + 1, better, lambda *_: {})
    assert session.snapshot.state == before
    await asyncio.wait_for(session.undo(Order("p2")), 5)  # and the table goes on
    session.close()
