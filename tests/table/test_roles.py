"""Roles: every route has its least role; PINs let in, sessions end, hands stay hidden."""

import threading
from datetime import timedelta

import httpx
import pytest

from table.bootstrap.compose import compose
from table.bootstrap.settings import Settings
from table.files import write_atomically
from table.web.access import MOST_SESSIONS, Access
from table.web.app import declare_app
from table.web.limits import Limit
from table.web.roles import NEEDS, Role, may, needed

PLACE = "http://192.168.1.5:8765"


def named(path):
    while path.count("/") > 2 and path not in NEEDS:
        path = path.rstrip("/").rpartition("/")[0] + "/"
    return path in NEEDS


def test_every_route_says_who_may():
    paths = [*declare_app().openapi()["paths"], "/api/live", "/api/overlay/live"]
    assert len(paths) > 50
    assert [path for path in paths if not named(path)] == []


@pytest.mark.parametrize(
    ("method", "path", "least"),
    [
        ("GET", "/api/state", Role.VIEWER),
        ("POST", "/api/undo", Role.SCORER),
        ("POST", "/api/rulings", Role.REFEREE),
        ("POST", "/api/rulings/cancel", Role.REFEREE),
        ("GET", "/api/overlay/live", Role.OVERLAY),
        ("GET", "/api/referee/audit", Role.REFEREE),
        ("DELETE", "/api/sessions/123456789abc", Role.ADMIN),
        ("PUT", "/api/nobody-knows", Role.ADMIN),
        ("POST", "/api/sessions", None),
        ("GET", "/assets/index.js", None),
    ],
)
def test_the_least_role(method, path, least):
    assert needed(path, method) is least
    for role in Role:
        assert may(role, path, method) is (least is None or role >= least)


@pytest.fixture
async def lan(tmp_path, eyes):
    """A table in the network, and a maker of its clients."""
    table = compose(Settings(host="0.0.0.0"), tmp_path / "data", eyes)
    clients = []

    def client(pin_or_token=None, address="10.0.0.7"):
        headers = {"authorization": f"Bearer {pin_or_token}"} if pin_or_token else {}
        transport = httpx.ASGITransport(table.app, client=(address, 4000))
        http = httpx.AsyncClient(transport=transport, base_url=PLACE, headers=headers)
        clients.append(http)
        return http

    yield table, client
    for one in clients:
        await one.aclose()
    table.close()


async def test_a_pin_lets_in_with_its_role_until_the_session_is_revoked(lan):
    table, client = lan
    admin, phone = client(table.door.token), client()
    for role, pin in (("viewer", "1111"), ("scorer", "2222")):
        await admin.put("/api/access/pins", json={"role": role, "pin": pin})
    me = (await phone.get("/api/me")).json()
    assert (me["role"], me["pins"]) == (None, ["viewer", "scorer"])
    assert (await phone.get("/api/state")).status_code == 401
    assert (await phone.post("/api/sessions", json={"pin": "9999"})).status_code == 403
    answer = await phone.post("/api/sessions", json={"pin": "1111", "label": "phone"})
    assert answer.json()["role"] == "viewer"
    assert "httponly" in answer.headers["set-cookie"].lower()
    assert (await phone.get("/api/state")).status_code == 200
    refused = await phone.post("/api/undo", json={})
    assert (refused.status_code, "expected scorer" in refused.json()["detail"]) == (403, True)

    [mine] = [one for one in (await admin.get("/api/sessions")).json() if one["label"] == "phone"]
    assert (mine["role"], mine["address"]) == ("viewer", "10.0.0.7")
    assert (await phone.delete(f"/api/sessions/{mine['id']}")).status_code == 403
    assert (await admin.delete(f"/api/sessions/{mine['id']}")).status_code == 200
    assert (await phone.get("/api/state")).status_code == 401
    assert (await admin.delete(f"/api/sessions/{mine['id']}")).status_code == 404


async def test_a_link_raises_a_role_and_never_takes_one_away(lan):
    table, client = lan
    admin, phone = client(table.door.token), client()
    await admin.put("/api/access/pins", json={"role": "viewer", "pin": "1111"})
    wanted = {"role": "overlay", "label": "OBS", "days": 2}
    overlay = (await admin.post("/api/access/tokens", json=wanted)).json()
    await phone.post("/api/sessions", json={"pin": "1111"})

    await phone.get(overlay["link"])
    assert (await phone.get("/api/me")).json()["role"] == "viewer"
    answer = await phone.get(f"/?token={table.door.token}")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert (await phone.get("/api/me")).json()["role"] == "admin"


async def test_guessing_pins_is_slowed_down(lan):
    table, client = lan
    await client(table.door.token).put("/api/access/pins", json={"role": "admin", "pin": "7777"})
    guesser = client(address="10.0.0.66")
    answers = [
        (await guesser.post("/api/sessions", json={"pin": f"{pin:04}"})).status_code
        for pin in range(8)
    ]
    assert answers[:6] == [403] * 6
    assert answers[6:] == [429] * 2
    other = await client(address="10.0.0.8").post("/api/sessions", json={"pin": "7777"})
    assert other.json()["role"] == "admin"


async def test_one_device_cannot_ask_for_ever(lan):
    table, client = lan
    flood = client(address="10.0.0.99")
    table.app.user_middleware[0].kwargs["limit"] = Limit(0.01, 5.0)
    answers = [await flood.get("/api/me") for _ in range(7)]
    assert [one.status_code for one in answers] == [200] * 5 + [429] * 2
    assert int(answers[-1].headers["retry-after"]) > 0
    assert (await client(address="10.0.0.98").get("/api/me")).status_code == 200


async def test_an_overlay_sees_the_overlay_alone(lan):
    table, client = lan
    made = (
        await client(table.door.token).post(
            "/api/access/tokens", json={"role": "overlay", "label": "OBS", "days": 2}
        )
    ).json()
    assert made["link"].startswith("/overlay.html?token=")
    overlay = client(made["token"])
    assert (await overlay.get("/api/overlay")).json()["state"]["phase"] == "hand"
    for path in ("/api/state", "/api/journal", "/api/records", "/api/questions", "/openapi.json"):
        assert (await overlay.get(path)).status_code == 403


async def test_only_referees_see_concealed_tiles(lan):
    table, client = lan
    events = [
        {"type": "tsumo", "actor": 0, "pai": "5mr"},
        {"type": "dahai", "actor": 0, "pai": "1z", "tsumogiri": False},
    ]
    admin = client(table.door.token)
    events[1]["pai"] = "E"
    seq = (await admin.get("/api/state")).json()["seq"]
    body = {"events": events, "expected_seq": seq, "client_id": "client-1"}
    body["anyhow"] = True
    assert (await admin.post("/api/events", json=body)).status_code == 200, (
        await admin.post("/api/events", json=body)
    ).text
    access = table.services.access
    shown = {}
    for role in (Role.VIEWER, Role.SCORER, Role.REFEREE):
        http = client(access.issue(role, "test")[0])
        texts = [(await http.get(path)).text for path in ("/api/state", "/api/journal")]
        texts.append((await http.get("/api/history")).text)
        texts.append((await http.get("/api/records/0/hands/0")).text)
        texts.append((await http.get("/api/records/0/hands/0/steps/1")).text)
        shown[role] = ['"5mr"' in text or '"0m"' in text for text in texts]
    assert shown[Role.VIEWER] == shown[Role.SCORER] == [False] * 5
    assert shown[Role.REFEREE] == [True] * 5


def test_passes_outlive_the_program_and_expire(tmp_path):
    from datetime import UTC, datetime, timedelta

    now = [datetime(2026, 1, 1, tzinfo=UTC)]
    access = Access(tmp_path / "access.json", lambda: now[0])
    secret, made = access.issue(Role.SCORER, "tablet")
    access.set_pin(Role.VIEWER, "4321")
    assert secret not in (tmp_path / "access.json").read_text()
    assert "4321" not in (tmp_path / "access.json").read_text()
    assert (tmp_path / "access.json").stat().st_mode & 0o077 == 0
    again = Access(tmp_path / "access.json", lambda: now[0])
    assert again.find(secret).id == made.id
    assert again.enter("4321", "", "")[1].role == "viewer"
    now[0] -= timedelta(days=400)  # the clock jumps back: nobody is locked out
    assert again.find(secret) is not None
    now[0] += timedelta(days=401)
    assert again.find(secret) is None
    assert again.find("forged") is None


def test_a_bucket_fills_again_with_time():
    now = [0.0]
    limit = Limit(2.0, 3.0, lambda: now[0])
    assert [limit.wait_s("a") for _ in range(4)] == [0, 0, 0, 0.5]
    assert limit.wait_s("b") == 0
    now[0] = 1.0
    assert [limit.wait_s("a") == 0 for _ in range(3)] == [True, True, False]


async def test_viewers_are_not_told_what_the_rules_say_of_concealed_tiles(lan):
    table, client = lan
    bluff = [
        {"type": "tsumo", "actor": 0, "pai": "5mr"},
        {"type": "reach", "actor": 0},
    ]
    admin = client(table.door.token)
    seq = (await admin.get("/api/state")).json()["seq"]
    body = {"events": bluff, "expected_seq": seq, "client_id": "client-1", "anyhow": True}
    assert (await admin.post("/api/events", json=body)).status_code == 200
    told = {}
    for role in (Role.VIEWER, Role.REFEREE):
        http = client(table.services.access.issue(role, "test")[0])
        events = (await http.get("/api/history")).json()["shown"]["events"]
        told[role] = [(one["allowed"], one["reasons"]) for one in events]
    assert set(map(str, told[Role.VIEWER])) == {"(None, [])"}
    assert any(allowed is not None for allowed, _ in told[Role.REFEREE])


def test_tokens_outlast_any_number_of_sessions():
    access = Access()
    token, _ = access.issue(Role.ADMIN, "program", lasts=timedelta(days=365))
    first, _ = access.issue(Role.VIEWER, "first phone")
    for number in range(MOST_SESSIONS):
        access.issue(Role.VIEWER, f"phone {number}")
    assert access.find(token) is not None
    assert access.find(first) is None
    assert len(access.passes) == MOST_SESSIONS + 1


def test_what_is_revoked_while_somebody_signs_in_stays_revoked(tmp_path, monkeypatch):
    file = tmp_path / "access.json"
    access = Access(file)
    secret, made = access.issue(Role.SCORER, "tablet")
    writes, slow = threading.Event(), threading.Event()

    def slowly(*args, **more):
        writes.set()
        slow.wait(0.2)
        write_atomically(*args, **more)

    monkeypatch.setattr("table.web.access.write_atomically", slowly)
    signing_in = threading.Thread(target=access.issue, args=(Role.VIEWER, "phone"))
    signing_in.start()
    writes.wait()
    assert access.revoke(made.id)
    signing_in.join()
    assert Access(file).find(secret) is None
    assert len(Access(file).passes) == 1
