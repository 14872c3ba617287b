"""Who is disqualified, by the hall or at a table, is ranked no more; the gong ends a game."""

import pytest

from scoring.seats import Seat
from table.bootstrap.hall_link import join_hall
from table.config import load_ruleset
from table.core.incidents import Gong, Penalty
from table.core.state import Phase
from table.errors import IllegalActionError
from table.hall.folder import HallFolder, HallSettings
from table.hall.link.join import read_join
from table.hall.members import Members
from table.hall.wire import Order as HallOrder
from table.journal.store import Draft, Journal
from table.session import Order, open_session

NAMES = ("Aoi", "Ben", "Chie", "Dai", "Emma", "Fumi", "Goro", "Hana")


@pytest.fixture
async def entered(organiser):
    stages = [{"name": "Main", "rounds": 1}, {"name": "Final", "rounds": 1, "cut": 4}]
    await organiser.ask("PUT", "/api/event", title="Open", rules="wrr2015", stages=stages)
    return await organiser.post("/api/players", players=[{"name": name} for name in NAMES])


async def played(organiser, best):
    """One round by hand, with `best` the first everywhere."""
    await organiser.post("/api/rounds/draw", seed=1)
    await organiser.post("/api/rounds/1/start")
    for table in ("A1", "A2"):
        made = await organiser.get("/api/public/rounds/1")
        names = next(
            [seat["name"] for seat in one["seats"]]
            for one in made["tables"]
            if one["table"] == table
        )
        order = sorted(names, key=lambda name: (name != best, name))
        step = 8000 if table == "A1" else 8100  # nobody ties at the cut
        scores = [55000 if name == best else 45000 - step * order.index(name) for name in names]
        scores[names.index(order[-1])] += 120000 - sum(scores)
        path = f"/api/rounds/1/results/{table}"
        await organiser.ask("PUT", path, entered_by="Rui", scores=scores)


async def test_a_disqualified_player_has_no_place_and_does_not_go_on(hall, organiser, entered):
    await played(organiser, "Chie")
    hall._book = None
    assert (await organiser.get("/api/public/standings"))[0]["name"] == "Chie"
    chie = next(one["id"] for one in entered if one["name"] == "Chie")
    ruled = await organiser.post(
        "/api/rulings", player=chie, foul="cheating", ruled_by="Rui", decision="disqualified"
    )
    assert ruled["cost"] == "disqualified"
    ranks = await organiser.get("/api/public/standings")
    assert [one["place"] is None for one in ranks] == [False] * 7 + [True]
    assert (ranks[-1]["name"], ranks[-1]["disqualified"]) == ("Chie", ruled["clause"])
    event = await organiser.get("/api/public/event")
    assert "'Chie': disqualified" in event["attention"][0]
    assert "sits in round 1 table A" in event["attention"][0]
    answer = await organiser.client.get("/referee", params={"lang": "ja"})
    assert "代走を着席させてください" in answer.text
    await organiser.post("/api/rounds/1/end")
    assert (await organiser.get("/api/public/event"))["attention"] == []
    await organiser.post("/api/rounds/draw", seed=1)
    (final,) = (await organiser.get("/api/public/rounds/2"))["tables"]
    assert "Chie" not in {seat["name"] for seat in final["seats"]}
    await organiser.post(f"/api/rulings/{ruled['id']}/cancel", reason="appeal")
    ranks = await organiser.get("/api/public/standings")
    assert all(one["place"] for one in ranks)


async def test_a_substitute_takes_the_seat_with_the_ruling(hall, organiser, entered):
    await played(organiser, "Aoi")
    (sub,) = await organiser.post("/api/players", players=[{"name": "Ed"}], substitute=True)
    chie = next(one["id"] for one in entered if one["name"] == "Chie")
    await organiser.post(
        "/api/rulings", player=chie, foul="cheating", decision="disqualified", ruled_by="Rui",
        substitute=sub["id"],
    )  # fmt: skip
    assert (await organiser.get("/api/public/event"))["attention"] == []
    seats = [
        seat
        for table in (await organiser.get("/api/public/rounds/1"))["tables"]
        for seat in table["seats"]
    ]
    assert [seat["substitute"] for seat in seats if seat["name"] == "Chie"] == ["Ed"]


async def test_a_disqualification_at_the_table_counts_in_the_hall(
    hall, organiser, entered, tables, intake, tmp_path
):
    await organiser.post("/api/rounds/draw", seed=1)
    await organiser.post("/api/rounds/1/start")
    (order,) = [one for one in hall.orders("A1", None) if one.kind == "seat"]
    table = tables.VirtualTable(tmp_path / "A1")
    events = tables.game(1, names=tuple(order.facts["names"]))
    foul = Penalty(Seat(2), "disqualified", 0, clause="WRR-7")
    table.play([*events[:-1], foul, events[-1]], client_id=order.id, together=50)
    for first in range(1, table.journal.seq + 1, 200):
        assert not tables.take(intake, "A1", table.report(first, 200)).refused
    hall._book = None
    ranks = await organiser.get("/api/public/standings")
    assert ranks[-1]["name"] == order.facts["names"][2]
    assert ranks[-1]["disqualified"] == "WRR-7, ruling at table A1, round 1"
    answer = await organiser.client.get("/api/public/standings", params={"lang": "ja"})
    assert answer.json()[-1]["disqualified"] == "WRR-7、第1回戦 卓 A1 での裁定"
    path = "/api/rounds/1/results/A1"  # a sheet says what was scored, not who was ruled out
    await organiser.ask("PUT", path, entered_by="Rui", scores=[30000] * 4, reason="miscounted")
    last = (await organiser.get("/api/public/standings"))[-1]
    assert (last["name"], last["place"]) == (ranks[-1]["name"], None)
    assert last["disqualified"] == ranks[-1]["disqualified"]
    table.close()


@pytest.fixture
def seated(tmp_path, rules):
    """A table of a hall that nobody serves: orders are given by hand."""
    folder = HallFolder(tmp_path / "hall")
    folder.create(HallSettings(title="Open", hosts=["127.0.0.1"], mqtt_port=1))
    settings = folder.settings()
    data = tmp_path / "A1"
    with folder.database(settings) as database:
        read_join(Members(folder, settings, database).invite("A1")).install(data)
    session = open_session(Journal.open(data / "journal.db"), load_ruleset, NAMES[:4], rules)
    link = join_hall(data, data / "journal.db", session)
    yield link, session
    link.stop()
    session.close()


GONG = HallOrder("hall:gong:1", "gong", {"ends": "after_hand", "elapsed_s": 5400})


@pytest.mark.parametrize(("rules", "phase"), [("wrr2013", Phase.ENDED), ("wrr2015", Phase.BETWEEN)])
async def test_the_gong_between_hands_ends_the_game_by_the_rules(seated, tables, rules, phase):
    """Under WRR 2015 the next hand counts as begun with the end of the last."""
    link, session = seated
    events = tables.game(1, rules=rules, names=NAMES[:4])
    at = next(place for place, one in enumerate(events) if type(one).__name__ == "EndKyoku")
    drafts = [Draft(one) for one in events[: at + 1]]
    await session.change(Order("first"), lambda _state, _rules: drafts)
    await link.carry_out(GONG)
    await link.carry_out(GONG)  # the hall repeats itself until the journal has it
    assert session.snapshot.state.phase is phase
    assert sum(isinstance(one.event, Gong) for one in session._journal.entries) == 1
    with pytest.raises(IllegalActionError, match="has been given already"):
        await link.carry_out(HallOrder("hall:gong:2", "gong", GONG.facts))


@pytest.mark.parametrize("rules", ["wrr2013"])
async def test_the_gong_in_a_hand_lets_it_be_played(seated, tables, rules):
    link, session = seated
    events = tables.game(1, rules=rules, names=NAMES[:4])
    await session.change(Order("first"), lambda _state, _rules: [Draft(one) for one in events[:40]])
    assert session.snapshot.state.phase is Phase.HAND
    await link.carry_out(GONG)
    assert session.snapshot.state.phase is Phase.HAND
    assert session.snapshot.state.gong == len(session.snapshot.state.hands)
