"""A tournament through the API: entering, drawing, playing, ruling, cutting; refusals in words."""

from datetime import UTC, datetime, timedelta

import pytest

from table.core.state import fold
from table.hall.event.orders import orders_for

NAMES = [
    "Aoi", "Ben", "Chie", "Dai", "Emma", "Fumi", "Goro", "Hana", "Ito", "Jun", "Kaori", "Lena",
]  # fmt: skip


@pytest.fixture
def clock(hall):
    """The hall's time, to be moved by hand."""

    class Clock:
        at = datetime(2026, 5, 1, 9, tzinfo=UTC)

        def pass_(self, **delta):
            self.at += timedelta(**delta)
            hall._book = None

    clock = Clock()
    hall.now = lambda: clock.at
    return clock


async def enter(organiser, count=12, **settings):
    event = {"title": "Open", "rules": "wrr2015", "stages": [{"name": "Main", "rounds": 2}]}
    await organiser.ask("PUT", "/api/event", **(event | settings))
    people = [{"name": name, "team": f"T{at // 4}"} for at, name in enumerate(NAMES[:count])]
    return await organiser.post("/api/players", players=people)


@pytest.fixture
def play(tables, intake, tmp_path):
    """Play a round's table to its end, or so many events of it; its journal goes to the hall."""
    opened = {}

    def play(name, names, seed, *, order="", count=None):
        if name not in opened:
            opened[name] = tables.VirtualTable(tmp_path / name, name)
        table = opened[name]
        events = tables.game(seed, names=tuple(names))[:count]
        first = table.journal.seq + 1
        table.play(events, client_id=order or None, together=50)
        for start in range(first, table.journal.seq + 1, 200):
            assert not tables.take(intake, name, table.report(start, 200)).refused
        return fold(events)

    yield play
    for table in opened.values():
        table.close()


async def order_of(hall, table):
    hall._book = None
    seat = [one for one in orders_for(hall.book(), table, None, hall.now()) if one.kind == "seat"]
    return seat[0]


async def test_a_tournament_from_the_first_name_to_the_final(hall, organiser, play, clock):
    stages = [
        {"name": "Main", "rounds": 2},
        {"name": "Final", "rounds": 1, "cut": 4, "carry": 50, "seating": "ranked"},
    ]
    await enter(organiser, 8, stages=stages)
    assert await organiser.post("/api/players/fill") == []
    drawn = await organiser.post("/api/rounds/draw", seed=3)
    assert drawn["rounds"] == [1, 2]
    await organiser.post("/api/rounds/1/start")
    clock.pass_(minutes=1)
    for at, table in enumerate(("A1", "A2")):
        order = await order_of(hall, table)
        play(table, order.facts["names"], at + 1, order=order.id)
    clock.pass_(minutes=89)
    ended = await organiser.post("/api/rounds/1/end")
    assert all(table["over"] for table in ended["tables"])
    await organiser.post("/api/rounds/2/start")
    for at, table in enumerate(("A1", "A2")):
        scores = [41000 + 100 * at, 33000, 26000 - 100 * at, 20000]
        await organiser.ask(
            "PUT", f"/api/rounds/2/results/{table}", entered_by="Rui", scores=scores
        )
    await organiser.post("/api/rounds/2/end")
    before = await organiser.get("/api/public/standings")
    assert [one["place"] for one in before] == sorted(one["place"] for one in before)
    assert sum(one["total"] for one in before) == pytest.approx(0, abs=6.1)  # sticks left over
    assert (await organiser.post("/api/rounds/draw"))["rounds"] == [3]
    final = await organiser.get("/api/public/rounds/3")
    assert {seat["name"] for seat in final["tables"][0]["seats"]} == {
        one["name"] for one in before[:4]
    }
    await organiser.post("/api/rounds/3/start")
    clock.pass_(minutes=1)
    order = await order_of(hall, "A1")
    play("A1", order.facts["names"], 1, order=order.id)
    await organiser.post("/api/rounds/3/end")
    after = await organiser.get("/api/public/standings")
    assert {one["name"] for one in after[:4]} == {one["name"] for one in before[:4]}
    assert [one["name"] for one in after[4:]] == [one["name"] for one in before[4:]]
    for one in after[:4]:
        halved = next(old["total"] for old in before if old["name"] == one["name"]) / 2
        assert one["carried"] == pytest.approx(halved, abs=0.001)
        assert one["stage"] == "Final"
    assert "more first places" in (await organiser.get("/api/public/event"))["ties"]
    export = await organiser.get("/api/export")
    assert len(export["rounds"]) == 3
    assert (await organiser.get("/api/public/standings.csv")).startswith("place,name,team,total")


async def test_standings_are_live_and_say_so(hall, organiser, play, clock):
    await enter(organiser, 4)
    await organiser.post("/api/rounds/draw", seed=1)
    await organiser.post("/api/rounds/1/start")
    order = await order_of(hall, "A1")
    state = play("A1", order.facts["names"], 5, order=order.id, count=500)
    clock.pass_(seconds=1)
    ranks = await organiser.get("/api/public/standings")
    assert all(one["provisional"] for one in ranks)
    best = max(range(4), key=lambda seat: state.scores[seat])
    assert ranks[0]["name"] == state.names[best]
    said = await organiser.post("/api/rounds/1/end", status=422)
    assert "no final result of A1" in said
    assert "enter their results by hand, or end the round anyway" in said
    await organiser.post("/api/rounds/1/end", anyway=True)


async def test_one_clock_pauses_for_all_and_gives_one_table_time(hall, organiser, clock):
    await enter(organiser, 8)
    await organiser.post("/api/rounds/draw", seed=1)
    await organiser.post("/api/rounds/1/start")
    clock.pass_(minutes=30)
    await organiser.post("/api/rounds/1/pause")
    clock.pass_(minutes=10)
    assert (await organiser.get("/api/public/clock"))["left_s"] == 3600
    await organiser.post("/api/rounds/1/resume")
    await organiser.post("/api/rounds/1/extra", table="A2", seconds=300)
    clock.pass_(minutes=60)
    told = await organiser.get("/api/public/clock")
    assert (told["left_s"], told["gong"], told["extra_s"]) == (0, True, {"A2": 300})
    left = {
        table: orders_for(hall.book(), table, None, clock.at)[0].facts["left_s"]
        for table in ("A1", "A2")
    }
    assert left == {"A1": 0, "A2": 300}
    said = await organiser.post("/api/rounds/1/extra", status=404, table="A9", seconds=60)
    assert "'A9': does not play in round 1" in said


async def test_the_gong_is_ordered_until_the_journal_has_it(hall, organiser, clock, play, tables):
    from table.core.incidents import Gong

    await enter(organiser, 4)
    await organiser.post("/api/rounds/draw", seed=1)
    await organiser.post("/api/rounds/1/start")
    order = await order_of(hall, "A1")
    play("A1", order.facts["names"], 5, order=order.id, count=100)
    clock.pass_(minutes=90)
    kept = hall.intake.kept("A1")
    (gong,) = [one for one in hall.orders("A1", kept) if one.kind == "gong"]
    assert gong.facts == {"ends": "after_hand", "elapsed_s": 5400}
    kept.follower.state = fold([Gong("after_hand")], kept.follower.state)
    assert not [one for one in hall.orders("A1", kept) if one.kind == "gong"]


async def test_lateness_costs_by_its_clause_and_can_be_taken_back(organiser, clock):
    players = await enter(organiser)
    late = {"player": players[0]["id"], "foul": "late", "ruled_by": "Rui"}
    made = await organiser.post("/api/rulings", minutes=7, **late)
    assert (made["tenths"], made["clause"], made["substitute"]) == (70, "WRR-7.2-LATE", False)
    far = await organiser.post("/api/rulings", minutes=11, **late)
    assert (far["tenths"], far["clause"], far["substitute"]) == (300, "WRR-7.2-LATE10", True)
    await organiser.post(f"/api/rulings/{far['id']}/cancel", reason="traffic")
    clock.pass_(seconds=2)
    (mine,) = [one for one in await organiser.get("/api/public/standings") if one["name"] == "Aoi"]
    assert (mine["total"], mine["penalty"]) == (-7.0, 7.0)


async def test_chombo_has_the_form_of_the_ruleset(organiser):
    players = await enter(organiser)
    foul = {"player": players[0]["id"], "foul": "unplayable", "ruled_by": "Rui"}
    assert (await organiser.post("/api/rulings", **foul))["tenths"] == 200
    await organiser.ask("PUT", "/api/event", title="Open", rules="jpml-b")
    said = await organiser.post("/api/rulings", status=422, **(foul | {"foul": "false_win_shown"}))
    assert "chombo is paid at the table" in said


async def test_a_substitute_is_scored_at_the_table_and_not_ranked(hall, organiser, play, clock):
    players = await enter(organiser, 4)
    (sub,) = await organiser.post("/api/players", players=[{"name": "Extra Ed"}], substitute=True)
    await organiser.post("/api/rounds/draw", seed=1)
    await organiser.post("/api/rounds/1/substitute", player=players[0]["id"], substitute=sub["id"])
    await organiser.post("/api/rounds/1/start")
    order = await order_of(hall, "A1")
    assert "Extra Ed" in order.facts["names"]
    assert "Aoi" not in order.facts["names"]
    play("A1", order.facts["names"], 5, order=order.id)
    clock.pass_(seconds=2)
    ranks = await organiser.get("/api/public/standings")
    (aoi,) = [one for one in ranks if one["name"] == "Aoi"]
    assert (aoi["games"], aoi["total"]) == (0, 0)
    assert "Extra Ed" not in {one["name"] for one in ranks}


async def test_a_player_who_withdraws_in_mid_round_needs_somebody_in_the_seat(organiser, clock):
    players = await enter(organiser, 8)
    await organiser.post("/api/rounds/draw", seed=1)
    await organiser.post("/api/rounds/1/start")
    path = f"/api/players/{players[2]['id']}/withdraw"
    said = await organiser.post(path, status=422, from_round=1, reason="ill")
    assert "'Chie': sits in round 1 table A" in said
    assert "name a substitute for them, so that" in said
    (sub,) = await organiser.post("/api/players", players=[{"name": "Extra Ed"}], substitute=True)
    gone = await organiser.post(path, from_round=1, reason="ill", substitute=sub["id"])
    assert gone["withdrawn"] == 1
    seats = [
        seat
        for table in (await organiser.get("/api/public/rounds/2"))["tables"]
        for seat in table["seats"]
        if seat["name"] == "Chie"
    ]
    assert [seat["substitute"] for seat in seats] == ["Extra Ed"]


@pytest.mark.parametrize(
    ("again", "words"),
    [
        (["Aoi"], "'Aoi': entered already as 'Aoi'"),
        (["  aoi "], "'aoi': entered already as 'Aoi'"),
        (["New", "NEW"], "'NEW': entered already as 'New'"),
        (["x" * 50], "expected 1 to 40 letters"),
        (["a\x00b"], "no control characters"),
        (["Ao\u200di"], "entered already as 'Aoi'"),
    ],
)
async def test_players_entered_twice_are_refused_whole(organiser, again, words):
    await enter(organiser)
    people = [{"name": name} for name in again]
    assert words in await organiser.post("/api/players", status=422, players=people)
    assert len(await organiser.get("/api/players")) == 12


async def test_an_odd_number_of_players_is_said_and_can_be_filled(organiser):
    await enter(organiser, 10)
    said = await organiser.post("/api/rounds/draw", status=422)
    assert "10 players: expected a multiple of four; add 2 substitutes, or withdraw 2" in said
    added = await organiser.post("/api/players/fill")
    assert [one["name"] for one in added] == ["Substitute 1", "Substitute 2"]
    await organiser.post("/api/rounds/draw")
    assert len(await organiser.get("/api/public/standings")) == 10


async def test_a_result_by_hand_stands_and_is_checked(organiser, clock):
    await enter(organiser, 4)
    await organiser.post("/api/rounds/draw", seed=1)
    await organiser.post("/api/rounds/1/start")
    path = "/api/rounds/1/results/A1"
    sheet = {"entered_by": "Rui", "scores": [42000, 30000, 28000, 20000]}
    said = await organiser.ask(
        "PUT", path, 422, **{**sheet, "scores": [42000, 30000, 28000, 21000]}
    )
    assert "121000 in all, expected 120000 less whole riichi sticks" in said
    made = await organiser.ask("PUT", path, **sheet)
    assert [seat["score"] for seat in made["seats"]] == [27.0, 5.0, -7.0, -25.0]
    assert made["by_hand"]
    await organiser.post("/api/rounds/1/end")
    assert [one["total"] for one in await organiser.get("/api/public/standings")] == [
        27.0, 5.0, -7.0, -25.0,
    ]  # fmt: skip


async def test_ties_share_a_place_unless_a_tie_break_parts_them(organiser, clock):
    await enter(organiser, 4, stages=[{"name": "Main", "rounds": 2}], tie_breaks=[])
    await organiser.post("/api/rounds/draw", seed=1)
    for number in (1, 2):
        await organiser.post(f"/api/rounds/{number}/start")
        await organiser.ask(
            "PUT", f"/api/rounds/{number}/results/A1", entered_by="R", scores=[30000] * 4
        )
        await organiser.post(f"/api/rounds/{number}/end")
    ranks = await organiser.get("/api/public/standings")
    assert [one["place"] for one in ranks] == [1, 1, 1, 1]
    assert (await organiser.get("/api/public/event"))["ties"] == "the place is shared"


async def test_a_table_that_plays_with_other_names_is_said(hall, organiser, play, clock):
    await enter(organiser, 4)
    await organiser.post("/api/rounds/draw", seed=1)
    await organiser.post("/api/rounds/1/start")
    play("A1", ["W", "X", "Y", "Z"], 5)
    clock.pass_(seconds=2)
    (table,) = (await organiser.get("/api/public/rounds/1"))["tables"]
    assert table["hands"] == 0
    assert table["other_names"] == ["W", "X", "Y", "Z"]
    (table,) = [one for one in await organiser.get("/api/tables") if one["table"] == "A1"]
    assert table["state"] == "ended"


@pytest.mark.parametrize("behind", [timedelta(hours=1), -timedelta(hours=1), timedelta(0)])
async def test_a_game_begun_by_hand_is_its_rounds_though_the_clock_is_wrong(
    hall, organiser, intake, table, tables, behind
):
    start = datetime.now(UTC) + behind  # by the hall; the table's clock says now
    await enter(organiser, 4)
    await organiser.post("/api/rounds/draw", seed=1)
    for minutes, step in ((-90, "1/start"), (-20, "1/end"), (-10, "2/start"), (60, "2/end")):
        hall.now = lambda at=start + timedelta(minutes=minutes): at
        await organiser.post(f"/api/rounds/{step}", **({"anyway": True} if "end" in step else {}))
    table.play(tables.game(5, names=tuple(NAMES[:4]))[:300], together=50)
    for first, minutes in ((1, 0), (201, 1)):  # it is set right in between
        at = start + timedelta(minutes=minutes)
        told = {"clock": at.isoformat()} if minutes else {}
        assert not tables.take(intake, "A1", table.report(first, 200, **told), at).refused
        hall._book = None
        hands = [
            (await organiser.get(f"/api/public/rounds/{number}"))["tables"][0]["hands"]
            for number in (1, 2)
        ]
        assert [bool(one) for one in hands] == [False, True]


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "words"),
    [
        ("POST", "/api/rounds/1/start", {}, 404, "round 1: expected one that is drawn"),
        ("GET", "/api/public/rounds/9", {}, 404, "round 9"),
        ("GET", "/api/public/players/9", {}, 404, "player 9"),
        ("GET", "/api/tables/B7", {}, 404, "'B7': expected one of this hall"),
        ("POST", "/api/rounds/undraw", {}, 422, "no round is drawn"),
        ("PUT", "/api/event", {"rules": "mystery"}, 422, "'mystery': expected one of"),
        ("PUT", "/api/event", {"stages": [{"name": "A", "rounds": 1, "cut": 5}]}, 422, "cut"),
        ("PUT", "/api/event", {"colour": "red"}, 422, "colour"),
    ],
)
async def test_refusals_name_the_value(organiser, method, path, body, status, words):
    assert words in await organiser.ask(method, path, status, **body)


async def test_the_pages_are_there_in_both_languages(organiser, clock):
    await enter(organiser, 4)
    await organiser.post("/api/rounds/draw", seed=1)
    await organiser.post("/api/rounds/1/start")
    await organiser.post("/api/calls", table="A1", what="<script>alert(1)</script>")
    for path in (
        "/", "/event", "/referee", "/tables/A1", "/public/standings", "/public/rounds/1",
        "/public/projector", "/rounds/1/sheets", "/certificates",
    ):  # fmt: skip
        for language in ("en", "ja"):
            answer = await organiser.client.get(path, params={"lang": language})
            assert answer.status_code == 200, path
            assert f'<html lang="{language}">' in answer.text
            assert "<script>alert" not in answer.text
            assert "default-src 'self'" in answer.headers["content-security-policy"]


async def test_everybody_may_read_what_is_public_and_nothing_else(hall):
    import httpx

    from table.hall.web.app import create_app
    from table.web.guard import Door

    app = create_app(hall, Door(frozenset({"hall"}), "secret"))
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://hall") as client:
        assert (await client.get("/api/public/standings")).status_code == 200
        assert (await client.get("/public/standings")).status_code == 200
        person = await client.get("/", headers={"Accept": "text/html"})
        assert person.headers["location"] == "/public/standings"
        assert (await client.get("/")).status_code == 403
        for method, path in (
            ("GET", "/api/tables"), ("GET", "/event"), ("POST", "/api/players"),
            ("POST", "/api/public/standings"), ("GET", "/api/export"),
        ):  # fmt: skip
            assert (await client.request(method, path, json={})).status_code in {403, 405}, path
        by_link = await client.get("/?token=secret")
        assert by_link.status_code == 303
        bearer = {"Authorization": "Bearer secret"}
        assert (await client.get("/api/tables", headers=bearer)).status_code == 200
        assert (await client.get("/api/tables", headers={"Host": "evil"})).status_code == 403
        crossed = await client.post(
            "/api/players/fill", headers={**bearer, "Origin": "http://evil"}, json={}
        )
        assert crossed.status_code == 403
