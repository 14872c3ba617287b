"""A walk over the hall's pages in a browser: organise, watch a table, call a referee, project."""

import re

import halls
import pytest
from playwright.sync_api import expect

from table.hall.folder import HallFolder

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


PATIENCE_MS, ask, open_page, press = halls.PATIENCE_MS, halls.ask, halls.open_page, halls.press


def fill_in(page, label, text):
    page.get_by_label(label, exact=True).first.fill(text)


def test_an_organiser_walks_from_the_first_name_to_the_gong(hall, chromium):
    page = open_page(chromium, viewport={"width": 1280, "height": 800}, locale="en-GB")
    faults = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.on("console", lambda line: line.type == "error" and faults.append(line.location["url"]))
    page.goto(f"{hall}/event")
    fill_in(page, "Title", "Spring Open")
    press(page, page.get_by_role("button", name="Save").first)
    fill_in(page, "One a line: name; team", "Aki; Red\nBen; Blue\nChie; Red\n")
    press(page, page.get_by_role("button", name="Add players"))
    page.get_by_role("heading", name="Players: 3").wait_for()
    page.get_by_role("button", name="Draw", exact=True).click()
    page.get_by_role("alert").get_by_text("add 1 substitute, or withdraw 3").wait_for()
    press(page, page.get_by_role("button", name="Fill with substitutes"))
    page.get_by_role("heading", name="Players: 4").wait_for()
    press(page, page.get_by_role("button", name="Draw", exact=True))
    press(page, page.get_by_role("button", name="Start").first)
    page.get_by_role("button", name="Pause").wait_for()
    page.get_by_text("Result by hand").first.click()
    for at, score in enumerate((42000, 30000, 28000, 20000)):
        page.locator("input[name=scores]").nth(at).fill(str(score))
    page.locator("input[name=entered_by]").first.fill("Rui")
    press(page, page.locator("form[data-api*=results]").first.get_by_role("button"))
    page.get_by_role("button", name="End", exact=True).wait_for()
    ask(hall, "/api/calls", {"table": "1", "what": "two players say ron"})
    page.goto(f"{hall}/referee")
    page.get_by_text("two players say ron").wait_for()
    page.get_by_placeholder("Name").first.fill("Rui")
    press(page, page.get_by_role("button", name="I go"))
    page.get_by_text("taken by Rui").wait_for()
    page.goto(f"{hall}/public/standings")
    expect(page.locator("table.standings tr")).to_have_count(1 + 3, timeout=PATIENCE_MS)
    page.get_by_text("+27.0").or_(page.get_by_text("+5.0")).first.wait_for()
    page.goto(f"{hall}/public/projector")
    page.locator(".huge", has_text=":").wait_for()
    page.close()
    refused = [fault for fault in faults if fault.endswith("/draw?lang=en")]
    assert faults == refused  # the browser notes the refusal that was wanted


@pytest.mark.parametrize(
    ("language", "gone", "clock", "evidence"),
    [
        ("en", "no contact; its pictures lie there", "2 min behind", "Evidence"),
        ("ja", "画像は卓にあり、復帰すれば見られます", "2分 遅れています", "証拠"),
    ],
)
def test_a_tables_evidence_is_looked_at(hall, chromium, artefacts, language, gone, clock, evidence):
    page = open_page(chromium, viewport={"width": 1280, "height": 800})
    page.goto(f"{hall}/tables/A1?lang={language}")
    expect(page.locator(".notice", has_text=clock)).to_have_count(1, timeout=PATIENCE_MS)
    expect(page.locator("td.wind").first).to_have_text("東" if language == "ja" else "E")
    page.locator("summary", has_text=evidence).click()
    picture = page.locator(".pictures img")
    expect(picture).to_have_count(1, timeout=PATIENCE_MS)
    expect(picture).to_be_visible(timeout=PATIENCE_MS)
    expect(page.locator(".pictures")).to_contain_text(gone, timeout=PATIENCE_MS)
    page.screenshot(path=artefacts / f"hall-evidence-{language}.png")
    page.close()


@pytest.mark.parametrize(
    ("language", "age"), [("en", r"^\d+ (s|min) ago$"), ("ja", r"^\d+[秒分]前$")]
)
def test_how_long_ago_a_table_spoke_is_said_in_the_readers_language(hall, chromium, language, age):
    page = open_page(chromium)
    page.goto(f"{hall}/?lang={language}")
    expect(page.locator(".age").first).to_have_text(re.compile(age), timeout=PATIENCE_MS)
    page.close()


def test_a_new_call_appears_and_what_a_referee_has_typed_stays(hall, chromium):
    page = open_page(chromium, viewport={"width": 1280, "height": 800}, locale="en-GB")
    ask(hall, "/api/calls", {"table": "A1", "what": "who deals?"})
    page.goto(f"{hall}/referee")
    reason = page.locator("form[data-api$='/api/rulings'] input[name=reason]")
    reason.fill("a late train")
    untaken = page.locator("[role=status][data-fresh=open]")
    expect(untaken).to_contain_text("Not taken yet: ")
    region = untaken.element_handle()
    ask(hall, "/api/calls", {"table": "B7", "what": "a tile fell"})
    call = page.locator(".callrow", has_text="a tile fell")
    expect(call).to_have_count(1, timeout=PATIENCE_MS)
    expect(untaken).to_contain_text(", B7")
    assert region.is_visible()  # it is still the one that screen readers listen to
    expect(reason).to_have_value("a late train", timeout=PATIENCE_MS)
    call.get_by_placeholder("Name").fill("Rui")
    press(page, call.get_by_role("button", name="I go"))
    expect(call).to_contain_text("taken by Rui", timeout=PATIENCE_MS)
    expect(untaken).not_to_contain_text("B7")
    page.close()


def test_a_page_keeps_its_language_when_another_is_chosen_elsewhere(hall, chromium):
    context = chromium.new_context(locale="en-GB")
    referee, table, other = (context.new_page() for _ in range(3))
    referee.goto(f"{hall}/referee")
    table.goto(f"{hall}/tables/A1")
    other.goto(f"{hall}/public/language?to=ja&back=/referee")
    expect(other.locator("h1")).to_have_text("審判")
    ask(hall, "/api/calls", {"table": "A1", "what": "a cup fell over"})
    row = referee.locator(".callrow", has_text="a cup fell over")
    expect(row.get_by_role("button")).to_have_text("I go", timeout=PATIENCE_MS)
    table.locator("summary", has_text="Evidence").click()
    told = table.locator(".pictures")
    expect(told).to_contain_text("its pictures lie there", timeout=PATIENCE_MS)
    context.close()


def test_the_tables_page_follows_who_joins_and_what_is_wrong(tmp_path, chromium):
    with halls.serving(tmp_path) as child:
        page = open_page(chromium, locale="en-GB")
        page.goto(halls.address(child))
        cards, notices = page.locator(".card b"), page.locator(".notices")
        expect(cards).to_have_text(["A1"])
        notices.locator("summary").click()
        expect(notices.locator(".notice").first).to_be_hidden()
        folder = HallFolder(tmp_path / "hall")
        with folder.database(folder.settings()) as database:
            members = halls.members_of(folder, database)
            page.locator(".card", has_text="A1").focus()
            members.invite("A0", by="https")
            expect(cards).to_have_text(["A0", "A1"], timeout=PATIENCE_MS)
            expect(page.locator(".card", has_text="A1")).to_be_focused()
            members.revoke("A0")
            expect(cards).to_have_text(["A1"], timeout=PATIENCE_MS)
        page.route("**/?lang=en", one_thing_more)
        expect(notices).to_contain_text("mosquitto: it stopped", timeout=PATIENCE_MS)
        expect(notices.locator(".notice").first).to_be_hidden()  # it was closed by hand
        page.unroute("**/?lang=en")
        notices.locator("summary").click()
        count = notices.locator(".notice").count()
        notices.get_by_role("button", name="Dealt with").first.click()
        expect(notices.locator(".notice")).to_have_count(count - 1, timeout=PATIENCE_MS)
        page.close()


def one_thing_more(route):
    """The tables' page as it is when something else has gone wrong."""
    html = route.fetch().text()
    route.fulfill(body=html.replace("</summary>", "</summary><p>mosquitto: it stopped</p>", 1))
