"""A club's tile set over the API: proposed from photos, mended, kept, and read with."""

import asyncio
import gc
import weakref
from types import SimpleNamespace

import numpy as np
import pytest
from loading import load
from meanwhile import written_before

from table.bootstrap import enrolling, looking, tile_sets
from table.bootstrap.settings import Settings
from table.bootstrap.tile_sets import set_of
from vision.club.tile_set import file_of
from vision.enrol.enrolment import propose
from vision.errors import UnknownTileSetError
from vision.labels import KINDS, REDS


@pytest.fixture(scope="module")
def toys():
    return load("tests/vision/toy_set.py")


@pytest.fixture
def learner(table, toys, monkeypatch):
    """The table's learner with a toy reader, in this process."""
    monkeypatch.setattr(enrolling.Reader, "open", lambda *_: toys.ToyReader(None))
    monkeypatch.setattr(
        enrolling, "find_model", lambda *_: SimpleNamespace(facts={"sha256": "0" * 64})
    )
    enrolling._read.cache_clear()
    sets = table.services.tile_sets

    async def run(function, *args):
        return getattr(enrolling, function)(*args)

    monkeypatch.setattr(sets._worker, "run", run)
    return sets


async def given(client, toys, monkeypatch, labels):
    """A photo of these tiles, given to the table; its id."""
    monkeypatch.setattr(enrolling, "read_image", lambda _: toys.picture(labels))
    photo = await client.http.post(
        "/api/photos", files={"file": ("set.jpg", b"\xff\xd8 a picture")}
    )
    return photo.json()["id"]


async def test_a_set_is_kept_and_read_with(
    client, table, toys, learner, eyes, tmp_path, monkeypatch
):
    data = tmp_path / "data"
    labels = [str(one) for one in np.random.default_rng(3).permutation(KINDS)]
    photo = await given(client, toys, monkeypatch, labels)
    body = {"photos": [photo]}
    shown = (await client.post("/api/tile-sets/propose", body)).json()
    assert [face["tile"] for face in shown["faces"]] == labels
    assert (shown["doubts"], shown["missing"]) == ([], [])

    place = shown["faces"][0]["place"]
    body["mends"] = {place: "?"}
    shown = (await client.post("/api/tile-sets/propose", body)).json()
    assert shown["missing"] == [labels[0]]
    refused = await client.post("/api/tile-sets", {**body, "name": "home"})
    assert refused.status_code == 422
    assert "expected all 34 kinds" in refused.json()["detail"]
    assert (await client.get("/api/tile-sets")).json() == {"sets": [], "chosen": ""}

    whole = {"photos": [photo], "name": "home"}
    kept = (await client.post("/api/tile-sets", whole)).json()
    assert kept == {"sets": [{"name": "home", "kinds": 34, "reds": 0}], "chosen": "home"}
    assert eyes.club == (data, "home")
    assert table.services.watcher._club == (data, "home")
    assert set_of(Settings(), data) == (data, "home")
    again = await client.post("/api/tile-sets", whole)
    assert "expected another name" in again.json()["detail"]
    assert (await client.post("/api/tile-sets", {**whole, "replace": True})).status_code == 200


async def test_of_two_that_learn_a_set_of_one_name_at_once_one_is_told(
    client, toys, learner, tmp_path, monkeypatch
):
    photo = await given(client, toys, monkeypatch, KINDS)
    learn, both = learner._worker.run, asyncio.Barrier(2)

    async def side_by_side(*args):
        await both.wait()
        return await learn(*args)

    monkeypatch.setattr(learner._worker, "run", side_by_side)
    body = {"photos": [photo], "name": "home"}
    answers = await asyncio.gather(*(client.post("/api/tile-sets", body) for _ in range(2)))
    assert sorted(answer.status_code for answer in answers) == [200, 422]
    refused = max(answers, key=lambda answer: answer.status_code)
    assert "expected another name" in refused.json()["detail"]


async def test_a_set_that_the_command_kept_meanwhile_is_not_replaced(
    client, toys, learner, tmp_path, monkeypatch
):
    photo = await given(client, toys, monkeypatch, KINDS)
    path = file_of(tmp_path / "data", "home")
    alone = written_before(tile_sets.alone_in, path, b"another's")
    monkeypatch.setattr(tile_sets, "alone_in", alone)
    refused = await client.post("/api/tile-sets", {"photos": [photo], "name": "home"})
    assert refused.status_code == 422
    assert "expected another name" in refused.json()["detail"]
    assert path.read_bytes() == b"another's"
    assert learner.chosen == ""


def test_a_set_that_was_replaced_under_its_name_is_read_with(toys, tmp_path, monkeypatch):
    opened = []

    def reader(_models, club):
        opened.append(club)
        return club

    monkeypatch.setattr(looking.Reader, "open", reader)
    path = file_of(tmp_path, "home")
    path.parent.mkdir()
    for labels, kinds in ((KINDS, 34), ([*KINDS, *REDS], 37)):
        made = propose(toys.ToyReader(), [toys.picture(labels)], "0" * 64).club("home")
        path.write_bytes(made.to_bytes())
        for _ in range(2):
            assert len(looking.reader(None, (tmp_path, "home")).classes) == kinds
    assert len(opened) == 2
    path.unlink()
    with pytest.raises(UnknownTileSetError, match="no tile set 'home'"):
        looking.reader(None, (tmp_path, "home"))


def test_a_set_that_is_no_longer_read_with_is_let_go(tmp_path, monkeypatch):
    monkeypatch.setattr(looking.Reader, "open", lambda _models, club: set(club))
    monkeypatch.setattr(looking, "load", lambda _folder, name: name)
    (tmp_path / "tile_sets").mkdir()
    kept = []
    for name in ("home", "away"):
        file_of(tmp_path, name).write_bytes(name.encode())
        kept.append(weakref.ref(looking.reader(None, (tmp_path, name))))
    gc.collect()
    assert [one() is None for one in kept] == [True, False]


@pytest.mark.parametrize(
    "body",
    [
        {"photos": ["../../journal.db"]},
        {"photos": []},
        {"photos": ["a" * 32], "mends": {"1.1": "5m"}},
        {"photos": ["a" * 32], "mends": {"1.1.1": "5x"}},
    ],
)
async def test_what_is_no_enrolment_is_refused(client, body):
    assert (await client.post("/api/tile-sets/propose", body)).status_code == 422
    assert (await client.post("/api/tile-sets/propose", {"photos": ["a" * 32]})).status_code == 404
    named = {"photos": ["a" * 32], "name": "../home"}
    assert (await client.post("/api/tile-sets", named)).status_code == 422
