"""A session that ends while the page is open: a PIN is asked for, and what was written stays."""

import pytest
import seeding
import seeing
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

PIN = "270727"


@pytest.fixture
def playing(tmp_path):
    """A table in the middle of its third hand."""
    return seeding.write(tmp_path / "data", seeding.in_hand(seeding.game(), 2, 60))


class Session:
    """A referee's page on whose session the table turns its back, and which signs in again.

    On the table's own machine everybody is let in, so the refusals are told in its place.
    """

    def __init__(self, visitor):
        self.visitor = visitor
        self.page = visitor.visit()
        body = {"role": "referee", "pin": PIN}
        self.page.evaluate(
            "body => fetch('api/access/pins', {method: 'PUT', body: JSON.stringify(body),"
            " headers: {'Content-Type': 'application/json'}})",
            body,
        )

    def ends(self, path):
        """From now on this path is refused, and nobody is signed in."""
        who = {"role": None, "near": False, "signed_in": False, "pins": ["referee"]}
        self.page.route("**/api/me", lambda route: route.fulfill(json=self.me(route) | who))
        problem = {"title": "Unauthorized", "status": 401, "detail": "no session"}
        self.page.route(f"**/{path}", lambda route: route.fulfill(status=401, json=problem))
        self.visitor.excuse(path)

    @staticmethod
    def me(route):
        return route.fetch().json()

    def begins_again(self):
        self.page.unroute_all(behavior="ignoreErrors")
        self.page.locator("[name=pin]").fill(PIN)
        self.page.get_by_role("button", name="Sign in").click()
        self.visitor.wait_live()


@pytest.fixture
def session(playing, server, visitors):
    return Session(visitors())


def test_a_command_that_meets_no_session_brings_the_pin_and_nothing_else(session):
    page = session.page
    page.locator("header").get_by_role("button", name="New game").click()
    session.ends("api/games")
    page.locator("dialog .primary").click()
    expect(page.locator("[name=pin]")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_text(
        "Your session has ended. Sign in again to go on."
    )
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.get_by_test_id("stale")).to_have_count(0)
    expect(page.get_by_test_id("status")).to_have_count(0)
    expect(page.get_by_role("heading", name="Sign in")).to_be_focused()
    seeing.accessible(page)
    session.begins_again()
    expect(page.get_by_test_id("board")).to_be_visible()


def test_a_foul_that_was_being_written_is_still_there(session):
    page = session.page
    page.evaluate("location.hash = '#/referee/foul'")
    page.get_by_test_id("foul-kind").select_option("false_win")
    page.locator('[data-choice="foul-actor-2"]').check(force=True)
    session.ends("api/rulings/preview")
    page.get_by_label("What happened").fill("opened a dead hand")
    page.locator("[name=pin]").wait_for()
    session.begins_again()
    expect(page.get_by_test_id("foul-kind")).to_have_value("false_win")
    expect(page.locator('[data-choice="foul-actor-2"]')).to_be_checked()
    expect(page.get_by_label("What happened")).to_have_value("opened a dead hand")
    expect(page.get_by_test_id("foul-preview")).to_be_visible()
