"""How the browser tests look at a page: never at once, always until it shows what it should."""

import json
import time
from pathlib import Path

from playwright.sync_api import expect

ROOT = Path(__file__).resolve().parents[2]
AXE = ROOT / "table/web/dashboard/node_modules/axe-core/axe.min.js"
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
PATIENCE_S = 60.0
"""How long a page may take to show what it should, on a machine that has much else to do."""
FAILED_LOAD = "Failed to load resource"

expect.set_options(timeout=1000 * PATIENCE_S)


def until(page, look, wanted, what="it"):
    """Look again and again until the answer is the wanted one; the page goes on meanwhile."""
    end = time.monotonic() + PATIENCE_S
    while (seen := look()) != wanted:
        assert time.monotonic() < end, f"{what}: {seen!r}, expected {wanted!r}"
        page.wait_for_timeout(50)


def fits(page, what="the page"):
    """Wait until nothing is wider than the screen; a phone's `innerWidth` grows with the page."""
    wide = f"document.documentElement.scrollWidth - {page.viewport_size['width']}"
    until(page, lambda: max(0, page.evaluate(wide)), 0, f"{what} is too wide by")


def points(page, expected):
    """Wait until the four seats have these points."""
    for seat, one in enumerate(expected):
        expect(page.get_by_test_id(f"points-{seat}")).to_have_attribute("data-points", str(one))


def points_now(page):
    """What the server says the four seats have."""
    state = page.evaluate("fetch('api/state').then(answer => answer.json())")["state"]
    return [player["points"] for player in state["players"]]


def open_part(page, part):
    page.locator(f'nav [data-view="{part}"]').click()


def accessible(page, what="the page"):
    """Wait until axe-core finds nothing serious: what fades in is not yet what it will be."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    run = (
        f"axe.run(document, {{runOnly: {json.dumps(WCAG)}, resultTypes: ['violations']}})"
        ".then(done => done.violations"
        ".filter(one => ['serious', 'critical'].includes(one.impact))"
        ".map(one => [one.id, one.nodes[0].html.slice(0, 160), one.nodes[0].failureSummary]))"
    )
    until(page, lambda: page.evaluate(run), [], what)


def large_targets(page, what="the page"):
    """Wait until every button and link of the frame and the parts is 44 px high."""
    small = (
        "[...document.querySelectorAll('main button, main a.button, nav a, main select')]"
        ".filter(e => e.offsetParent !== null)"
        ".map(e => [e.outerHTML.slice(0, 90), e.getBoundingClientRect()])"
        ".filter(([, box]) => box.height < 44 || box.width < 24).map(([html]) => html)"
    )
    until(page, lambda: page.evaluate(small), [], what)


def still(page):
    """Wait until nothing moves, for a picture."""
    moving = (
        "document.getAnimations().filter(one => one.playState === 'running'"
        " && one.effect.getTiming().iterations !== Infinity).length"
    )
    until(page, lambda: page.evaluate(moving), 0, "moving")
