"""How the hall's pages look with long names: nothing is cut, and everybody can read it."""

import halls
import pytest
import seeing
from playwright.sync_api import expect

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
    "refusal": "/tables/NOPE",
}
LONG = "Wolfeschlegelsteinhausenbergerdorffensis"
CUT = """
    [...document.querySelectorAll("body *")].filter((one) => {
      const over = getComputedStyle(one).overflowX;
      const holds = over !== "visible" || one.matches(".bar nav a");
      return holds && one.scrollWidth > one.clientWidth + 1;
    }).filter((one) => !one.matches(".bar nav, pre, .players .name, .sheet, input"))
    .map((one) => [one.outerHTML.slice(0, 90), one.scrollWidth, one.clientWidth])
"""
"""What holds more than it shows; a phone's menu, evidence, a card and a sheet are meant to."""

SMALL = """
    [...document.querySelectorAll("a, button, summary, input, select, textarea")]
    .filter((one) => one.checkVisibility())
    .map((one) => [one.outerHTML.slice(0, 90), one.getBoundingClientRect()])
    .filter(([, box]) => box.width < 24 || box.height < 24)
    .map(([html, box]) => [html, box.width, box.height])
"""
"""What a finger misses."""
DARK_ON_PAPER = r"""
    [...document.querySelectorAll("main, main *")].filter((one) => one.checkVisibility())
    .map((one) => [one.outerHTML.slice(0, 90), getComputedStyle(one)])
    .map(([html, style]) => [html, style.backgroundColor, style.color])
    .filter(([, ...colours]) => {
      const [paper, ink] = colours.map((said) => said.match(/[\d.]+/g).map(Number));
      const white = paper[3] === 0 || Math.min(...paper) === 255;
      return !white || Math.max(...ink.slice(0, 3)) > 100;
    })
"""
"""What would be printed on a dark ground, or in a light colour."""


@pytest.fixture(scope="module")
def event(hall):
    """Four people with long names and teams in a round that is paused; two calls, one taken."""
    people = [{"name": f"{LONG[:-1]}{at}", "team": f"{at}{LONG[1:]}"} for at in range(4)]
    halls.ask(hall, "/api/players", {"players": people})
    for step in ("draw", "1/start", "1/pause"):
        halls.ask(hall, f"/api/rounds/{step}", {})
    scores = {"entered_by": LONG, "scores": [42000, 30000, 28000, 20000]}
    halls.ask(hall, "/api/rounds/1/results/1", scores, method="PUT")
    for what in ("two players say ron", "a tile fell"):
        call = halls.ask(hall, "/api/calls", {"table": "1", "what": what})
    halls.ask(hall, f"/api/calls/{call['id']}/take", {"referee": LONG})
    return hall


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(("device", "size"), [("desk", (1280, 800)), ("phone", (390, 844))])
def test_every_page_shows_all_to_everybody(event, chromium, artefacts, language, device, size):
    page = halls.open_page(chromium, viewport=dict(zip(("width", "height"), size, strict=True)))
    for what, path in PAGES.items():
        page.goto(f"{event}{path}?lang={language}")
        page.screenshot(path=artefacts / f"hall-{what}-{language}-{device}.png")
        seeing.fits(page, what)
        seeing.until(page, lambda: page.evaluate(CUT), [], what)
        seeing.until(page, lambda: page.evaluate(SMALL), [], what)
        seeing.accessible(page, what)
    page.close()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_page_fits_the_smallest_phone(event, chromium, language):
    page = halls.open_page(chromium, viewport={"width": 320, "height": 640})
    for what, path in PAGES.items():
        page.goto(f"{event}{path}?lang={language}")
        seeing.fits(page, what)
    page.close()


def test_a_4k_screen_uses_its_room(event, chromium):
    page = halls.open_page(chromium, viewport={"width": 3840, "height": 2160})
    page.goto(f"{event}/")
    page.locator("#cards a").first.wait_for()
    assert page.locator("#cards").bounding_box()["width"] > 0.6 * 3840
    page.goto(f"{event}/public/standings")
    expect(page.locator("td").first).to_have_css("font-size", "28px")
    page.close()


def test_who_works_in_the_dark_prints_on_white(event, chromium):
    page = halls.open_page(chromium, color_scheme="dark")
    page.emulate_media(media="print")
    notes = '<p class="notice">Other names<small>1×</small></p><p class="notice bad">Late</p>'
    cut = '<table><tr class="cutline"><td>Final</td></tr></table>'
    for path in ("/public/standings", "/public/rounds/1", "/rounds/1/sheets", "/tables/A1"):
        page.goto(f"{event}{path}")
        page.locator("main").evaluate(
            f"(main) => main.insertAdjacentHTML('beforeend', `{notes}{cut}`)"
        )
        assert page.evaluate(DARK_ON_PAPER) == []
    page.close()


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_the_projector_moves_only_for_who_bears_it(event, chromium, motion):
    page = halls.open_page(chromium, viewport={"width": 1280, "height": 160}, reduced_motion=motion)
    page.clock.install()
    page.goto(f"{event}/public/projector")
    wall = page.locator("[data-scroll]")
    hidden = wall.evaluate("(one) => one.scrollHeight - one.clientHeight")
    assert hidden > 20
    page.clock.run_for(400)
    assert (wall.evaluate("(one) => one.scrollTop") > 0) == (motion == "no-preference")
    if motion == "reduce":
        wall.press("End")
        seeing.until(page, lambda: wall.evaluate("(one) => one.scrollTop > 0"), wanted=True)
    page.close()


def test_a_clock_that_is_paused_says_so(event, chromium):
    page = halls.open_page(chromium)
    for path, word in (("/public/projector?lang=ja", "中断中"), ("/event?lang=en", "paused")):
        page.goto(f"{event}{path}")
        expect(page.locator(".clock")).to_contain_text(word)
    page.close()
