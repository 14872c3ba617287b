"""What a person took back is not written again as long as it lies there unchanged."""

import asyncio
from dataclasses import replace

import pytest

from table.bootstrap.recording_ledger import Ledger
from table.bootstrap.watching import EyesPictures
from table.bootstrap.watching_follow import Follower, Manners, SessionBook
from table.config import load_ruleset
from table.core.events import (
    Ankan,
    Chi,
    Dahai,
    Dora,
    EndKyoku,
    Hora,
    Kakan,
    Pon,
    Reach,
    Ryukyoku,
)
from table.core.rotation import next_hand
from table.core.state import fold
from table.film.story import scenes
from table.journal.store import Draft, Journal
from table.session import Order, open_session
from table.watch.scorecard import compare

NAMES = ("Aki", "Ben", "Chie", "Dai")
SECOND = 1_000_000_000
LOOKS = 8
NOTHING = (0, 0, 0, 0)


class Sitting:
    """A table that is filmed, its session, and who follows it."""

    def __init__(self, folder, filmed, game, seed):
        self.folder, self.game = folder, game
        self.session = open_session(
            Journal.open(folder / "journal.db"), load_ruleset, NAMES, "mleague"
        )
        self.looks = [look for _, look in filmed.Eyes(seed).looks(scenes(game, seed=seed))]
        self.came, self.later_ns, self.last = {}, 0, None
        self.book = SessionBook(self.session, asyncio.get_running_loop())
        self.begin()

    def begin(self):
        """Begin to follow it, or again after a fall."""
        self.follower = Follower(
            self.session, self.book, EyesPictures(), self.folder, Manners(accept=0)
        )

    @property
    def events(self):
        return Ledger(self.book).events

    async def shown(self, look):
        """One more look, at the film's time and as much later as it has stood still."""
        by = self.later_ns
        sightings = tuple(
            replace(one, last_ns=one.last_ns + by,
                    first_ns=one.first_ns + self.came.setdefault(one.track, by))
            for one in look.sightings
        )  # fmt: skip
        self.last = look
        now = replace(look, captured_ns=look.captured_ns + by, sightings=sightings)
        await asyncio.to_thread(self.follower.take, now)

    async def played_until(self, kind):
        """The film, until the record has an event of this kind."""
        while not any(isinstance(event, kind) for event in self.events):
            await self.shown(self.looks.pop(0))

    async def ended(self):
        """A person says that the hand is drawn, and the next one is dealt; what the record was."""
        before = self.events

        def drawn(state, ruleset):
            end = (Ryukyoku(NOTHING), EndKyoku())
            return map(Draft, (*end, next_hand(fold(end, state), ruleset)))

        await self.session.change(Order(), drawn)
        return before

    async def stands_still(self, look=None):
        """Nothing changes on the table for a while."""
        for _ in range(LOOKS):
            self.later_ns += SECOND
            await self.shown(look or self.last)

    async def taken_back(self, kind):
        """A person takes back all down to the last event of this kind; what is left."""
        while any(isinstance(event, kind) for event in self.events):
            await self.session.undo(Order())
        return self.events

    async def goes_on(self):
        """The rest of the film; how well the record tells the game."""
        for look in self.looks:
            await self.shown(look)
        await asyncio.to_thread(self.follower.finish)
        return compare(self.game, self.events, ()).f1


@pytest.fixture
def sitting(tmp_path, filmed, played_of):
    """A sitting at the first hand of a game, by its seed."""
    begun = []

    def begin(seed):
        game = played_of(load_ruleset("mleague"), seed, 1)
        begun.append(Sitting(tmp_path, filmed, game, seed))
        return begun[-1]

    yield begin
    for one in begun:
        one.follower.close()
        one.session.close()


ACTS = [(Dahai, 3), (Chi, 3), (Pon, 4), (Reach, 16), (Ankan, 25), (Dora, 25), (Kakan, 22)]


@pytest.mark.parametrize(("kind", "seed"), ACTS)
async def test_what_was_taken_back_is_not_written_again(sitting, kind, seed):
    table = sitting(seed)
    await table.played_until(kind)
    await table.stands_still()
    left = await table.taken_back(kind)
    await table.stands_still()
    assert table.events == left


@pytest.mark.parametrize(("kind", "seed"), ACTS)
async def test_nor_is_it_after_a_fall(sitting, kind, seed):
    table = sitting(seed)
    await table.played_until(kind)
    left = await table.taken_back(kind)
    await table.stands_still()
    table.follower.close()
    await asyncio.to_thread(table.begin)
    assert table.events == left
    await table.stands_still()
    assert table.events == left


@pytest.mark.parametrize(("kind", "seed"), ACTS)
async def test_what_is_restored_is_known_again(sitting, kind, seed):
    table = sitting(seed)
    await table.played_until(kind)
    before = table.events
    await table.session.undo(Order())
    await table.stands_still()
    await table.session.redo(Order())
    await table.stands_still()
    assert table.events == before
    assert await table.goes_on() == 1.0


def laid_last(table):
    """The tile that was discarded last, as it is seen."""
    return max((one for one in table.last.sightings if one.face_up), key=lambda one: one.first_ns)


def laid_anew(one, table, **otherwise):
    """The tile as it is seen when it is laid now, or again."""
    now_ns = table.last.captured_ns
    return replace(one, track=9_000, first_ns=now_ns, last_ns=now_ns, **otherwise)


def other_face(one):
    """The same tile with a face that looks quite different."""
    turned = one.probabilities[:-1][::-1]
    return replace(one, probabilities=(*turned, one.probabilities[-1]))


@pytest.mark.parametrize("face", [lambda one: one, other_face], ids=["the same", "another"])
async def test_a_tile_that_is_laid_later_is_a_discard_again(sitting, face):
    table = sitting(3)
    await table.played_until(Chi)
    await table.played_until(Dahai)
    while not isinstance(table.events[-1], Dahai):
        await table.shown(table.looks.pop(0))
    written, discard = table.events, laid_last(table)
    await table.session.undo(Order())
    await table.stands_still()
    bare = tuple(one for one in table.last.sightings if one.track != discard.track)
    await table.stands_still(replace(table.last, sightings=bare))
    assert table.events == written[:-1]
    again = laid_anew(face(discard), table)
    await table.stands_still(replace(table.last, sightings=(*bare, again)))
    assert table.events[:-1] == written[:-1]
    assert isinstance(table.events[-1], Dahai)
    assert (table.events[-1] == written[-1]) is (face(discard) == discard)


async def test_a_person_writes_it_otherwise(sitting):
    table = sitting(3)
    await table.played_until(Chi)
    while not isinstance(table.events[-1], Dahai):
        await table.shown(table.looks.pop(0))
    await table.session.undo(Order())
    await table.stands_still()
    left = table.events
    said = replace(table.events[-1], pai=None) if isinstance(left[-1], Dahai) else Dahai(
        left[-1].actor, None
    )  # fmt: skip
    await table.session.change(Order(), lambda *_: [Draft(said)])
    await table.stands_still()
    assert table.events == (*left, said)
    await table.session.undo(Order())
    await table.stands_still()
    assert table.events == left
    await table.session.change(Order(), lambda *_: [Draft(said)])
    mine = [one for one in table.events if isinstance(one, Dahai)]
    await table.goes_on()
    seen = [one for one in table.events if isinstance(one, Dahai)]
    true = [one for one in table.game if isinstance(one, Dahai)]
    assert seen[: len(mine)] == mine
    assert [(one.actor, one.pai) for one in seen[len(mine) :]] == [
        (one.actor, one.pai) for one in true[len(mine) :]
    ]


async def test_a_stick_that_lies_there_still_says_no_riichi_that_was_taken_back(sitting):
    table = sitting(16)
    await table.played_until(Reach)
    while not isinstance(table.events[-1], Dahai):
        await table.shown(table.looks.pop(0))
    discard = laid_last(table)
    while not table.last.sticks:
        await table.shown(table.looks.pop(0))
    left = await table.taken_back(Reach)
    bare = tuple(one for one in table.last.sightings if one.track != discard.track)
    assert table.last.sticks
    await table.stands_still(replace(table.last, sightings=bare))
    upright = laid_anew(discard, table, angle_deg=(discard.angle_deg + 90) % 360)
    await table.stands_still(replace(table.last, sightings=(*bare, upright)))
    assert len(table.events) == len(left) + 1
    assert isinstance(table.events[-1], Dahai)


async def test_a_tile_that_goes_back_from_a_set_is_no_new_discard(sitting):
    table = sitting(3)
    while not any(isinstance(event, Chi) for event in table.events):
        before = table.last
        await table.shown(table.looks.pop(0))
    left = await table.taken_back(Chi)
    await table.stands_still()
    called = max((one for one in before.sightings if one.face_up), key=lambda one: one.first_ns)
    gone = tuple(one for one in before.sightings if one is not called)
    await table.stands_still(replace(table.last, sightings=gone))
    back = (*gone, laid_anew(called, table))
    await table.stands_still(replace(table.last, sightings=back))
    assert table.events == left


async def test_a_hand_whose_end_was_taken_back_goes_on_as_it_was(sitting):
    table = sitting(3)
    await table.played_until(Chi)
    await table.stands_still()
    before = await table.ended()
    await table.stands_still()
    await table.session.undo(Order())
    await table.stands_still()
    assert table.events == before
    assert await table.goes_on() == 1.0


async def test_the_camera_does_not_end_a_hand_again_whose_end_was_taken_back(sitting):
    table = sitting(3)
    await table.played_until(EndKyoku)
    for event in (EndKyoku, Hora):
        left = await table.taken_back(event)
        await table.stands_still()
        assert table.events == left


async def test_of_a_hand_that_was_cleared_only_what_is_laid_anew_is_added(sitting):
    """Its end was taken back when its tiles had gone: nothing that stands is written over."""
    table = sitting(3)
    await table.played_until(Chi)
    await table.stands_still()
    before = await table.ended()
    laid = table.last
    await table.stands_still(replace(laid, sightings=()))
    await table.session.undo(Order())
    await table.stands_still()
    old = {one.track for one in laid.sightings}
    play = [look for look in table.looks if not look.sticks][:20]
    for look in play:
        fresh = tuple(one for one in look.sightings if one.track not in old)
        await table.shown(replace(look, sightings=fresh))
    assert table.events[: len(before)] == before
    assert len(table.events) > len(before)
