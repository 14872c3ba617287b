"""A tournament of real size entered by a script that knows the API's document and nothing else."""

import re
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from table.config import ruleset_ids

PLAYERS, ROUNDS, CUT, CARRY = 64, 6, 16, 50
TABLES = [f"A{number}" for number in range(1, PLAYERS // 4 + 1)]


class Script:
    """Calls operations by the names that /openapi.json gives them; refuses what it does not say."""

    def __init__(self, client, document):
        self.client = client
        self.operations = {
            one["operationId"]: (method, path, one)
            for path, methods in document["paths"].items()
            for method, one in methods.items()
        }
        self.schemas = document["components"]["schemas"]

    async def __call__(self, operation, **given):
        method, path, told = self.operations[operation]
        for name in re.findall(r"{(\w+)}", path):
            path = path.replace(f"{{{name}}}", str(given.pop(name)))
        body = None
        if "requestBody" in told:
            wanted = told["requestBody"]["content"]["application/json"]["schema"]
            fields = self.schemas[wanted["$ref"].rpartition("/")[2]]
            assert set(fields.get("required", ())) <= set(given), (operation, given)
            assert set(given) <= set(fields["properties"]), (operation, given)
            body = given
        answer = await self.client.request(method, path, json=body)
        assert answer.status_code == 200, (operation, answer.text)
        return answer.json()


@pytest.fixture
async def script(organiser, hall):
    hall.tables = lambda: TABLES
    document = await organiser.get("/openapi.json")
    return Script(organiser.client, document)


@pytest.fixture
def play(hall, intake, tables, recomputing, tmp_path):
    """All tables of a round play what the hall has seated, to an end by chance."""
    virtual = {}

    def play(number, rules, dice):
        hall._book = None
        for name in hall.book().round(number).seats:
            if name not in virtual:
                virtual[name] = tables.VirtualTable(tmp_path / name, name)
            table = virtual[name]
            orders = hall.orders(name, intake.kept(name))
            seat = next(one for one in orders if one.kind == "seat")
            scores = dice.choice(recomputing.endings(rules))
            tenths = [200 if dice.random() < 0.02 else 0 for _ in range(4)]
            first = table.journal.seq + 1
            made = recomputing.short_game(seat.facts["names"], rules, scores, tenths)
            table.play(list(made), client_id=seat.id, together=50)
            assert not tables.take(intake, name, table.report(first)).refused
        return [table.path for table in virtual.values()]

    yield play
    for table in virtual.values():
        table.close()


async def rounds(script, hall, play, rules, dice, count, clock):
    """Start, play and end so many rounds that are drawn."""
    event = await script("read_event")
    waiting = [one["number"] for one in event["rounds"] if one["state"] == "waiting"]
    for number in waiting[:count]:
        await script("start_round", number=number)
        clock[0] += timedelta(minutes=1)
        paths = play(number, rules, dice)
        clock[0] += timedelta(minutes=60)
        ended = await script("end_round", number=number)
        assert all(table["over"] for table in ended["tables"])
    return paths


def ranked(totals):
    return sorted(totals, key=totals.get, reverse=True)


@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(one, marks=() if one == "wrr2015" else pytest.mark.long)
        for one in ruleset_ids()
    ],
)
async def test_sixty_four_players_six_rounds_a_cut_and_a_final(
    rules, script, hall, play, recomputing
):
    dice = Random(f"document {rules}")
    clock = [datetime(2026, 5, 1, 9, tzinfo=UTC)]
    hall.now = lambda: clock[0]
    stages = [
        {"name": "Main", "rounds": ROUNDS},
        {"name": "Final", "rounds": 2, "cut": CUT, "carry": CARRY},
    ]
    await script("describe_event", title="Open", rules=rules, stages=stages)
    people = [{"name": f"P{number}", "team": ""} for number in range(PLAYERS - 1)]
    await script("enter_players", players=people)
    (filled,) = await script("fill_players")
    assert filled["name"] == "Substitute 1"
    await script("remove_player", player=filled["id"])
    await script("enter_players", players=[{"name": f"P{PLAYERS - 1}"}])
    drawn = await script("draw_rounds", seed=5)
    assert drawn["rounds"] == list(range(1, ROUNDS + 1))
    assert drawn["draw"].startswith("no two meet twice")
    await rounds(script, hall, play, rules, dice, ROUNDS, clock)
    before = {one["name"]: one["total"] for one in await script("read_standings")}
    assert len(before) == PLAYERS
    assert (await script("draw_rounds", seed=6))["rounds"] == [ROUNDS + 1, ROUNDS + 2]
    paths = await rounds(script, hall, play, rules, dice, 2, clock)
    after = await script("read_standings")
    finalists = {one["name"] for one in after if one["stage"] == "Final"}
    assert (len(finalists), {one["place"] for one in after[:CUT]} <= set(range(1, CUT + 1))) == (
        CUT,
        True,
    )
    found = recomputing.from_journals(paths, rules)
    main, final = dict.fromkeys(before, 0.0), dict.fromkeys(finalists, 0.0)
    for (number, name), total in found.items():
        (main if number <= ROUNDS else final)[name] += total
    assert len(found) == PLAYERS * ROUNDS + CUT * 2
    assert {name: 1000 * total for name, total in before.items()} == pytest.approx(main, abs=8)
    out = set(main) - finalists
    assert min(main[name] for name in finalists) >= max(main[name] for name in out) - 8
    expected = {name: main[name] * CARRY / 100 + total for name, total in final.items()}
    expected |= {name: main[name] for name in out}
    assert {one["name"]: 1000 * one["total"] for one in after} == pytest.approx(expected, abs=12)
    totals = [one["total"] for one in after]
    assert totals[:CUT] == sorted(totals[:CUT], reverse=True)
    assert totals[CUT:] == sorted(totals[CUT:], reverse=True)
