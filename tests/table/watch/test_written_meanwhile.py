"""People write in the very moment in which the camera does: nothing that was seen is lost."""

import asyncio
from dataclasses import replace

import pytest
from loading import load

from table.bootstrap.recording_ledger import Ledger
from table.bootstrap.watching import EyesPictures
from table.bootstrap.watching_follow import Follower, Manners, SessionBook
from table.config import load_ruleset
from table.core.corrections import Replace
from table.core.events import Dahai, EndKyoku, Hora, Ryukyoku
from table.core.incidents import Reveal
from table.film.story import scenes
from table.journal.store import Journal
from table.session import Order, open_session
from table.simulator.game import Game

SEED = 3
RULES = load_ruleset("mleague")


class KilledError(Exception):
    """The program is."""


class Interrupted(SessionBook):
    """A session in which something happens just before an event of one kind is written."""

    def __init__(self, session, loop, kind, happens):
        super().__init__(session, loop)
        self._kind, self._happens = kind, happens

    def append(self, drafts, **more):
        if self._kind is not None and isinstance(drafts[0].event, self._kind):
            self._kind = None
            self._happens()
        return super().append(drafts, **more)


@pytest.fixture
def session(tmp_path):
    journal = Journal.open(tmp_path / "j.db")
    session = open_session(journal, load_ruleset, ("A", "B", "C", "D"), "mleague")
    yield session
    session.close()


@pytest.fixture(scope="module")
def two_hands():
    """The first two hands of a game, and what is seen of them."""
    filmed, game = load("tests/table/watch/filmed.py"), []
    for event in Game(RULES, SEED).play():
        game.append(event)
        if sum(isinstance(one, EndKyoku) for one in game) == 2:
            break
    return game, [look for _, look in filmed.Eyes(SEED).looks(scenes(tuple(game), seed=SEED))]


def record(session):
    return Ledger(SessionBook(session, None)).events


def first_discard_was_drawn_otherwise(session):
    """The edit of somebody who saw the first discard come from elsewhere in the hand."""
    ledger = Ledger(SessionBook(session, None))
    place = next(at for at, one in enumerate(ledger.events) if isinstance(one, Dahai))
    discard = ledger.events[place]
    other = replace(discard, tsumogiri=not discard.tsumogiri)
    return session.correct(Order(), [Replace(ledger.seq(place), (other,))], "so it was")


def follow(session, folder, book, looks):
    """Show looks to a follower, to the end; a program that is killed just stops."""
    told = []
    follower = Follower(session, book, EyesPictures(), folder, Manners(accept=None), told.append)
    try:
        for look in looks:
            follower.take(look)
        follower.finish()
    except KilledError:
        pass
    follower.close()
    return [why for why in told if why]


def results(events):
    return [one.deltas for one in events if isinstance(one, Hora | Ryukyoku)]


@pytest.mark.parametrize("kind", [Reveal, Hora, EndKyoku])
async def test_a_hand_that_people_correct_as_it_is_closed_keeps_its_end(
    session, tmp_path, two_hands, kind
):
    game, looks = two_hands
    loop = asyncio.get_running_loop()

    def happens():
        asyncio.run_coroutine_threadsafe(first_discard_was_drawn_otherwise(session), loop).result()

    book = Interrupted(session, loop, kind, happens)
    assert await asyncio.to_thread(follow, session, tmp_path, book, looks) == []
    events = record(session)
    assert results(events) == results(game)
    said = [(one.actor, one.pai) for one in events if isinstance(one, Dahai)]
    assert said == [(one.actor, one.pai) for one in game if isinstance(one, Dahai)]
    first, true = (next(one for one in all_ if isinstance(one, Dahai)) for all_ in (events, game))
    assert first.tsumogiri != true.tsumogiri


async def test_a_hand_that_was_closed_as_the_program_was_killed_is_ended_by_the_next(
    session, tmp_path, two_hands
):
    game, looks = two_hands
    loop = asyncio.get_running_loop()
    seen = []

    def kill():
        raise KilledError

    def shown():
        for look in looks:
            seen.append(look)
            yield look

    book = Interrupted(session, loop, Hora, kill)
    await asyncio.to_thread(follow, session, tmp_path, book, shown())
    await first_discard_was_drawn_otherwise(session)
    rest, book = looks[len(seen) :], SessionBook(session, loop)
    await asyncio.to_thread(follow, session, tmp_path, book, rest)
    assert results(record(session)) == results(game)
