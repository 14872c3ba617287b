"""What can go wrong in a hall, as people meet it: said in both languages, each with the way out."""

import asyncio
import contextlib
import shutil
from datetime import UTC, datetime, timedelta

import pytest

from table.errors import AuthorityError, JournalLockedError
from table.hall.event import book
from table.hall.intake import Intake
from table.hall.keeping import export_journal
from table.hall.link.join import read_join
from table.hall.link.rejoin import rejoin
from table.hall.members import Members, choose
from table.journal.store import audit

JA = {"Accept-Language": "ja"}


async def heard(organiser, **headers):
    """The notices as the page has them, by kind."""
    answer = await organiser.client.get("/api/notices", headers=headers)
    return {one["kind"]: f"{one['words']} / {one['way_out']}" for one in answer.json()}


@pytest.fixture
def joined(folder, tables, tmp_path):
    """Make a table that has joined; opened again after it was stopped."""
    opened = []

    def joined(name):
        data = tmp_path / name
        if not data.exists():
            settings = folder.settings()
            with folder.database(settings) as database:
                read_join(Members(folder, settings, database).invite(name)).install(data)
        opened.append(tables.VirtualTable(data, name))
        return opened[-1]

    yield joined
    for one in opened:
        with contextlib.suppress(Exception):
            one.close()


@contextlib.asynccontextmanager
async def sending(table, way):
    sender = table.sender(way)
    task = asyncio.create_task(sender.run())
    try:
        yield sender
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


async def test_two_tables_with_one_name(tables, tmp_path, intake, organiser, folder):
    settings = folder.settings()
    with folder.database(settings) as database:
        members = Members(folder, settings, database)
        members.invite("A1")
        with pytest.raises(AuthorityError, match="has a certificate already; expected another"):
            members.invite("a1")
    one, two = (tables.VirtualTable(tmp_path / name) for name in ("one", "two"))
    for at, table in enumerate((one, two, one, two)):
        table.play(tables.game()[:5])
        instance = ("aa" if table is one else "bb") * 8
        tables.take(intake, "A1", table.report(epoch=at + 1, instance=instance))
    words = (await heard(organiser))["two_tables"]
    assert "two tables call themselves A1" in words
    assert "jantaku hall invite NAME" in words
    assert "2つの卓が A1 と名乗っています" in (await heard(organiser, **JA))["two_tables"]
    assert {intake.kept("A1").chain.seq, audit(one.path).entries[-1].seq} == {10}
    one.close()
    two.close()


async def test_a_wrong_clock_and_an_old_program(table, tables, intake, organiser):
    table.play(tables.game()[:10])
    wrong = (datetime.now(UTC) - timedelta(minutes=7)).isoformat()
    tables.take(intake, "A1", table.report(clock=wrong, version="0.0.1"))
    told = await heard(organiser)
    assert "behind / set it (timedatectl set-ntp true)" in told["clock"]
    assert "runs Jantaku 0.0.1" in told["version"]
    said = await heard(organiser, **JA)
    assert "遅れています / 時計を合わせてください" in said["clock"]
    assert "回戦の間に更新してください" in said["version"]
    assert intake.seen("A1").seq == 10


@pytest.mark.parametrize("wrong", ["9999-12-31T23:59:59+00:00", "0001-01-01T00:00:00+00:00"])
async def test_a_clock_millennia_off_is_told_and_the_hall_goes_on(
    hall, table, tables, intake, organiser, database, wrong
):
    names = ("Aki", "Ben", "Chie", "Dai")
    await organiser.post("/api/players", players=[{"name": name} for name in names])
    await organiser.post("/api/rounds/draw", seed=1)
    await organiser.post("/api/rounds/1/start")
    table.play(tables.game(names=names)[:300], together=50)
    tables.take(intake, "A1", table.report(1, 200, clock=wrong))
    assert (await heard(organiser))["clock"].startswith("the clock of table A1 is ")
    assert not tables.take(intake, "A1", table.report(201)).refused
    hall._book = None
    assert (await organiser.get("/api/public/rounds/1"))["tables"][0]["hands"]
    with database.read() as connection:  # and after a restart
        games = book.load(connection).games["A1"]
    assert [game.names for game in games] == [names]


def test_a_journal_of_the_last_second_there_is_can_be_read(tables, intake, database, tmp_path):
    late = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)
    table = tables.VirtualTable(tmp_path / "A1", clock=lambda: late)
    table.play(tables.game()[:40])
    behind = (datetime.now(UTC) - timedelta(hours=1)).isoformat()
    assert tables.take(intake, "A1", table.report(clock=behind)).upto == 40
    table.close()
    with database.read() as connection:
        (game,) = book.load(connection).games["A1"]
    assert (game.at[:4], game.began) == ("9999", None)


async def forked(joined, tables, intake, tmp_path):
    """A table that was restored from a copy and played on, and the hall's other branch."""
    table = joined("A1")
    table.play(tables.game()[:20])
    table.close()
    shutil.copytree(tmp_path / "A1", tmp_path / "copy")
    table = joined("A1")
    table.play(tables.game()[20:40])
    async with sending(table, tables.DirectWay(intake, "A1")):
        await tables.until(lambda: table.outbox.waiting() == 0, 30)
    table.close()
    shutil.rmtree(tmp_path / "A1")
    (tmp_path / "copy").rename(tmp_path / "A1")
    table = joined("A1")
    table.play(tables.game(2)[20:27])
    async with sending(table, tables.DirectWay(intake, "A1")) as sender:
        await tables.until(lambda: "forked" in sender.health().trouble, 30)
    return table


@pytest.mark.parametrize("take", [False, True])
async def test_a_journal_that_forked_after_a_restore(
    joined, tables, database, intake, organiser, tmp_path, take
):
    """The way out is walked to its end: the hall's branch stands, the table goes on or anew."""
    table = await forked(joined, tables, intake, tmp_path)
    words = (await heard(organiser))["fork"]
    assert "jantaku hall fork A1 --keep table, or --keep hall" in words
    assert "件目で2つに分かれました" in (await heard(organiser, **JA))["fork"]
    choose(database, "A1", "hall")
    intake.refresh()  # a hall that runs does so every second
    assert "fork" not in await heard(organiser)
    again = intake if take else Intake(database, "0.1.0")
    async with sending(table, tables.DirectWay(again, "A1")) as sender:
        await tables.until(lambda: "jantaku hall rejoin" in sender.health().trouble, 30)
    with pytest.raises(JournalLockedError):
        rejoin(tmp_path / "A1")
    table.close()
    hall_has = None
    if take:
        hall_has = tmp_path / "A1.db"
        export_journal(database, "A1", hall_has)
    aside, entries = rejoin(tmp_path / "A1", hall_has)
    assert (len(audit(aside).entries), entries) == (27, 40 if take else 0)
    table = joined("A1")
    table.play(tables.game()[40:60] if take else tables.game(3)[:20])
    async with sending(table, tables.DirectWay(again, "A1")) as sender:
        await tables.until(lambda: table.outbox.waiting() == 0, 30)
        await tables.until(lambda: sender.health().trouble == "")
    assert again.kept("A1").chain.seq == (60 if take else 20)
    assert "replayed" not in {one["kind"] for one in again.notices.open("A1")}


def test_rejoin_says_what_it_needs(jantaku, tmp_path, joined):
    assert (
        "expected `jantaku hall join` before"
        in jantaku("hall", "rejoin", "--data", tmp_path / "nowhere")[2]
    )
    joined("A1").close()
    code, said, _ = jantaku("hall", "rejoin", "--data", tmp_path / "A1")
    assert (code, "begins a new journal" in said) == (0, True)
    assert jantaku("hall", "rejoin", "--data", tmp_path / "A1", "--take", tmp_path / "x")[0] == 2


async def test_a_full_disk_at_the_hall(hall, organiser):
    hall.ingest.trouble = (
        "database sqlite:///hall.db: the disk is full; free some space, the hall goes on by itself"
        " and the tables keep everything until then"
    )
    assert "the disk is full; free some space" in (await organiser.get("/"))
    said = (await organiser.client.get("/", headers=JA)).text
    assert "ディスクがいっぱいです。空きを作ってください" in said


async def test_players_twice_odd_and_withdrawn_are_said_in_japanese_too(organiser):
    people = [{"name": f"P{number}"} for number in range(6)]
    entered = await organiser.post("/api/players", players=people)
    for path, body, words in (
        ("/api/players", {"players": [{"name": "p1"}]}, "すでに 'P1' として登録されています"),
        (
            "/api/rounds/draw",
            {},
            "選手 6 名:4の倍数にしてください。代走を 2 名加えるか",
        ),
    ):
        answer = await organiser.client.post(path, json=body, headers=JA)
        assert (answer.status_code, words in answer.json()["detail"]) == (422, True), answer.text
    await organiser.post("/api/players/fill")
    await organiser.post("/api/rounds/draw", seed=1)
    await organiser.post("/api/rounds/1/start")
    path = f"/api/players/{entered[0]['id']}/withdraw"
    answer = await organiser.client.post(path, json={"from_round": 1}, headers=JA)
    assert "代走を指定してください" in answer.json()["detail"]
    event = (await organiser.client.get("/api/public/rounds/1", headers=JA)).json()
    assert "各選手の各席は" in event["draw"]


HUGE = 10**320
PAST_64_BITS = 99_999_999_999_999_999_999


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", f"/api/tables/A1/journal?after={PAST_64_BITS}", {}),
        ("GET", f"/tables/A1?before={PAST_64_BITS}", {}),
        ("DELETE", f"/api/players/{PAST_64_BITS}", {}),
        ("DELETE", f"/api/rounds/{PAST_64_BITS}/results/A1", {}),
        ("POST", f"/api/calls/{PAST_64_BITS}/take", {"referee": "R"}),
        ("POST", f"/api/rulings/{PAST_64_BITS}/cancel", {"reason": "x"}),
        ("POST", "/api/players/1/withdraw", {"from_round": PAST_64_BITS}),
        (
            "PUT",
            "/api/rounds/1/results/A1",
            {"scores": [HUGE, 120_000 - HUGE, 0, 0], "entered_by": "O"},
        ),
        (
            "PUT",
            "/api/rounds/1/results/A1",
            {"scores": [30_000] * 4, "tenths": [HUGE, 0, 0, 0], "entered_by": "O"},
        ),
    ],
)
async def test_numbers_that_no_data_have_are_refused(organiser, method, path, body):
    answer = await organiser.client.request(method, path, json=body or None)
    assert answer.status_code == 422, answer.text


async def test_an_origin_that_is_no_address_is_refused(organiser):
    answer = await organiser.client.get("/public/standings", headers={"origin": "http://["})
    assert answer.status_code == 403
    assert answer.headers["cache-control"] == "no-store"


async def test_a_game_begun_at_the_table_itself_is_shown(table, tables, intake, organiser):
    table.play(tables.game()[:40], client_id="f47ac10b-58cc-4372-a567-0e02b2c3d479")
    tables.take(intake, "A1", table.report(1))
    answer = await organiser.client.get("/tables/A1")
    assert answer.status_code == 200
    assert "Aki" in answer.text
