"""The dashboard's built pages, and the words where they are not built."""

import httpx
import pytest
from fastapi import FastAPI

from table.web.pages import mount_pages


@pytest.fixture
def ask(tmp_path):
    async def ask(path):
        app = FastAPI(openapi_url=None)
        mount_pages(app, tmp_path)
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://table") as http:
            return await http.get(path)

    return ask


async def test_unbuilt_pages_say_so_in_words(ask):
    answer = await ask("/")
    assert answer.status_code == 503
    assert "The dashboard is not built" in answer.text
    assert "make run" in answer.text


async def test_built_pages_are_served_and_asked_about_again(ask, tmp_path):
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<title>Jantaku</title>", encoding="utf-8")
    (tmp_path / "assets" / "page-1a2b3c.js").write_text("export {}", encoding="utf-8")
    page, script = await ask("/"), await ask("/assets/page-1a2b3c.js")
    assert (page.text, page.headers["cache-control"]) == ("<title>Jantaku</title>", "no-cache")
    assert "immutable" in script.headers["cache-control"]
    assert (await ask("/assets/gone.js")).status_code == 404


@pytest.mark.parametrize(
    "path", ["/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt"]
)
async def test_nothing_beside_the_pages_is_served(ask, tmp_path, path):
    (tmp_path / "index.html").touch()
    (tmp_path.parent / "secret.txt").write_text("secret", encoding="utf-8")
    assert (await ask(path)).status_code == 404
