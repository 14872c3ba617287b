"""A hole in a pond that a later discard fills: each tile keeps its turn, wherever it lies."""

from collections import defaultdict
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from table.config import load_ruleset
from table.film.story import scenes

PITCH_MM = (15, 28)
SHARE = 0.15


def hands_of(told):
    """The scenes hand by hand."""
    hands, building = [[]], True
    for scene in told:
        begins = scene.passage in {"clear", "build"}
        if begins and not building:
            hands.append([])
        building = begins
        hands[-1].append(scene)
    return hands


def holes(hand, dice):
    """Where some discards lie instead: each in the place of the seat's next one, and that in its.

    A seat's tiles in the order of discard, and where each lies.
    """
    order, places = defaultdict(list), {}
    for scene in hand:
        for tile in scene.tiles if scene.passage == "play" else ():
            if tile.zone == "river":
                if tile.id not in places:
                    order[tile.seat].append(tile.id)
                places[tile.id] = (tile.x_mm, tile.y_mm)
    instead = {}
    for one, after in (pair for tiles in order.values() for pair in pairwise(tiles)):
        away = max(abs(a - b) for a, b in zip(places[one], places[after], strict=True))
        if one not in instead and PITCH_MM[0] < away < PITCH_MM[1] and dice.random() < SHARE:
            instead[one], instead[after] = places[after], places[one]
    return instead


def laid(scene, instead):
    tiles = (
        replace(tile, x_mm=instead[tile.id][0], y_mm=instead[tile.id][1])
        if tile.zone == "river" and tile.id in instead else tile
        for tile in scene.tiles
    )  # fmt: skip
    return replace(scene, tiles=tuple(tiles))


@pytest.mark.parametrize(("rules", "seed"), [("mleague", 3), ("wrr2015", 6)])
def test_a_discard_in_a_hole_comes_after_what_lay_behind_it(watch_scenes, played_of, rules, seed):
    ruleset = load_ruleset(rules)
    game, dice, told, moved = played_of(ruleset, seed, 2), Random(seed), [], 0
    for hand in hands_of(scenes(game, seed=seed)):
        instead = holes(hand, dice)
        told += [laid(scene, instead) for scene in hand]
        moved += len(instead)
    assert moved > 8
    card, watcher = watch_scenes(ruleset, game, seed, told)
    assert card.right == card.rounds == 2, card.wrong
    assert not watcher.questions


@pytest.mark.parametrize("seat", range(4))
def test_a_tile_that_is_found_late_keeps_its_place(follow, played_of, seat):
    """Before the seat's next discard, which came before it was found."""
    ruleset, seed = load_ruleset("mleague"), 3
    game, came = played_of(ruleset, seed, 1), {}

    def note(tile, sighting):
        if tile.zone == "river" and tile.seat == seat:
            came.setdefault(tile.id, sighting.first_ns)
        return sighting

    follow(game, ruleset, seed, note)
    (late, _), (_, next_ns) = [*came.items()][2:4]

    def found_late(tile, sighting):
        if tile.id != late:
            return sighting
        since_ns = next_ns + 1_500_000_000
        return None if sighting.last_ns < since_ns else replace(sighting, first_ns=since_ns)

    card, _ = follow(game, ruleset, seed, found_late)
    assert card.right == card.rounds == 1, card.wrong
