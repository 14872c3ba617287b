"""What is measured is written into the manifest: of the models that it was measured with, alone."""

import io
import json
import sys
import tomllib

import pytest

from models import evaluate, record, sureness
from models.sureness import with_reader

MANIFEST = """[detector]
file = "d.onnx"
sha256 = "d1"

[classifier]
file = "c.onnx"
sha256 = "c1"

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


MEASURED = {"models": {"detector": "d1", "classifier": "c1"}, "clutter": {"photos": 60}}


def recorded(tmp_path, monkeypatch, told):
    """What the manifest says after figures came in."""
    (tmp_path / "manifest.toml").write_text(MANIFEST)
    monkeypatch.setattr(record, "MANIFEST", tmp_path / "manifest.toml")
    monkeypatch.setattr(sys, "stdin", io.StringIO(told))
    status = record.main()
    return status, (tmp_path / "manifest.toml").read_text()


def test_figures_of_these_models_are_written_and_those_of_others_are_not(
    tmp_path, monkeypatch, capsys
):
    written = f"{MANIFEST}\n[measured.clutter]\nphotos = 60\n"
    assert recorded(tmp_path, monkeypatch, json.dumps(MEASURED)) == (0, written)
    other = MEASURED | {"models": {"detector": "d1", "classifier": "c2"}}
    assert recorded(tmp_path, monkeypatch, json.dumps(other)) == (2, MANIFEST)
    assert "a classifier of sha256 c2…, not c1…" in capsys.readouterr().err


def test_an_evaluation_says_which_models_it_measured(tmp_path, monkeypatch, capsys):
    argv = ["evaluate", "--sets", "screens", "--curves", "0", "--json", "--kept", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", argv)
    monkeypatch.setattr(evaluate, "evaluated", lambda *_, **__: [])
    monkeypatch.setattr(evaluate, "figures_of", lambda *_: {})
    assert evaluate.main() == 0
    told = json.loads(capsys.readouterr().out)
    record.check_models(record.MANIFEST.read_text(encoding="utf-8"), told)
    assert record.merged(MANIFEST, told).count("[measured.") == 2


@pytest.mark.parametrize(
    "told", ["", "[]", '{"autotable": 3}', json.dumps({"models": MEASURED["models"], "clutter": 3})]
)
def test_figures_that_are_none_leave_the_manifest(tmp_path, monkeypatch, capsys, told):
    assert recorded(tmp_path, monkeypatch, told) == (2, MANIFEST)
    assert "standard input: " in capsys.readouterr().err


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
