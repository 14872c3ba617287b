"""The temperatures of the reader's confidence, and where they are kept."""

import tomllib

import numpy as np
import pytest

pytest.importorskip("cv2")

from models.confidence import error, fitted
from models.sureness import with_reader
from vision.honesty import AS_SEEN, NARROW, WIDE, Honesty
from vision.model_store import honesty

MANIFEST = '[detector]\nfile = "d"\n\n[reader]\nsure_from = 0.9\n\n[measured.x]\nphotos = 1\n'


def readings(narrow, wide, count=40_000):
    """What a reader says whose odds would have to be raised so, and whether it was right."""
    chance = np.random.default_rng(5)
    widths = np.exp(chance.uniform(np.log(NARROW), np.log(WIDE), count))
    said = chance.uniform(0.5, 0.99, count)
    odds = np.log(said / (1 - said)) / Honesty(narrow, wide).temperatures(widths)
    return said, widths, (chance.random(count) < 1 / (1 + np.exp(-odds))).astype(float)


def test_what_was_said_too_shyly_is_found_and_mended():
    seen = readings(0.9, 0.5)
    told = fitted(*seen)
    assert told.narrow == pytest.approx(0.9, abs=0.08)
    assert told.wide == pytest.approx(0.5, abs=0.05)
    assert error(*seen, told) < 0.01 < error(*seen, AS_SEEN)


def test_the_manifest_keeps_what_else_it_says_of_the_reader(tmp_path):
    facts = {"temperature_narrow": 0.8, "temperature_wide": 0.6}
    text = with_reader(MANIFEST, facts)
    assert tomllib.loads(text)["reader"] == {"sure_from": 0.9} | facts
    assert tomllib.loads(text)["measured"] == {"x": {"photos": 1}}
    (tmp_path / "manifest.toml").write_text(text, encoding="utf-8")
    assert honesty(tmp_path) == Honesty(0.8, 0.6)


@pytest.mark.parametrize(
    "table",
    [
        "",
        "[reader]\ntemperature_narrow = 0.8\n",
        "[reader]\ntemperature_narrow = 0\ntemperature_wide = 1\n",
    ],
)
def test_without_both_temperatures_it_is_told_as_it_is_seen(tmp_path, table):
    (tmp_path / "manifest.toml").write_text(table, encoding="utf-8")
    assert honesty(tmp_path) == AS_SEEN
