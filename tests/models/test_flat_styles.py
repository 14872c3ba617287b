"""Whole suits in styles that invented sets seldom have."""

import numpy as np

from models import flat_styles
from vision.synthetic.faces import TileSet


def _rng(seed):
    return np.random.default_rng(seed)


def _light(seed):
    """A set whose faces are light, without digits of its own."""
    for number in range(seed, seed + 50):
        faces = TileSet.random(_rng(number))
        if min(faces.design.palette.body) > 200 and faces.design.index is None:
            return faces
    raise AssertionError


def hues(face):
    """Which of red, green and blue is strongest where there is clearly coloured ink."""
    colours = face.reshape(-1, 3).astype(int)
    clear = colours[np.ptp(colours, axis=1) > 70]
    return set(clear.argmax(axis=1)[np.ptp(clear, axis=1) > 70].tolist())


def test_plain_sticks_have_no_second_ink_and_nines_come_as_often_as_sixes():
    for seed in range(3):
        drawn, labels = flat_styles.plain(_rng(seed), _light(seed * 9))
        assert labels.count("9s") == labels.count("6s") == 4
        for face, label in zip(drawn, labels, strict=True):
            assert len(hues(face)) <= 1, label


def test_between_rows_of_plain_sticks_there_is_mostly_a_gap():
    gaps = 0
    for seed in range(6):
        drawn, labels = flat_styles.plain(_rng(seed), _light(seed * 9))
        face = drawn[labels.index("9s")].astype(int)
        ink = (np.abs(face - np.median(face, axis=(0, 1))).max(axis=2) > 60).any(axis=1)
        starts = np.flatnonzero(np.diff(ink.astype(int)) == 1)
        gaps += len(starts) >= 3
    assert gaps >= 3


def test_a_set_with_digits_shows_every_kind_and_differs_from_the_one_without():
    faces = _light(3)
    sizes = set()
    for seed in range(6):
        drawn, labels = flat_styles.indexed(_rng(seed), faces)
        assert len(drawn) == len(labels) == 37
        assert {"1m", "0p", "9s", "7z"} < set(labels)
        sizes.add(drawn[labels.index("2p")].tobytes())
    assert len(sizes) == 6


def test_squat_numbers_are_low_and_the_character_below_them_high():
    drawn, labels = flat_styles.squat(_rng(1), _light(3))
    assert labels.count("4m") == 2
    face = drawn[labels.index("1m")].astype(int)
    ink = (np.abs(face - np.median(face, axis=(0, 1))).max(axis=2) > 60).any(axis=1)
    assert ink[len(ink) // 2]
    assert ink[len(ink) * 45 // 100]


def test_wests_are_shown_beside_what_they_are_taken_for():
    drawn, labels = flat_styles.wests(_rng(1), _light(3))
    assert labels.count("3z") == len(labels) // 2
    assert len({face.tobytes() for face in drawn}) == len(drawn)


def test_dragons_and_birds_are_of_one_ink_and_of_any_hue():
    hues_seen = set()
    for seed in range(8):
        drawn, labels = flat_styles.dragons(_rng(seed), _light(seed * 9))
        assert labels.count("6z") > labels.count("1s") > labels.count("7z") > 0
        assert len({face.tobytes() for face in drawn}) == len(drawn)
        for face, label in zip(drawn, labels, strict=True):
            ink = face.reshape(-1, 3).astype(int)
            dark = ink[ink.max(axis=1) < 150]
            assert len(dark) > 100
            if label == "6z":
                hues_seen.add(int(dark.mean(axis=0).argmax()))
    assert hues_seen == {0, 1, 2}
