"""Files that commands write: no input is lost, and a name that is none is named."""

import pytest

from table.journal.store import Journal


@pytest.fixture
def game(jantaku, tmp_path):
    path = tmp_path / "game.mjai.jsonl"
    assert jantaku("simulate", "--seed", 5, "--out", path)[0] == 0
    return path


def refused(jantaku, *args):
    code, out, err = jantaku(*args)
    assert (code, out, err.count("\n")) == (2, "", 1)
    return err


@pytest.mark.parametrize("name", [".", "", "/", "-", "FOLDER"])
@pytest.mark.parametrize(
    "args",
    [
        ("convert", "GAME", "--to", "csv", "--out"),
        ("simulate", "--out"),
        ("render", "GAME", "--out"),
        ("render", "GAME", "--out", "film.mp4", "--truth"),
        ("journal", "export", "journal.db", "--out"),
        ("markers", "--out"),
        ("hall", "backup"),
        ("hall", "export", "A1", "--out"),
        ("bridge", "watch", "keypad:-", "--journal"),
        ("bridge", "simulate", "--link"),
    ],
)
def test_what_is_no_files_name_is_refused(jantaku, tmp_path, args, name):
    name = name.replace("FOLDER", str(tmp_path))
    assert f"{name!r}: expected the name of a file" in refused(jantaku, *args, name)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--out", "GAME"), "it is the record itself"),
        (("--out", "LINK"), "it is the record itself"),
        (("--out", "film.mp4", "--truth", "GAME"), "it is the record itself"),
        (("--out", "film.mp4", "--truth", "film.mp4"), "it is --out too"),
        (("--out", "hand0.mp4", "--hands", "."), "hand0.mp4: it is --out too"),
    ],
)
def test_a_film_is_not_written_over_its_game_or_its_truth(jantaku, game, monkeypatch, options, why):
    monkeypatch.chdir(game.parent)
    link = game.with_name("link")
    link.symlink_to(game)
    before = game.read_bytes()
    options = [one.replace("GAME", str(game)).replace("LINK", str(link)) for one in options]
    assert why in refused(jantaku, "render", game, *options)
    assert game.read_bytes() == before
    assert sorted(one.name for one in game.parent.iterdir()) == [game.name, "link"]


def test_the_standard_output_has_another_name(jantaku, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "/dev/stdout is the standard output" in refused(jantaku, "simulate", "--out", "-")
    assert not list(tmp_path.iterdir())


def test_a_journal_is_not_exported_over_itself(jantaku, tmp_path):
    path = tmp_path / "journal.db"
    Journal.open(path).close()
    before = path.read_bytes()
    assert "it is the record itself" in refused(jantaku, "journal", "export", path, "--out", path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--heads", "KEY"), "it is --key too"),
        (("--key", "KEY", "--heads", "KEY"), "it is --key too"),
        (("--heads", "JOURNAL"), "it is the record itself"),
    ],
)
def test_a_signature_is_written_over_neither_its_key_nor_its_journal(
    jantaku, tmp_path, options, why
):
    path, key = tmp_path / "journal.db", tmp_path / "signing.key"
    Journal.open(path).close()
    key.write_text("a key")
    options = [{"KEY": key, "JOURNAL": path}.get(one, one) for one in options]
    before = path.read_bytes()
    assert why in refused(jantaku, "journal", "sign", path, *options)
    assert (path.read_bytes(), key.read_text()) == (before, "a key")


def test_a_sidecar_is_not_written_over_the_record(jantaku, game):
    record = game.rename(game.with_name("game.evidence.json"))
    out = game.with_name("game.json")
    said = refused(jantaku, "convert", record, "--to", "tenhou6", "--out", out)
    assert "it is the record itself" in said


def test_a_folder_that_is_not_there_is_named_by_the_file(jantaku, tmp_path):
    path = tmp_path / "none" / "game.jsonl"
    assert f"{path}: No such file" in refused(jantaku, "simulate", "--out", path)


@pytest.mark.parametrize("quality", ["-1", "52", "x"])
def test_a_films_quality_has_bounds(jantaku, quality):
    said = refused(jantaku, "render", "game", "--out", "film.mp4", "--quality", quality)
    assert f"--quality: '{quality}': expected 0 to 51" in said
