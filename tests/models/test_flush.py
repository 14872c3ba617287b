"""Tables on which one suit is played."""

import numpy as np

from models import flush
from vision.synthetic.faces import TileSet


def _rng(seed):
    return np.random.default_rng(seed)


def test_a_deck_of_one_suit_is_as_large_as_a_set_and_may_hold_whites():
    decks = [flush.one_suit(_rng(seed)) for seed in range(60)]
    for deck in decks:
        suits = {label[1] for label in deck.left.elements() if label != "5z"}
        assert len(suits) == 1
        assert deck.count() - deck.left["5z"] == 135  # 15 of each of nine kinds
        assert deck.left["5z"] in {0, 135}
    dealt = [next(iter(deck.left))[1] for deck in decks]
    assert dealt.count("s") > dealt.count("p") > 0
    assert 5 < sum(deck.left["5z"] > 0 for deck in decks) < 30


def test_a_table_shows_one_suit_and_the_same_one_by_the_same_seed():
    pictures, hands = [], 0
    for seed in (1, 2, 3, 1):
        scene, places = flush.flush_scene(_rng(seed), TileSet.random(_rng(seed)), alike=False)
        shown = {truth.label for truth in scene.truths} - {"back", "5z", "other"}
        assert len({label[1] for label in shown}) == 1
        assert len(places) == 0
        hands += len(shown) > 0
        pictures.append(scene.image)
    assert hands == 4
    assert np.array_equal(pictures[0], pictures[3])
