"""Light that wanders is no change; a tile that is laid in it, or taken, is one."""

import numpy as np
import pytest

from vision.tracks.light import merely_lit
from vision.tracks.still import CELL, Watching

HEIGHT, WIDTH = 240, 320
STEP_NS = 100_000_000
FRAMES = 60
TILE = (slice(100, 111), slice(200, 208))
FACE = np.indices((11, 8)).sum(axis=0)[..., None] % 4 < 2
BAR = np.full((HEIGHT, WIDTH), 9.0, np.float32)


def cloth(seed=5):
    grain = np.random.default_rng(seed).normal(0, 6, (HEIGHT, WIDTH, 1))
    return np.clip(np.array([90.0, 120.0, 60.0]) + grain, 0, 255)


def with_tile(picture, face=FACE):
    laid = picture.copy()
    laid[TILE] = np.where(face, 60.0, 200.0)
    return laid


def full_table():
    laid = cloth()
    for row in range(20, 220, 20):
        for column in range(20, 300, 20):
            laid[row : row + 11, column : column + 8] = np.where(FACE, 60.0, 200.0)
    return laid


def lit(picture, share):
    """The picture while a lamp goes out on its left side and another is lit on its right."""
    away = np.linspace(-1, 1, WIDTH)[None, :, None]
    return np.clip(picture * (1 + 0.3 * away * share), 0, 255).astype(np.float32)


def changed(laid_at=None):
    """Cells [frame] that count as changed while the light wanders."""
    picture = cloth()
    watching = Watching(lit(picture, 0.0).astype(np.uint8), 8.0)
    cells = []
    for at in range(1, FRAMES):
        if at == laid_at:
            picture = with_tile(picture)
        seen = watching.look(lit(picture, at / FRAMES).astype(np.uint8), at * STEP_NS)
        cells.append(seen.changed & ~watching.merely_lit(seen.changed))
        watching.mark_read(seen.changed)
    return np.array(cells)


def test_contrast_stays_what_it_is_however_long_the_light_wanders():
    rng = np.random.default_rng(7)
    picture = full_table()
    watching = Watching(picture.astype(np.uint8), 8.0)
    for at in range(1, 300):
        light = lit(picture, 0.7 * np.sin(at / 15)) + rng.normal(0, 2, (HEIGHT, WIDTH, 1))
        frame = np.clip(light, 0, 255).astype(np.uint8)
        seen = watching.look(frame, at * STEP_NS)
        watching.mark_read(seen.changed)
    assert watching.value.std() / frame.std() == pytest.approx(1, abs=0.12)
    assert seen.drift.gain == pytest.approx(1, abs=0.12)


def test_what_is_kept_is_lit_as_the_pictures_are():
    picture = cloth()
    watching = Watching(picture.astype(np.uint8), 8.0)
    for at in range(1, 45):
        darker = (picture * max(0.6, 1 - at / 60)).astype(np.uint8)
        seen = watching.look(darker, at * STEP_NS)
        assert seen.drift.trust > 0.9
        assert not seen.changed.any()
    assert watching.value.mean() == pytest.approx(darker.mean(), rel=0.1)


def test_the_light_is_told_by_all_of_the_picture_when_tiles_go():
    picture, laid = cloth(), full_table()
    watching = Watching(laid.astype(np.uint8), 8.0)
    for at in range(1, 5):
        seen = watching.look((0.9 * laid).astype(np.uint8), at * STEP_NS)
    for at in range(5, 9):
        seen = watching.look((0.9 * picture).astype(np.uint8), at * STEP_NS)
    assert seen.drift.gain == pytest.approx(0.9, abs=0.1)


def unlike(value, known):
    return (np.abs(value - known) > BAR[..., None]).any(axis=2)


def left(before, after):
    """What [h,w] is left of a change when light that wandered is taken away."""
    asked = unlike(after, before)
    assert asked.any()
    return asked & ~merely_lit(asked, after, before, BAR)


def test_wandering_light_leaves_nothing_to_be_read():
    assert changed().sum() == 0


def test_a_tile_is_seen_in_wandering_light():
    rows, columns = np.nonzero(changed(laid_at=40)[38:].any(axis=0))
    assert rows.size > 0
    assert rows.min() >= TILE[0].start // CELL - 1
    assert rows.max() <= TILE[0].stop // CELL + 1
    assert columns.min() >= TILE[1].start // CELL - 1
    assert columns.max() <= TILE[1].stop // CELL + 1


def test_a_brighter_table_with_its_tiles_is_merely_lit():
    picture = with_tile(cloth())
    assert not left(lit(picture, 0.0), lit(picture, 1.0)).any()


@pytest.mark.parametrize("other", [~FACE, np.ones_like(FACE), None], ids=["face", "dark", "gone"])
def test_another_tile_in_another_light_is_a_change(other):
    picture = cloth()
    after = picture if other is None else with_tile(picture, other)
    found = left(lit(with_tile(picture), 0.0), lit(after, 0.6))
    assert found[TILE].mean() > 0.3


def test_what_was_not_bare_is_not_asked_whether_it_is_lit():
    before, after = lit(cloth(), 0.0), lit(cloth(), 1.0)
    asked = unlike(after, before)
    nowhere = np.zeros_like(asked)
    assert not merely_lit(asked, after, before, BAR, nowhere).any()


def test_a_coloured_light_on_wood_that_burns_out_is_no_change():
    grain = np.random.default_rng(3).normal(0, 12, (HEIGHT, 1, 1))
    wood = np.clip(np.array([140.0, 205.0, 235.0]) + grain, 0, 255).repeat(WIDTH, axis=1)
    lamp = np.exp(-((np.indices((HEIGHT, WIDTH))[1] - 160) ** 2) / 3000.0)[..., None]
    after = np.clip(wood * (1 + lamp * np.array([0.16, 0.10, 0.08])), 0, 255)
    before = np.clip(wood, 0, 255).astype(np.float32)
    unlike = np.abs(after - before).max(axis=2) > BAR
    assert unlike.any()
    found = merely_lit(unlike, after.astype(np.float32), before, BAR, far=1.5)
    assert (found == unlike).all()
    laid = with_tile(after).astype(np.float32)
    unlike = np.abs(laid - before).max(axis=2) > BAR
    found = merely_lit(unlike, laid, before, BAR, far=1.5)
    assert not found[TILE].any()
