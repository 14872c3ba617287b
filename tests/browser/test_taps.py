"""Taps that come twice or at the wrong time, and boxes with nonsense in them."""

import pytest
import seeding
import seeing
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


@pytest.fixture
def playing(tmp_path):
    """A table in the middle of its third hand."""
    return seeding.write(tmp_path / "data", seeding.in_hand(seeding.game(), 2, 60))


TWICE = "async b => { b.click(); await new Promise(go => setTimeout(go, 180)); b.click(); }"
"""Two taps as a shaky hand gives them; in most cases the first is done by the second."""


def tap_twice(page, button, path):
    """Tap twice and wait until the button can be tapped again; how often this was sent."""
    expect(button).to_be_enabled()
    sent = []
    page.on("request", lambda request: sent.append((request.method, request.url)))
    button.evaluate(TWICE)
    expect(button).to_be_enabled()
    return sent.count(("POST", page.url.partition("#")[0] + path))


def test_a_double_tap_is_one_and_a_later_tap_is_another(playing, server, visitors):
    page = visitors().visit()
    undo = page.get_by_test_id("undo")
    assert tap_twice(page, undo, "api/undo") == 1
    with page.expect_response("**/api/undo"):
        undo.click()
    assert tap_twice(page, page.get_by_test_id("call-referee"), "api/events") == 1
    page.evaluate("location.hash = '#/referee/clock'")
    assert tap_twice(page, page.get_by_test_id("give-extra"), "api/timer") == 1


def test_a_refused_ruling_says_why_until_the_next_try(playing, server, visitors):
    visitor = visitors()
    page, held = visitor.visit(), []

    def hold(route):
        held.append(route)

    page.evaluate("location.hash = '#/referee/foul'")
    page.get_by_test_id("foul-kind").select_option("false_win")
    page.locator('[data-choice="foul-actor-0"]').check(force=True)
    page.get_by_test_id("foul-preview").wait_for()
    page.route("**/api/rulings", hold)
    page.get_by_test_id("record-foul").click()
    seeing.until(page, lambda: len(held), 1, "the ruling that was sent")
    with page.expect_response("**/api/rulings/preview"):  # for the table as it is by then
        seeding.tell(server, "api/riichi", seat=2)
        held[0].continue_()
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    refused = page.get_by_test_id("foul-problem")
    expect(refused).to_contain_text("the table has changed meanwhile")
    page.unroute("**/api/rulings")
    page.get_by_test_id("record-foul").click()
    expect(refused).to_have_count(0)
    visitor.forgive("api/rulings")


@pytest.fixture
def ready_to_win(tmp_path):
    """A table at a discard that is won on; that win."""
    events, win = seeding.before_a_ron(seeding.game())
    seeding.write(tmp_path / "data", events)
    return win


def test_what_was_done_is_not_said_over_what_is_confirmed(ready_to_win, server, visitors):
    win = ready_to_win
    page = visitors(390, 844, touch=True).visit()
    page.locator(f'[data-declare="{int(win.actor)}-{int(win.target)}"]').click()
    confirm = page.get_by_test_id("confirm")
    confirm.wait_for()
    with page.expect_response("**/api/score"):  # for the table to which a referee was called
        page.get_by_test_id("call-referee").click()
    toast = page.get_by_test_id("toast")
    toast.wait_for()
    page.get_by_test_id("score").scroll_into_view_if_needed()
    expect(confirm).to_be_enabled()
    said, button = toast.bounding_box(), confirm.bounding_box()
    assert said["y"] + said["height"] <= button["y"]
    under = (
        "e => document.elementFromPoint(...(b => [b.x + 5, b.y + 5])(e.getBoundingClientRect()))"
    )
    assert not toast.evaluate(f"e => ({under})(e) === e")


@pytest.mark.parametrize("nonsense", ["", "-5", "100000"])
def test_no_extra_time_of_no_sense_is_given(playing, server, visitors, nonsense):
    page = visitors().visit()
    page.evaluate("location.hash = '#/referee/clock'")
    give = page.get_by_test_id("give-extra")
    box = page.locator("form", has=give).locator("input")
    box.fill(nonsense)
    give.click()
    expect(box).to_be_focused()  # the browser says what is wrong with it
    box.fill("5")
    with page.expect_response(lambda answer: answer.request.method == "POST") as given:
        give.click()
    assert given.value.json()["extra_s"] == 300  # nothing was given before
