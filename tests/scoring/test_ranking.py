"""All readings of a hand, best first, and why the others lost."""

from random import Random

import pytest

from scoring.engine import score
from scoring.hand import Hand
from scoring.ranking import ranked
from scoring.seats import Wind
from scoring.tiles import Tile
from scoring.win import Context, Win
from table.config import load_ruleset, ruleset_ids


def readings(hand, tile, rules="wrr2013", **circumstances):
    win = Win(Tile.parse(tile), **{"tsumo": False, "seat_wind": Wind.SOUTH, **circumstances})
    return [
        (" ".join(one.groups), one.wait, one.score and one.score.total, one.why)
        for one in ranked(Hand.parse(hand), win, load_ruleset(rules))
    ]


@pytest.mark.clause("WRR-5.7.6-HIGH", "SAI-46.1")
@pytest.mark.parametrize("rules", ["wrr2013", "saikouisen"])
def test_the_most_valuable_reading_is_scored_and_the_others_say_why_not(rules):
    assert readings("123567m678p23444s", "4s", rules, riichi=True) == [
        ("123m 567m 678p 234s 44s", "two-sided wait", 2000, ""),
        ("123m 567m 678p 234s 44s", "pair wait", 1300, "pays 1300, not 2000"),
    ]


def test_a_reading_without_yaku_is_listed_too():
    assert readings("333345m777p22999s", "3m") == [
        ("345m 333m 777p 999s 22s", "two-sided wait", 3200, ""),
        ("345m 333m 777p 999s 22s", "wait for a triplet", None, "too little yaku, or none"),
    ]


def test_seven_pairs_are_a_reading():
    assert readings("223344m667788p99s", "9s") == [
        ("234m 234m 678p 678p 99s", "pair wait", 5200, ""),
        ("22m 33m 44m 66p 77p 88p 99s", "", 1600, "pays 1600, not 5200"),
    ]


def test_what_pays_the_same_goes_by_han_and_fu():
    assert readings("111222333m11p999s", "3m") == [
        ("111m 222m 333m 999s 11p", "wait for a triplet", 8000, ""),
        ("123m 123m 123m 999s 11p", "edge wait", 8000, "pays the same with 40 fu, not 60"),
    ]


def test_yaku_that_stand_alone_are_a_way_of_their_own():
    ways = readings("234567m345p22678s", "8s", "wrr2015", renhou=True)

    assert [(total, why) for _, _, total, why in ways] == [
        (8000, ""),
        (2000, "pays 2000, not 8000"),
    ]


def test_what_is_not_complete_has_no_readings():
    assert readings("123m456p789s11223z", "3z") == []


def test_a_refused_win_has_its_readings_all_the_same():
    furiten = Context(own_discards=(Tile.parse("5s"),))

    assert [total for _, _, total, _ in readings("234567m345p22678s", "8s", context=furiten)] == [
        2000
    ]


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
def test_the_first_is_the_one_that_is_scored(dealing, ruleset_id):
    random, ruleset = Random(ruleset_id), load_ruleset(ruleset_id)
    several = 0
    for _ in range(400):
        hand, win = dealing.deal(random)
        answer, ways = score(hand, win, ruleset), ranked(hand, win, ruleset)
        totals = [-1 if one.score is None else one.score.payments.total for one in ways]
        assert totals == sorted(totals, reverse=True)
        assert all(one.why for one in ways[1:])
        several += len(ways) > 1
        if answer.valid:
            assert (ways[0].score, ways[0].why) == (answer, "")
        else:
            assert all(one.score is None for one in ways)
        assert all(str(one) and one.to_mapping() for one in ways)
    assert several > 20
