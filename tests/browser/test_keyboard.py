"""The page without a mouse, or heard: the focus stays, news are told, and keys do no harm."""

import pytest
import seeding
import seeing
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


@pytest.fixture
def playing(tmp_path):
    """A table in the middle of its third hand."""
    return seeding.write(tmp_path / "data", seeding.in_hand(seeding.game(), 2, 60))


@pytest.fixture
def asked(tmp_path, playing):
    """The same with a question about the last discard."""
    return seeding.ask_of_the_last_discard(tmp_path / "data", playing)


LISTEN = """() => {
  window.heard = [];
  new MutationObserver((changes) => {
    for (const { target, type, addedNodes } of changes) {
      const place = target instanceof Element ? target : target.parentElement;
      if (!place?.closest('[aria-live=polite], [role=status]')) continue;
      const nodes = type === 'characterData' ? [target] : [...addedNodes];
      window.heard.push(...nodes.map((node) => node.textContent.replace(/\\s+/g, ' ').trim()));
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
"""Notes what comes into live regions that were there before: only that is told."""


def heard(page, words):
    """How often something was told."""
    return sum(words in one for one in page.evaluate("window.heard"))


def press(button):
    """Press it by key, and wait until it can be pressed again."""
    expect(button).to_be_enabled()
    button.focus()
    button.press("Enter")


def test_the_focus_stays_and_the_same_deed_is_told_twice(playing, server, visitors):
    page = visitors().visit()
    page.evaluate(LISTEN)
    call = page.get_by_test_id("call-referee")
    for times in (1, 2):
        press(call)
        seeing.until(page, lambda: heard(page, "A referee has been called."), times, "told")
        expect(call).to_be_focused()
    undo = page.get_by_test_id("undo")
    press(undo)
    seeing.until(page, lambda: heard(page, "Taken back:"), 1, "the undo")
    expect(undo).to_be_enabled()
    expect(undo).to_be_focused()

    page.evaluate("location.hash = '#/referee/foul'")
    page.get_by_test_id("foul-kind").select_option("false_win")
    page.locator('[data-choice="foul-actor-0"]').check(force=True)
    page.get_by_test_id("foul-preview").wait_for()
    record = page.get_by_test_id("record-foul")
    press(record)
    expect(page.get_by_test_id("foul-kind")).to_have_value("")
    expect(record).to_be_disabled()
    expect(record).to_be_focused()


@pytest.mark.parametrize(
    ("opener", "pressed", "deed"),
    [
        ("riichi", 'dialog [data-riichi="1"]', "api/riichi"),
        ("draw", "dialog .button.primary", "api/endings"),
    ],
)
def test_a_refusal_in_a_dialog_leaves_the_focus_on_what_was_pressed(
    playing, server, visitors, opener, pressed, deed
):
    visitor = visitors()
    page = visitor.visit()
    asked = []

    def refuse(route):
        asked.append(route.request.url)
        if len(asked) > 1:
            route.continue_()
        else:
            route.fulfill(status=503, json={"detail": "not now"})

    page.route(f"**/{deed}", refuse)
    page.get_by_test_id(opener).press("Enter")
    button = page.locator(pressed)
    press(button)
    expect(page.locator("dialog [role=alert]")).to_have_text("not now")
    expect(button).to_be_focused()
    visitor.forgive(deed)
    press(button)
    expect(page.locator("dialog")).to_have_count(0)
    assert len(asked) == 2


def test_an_answered_question_leaves_the_focus_on_the_part(asked, server, visitors):
    page = visitors().visit()
    page.locator('[data-answer="1"]').focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("question")).to_have_count(0)
    expect(page.locator("#content")).to_be_focused()


def test_what_the_camera_writes_and_asks_is_told(asked, server, visitors):
    page = visitors().visit()
    page.locator('[data-answer="1"]').click()
    expect(page.get_by_test_id("question")).to_have_count(0)
    page.evaluate(LISTEN)
    seeding.tell(server, "api/undo")  # the question is open again
    expect(page.get_by_test_id("question")).to_have_count(1)
    assert heard(page, "A question waits") == 1
    seeding.tell(server, "api/riichi", seat=2)
    expect(page.get_by_test_id("just-seen")).to_contain_text("Chie")
    assert heard(page, "Chie") >= 1


def test_number_keys_answer_only_where_the_focus_is_on_the_question_or_on_nothing(
    asked, server, visitors
):
    page = visitors().visit()
    question = page.get_by_test_id("question")
    question.wait_for()
    answers = []
    page.on("request", lambda one: one.method == "POST" and answers.append(one.url))
    for elsewhere in ("riichi", "undo"):
        page.get_by_test_id(elsewhere).press("2")
    page.get_by_test_id("dismiss").press("2")
    expect(question).to_have_count(0)
    assert len(answers) == 1
    page.get_by_test_id("undo").click()
    expect(page.get_by_test_id("dismiss")).to_be_enabled()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("0")
    expect(question).to_have_count(0)
