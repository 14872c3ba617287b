"""The page beside an automatic table: how the line is, what is asked, and a riichi by its stick."""

import re

import pytest
from loading import load
from playwright.sync_api import expect

PAGE_MS = 60_000

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


VIRTUAL, KILL = load("tests/table/virtual.py"), load("tests/table/test_line_kill.py")


@pytest.fixture
def virtual(tmp_path):
    with VIRTUAL.VirtualTable(tmp_path / "port") as table:
        yield table


@pytest.fixture
def served(tmp_path, virtual):
    with KILL.Listener(tmp_path / "data", virtual.port) as server:
        yield server


def test_the_page_shows_the_line_the_riichi_and_the_question(chromium, artefacts, virtual, served):
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.set_default_timeout(PAGE_MS)
    page.goto(f"http://127.0.0.1:{served.port}/")
    page.wait_for_selector('[data-testid="bridge"][data-condition="linked"]')
    with virtual.moved() as table:
        table.device.lay_riichi(1, present=True)
    page.wait_for_selector("text=29,000")
    with virtual.moved() as table:
        table.device.lay_riichi(1, present=False)
        table.device.press(VIRTUAL.Button.DEALER, 3)
    words = re.compile(r"Player 4 deals by the table's button, .*\.")
    expect(page.get_by_test_id("question")).to_contain_text(words, timeout=PAGE_MS)
    page.screenshot(path=artefacts / "automatic-table.png")
    with virtual.moved() as table:
        table.unplug()
    page.wait_for_selector('[data-testid="bridge"][data-condition="lost"] [role="alert"]')
    context.close()
