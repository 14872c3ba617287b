"""Uneven light on face crops: how many lie in it, what it leaves, and whom it lends no colour."""

import pytest

torch = pytest.importorskip("torch", reason="NO TORCH: pip install --group train")

from models.lamps import GLARED_SHARE, LIT_SHARE, MOST_SHINE, fields, glared, lit  # noqa: E402
from vision.nets.crops import SIDE  # noqa: E402

COUNT = 80


def noise(seed=1):
    return torch.Generator().manual_seed(seed)


def hues(crops):
    """How far apart the colours of each crop's pixels are (n)."""
    return (crops.amax(dim=1) - crops.amin(dim=1)).flatten(1).amax(dim=1)


def test_light_is_between_none_and_all_and_another_one_each_time():
    light = fields(COUNT, SIDE, noise())
    assert light.shape == (COUNT, 3, SIDE, SIDE)
    assert light.min() >= 0
    assert light.max() <= 1
    assert len({one.numpy().tobytes() for one in light}) == COUNT
    assert 0.2 * COUNT < (hues(light) > 0.1).sum() < 0.8 * COUNT


def test_a_share_of_the_crops_is_lit_and_half_of_it_in_shade():
    crops = torch.full((COUNT, 3, SIDE, SIDE), 40.0)
    gain = (lit(crops.clone(), torch.zeros(COUNT).bool(), noise()) - crops).flatten(1).mean(dim=1)
    assert (gain != 0).sum() == int(COUNT * LIT_SHARE)
    assert (gain < 0).sum() >= int(COUNT * LIT_SHARE) // 2
    assert gain.max() > 10


def test_a_reflection_leaves_what_is_seen_beneath_it():
    crops = torch.full((COUNT, 3, SIDE, SIDE), 200.0)
    crops[..., 20:40] = 30.0
    seen = lit(crops.clone(), torch.zeros(COUNT).bool(), noise(2))
    told = seen[..., 42:60].mean(dim=(1, 2, 3)) - seen[..., 22:38].mean(dim=(1, 2, 3))
    assert told.median() > 100
    assert seen.min() >= 0
    assert seen.max() <= 255
    assert MOST_SHINE < 1


def test_light_has_colours_but_where_colour_tells_what_it_is():
    crops = torch.full((COUNT, 3, SIDE, SIDE), 120.0)
    plain = torch.arange(COUNT) < COUNT // 2
    strange = hues(lit(crops.clone(), plain, noise(3))) > 1
    assert not strange[plain].any()
    assert strange[~plain].sum() > 0.15 * COUNT * LIT_SHARE


def test_glare_burns_a_spot_of_some_crops_and_leaves_the_rest_of_them():
    crops = torch.full((COUNT, 3, SIDE, SIDE), 120.0)
    crops[..., ::4] = 30.0
    seen = glared(crops.clone(), noise(2))
    gain = (seen - crops).amin(dim=1).flatten(1)
    assert (gain > -1e-3).all()
    assert (gain.amax(dim=1) > 1).sum() <= int(COUNT * GLARED_SHARE)
    white = (seen > 254).all(dim=1).flatten(1).float().mean(dim=1)
    assert white.max() > 0.1
    assert ((seen > 254).flatten(1).any(dim=1) & (gain < 20).any(dim=1)).any()
