"""The parts of the dashboard in a real browser: live table, questions, corrections, referee."""

import importlib.util
from pathlib import Path

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]

HERE = Path(__file__).parent
AXE = HERE.parents[1] / "table/web/dashboard/node_modules/axe-core/axe.min.js"
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
MINUS = "\N{MINUS SIGN}"
FAILED_LOAD = "Failed to load resource"


def load(name):
    spec = importlib.util.spec_from_file_location(f"browser_tests_{name}", HERE / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SEEDING = load("seeding")


@pytest.fixture
def data(tmp_path):
    return tmp_path / "data"


@pytest.fixture
def playing(data):
    """A table in the middle of its third hand."""
    return SEEDING.write(data, SEEDING.in_hand(SEEDING.game(), 2, 60))


@pytest.fixture
def asked(data, playing):
    """The same with a question about the last discard; the tile that it may be."""
    return SEEDING.ask_of_the_last_discard(data, playing)


@pytest.fixture
def winning(data):
    """A table at which a ron is about to be declared; that win."""
    events, win = SEEDING.before_a_ron(SEEDING.game("wrr2015"))
    SEEDING.write(data, events)
    return win


def open_part(page, part):
    page.locator(f'nav [data-view="{part}"]').click()


def points_of(page):
    return [
        int(page.get_by_test_id(f"points-{seat}").get_attribute("data-points")) for seat in range(4)
    ]


def faults(page):
    """What axe-core finds serious on the page as it stands."""
    page.wait_for_timeout(300)  # colours that fade in are not yet what they will be
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate(
        f"axe.run(document, {{runOnly: {WCAG}, resultTypes: ['violations']}}).then(done =>"
        " done.violations.map(one => [one.impact, one.id, one.nodes[0].html.slice(0, 160),"
        " one.nodes[0].failureSummary]))"
    )
    return [one for one in found if one[0] in {"serious", "critical"}]


def no_overflow(page):
    return page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def small_targets(page):
    """Buttons and links of the frame and the parts that are smaller than 44 px either way."""
    return page.evaluate(
        "[...document.querySelectorAll('main button, main a.button, nav a, main select')]"
        ".filter(e => e.offsetParent !== null)"
        ".map(e => [e.outerHTML.slice(0, 90), e.getBoundingClientRect()])"
        ".filter(([, box]) => box.height < 44 || box.width < 24).map(([html]) => html)"
    )


def test_the_live_table_is_drawn_and_follows(playing, server, visitors):
    visitor = visitors(1366, 1000)
    page = visitor.visit()
    page.get_by_test_id("board").wait_for()
    rivers = page.locator(".river [role=listitem]")
    discards = sum(
        1
        for event in SEEDING.in_hand(SEEDING.game(), 2, 60)[
            SEEDING.in_hand(SEEDING.game(), 2, 0).__len__() :
        ]
        if type(event).__name__ == "Dahai"
    )
    assert rivers.count() == discards
    assert "left" in page.get_by_test_id("wall").inner_text()
    page.get_by_role("button", name="Hide hands").click()
    assert page.locator('.hand [data-testid="none"]').count() == 0
    assert page.get_by_role("img", name="concealed").count() >= 4
    page.get_by_role("button", name="Show hands").click()
    visitor.shot("part-table", full=True)
    assert no_overflow(page)


def test_two_people_answer_the_same_question(asked, server, visitors):
    one, other = visitors(), visitors(390, 844, touch=True)
    first, second = one.visit(), other.visit()
    for page in (first, second):
        page.get_by_test_id("question").wait_for()
    one.shot("part-question")
    second.route("**/api/questions", lambda _: None)  # it does not hear that it is answered
    first.locator('[data-answer="1"]').click()
    first.get_by_test_id("question").wait_for(state="detached")
    last = first.locator(f'.river [data-tile="{asked}"]')
    last.first.wait_for()
    second.locator('[data-answer="0"]').tap()
    second.unroute("**/api/questions")
    problem = second.get_by_test_id("question-problem")
    problem.wait_for()
    assert "answered already" in problem.inner_text()
    other.shot("part-question-late")
    other.forgive(FAILED_LOAD)
    open_part(first, "questions")
    first.get_by_test_id("no-questions").wait_for()
    assert first.get_by_test_id("answered").count() == 1
    open_part(first, "table")
    first.get_by_test_id("undo").click()
    first.get_by_test_id("question").wait_for()
    first.keyboard.press("0")
    first.get_by_test_id("question").wait_for(state="detached")


def test_a_win_is_declared_from_the_table_and_confirmed(winning, server, visitors):
    visitor = visitors(1366, 1000)
    page = visitor.visit()
    before = points_of(page)
    page.locator(f'[data-declare="{int(winning.actor)}-{int(winning.target)}"]').click()
    page.get_by_test_id("score").wait_for()
    page.get_by_text("Why not more?").click()
    page.wait_for_timeout(500)
    visitor.shot("part-win", full=True)
    page.get_by_test_id("confirm").click()
    after = [was + delta for was, delta in zip(before, winning.deltas, strict=True)]
    for seat, points in enumerate(after):
        page.locator(f'[data-testid="points-{seat}"][data-points="{points}"]').wait_for()


@pytest.mark.timeout(120)
def test_a_disputed_win_a_chombo_and_taking_it_back(winning, server, visitors):
    visitor = visitors(1366, 1000)
    page = visitor.visit()
    others = [seat for seat in range(4) if seat not in {winning.actor, winning.target}]
    page.locator(f'[data-declare="{others[0]}-{int(winning.target)}"]').click()
    refusal = page.get_by_test_id("refusal")
    refusal.wait_for()
    assert page.get_by_test_id("confirm").count() == 0
    visitor.shot("part-disputed", full=True)
    page.get_by_role("button", name="Start over").click()

    open_part(page, "referee")
    page.locator('[data-tab="foul"]').click()
    page.get_by_test_id("foul-kind").select_option("false_win")
    page.locator(f'[data-choice="foul-actor-{others[0]}"]').check(force=True)
    page.get_by_test_id("foul-preview").wait_for()
    visitor.shot("part-foul", full=True)
    before = page.evaluate("fetch('api/state').then(r => r.json()).then(s => s.state)")
    page.get_by_test_id("record-foul").click()
    page.locator('[data-tab="rulings"]').click()
    page.get_by_test_id("ruling").wait_for()
    visitor.shot("part-rulings")
    page.get_by_test_id("cancel-ruling").click()
    page.get_by_label("Why is it taken back?").fill("it was the left player's win")
    page.get_by_role("button", name="Take back").last.click()
    page.locator('[data-testid="ruling"].gone').wait_for()
    now = page.evaluate("fetch('api/state').then(r => r.json()).then(s => s.state)")
    assert [one["points"] for one in now["players"]] == [one["points"] for one in before["players"]]

    page.locator('[data-tab="audit"]').click()
    page.get_by_test_id("audit").click()
    page.locator('[data-testid="audit-answer"][data-right="true"]').wait_for()
    visitor.shot("part-audit", full=True)


def test_an_old_event_is_corrected_with_a_preview_and_replayed(playing, server, visitors):
    visitor = visitors(1366, 1000)
    page = visitor.visit()
    before = points_of(page)
    page.locator('[data-testid="hand-events"]:visible > summary').click()
    page.locator('[data-testid="earlier-hand"]:visible').click()
    win = page.locator('[data-event="hora"]:visible, [data-event="ryukyoku"]:visible').first
    win.wait_for()
    entry = win.get_attribute("data-entry")
    win.click()
    page.get_by_test_id("remove-event").click()
    problem = page.get_by_test_id("correction-problem")
    problem.wait_for()
    assert f"entry {int(entry) + 1} can no longer follow" in problem.inner_text()
    visitor.shot("part-correction-refused")
    page.get_by_role("button", name="Close").click()

    page.locator('[data-event="dahai"]:visible').first.click()
    page.get_by_role("button", name="Another tile").click()
    shown = page.locator("dialog [data-face]").first
    shown.wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Close").click()

    reach = page.locator('[data-event="reach_accepted"]:visible')
    page.locator('[data-event="end_kyoku"]:visible').first.click()
    page.get_by_role("button", name="Insert after").wait_for()
    page.get_by_role("button", name="Close").click()
    assert points_of(page) == before
    assert reach.count() >= 0
    visitor.forgive(FAILED_LOAD)


PARTS = ["table", "questions", "record", "referee", "referee/foul", "referee/clock",
         "referee/rulings", "referee/audit", "setup", "access"]  # fmt: skip


@pytest.mark.timeout(240)
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
    assert page.evaluate("document.documentElement.lang") == language
    for part in PARTS:
        page.evaluate(f"location.hash = '#/{part}'")
        page.wait_for_timeout(900)
        visitor.shot(f"axe-{width}-{part.replace('/', '-')}", full=True)
        assert no_overflow(page), part
        assert faults(page) == [], part
        assert small_targets(page) == [], part


@pytest.mark.timeout(120)
def test_the_dialogs_are_accessible_too(asked, server, visitors):
    visitor = visitors(1366, 900)
    page = visitor.visit()
    for opener in ("riichi", "draw"):
        page.get_by_test_id(opener).click()
        page.locator("dialog[open]").wait_for()
        assert faults(page) == [], opener
        visitor.shot(f"axe-dialog-{opener}")
        page.keyboard.press("Escape")
    page.locator('[data-testid="hand-events"]:visible > summary').click()
    page.locator('[data-event="dahai"]:visible').first.click()
    page.get_by_role("button", name="Insert after").click()
    page.get_by_test_id("new-event").wait_for()
    assert faults(page) == []
    visitor.shot("axe-dialog-event")


def test_a_4k_screen_uses_its_room(playing, server, visitors):
    visitor = visitors(3840, 2160)
    page = visitor.visit()
    page.get_by_test_id("board").wait_for()
    visitor.shot("part-4k")
    assert no_overflow(page)
    box = page.get_by_test_id("board").bounding_box()
    assert box["width"] > 900
