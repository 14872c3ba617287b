"""What people press and type on the hall's pages counts once, and is not lost."""

from urllib.parse import urlsplit

import halls
import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


PATIENCE_MS, ask, open_page, press = halls.PATIENCE_MS, halls.ask, halls.open_page, halls.press


def tap_twice(page, button):
    """As people do who think that a button is an icon: the second tap meets the page loaded again.

    It comes as soon as that page can be tapped at all, where the first one was.
    """
    box = button.bounding_box()
    where = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    with page.expect_navigation():
        page.mouse.click(*where)
        page.mouse.click(*where)
    page.mouse.click(*where)


def name_of(url):
    """The end of an address's path."""
    return urlsplit(url).path.rpartition("/")[2]


def test_a_second_tap_does_nothing_more(hall, chromium):
    page = open_page(chromium, viewport={"width": 1280, "height": 2000}, locale="en-GB")
    ask(
        hall,
        "/api/players",
        {"players": [{"name": name} for name in ("Aki", "Ben", "Chie", "Dai")]},
    )
    asked = []
    page.on("request", lambda one: one.method != "GET" and asked.append(name_of(one.url)))
    page.goto(f"{hall}/event")
    for name, then in (("Draw", "Start"), ("Start", "Pause"), ("Pause", "Resume")):
        tap_twice(page, page.get_by_role("button", name=name, exact=True).first)
        expect(page.get_by_role("button", name=then).first).to_be_enabled(timeout=PATIENCE_MS)
        assert asked == [name.lower()]
        asked.clear()
    page.get_by_text("Extra time").click()
    tap_twice(page, page.get_by_role("button", name="Give"))
    expect(page.get_by_role("button", name="Give")).to_be_enabled(timeout=PATIENCE_MS)
    assert ask(hall, "/api/public/clock")["extra_s"] == {"1": 300}
    page.close()


def test_what_two_organisers_agree_on_stands_together(hall, chromium):
    tie_breaks = ["best_game"]
    ask(hall, "/api/event", {"title": "Open", "tie_breaks": tie_breaks}, method="PUT")
    mine, other = (open_page(chromium, locale="en-GB") for _ in range(2))
    for page in (mine, other):
        page.goto(f"{hall}/event")
    saves = [page.locator("form[data-api='PUT /api/event'] button") for page in (mine, other)]
    other.locator("[name=minutes]").fill("75")
    press(other, saves[1])
    title = mine.locator("[name=title]")
    title.fill("Autumn Open")
    mine.locator("[name=players]").fill("Emi\nFumi")
    press(mine, saves[0])
    expect(mine.get_by_role("alert")).to_contain_text("look at them, then save again")
    expect(mine.locator("[name=minutes]")).to_have_value("75")
    expect(title).to_have_value("Autumn Open")
    expect(saves[0]).to_be_enabled(timeout=PATIENCE_MS)
    press(mine, saves[0])
    expect(mine.get_by_role("alert")).to_be_hidden()
    event = ask(hall, "/api/public/event")
    assert (event["title"], event["minutes"]) == ("Autumn Open", 75)
    assert event["tie_breaks"] == tie_breaks
    expect(mine.locator("[name=players]")).to_have_value("Emi\nFumi")
    mine.close()
    other.close()


def test_what_is_typed_in_one_form_stays_when_another_is_saved(hall, chromium):
    page = open_page(chromium, locale="en-GB")
    page.goto(f"{hall}/event")
    players, substitute = page.locator("[name=players]"), page.locator("input[name=substitute]")
    players.fill("Gen; Red\nHana")
    substitute.check()
    save = page.locator("form[data-api='PUT /api/event'] button")
    page.locator("[name=minutes]").fill("60")
    press(page, save)
    expect(players).to_have_value("Gen; Red\nHana")
    expect(substitute).to_be_checked()
    expect(page.locator("[name=minutes]")).to_have_value("60")
    add = page.locator("form[data-api='POST /api/players'] button")
    expect(add).to_be_enabled(timeout=PATIENCE_MS)
    press(page, add)
    expect(players).to_have_value("")  # what was sent is no longer there to be sent
    expect(substitute).not_to_be_checked()
    page.close()


def test_what_a_referee_has_typed_stays_when_a_call_comes(hall, chromium):
    page = open_page(chromium, viewport={"width": 1280, "height": 800}, locale="en-GB")
    for table, what in (("1", "who deals?"), ("2", "a tile fell")):
        ask(hall, "/api/calls", {"table": table, "what": what})
    page.goto(f"{hall}/referee")
    first, second = (page.locator(".callrow", has_text=what) for what in ("deals", "fell"))
    first.get_by_placeholder("Name").fill("Rui")
    press(page, first.get_by_role("button", name="I go"))
    outcome = first.get_by_placeholder("Outcome")
    outcome.fill("East deals: the dice were thrown again, as both say")
    going = second.get_by_role("button", name="I go")
    expect(going).to_be_enabled()
    going.focus()
    ask(hall, "/api/calls", {"table": "3", "what": "a call of another"})
    third = page.locator(".callrow", has_text="of another")
    expect(third.get_by_placeholder("Name")).to_have_value("Rui", timeout=PATIENCE_MS)
    expect(outcome).to_have_value("East deals: the dice were thrown again, as both say")
    expect(going).to_be_focused()
    second.get_by_placeholder("Name").fill("")
    second.get_by_placeholder("Name").press_sequentially("Sae")
    (taken,) = [one["id"] for one in ask(hall, "/api/calls") if one["table_name"] == "3"]
    ask(hall, f"/api/calls/{taken}/take", {"referee": "Kei"})
    expect(third).to_contain_text("taken by Kei", timeout=PATIENCE_MS)
    expect(second.get_by_placeholder("Name")).to_have_value("Sae")
    page.close()


@pytest.mark.parametrize(
    ("language", "quiet", "unheard"),
    [
        ("en", "The hall does not answer: this may be old", "did not answer"),
        ("ja", "表示は古い可能性があります", "届いていない可能性があります"),
    ],
)
def test_a_hall_that_is_gone_is_said_on_every_page(tmp_path, chromium, language, quiet, unheard):
    with halls.serving(tmp_path) as child:
        pages = {}
        for path in ("/", "/referee", "/event", "/public/projector"):
            page = pages[path] = open_page(chromium)
            page.clock.install()
            page.goto(f"{halls.address(child)}{path}?lang={language}")
        clock = ask(halls.address(child), "/api/public/clock")
    for page in pages.values():
        said = page.locator(".gone-quiet")
        expect(said).to_be_hidden()
        for _ in range(30):
            page.clock.run_for(1000)
        expect(said).to_be_visible(timeout=PATIENCE_MS)
        expect(said).to_contain_text(quiet)
    page = pages["/event"]
    page.locator("form[data-api='PUT /api/event'] button").click()
    expect(page.get_by_role("alert")).to_contain_text(unheard, timeout=PATIENCE_MS)
    page.route("**/api/public/clock", lambda route: route.fulfill(json=clock))
    page.clock.run_for(10_000)
    expect(page.locator(".gone-quiet")).to_be_hidden(timeout=PATIENCE_MS)
    for page in pages.values():
        page.close()
