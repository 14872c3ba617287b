"""The API in the reader's language; what is written down stays English."""

import re

import pytest

from table.wording.speech import READER

JAPANESE = {"Accept-Language": "ja-JP,ja;q=0.9,en;q=0.5"}
LATIN = re.compile(r"[A-Za-z]{2}")


@pytest.fixture(autouse=True)
def english_again():
    """Requests without a network set the language of the test that makes them."""
    before = READER.set("en")
    yield
    READER.reset(before)


async def said(client, path, body=None):
    """A problem's two sentences in Japanese."""
    command = {"expected_seq": await client.seq(), "client_id": next(client.ids), **(body or {})}
    answer = await client.post(path, command, headers=JAPANESE)
    assert answer.status_code >= 400, answer.text
    problem = answer.json()
    return problem["title"], problem["detail"]


async def test_an_answer_says_which_language_it_has(client):
    for headers, query, language in (
        ({}, "", "en"),
        (JAPANESE, "", "ja"),
        (JAPANESE, "?lang=en", "en"),
        ({}, "?lang=ja", "ja"),
    ):
        answer = await client.get(f"/api/rulesets{query}", headers=headers)
        assert answer.headers["content-language"] == language
        names = {one["id"]: one["name"] for one in answer.json()}
        assert names["mleague"] == ("Mリーグ" if language == "ja" else "M.League")


async def test_a_refusal_is_japanese(client, win):
    assert await said(client, "/api/undo") == (
        "今はできません",
        "取り消せることがありません",
    )
    title, detail = await said(client, "/api/wins", {**win, "riichi": False, "win_tile": "4s"})
    assert (title, detail) == (
        "今はできません",
        "席2の和了は成立していません:どう読んでも役がありません(ドラは役ではありません)",
    )


async def test_a_stale_page_hears_it_in_its_language(client):
    title, detail = await said(client, "/api/riichi", {"seat": 1, "expected_seq": 1})
    assert (title, LATIN.search(detail)) == ("卓が変わりました", None)


async def test_a_value_that_is_not_accepted_is_named_in_japanese(client):
    title, detail = await said(client, "/api/riichi", {"seat": 9})
    assert (title, detail) == ("受け付けられません", "seat 9:3 以下 にしてください")
    title, detail = await said(client, "/api/riichi", {})
    assert (title, detail) == ("受け付けられません", "seat:値がありません")
    title, detail = await said(client, "/api/riichi", {"seat": 1, "sate": 2})
    assert detail == "sate:使えない項目です"
    headers = {**JAPANESE, "Content-Type": "application/json"}
    answer = await client.http.post("/api/riichi", content=b"{", headers=headers)
    assert answer.json()["detail"].startswith("本文が JSON ではありません")


async def test_a_path_that_is_not_there_is_named_in_japanese(client):
    answer = await client.get("/api/nothing", headers=JAPANESE)
    assert answer.json()["title"] == "見つかりません"
    assert answer.json()["detail"] == "GET /api/nothing:ありません。/openapi.json を見てください"


async def test_a_win_is_explained_in_japanese_and_kept_in_english(client, win):
    answer = await client.post("/api/score", win, headers=JAPANESE)
    score = answer.json()
    assert score["summary"] == "2翻30符、3000点"
    assert [item["reason"] for item in score["fu_details"]] == ["副底", "門前ロン"]
    body = {"expected_seq": await client.seq(), "client_id": "a-japanese-win", **win}
    confirmed = (await client.post("/api/wins", body, headers=JAPANESE)).json()
    assert confirmed["notes"] == ["Player 3 のリーチ棒を出しました"]
    assert confirmed["score"]["summary"] == "2翻30符、3000点"
    assert confirmed["state"]["hands"][0]["summary"] == ("Player 3 ロン(Player 2 放銃) 3000点")
    assert confirmed["state"]["undo"]["what"] == "Player 3 のロン和了"
    entries = (await client.get("/api/journal?after=2", headers=JAPANESE)).json()
    kept = next(one["evidence"] for one in entries if one["evidence"])
    assert kept["score"]["summary"] == "2 han 30 fu, 3000"
    assert [item["reason"] for item in kept["score"]["fu_details"]] == [
        "winning",
        "closed hand, ron",
    ]
    english = (await client.post("/api/wins", body)).json()
    assert (english["repeated"], english["score"]["summary"]) == (True, "2 han 30 fu, 3000")


async def test_a_photo_is_kept_in_english_and_read_in_either(client, eyes, standin):
    eyes.notes = ("the picture is blurred; expected sharp edges",)
    asked = await client.http.post(
        "/api/photos", files={"file": ("hand.jpg", standin.PICTURE)}, headers=JAPANESE
    )
    photo = asked.json()
    again = (await client.get(f"/api/photos/{photo['id']}")).json()
    assert [LATIN.search(note) for note in photo["proposal"]["notes"]] == [None] * len(
        again["proposal"]["notes"]
    )
    assert all(note.isascii() for note in again["proposal"]["notes"])
    assert photo["notes"] == ["画像がぼやけています。ピントを合わせてください"]
    assert again["notes"] == list(eyes.notes)


async def test_foul_and_ending_are_previewed_in_japanese(client):
    foul = {"kind": "false_win", "actor": 1}
    found = (await client.post("/api/rulings/preview", foul, headers=JAPANESE)).json()
    assert re.fullmatch(r"チョンボ\(.*\):20\.0点、打ち直し", found["summary"])
    ending = {"draw": "exhaustive_draw", "tenpai": [0, 2]}
    shown = (await client.post("/api/endings/preview", ending, headers=JAPANESE)).json()
    assert shown["summary"] == "流局、テンパイ:Player 1、Player 3"
    assert shown["next"] == "東1局1本場 供託0本"


async def test_the_score_sheet_is_in_the_language_that_is_asked_for(client, win):
    assert (await client.command("/api/wins", win)).status_code == 200
    japanese = (await client.get("/api/records/0/export/html?lang=ja")).text
    english = (await client.get("/api/records/0/export/html")).text
    assert '<html lang="ja">' in japanese
    assert "対局記録用紙" in japanese
    assert "ロン:Player 3(Player 2 放銃)" in japanese
    assert '<html lang="en">' in english
    assert "Score sheet" in english
    pdf = await client.get("/api/records/0/export/pdf?lang=ja")
    assert pdf.content.startswith(b"%PDF")
    table = "/api/records/0/export/csv"  # read by programs
    assert (await client.get(f"{table}?lang=ja")).content == (await client.get(table)).content
