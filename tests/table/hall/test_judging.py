"""Referees: their calls; rulings and results by hand, for which round they count, what adds up."""

from datetime import UTC, datetime, timedelta

import pytest

from table.config import load_ruleset
from table.hall.event import ranking
from table.hall.event.book import hand_written

NAMES = ("Aoi", "Ben", "Chie", "Dai")


@pytest.fixture
async def enter(organiser):
    async def enter(rules="wrr2015", stages=({"name": "Main", "rounds": 1},)):
        await organiser.ask("PUT", "/api/event", title="Open", rules=rules, stages=list(stages))
        made = await organiser.post("/api/players", players=[{"name": name} for name in NAMES])
        await organiser.post("/api/rounds/draw", seed=1)
        return made

    return enter


async def test_points_counted_too_much_go_off_the_first_where_the_rules_say_so(organiser, enter):
    await enter("saikouisen")
    await organiser.post("/api/rounds/1/start")
    sheet = {"entered_by": "Rui", "scores": [51000, 30000, 25000, 15000]}
    made = await organiser.ask("PUT", "/api/rounds/1/results/A1", **sheet)
    assert [seat["points"] for seat in made["seats"]] == [50000, 30000, 25000, 15000]  # SAI-41c


async def test_a_ruling_between_rounds_counts_for_the_next_that_is_drawn(organiser, enter):
    final = {"name": "Final", "rounds": 1, "carry": 0}
    (aoi, *_) = await enter(stages=({"name": "Main", "rounds": 1}, final))
    late = {"player": aoi["id"], "foul": "late", "minutes": 5, "ruled_by": "Rui"}
    await organiser.post("/api/rounds/1/start")
    assert (await organiser.post("/api/rulings", **late))["round"] == 1
    await organiser.post("/api/rounds/1/end", anyway=True)
    assert (await organiser.post("/api/rulings", **late))["round"] == 1
    await organiser.post("/api/rounds/draw", seed=1)
    assert (await organiser.post("/api/rulings", **late))["round"] == 2


async def test_a_round_that_is_ended_in_its_pause_was_not_played_in_it(hall, organiser, enter):
    start = datetime(2026, 5, 1, 9, tzinfo=UTC)
    await enter()
    for minutes, step in ((0, "start"), (10, "pause"), (70, "end")):
        hall.now = lambda at=start + timedelta(minutes=minutes): at
        await organiser.post(f"/api/rounds/1/{step}", **({"anyway": True} if step == "end" else {}))
    told = await organiser.get("/api/public/clock")
    assert (told["state"], told["left_s"]) == ("ended", 80 * 60)


async def test_referees_take_calls_in_their_order(organiser):
    first = await organiser.post("/api/calls", table="A2", what="a dispute")
    second = await organiser.post("/api/calls", table="A1", seat=2)
    assert [one["table_name"] for one in await organiser.get("/api/calls")] == ["A2", "A1"]
    await organiser.post(f"/api/calls/{first['id']}/take", referee="Rui")
    said = await organiser.post(f"/api/calls/{first['id']}/take", status=422, referee="Sam")
    assert "Rui has it already" in said
    await organiser.post(f"/api/calls/{first['id']}/close", outcome="ron stands")
    assert [one["id"] for one in await organiser.get("/api/calls")] == [second["id"]]
    await organiser.post(f"/api/calls/{first['id']}/close", outcome="ron stands")  # said again
    said = await organiser.post(f"/api/calls/{first['id']}/close", status=422, outcome="chombo")
    assert "it is closed with 'ron stands'" in said
    (closed,) = await organiser.get("/api/calls?closed=true")
    assert closed["outcome"] == "ron stands"


def test_a_game_that_the_gong_ends_before_any_hand_has_a_result():
    rules = load_ruleset("wrr2015").game
    game = hand_written({"scores": [30000] * 4, "tenths": [0] * 4}, "wrr2015", NAMES)
    facts = game.facts() | {"hands": 0}
    for over, count in ((True, 4), (False, 0)):
        made = type(game).from_facts(facts | {"over": over})
        seated = ranking.Seated(1, "A1", (1, 2, 3, 4), game=made)
        assert len(ranking.entries(seated, rules)) == count
