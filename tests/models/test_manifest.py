"""What is measured is written into the manifest: of the models that it was measured with, alone."""

import io
import sys
import tomllib

import pytest

from models import record, sureness
from models.sureness import with_reader

MANIFEST = """[detector]
file = "d.onnx"

[classifier]
file = "c.onnx"

[measured.autotable]
photos = 42
"""


def test_what_is_sure_stands_in_the_manifest_once_and_alone():
    once = with_reader(MANIFEST, {"sure_from": 0.91, "scenes": 3})
    again = with_reader(once, {"sure_from": 0.87, "scenes": 4})
    before, after = tomllib.loads(MANIFEST), tomllib.loads(again)
    assert after.pop("reader") == {"sure_from": 0.87, "scenes": 4}
    assert after == before
    assert again.index("[reader]") < again.index("[measured")


def test_only_what_was_measured_is_replaced_in_the_manifest():
    manifest = record.MANIFEST.read_text(encoding="utf-8")
    assert record.merged(manifest, {}) == manifest
    measured = {"tables_4k": {"photos": 3, "recall": 0.123456, "precision": None}, "robustness": {}}
    before, after = tomllib.loads(manifest), tomllib.loads(record.merged(manifest, measured))
    assert after["measured"].pop("tables_4k") == {"photos": 3, "recall": 0.1235}
    before["measured"].pop("tables_4k")
    assert after == before


def test_a_set_that_is_measured_first_is_added_to_the_manifest():
    added = record.merged(MANIFEST, {"clutter": {"photos": 60}})
    assert added == f"{MANIFEST}\n[measured.clutter]\nphotos = 60\n"


@pytest.mark.parametrize("told", ["", "[]", '{"autotable": 3}'])
def test_figures_that_are_none_leave_the_manifest(tmp_path, monkeypatch, capsys, told):
    (tmp_path / "manifest.toml").write_text(MANIFEST)
    monkeypatch.setattr(record, "MANIFEST", tmp_path / "manifest.toml")
    monkeypatch.setattr(sys, "stdin", io.StringIO(told))
    assert record.main() == 2
    assert "standard input: " in capsys.readouterr().err
    assert (tmp_path / "manifest.toml").read_text() == MANIFEST


@pytest.mark.parametrize(("part", "kept"), [(0.03, True), (0.9, False)])
def test_a_confidence_that_few_faces_reach_is_not_written(tmp_path, monkeypatch, part, kept):
    (tmp_path / "manifest.toml").write_text(MANIFEST)
    found = {"accepted_from": 0.97, "accepted_share": part}
    monkeypatch.setattr(sureness.Reader, "open", lambda *_: None)
    monkeypatch.setattr(sureness, "evaluated", lambda *_, **__: [])
    monkeypatch.setattr(sureness, "judged", lambda *_, **__: [])
    monkeypatch.setattr(sureness, "accepted", lambda _: found)
    monkeypatch.setattr(sys, "argv", ["sureness", "--models", str(tmp_path)])
    assert sureness.main() == (1 if kept else 0)
    assert ((tmp_path / "manifest.toml").read_text() == MANIFEST) == kept
