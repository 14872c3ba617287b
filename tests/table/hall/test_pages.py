"""What the hall's pages say, as the server renders them."""

import re
import time
from datetime import UTC, datetime, timedelta, timezone
from html import unescape
from pathlib import Path

import httpx
import pytest

from scoring.seats import Seat
from table.core.incidents import Signal
from table.core.state import Phase
from table.hall.event.clock import ClockState
from table.hall.web import pages
from table.hall.web.app import create_app
from table.hall.web.words import words
from table.web.guard import Door


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


async def test_what_lasts_is_said_in_the_readers_language(organiser, read):
    await organiser.post("/api/players", players=[{"name": name} for name in "ABCD"])
    await organiser.post("/api/rounds/draw", seed=1)
    await organiser.post("/api/rounds/1/start")
    await organiser.post("/api/rounds/1/extra", table="A1", seconds=150)
    late = {"player": 1, "foul": "late", "ruled_by": "Rui", "minutes": 7}
    await organiser.post("/api/rulings", **late)
    for path, english, japanese in (
        ("/public/rounds/1", "+2 min 30 s", "+2分30秒"),
        ("/referee", "late 7 min", "7分"),
    ):
        assert english in await read(path)
        said = await read(path, "ja")
        assert japanese in said
        assert not re.search(r"\d (s|min|h)\b", said)


async def test_who_withdraws_does_so_from_the_first_round_that_is_not_over(organiser):
    event = {"title": "Open", "rules": "wrr2015", "stages": [{"name": "Main", "rounds": 2}]}
    await organiser.ask("PUT", "/api/event", **event)
    await organiser.post("/api/players", players=[{"name": name} for name in "ABCD"])
    await organiser.post("/api/rounds/draw", seed=1)

    async def preset():
        page = (await organiser.client.get("/event")).text
        (field,) = re.findall(r'<input name="from_round"[^>]*>', page)
        return re.search(r'value="(\d+)"', field)[1]

    presets = [await preset()]
    for number in (1, 2):
        await organiser.post(f"/api/rounds/{number}/start")
        await organiser.post(f"/api/rounds/{number}/end", anyway=True)
        presets.append(await preset())
    assert presets == ["1", "2", "3"]


async def test_a_japanese_line_has_no_english_full_stop(read):
    said = await read("/public/standings", "ja")
    assert "同順位" in said
    assert "同順位." not in said


@pytest.fixture
def tokyo(monkeypatch):
    """The hall stands in Tokyo."""
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    yield timezone(timedelta(hours=9))
    monkeypatch.undo()
    time.tzset()


async def test_a_game_of_a_table_has_its_day_on_the_halls_clock(
    read, organiser, intake, table, tables, tokyo
):
    table.play(tables.game()[:20])
    tables.take(intake, "A1", table.report())
    (game,) = (await organiser.get("/api/tables/A1"))["games"]
    begun = datetime.fromisoformat(game["at"]).astimezone(tokyo)
    said = await read("/tables/A1")
    assert f"World Riichi Rules 2015 · {begun:%Y-%m-%d %H:%M} " in said
    assert "wrr2015" not in said


async def test_a_day_behind_the_last_one_is_shown_as_it_was_told(
    read, intake, tables, tmp_path, tokyo
):
    late = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)  # in Tokyo it is the year 10000
    table = tables.VirtualTable(tmp_path / "A1", clock=lambda: late)
    table.play(tables.game()[:20])
    tables.take(intake, "A1", table.report())
    assert "9999-12-31T23:59:59" in await read("/tables/A1")
    table.close()


async def test_a_call_names_who_called_and_not_the_wind_of_the_first_hand(
    read, organiser, intake, table, tables
):
    events = tables.game()
    south = next(at for at, one in enumerate(events) if str(getattr(one, "bakaze", "")) == "S")
    table.play(events[:south])
    call = Signal(kind="referee", actor=Seat(2), detail="who deals?")
    table.play([call])
    table.play(events[south : south + 5])
    for first in range(1, table.journal.seq + 1, 200):
        tables.take(intake, "A1", table.report(first, 200))
    await organiser.post("/api/calls", table="A2", seat=2, what="a table that never played")
    said = await read("/referee")
    assert "who deals? · Chie" in said
    assert "a table that never played · who began as W" in said
    assert "開局時の西家" in await read("/referee", "ja")


async def test_a_certificate_counts_those_who_have_a_place(read, organiser):
    event = {"title": "Open", "rules": "wrr2015", "stages": [{"name": "Main", "rounds": 1}]}
    await organiser.ask("PUT", "/api/event", **event)
    names = ("Aoi", "Ben", "Chie", "Dai")
    entered = await organiser.post("/api/players", players=[{"name": name} for name in names])
    await organiser.post(
        "/api/rulings", player=entered[1]["id"], foul="cheating", decision="disqualified",
        ruled_by="Rui",
    )  # fmt: skip
    said = await read("/certificates")
    assert "Ben" not in said
    assert said.count("of 3") == 3


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("/tables/NOPE", 404, "卓 &#39;NOPE&#39;"),
        ("/public/rounds/x", 422, "number &#39;x&#39;"),
        ("/public/rounds/7", 404, "7"),
        ("/nowhere", 404, "GET /nowhere"),
    ],
)
async def test_a_person_is_refused_with_a_page_and_a_program_with_a_problem(
    organiser, path, status, words
):
    browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8", "Accept-Language": "ja"}
    page = await organiser.client.get(path, headers=browser)
    assert (page.status_code, page.headers["content-type"]) == (status, "text/html; charset=utf-8")
    assert words in page.text
    assert '<html lang="ja">' in page.text
    assert "default-src 'self'" in page.headers["content-security-policy"]
    program = await organiser.client.get(path)
    assert program.headers["content-type"] == "application/problem+json"
    assert program.status_code == program.json()["status"] == status
    api = await organiser.client.get("/api/tables/NOPE", headers=browser)
    assert api.headers["content-type"] == "application/problem+json"


@pytest.fixture
async def guest(hall):
    """A browser at another machine than the hall's; the token is `secret`."""
    app = create_app(hall, Door(frozenset({"hall"}), "secret"))
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(
        transport=transport, base_url="http://hall", headers={"Accept": "text/html"}
    ) as client:
        yield client


async def test_a_guest_is_told_on_a_page_what_is_wanted(guest):
    answer = await guest.get("/referee")
    assert answer.status_code == 403
    assert "token: missing or wrong" in text_of(answer.text)
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("way", ["link", "cookie"])
async def test_a_token_that_is_no_longer_good_is_said_and_not_sent_elsewhere(guest, way):
    if way == "cookie":
        guest.cookies.set("jantaku_hall_token", "old")
    answer = await guest.get("/?token=old" if way == "link" else "/")
    assert answer.status_code == 403
    assert "token: missing or wrong" in text_of(answer.text)
    let_in = await guest.get("/?token=secret")
    assert (let_in.status_code, let_in.headers["location"]) == (303, "/")
    assert (await guest.get("/")).status_code == 200


async def test_a_link_leaves_the_address_clean_for_who_is_in_already_too(guest):
    for _ in range(2):
        answer = await guest.get("/referee?token=secret&lang=ja")
        assert (answer.status_code, answer.headers["location"]) == (303, "/referee?lang=ja")
    assert (await guest.get("/referee?token=old")).status_code == 200


async def test_two_halls_on_one_machine_do_not_shut_each_other_out(hall):
    ports = ("http://hall:8520", "http://hall:8521")
    mounts = {
        at: httpx.ASGITransport(create_app(hall, Door(frozenset({"hall"}), f"secret of {at}")))
        for at in ports
    }
    async with httpx.AsyncClient(mounts=mounts) as browser:  # whose cookies know no port
        for at in ports:
            link = await browser.get(f"{at}/referee", params={"token": f"secret of {at}"})
            assert link.status_code == 303
        for at in ports:
            assert (await browser.get(f"{at}/referee")).status_code == 200


async def test_who_changes_the_language_stays_where_they_are(organiser, intake, table, tables):
    table.play(tables.game()[:20])
    tables.take(intake, "A1", table.report())
    page = await organiser.client.get("/tables/A1?before=5&lang=en")
    (link,) = re.findall(r'class="language"[^>]* href="([^"]+)"', page.text)
    chosen = await organiser.client.get(unescape(link))
    assert chosen.headers["location"] == "/tables/A1?before=5"
    there = await organiser.client.get("/tables/A1?before=5")
    assert '<html lang="ja">' in there.text


def test_no_word_of_the_pages_is_without_use():
    web = Path(pages.__file__).parent
    files = [*web.glob("templates/*.html"), *web.glob("static/*.js")]
    used = {
        word
        for file in files
        for word in re.findall(r"\b(?:t|words)\.(\w+)", file.read_text(encoding="utf-8"))
    }
    states = {one.value for one in ClockState} | {one.name.lower() for one in Phase}
    assert set(words("en")) == used | states
