"""A walk over the hall's pages in a browser: organise, watch a table, call a referee, project."""

import json
import sys
import urllib.request
from datetime import UTC, datetime, timedelta

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from table.config import load_ruleset
from table.core.events import Dahai
from table.hall.folder import HallFolder, HallSettings
from table.hall.intake import Arrival, Intake
from table.hall.load.throwaway import Child
from table.hall.wire import Report
from table.journal.store import Draft, Journal
from table.simulator.game import simulate

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
PAGES = {
    "tables": "/",
    "table": "/tables/A1",
    "referee": "/referee",
    "standings": "/public/standings",
    "seating": "/public/rounds/1",
    "projector": "/public/projector",
    "event": "/event",
    "sheets": "/rounds/1/sheets",
    "certificates": "/certificates",
}


PATIENCE_MS = 60_000
KEPT, AWAY = "ab" * 16, "cd" * 16
"""Two pictures of evidence: the hall has one, the other lies at the table."""


def open_page(chromium, **how):
    page = chromium.new_page(**how)
    page.set_default_timeout(PATIENCE_MS)
    return page


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """A hall whose only table has played and gone away; other results come by hand."""
    path = tmp_path_factory.mktemp("hall")
    folder = HallFolder(path / "hall")
    folder.create(HallSettings(title="Spring Open", hosts=["127.0.0.1"], mqtt_port=0, link_port=0))
    with folder.database(folder.settings()) as database:
        report_of(path / "journal.db", database)
    kept = folder.path / "pictures" / "A1"
    kept.mkdir(parents=True)
    (kept / KEPT).write_bytes(
        cv2.imencode(".png", np.full((90, 60, 3), 200, np.uint8))[1].tobytes()
    )
    command = [sys.executable, "-m", "table", "hall", "serve", "--port", "0"]
    child = Child([*command, "--data", str(folder.path)], path / "log", ready="ready ")
    child.start()
    yield child.said.partition(" ")[2]
    child.stop()


def report_of(path, database):
    """One report of table A1: a hand's beginning, the first discard with evidence."""
    journal = Journal.open(path)
    events = simulate(load_ruleset("wrr2015"), 1, ("Aki", "Ben", "Chie", "Dai"))[:30]
    proof = {"why": "what came to rest", "pictures": [KEPT, AWAY]}
    at = next(place for place, one in enumerate(events) if isinstance(one, Dahai))
    drafts = [Draft(one, proof if place == at else None) for place, one in enumerate(events)]
    journal.append(drafts, source="camera")
    long_ago = datetime.now(UTC) - timedelta(minutes=5)
    report = Report(
        journal=journal.id,
        epoch=1,
        instance="ab" * 8,
        number=1,
        first=1,
        entries=tuple((one.body, one.hash) for one in journal.entries),
        last=journal.seq,
        version="0.0.1",
        clock=(long_ago - timedelta(minutes=2)).isoformat(),
    )
    Intake(database, "0.1.0").take([Arrival("A1", report.encode(), long_ago)])
    journal.close()


def press(page, button):
    """Press a button whose form has the page loaded again."""
    with page.expect_navigation():
        button.click()


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
    refused = [fault for fault in faults if fault.endswith("/draw")]
    assert faults == refused  # the browser notes the refusal that was wanted


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_page_fits_a_screen_and_a_phone(hall, chromium, artefacts, language):
    for name, size in (("desk", (1280, 800)), ("phone", (390, 844))):
        page = open_page(chromium, viewport=dict(zip(("width", "height"), size, strict=True)))
        for what, path in PAGES.items():
            if what == "table" or (what in {"seating", "sheets"} and not drawn(hall)):
                continue
            page.goto(f"{hall}{path}?lang={language}")
            page.screenshot(path=artefacts / f"hall-{what}-{language}-{name}.png")
            page.wait_for_function("document.documentElement.scrollWidth <= innerWidth")
        page.close()


@pytest.mark.parametrize(
    ("language", "gone", "clock", "evidence"),
    [
        ("en", "no contact; its pictures lie there", "2 min behind", "Evidence"),
        ("ja", "画像は卓にあり、復帰すれば見られます", "2 min 遅れています", "証拠"),
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


def test_a_new_call_appears_and_what_a_referee_has_typed_stays(hall, chromium):
    page = open_page(chromium, viewport={"width": 1280, "height": 800}, locale="en-GB")
    ask(hall, "/api/calls", {"table": "A1", "what": "who deals?"})
    page.goto(f"{hall}/referee")
    reason = page.locator("form[data-api$='/api/rulings'] input[name=reason]")
    reason.fill("a late train")
    ask(hall, "/api/calls", {"table": "A1", "what": "a tile fell"})
    call = page.locator(".callrow", has_text="a tile fell")
    expect(call).to_have_count(1, timeout=PATIENCE_MS)
    expect(reason).to_have_value("a late train", timeout=PATIENCE_MS)
    call.get_by_placeholder("Name").fill("Rui")
    press(page, call.get_by_role("button", name="I go"))
    expect(call).to_contain_text("taken by Rui", timeout=PATIENCE_MS)
    page.close()


def ask(hall, path, body=None):
    request = urllib.request.Request(  # noqa: S310 - our own hall
        hall + path,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310 - as above
        return json.load(answer)


def drawn(hall):
    return bool(ask(hall, "/api/public/event")["rounds"])
