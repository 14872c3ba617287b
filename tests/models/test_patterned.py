"""Light in patterns: shade between none and what a pattern takes at most, over the whole window."""

import numpy as np
import pytest

from models.patterned import blinds, leaves, patterned, screen

PATTERNS = [blinds, leaves, screen]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_pattern_is_shade_between_none_and_all_and_another_one_each_time(pattern):
    fields = [pattern(np.random.default_rng(seed), 96) for seed in range(12)]
    assert all(field.shape == (96, 96) for field in fields)
    assert min(field.min() for field in fields) >= 0
    assert max(field.max() for field in fields) <= 1
    assert np.median([np.ptp(field) for field in fields]) > 0.3
    assert len({field.tobytes() for field in fields}) == len(fields)


@pytest.mark.parametrize("pattern", [blinds, leaves])
def test_shade_has_hard_edges_and_soft_ones(pattern):
    fields = [pattern(np.random.default_rng(seed), 96) for seed in range(60)]
    between = [((field > 0.02) & (field < 0.98)).mean() for field in fields]
    assert min(between) < 0.15
    assert max(between) > 0.25


def test_patterned_light_leaves_colours_and_what_is_to_be_seen():
    window = np.full((64, 64, 3), (200, 100, 50), np.uint8)
    window[20:40, 20:40] = (40, 20, 10)
    for seed in range(30):
        lit = patterned(np.random.default_rng(seed), window).astype(float)
        assert lit.shape == window.shape
        assert np.abs(lit[..., 0] - 2 * lit[..., 1])[lit[..., 0] < 255].max() <= 2
        assert lit[25:35, 25:35].mean() < lit[45:60].mean()
        assert lit.mean() > 0.2 * window.mean()
