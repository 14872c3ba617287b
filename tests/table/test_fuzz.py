"""Anything at all over HTTP: never a fault of the program, and the points still add up."""

import random

import pytest

from scoring.tiles import parse_tiles

TILES = [str(tile) for tile in parse_tiles("123m456p789s22z345s")]
WIN = {
    "winner": 2,
    "discarder": 1,
    "concealed": TILES,
    "melds": [{"kind": "pon", "tiles": ["7z"] * 3, "called": "7z", "source": 1}],
    "win_tile": "5s",
    "riichi": True,
    "ippatsu": False,
    "dora": ["1m"],
    "ura": [],
    "own_discards": ["9p"],
    "win_tile_kept_apart": True,
}
BODIES = {
    "/api/score": WIN,
    "/api/wins": {**WIN, "photo": None, "corrections": [{"index": 0, "tile": "1m"}]},
    "/api/draws": {"tenpai": [0, 2]},
    "/api/riichi": {"seat": 1},
    "/api/undo": {},
    "/api/redo": {},
    "/api/games": {"names": ["a", "b", "c", "d"], "ruleset": "wrr2015"},
    "/api/camera": {"index": 0},
}
ODD = [
    None, True, False, 0, 1, 2, 3, 4, -1, 2**63, 1e308, 0.5, [], [[]], {}, {"a": 1}, [0, 1, 2, 3],
    "", "1m", "0p", "5s", "back", "?", "E", "pon", "kakan", "ankan", "x" * 500, "\x00", "大",
    ["1m"] * 14, TILES,
]  # fmt: skip


def changed(value, chance):
    """The value with one random spot replaced, removed or doubled."""
    if isinstance(value, dict) and value and chance.random() < 0.9:
        key = chance.choice(list(value))
        spot = chance.random()
        if spot < 0.1:
            return {name: kept for name, kept in value.items() if name != key}
        if spot < 0.15:
            return {**value, "more": chance.choice(ODD)}
        return {**value, key: changed(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.7:
        index = chance.randrange(len(value))
        spot = chance.random()
        if spot < 0.2:
            return value[:index] + value[index + 1 :]
        if spot < 0.3:
            return [*value, value[index]]
        return [*value[:index], changed(value[index], chance), *value[index + 1 :]]
    return chance.choice(ODD)


@pytest.mark.parametrize("seed", range(4))
async def test_no_body_brings_the_table_out_of_order(client, seed):
    chance = random.Random(seed)
    seen = set()
    for number in range(200):
        path = chance.choice(list(BODIES))
        body = dict(BODIES[path])
        if path not in {"/api/score", "/api/camera"}:
            body |= {"expected_seq": await client.seq(), "client_id": f"fuzz-{number:06}"}
        for _ in range(chance.choice([0, 1, 1, 2])):
            body = changed(body, chance)
        answer = await client.post(path, body)
        seen.add(answer.status_code)
        assert answer.status_code in {200, 404, 409, 422}, (path, body, answer.text)
        if answer.status_code != 200:
            assert answer.headers["content-type"] == "application/problem+json"
            assert "\n" not in answer.json()["detail"]
    state = await client.state()
    sticks = state["kyotaku"] * state["riichi_bet"]
    assert sum(player["points"] for player in state["players"]) + sticks == 120_000
    assert {200, 409, 422} <= seen
