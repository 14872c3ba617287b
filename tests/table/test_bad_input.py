"""Bad input over HTTP: a problem that names the value and the expectation, the table untouched."""

import pytest

from scoring.tiles import parse_tiles

TILES = [str(tile) for tile in parse_tiles("123m456p789s22z345s")]
WIN = {"winner": 2, "discarder": 1, "concealed": TILES, "win_tile": "5s", "riichi": True}
COMMAND = {"expected_seq": 2, "client_id": "client-1"}
NAMES = ["Aki", "Ben", "Chie", "Dai"]


def hand(**change):
    return "/api/score", {**WIN, **change}


def tiles(text):
    return [str(tile) for tile in parse_tiles(text)]


CASES = {
    "13 tiles": (hand(concealed=TILES[1:]), 422, "13 tiles, expected 14"),
    "15 tiles": (
        hand(concealed=[*TILES, "9p"]),
        422,
        "15 concealed tiles and 0 melds, expected 14",
    ),
    "no tiles": (hand(concealed=[]), 422, "0 concealed tiles"),
    "21 tiles": (hand(concealed=[*TILES, *TILES[:7]]), 422, "at most 20 items"),
    "five of a kind": (
        hand(concealed=tiles("11111m456p789s22z3s"), win_tile="3s"),
        422,
        "5 copies of 1m, expected at most 4",
    ),
    "five with a red one": (hand(concealed=tiles("05555p123m789s22z3s")), 422, "5 copies of 5p"),
    "five with an indicator": (hand(dora=["2z", "2z", "2z"]), 422, "2z"),
    "no such tile": (hand(concealed=[*TILES[1:], "8z"]), 422, "tile '8z': expected 1m-9m"),
    "an unread tile": (hand(concealed=[*TILES[1:], "?"]), 422, "tile '?': expected"),
    "a tile that is a number": (hand(win_tile=5), 422, "win_tile 5: expected"),
    "a fifth seat": (hand(winner=4), 422, "winner 4: expected"),
    "a seat in quotes": (hand(winner="2"), 422, "winner '2': expected a valid integer"),
    "won from oneself": (hand(discarder=2), 409, "discarder 2: it is the winner's seat"),
    "ippatsu alone": (hand(riichi=False, ippatsu=True), 422, "ippatsu without riichi"),
    "haitei by ron": (hand(haitei=True), 422, "haitei without tsumo"),
    "yes for true": (hand(riichi="yes"), 422, "riichi 'yes': expected a valid boolean"),
    "six indicators": (hand(dora=["1m"] * 6), 422, "dora"),
    "an unknown field": (hand(honba=3), 422, "honba: unknown field"),
    "a missing field": (("/api/score", {"winner": 1}), 422, "concealed: missing"),
    "a meld that is none": (
        hand(melds=[{"kind": "chi", "tiles": tiles("124m")}]),
        422,
        "expected three consecutive tiles",
    ),
    "a meld of an unknown kind": (
        hand(melds=[{"kind": "kan", "tiles": tiles("111m")}]),
        422,
        "melds.0.kind 'kan': expected",
    ),
    "a riichi with a called set": (
        hand(concealed=TILES[3:], melds=[{"kind": "pon", "tiles": tiles("777z")}]),
        422,
        "expected a closed hand",
    ),
    "a list for a body": (("/api/score", []), 422, "body []"),
    "no client id": (("/api/riichi", {"seat": 1, "expected_seq": 2}), 422, "client_id: missing"),
    "a short client id": (
        ("/api/riichi", {"seat": 1, "expected_seq": 2, "client_id": "me"}),
        422,
        "client_id 'me'",
    ),
    "a number below zero": (
        ("/api/undo", {**COMMAND, "expected_seq": -1}),
        422,
        "expected_seq -1: expected",
    ),
    "another's number": (("/api/undo", {**COMMAND, "expected_seq": 99}), 409, "from entry 99"),
    "nothing to undo": (("/api/undo", COMMAND), 409, "undo: nothing stands"),
    "nothing to redo": (("/api/redo", COMMAND), 409, "redo: no undo"),
    "one seat tenpai twice": (("/api/draws", {**COMMAND, "tenpai": [0, 0]}), 422, "each seat once"),
    "five tenpai": (("/api/draws", {**COMMAND, "tenpai": [0, 1, 2, 3, 3]}), 422, "tenpai"),
    "an unknown ruleset": (
        ("/api/games", {**COMMAND, "names": NAMES, "ruleset": "wrr1999"}),
        422,
        "ruleset 'wrr1999': expected one of",
    ),
    "three players": (
        ("/api/games", {**COMMAND, "names": NAMES[1:], "ruleset": "wrr2015"}),
        422,
        "names",
    ),
    "a nameless player": (
        ("/api/games", {**COMMAND, "names": ["  ", *NAMES[1:]], "ruleset": "wrr2015"}),
        422,
        "names.0",
    ),
    "a name of control characters": (
        ("/api/games", {**COMMAND, "names": ["a\x00b", *NAMES[1:]], "ruleset": "wrr2015"}),
        422,
        "names.0",
    ),
    "a name that turns the text around it": (
        ("/api/games", {**COMMAND, "names": ["\u202eabc", *NAMES[1:]], "ruleset": "wrr2015"}),
        422,
        "names.0: name '\\u202eabc': expected 1 to 40 letters and no control characters",
    ),
    "an unknown photo": (
        ("/api/wins", {**WIN, **COMMAND, "photo": "0" * 32}),
        404,
        "expected the id of a photo of this table",
    ),
    "a path for a photo": (
        ("/api/wins", {**WIN, **COMMAND, "photo": "../journal.db"}),
        422,
        "photo '../journal.db'",
    ),
    "a correction without a photo": (
        ("/api/wins", {**WIN, **COMMAND, "corrections": [{"index": 0, "tile": "1m"}]}),
        422,
        "correction of tile 0: expected one of the 0 tiles read",
    ),
    "a camera below zero": (("/api/camera", {"index": -1}), 422, "index -1: expected"),
    "a camera that is not there": (("/api/camera", {"index": 9}), 404, "camera 9 is not there"),
    "an unknown demo photo": (("/api/demo/cat", {}), 404, "demo photo 'cat': expected one of"),
    "an unknown path": (("/api/cat", {}), 405, "POST /api/cat: method not allowed"),
}


@pytest.mark.parametrize("name", CASES)
async def test_bad_input_is_refused_in_one_line(client, name):
    (path, body), status, words = CASES[name]
    before = (await client.get("/api/state")).json()
    answer = await client.post(path, body)
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert problem["status"] == status
    assert problem.keys() == {"type", "title", "status", "detail"}
    assert words in problem["detail"]
    assert "\n" not in problem["detail"]
    assert len(problem["detail"]) < 400
    assert (await client.get("/api/state")).json() == before


@pytest.mark.parametrize(
    ("content", "status", "words"),
    [
        (b"{", 422, "body: not JSON"),
        (b"", 422, "body: missing"),
        (b"\xff\xfe", 422, "body: not JSON"),
        (b"[" * 100_000, 400, "parsing the body"),
        (b'{"winner": ' + b"9" * 5000 + b"}", 400, "parsing the body"),
        (b'{"winner": NaN, "concealed": [], "win_tile": "1m"}', 422, "winner nan"),
        (b'{"winner": 1, "concealed": ["\\ud800"], "win_tile": "1m"}', 422, "concealed.0"),
        (b'"' + b"x" * 300_000 + b'"', 413, "body of more than 262144 bytes"),
    ],
)
async def test_a_body_that_is_no_request_is_refused(client, content, status, words):
    answer = await client.http.post(
        "/api/score", content=content, headers={"content-type": "application/json"}
    )
    assert answer.status_code == status, answer.text
    assert words in answer.json()["detail"]


@pytest.mark.parametrize(
    "path",
    [
        "/api/photos/" + "0" * 32,
        "/api/photos/" + "0" * 32 + "/image",
        "/api/photos/..%2Fjournal.db/image",
        "/api/photos/%2e%2e",
        "/api/demo/..%2f..%2fjournal.db",
        "/..%2f..%2fetc%2fpasswd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/api/live",
    ],
)
async def test_nothing_outside_is_a_path(client, path):
    answer = await client.get(path)
    assert answer.status_code in {404, 405, 422}
    assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("query", ["after=-1", "after=x", "limit=0", "limit=501"])
async def test_a_query_out_of_bounds_is_refused(client, query):
    answer = await client.get(f"/api/journal?{query}")
    assert answer.status_code == 422
    assert "query." in answer.json()["detail"]


async def test_a_fault_of_the_program_is_a_problem_without_a_traceback(client, table, monkeypatch):
    def broken(*_):
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr(table.services.desk, "snapshot", broken)
    answer = await client.get("/api/state")
    assert answer.status_code == 500
    assert (
        answer.json()["detail"] == "GET /api/state: a fault of the program; the table is as it was"
    )
