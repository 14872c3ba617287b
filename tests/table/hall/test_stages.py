"""Stages: who goes on, and stays in whatever happens to them; teams over all stages."""

import pytest

FINAL = {"name": "Final", "rounds": 1, "cut": 4}
NAMES = [f"P{number}" for number in range(8)]


class Event:
    """Eight players of one round and a final, whose results are entered by hand."""

    def __init__(self, organiser):
        self.organiser = organiser
        self.ids = {}

    async def enter(self):
        stages = [{"name": "Main", "rounds": 1}, FINAL]
        await self.organiser.ask("PUT", "/api/event", title="O", rules="wrr2015", stages=stages)
        people = [{"name": name, "team": f"of {name}"} for name in NAMES]
        made = await self.organiser.post("/api/players", players=people)
        self.ids = {one["name"]: one["id"] for one in made}

    async def play(self, number, *scores):
        """A round with these scores, a table each; who sits there, best first."""
        await self.organiser.post(f"/api/rounds/{number}/start")
        made = await self.organiser.get(f"/api/public/rounds/{number}")
        found = []
        for table, four in zip(made["tables"], scores, strict=True):
            path = f"/api/rounds/{number}/results/{table['table']}"
            await self.organiser.ask("PUT", path, entered_by="Rui", scores=list(four))
            found.append([seat["name"] for seat in table["seats"]])
        await self.organiser.post(f"/api/rounds/{number}/end")
        return found

    async def preliminaries(self, *scores):
        await self.organiser.post("/api/rounds/draw", seed=1)
        return await self.play(1, *scores)

    async def standings(self):
        return await self.organiser.get("/api/public/standings")

    async def finalists(self):
        (table,) = (await self.organiser.get("/api/public/rounds/2"))["tables"]
        return {seat["name"] for seat in table["seats"]}


@pytest.fixture
async def event(organiser):
    event = Event(organiser)
    await event.enter()
    return event


PARTED = (50000, 40000, 20000, 10000), (51000, 41000, 18000, 10000)
TIED = (48000, 24000, 24000, 24000), (40000, 40000, 20000, 20000)


@pytest.mark.parametrize("gone", ["withdrawn", "disqualified"])
async def test_a_finalist_who_leaves_does_not_put_another_in(event, organiser, gone):
    await event.preliminaries(*PARTED)
    best = [one["name"] for one in await event.standings()]
    await organiser.post("/api/rounds/draw", seed=1)
    assert await event.finalists() == set(best[:4])
    (sub,) = await organiser.post("/api/players", players=[{"name": "Ed"}], substitute=True)
    who = event.ids[best[1]]
    if gone == "withdrawn":
        path = f"/api/players/{who}/withdraw"
        await organiser.post(path, from_round=2, reason="ill", substitute=sub["id"])
    else:
        foul = {"foul": "cheating", "ruled_by": "Rui", "decision": "disqualified"}
        await organiser.post("/api/rulings", player=who, substitute=sub["id"], **foul)
    await event.play(2, (42000, 33000, 25000, 20000))
    ranks = {one["name"]: one["stage"] for one in await event.standings()}
    behind = [name for name, stage in ranks.items() if stage == "Main" and name != best[1]]
    assert behind == best[4:]
    if gone == "withdrawn":
        assert ranks[best[1]] == "Final"


async def test_a_tie_at_the_cut_is_not_decided_by_the_order_of_entry(event, organiser):
    tied = (await event.preliminaries(*TIED))[0][1:]
    said = await organiser.post("/api/rounds/draw", status=422, seed=1)
    assert said.startswith("cut 4: ")
    assert all(name in said for name in tied)
    assert "share place 4, expected who goes on to be sure" in said
    for name in tied[1:]:
        path = f"/api/players/{event.ids[name]}/withdraw"
        await organiser.post(path, from_round=2, reason="lots were drawn")
    await organiser.post("/api/rounds/draw", seed=1)
    assert tied[0] in await event.finalists()
    assert not await event.finalists() & set(tied[1:])


async def test_a_tie_that_the_cut_does_not_part_is_no_matter(event, organiser):
    await event.preliminaries((48000, 24000, 24000, 24000), (24000, 48000, 24000, 24000))
    stages = [{"name": "Main", "rounds": 1}, {**FINAL, "cut": 8}]
    await organiser.ask("PUT", "/api/event", title="O", rules="wrr2015", stages=stages)
    await organiser.post("/api/rounds/draw", seed=1)


async def test_a_drawn_round_stays_in_its_stage(event, organiser):
    await event.preliminaries(*PARTED)
    await organiser.post("/api/rounds/draw", seed=1)
    before = await organiser.get("/api/public/event")
    stages = [{"name": "Main", "rounds": 2}, FINAL]
    said = await organiser.ask("PUT", "/api/event", 422, rules="wrr2015", stages=stages)
    assert "round 2 would be of stage 1, expected it in stage 2, for which it is drawn" in said
    assert await organiser.get("/api/public/event") == before


async def test_a_ranked_stage_goes_on_after_a_round_without_a_result(event, organiser):
    stages = [{"name": "Main", "rounds": 1}, {**FINAL, "rounds": 2, "seating": "ranked"}]
    await organiser.ask("PUT", "/api/event", title="O", rules="wrr2015", stages=stages)
    await event.preliminaries(*PARTED)
    await organiser.post("/api/rounds/draw", seed=1)
    finalists = await event.finalists()
    await organiser.post("/api/rounds/2/start")
    assert {one["stage"] for one in await event.standings()} == {"Main"}
    await organiser.post("/api/rounds/2/end", anyway=True)
    ranks = await event.standings()
    assert {one["name"] for one in ranks if one["stage"] == "Final"} == finalists
    assert {one["name"] for one in ranks[:4]} == finalists
    await organiser.post("/api/rounds/draw", seed=1)
    (table,) = (await organiser.get("/api/public/rounds/3"))["tables"]
    assert {seat["name"] for seat in table["seats"]} == finalists


async def test_a_team_keeps_what_its_finalist_scored_before(event, organiser):
    stages = [{"name": "Main", "rounds": 1}, FINAL | {"carry": 0}]
    await organiser.ask("PUT", "/api/event", title="O", rules="wrr2015", stages=stages)
    await event.preliminaries(*PARTED)
    before = {one["team"]: one["total"] for one in await organiser.get("/api/public/teams")}
    await organiser.post("/api/rounds/draw", seed=1)
    ((*names,),) = await event.play(2, (42000, 33000, 25000, 20000))
    after = {one["team"]: one["total"] for one in await organiser.get("/api/public/teams")}
    gained = [after[f"of {name}"] - before[f"of {name}"] for name in names]
    assert gained == pytest.approx([27, 8, -10, -25])
    assert all(after[team] == before[team] for team in after if team[3:] not in names)
