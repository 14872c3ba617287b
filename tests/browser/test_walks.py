"""Walks through the dashboard in a real browser: set-up, a whole hand, endings, the film."""

import re
import shutil
from itertools import pairwise
from pathlib import Path

import pytest
import seeding
import seeing
from playwright.sync_api import expect

from table.core.codec import event_mapping
from table.core.events import Dahai, Hora, StartKyoku
from table.journal.store import Draft, Journal

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

HERE = Path(__file__).parent
DEMO = HERE.parents[1] / "table" / "demo"
FILM_ID = "0f" * 16


@pytest.fixture
def data(tmp_path):
    return tmp_path / "data"


@pytest.fixture
def dealt(data):
    """A table after the deal of its third hand; the rest of that hand and the next deal."""
    events = seeding.game()
    deals = [place for place, one in enumerate(events) if isinstance(one, StartKyoku)]
    seeding.write(data, events[: deals[2] + 1])
    return events[deals[2] + 1 : deals[3] + 1]


def test_a_whole_hand_is_played_won_and_the_next_is_dealt(dealt, server, visitors):
    visitor = visitors(1366, 1000)
    page = visitor.visit()
    before = seeing.points_now(page)
    river = page.locator(".river [role=listitem]")
    expect(river).to_have_count(0)
    end = next(place for place, one in enumerate(dealt) if isinstance(one, Hora))
    for some in (dealt[at : min(end, at + 30)] for at in range(0, end, 30)):
        seeding.tell(server, "api/events", events=[event_mapping(one) for one in some], anyhow=True)
    expect(river).to_have_count(sum(isinstance(one, Dahai) for one in dealt[:end]))
    visitor.shot("walk-hand-late", full=True)
    win = dealt[end]
    page.locator(f'[data-declare="{int(win.actor)}-{int(win.target)}"]').click()
    page.get_by_test_id("score").wait_for()
    page.get_by_test_id("confirm").click()
    expect(river).to_have_count(0)  # the next hand is dealt
    sticks = sum(type(one).__name__ == "ReachAccepted" for one in dealt[:end])
    assert sticks == 1
    laid = next(one.actor for one in dealt if type(one).__name__ == "ReachAccepted")
    seeing.points(
        page,
        [points + win.deltas[seat] - 1000 * (seat == laid) for seat, points in enumerate(before)],
    )
    visitor.shot("walk-hand-next", full=True)


@pytest.fixture
def twice_won(data):
    """A table at which two players are about to win on one discard; the two wins."""
    events = seeding.game(seed=0)
    place = next(
        place
        for place, (one, other) in enumerate(pairwise(events))
        if isinstance(one, Hora) and isinstance(other, Hora)
    )
    seeding.write(data, events[:place])
    return events[place], events[place + 1]


def test_two_win_on_one_discard(twice_won, server, visitors):
    first, second = twice_won
    visitor = visitors(1366, 1000)
    page = visitor.visit()
    before = seeing.points_now(page)
    page.locator(f'[data-declare="{int(second.actor)}-{int(second.target)}"]').click()
    page.get_by_test_id("score").wait_for()
    page.locator(f'[data-also="{int(first.actor)}"]').click()
    expect(page.get_by_test_id("other-win")).to_have_count(1)
    page.get_by_test_id("all-wins").wait_for()
    visitor.shot("walk-two-wins", full=True)
    page.get_by_test_id("confirm-all").click()
    paid = zip(before, first.deltas, second.deltas, strict=True)
    seeing.points(page, [sum(one) for one in paid])
    page.get_by_test_id("undo").click()
    seeing.points(page, before)


def choose_ending(page, was, how):
    """Open the end of the hand before the present one, and say how it ended instead."""
    page.locator(f'[data-event="{was}"]:visible').first.click()
    page.get_by_test_id("change-ending").click()
    page.get_by_test_id("ending-how").select_option(how)


@pytest.fixture
def two_over(data):
    """A table in the middle of its fourth hand; the win without ura that ended the third."""
    events = seeding.in_hand(seeding.game(), 3, 30)
    seeding.write(data, events)
    return [one for one in events if isinstance(one, Hora)][-1]


def test_an_old_hand_is_said_to_have_ended_otherwise_and_back(two_over, server, visitors):
    win = two_over
    visitor = visitors(1366, 1000)
    page = visitor.visit()
    before = seeing.points_now(page)
    page.locator('[data-testid="hand-events"]:visible > summary').click()
    page.locator('[data-testid="earlier-hand"]:visible').click()
    choose_ending(page, "hora", "draw")
    page.locator('[data-ending-tenpai="0"]').check()
    page.get_by_test_id("ending-next").click()
    shown = page.get_by_test_id("correction-shown")
    expect(shown).to_contain_text("draw, tenpai: Aki")
    visitor.shot("walk-ending-preview")
    page.get_by_test_id("accept-correction").click()
    expect(page.locator("dialog")).to_have_count(0)
    drawn = seeing.points_now(page)
    assert drawn != before
    assert sum(drawn) <= sum(before)  # the sticks stay on the table
    seeing.points(page, drawn)

    choose_ending(page, "ryukyoku", "ron")
    page.locator(f'[data-choice="ending-winner-{int(win.actor)}"]').check(force=True)
    page.locator(f'[data-choice="ending-discarder-{int(win.target)}"]').check(force=True)
    page.get_by_test_id("ending-next").click()
    page.get_by_test_id("past").wait_for()
    page.get_by_test_id("score").wait_for()
    page.get_by_test_id("correction-shown").wait_for()
    visitor.shot("walk-ending-win", full=True)
    page.get_by_test_id("confirm-all").click()
    seeing.points(page, before)
    page.locator('[data-event="hora"]:visible').first.click()
    page.get_by_role("button", name="Step through from here").click()
    page.get_by_test_id("step-at").wait_for()


@pytest.fixture
def filmed(data):
    """A table whose second hand was filmed: each discard lies half a second after the last."""
    (data / "evidence").mkdir(parents=True)
    shutil.copy(DEMO / "film.mp4", data / "evidence" / f"{FILM_ID}.mp4")
    journal, moment = Journal.open(data / "journal.db"), 0.0
    for event in seeding.in_hand(seeding.game(), 2, 1):
        seen = isinstance(event, Dahai)
        moment = 0.0 if isinstance(event, StartKyoku) else moment + 0.5 * seen
        why = {"film": FILM_ID, "film_s": moment} if seen else None
        journal.append([Draft(event, why, 0.97 if seen else None)], source="camera")
    journal.close()


def test_the_film_and_the_steps_follow_each_other(filmed, server, visitors):
    visitor = visitors(1366, 1000)
    page = visitor.visit()
    page.evaluate("location.hash = '#/record/0/1/0'")
    at = page.get_by_test_id("step-at")
    at.wait_for()
    page.locator("video").wait_for()
    ready = "document.querySelector('video').readyState >= 1"
    seeing.until(page, lambda: page.evaluate(ready), wanted=True, what="the film's length")
    place = "Math.round(10 * document.querySelector('video').currentTime)"
    page.evaluate("location.hash = '#/record/0/1/4'")  # deal, draw, discard, draw, discard
    expect(at).to_contain_text("Step 5 of")
    seeing.until(page, lambda: page.evaluate(place), 10, "the film's place")
    visitor.shot("walk-film", full=True)
    page.evaluate("document.querySelector('video').play()")
    expect(at).not_to_contain_text("Step 5 of")  # the steps go on with the film
    page.evaluate("document.querySelector('video').pause()")


def examine_the_machine(visitor):
    page = visitor.page
    page.get_by_test_id("examine").click()
    page.get_by_test_id("findings").wait_for()
    visitor.shot("setup-1-machine", full=True)


def choose_the_camera(visitor):
    page = visitor.page
    source = page.locator('[data-source="table"]')
    source.fill("ftp://camera")
    page.get_by_test_id("use-cameras").click()
    expect(page.get_by_role("alert")).to_contain_text("expected rtsp:// or http://")
    visitor.forgive("api/watch/cameras")
    source.fill(str(DEMO / "film.mp4"))
    page.get_by_test_id("use-cameras").click()
    page.locator('[data-testid="table-found"][data-found="true"]').wait_for()
    page.locator('[data-testid="watch"] image').wait_for()
    seeing.fits(page, "the camera's step")
    seeing.accessible(page, "the camera's step")
    visitor.shot("setup-2-camera", full=True)
    source.fill("")
    page.get_by_test_id("use-cameras").click()
    expect(page.get_by_test_id("table-found")).to_have_count(0)


def show_some_tiles(visitor):
    page = visitor.page
    page.get_by_test_id("set-photos").set_input_files(DEMO / "riichi.jpg")
    page.get_by_test_id("propose-set").click()
    page.get_by_test_id("shown-set").wait_for()
    expect(page.get_by_test_id("keep-set")).to_be_disabled()  # most kinds are missing
    page.locator('[data-place="1.1.1"]').click()
    page.locator('dialog [data-face="9s"]').click()
    mended = re.compile("9 sou")
    expect(page.locator('[data-place="1.1.1"]')).to_have_attribute("aria-label", mended)
    seeing.fits(page, "the tiles' step")
    seeing.accessible(page, "the tiles' step")
    visitor.shot("setup-3-tiles", full=True)


def choose_the_rules(visitor):
    page = visitor.page
    page.get_by_test_id("rules").select_option("wrr2015")
    page.get_by_test_id("compare").select_option("tenhou")
    page.get_by_test_id("differences").wait_for()
    visitor.shot("setup-4-rules", full=True)


def draw_the_seats(visitor):
    page = visitor.page
    for place, name in enumerate(PLAYERS):
        page.locator(f'[data-name="{place}"]').fill(name)
    page.get_by_test_id("draw-seats").check()
    page.get_by_test_id("show-draw").click()
    expect(page.get_by_test_id("drawn").locator("li")).to_have_count(4)
    visitor.shot("setup-5-players", full=True)


def see_the_automatic_table(visitor):
    visitor.shot("setup-6-table")


STEPS = (examine_the_machine, choose_the_camera, show_some_tiles, choose_the_rules,
         draw_the_seats, see_the_automatic_table)  # fmt: skip
PLAYERS = ("Eva", "<b>Finn</b>", "Gen", "Hana")


def test_the_whole_set_up(server, visitors):
    visitor = visitors(1366, 1000)
    visitor.excuse("api/watch/picture", seeing.FAILED_LOAD)  # looked for before the first picture
    page = visitor.visit()
    seeing.open_part(page, "setup")
    for step in STEPS:
        step(visitor)
        page.get_by_test_id("next").click()
    page.get_by_test_id("start-game").click()
    for name in PLAYERS:
        expect(page.locator("[data-seat]").filter(has_text=name)).to_have_count(1)
    visitor.shot("setup-7-begun")
