"""The record over HTTP: games, steps, statistics, exports, corrections, audit, clock, set-up."""

import json

import pytest

from table.config import load_ruleset
from table.errors import DataFolderError
from table.formats.read import read_record
from table.journal.store import Draft
from table.session import Order
from table.simulator.game import simulate
from table.web.overlay import OverlayDesk

RULES = "tenhou"


@pytest.fixture
async def played(table):
    """A table at which a simulated game was played, hand by hand, and its events."""
    events = simulate(load_ruleset(RULES), 11, ("Aki", "Ben", "Chie", "Dai"))
    session = table.services.desk.session
    part = []
    for event in events:
        part.append(event)
        if type(event).__name__ in {"EndKyoku", "EndGame"}:
            drafts = tuple(map(Draft, part))
            await session.change(Order(source="camera"), lambda *_, said=drafts: said)
            part = []
    return events


async def test_a_game_hand_by_hand_adds_up(client, played):
    newest, first = (await client.get("/api/records")).json()
    assert (newest["game"], newest["names"], newest["over"]) == (
        1,
        ["Aki", "Ben", "Chie", "Dai"],
        1,
    )
    assert (first["hands"], first["over"]) == (0, False)
    game = (await client.get("/api/records/1")).json()
    points = game["start"]
    for row in game["rows"]:
        points = [was + change for was, change in zip(points, row["change"], strict=True)]
        assert points == row["points"]
        assert row["watched"]
    assert sorted(one["place"] for one in game["standings"]) == [1, 2, 3, 4]


async def test_stepping_through_ends_where_the_hand_ended(client, played):
    steps = (await client.get("/api/records/1/hands/0")).json()
    last = len(steps["events"]) - 1
    assert steps["events"][0]["event"]["type"] == "start_kyoku"
    after = (await client.get(f"/api/records/1/hands/0/steps/{last}")).json()
    row = (await client.get("/api/records/1")).json()["rows"][0]
    assert after["points"] == row["points"]
    dealt = (await client.get("/api/records/1/hands/0/steps/0")).json()["play"]
    assert [len(seat["concealed"]) for seat in dealt["seats"]] == [13] * 4
    assert all("back" not in seat["concealed"] for seat in dealt["seats"])
    for path in ("/api/records/9", "/api/records/1/hands/99", "/api/records/1/hands/0/steps/999"):
        assert (await client.get(path)).status_code == 404


async def test_statistics_agree_with_the_rows(client, played):
    rows = (await client.get("/api/records/1")).json()["rows"]
    players = {one["name"]: one for one in (await client.get("/api/statistics")).json()}
    for seat, name in enumerate(["Aki", "Ben", "Chie", "Dai"]):
        lines = [line for row in rows for line in row["lines"]]
        one = players[name]
        assert one["hands"] == len(rows)
        assert one["wins"]["count"] == sum(
            line["kind"] in {"ron", "tsumo"} and line["winner"] == seat for line in lines
        )
        assert one["deal_ins"]["count"] == sum(
            line["kind"] == "ron" and line["loser"] == seat for line in lines
        )
        assert one["riichi"]["count"] == sum(seat in row["riichi"] for row in rows)
        assert one["calls"]["of"] == len(rows)
        assert sum(one["places"]) == one["games"] == 1


@pytest.mark.parametrize("target", ["mjai", "tenhou6", "csv", "html", "pdf"])
async def test_exports(client, played, target):
    answer = await client.get(f"/api/records/1/export/{target}")
    assert answer.status_code == 200, answer.text
    assert "attachment" in answer.headers["content-disposition"]
    if target == "mjai":
        read = read_record(answer.content).events
        assert [type(event) for event in read] == [type(event) for event in played]
    elif target == "tenhou6":
        assert json.loads(answer.content)["name"] == ["Aki", "Ben", "Chie", "Dai"]
    elif target == "pdf":
        assert answer.content.startswith(b"%PDF")
    else:
        assert b"Chie" in answer.content


async def test_an_unfinished_game_has_no_sheet_yet(client):
    refused = await client.get("/api/records/0/export/pdf")
    assert (refused.status_code, "no finished hand" in refused.json()["detail"]) == (422, True)


async def test_a_correction_is_shown_and_changes_nothing_until_it_is_written(client, played):
    place = next(at for at, event in enumerate(played) if type(event).__name__ == "Hora")
    entry = 3 + place
    hands = [type(event).__name__ for event in played[:place]].count("StartKyoku")
    history = (await client.get("/api/history", params={"hand": hands - 1})).json()
    [hora] = [one for one in history["shown"]["events"] if one["entry"] == entry]
    before = await client.get("/api/state")
    removed = {"edits": [{"kind": "replace", "entry": entry, "events": []}]}
    refused = await client.post("/api/corrections/preview", removed)
    assert (refused.status_code, "can no longer follow" in refused.json()["detail"]) == (409, True)
    wrong = {**hora["event"], "deltas": [0, 0, 0, 0]}
    edit = {"edits": [{"kind": "replace", "entry": entry, "events": [wrong]}]}
    shown = (await client.post("/api/corrections/preview", edit)).json()
    assert shown["points_after"] == shown["points_before"], "what it pays is decided again"
    assert (await client.get("/api/state")).json() == before.json()
    bad = {"edits": [{"kind": "replace", "entry": entry, "before": 3}]}
    assert (await client.post("/api/corrections/preview", bad)).status_code == 422


async def test_a_swapped_seat_of_a_declared_win_is_corrected_with_its_points(client, win):
    assert (await client.command("/api/wins", win)).status_code == 200
    history = (await client.get("/api/history", params={"hand": 0})).json()["shown"]
    hora = next(one for one in history["events"] if one["event"]["type"] == "hora")
    event = {**hora["event"], "target": 3}
    edits = [{"kind": "replace", "entry": hora["entry"], "events": [event]}]
    shown = (await client.post("/api/corrections/preview", {"edits": edits})).json()
    assert shown["points_before"] == [30000, 28000, 32000, 30000]
    assert shown["points_after"] == [30000, 30000, 32000, 28000]
    assert [one["hand"] for one in shown["hands"]] == [0]
    body = {"edits": edits, "reason": "it was Dai's tile"}
    done = await client.command("/api/corrections", body)
    assert done.json()["deltas"] == [0, 2000, 0, -2000]
    assert (await client.state())["undo"]["what"] == "correction: it was Dai's tile"
    await client.command("/api/undo")
    assert await client.points() == [30000, 28000, 32000, 30000]


async def test_the_audit_adds_up_and_sees_a_changed_byte(client, played, tmp_path):
    found = (await client.get("/api/referee/audit")).json()
    assert (found["right"], found["chain"], found["fault"]) == (True, True, "")
    assert found["total"] == 100_000
    assert all(hand["right"] for hand in found["hands"])
    import sqlite3

    with sqlite3.connect(tmp_path / "data" / "journal.db") as file:
        file.execute("DROP TRIGGER entry_is_never_changed")
        file.execute("UPDATE entry SET body = replace(body, 'Aki', 'Eve') WHERE seq = 3")
    file.close()
    found = (await client.get("/api/referee/audit")).json()
    assert (found["right"], found["chain"]) == (False, False)
    assert "entry 3" in found["fault"]


async def test_the_inspection_proves_furiten_and_counts_tiles(client):
    deal = {
        "type": "start_kyoku", "bakaze": "E", "kyoku": 1, "honba": 0, "kyotaku": 0, "oya": 0,
        "scores": [30000] * 4, "dora_marker": "9p",
        "tehais": [["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "E", "E", "3s", "4s"]]
        + [["?"] * 13] * 3,
    }  # fmt: skip
    entry = await client.seq()
    edits = [{"kind": "replace", "entry": entry, "events": [deal]}]
    await client.command("/api/corrections", {"edits": edits, "reason": "the hand was shown"})
    moves = [
        {"type": "tsumo", "actor": 0, "pai": "2s"},
        {"type": "dahai", "actor": 0, "pai": "2s", "tsumogiri": True},
        {"type": "tsumo", "actor": 1, "pai": "?"},
        {"type": "dahai", "actor": 1, "pai": "5s", "tsumogiri": None},
        {"type": "tsumo", "actor": 2, "pai": "?"},
    ]
    done = await client.command("/api/events", {"events": moves})
    assert done.status_code == 200, done.text
    [first, *others] = (await client.get("/api/referee/seats")).json()["seats"]
    assert [one["tile"] for one in first["waits"]] == ["2s", "5s"]
    assert {one["kind"] for one in first["furiten"]} == {"discard", "temporary"}
    assert all(one["clause"] for one in first["furiten"])
    assert (first["tiles"], first["count_right"]) == (13, True)
    assert [(one["tiles"], one["expected"]) for one in others] == [(13, 13), (14, 14), (13, 13)]
    assert others[0]["furiten"] is None


async def test_what_the_rules_refuse_is_written_only_when_asked(client):
    wrong = {"events": [{"type": "dahai", "actor": 2, "pai": "1m", "tsumogiri": None}]}
    refused = await client.command("/api/events", wrong)
    assert refused.status_code == 409
    seq = await client.seq()
    assert (await client.command("/api/events", {**wrong, "anyhow": True})).status_code == 200
    assert await client.seq() == seq + 1
    flags = (await client.get("/api/referee/seats")).json()["seats"][2]["flags"]
    assert flags
    assert flags[0]["clause"]


async def test_the_clock_starts_stops_and_rings(client):
    timer = (await client.get("/api/timer")).json()
    assert (timer["running"], timer["length_s"], timer["gong"]) == (False, 5400, False)
    await client.command("/api/timer", {"action": "start", "seconds": 3000})
    await client.command("/api/timer", {"action": "extra", "seconds": 300})
    timer = (await client.get("/api/timer")).json()
    assert (timer["running"], timer["length_s"], timer["extra_s"]) == (True, 3000, 300)
    assert 3200 < timer["left_s"] <= 3300
    again = await client.command("/api/timer", {"action": "start"})
    assert (again.status_code, "runs already" in again.json()["detail"]) == (409, True)
    assert (await client.state())["undo"] is None
    shown = (await client.post("/api/timer/gong/preview", {})).json()
    assert shown["ends"] in {"now", "after_hand", "after_next"}
    assert shown["clause"]
    assert (await client.command("/api/timer/gong", {})).status_code == 200
    assert (await client.state())["gong"]
    assert (await client.command("/api/timer/gong", {})).status_code == 409


async def test_rulesets_differ_in_words(client):
    one = (await client.get("/api/rulesets/wrr2015")).json()
    assert one["rules"][0]["section"] == "Yaku"
    assert all(rule["clause"] for rule in one["rules"])
    found = (await client.get("/api/rulesets/wrr2015/differences/tenhou")).json()
    assert {"game.starting_points", "win.red_fives"} <= {row["entry"] for row in found}
    assert (await client.get("/api/rulesets/none/differences/tenhou")).status_code == 422


async def test_seats_are_drawn_by_the_ruleset_and_journaled(client):
    names = ["Aki", "Ben", "Chie", "Dai"]
    lots = {"ruleset": "wrr2013", "names": names, "tiles": ["S", "W", "N", "E"], "shuffler": 0}
    detail = (await client.get("/api/rulesets/wrr2013")).json()
    lots["rolls"] = [[3, 4]] * detail["rolls"]
    if detail["seating"] != "four_tiles":
        lots["tiles"] = ["1", "E", "S", "W", "2", "N"]
    drawn = await client.post("/api/seating/draw", lots)
    assert drawn.status_code == 200, drawn.text
    done = await client.command("/api/seating", lots)
    assert [one["name"] for one in done.json()["state"]["players"]] == drawn.json()["names"]
    wrong = {**lots, "rolls": [[1, 1]] * 4}
    assert (await client.post("/api/seating/draw", wrong)).status_code == 409


@pytest.mark.parametrize(
    "path",
    [
        "../../etc/passwd",
        "..%2f..%2fjournal.db",
        "%2e%2e/access.json",
        "a" * 32,
        "A" * 32,
        "é",
        "x",
    ],
)
async def test_evidence_is_no_way_to_other_files(client, table, tmp_path, path):
    (tmp_path / "data" / "evidence" / f"{'b' * 32}.jpg").write_bytes(b"\xff\xd8 crop")
    (tmp_path / "data" / "evidence" / f"{'a' * 32}.jpg").symlink_to(
        tmp_path / "data" / "journal.db"
    )
    assert (await client.get(f"/api/evidence/{path}")).status_code == 404
    good = await client.get(f"/api/evidence/{'b' * 32}")
    assert (good.status_code, good.headers["content-type"]) == (200, "image/jpeg")


async def test_the_overlay_is_late_by_its_delay(client, table):
    await client.http.put("/api/overlay/settings", json={"delay_s": 300, "hands": False})
    await client.command("/api/riichi", {"seat": 0})
    late = (await client.get("/api/overlay")).json()
    assert late["state"]["players"][0]["points"] == 30_000
    await client.http.put("/api/overlay/settings", json={"delay_s": 0, "hands": True})
    now = (await client.get("/api/overlay")).json()
    assert now["state"]["players"][0]["points"] == 29_000
    too_long = await client.http.put(
        "/api/overlay/settings", json={"delay_s": 10_000, "hands": False}
    )
    assert too_long.status_code == 422


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('{"delay_s": "5", "hands": false}', "delay_s '5'"),
        ('{"delay_s": null, "hands": false}', "delay_s None"),
        ('{"delay_s": true, "hands": false}', "delay_s True"),
        ('{"delay_s": -1, "hands": false}', "delay_s -1"),
        ('{"delay_s": 5, "hands": "no"}', "hands 'no'"),
        ("[]", "expected the file that this program wrote"),
    ],
)
def test_damaged_settings_of_the_overlay_are_named_before_anything_is_shown(tmp_path, text, named):
    file = tmp_path / "overlay.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(DataFolderError, match=named):
        OverlayDesk(file)


async def test_version_1_is_the_same_api(client):
    assert (await client.get("/api/v1/state")).json() == (await client.get("/api/state")).json()
    assert (await client.get("/api/v2/state")).status_code == 404
