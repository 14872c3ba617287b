"""The record and the overlay in a real browser: games, steps by key, statistics, the broadcast."""

import importlib.util
from pathlib import Path

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

HERE = Path(__file__).parent
AXE = HERE.parents[1] / "table/web/dashboard/node_modules/axe-core/axe.min.js"
SERIOUS = """axe.run(document, {resultTypes: ['violations']}).then(done => done.violations
  .filter(one => ['serious', 'critical'].includes(one.impact))
  .map(one => [one.id, one.nodes[0].html.slice(0, 160), one.nodes[0].failureSummary]))"""


def load(name):
    spec = importlib.util.spec_from_file_location(f"browser_tests_{name}", HERE / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SEEDING = load("seeding")


@pytest.fixture
def played(tmp_path):
    """A table at which two hands are over and the third goes on; its events."""
    events = SEEDING.in_hand(SEEDING.game(), 2, 60)
    SEEDING.write(tmp_path / "data", events)
    return events


def look(page, name, visitor):
    """Keep a picture of the page as it stands, and have it looked at."""
    page.wait_for_timeout(500)
    visitor.shot(name, full=True)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), name
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    assert page.evaluate(SERIOUS) == [], name


def test_a_game_is_read_and_stepped_through_by_key(played, server, visitors):
    visitor = visitors(1280, 900)
    page = visitor.visit()
    page.evaluate("location.hash = '#/record'")
    page.locator('[data-game="0"]').click()
    page.get_by_test_id("graph").wait_for()
    assert page.get_by_test_id("hands").locator("tr[data-hand]").count() == 2
    assert page.locator('[data-export="pdf"]').get_attribute("href").endswith("/export/pdf")
    look(page, "record-game", visitor)

    page.locator('[data-hand="1"] a').click()
    at = page.get_by_test_id("step-at")
    at.wait_for()
    assert at.inner_text().startswith("Step 1 of ")
    last = at.inner_text().rpartition(" ")[2]
    for key, expected in (("ArrowRight", "2"), ("ArrowRight", "3"), ("ArrowLeft", "2")):
        page.keyboard.press(key)
        page.get_by_text(f"Step {expected} of {last}").first.wait_for()
    assert page.get_by_test_id("board").locator(".river [role=listitem]").count() == 0
    look(page, "record-step", visitor)
    page.keyboard.press("End")
    page.get_by_text(f"Step {last} of {last}").first.wait_for()
    page.keyboard.press("Home")
    page.get_by_text(f"Step 1 of {last}").first.wait_for()
    page.go_back()  # steps are no pages of their own
    page.get_by_test_id("graph").wait_for()

    page.evaluate("location.hash = '#/record/statistics'")
    page.get_by_test_id("statistics").wait_for()
    look(page, "record-statistics", visitor)


def test_the_overlay_follows_the_table_and_says_when_it_is_old(played, server, visitors):
    visitor = visitors(1920, 1080)
    page = visitor.page
    page.goto(f"{server.url}overlay.html")
    page.locator('[data-testid="overlay"][data-status="live"]').wait_for()
    page.get_by_test_id("overlay-points-3").wait_for()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
    assert page.locator(".river [role=listitem]").count() > 0
    assert page.locator('[data-testid="overlay"] nav, [data-testid="overlay"] button').count() == 0
    assert page.locator('.hand[role="img"]').count() == 0  # concealed hands are not for it
    look(page, "overlay", visitor)
    page.evaluate(
        "fetch('api/overlay/settings', {method: 'PUT', headers: {'Content-Type':"
        " 'application/json'}, body: JSON.stringify({delay_s: 0, hands: true})})"
    )
    page.locator('.hand[role="img"]').nth(3).wait_for()
    look(page, "overlay-hands", visitor)
    server.kill()
    page.get_by_text("this may be old").wait_for()
    server.start()
    page.locator('[data-testid="overlay"][data-status="live"]').wait_for()
    visitor.complaints.clear()  # a server that is not there is heard of in the console
