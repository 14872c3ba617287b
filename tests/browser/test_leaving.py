"""Leaving a part: what is half written stays, and Back closes a dialog before it leaves."""

import pytest
import seeding
import seeing
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


@pytest.fixture
def playing(tmp_path):
    """A table in the middle of its third hand."""
    return seeding.write(tmp_path / "data", seeding.in_hand(seeding.game(), 2, 60))


def test_what_a_referee_has_half_written_stays_over_another_tab(playing, server, visitors):
    page = visitors().visit()
    page.evaluate("location.hash = '#/referee/rulings'")
    name = page.get_by_test_id("substitute-name")
    name.fill("Emi")
    page.locator('[data-choice="substitute-2"]').check(force=True)
    page.locator('[data-tab="audit"]').click()
    page.locator('[data-counted="1"]').fill("100")
    page.get_by_test_id("compare").click()
    missing = page.get_by_text("against the record")
    expect(missing).to_be_visible()

    seeing.open_part(page, "table")
    page.get_by_test_id("board").wait_for()
    seeing.open_part(page, "referee")
    page.locator('[data-tab="audit"]').click()
    expect(page.locator('[data-counted="1"]')).to_have_value("100")
    expect(missing).to_be_visible()
    page.locator('[data-tab="rulings"]').click()
    expect(name).to_have_value("Emi")
    expect(page.locator('[data-choice="substitute-2"]')).to_be_checked()

    seeding.tell(server, "api/games", names=["W", "X", "Y", "Z"], ruleset="tenhou")
    expect(name).to_have_value("")  # whoever sits there now is no one's to stand in for
    page.locator('[data-tab="audit"]').click()
    expect(page.get_by_test_id("moved-on")).to_be_visible()


def test_back_closes_a_dialog_and_then_leaves_the_part(playing, server, visitors):
    page = visitors().visit()
    seeing.open_part(page, "record")
    page.locator("[data-game]").wait_for()
    page.get_by_role("button", name="New game").click()
    dialog = page.get_by_role("dialog")
    dialog.wait_for()
    page.evaluate("history.back()")
    expect(dialog).to_have_count(0)
    assert page.evaluate("location.hash") == "#/record"
    page.evaluate("history.back()")
    page.get_by_test_id("board").wait_for()
