"""The API: what each route does, and that the table is as it was after every refusal."""

import errno
from dataclasses import replace

import pytest

from scoring.melds import MeldKind
from scoring.tiles import parse_tiles
from table.bootstrap.compose import compose
from table.bootstrap.settings import Settings
from table.web.photos import MAX_BYTES


def tiles(text):
    return [str(tile) for tile in parse_tiles(text)]


async def test_the_first_look_is_a_table_with_four_seats(client):
    answer = (await client.get("/api/state")).json()
    state = answer["state"]
    assert answer["seq"] == 2
    assert [player["wind"] for player in state["players"]] == ["E", "S", "W", "N"]
    assert [player["points"] for player in state["players"]] == [30000] * 4
    assert [player["dealer"] for player in state["players"]] == [True, False, False, False]
    assert (state["bakaze"], state["kyoku"], state["honba"], state["kyotaku"]) == ("E", 1, 0, 0)
    assert (state["phase"], state["undo"], state["redo"]) == ("hand", None, None)


async def test_a_score_is_an_answer_and_changes_nothing(client, win):
    before = await client.get("/api/state")
    answer = (await client.post("/api/score", {**win, "dora": ["1m"]})).json()
    assert answer["valid"]
    assert (answer["han"], answer["fu"], answer["total"]) == (3, 30, 4900)
    assert (await client.get("/api/state")).json() == before.json()


async def test_a_score_explains_itself(client, win):
    answer = (await client.post("/api/score", win)).json()
    assert (answer["han"], answer["fu"], answer["total"]) == (2, 30, 3000)
    assert [yaku["name"] for yaku in answer["yaku"]] == ["riichi", "pinfu"]
    assert all(yaku["clause"] for yaku in answer["yaku"])
    assert sum(item["fu"] for item in answer["fu_details"]) == 30
    assert answer["deltas"] == [0, -2000, 2000, 0]
    assert answer["points"] == [30000, 28000, 32000, 30000]
    assert (answer["seat_wind"], answer["round_wind"]) == ("W", "E")
    assert (answer["kyotaku"], answer["lays_stick"]) == (1, True)


async def test_a_winning_tile_that_is_not_in_the_hand_is_no_win(client, win):
    answer = await client.post("/api/score", {**win, "win_tile": "9m"})
    assert (answer.status_code, answer.json()["reason"]) == (200, "winning_tile_missing")
    refused = await client.command("/api/wins", {**win, "win_tile": "9m"})
    assert (refused.status_code, await client.seq()) == (409, 2)


async def test_a_win_without_yaku_is_answered_with_no_and_why(client, win):
    hand = {**win, "riichi": False, "win_tile": "4s"}
    answer = await client.post("/api/score", hand)
    assert answer.status_code == 200
    body = answer.json()
    assert (body["valid"], body["reason"], body["deltas"]) == (False, "no_yaku", [0] * 4)
    assert body["findings"][0]["clause"]
    refused = await client.command("/api/wins", hand)
    assert refused.status_code == 409
    assert "no_yaku" in refused.json()["detail"]
    assert await client.seq() == 2


async def test_furiten_is_answered_with_no_and_why(client, win):
    for known in ({"own_discards": ["2s"]}, {"passed_winning_tiles": ["2s"]}):
        body = (await client.post("/api/score", {**win, **known})).json()
        assert (body["valid"], body["reason"]) == (False, "furiten")


async def test_a_confirmed_win_pays_rotates_and_is_journaled_with_its_evidence(
    client, win, standin
):
    photo = (await client.photo(standin.PICTURE)).json()
    mended = [{"index": 4, "tile": "5p"}, {"index": 0, "tile": None}]
    answer = await client.command("/api/wins", {**win, "photo": photo["id"], "corrections": mended})
    confirmed = answer.json()
    assert answer.status_code == 200, answer.text
    state = confirmed["state"]
    assert [player["points"] for player in state["players"]] == [30000, 28000, 32000, 30000]
    assert [player["wind"] for player in state["players"]] == ["N", "E", "S", "W"]
    assert (state["kyoku"], state["honba"], state["kyotaku"], state["oya"]) == (2, 0, 0, 1)
    assert confirmed["deltas"] == [0, -2000, 2000, 0]
    assert confirmed["notes"] == ["the riichi stick of Player 3 was laid"]
    assert state["hands"][0]["summary"] == "Player 3 by ron from Player 2, 3000"
    assert state["undo"]["what"] == "win of Player 3 by ron"

    entries = (await client.get("/api/journal?after=2")).json()
    assert [entry["event"]["type"] for entry in entries] == [
        "reach",
        "reach_accepted",
        "hora",
        "end_kyoku",
        "start_kyoku",
    ]
    assert {entry["commit"] for entry in entries} == {3}
    hora = entries[2]
    assert hora["event"]["deltas"] == [0, -2000, 3000, 0]
    evidence = hora["evidence"]
    assert evidence["score"] == confirmed["score"]
    assert evidence["photo"]["id"] == photo["id"]
    assert evidence["photo"]["tiles"] == photo["tiles"]
    assert len(evidence["photo"]["sha256"]) == 64
    assert evidence["corrections"] == mended
    assert evidence["declared"]["concealed"] == win["concealed"]


async def test_the_same_client_id_confirms_once_and_answers_twice(client, win):
    body = {**win, "expected_seq": 2, "client_id": "the-same-id"}
    first, second = [(await client.post("/api/wins", body)).json() for _ in range(2)]
    assert (first["repeated"], second["repeated"]) == (False, True)
    assert second["score"] == first["score"]
    assert (second["seq"], second["state"]) == (first["seq"], first["state"])
    other = await client.post(
        "/api/riichi", {"seat": 0, "expected_seq": 7, "client_id": "the-other"}
    )
    assert other.status_code == 200
    stolen = await client.post("/api/wins", {**body, "client_id": "the-other"})
    assert stolen.status_code == 409
    assert "client_id" in stolen.json()["detail"]


async def test_a_stale_page_is_told(client, win):
    await client.command("/api/wins", win)
    answer = await client.post("/api/undo", {"expected_seq": 2, "client_id": "stale-tab"})
    assert answer.status_code == 409
    assert answer.json()["title"] == "The table has changed"


async def test_riichi_draw_undo_and_redo(client):
    await client.command("/api/riichi", {"seat": 1})
    state = await client.state()
    assert [player["riichi"] for player in state["players"]] == [False, True, False, False]
    assert (state["kyotaku"], state["players"][1]["points"]) == (1, 29000)
    noten = await client.command("/api/draws", {"tenpai": [0]})
    assert noten.status_code == 409
    assert "seat 1 noten" in noten.json()["detail"]
    drawn = (await client.command("/api/draws", {"tenpai": [1]})).json()
    assert drawn["deltas"] == [-1000, 3000, -1000, -1000]
    assert (drawn["state"]["honba"], drawn["state"]["oya"]) == (1, 1)
    undone = (await client.command("/api/undo")).json()
    assert undone["state"]["redo"]["what"] == "exhaustive draw"
    assert undone["deltas"] == [1000, -3000, 1000, 1000]
    redone = (await client.command("/api/redo")).json()
    assert {**redone["state"], "undo": None} == {**drawn["state"], "undo": None}
    assert (await client.command("/api/redo")).status_code == 409


async def test_a_riichi_that_stands_must_be_said_with_the_win(client, win):
    await client.command("/api/riichi", {"seat": 2})
    answer = await client.post("/api/score", {**win, "riichi": False})
    assert answer.status_code == 409
    assert "it is in riichi in this hand" in answer.json()["detail"]
    assert not (await client.post("/api/score", win)).json()["lays_stick"]


async def test_called_sets_name_their_feeder_in_turns_from_the_winner(client):
    hand = {
        "winner": 1,
        "concealed": tiles("123m44p"),
        "melds": [
            {"kind": "pon", "tiles": tiles("555z"), "source": 2},
            {"kind": "pon", "tiles": tiles("666z"), "source": 3},
            {"kind": "pon", "tiles": tiles("777z"), "called": "7z", "source": 1},
        ],
        "win_tile": "1m",
    }
    answer = (await client.post("/api/score", hand)).json()
    assert [yaku["name"] for yaku in answer["yaku"]] == ["daisangen"]
    assert answer["deltas"] == [0, 32000, -32000, 0]  # seat 2 fed the third dragon


async def test_a_whole_game_ends_with_standings_and_a_new_one_begins(client):
    for _ in range(8):
        await client.command("/api/draws", {"tenpai": []})
    state = await client.state()
    assert state["phase"] == "ended"
    assert [row["score"] for row in state["standings"]] == [0.0] * 4
    assert (await client.command("/api/draws", {"tenpai": []})).status_code == 409
    names = ["Aki", "Ben", "Chie", "Dai 大"]
    answer = await client.command("/api/games", {"names": names, "ruleset": "wrr2015"})
    state = answer.json()["state"]
    assert [player["name"] for player in state["players"]] == names
    assert (state["phase"], state["hands"], state["standings"]) == ("hand", [], None)
    assert state["undo"]["what"] == "new game"


async def test_rulesets_and_cameras_are_listed(client):
    assert "wrr2015" in [row["id"] for row in (await client.get("/api/rulesets")).json()]
    assert (await client.get("/api/cameras")).json() == [{"index": 0, "name": "stand-in"}]


async def test_a_photo_is_read_kept_and_shown_again(client, standin):
    photo = (await client.photo(standin.PICTURE)).json()
    assert (photo["width"], photo["height"], len(photo["tiles"])) == (640, 480, 14)
    assert photo["tiles"][4] == {
        "index": 4,
        "tile": "0p",
        "polygon": [[80.0, 0.0], [98.0, 0.0], [98.0, 24.0], [80.0, 24.0]],
        "confidence": 0.9,
        "alternatives": [{"tile": "7z", "probability": 0.05}],
    }
    assert photo["proposal"]["win_tile"] == "5s"
    assert (await client.get(f"/api/photos/{photo['id']}")).json() == photo
    image = await client.get(f"/api/photos/{photo['id']}/image")
    assert (image.content, image.headers["content-type"]) == (standin.PICTURE, "image/jpeg")
    again = (await client.photo(standin.PICTURE)).json()
    assert again["id"] != photo["id"]


async def test_a_photo_without_tiles_is_an_answer(client, eyes, standin):
    eyes.tiles = ""
    photo = (await client.photo(standin.PICTURE)).json()
    assert photo["tiles"] == []
    assert photo["proposal"]["melds"][0]["source"] == 1


async def test_the_feeder_of_a_chi_that_lies_oddly_is_not_told(client, eyes, standin, monkeypatch):
    odd = replace(standin.PON, kind=MeldKind.CHI, tiles=parse_tiles("123m"), called=None, source=2)
    monkeypatch.setattr(standin, "PON", odd)
    eyes.tiles = ""
    (meld,) = (await client.photo(standin.PICTURE)).json()["proposal"]["melds"]
    assert (meld["kind"], meld["source"]) == ("chi", None)


async def test_what_a_crash_left_half_read_is_removed_at_the_next_start(table, tmp_path, eyes):
    table.close()
    folder = tmp_path / "data" / "photos"
    for name in ("ab.unfinished.jpg", "ab.unfinished.json", "cd.jpg"):
        (folder / name).touch()
    compose(Settings(), tmp_path / "data", eyes).close()
    assert [path.name for path in folder.iterdir()] == ["cd.jpg"]


async def test_a_disk_without_room_is_told_and_leaves_nothing(client, eyes, standin, tmp_path):
    eyes.failure = OSError(errno.ENOSPC, "No space left on device")
    answer = await client.photo(standin.PICTURE)
    assert (answer.status_code, answer.json()["title"]) == (503, "Not kept")
    assert "No space left on device; expected a data folder" in answer.json()["detail"]
    assert list((tmp_path / "data" / "photos").iterdir()) == []


async def test_a_photo_whose_picture_was_removed_is_unknown(client, standin, tmp_path, win):
    photo = (await client.photo(standin.PICTURE)).json()["id"]
    (tmp_path / "data" / "photos" / f"{photo}.jpg").unlink()
    assert (await client.get(f"/api/photos/{photo}/image")).status_code == 404
    answer = await client.command("/api/wins", {**win, "photo": photo})
    assert (answer.status_code, await client.seq()) == (404, 2)
    assert "expected the id of a photo of this table" in answer.json()["detail"]


async def test_a_camera_takes_a_photo(client):
    assert len((await client.post("/api/camera", {"index": 0})).json()["tiles"]) == 14
    missing = await client.post("/api/camera", {"index": 3})
    assert missing.status_code == 404
    assert missing.json()["detail"] == "camera 3 is not there; expected one of: 0"


async def test_one_photo_is_read_one_waits_and_a_third_is_refused(client, eyes, standin, gather):
    eyes.delay_s = 0.2
    answers = await gather(*(client.photo(standin.PICTURE) for _ in range(3)))
    assert sorted(answer.status_code for answer in answers) == [200, 200, 503]
    assert (await client.photo(standin.PICTURE)).status_code == 200


async def test_the_table_answers_while_a_photo_is_read(client, eyes, standin, gather):
    eyes.delay_s = 0.3
    reading = gather(client.photo(standin.PICTURE))
    assert (await client.command("/api/riichi", {"seat": 0})).status_code == 200
    assert not reading.done()
    await reading


async def test_the_schema_names_the_live_messages_and_every_route(client):
    schema = (await client.get("/openapi.json")).json()
    assert schema["components"]["schemas"]["LiveMessage"]["oneOf"]
    assert "/api/wins" in schema["paths"]
    problem = schema["paths"]["/api/wins"]["post"]["responses"]["409"]["content"]
    assert list(problem) == ["application/problem+json"]


HUGE = b"x" * (MAX_BYTES + 1)


@pytest.mark.parametrize(
    ("content", "status", "words"),
    [
        (b"", 422, "is no picture"),
        (b"GIF89a not really", 422, "is no picture"),
        (HUGE, 413, "expected at most 33554432 (32 MB)"),
        (HUGE + HUGE[: 2 * 1024 * 1024], 413, "body of more than"),
    ],
    ids=["empty", "not an image", "33 MB", "35 MB"],
)
async def test_a_bad_photo_is_refused_in_words_and_leaves_nothing(
    client, tmp_path, content, status, words
):
    answer = await client.photo(content)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    assert words in answer.json()["detail"]
    assert list((tmp_path / "data" / "photos").iterdir()) == []
    assert await client.seq() == 2
