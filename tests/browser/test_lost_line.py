"""The dashboard when the live line is refused: it tries again, with longer and longer pauses."""

import importlib.util
import time
from pathlib import Path

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

HERE = Path(__file__).parent


def load(name):
    spec = importlib.util.spec_from_file_location(f"browser_tests_{name}", HERE / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SEEING = load("seeing")
PAUSES_S = 0.8 * (0.4 + 0.8)
"""What the page waits at least before its second and before its third attempt, together."""


def test_a_refused_line_is_tried_again_after_a_pause(server, visitors):
    page, tried = visitors().page, []

    def refuse(line):
        tried.append(time.monotonic())
        line.close()

    page.route_web_socket("**/api/live*", refuse)
    page.goto(server.url)
    SEEING.until(page, lambda: len(tried) >= 3, wanted=True, what="three attempts")
    assert tried[2] - tried[0] >= PAUSES_S
