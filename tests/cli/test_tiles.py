"""`jantaku tiles`: a set is kept only when it is confirmed or nothing is doubtful."""

import io
import json
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from loading import load
from meanwhile import written_before

from table import files
from vision.labels import KINDS
from vision.reader import Reader

toy_set = load("tests/vision/toy_set.py")


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    """A reader of toy pictures in the place of the released one."""
    monkeypatch.setattr(Reader, "open", lambda *_, **__: toy_set.ToyReader())


@pytest.fixture
def photo(tmp_path):
    """Writes a photo of the tiles asked for."""

    def write(labels, name="set.png"):
        path = tmp_path / name
        cv2.imwrite(str(path), np.ascontiguousarray(toy_set.picture(labels)[..., ::-1]))
        return path

    return write


@pytest.fixture
def answer(monkeypatch):
    """What a person types."""
    return lambda text: monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def listed(jantaku, data):
    code, out, _ = jantaku("tiles", "list", "--json", "--data", data)
    assert code == 0
    return json.loads(out)


def test_a_set_without_a_doubt_is_kept_unasked(jantaku, photo, tmp_path):
    code, out, err = jantaku("tiles", "enrol", "home", photo(KINDS), "--yes", "--data", tmp_path)
    assert (code, err) == (0, "reading 1 photo ...\n")
    assert out.splitlines()[1].split() == ["1.1", *KINDS[:9]]
    assert out.splitlines()[-1] == "home: 34 kinds, no red fives, from 1 photo"
    assert listed(jantaku, tmp_path) == [{"name": "home", "kinds": 34, "reds": 0, "faces": 34}]


def test_a_doubtful_one_is_not_and_each_doubt_is_named(jantaku, photo, tmp_path):
    labels = [*KINDS[:-1], "other"]
    code, out, err = jantaku("tiles", "enrol", "home", photo(labels), "--yes", "--data", tmp_path)
    assert code == 1
    assert "7z!" in out
    (said,) = err.splitlines()[1:]
    assert said.startswith("jantaku: home: 1.4.7: named 7z because that is missing, ")
    assert said.endswith("but looks like no tile of a riichi set")
    assert listed(jantaku, tmp_path) == []


def test_a_person_mends_and_confirms(jantaku, photo, tmp_path, answer):
    answer("1.4.8=?\n\n")
    code, out, _ = jantaku("tiles", "enrol", "home", photo([*KINDS, "other"]), "--data", tmp_path)
    assert code == 0
    assert "! 1.4.8: is no tile of a riichi set; left out" in out
    assert listed(jantaku, tmp_path)[0]["faces"] == 34


@pytest.mark.parametrize("typed", ["q\n", "no\n", ""])
def test_what_is_not_confirmed_is_not_kept(jantaku, photo, tmp_path, answer, typed):
    answer(typed)
    code, _, err = jantaku("tiles", "enrol", "home", photo(KINDS), "--data", tmp_path)
    assert code == 1
    assert err.endswith("jantaku: not confirmed; nothing was kept\n")
    assert listed(jantaku, tmp_path) == []


def test_an_answer_that_cannot_be_is_asked_again(jantaku, photo, tmp_path, answer):
    answer("1.1.1\n1.9.9=1m\n1.1.1=44m\n\n")
    code, _, err = jantaku("tiles", "enrol", "home", photo(KINDS), "--data", tmp_path)
    assert code == 0
    assert "'1.1.1': expected a place and a tile" in err
    assert "1.9.9: no face is there" in err
    assert "1.1.1=44m: is no tile" in err


def test_a_set_with_a_missing_kind_cannot_be_confirmed(jantaku, photo, tmp_path, answer):
    answer("\n\n")
    code, out, err = jantaku("tiles", "enrol", "home", photo(KINDS[:20]), "--data", tmp_path)
    assert code == 1
    assert "no such face; expected all 34 kinds" in out
    assert err.count("expected all 34 kinds") == 2


def test_a_set_is_replaced_only_when_asked(jantaku, photo, tmp_path):
    enrol = ("tiles", "enrol", "home", photo(KINDS), "--yes", "--data", tmp_path)
    assert jantaku(*enrol)[0] == 0
    code, _, err = jantaku(*enrol)
    assert code == 2
    assert err == "jantaku: a tile set 'home' is there; expected another name, or --replace\n"
    assert jantaku(*enrol, "--replace")[0] == 0
    assert [path.name for path in (tmp_path / "tile_sets").iterdir()] == ["home.npz"]


def test_a_set_that_another_kept_meanwhile_is_not_replaced(jantaku, photo, tmp_path, monkeypatch):
    path = tmp_path / "tile_sets" / "home.npz"

    class Slow(io.StringIO):
        def readline(self):
            path.parent.mkdir()
            path.write_bytes(b"another's")
            return "\n"

    monkeypatch.setattr(sys, "stdin", Slow())
    code, _, err = jantaku("tiles", "enrol", "home", photo(KINDS), "--data", tmp_path)
    assert code == 2
    assert err.endswith("a tile set 'home' is there; expected another name, or --replace\n")
    assert path.read_bytes() == b"another's"


def test_of_two_that_keep_a_set_at_once_the_second_is_told(jantaku, photo, tmp_path, monkeypatch):
    path = tmp_path / "tile_sets" / "home.npz"
    monkeypatch.setattr(files, "alone_in", written_before(files.alone_in, path, b"another's"))
    code, _, err = jantaku("tiles", "enrol", "home", photo(KINDS), "--yes", "--data", tmp_path)
    assert code == 2
    assert err.endswith("a tile set 'home' is there; expected another name, or --replace\n")
    assert path.read_bytes() == b"another's"


def test_bad_names_and_photos_are_one_line(jantaku, photo, tmp_path):
    for name, image, said in [
        ("../home", photo(KINDS), "is no name for a tile set"),
        ("home", tmp_path / "none.png", "No such file"),
        ("home", Path(__file__), "expected"),
    ]:
        code, _, err = jantaku("tiles", "enrol", name, image, "--yes", "--data", tmp_path)
        assert code == 2
        assert err.count("\n") == 1
        assert said in err


def test_no_sets_and_a_damaged_one_are_said(jantaku, tmp_path):
    code, out, _ = jantaku("tiles", "list", "--data", tmp_path)
    assert (code, out) == (0, f"no tile set is enrolled in {tmp_path / 'tile_sets'}\n")
    (tmp_path / "tile_sets").mkdir()
    (tmp_path / "tile_sets" / "home.npz").write_bytes(b"tiles")
    code, out, err = jantaku("tiles", "list", "--data", tmp_path)
    assert (code, out) == (2, "")
    assert "home.npz is damaged; expected" in err


def test_reading_with_a_set_that_is_not_there_is_one_line(jantaku, photo, tmp_path):
    code, _, err = jantaku("read", photo(KINDS), "--set", "away", "--data", tmp_path)
    assert code == 2
    assert err.startswith("jantaku: no tile set 'away'")
    assert err.count("\n") == 1
