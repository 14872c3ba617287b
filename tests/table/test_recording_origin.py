"""A folder that has the record of one game is not taken for another's."""

import json
from dataclasses import replace

import numpy as np
import pytest

from table.bootstrap.recording import Recording
from table.bootstrap.table_eye import Places
from table.config import load_ruleset
from table.core.codec import parse_event
from table.errors import InvalidOptionError, UnreadableRecordError
from vision.capture.frames import Frame
from vision.capture.source import Source
from vision.observation import Observation

SEATS = (0, 1, 2, 3)
START = parse_event(
    {
        "type": "start_kyoku",
        "bakaze": "E",
        "kyoku": 2,
        "honba": 0,
        "kyotaku": 0,
        "oya": 1,
        "scores": [30000] * 4,
        "tehais": [["?"] * 13] * 4,
        "dora_marker": "?",
    }
)


def record(folder, *sources, rules="wrr2015", start=None, sides=SEATS, log=None, assumed=""):
    """See a table that is empty yet, once more; how often it was seen in all runs."""
    sources = [Source.parse(str(one)) for one in sources]
    recording = Recording(folder, load_ruleset(rules), start, sides, sources=sources, log=log)
    assert recording.assumed == assumed
    at = recording.seen_ns + 1_000_000_000
    frame = Frame(0, at, np.zeros((9, 16, 3), np.uint8))
    recording.see(Observation(at, 0, 26.0, ()), frame, Places())
    recording.finish(seconds=1.0, frames=1, ended="")
    recording.close()
    return len((folder / "observations.jsonl").read_text().splitlines())


@pytest.fixture
def film(tmp_path):
    path = tmp_path / "game.mp4"
    path.write_bytes(b"a game" * 9)
    return path


@pytest.fixture
def other(tmp_path):
    path = tmp_path / "other" / "game.mp4"
    path.parent.mkdir()
    path.write_bytes(b"a GAME" * 9)
    return path


@pytest.fixture
def kept(tmp_path, film):
    folder = tmp_path / "kept"
    assert record(folder, film) == 1
    return folder


def files(folder):
    return {one.name: one.read_bytes() for one in folder.iterdir() if one.is_file()}


def test_the_same_film_goes_on_wherever_it_lies_and_when_it_has_grown(kept, film, tmp_path):
    moved = film.rename(tmp_path / "moved.mp4")
    moved.write_bytes(moved.read_bytes() + b"and more of it")
    assert record(kept, moved) == 2


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"sources": ("OTHER",)}, "record of another source, game.mp4; expected that one or"),
        ({"sources": ("0",)}, "record of another source, game.mp4;"),
        ({"sources": ("FILM", "hand0=OTHER")}, "record of another source, game.mp4;"),
        ({"rules": "tenhou"}, "--rules tenhou: the record in .* is by wrr2015, expected that or"),
        ({"start": START}, "--start: the record in .* was begun with another or none"),
        ({"sides": (1, 2, 3, 0)}, "--start: "),
    ],
)
def test_what_would_change_the_record_is_refused_and_changes_nothing(
    kept, film, other, told, words
):
    before = files(kept)
    sources = [
        one.replace("FILM", str(film)).replace("OTHER", str(other))
        for one in told.pop("sources", ["FILM"])
    ]
    with pytest.raises(InvalidOptionError, match=words):
        record(kept, *sources, **told)
    assert files(kept) == before


def test_another_start_is_refused(tmp_path, film):
    folder = tmp_path / "joined"
    record(folder, film, start=START)
    assert record(folder, film, start=START) == 2
    with pytest.raises(InvalidOptionError, match="--start"):
        record(folder, film, start=replace(START, honba=1))


def test_a_camera_may_be_another_and_is_no_film(tmp_path, film):
    folder = tmp_path / "live"
    record(folder, "0")
    assert record(folder, "http://127.0.0.1/stream") == 2
    with pytest.raises(InvalidOptionError, match="record of another source, a camera"):
        record(folder, film)


def test_a_folder_of_pictures_may_grow(tmp_path):
    frames = tmp_path / "frames"
    frames.mkdir()
    (frames / "9.jpg").write_bytes(b"the first")
    record(tmp_path / "kept", frames)
    (frames / "10.jpg").write_bytes(b"the second")
    assert record(tmp_path / "kept", frames) == 2
    (frames / "9.jpg").write_bytes(b"of another game")
    with pytest.raises(InvalidOptionError, match="another source, frames;"):
        record(tmp_path / "kept", frames)


def test_a_record_that_does_not_tell_its_origin_goes_on_and_what_is_assumed_is_said(kept, film):
    (kept / "origin.json").unlink()
    words = f"{kept}: its record does not tell what it was begun from; assumed: the same source"
    assert record(kept, film, assumed=f"{words}, log, rules and start") == 2


@pytest.fixture
def logs(tmp_path):
    """Two logs of an automatic table."""
    paths = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    for number, path in enumerate(paths):
        path.write_text(f'{{"t_ms": {number}}}\n')
    return paths


def test_the_log_of_an_automatic_table_is_part_of_what_a_record_is_of(tmp_path, film, logs):
    folder, (log, other) = tmp_path / "heard", logs
    record(folder, film, log=log)
    log.write_text(log.read_text() + '{"t_ms": 9}\n')
    assert record(folder, film, log=log) == 2
    before = files(folder)
    for another in (other, None):
        with pytest.raises(InvalidOptionError, match=r"--bridge: .* with the log one\.jsonl, "):
            record(folder, film, log=another)
    assert files(folder) == before


def test_a_record_that_was_begun_without_a_log_takes_none(kept, film, logs):
    with pytest.raises(InvalidOptionError, match=r"--bridge: .* begun with no log, expected the"):
        record(kept, film, log=logs[0])


def test_of_a_record_that_does_not_tell_its_log_it_is_assumed_and_said(kept, film, logs):
    told = json.loads((kept / "origin.json").read_text())
    del told["log"]
    (kept / "origin.json").write_text(json.dumps(told))
    assert record(kept, film) == 2
    words = f"{kept}: its record does not tell its log; assumed: one.jsonl"
    assert record(kept, film, log=logs[0], assumed=words) == 3


def test_a_folder_in_which_nothing_was_seen_yet_takes_another_film(tmp_path, film, other):
    folder = tmp_path / "empty"
    blind = Recording(
        folder, load_ruleset("tenhou"), None, SEATS, sources=[Source.parse(str(film))]
    )
    blind.close()
    assert record(folder, other) == 1
    assert json.loads((folder / "origin.json").read_text())["rules"] == "wrr2015"
    with pytest.raises(InvalidOptionError):
        record(folder, film)


@pytest.mark.parametrize("told", ["", "[]", "{}", '{"films": 3}'])
def test_an_origin_that_cannot_be_read_is_named(kept, film, told):
    (kept / "origin.json").write_text(told)
    with pytest.raises(UnreadableRecordError, match=r"origin\.json: .*expected what the record"):
        record(kept, film)
