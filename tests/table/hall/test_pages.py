"""What the hall's pages say, as the server renders them."""

import re

import pytest


def text_of(html):
    """What somebody reads, without the marks."""
    return " ".join(re.sub(r"<[^>]+>", " ", html.partition("<main")[2]).split())


@pytest.fixture
def read(organiser):
    async def read(path, language="en"):
        return text_of((await organiser.client.get(path, params={"lang": language})).text)

    return read


async def test_the_minutes_of_a_round_are_what_the_page_says(organiser, read):
    said = await read("/event"), await read("/event", "ja")
    assert "empty: as the rules have it, 0: no clock" in said[0]
    assert "空欄はルールの時間、0 は時計なし" in said[1]
    await organiser.post("/api/players", players=[{"name": name} for name in "ABCD"])
    event = {"title": "Open", "rules": "wrr2015", "stages": [{"name": "Main", "rounds": 1}]}
    left = []
    for minutes in (None, 0):
        await organiser.ask("PUT", "/api/event", **event, minutes=minutes)
        await organiser.post("/api/rounds/draw", seed=1)
        left.append((await organiser.get("/api/public/clock"))["left_s"])
        await organiser.post("/api/rounds/undraw")
    assert left == [90 * 60, None]
