"""How a camera's pictures lie, when all tiles are swept away at once."""

import numpy as np
import pytest
from loading import load

from vision.tracks.still import Watching

TOY = load("tests/vision/toy_table.py")
STEP_NS = 100_000_000


def full_table(monkeypatch, apart=(33, 44), covered=1.3, felt=(22, 24, 20)):
    """A dark table full of tiles, and what watches it; the next frame's time.

    ``apart``: from one to the next, in mm; ``covered``: how many times its outline a tile is
    known to cover.
    """
    monkeypatch.setattr(TOY, "FELT", felt)
    monkeypatch.setattr(TOY, "RAIL", (12, 12, 14))
    places = [(x, y) for x in range(-330, 331, apart[0]) for y in range(-330, 331, apart[1])]
    toy = TOY.Toy({str(at): ("5m", *at, 90.0) for at in places})
    watching = Watching(toy.frame().bgr, TOY.SCALE * TOY.TILE[0])
    tiles = np.zeros(watching.value.shape[:2], np.bool_)
    for _, quad in toy.quads():
        middle = quad.mean(axis=0)
        rows, columns, inside = watching.mask_of(middle + covered * (quad - middle))
        tiles[rows, columns] |= inside
    watching.tiles_lie(tiles)
    now = STEP_NS
    for _ in range(35):  # until what tells the drift is renewed
        watching.look(toy.frame().bgr, now)
        now += STEP_NS
    return toy, watching, now


@pytest.mark.parametrize(
    ("emptied", "shift"), [(True, (0.0, 0.0)), (False, (24.0, -12.0))], ids=["emptied", "nudged"]
)
def test_a_dark_table_that_is_emptied_is_no_other_view(monkeypatch, emptied, shift):
    toy, watching, now = full_table(monkeypatch)
    if emptied:
        toy.tiles.clear()
    toy.shift = shift
    for _ in range(4):
        seen = watching.look(toy.frame().bgr, now)
        now += STEP_NS
        assert not seen.lost
        assert seen.drift.gain == pytest.approx(1.0, abs=0.05)
        assert watching.to_frame(seen.drift)[:2, 2] == pytest.approx(shift, abs=2.5)


def test_a_table_is_known_though_shadows_go_with_the_tiles(monkeypatch):
    """What is taken for bare beside the tiles has edges that go with them."""
    toy, watching, now = full_table(monkeypatch, apart=(66, 88), covered=0.7)
    toy.tiles.clear()
    for _ in range(40):
        seen = watching.look(toy.frame().bgr, now)
        now += STEP_NS
        assert not seen.lost
        assert seen.drift.gain == pytest.approx(1.0, abs=0.05)


def test_what_is_of_one_shade_is_no_plain_table(monkeypatch):
    """Even where nearly all of the table is plain."""
    for felt in ((22, 24, 20), TOY.FELT):
        toy, watching, now = full_table(monkeypatch, apart=(110, 132), felt=felt)
        for shade in ((0, 0, 0), (40, 40, 40), (90, 90, 90), TOY.SKIN, (250, 250, 250)):
            other = np.full(toy.frame().bgr.shape, shade, np.uint8)
            assert watching.look(other, now).lost
            now += STEP_NS


def test_another_view_is_lost(monkeypatch):
    toy, watching, now = full_table(monkeypatch)
    picture = np.ascontiguousarray(np.rot90(toy.frame().bgr))
    rows = np.random.default_rng(4).permutation(picture.shape[0] // 16)
    other = np.concatenate([picture[16 * row : 16 * row + 16] for row in rows])
    assert watching.look(other, now).lost
