"""The record and the overlay in a real browser: games, steps by key, statistics, the broadcast."""

import re
from dataclasses import replace

import pytest
import seeding
import seeing
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


@pytest.fixture
def played(tmp_path):
    """A table at which two hands are over and the third goes on; its events."""
    events = seeding.in_hand(seeding.game(), 2, 60)
    seeding.write(tmp_path / "data", events)
    return events


@pytest.fixture
def over(tmp_path):
    """A table at which a game is over; one of its players has a very long name."""
    events = seeding.game()
    named = replace(events[0], names=("M" * 40, *seeding.NAMES[1:]))
    seeding.write(tmp_path / "data", [named, *events[1:]])


def look(page, name, visitor):
    """Keep a picture of the page as it stands, and have it looked at."""
    visitor.shot(name, full=True)
    seeing.fits(page, name)
    seeing.accessible(page, name)


def test_a_game_is_read_and_stepped_through_by_key(played, server, visitors):
    visitor = visitors(1280, 900)
    page = visitor.visit()
    page.evaluate("location.hash = '#/record'")
    page.locator('[data-game="0"]').click()
    page.get_by_test_id("graph").wait_for()
    expect(page.get_by_test_id("hands").locator("tr[data-hand]")).to_have_count(2)
    pdf = page.locator('[data-export="pdf"]')
    expect(pdf).to_have_attribute("href", re.compile(r"/export/pdf\?lang=en$"))
    look(page, "record-game", visitor)

    page.locator('[data-hand="1"] a').click()
    at = page.get_by_test_id("step-at")
    expect(at).to_have_text(re.compile(r"^Step 1 of \d+$"))
    last = at.inner_text().rpartition(" ")[2]
    for key, expected in (("ArrowRight", "2"), ("ArrowRight", "3"), ("ArrowLeft", "2")):
        page.keyboard.press(key)
        expect(at).to_have_text(f"Step {expected} of {last}")
    expect(page.get_by_test_id("board").locator(".river [role=listitem]")).to_have_count(0)
    look(page, "record-step", visitor)
    page.keyboard.press("End")
    expect(at).to_have_text(f"Step {last} of {last}")
    page.keyboard.press("Home")
    expect(at).to_have_text(f"Step 1 of {last}")
    page.go_back()  # steps are no pages of their own
    page.get_by_test_id("graph").wait_for()

    page.evaluate("location.hash = '#/record/statistics'")
    page.get_by_test_id("statistics").wait_for()
    look(page, "record-statistics", visitor)


def test_the_overlay_follows_the_table_and_says_when_it_is_old(played, server, visitors):
    visitor = visitors(1920, 1080)
    page = visitor.page
    page.goto(f"{server.url}overlay.html")
    live = page.locator('[data-testid="overlay"][data-status="live"]')
    live.wait_for()
    page.get_by_test_id("overlay-points-3").wait_for()
    expect(page.locator("body")).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    page.locator(".river [role=listitem]").first.wait_for()
    expect(page.locator('[data-testid="overlay"] :is(nav, button)')).to_have_count(0)
    expect(page.locator('.hand[role="img"]')).to_have_count(0)  # concealed hands are not for it
    look(page, "overlay", visitor)
    page.evaluate(
        "fetch('api/overlay/settings', {method: 'PUT', headers: {'Content-Type':"
        " 'application/json'}, body: JSON.stringify({delay_s: 0, hands: true})})"
    )
    expect(page.locator('.hand[role="img"]')).to_have_count(4)
    look(page, "overlay-hands", visitor)
    server.kill()
    page.get_by_text("this may be old").wait_for()
    server.start()
    live.wait_for()
    visitor.excuse("overlay/live", seeing.FAILED_LOAD)


def test_a_game_that_is_put_right_is_shown_as_it_is_now(played, server, visitors):
    page = visitors(1280, 900).visit()
    page.evaluate("location.hash = '#/record/0'")
    first = page.get_by_test_id("hands").locator('tr[data-hand="0"]')
    expect(first).not_to_contain_text("All noten")
    deal = len(seeding.in_hand(played, 0, 1))  # its entry
    end = {"wins": [], "draw": "exhaustive_draw", "tenpai": []}
    edits = [{"kind": "end", "entry": deal, "end": end}]
    seeding.tell(server, "api/corrections", edits=edits, reason="nobody had won")
    expect(first).to_contain_text("All noten")


def test_a_game_is_taken_along_or_it_is_said_why_not(played, server, visitors):
    visitor = visitors(1280, 900)
    page = visitor.visit()
    page.evaluate("location.hash = '#/record/0'")
    with page.expect_download() as kept:
        page.locator('[data-export="csv"]').click()
    assert kept.value.suggested_filename == "jantaku-game-1.csv"
    assert "Chie" in kept.value.path().read_text(encoding="utf-8")
    end = {"wins": [], "draw": "exhaustive_draw", "tenpai": []}
    seeding.tell(server, "api/endings", **end)  # and nobody saw the deal that followed
    page.locator('[data-export="mjai"]').click()
    refused = page.get_by_test_id("export-problem")
    expect(refused).to_contain_text("unknown, expected a record without holes")
    visitor.forgive("export/mjai")


def test_a_game_is_printed_in_dark_ink_with_nothing_to_press(over, server, visitors):
    visitor = visitors(718, 1000, dark=True)  # as wide as A4 between its margins
    page = visitor.page
    page.add_init_script("localStorage.setItem('jantaku.theme', 'dark')")
    visitor.visit()
    page.evaluate("location.hash = '#/record/0'")
    page.get_by_test_id("graph").wait_for()
    page.emulate_media(media="print")
    expect(page.get_by_test_id("standings")).to_be_visible()
    expect(page.locator("html")).to_have_css("color", "rgb(29, 36, 32)")
    for pressed in (".button", "nav", ".settings"):
        expect(page.locator(f"{pressed}:visible")).to_have_count(0)
    seeing.fits(page, "the paper")
    visitor.shot("record-on-paper", full=True)


def test_a_score_sheet_fits_on_a_phone(over, server, visitors, tmp_path):
    visitor = visitors(390, 844)
    page, sheet = visitor.visit(), tmp_path / "sheet.html"
    page.evaluate("location.hash = '#/record/0'")
    with page.expect_download() as kept:
        page.locator('[data-export="html"]').click()
    kept.value.save_as(sheet)
    page.goto(sheet.as_uri())
    expect(page.locator(".standing")).to_be_visible()
    visitor.shot("sheet-on-a-phone", full=True)
    seeing.fits(page, "the sheet")
    page.locator(".hands .n").last.scroll_into_view_if_needed()
    expect(page.locator(".hands .n").last).to_be_in_viewport()


def test_steps_of_a_hand_that_goes_on_follow_an_undo(played, server, visitors):
    page = visitors(1280, 900).visit()
    page.evaluate("location.hash = '#/record/0/2/3'")
    at = page.get_by_test_id("step-at")
    expect(at).to_have_text("Step 4 of 60")
    seeding.tell(server, "api/undo")
    expect(at).to_have_text("Step 4 of 59")
