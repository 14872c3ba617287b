"""By what the odds of what the reader says are raised, and where that is kept."""

import tomllib

import numpy as np
import pytest

pytest.importorskip("cv2")

from models.confidence import error, fitted, said
from models.keeping import Kept
from models.measure import Label
from models.sureness import with_reader
from vision.honesty import AS_SEEN, NARROW, WIDE, Honesty
from vision.model_store import honesty
from vision.reading import ReadTile

MANIFEST = '[detector]\nfile = "d"\n\n[reader]\nsure_from = 0.9\n\n[measured.x]\nphotos = 1\n'


def readings(narrow, wide, count=40_000):
    """What a reader says whose odds would have to be raised so, and whether it was right."""
    chance = np.random.default_rng(5)
    widths = np.exp(chance.uniform(np.log(NARROW), np.log(WIDE), count))
    said = chance.uniform(0.5, 0.99, count)
    odds = np.log(said / (1 - said)) + Honesty(narrow, wide).raised(widths)
    return said, widths, (chance.random(count) < 1 / (1 + np.exp(-odds))).astype(float)


def test_what_was_said_too_shyly_is_found_and_mended():
    seen = readings(0.3, 1.5)
    told = fitted(*seen)
    assert told.narrow == pytest.approx(0.3, abs=0.15)
    assert told.wide == pytest.approx(1.5, abs=0.15)
    assert error(*seen, told) < 0.01 < error(*seen, AS_SEEN)


def test_the_manifest_keeps_what_else_it_says_of_the_reader(tmp_path):
    facts = {"nats_narrow": 0.2, "nats_wide": 1.6}
    text = with_reader(MANIFEST, facts)
    assert tomllib.loads(text)["reader"] == {"sure_from": 0.9} | facts
    assert tomllib.loads(text)["measured"] == {"x": {"photos": 1}}
    (tmp_path / "manifest.toml").write_text(text, encoding="utf-8")
    assert honesty(tmp_path) == Honesty(0.2, 1.6)


@pytest.mark.parametrize(
    "table",
    ["", "[reader]\nnats_narrow = 0.2\n", "[reader]\nnats_narrow = 0.2\nnats_wide = 'much'\n"],
)
def test_without_both_numbers_it_is_told_as_it_is_seen(tmp_path, table):
    (tmp_path / "manifest.toml").write_text(table, encoding="utf-8")
    assert honesty(tmp_path) == AS_SEEN


def test_a_picture_that_is_doubted_as_a_whole_has_no_say():
    def photo(confidence):
        corners = ((0, 0), (30, 0), (30, 40), (0, 40))
        labels = [Label("1m", (0, 0, 30, 40))]
        tiles = [ReadTile("1m", corners, confidence, ())]
        return Kept("held_back", 0, "x", 0.1, tiles, labels, labels, [])

    confidence, widths, right = said([photo(0.6), photo(0.95)])
    assert (confidence.tolist(), widths.tolist(), right.tolist()) == ([0.95], [30], [1])
