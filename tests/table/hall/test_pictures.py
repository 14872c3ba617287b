"""Pictures and clips of evidence: asked of their table when somebody looks, kept, missed."""

import asyncio
import contextlib
import io
import json

import av
import cv2
import numpy as np
import pytest

from table.bootstrap.hall_pictures import clip_of, picture_of
from table.bootstrap.recording_film import FilmRoll
from table.errors import MessageError
from table.hall.pictures import Pictures, picture_order
from table.hall.wire import PICTURE_BYTES, Picture, read_report
from vision.capture.frames import Frame

NAME, BIG, NONE = "ab" * 16, "cd" * 16, "ef" * 16
JA = {"Accept-Language": "ja"}


@pytest.fixture
def shelf(tmp_path):
    """A table's data folder with a small picture and one that no message can carry."""
    data = tmp_path / "data"
    (data / "evidence").mkdir(parents=True)
    (data / "photos").mkdir()
    small = np.full((60, 80, 3), 128, np.uint8)
    cv2.imwrite(str(data / "evidence" / f"{NAME}.jpg"), small)
    noise = np.random.default_rng(1).integers(0, 255, (1200, 1600, 3), np.uint8)
    cv2.imwrite(str(data / "photos" / f"{BIG}.jpg"), noise)
    return data


@pytest.fixture
def film(shelf):
    """The id of a film of sixteen seconds on the table's shelf, noisy as few cameras are."""
    roll, random = FilmRoll(shelf / "evidence"), np.random.default_rng(2)
    begun = []
    for number in range(80):
        bgr = random.integers(96, 160, (120, 160, 3), np.uint8)
        begun.append(roll.take(Frame(number, 1 + number * 200_000_000, bgr)))
    roll.cut()
    return begun[0].film


@pytest.fixture
async def looked(hall, intake, table, tables, shelf, tmp_path, monkeypatch):
    """A hall whose table answers its orders; and how to pull its plug."""
    monkeypatch.setattr("table.hall.pictures.PATIENCE_S", 50.0)
    hall.now = lambda now=hall.now(): now  # a busy machine is not a table that went away
    hall.pictures = Pictures(tmp_path / "pictures")
    intake.shown = hall.pictures.take
    sender = table.sender(tables.DirectWay(intake, "A1"))

    async def carry_out(order):
        if order.kind == "picture":
            sender.show(Picture(order.facts["id"], picture_of(shelf, order.facts["id"])))
        elif order.kind == "clip":
            found = clip_of(shelf, order.facts["film"], order.facts["at_s"])
            sender.show(Picture(order.facts["id"], found))

    sender.carry_out = carry_out
    task = asyncio.create_task(sender.run())
    await tables.until(intake.posts, 30)

    async def away():
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task

    yield away
    await away()


def path(name):
    return f"/api/tables/A1/pictures/{name}"


async def test_a_picture_comes_from_its_table_and_is_kept(organiser, looked, shelf, hall):
    answer = await organiser.client.get(path(NAME))
    assert answer.headers["content-type"] == "image/jpeg"
    assert answer.content == (shelf / "evidence" / f"{NAME}.jpg").read_bytes()
    both = await asyncio.gather(*(organiser.client.get(path(BIG)) for _ in range(2)))
    assert [one.status_code for one in both] == [200, 200]
    made = cv2.imdecode(np.frombuffer(both[0].content, np.uint8), cv2.IMREAD_COLOR)
    assert len(both[0].content) <= PICTURE_BYTES
    assert made.shape[1] / made.shape[0] == pytest.approx(4 / 3, abs=0.01)
    await looked()
    hall.now = lambda now=hall.now(): now.replace(year=now.year + 1)
    assert (await organiser.client.get(path(NAME))).content == answer.content


async def test_a_clip_comes_from_its_table_small_enough_and_is_kept(
    organiser, looked, shelf, film, hall
):
    assert (shelf / "evidence" / f"{film}.mp4").stat().st_size > PICTURE_BYTES
    where = f"/api/tables/A1/clips/{film}?at_s=6.0"
    answer = await organiser.client.get(where)
    assert answer.headers["content-type"] == "video/mp4"
    assert 0 < len(answer.content) <= PICTURE_BYTES
    with av.open(io.BytesIO(answer.content)) as clip:
        assert next(clip.decode(video=0)).width == 160
    gone = await organiser.get(f"/api/tables/A1/clips/{NONE}?at_s=6.0", 404)
    assert "table A1 has it no more" in gone
    assert "expected an id of 32 hex digits" in await organiser.get(
        "/api/tables/A1/clips/hall.toml?at_s=1", 404
    )
    await organiser.get(f"/api/tables/A1/clips/{film}?at_s=nan", 422)
    await looked()
    hall.now = lambda now=hall.now(): now.replace(year=now.year + 1)
    assert (await organiser.client.get(where)).content == answer.content


async def test_where_there_is_no_picture_it_is_said(organiser, looked, hall):
    assert "table A1 has it no more" in await organiser.get(path(NONE), 404)
    assert "expected an id of 32 hex digits" in await organiser.get(path("hall.toml"), 404)
    await looked()
    hall.now = lambda now=hall.now(): now.replace(year=now.year + 1)
    assert "no contact; its pictures lie there" in await organiser.get(path(NAME), 503)
    answer = await organiser.client.get(path(NAME), headers=JA)
    assert "復帰すれば見られます" in answer.json()["detail"]


async def test_who_looks_later_is_not_left_alone_by_who_gave_up(tables, tmp_path):
    pictures, order, asked = Pictures(tmp_path / "pictures"), picture_order(NAME), []
    looking = [
        asyncio.create_task(pictures.fetch("A1", order, online=True, ask=lambda: asked.append(1)))
        for _ in range(2)
    ]
    await tables.until(lambda: len(asked) == 2)
    looking[0].cancel()
    await asyncio.wait(looking[:1])
    assert pictures.orders("A1") == (order,)
    await asyncio.to_thread(pictures.take, "A1", Picture(NAME, b"\xff\xd8\xff"))
    assert await looking[1] == (b"\xff\xd8\xff", "image/jpeg")
    assert pictures.orders("A1") == ()


async def test_what_nobody_asked_for_is_not_kept(table, tables, intake, tmp_path):
    pictures = Pictures(tmp_path / "pictures")
    intake.shown = pictures.take
    sent = table.report(pictures=(Picture(NAME, b"\xff\xd8\xff"),))
    tables.take(intake, "A1", sent)
    assert not (tmp_path / "pictures").exists()


def test_the_oldest_are_thrown_away(tmp_path):
    pictures = Pictures(tmp_path / "pictures", most_bytes=2500)
    for number in range(4):
        pictures._keep("A1", Picture(f"{number:032x}", b"\xff\xd8\xff" + bytes(1000)))
    left = sorted(one.name for one in (tmp_path / "pictures" / "A1").iterdir())
    assert len(left) == 2
    assert f"{3:032x}" in left


@pytest.mark.parametrize(
    "bad", [{}, [1], [[1, 2]], [["x", "AA=="]], [[NAME, "!"]], [[NAME, ""]] * 2]
)
def test_a_report_with_bad_pictures_is_none(table, bad):
    message = json.loads(table.report().encode())
    with pytest.raises(MessageError, match="picture"):
        read_report(json.dumps({**message, "pictures": bad}, separators=(",", ":")).encode())
    assert read_report(json.dumps(message).encode()).pictures == ()
