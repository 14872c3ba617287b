"""The referee's routes: several wins, draws of every kind, noten riichi, chombo, rulings."""

import json

import pytest

from scoring.tiles import parse_tiles

FALSE = {
    "winner": 1,
    "discarder": 0,
    "concealed": [str(tile) for tile in parse_tiles("123m456p678s99s14s5s")],
    "win_tile": "5s",
}


async def game(client, rules="wrr2015"):
    names = ["Aki", "Ben", "Chie", "Dai"]
    answer = await client.command("/api/games", {"names": names, "ruleset": rules})
    assert answer.status_code == 200, answer.text


async def done(client, path, body):
    answer = await client.command(path, body)
    assert answer.status_code == 200, answer.text
    return answer.json()["state"]


def points(state):
    return [player["points"] for player in state["players"]]


async def test_two_winners_of_one_discard_are_paid_under_rules_that_pay_both(client, win):
    await game(client, "rcr")
    other = {**win, "winner": 3, "riichi": False, "concealed": win["concealed"]}
    state = await done(client, "/api/endings", {"wins": [win, other]})
    assert points(state) == [30000, 27000, 32000, 31000]
    assert state["hands"][0]["kind"] == "win"
    assert "Chie by ron" in state["hands"][0]["summary"]
    entries = (await client.get("/api/journal?limit=500")).json()
    horas = [entry for entry in entries if entry["event"]["type"] == "hora"]
    assert [entry["event"]["actor"] for entry in horas] == [2, 3]
    assert [entry["evidence"]["score"]["total"] for entry in horas] == [3000, 1000]


async def test_under_head_bump_the_first_in_turn_is_paid_alone(client, win):
    await game(client)
    other = {**win, "winner": 3, "riichi": False}
    state = await done(client, "/api/endings", {"wins": [other, win]})
    assert points(state) == [30000, 28000, 32000, 30000]


async def test_a_noten_riichi_is_recorded_as_the_foul_that_it_is(client):
    await game(client)
    await done(client, "/api/riichi", {"seat": 1})
    refused = await client.command("/api/draws", {"tenpai": [0]})
    assert refused.status_code == 409
    state = await done(client, "/api/endings", {"draw": "exhaustive_draw", "tenpai": [0]})
    assert points(state) == [30000] * 4
    assert state["players"][1]["penalty"] == 20.0
    assert (state["kyoku"], state["honba"], state["kyotaku"]) == (1, 0, 0)
    assert state["rulings"][0]["kind"] == "chombo"
    assert state["rulings"][0]["reason"] == "noten_riichi"
    assert state["hands"][0]["summary"] == "draw, tenpai: Aki; chombo of Ben, noten riichi"


async def test_an_abortive_draw_where_there_is_one(client):
    await game(client, "jpml-b")
    state = await done(client, "/api/endings", {"draw": "nine_kinds", "actor": 2})
    assert (state["kyoku"], state["honba"]) == (1, 1)
    assert state["hands"][0]["summary"] == "nine kinds"
    await game(client)
    refused = await client.command("/api/endings", {"draw": "nine_kinds", "actor": 2})
    assert refused.status_code == 409
    assert "nine_kinds" in refused.json()["detail"]


async def test_a_false_win_is_a_chombo_and_can_be_taken_back(client):
    await game(client, "jpml-b")
    state = await done(client, "/api/endings", {"wins": [FALSE]})
    assert points(state) == [34000, 22000, 32000, 32000]
    assert state["hands"][0]["kind"] == "chombo"
    owed = [(due["payer"], due["receiver"], due["points"]) for due in state["hands"][0]["dues"]]
    assert owed == [(1, 0, 4000), (1, 2, 2000), (1, 3, 2000)]
    assert {due["why"] for due in state["hands"][0]["dues"]} == {"chombo"}
    assert state["hands"][0]["tenpai"] is None
    state = await done(client, "/api/rulings/cancel", {"ruling": 0, "reason": "looked again"})
    assert points(state) == [30000] * 4
    assert state["rulings"][0]["cancelled"]
    again = await client.command("/api/rulings/cancel", {"ruling": 0, "reason": "once more"})
    assert again.status_code == 409


async def test_a_foul_is_shown_before_it_is_ruled(client):
    await game(client)
    foul = {"kind": "wrong_tile_count", "actor": 3}
    before = (await client.get("/api/state")).json()
    shown = (await client.post("/api/rulings/preview", foul)).json()
    assert (shown["cost"], shown["ends_hand"]) == ("dead_hand", False)
    assert shown["clause"] == "WRR-7.2-COUNT"
    assert (await client.get("/api/state")).json() == before
    state = await done(client, "/api/rulings", foul)
    assert [player["dead"] for player in state["players"]] == [False, False, False, True]
    undone = await done(client, "/api/undo", None)
    assert not undone["players"][3]["dead"]


async def test_a_chombo_that_is_ruled_deals_the_hand_again(client):
    await game(client)
    await done(client, "/api/riichi", {"seat": 2})
    shown = await client.post("/api/rulings/preview", {"kind": "unplayable", "actor": 0})
    assert shown.json() == {
        "cost": "chombo",
        "clause": "W15-REV-REF",
        "summary": "chombo (W15-REV-REF): 20.0 points, table [0, 0, 1000, 0],"
        " the hand is dealt again",
        "ends_hand": True,
        "needs_ruling": False,
        "deltas": [0, 0, 1000, 0],
        "penalty": 20.0,
    }
    state = await done(client, "/api/rulings", {"kind": "unplayable", "actor": 0})
    assert points(state) == [30000] * 4
    assert (state["kyoku"], state["honba"], state["kyotaku"]) == (1, 0, 0)


@pytest.mark.parametrize(
    ("path", "body", "status", "words"),
    [
        ("/api/rulings", {"kind": "sneezing", "actor": 0}, 409, "sneezing"),
        ("/api/rulings", {"kind": "kuikae", "actor": 4}, 422, "actor"),
        ("/api/rulings", {"kind": "kuikae", "actor": 0, "ruling": "a slap"}, 409, "a slap"),
        ("/api/endings", {}, 409, "a win, a draw or a foul"),
        ("/api/endings", {"draw": "rain"}, 409, "rain"),
        ("/api/endings", {"draw": "exhaustive_draw", "wins": [FALSE]}, 409, "both won and drawn"),
        ("/api/endings", {"wins": [FALSE] * 4}, 422, "wins"),
        ("/api/endings", {"wins": [FALSE, FALSE]}, 409, "one seat declares twice"),
        ("/api/endings", {"wins": [FALSE, {**FALSE, "winner": 2, "discarder": None}]}, 409, "one"),
        ("/api/rulings/cancel", {"ruling": 7, "reason": "?"}, 409, "ruling 7"),
    ],
)
async def test_what_cannot_be_ruled_is_refused_in_one_line(client, path, body, status, words):
    await game(client)
    before = (await client.get("/api/state")).json()
    answer = await client.command(path, body)
    assert answer.status_code == status, answer.text
    detail = answer.json()["detail"]
    assert words in detail
    assert "\n" not in detail
    assert (await client.get("/api/state")).json() == before


@pytest.mark.parametrize(
    ("path", "body", "named"),
    [
        ("/api/referee/counts", {"points": [25000, 25000, 25000, 25000250]}, "25000250"),
        ("/api/rulings", {"kind": "obstruction", "actor": 0, "ruling": "999999 points"}, "999999"),
        ("/api/events", {"events": [{"type": "dead_hand", "actor": 0, "reason": "\ud800"}],
                         "anyhow": True}, "expected a text"),
    ],
)  # fmt: skip
async def test_what_no_record_can_hold_is_refused_and_the_record_stays_whole(
    client, path, body, named
):
    await game(client)
    before = await client.seq()
    asked = {**body, "expected_seq": before, "client_id": "client-77"}
    sent, form = json.dumps(asked), {"content-type": "application/json"}
    answer = await client.post(path, content=sent, headers=form)
    assert answer.status_code in {409, 422}
    assert named in answer.text
    assert await client.seq() == before
    assert (await client.get("/api/referee/audit")).json()["chain"] is True


async def test_a_win_after_a_draw_is_no_second_win(client):
    await game(client)
    draw = {"type": "ryukyoku", "deltas": [0] * 4, "reason": "exhaustive_draw"}
    win = {"type": "hora", "actor": 3, "target": 1, "deltas": [0] * 4, "yakus": [["riichi", 1]]}
    for event in (draw, win):
        answer = await client.command("/api/events", {"events": [event], "anyhow": True})
        assert answer.status_code in {200, 409}, answer.text


@pytest.mark.parametrize(("minutes", "penalty"), [(0, 0.0), (5, 5.0), (11, 30.0)])
async def test_who_is_too_late_is_ruled_for_it_as_a_substitute_takes_the_seat(
    client, minutes, penalty
):
    await game(client)
    sits = {"seat": 2, "name": "Eri", "minutes_late": minutes}
    state = await done(client, "/api/referee/substitutes", sits)
    assert (state["players"][2]["name"], state["players"][2]["penalty"]) == ("Eri", penalty)
    assert [ruling["reason"] for ruling in state["rulings"]] == ["late"] * (minutes > 0)
