"""The dashboard when the live line is refused: it tries again, with longer and longer pauses."""

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
