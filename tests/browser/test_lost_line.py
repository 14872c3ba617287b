"""The dashboard when the live line is lost: it says so in its place, and tries again and again."""

import time

import pytest
import seeing

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


PAUSES_S = 0.8 * (0.4 + 0.8)
"""What the page waits at least before its second and before its third attempt, together."""


def test_a_refused_line_is_tried_again_after_a_pause(server, visitors):
    page, tried = visitors().page, []

    def refuse(line):
        tried.append(time.monotonic())
        line.close()

    page.route_web_socket("**/api/live*", refuse)
    page.goto(server.url)
    seeing.until(page, lambda: len(tried) >= 3, wanted=True, what="three attempts")
    assert tried[2] - tried[0] >= PAUSES_S


def test_a_table_that_does_not_answer_at_first_is_asked_again(server, visitors):
    visitor, tried = visitors(), []

    def answer(route):
        tried.append(route)
        if len(tried) == 1:
            route.abort()
        else:
            route.continue_()

    visitor.page.route("**/api/me", answer)
    visitor.visit()
    visitor.forgive("api/me")


@pytest.mark.parametrize("width", [320, 390])
def test_a_lost_line_leaves_the_page_as_wide_as_a_phone(server, visitors, width):
    visitor, lines = visitors(width, 700, touch=True), []
    page = visitor.page

    def hold(line):
        lines.append(line)
        if len(lines) == 1:
            line.connect_to_server()
        else:
            line.close()

    page.route_web_socket("**/api/live*", hold)
    visitor.visit()
    seeing.fits(page, "the page with its line")
    lines[0].close()
    page.get_by_test_id("stale").wait_for()
    seeing.fits(page, "the page without its line")
    box = page.get_by_test_id("settings").bounding_box()
    assert box["x"] + box["width"] <= width
    visitor.shot(f"lost-line-{width}")
