"""An automatic table beside a running session: heard, judged, journaled once, acknowledged."""

import asyncio
import time

import pytest
from loading import load

from firmware_bridge.happenings import Kept
from firmware_bridge.messages import Button, Reset
from scoring.seats import Seat
from table.bootstrap.compose import compose
from table.bootstrap.settings import BridgeSettings, Settings
from table.bootstrap.table_line import TableLine, recalled
from table.core.events import Dahai, ReachAccepted, Tsumo
from table.core.incidents import Dice, Signal, StickCount, WallBreak
from table.core.state import Riichi
from table.errors import JournalError
from table.journal.store import Draft, Journal
from table.session import Order

VIRTUAL, CONFTEST = load("tests/table/virtual.py"), load("tests/table/conftest.py")


@pytest.fixture
def virtual(tmp_path):
    with VIRTUAL.VirtualTable(tmp_path / "port") as table:
        yield table


@pytest.fixture
async def listening(tmp_path, virtual, eyes):
    """A client of a session that listens to the virtual table."""
    bridge = BridgeSettings(port=virtual.port, lasting_s=0.3)
    table = compose(Settings(bridge=bridge), tmp_path / "data", eyes)
    await table.line.open()
    client = CONFTEST.Client(table)
    client.journal, client.line = table.services.desk.session, table.line
    try:
        await bridge_is(client, "linked")
        yield client
    finally:
        await client.http.aclose()
        await table.line.close()
        table.close()


async def until(found, timeout_s=30.0):
    end = time.monotonic() + timeout_s
    while time.monotonic() < end:
        value = await found()
        if value is not None:
            return value
        await asyncio.sleep(0.02)
    raise AssertionError(f"it did not come within {timeout_s:g} s; last: {await found()}")


async def bridge_is(client, condition):
    async def found():
        health = (await client.get("/api/bridge")).json()
        return health if health["condition"] == condition else None

    return await until(found)


async def signals(client, kind, count=1):
    async def found():
        entries = [
            entry
            for entry in client.journal.entries(0, 10_000)
            if isinstance(entry.event, Signal) and entry.event.kind == kind
        ]
        return entries if len(entries) >= count else None

    return await until(found)


async def questions(client, count=1):
    async def found():
        asked = (await client.get("/api/questions")).json()
        return asked if len(asked) == count else None

    return await until(found)


async def test_dice_break_the_wall_and_stand_in_one_commit_with_their_event(listening, virtual):
    with virtual.moved() as table:
        table.device.throw(0, 3, 6)
    (entry,) = await signals(listening, "dice")
    commit = [one for one in listening.journal.entries(0, 100) if one.commit == entry.commit]
    assert [type(one.event) for one in commit] == [Signal, Dice, WallBreak]
    assert {one.source for one in commit} == {"table"}
    assert {one.client_id for one in commit} == {f"bridge:{VIRTUAL.TABLE}:1:1"}
    assert "first indicator is E7 upper" in commit[2].evidence["why"]
    assert commit[2].confidence == pytest.approx(0.97)

    async def acknowledged():
        health = (await listening.get("/api/state")).json()["bridge"]
        return health if health["kept"] == 1 and not virtual.simulator.device.ring else None

    health = await until(acknowledged)
    assert (health["device"], health["reboots"]) == (str(VIRTUAL.TABLE), 0)


async def test_the_place_of_the_first_dealer_is_known_again_after_a_restart(
    tmp_path, virtual, eyes
):
    settings = Settings(bridge=BridgeSettings(port=virtual.port))
    for place, seat in ((3, 0), (1, 2)):
        table = compose(settings, tmp_path / "data", eyes)
        await table.line.open()
        client = CONFTEST.Client(table)
        client.journal = table.services.desk.session
        with virtual.moved() as moved:
            moved.device.throw(place, 3, 6)
        entry = (await signals(client, "dice", 1 + seat // 2))[-1]
        assert (entry.event.actor, entry.evidence["seat"]) == (seat, place)
        await client.http.aclose()
        await table.line.close()
        table.close()


async def test_dice_that_wait_for_a_hands_end_do_so_over_a_restart(listening, virtual):
    with virtual.moved() as table:
        table.device.throw(0, 3, 6)
        table.device.press(Button.SET)
        table.device.throw(1, 2, 2)

    async def waiting():
        return listening.line._senses if listening.line._senses.throws else None

    heard = await until(waiting)
    again = TableLine(BridgeSettings(port=virtual.port), listening.journal, Kept())._senses
    assert [(throw.seat, str(throw.roll)) for throw in again.throws] == [(1, "2+2")]
    assert (again.throws, again.hand, again.ended) == (heard.throws, heard.hand, True)
    assert again.offered == heard.offered


async def test_a_riichi_stick_is_a_riichi_that_a_person_can_take_back(listening, virtual):
    with virtual.moved() as table:
        table.device.lay_riichi(2, present=True)
    await signals(listening, "riichi_stick")
    state = await listening.state()
    assert (state["kyotaku"], state["players"][2]["riichi"]) == (1, True)
    with virtual.moved() as table:
        table.device.press(Button.HONBA)
        table.device.release(Button.HONBA)
    await signals(listening, "button", 2)
    assert (await listening.state())["undo"]["what"] == "riichi of Player 3"
    assert (await listening.command("/api/undo")).status_code == 200
    state = await listening.state()
    assert (state["kyotaku"], state["players"][2]["riichi"]) == (0, False)
    (asked,) = await questions(listening)
    assert (asked["kind"], asked["seat"]) == ("riichi", 2)
    assert (await listening.command("/api/redo")).status_code == 200
    assert await questions(listening, 0) == []


async def test_what_the_table_says_does_not_make_a_persons_view_stale(listening, virtual):
    seen = await listening.seq()
    with virtual.moved() as table:
        table.device.press(Button.SET)
    await signals(listening, "button")
    assert await listening.seq() > seen
    answer = await listening.command("/api/draws", {"tenpai": [1], "expected_seq": seen})
    assert answer.status_code == 200
    answer = await listening.command("/api/draws", {"tenpai": [1], "expected_seq": seen})
    assert answer.status_code == 409


async def test_a_lasting_difference_of_sticks_is_a_question_of_seat_and_amount(listening, virtual):
    with virtual.moved() as table:
        for seat in range(4):
            table.device.fill(seat, (2, 1, 5 if seat != 3 else 4, 0, 0))
    (asked,) = await questions(listening)
    assert (asked["kind"], asked["seat"], asked["amount"]) == ("points", 3, -1000)
    assert "Player 4" in asked["text"]
    health = (await listening.get("/api/bridge")).json()
    assert health["in_transit"] == 1000
    (told,) = await signals(listening, "question")
    assert (told.event.actor, told.event.detail) == (3, asked["text"])
    counted = listening.journal.entries(told.seq, 1)[0]
    assert counted.event == StickCount((30000, 30000, 30000, 29000))
    with virtual.moved() as table:
        table.device.fill(3, (2, 1, 5, 0, 0), 1)
    assert await questions(listening, 0) == []
    assert (await listening.get("/api/bridge")).json()["unsure_trays"] == [3]


async def test_an_unplugged_table_is_lost_and_found_again_with_what_it_kept(listening, virtual):
    with virtual.moved() as table:
        for seat in range(4):
            table.device.fill(seat, (3, 0, 0, 0, 0))
    await signals(listening, "sticks", 4)
    with virtual.moved() as table:
        table.unplug()
    began = time.monotonic()
    await bridge_is(listening, "lost")
    assert time.monotonic() - began < 3
    await asyncio.sleep(0.7)  # what was known of the trays is not taken up again
    assert (await listening.get("/api/bridge")).json()["in_transit"] is None
    with virtual.moved() as table:
        for seat in range(4):
            table.device.throw(seat, 1, 2)
    with virtual.moved() as table:
        table.plug()
    began = time.monotonic()
    await bridge_is(listening, "linked")
    assert time.monotonic() - began < 2
    thrown = await signals(listening, "dice", 4)
    assert [entry.event.actor for entry in thrown] == [0, 1, 2, 3]
    assert len(await signals(listening, "lost")) == 1


async def counted_again(client, virtual):
    """The cable out and in: the trays are known again by a snapshot that the pulse has taken."""
    with virtual.moved() as table:
        table.unplug()

    async def forgotten():
        return client.line.health().in_transit is None or None

    await until(forgotten)
    with virtual.moved() as table:
        table.plug()

    async def known():
        return client.line.health().in_transit

    await until(known)


async def recorded(client, *events):
    await client.journal.change(Order(), lambda *_: list(map(Draft, events)))


def acceptances(client):
    entries = client.journal.entries(0, 10_000)
    return [entry.source for entry in entries if isinstance(entry.event, ReachAccepted)]


async def riichi_of_the_first(client, virtual):
    """Its stick laid and its tile discarded; the trays are filled."""
    with virtual.moved() as table:
        for seat in range(4):
            table.device.fill(seat, (3, 0, 0, 0, 0))
    await recorded(client, Tsumo(Seat.FIRST))
    with virtual.moved() as table:
        table.device.lay_riichi(0, present=True)
    await signals(client, "riichi_stick")
    await recorded(client, Dahai(Seat.FIRST, None, tsumogiri=False))


async def test_an_acceptance_taken_back_stays_so_and_the_table_is_heard_on(listening, virtual):
    await riichi_of_the_first(listening, virtual)
    await recorded(listening, Tsumo(Seat.SECOND))
    await signals(listening, "placed")
    assert (await listening.command("/api/undo")).status_code == 200
    await counted_again(listening, virtual)
    assert acceptances(listening) == ["table"]
    assert listening.journal.snapshot.state.riichi[0] is Riichi.DECLARED
    known = recalled(listening.journal, 0)
    assert "accepted:0.E1.0:0:0" in known.offered  # what the line begins with when it starts again


async def test_a_snapshot_from_before_an_event_takes_nothing_back(listening, virtual):
    line = listening.line
    line._pulse.cancel()  # it beats when this test says so
    with virtual.moved() as table:
        for seat in range(4):
            table.device.fill(seat, (3, 0, 0, 0, 0))
    await signals(listening, "sticks", 4)
    old = line._conversation.state

    async def another():
        return line._conversation.state if line._conversation.state is not old else None

    await until(another)
    with virtual.moved() as table:
        table.device.lay_riichi(2, present=True)
    await signals(listening, "riichi_stick")
    await line._place()
    # Its stick lies and its riichi stands; only the tray has not been taken from.
    assert line.health().in_transit == -1000


async def test_a_commit_that_was_faster_leaves_nothing_to_place(listening, virtual, monkeypatch):
    await riichi_of_the_first(listening, virtual)
    change, beaten = listening.journal.change, []

    async def after_a_person(order, decide):
        if order.source == "table" and not beaten:
            beaten.append(order)
            await change(Order(), lambda *_: [Draft(ReachAccepted(Seat.FIRST))])
        return await change(order, decide)

    monkeypatch.setattr(listening.journal, "change", after_a_person)
    await change(Order(), lambda *_: [Draft(Tsumo(Seat.SECOND))])

    async def tried():
        return beaten or None

    await until(tried)
    await counted_again(listening, virtual)
    assert acceptances(listening) == ["person"]


async def test_a_restart_and_a_full_memory_are_entries_of_the_journal(listening, virtual):
    with virtual.moved() as table:
        table.reboot(Reset.WATCHDOG)
    started = await signals(listening, "started", 2)
    assert "has restarted (watchdog)" in started[1].event.detail
    with virtual.moved() as table:
        table.unplug()
        for number in range(40):
            table.device.throw(number % 4, 1, 1)
        table.plug()
    (gap,) = await signals(listening, "gap")
    assert "8 events are missing (1 to 8)" in gap.event.detail
    await signals(listening, "dice", 32)
    health = (await listening.get("/api/bridge")).json()
    assert (health["reboots"], health["dropped"], health["kept"]) == (1, 8, 40)


async def test_a_journal_that_takes_nothing_is_said_and_nothing_is_acknowledged(
    listening, virtual, monkeypatch
):
    def full(_journal, _rows):
        raise JournalError("journal entry 9: not written, database or disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(Journal, "_write", full)
        with virtual.moved() as table:
            table.device.throw(0, 2, 2)
        health = await bridge_is(listening, "stuck")
        assert "not kept, so not acknowledged" in health["words"]
        with virtual.moved() as table:
            assert len(table.device.ring) == 1
    await signals(listening, "dice")
    await bridge_is(listening, "linked")


async def test_a_question_that_the_journal_took_late_leaves_the_line_as_it_was(
    listening, virtual, monkeypatch
):
    before = listening.line.health()
    change = listening.journal.change

    async def full(order, decide):
        if order.client_id is None:
            raise JournalError("journal entry 9: not written, database or disk is full")
        return await change(order, decide)

    with monkeypatch.context() as broken:
        broken.setattr(listening.journal, "change", full)
        with virtual.moved() as table:
            for seat in range(4):
                table.device.fill(seat, (2, 1, 5 if seat != 3 else 4, 0, 0))
        health = await bridge_is(listening, "stuck")
        assert "disk is full" in health["words"]
    await signals(listening, "question")
    health = await bridge_is(listening, "linked")
    assert (health["words"], health["since"]) == (before.words, before.since)


async def test_without_a_bridge_there_is_none(client):
    assert (await client.get("/api/bridge")).json() is None
    assert (await client.get("/api/questions")).json() == []
    assert (await client.get("/api/state")).json()["bridge"] is None


async def test_a_port_that_is_not_there_is_waited_for(tmp_path, eyes):
    bridge = BridgeSettings(port=str(tmp_path / "nothing"))
    table = compose(Settings(bridge=bridge), tmp_path / "data", eyes)
    await table.line.open()
    client = CONFTEST.Client(table)
    health = await bridge_is(client, "lost")
    assert "not there, expected one that `jantaku bridge ports` lists" in health["words"]
    await client.http.aclose()
    await table.line.close()
    table.close()


async def test_a_port_that_is_not_there_is_told_once_where_the_table_was_started(
    tmp_path, eyes, capsys
):
    bridge = BridgeSettings(port=str(tmp_path / "nope"))
    table = compose(Settings(bridge=bridge), tmp_path / "data", eyes)
    await table.line.open()
    client = CONFTEST.Client(table)
    await bridge_is(client, "lost")
    await asyncio.sleep(0.5)
    await client.http.aclose()
    await table.line.close()
    table.close()
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "nope: not there, expected one that `jantaku bridge ports` lists" in said
