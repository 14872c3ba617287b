"""Random wins scored by PyPI mahjong too, under every ruleset: each difference is known.

The settings are built from our ruleset's entries. A difference that `differences.py` does not
explain to the point fails, whoever is right.
"""

from collections import Counter
from random import Random

import pytest

from scoring.engine import score
from scoring.hand import Hand
from scoring.seats import Wind
from scoring.tiles import Tile
from scoring.win import Win
from table.config import load_ruleset, ruleset_ids

SAMPLE = 1_000
MANY = 40_000
"""Hands for each ruleset in the long test; with five rulesets and more, 200,000 and more."""
VARIANTS = (*ruleset_ids(), "jpml-b multiple_yakuman red_fives")
"""Ids of rulesets, with the options that are switched on."""
EXAMPLES = [
    (
        "several yakuman are added up",
        "wrr2013",
        "22244z daiminkan:6666z daiminkan:1111z daiminkan:3333z",
        {"win_tile": "2z", "seat_wind": "W"},
        32000,
        64000,
    ),
    (
        "rinshan on the last tile is refused",
        "wrr2013",
        "234678m45699s ankan:5555p",
        {"win_tile": "4s", "tsumo": True, "rinshan": True, "haitei": True},
        2700,
        0,
    ),
    (
        "renhou adds up",
        "wrr2015",
        "234567m345p22678s",
        {"win_tile": "8s", "renhou": True},
        8000,
        12000,
    ),
    (
        "a pair of double wind",
        "saikouisen",
        "456777m11333z pon:222m",
        {"win_tile": "1z", "tsumo": True, "seat_wind": "E"},
        3900,
        4800,
    ),
    (
        "a fourth five is red",
        "tenhou",
        "234555567m345p88s",
        {"win_tile": "2m"},
        1300,
        2600,
    ),
]
"""Name, ruleset, hand, win, and what the winner receives by us and by them."""


@pytest.mark.parametrize(("name", "ruleset_id", "hand", "win", "ours", "theirs"), EXAMPLES)
def test_a_difference(engines, differences, name, ruleset_id, hand, win, ours, theirs):
    ruleset = load(ruleset_id)
    tile, seat = Tile.parse(win["win_tile"]), Wind.parse(win.get("seat_wind", "S"))
    rest = {key: value for key, value in win.items() if key not in {"win_tile", "seat_wind"}}
    win = Win(tile, seat_wind=seat, **{"tsumo": False, **rest})
    hand = Hand.parse(hand)
    answer = engines.of_ours(score(hand, win, ruleset))
    other = engines.ask_mahjong(engines.mahjong_options(ruleset), ruleset, hand, win)
    question = differences.Question(ruleset, hand, win, answer, other)
    (difference,) = (one for one in differences.OF_MAHJONG if one.holds(question))

    assert (difference.name, answer.total, other.total) == (name, ours, theirs)
    assert difference.right == "ours"
    assert difference.entry in ruleset.clauses


def test_every_difference_has_an_example(differences):
    assert {one.name for one in differences.OF_MAHJONG} == {example[0] for example in EXAMPLES}


@pytest.mark.parametrize("ruleset_id", VARIANTS)
def test_a_sample(agree, ruleset_id):
    agree(ruleset_id, SAMPLE, seed=f"sample {ruleset_id}")


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("ruleset_id", VARIANTS)
def test_many_hands(agree, ruleset_id):
    agree(ruleset_id, MANY, seed=f"many {ruleset_id}")


def load(ruleset_id):
    name, *options = ruleset_id.split()
    return load_ruleset(name, dict.fromkeys(options, True))


@pytest.fixture
def agree(dealing, engines, differences):
    """Deal and compare; report how many hands differ, by the name of the difference."""

    def compare(ruleset_id, hands, seed):
        ruleset = load(ruleset_id)
        settings = engines.mahjong_options(ruleset)
        random = Random(seed)
        known = Counter()
        wins = 0
        for _ in range(hands):
            hand, win = dealing.deal(random)
            ours = engines.of_ours(score(hand, win, ruleset))
            theirs = engines.ask_mahjong(settings, ruleset, hand, win)
            wins += ours.valid
            if ours != theirs:
                question = differences.Question(ruleset, hand, win, ours, theirs)
                names = [one.name for one in differences.OF_MAHJONG if one.holds(question)]
                assert names, f"{hand} {win}\n  ours   {ours}\n  theirs {theirs}"
                known[names[0]] += 1
        print(f"{ruleset_id}: {hands} hands, {wins} wins, {dict(known)}")
        assert wins > hands / 2

    return compare
