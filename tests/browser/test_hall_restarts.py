"""A hall that is started again: open pages go on, or say in its words why they do not."""

from urllib.parse import urlsplit

import halls
import pytest
from playwright.sync_api import expect

from table.hall.folder import HallFolder

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

ANYWHERE = ("--host", "0.0.0.0")


def way_in(child):
    """Its address at this machine, the token, the port."""
    link = urlsplit(halls.address(child))
    return f"http://127.0.0.1:{link.port}", link.query.removeprefix("token="), str(link.port)


@pytest.mark.parametrize(
    ("language", "wrong"),
    [("en", "The hall says: token: missing or wrong"), ("ja", "トークンがないか違います")],
)
def test_pages_say_that_the_token_has_changed_and_go_on_with_the_new_one(
    tmp_path, chromium, language, wrong
):
    context = chromium.new_context()
    pages = tables, referee = context.new_page(), context.new_page()
    with halls.serving(tmp_path, *ANYWHERE) as child:
        hall, token, port = way_in(child)
        for page, path in zip(pages, ("/", "/referee"), strict=True):
            page.goto(f"{hall}{path}?token={token}&lang={language}")
            expect(page.locator(".refused")).to_be_hidden()
    with halls.started(tmp_path, *ANYWHERE, "--port", port, "--new-token") as child:
        _, token, _ = way_in(child)
        halls.ask(hall, "/api/calls", {"table": "A1", "what": "who deals?"}, token=token)
        for page in pages:
            expect(page.locator(".refused")).to_contain_text(wrong, timeout=halls.PATIENCE_MS)
            expect(page.locator(".gone-quiet")).to_be_hidden()
        context.new_page().goto(f"{hall}/?token={token}")
        for page in pages:
            expect(page.locator(".refused")).to_be_hidden(timeout=halls.PATIENCE_MS)
        expect(referee.locator(".callrow")).to_contain_text("who deals?")
        folder = HallFolder(tmp_path / "hall")
        with folder.database(folder.settings()) as database:
            halls.members_of(folder, database).invite("A0", by="https")
        expect(tables.locator(".card b")).to_have_text(["A0", "A1"], timeout=halls.PATIENCE_MS)
    context.close()


def test_pages_go_on_over_a_restart(tmp_path, chromium):
    page = chromium.new_page()
    with halls.serving(tmp_path, *ANYWHERE) as child:
        hall, token, port = way_in(child)
        page.goto(f"{hall}/referee?token={token}")
    with halls.started(tmp_path, *ANYWHERE, "--port", port):
        halls.ask(hall, "/api/calls", {"table": "A1", "what": "who deals?"}, token=token)
        expect(page.locator(".callrow")).to_contain_text("who deals?", timeout=halls.PATIENCE_MS)
        expect(page.locator(".refused")).to_be_hidden()
    page.close()
