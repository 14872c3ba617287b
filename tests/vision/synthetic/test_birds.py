"""Invented birds: every kind is drawn, upright, in its box; one kind is for evaluation only."""

from __future__ import annotations

import numpy as np
import pytest

from vision.synthetic.bird_changes import PLAIN, Change
from vision.synthetic.birds import DRAWERS, Bird
from vision.synthetic.palette import Palette
from vision.synthetic.pen import HEIGHT, SCALE, WIDTH, Pen

BOX = (WIDTH / 2, HEIGHT / 2, WIDTH * 0.4, HEIGHT * 0.4)
INKS = ((20, 90, 40), (30, 40, 120), (200, 30, 30), (25, 25, 30))


@pytest.mark.parametrize("kind", DRAWERS)
def test_a_bird_fills_its_box_and_no_more(kind):
    pen = Pen()
    Bird(kind, INKS, 5, False, 1.3).draw(pen, BOX)
    inked = np.argwhere(pen.image[..., 3] > 127)
    low, high = inked.min(axis=0) / SCALE, inked.max(axis=0) / SCALE
    assert (low >= [HEIGHT * 0.1 - 2, WIDTH * 0.1 - 2]).all()
    assert (high <= [HEIGHT * 0.9 + 2, WIDTH * 0.9 + 2]).all()
    assert max((high - low) / [HEIGHT * 0.8, WIDTH * 0.8]) > 0.9


def test_one_kind_of_bird_is_never_trained_on():
    def kinds(forms):
        rng = np.random.default_rng(1)
        palette = Palette.random(rng)
        return {Bird.random(rng, palette, forms).kind for _ in range(400)}

    assert kinds("unseen") - kinds("training") == {"dove"}
    assert kinds("training") == set(DRAWERS) - {"dove"}


def test_a_change_changes_what_it_says():
    pen = Pen()
    Bird("rooster", INKS, 5, False, 1.3).draw(pen, BOX)
    plain = pen.image
    assert np.array_equal(PLAIN.of(plain), plain)
    lines = Change(lines=0.01).of(plain)
    assert 0 < lines[..., 3].sum() < 0.9 * plain[..., 3].sum()
    blunt = Change(blunt=0.02).of(plain)
    assert (blunt[..., 3] >= plain[..., 3]).all()
    zoned = Change(zone=(250, 0, 250), seed=3).of(plain)
    assert np.array_equal(zoned[..., 3], plain[..., 3])
    assert (zoned[..., :3] != plain[..., :3]).any()
    bent = Change(bend=0.03, lean=0.2, seed=3).of(plain)
    assert abs(float(bent[..., 3].mean()) / float(plain[..., 3].mean()) - 1) < 0.35
