"""The parts of the dashboard in a real browser: live table, questions, corrections, referee."""

from dataclasses import replace

import pytest
import seeding
import seeing
from playwright.sync_api import expect

from table.core.events import Dahai

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


@pytest.fixture
def data(tmp_path):
    return tmp_path / "data"


@pytest.fixture
def playing(data):
    """A table in the middle of its third hand."""
    return seeding.write(data, seeding.in_hand(seeding.game(), 2, 60))


@pytest.fixture
def asked(data, playing):
    """The same with a question about the last discard; the tile that it may be."""
    return seeding.ask_of_the_last_discard(data, playing)


@pytest.fixture
def winning(data):
    """A table at which a ron is about to be declared; that win."""
    events, win = seeding.before_a_ron(seeding.game("wrr2015"))
    seeding.write(data, events)
    return win


def test_the_live_table_is_drawn_and_follows(playing, server, visitors):
    visitor = visitors(1366, 1000)
    page = visitor.visit()
    page.get_by_test_id("board").wait_for()
    dealt = len(seeding.in_hand(seeding.game(), 2, 0))
    played = seeding.in_hand(seeding.game(), 2, 60)[dealt:]
    discards = sum(isinstance(event, Dahai) for event in played)
    expect(page.locator(".river [role=listitem]")).to_have_count(discards)
    expect(page.get_by_test_id("wall")).to_contain_text("left")
    expect(page.get_by_role("button", name="Hide hands")).to_be_visible()
    known = page.locator('.hand[role="img"][aria-label*="man"]')
    expect(known.first).to_be_visible()
    page.get_by_role("button", name="Hide hands").click()
    expect(known).to_have_count(0)
    expect(page.get_by_role("img", name="concealed")).to_have_count(4)
    page.get_by_role("button", name="Show hands").click()
    expect(known.first).to_be_visible()
    visitor.shot("part-table", full=True)
    seeing.fits(page)


def answers_of_before(route, kept):
    """Give a page the open questions as they were when it asked first."""
    if not kept:
        kept.append(route.fetch().text())
    route.fulfill(status=200, content_type="application/json", body=kept[0])


def test_two_people_answer_the_same_question(asked, server, visitors):
    one, other = visitors(), visitors(390, 844, touch=True)
    kept = []  # the other page does not hear that the question is answered
    other.page.route("**/api/questions", lambda route: answers_of_before(route, kept))
    first, second = one.visit(), other.visit()
    for page in (first, second):
        page.get_by_test_id("question").wait_for()
    one.shot("part-question")
    first.locator('[data-answer="1"]').click()
    expect(first.get_by_test_id("question")).to_have_count(0)
    first.locator(f'.river [data-tile="{asked}"]').first.wait_for()
    second.locator('[data-answer="0"]').tap()
    problem = second.get_by_test_id("question-problem")
    expect(problem).to_contain_text("answered already")
    other.shot("part-question-late")
    other.forgive("api/questions/")
    second.unroute("**/api/questions")
    expect(second.get_by_test_id("question")).to_have_count(0)
    seeing.open_part(first, "questions")
    expect(first.get_by_test_id("no-questions")).to_be_visible()
    expect(first.get_by_test_id("answered")).to_have_count(1)
    seeing.open_part(first, "table")
    first.get_by_test_id("undo").click()
    expect(first.get_by_test_id("question")).to_be_visible()
    first.locator('[data-answer="1"]').click()  # the same answer again is given again
    expect(first.get_by_test_id("question")).to_have_count(0)
    first.get_by_test_id("undo").click()
    expect(first.get_by_test_id("dismiss")).to_be_enabled()
    first.get_by_test_id("dismiss").press("0")
    expect(first.get_by_test_id("question")).to_have_count(0)


def test_a_win_is_declared_from_the_table_and_confirmed(winning, server, visitors):
    visitor = visitors(1366, 1000)
    page = visitor.visit()
    before = seeing.points_now(page)
    page.locator(f'[data-declare="{int(winning.actor)}-{int(winning.target)}"]').click()
    page.get_by_test_id("score").wait_for()
    page.get_by_text("Why not more?").click()
    expect(
        page.locator('[data-testid="others"] p, [data-testid="others"] li').first
    ).to_be_visible()
    visitor.shot("part-win", full=True)
    page.get_by_test_id("confirm").click()
    seeing.points(page, [was + delta for was, delta in zip(before, winning.deltas, strict=True)])


@pytest.fixture
def proposed(data):
    """A table at which a camera has seen a win; that win."""
    events, win = seeding.before_a_ron(seeding.game("wrr2015"))
    seeding.write(data, events)
    seeding.propose_the_win(data, events, win, "wrr2015")
    return win


@pytest.mark.parametrize(
    ("width", "part"), [(1366, "table"), (360, "questions")], ids=["wide-table", "phone-questions"]
)
def test_a_win_that_was_seen_is_opened_by_one_tap(proposed, server, visitors, width, part):
    visitor = visitors(width, 740, touch=width < 500)
    page = visitor.visit()
    before = seeing.points_now(page)
    seeing.open_part(page, part)
    page.locator("main").get_by_test_id("open-win").click()
    expect(page.locator("#win-title")).to_be_in_viewport()
    expect(page.get_by_test_id("score")).to_have_attribute("data-total", str(max(proposed.deltas)))
    visitor.shot(f"proposed-{width}")
    page.reload()
    visitor.wait_live()
    page.get_by_test_id("confirm").click()
    paid = zip(before, proposed.deltas, strict=True)
    seeing.points(page, [was + delta for was, delta in paid])
    expect(page.get_by_test_id("question")).to_have_count(0)


def test_a_disputed_win_a_chombo_and_taking_it_back(winning, server, visitors):
    visitor = visitors(1366, 1000)
    page = visitor.visit()
    others = [seat for seat in range(4) if seat not in {winning.actor, winning.target}]
    page.locator(f'[data-declare="{others[0]}-{int(winning.target)}"]').click()
    page.get_by_test_id("refusal").wait_for()
    expect(page.get_by_test_id("confirm")).to_have_count(0)
    visitor.shot("part-disputed", full=True)
    page.get_by_test_id("call-referee").click()
    expect(page.get_by_test_id("toast")).to_have_text("A referee has been called.")
    page.get_by_role("button", name="Start over").click()

    seeing.open_part(page, "referee")
    page.locator('[data-tab="foul"]').click()
    page.get_by_test_id("foul-kind").select_option("false_win")
    page.locator(f'[data-choice="foul-actor-{others[0]}"]').check(force=True)
    page.get_by_test_id("foul-preview").wait_for()
    visitor.shot("part-foul", full=True)
    before = seeing.points_now(page)
    page.get_by_test_id("record-foul").click()
    page.locator('[data-tab="rulings"]').click()
    page.get_by_test_id("ruling").wait_for()
    visitor.shot("part-rulings")
    page.get_by_test_id("cancel-ruling").click()
    page.get_by_label("Why is it taken back?").fill("it was the left player's win")
    page.get_by_role("button", name="Take back").last.click()
    page.locator('[data-testid="ruling"].gone').wait_for()
    seeing.until(page, lambda: seeing.points_now(page), before, "points")

    page.locator('[data-tab="audit"]').click()
    page.get_by_test_id("audit").click()
    page.locator('[data-testid="audit-answer"][data-right="true"]').wait_for()
    visitor.shot("part-audit", full=True)


def test_an_old_event_is_corrected_with_a_preview_and_replayed(playing, server, visitors):
    visitor = visitors(1366, 1000)
    page = visitor.visit()
    before = seeing.points_now(page)
    page.locator('[data-testid="hand-events"]:visible > summary').click()
    page.locator('[data-testid="earlier-hand"]:visible').click()
    win = page.locator('[data-event="hora"]:visible, [data-event="ryukyoku"]:visible').first
    win.click()
    page.get_by_test_id("remove-event").click()
    page.get_by_test_id("ending-form").wait_for()  # a hand's only end is replaced
    page.get_by_role("button", name="Close").click()

    page.locator('[data-event="dahai"]:visible').first.click()
    page.get_by_role("button", name="Another seat").click()
    page.locator('[data-choice^="correct-seat-"]:not(:checked)').first.check(force=True)
    expect(page.get_by_test_id("correction-problem")).to_contain_text("can no longer follow")
    visitor.shot("part-correction-refused")
    page.get_by_role("button", name="Back").click()
    page.get_by_role("button", name="Another tile").click()
    page.locator('dialog [data-face="5z"]').first.click()
    expect(page.locator("dialog [data-face]")).to_have_count(0)  # the refusal is not behind them
    expect(page.get_by_test_id("correction-problem")).to_contain_text("5z")
    page.get_by_role("button", name="Close").click()

    page.locator('[data-event="end_kyoku"]:visible').first.click()
    page.get_by_role("button", name="Step through").wait_for()
    # what comes after it belongs to the next hand
    expect(page.get_by_role("button", name="Insert after")).to_have_count(0)
    page.get_by_role("button", name="Close").click()
    seeing.points(page, before)
    visitor.forgive("api/corrections")


PARTS = {
    "table": '[data-testid="board"]',
    "questions": '[data-testid="question"]',
    "record": "[data-game]",
    "referee": '[data-testid="check-3"]',
    "referee/foul": '[data-testid="foul-kind"]',
    "referee/clock": '[data-testid="start-clock"]',
    "referee/rulings": '[data-tab="rulings"][aria-current]',
    "referee/audit": '[data-testid="audit"]',
    "setup": '[data-testid="next"]',
    "access": '[data-testid="delay"]',
}
"""What each part shows when it has loaded."""


@pytest.mark.parametrize(
    ("width", "height", "dark", "language"),
    [(1366, 900, False, "en"), (360, 740, True, "ja")],
    ids=["wide-light-english", "narrow-dark-japanese"],
)
def test_every_part_is_accessible(asked, server, visitors, width, height, dark, language):
    visitor = visitors(width, height, touch=width < 500, dark=dark)
    page = visitor.page
    page.goto(f"{visitor.url}?lang={language}")
    visitor.wait_live()
    expect(page.locator("html")).to_have_attribute("lang", language)
    for part, shown in PARTS.items():
        page.evaluate(f"location.hash = '#/{part}'")
        page.locator(f"main {shown}").first.wait_for()
        visitor.shot(f"axe-{width}-{part.replace('/', '-')}", full=True)
        seeing.fits(page, part)
        seeing.accessible(page, part)
        seeing.large_targets(page, part)


@pytest.fixture
def long_names(data):
    """A table in the middle of its third hand, with names in which no line can be broken."""
    events = seeding.in_hand(seeding.game(), 2, 60)
    seeding.write(data, [replace(events[0], names=tuple(one * 40 for one in "MWQ雀")), *events[1:]])


LONG = {
    "table": '[data-testid="board"]',
    "record/0": '[data-testid="graph"]',
    "record/0/2/9": '[data-testid="step-event"]',
    "record/statistics": '[data-testid="statistics"]',
    "referee": '[data-testid="check-3"]',
    "referee/foul": '[data-testid="foul-kind"]',
    "referee/rulings": '[data-tab="rulings"][aria-current]',
    "referee/audit": '[data-testid="audit"]',
}
"""Where names of players are shown."""


def test_a_long_name_fits_on_a_phone(long_names, server, visitors):
    visitor = visitors(390, 844, touch=True)
    page = visitor.visit()
    for part, shown in LONG.items():
        page.evaluate(f"location.hash = '#/{part}'")
        page.locator(f"main {shown}").first.wait_for()
        if part == "referee/audit":
            page.get_by_test_id("audit").click()
            page.get_by_test_id("audit-answer").wait_for()
        visitor.shot(f"long-names-{part.replace('/', '-')}", full=True)
        seeing.fits(page, part)
    seeing.open_part(page, "table")
    for opener in ("riichi", "draw"):
        page.get_by_test_id(opener).click()
        dialog = page.locator("dialog[open]")
        dialog.wait_for()
        wide = "(dialog) => dialog.scrollWidth - dialog.clientWidth"
        seeing.until(page, lambda: dialog.evaluate(wide), 0, f"{opener} is too wide by")  # noqa: B023 - asked now
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)


LINES = """(e) => {
  const range = document.createRange();
  range.selectNodeContents(e.querySelector('[aria-hidden]'));
  return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size;
}"""


@pytest.mark.parametrize("width", [320, 1024, 1280, 1366])
def test_a_number_of_points_is_never_broken(playing, server, visitors, width):
    page = visitors(width, 900).visit()
    for seat in range(4):
        points = page.get_by_test_id(f"points-{seat}")
        assert points.evaluate(LINES) == 1
        assert points.evaluate("(e) => e.scrollWidth <= e.clientWidth")


def test_the_dialogs_are_accessible_too(asked, server, visitors):
    visitor = visitors(1366, 900)
    page = visitor.visit()
    for opener in ("riichi", "draw"):
        page.get_by_test_id(opener).click()
        page.locator("dialog[open]").wait_for()
        seeing.accessible(page, opener)
        visitor.shot(f"axe-dialog-{opener}")
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)
    page.locator('[data-testid="hand-events"]:visible > summary').click()
    page.locator('[data-event="dahai"]:visible').first.click()
    page.get_by_role("button", name="Insert after").click()
    page.get_by_test_id("new-event").wait_for()
    seeing.accessible(page)
    visitor.shot("axe-dialog-event")


def test_a_4k_screen_uses_its_room(playing, server, visitors):
    visitor = visitors(3840, 2160)
    page = visitor.visit()
    page.get_by_test_id("board").wait_for()
    visitor.shot("part-4k")
    seeing.fits(page)
    wide = "document.querySelector('[data-testid=board]').getBoundingClientRect().width > 900"
    seeing.until(page, lambda: page.evaluate(wide), wanted=True, what="the board's room")
