"""Substitutes who stand by, come, go and are replaced: a table's result stays its players'."""

from types import SimpleNamespace

import pytest

from scoring.seats import Seat
from table.core.incidents import Penalty, Substitute
from table.core.penalties import DISQUALIFIED
from table.hall.wire import Order
from table.journal.store import Draft

NAMES = ("Aoi", "Ben", "Chie", "Dai")


@pytest.fixture
async def playing(hall, organiser, intake, table, tables):
    """One table in the middle of its game; who has the first seat may be replaced."""
    stages = [{"name": "Main", "rounds": 1}]
    await organiser.ask("PUT", "/api/event", title="Open", rules="wrr2015", stages=stages)
    people = await organiser.post("/api/players", players=[{"name": name} for name in NAMES])
    ids = {one["name"]: one["id"] for one in people}
    await organiser.post("/api/rounds/draw", seed=1)
    for name in ("Ed", "Flo"):
        made = await organiser.post("/api/players", players=[{"name": name}], substitute=True)
        ids[name] = made[0]["id"]
    await organiser.post("/api/rounds/1/start")
    (order,) = orders(hall, "seat")
    events = tables.game(1, names=tuple(order.facts["names"]))

    def write(*drafts, by=None):
        first = table.journal.seq + 1
        table.journal.append(drafts, source="hall", client_id=by)
        assert not tables.take(intake, "A1", table.report(first)).refused
        hall._book = None

    def play(first, last=None):
        start = table.journal.seq + 1
        table.play(events[first:last], client_id=None if first else order.id, together=50)
        for at in range(start, table.journal.seq + 1, 200):
            assert not tables.take(intake, "A1", table.report(at, 200)).refused
        hall._book = None

    def seat(one: Order):
        write(Draft(Substitute(Seat(one.facts["seat"]), one.facts["name"], "hall")), by=one.id)

    async def instead(name):
        where = {"player": ids[order.facts["names"][0]], "substitute": name and ids[name]}
        await organiser.post("/api/rounds/1/substitute", **where)

    play(0, 300)
    return SimpleNamespace(
        play=play, write=write, seat=seat, instead=instead, names=order.facts["names"], ids=ids
    )


def orders(hall, kind):
    hall._book = None
    return [one for one in hall.orders("A1", hall.intake.kept("A1")) if one.kind == kind]


async def shown(organiser):
    (table,) = (await organiser.get("/api/public/rounds/1"))["tables"]
    return table


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("then", [None, "Flo"])
async def test_a_table_keeps_its_result_when_its_substitute_goes(
    hall, organiser, playing, then, late
):
    await playing.instead("Ed")
    (order,) = orders(hall, "substitute")
    assert order.facts == {"seat": 0, "name": "Ed"}
    playing.seat(order)
    if late:
        playing.play(300)
    await playing.instead(then)
    if not late:
        playing.play(300)
    table = await shown(organiser)
    assert (table["over"], table["other_names"]) == (True, [])
    assert [seat["name"] for seat in table["seats"]] == playing.names
    assert [seat["counts"] for seat in table["seats"]] == [False, True, True, True]
    await organiser.post("/api/rounds/1/end")


async def test_each_change_of_a_substitute_is_ordered_once(hall, playing):
    done = set()
    for name in ("Ed", "Flo", "Ed"):
        await playing.instead(name)
        (order,) = orders(hall, "substitute")
        assert order.facts == {"seat": 0, "name": name}
        assert order.id not in done  # a table does nothing twice
        done.add(order.id)
        playing.seat(order)
        assert orders(hall, "substitute") == []


@pytest.mark.parametrize(("seated_first", "out"), [(False, True), (True, False)])
async def test_a_ruling_at_the_table_strikes_who_sat_there(
    hall, organiser, playing, seated_first, out
):
    """A substitute takes the seat of who is disqualified, who stays so; or is struck himself."""
    if not seated_first:
        playing.write(Draft(Penalty(Seat(0), DISQUALIFIED, 0, clause="WRR-7")))
    await playing.instead("Ed")
    (order,) = orders(hall, "substitute")
    playing.seat(order)
    if seated_first:
        playing.write(Draft(Penalty(Seat(0), DISQUALIFIED, 0, clause="WRR-7")))
    ranks = await organiser.get("/api/public/standings")
    struck = {one["name"]: one["disqualified"] for one in ranks if one["disqualified"]}
    assert struck == ({playing.names[0]: "WRR-7, ruling at table A1, round 1"} if out else {})


async def test_whom_the_hall_never_entered_plays_another_game(organiser, hall, playing):
    playing.seat(Order("hall:substitute:9", "substitute", {"seat": 0, "name": "Nobody"}))
    playing.play(300)
    table = await shown(organiser)
    assert (table["over"], table["other_names"]) == (False, ["Nobody", *playing.names[1:]])


async def test_who_sits_for_somebody_keeps_the_name(organiser, playing):
    await playing.instead("Ed")
    path = f"/api/players/{playing.ids['Ed']}"
    said = await organiser.ask("PATCH", path, 422, name="Edward", team="")
    assert "'Ed': is drawn into rounds; the tables know the old name" in said


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"name": "   "}, "expected 1 to 40 letters"),
        ({"name": "x" * 50}, "expected 1 to 40 letters"),
        ({"name": "Flo", "team": "x\x00y"}, "expected 1 to 40 letters"),
    ],
)
async def test_a_name_is_checked_as_it_was_when_entered(organiser, playing, change, words):
    path = f"/api/players/{playing.ids['Flo']}"
    assert words in await organiser.ask("PATCH", path, 422, **change)


async def entered(organiser, count, standing_by=0):
    """Four rounds of one stage for so many players."""
    stages = [{"name": "Main", "rounds": 4}]
    await organiser.ask("PUT", "/api/event", title="Open", rules="wrr2015", stages=stages)
    people = [{"name": f"P{number}"} for number in range(count)]
    made = await organiser.post("/api/players", players=people)
    if standing_by:
        more = [{"name": f"S{number}"} for number in range(standing_by)]
        await organiser.post("/api/players", players=more, substitute=True)
    return {one["name"]: one["id"] for one in made}


@pytest.mark.parametrize(("players", "drawn"), [(8, 0), (7, 1), (6, 2)])
async def test_who_stands_by_is_drawn_only_where_somebody_lacks(organiser, players, drawn):
    await entered(organiser, players, 4)
    assert await organiser.post("/api/players/fill") == []
    await organiser.post("/api/rounds/draw", seed=1)
    made = await organiser.get("/api/public/rounds/1")
    names = [seat["name"] for table in made["tables"] for seat in table["seats"]]
    assert sorted(name for name in names if name.startswith("S")) == ["S0", "S1"][:drawn]
    assert len(names) == 8


async def test_who_is_disqualified_lacks_and_is_filled(organiser):
    ids = await entered(organiser, 8, 1)
    foul = {"foul": "cheating", "ruled_by": "Rui", "decision": "disqualified"}
    for name in ("P0", "P1"):
        await organiser.post("/api/rulings", player=ids[name], **foul)
    assert [one["name"] for one in await organiser.post("/api/players/fill")] == ["Substitute 1"]
    await organiser.post("/api/rounds/draw", seed=1)


async def test_who_withdraws_before_the_draw_is_named_with_the_seats(organiser):
    ids = await entered(organiser, 8, 1)
    await organiser.post(f"/api/players/{ids['P1']}/withdraw", from_round=3, reason="train")
    await organiser.post("/api/rounds/draw", seed=1)
    (said,) = (await organiser.get("/api/public/event"))["attention"]
    assert said.startswith("player 'P1': withdrawn from round 3, sits in round 3 table A")
    assert "round 4 table A" in said
    assert "round 2" not in said
    sub = next(one for one in await organiser.get("/api/players") if one["substitute"])
    await organiser.post("/api/rounds/3/substitute", player=ids["P1"], substitute=sub["id"])
    assert (await organiser.get("/api/public/event"))["attention"] == []
