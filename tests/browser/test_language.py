"""Another language while the page is open: what was typed stays, the choice outlives a reload."""

import pytest
import seeding
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


@pytest.fixture
def playing(tmp_path):
    """A table in the middle of its third hand."""
    return seeding.write(tmp_path / "data", seeding.in_hand(seeding.game("wrr2015"), 2, 60))


def choose(page, language):
    page.evaluate("document.querySelector('[data-testid=settings]').open = true")
    page.get_by_test_id("language").select_option(language)
    expect(page.locator("html")).to_have_attribute("lang", language)


def test_what_was_typed_and_told_only_once_stays(playing, server, visitors):
    page = visitors().visit()
    page.evaluate("location.hash = '#/access'")
    page.get_by_test_id("make-token").click()
    token = page.get_by_test_id("token").locator("code")
    told = token.inner_text()
    page.locator('[data-pin="scorer"]').fill("4711")
    choose(page, "ja")
    expect(page.get_by_test_id("make-token")).to_have_text("トークンを作る")
    expect(token).to_have_text(told)
    expect(page.locator('[data-pin="scorer"]')).to_have_value("4711")

    page.evaluate("location.hash = '#/referee/rulings'")
    name = page.locator("main input[maxlength]")
    name.fill("Emi")
    choose(page, "en")
    expect(name).to_have_value("Emi")

    page.evaluate("location.hash = '#/setup/players'")
    page.get_by_test_id("draw-seats").check()
    die = page.locator('[data-testid="seat-draw"] input[type=number]').first
    die.fill("6")
    die.blur()
    with page.expect_response("**/api/rulesets/wrr2015"):
        choose(page, "ja")
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    expect(die).to_have_value("6")


def test_the_choice_stands_above_the_language_of_the_link(server, visitors):
    visitor = visitors()
    page = visitor.page
    page.goto(f"{server.url}?lang=ja&from=hall#/record")
    visitor.wait_live()
    choose(page, "en")
    page.reload()
    visitor.wait_live()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    assert page.url == f"{server.url}?from=hall#/record"
