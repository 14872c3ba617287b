"""The session: one command at a time, once only, durable first, told to everybody after."""

import asyncio

import pytest

from scoring.seats import Seat
from table.config import load_ruleset
from table.core.decisions import confirm_draw, lay_riichi
from table.core.events import EndKyoku
from table.errors import IllegalActionError, JournalCorruptError, StaleStateError
from table.journal.store import Draft, Journal
from table.session import QUEUED_CHANGES, Order, open_session

NAMES = ("Aki", "Ben", "Chie", "Dai")


def draw(state, ruleset):
    return map(Draft, confirm_draw(state, (), ruleset))


def riichi(seat):
    return lambda state, _: map(Draft, lay_riichi(state, seat))


def open_at(path):
    return open_session(Journal.open(path), load_ruleset, NAMES, "wrr2015")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "journal.db"


@pytest.fixture
def session(path):
    session = open_at(path)
    yield session
    session.close()


async def test_an_empty_journal_begins_with_a_game(session):
    state = session.snapshot.state
    assert (state.names, state.rules, state.scores) == (NAMES, "wrr2015", (30000,) * 4)
    assert session.snapshot.undo is None


async def test_a_command_is_journaled_and_applied(session):
    outcome = await session.change(Order("client-1", 2), riichi(Seat.SECOND))
    assert outcome.after.seq == 4
    assert session.snapshot.state.scores == (30000, 29000, 30000, 30000)
    assert [entry.client_id for entry in session.entries(2, 10)] == ["client-1"] * 2


async def test_the_state_is_there_again_after_a_restart(path):
    session = open_at(path)
    await session.change(Order(), riichi(Seat.FIRST))
    await session.undo(Order())
    await session.redo(Order())
    before = session.snapshot
    session.close()
    again = open_at(path)
    assert again.snapshot == before
    again.close()


async def test_a_stale_sender_is_told_and_nothing_changes(session):
    await session.change(Order(expected_seq=2), riichi(Seat.FIRST))
    with pytest.raises(StaleStateError, match="changed meanwhile, from entry 2 to 4: look"):
        await session.change(Order(expected_seq=2), riichi(Seat.SECOND))
    assert session.snapshot.seq == 4


async def test_the_same_client_id_is_one_entry_also_after_a_restart(path):
    session = open_at(path)
    first = await session.change(Order("client-1", 2), riichi(Seat.FIRST))
    second = await session.change(Order("client-1", 2), riichi(Seat.FIRST))
    assert (first.repeated, second.repeated) == (False, True)
    assert second.commit == first.commit
    session.close()
    again = open_at(path)
    third = await again.change(Order("client-1", 2), riichi(Seat.FIRST))
    assert third.repeated
    assert again.snapshot.seq == 4
    again.close()


async def test_of_many_who_press_at_once_one_wins(session):
    orders = [Order(f"client-{number}", 2) for number in range(20)]
    outcomes = await asyncio.gather(
        *(session.change(order, riichi(Seat.FIRST)) for order in orders), return_exceptions=True
    )
    assert sum(isinstance(outcome, StaleStateError) for outcome in outcomes) == 19
    assert session.snapshot.seq == 4


async def test_what_is_not_allowed_leaves_no_trace(session):
    for decide in (
        lambda _, __: [Draft(EndKyoku())],
        lambda state, _: [*map(Draft, lay_riichi(state, Seat.FIRST)), Draft(EndKyoku())],
    ):
        with pytest.raises(IllegalActionError):
            await session.change(Order("client-1"), decide)
    with pytest.raises(IllegalActionError, match="nothing stands"):
        await session.undo(Order())
    with pytest.raises(IllegalActionError, match="no undo"):
        await session.redo(Order())
    assert session.snapshot.seq == 2
    assert not (await session.change(Order("client-1"), riichi(Seat.FIRST))).repeated


async def test_an_asker_who_goes_away_does_not_tear_the_command(session):
    task = asyncio.create_task(session.change(Order("client-1"), riichi(Seat.FIRST)))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    outcome = await session.change(Order("client-1"), riichi(Seat.FIRST))
    assert outcome.repeated
    assert session.snapshot.state.kyotaku == 1


async def test_a_follower_gets_numbered_changes(session):
    with session.follow(None, None) as (caught_up, changes):
        assert not caught_up
        await session.change(Order(), riichi(Seat.FIRST))
        await session.undo(Order())
        first, second = await changes.next(), await changes.next()
    assert (first.since, first.after.seq) == (2, 4)
    assert (second.since, second.after.seq) == (4, 5)
    assert second.after == session.snapshot
    assert second.entries[0].supersedes == 3


async def test_a_known_number_catches_up_without_a_snapshot(session):
    for seat in (Seat.FIRST, Seat.SECOND):
        await session.change(Order(), riichi(seat))
    journal = session.snapshot.journal
    with session.follow(4, journal) as (caught_up, changes):
        assert caught_up
        assert (await changes.next()).since == 4
    with session.follow(6, journal) as (caught_up, _):
        assert caught_up


@pytest.mark.parametrize(
    ("since", "journal"), [(3, None), (99, None), (2, "another"), (None, None)]
)
async def test_an_unknown_number_needs_a_snapshot(session, since, journal):
    await session.change(Order(), riichi(Seat.FIRST))
    with session.follow(since, journal) as (caught_up, _):
        assert not caught_up


async def test_a_slow_follower_is_told_to_start_again_and_bounds_its_memory(session):
    with session.follow(None, None) as (_, changes):
        for _ in range((QUEUED_CHANGES + 10) // 2):
            await session.change(Order(), riichi(Seat.FIRST))
            await session.undo(Order())
        waiting = [await changes.next() for _ in range(changes._queue.qsize())]
    assert waiting[0] is None
    assert waiting[-1].after.seq == session.snapshot.seq
    assert len(waiting) <= QUEUED_CHANGES


async def test_a_record_that_makes_no_game_is_refused_at_the_start(path):
    journal = Journal.open(path)
    journal.append([Draft(EndKyoku())], source="person")
    with pytest.raises(JournalCorruptError, match="do not make a game"):
        open_session(journal, load_ruleset, NAMES, "wrr2015")
    journal.close()
