"""The door: only our own pages and programs of this machine, and the token from anywhere else."""

import httpx
import pytest

from table.bootstrap.compose import compose, door_for
from table.bootstrap.settings import Settings
from table.web.guard import SECURITY_HEADERS


async def ask(client, **headers):
    return await client.get("/api/state", headers=headers)


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8765", "localhost:8765", "localhost", "[::1]:8765", "127.0.0.2"]
)
async def test_the_loopback_is_let_in(client, host):
    assert (await ask(client, host=host)).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8765",
        "127.0.0.1.evil.example",
        "192.168.1.5:8765",
        "",
        "[::1",
        "::",
    ],
)
async def test_another_host_is_refused_so_that_rebinding_a_name_gains_nothing(client, host):
    answer = await ask(client, host=host)
    assert answer.status_code == 403
    assert answer.headers["content-type"] == "application/problem+json"
    assert "expected the address that was printed" in answer.json()["detail"]


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "null",
        "http://127.0.0.1:9999",
        "http://127.0.0.1",
        "http://localhost:8765",
        "http://[",
    ],
)
async def test_another_origin_can_neither_read_nor_change(client, origin):
    assert (await ask(client, origin=origin)).status_code == 403
    body = {"seat": 0, "expected_seq": 2, "client_id": "forged-one"}
    answer = await client.post("/api/riichi", body, headers={"origin": origin})
    assert answer.status_code == 403
    assert await client.seq() == 2


async def test_our_own_origin_may(client):
    assert (await ask(client, origin="http://127.0.0.1:8765")).status_code == 200


async def test_a_form_of_another_site_is_no_request(client):
    """Forms can send text/plain without asking; a route takes only JSON."""
    answer = await client.http.post(
        "/api/riichi",
        content=b'{"seat":0,"expected_seq":2,"client_id":"forged-one"}',
        headers={"content-type": "text/plain"},
    )
    assert answer.status_code == 422
    assert await client.seq() == 2


async def test_every_answer_says_what_browsers_may_do(client):
    for path in ("/api/state", "/", "/api/cat", "/openapi.json"):
        headers = (await client.get(path)).headers
        for name, value in SECURITY_HEADERS.items():
            assert headers[name] == value
        assert "unsafe" not in headers["content-security-policy"]


@pytest.fixture
async def outside(tmp_path, eyes):
    """A table that listens off the loopback, and a client in the same network."""
    table = compose(Settings(host="0.0.0.0"), tmp_path / "data", eyes)
    http = httpx.AsyncClient(
        transport=httpx.ASGITransport(table.app), base_url="http://192.168.1.5:8765"
    )
    yield http, table.door.token
    await http.aclose()
    table.close()


async def test_off_the_loopback_nothing_is_said_without_the_token(outside):
    http, token = outside
    for path in ("/api/state", "/openapi.json", "/api/state?token=wrong", "/api/state?token="):
        answer = await http.get(path)
        assert answer.status_code == 401
        assert token not in answer.text
    for authorization in ("Bearer wrong", "Basic abc", "Bearer", "Bearer ümlaut"):
        answer = await http.get(
            "/api/state", headers={"authorization": authorization.encode("latin-1")}
        )
        assert answer.status_code == 401
    page = await http.get("/")
    assert page.status_code in {200, 503}  # the page itself asks for the PIN
    assert token not in page.text


async def test_the_printed_link_lets_a_browser_in_and_leaves_the_address_clean(outside):
    http, token = outside
    answer = await http.get(f"/?token={token}&view=table")
    assert (answer.status_code, answer.headers["location"]) == (303, "/?view=table")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert (await http.get("/api/state")).status_code == 200  # with the cookie


async def test_two_tables_of_one_machine_leave_each_others_sessions_alone(tmp_path, eyes):
    tables = {
        f"http://192.168.1.5:{port}": compose(
            Settings(host="0.0.0.0", port=port), tmp_path / str(port), eyes
        )
        for port in (8765, 8766)
    }
    mounts = {place: httpx.ASGITransport(table.app) for place, table in tables.items()}
    async with httpx.AsyncClient(mounts=mounts) as browser:  # whose cookies know no port
        for place, table in tables.items():
            await browser.get(f"{place}/?token={table.door.token}")
        for place in tables:
            assert (await browser.get(f"{place}/api/state")).status_code == 200
        one, other = tables
        await browser.post(f"{one}/api/me/sign-out", json={})
        assert (await browser.get(f"{one}/api/state")).status_code == 401
        assert (await browser.get(f"{other}/api/state")).status_code == 200
    for table in tables.values():
        table.close()


async def test_the_link_is_for_looking_not_for_changing(outside):
    http, token = outside
    assert (await http.post(f"/api/undo?token={token}", json={})).status_code == 401


async def test_a_program_brings_the_token_in_a_header(outside):
    http, token = outside
    answer = await http.get("/api/state", headers={"authorization": f"Bearer {token}"})
    assert answer.status_code == 200


async def test_a_garbled_cookie_is_no_token(outside):
    http, _ = outside
    answer = await http.get("/api/state", headers={"cookie": 'jantaku_token_8765="\x01;;=,'})
    assert answer.status_code == 401


async def test_a_strange_name_is_refused_with_the_token_too(outside):
    http, token = outside
    headers = {"authorization": f"Bearer {token}", "host": "evil.example"}
    assert (await http.get("/api/state", headers=headers)).status_code == 403


def test_each_start_off_the_loopback_makes_a_fresh_token():
    first, second = door_for("0.0.0.0"), door_for("0.0.0.0")
    assert first.token != second.token
    assert len(first.token) >= 20
    assert first.token not in repr(first)
    for host in ("127.0.0.1", "::1", "localhost", "127.8.8.8"):
        assert door_for(host).token is None


async def test_answers_are_not_cached_but_a_picture_never_changes(client, standin):
    assert (await client.get("/api/state")).headers["cache-control"] == "no-store"
    photo = (await client.photo(standin.PICTURE)).json()
    image = await client.get(f"/api/photos/{photo['id']}/image")
    assert "immutable" in image.headers["cache-control"]
    assert image.headers["cross-origin-resource-policy"] == "same-origin"


@pytest.mark.parametrize("beside", ['prefs={"a":1}', "a[b]=1", "x=a b"])
async def test_a_session_bears_any_cookie_of_another_program(outside, beside):
    http, token = outside
    cookie = f"{beside}; jantaku_token_8765={token}"
    assert (await http.get("/api/state", headers={"cookie": cookie})).status_code == 200


@pytest.mark.parametrize("path", ["//evil.example/x", "/\\evil.example", "///evil.example"])
async def test_the_link_leads_nowhere_else(outside, path):
    http, token = outside
    answer = await http.get(f"http://192.168.1.5:8765{path}?token={token}&a=b")
    assert answer.status_code == 303
    place = answer.headers["location"]
    assert place.startswith("/")
    assert place[1] not in "/\\"
