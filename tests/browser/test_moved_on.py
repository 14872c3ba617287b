"""What is confirmed late, or again after a lost answer, counts for its own hand or not at all."""

import pytest
import seeding
import seeing
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


@pytest.fixture
def data(tmp_path):
    return tmp_path / "data"


@pytest.fixture
def playing(data):
    """A table in the middle of its third hand."""
    return seeding.write(data, seeding.in_hand(seeding.game(), 2, 60))


def hands(page):
    """How many hands are over, as the server has it."""
    return len(page.evaluate("fetch('api/state').then(answer => answer.json())")["state"]["hands"])


def open_draw(page):
    page.get_by_test_id("draw").click()
    page.get_by_test_id("draw-preview").wait_for()
    return page.get_by_role("button", name="Confirm the draw")


def test_a_draw_that_another_page_recorded_is_not_the_next_hands(playing, server, visitors):
    page = visitors().visit()
    before = hands(page)
    confirm = open_draw(page)
    seeding.tell(server, "api/draws", tenpai=[1])
    moved = page.get_by_test_id("moved-on")
    expect(moved).to_contain_text("The table has moved on")
    expect(moved).to_contain_text("tenpai: Ben")
    expect(confirm).to_have_count(0)
    seeing.accessible(page)
    assert hands(page) == before + 1


def test_a_draw_goes_on_over_what_happens_in_its_hand(playing, server, visitors):
    page = visitors().visit()
    before = hands(page)
    confirm = open_draw(page)
    with page.expect_response("**/api/endings/preview"):
        seeding.tell(server, "api/timer", action="start", seconds=600)
    with page.expect_response("**/api/endings") as answer:
        confirm.click()
    assert answer.value.ok
    assert hands(page) == before + 1


def test_a_draw_whose_answer_was_lost_is_recorded_once(playing, server, visitors):
    visitor = visitors()
    page = visitor.visit()
    before = hands(page)
    confirm = open_draw(page)

    def lose(route):
        route.fetch()
        route.abort()

    page.route("**/api/endings", lose)
    confirm.click()
    dialog = page.locator("dialog")
    expect(dialog).to_contain_text("this may be recorded or not")
    expect(page.get_by_test_id("moved-on")).to_be_visible()
    expect(confirm).to_have_count(0)
    assert hands(page) == before + 1
    visitor.forgive("api/endings")


@pytest.fixture
def before_a_ron(data):
    """A table at a discard that is won on; that win."""
    events, win = seeding.before_a_ron(seeding.game())
    seeding.write(data, events)
    return win


def test_a_win_of_a_hand_that_is_over_waits_for_a_word(before_a_ron, server, visitors):
    win = before_a_ron
    page = visitors(390, 844, touch=True).visit()
    before = hands(page)
    page.locator(f'[data-declare="{int(win.actor)}-{int(win.target)}"]').click()
    confirm = page.get_by_test_id("confirm")
    confirm.wait_for()
    # seat 0 is in riichi
    seeding.tell(server, "api/draws", tenpai=[0, int(win.actor)])
    moved = page.get_by_test_id("moved-on")
    moved.wait_for()
    expect(confirm).to_have_count(0)
    page.reload()
    moved.wait_for()
    page.get_by_test_id("undo").click()  # the draw was wrong: it is that hand's win again
    expect(moved).to_have_count(0)
    confirm.wait_for()
    page.get_by_test_id("redo").click()
    moved.get_by_role("button").click()
    expect(moved).to_have_count(0)
    assert hands(page) == before + 1


@pytest.fixture
def refereed(data):
    """A table by rules under which a foul costs something."""
    seeding.write(data, seeding.in_hand(seeding.game(rules="wrr2015"), 2, 30))


def test_a_foul_that_another_referee_recorded_is_not_recorded_again(refereed, server, visitors):
    page = visitors().visit()
    page.evaluate("location.hash = '#/referee/foul'")
    page.get_by_test_id("foul-kind").select_option("false_win")
    page.locator('[data-choice="foul-actor-0"]').check(force=True)
    record = page.get_by_test_id("record-foul")
    page.get_by_test_id("foul-preview").wait_for()
    ruling = {"kind": "false_win", "actor": 0, "shown": True, "agreed": True}
    seeding.tell(server, "api/rulings", **ruling)
    moved = page.get_by_test_id("moved-on")
    expect(moved).to_contain_text("Aki")
    expect(record).to_have_count(0)
    moved.get_by_role("button").click()
    expect(record).to_be_enabled()


def test_a_correction_says_what_it_changes_once_the_table_has_gone_on(playing, server, visitors):
    page = visitors(1366, 1000).visit()
    page.locator('[data-testid="hand-events"]:visible > summary').click()
    page.locator('[data-testid="earlier-hand"]:visible').click()
    page.locator('[data-event="hora"]:visible').first.click()
    page.get_by_test_id("change-ending").click()
    page.get_by_test_id("ending-how").select_option("draw")
    page.locator('[data-ending-tenpai="0"]').check()
    page.get_by_test_id("ending-next").click()
    shown = page.get_by_test_id("correction-shown")
    first = shown.inner_text()
    seeding.tell(server, "api/draws", tenpai=[1])
    expect(page.get_by_test_id("correction-moved")).to_be_visible()
    assert shown.inner_text() != first
    with page.expect_response("**/api/corrections") as answer:
        page.get_by_test_id("accept-correction").click()
    assert answer.value.ok


def choose(page, event, nth=0):
    """Open one of the events of the hand that is listed, the newest first."""
    page.locator(f'[data-event="{event}"]:visible').nth(nth).click()


def test_an_event_that_a_correction_wrote_again_is_not_corrected_as_it_was(
    playing, server, visitors
):
    one, other = visitors(1366, 1000).visit(), visitors(1366, 1000).visit()
    for page in (one, other):
        page.locator('[data-testid="hand-events"]:visible > summary').click()
    choose(one, "dahai", 1)
    choose(other, "dahai", 8)
    other.get_by_test_id("remove-event").click()
    other.get_by_test_id("accept-correction").click()
    expect(one.get_by_test_id("event-gone")).to_contain_text("written this event again")
    expect(one.get_by_test_id("correct")).to_have_count(0)
    one.keyboard.press("Escape")
    choose(one, "dahai", 1)
    expect(one.get_by_test_id("correct")).to_be_visible()
    seeding.tell(server, "api/draws", tenpai=[0])  # its hand ends; it is still that hand's
    expect(one.get_by_test_id("event-gone")).to_have_count(0)
    one.get_by_test_id("remove-event").click()
    expect(one.get_by_test_id("correction-shown")).to_be_visible()


def test_a_riichi_that_was_told_by_mistake_is_taken_away_with_its_stick(playing, server, visitors):
    page = visitors(1366, 1000).visit()
    points = seeing.points_now(page)
    seeding.tell(server, "api/riichi", seat=0)
    seeding.tell(server, "api/timer", action="start", seconds=600)  # it cannot just be undone
    page.locator('[data-testid="hand-events"]:visible > summary').click()
    choose(page, "reach")
    page.get_by_test_id("remove-event").click()
    page.get_by_test_id("accept-correction").click()
    seeing.points(page, points)
    expect(page.locator('[data-event^="reach"]:visible')).to_have_count(0)


def test_an_audit_and_a_count_are_of_the_points_that_they_were_made_of(playing, server, visitors):
    page = visitors().visit()
    page.evaluate("location.hash = '#/referee/audit'")
    page.get_by_test_id("audit").click()
    expect(page.get_by_test_id("audit-answer")).to_have_attribute("data-right", "true")
    page.locator('[data-counted="0"]').fill("100")
    page.get_by_test_id("compare").click()
    missing = page.get_by_text("against the record")
    expect(missing).to_be_visible()
    seeding.tell(server, "api/riichi", seat=1)
    expect(page.get_by_test_id("audit-before")).to_be_visible()
    expect(page.get_by_test_id("audit-answer")).to_have_count(0)
    expect(missing).to_have_count(0)
    expect(page.get_by_test_id("compare")).to_have_count(0)
    seeing.accessible(page)
    page.get_by_test_id("moved-on").get_by_role("button").click()
    page.get_by_test_id("compare").click()
    expect(missing).to_be_visible()
