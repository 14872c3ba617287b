"""People put a tile down anew, look at one, and take calls back."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from scoring.seats import Seat
from table.config import load_ruleset
from table.film.story import scenes
from table.watch.faces import FACES, certain
from table.watch.seen.corners import Corner
from table.watch.seen.pieces import Group, Piece
from table.watch.seen.places import Placed, turned
from table.watch.seen.ponds import Pond
from table.watch.seen.retracted import take_back

WIDTH_MM = 20.5
HEIGHT = 1.34
CORNER_MM, EDGE_MM = 290.0, -262.0
CALLS = {"pon", "daiminkan", "hora"}


def kind_of(scene):
    return (scene.event or {}).get("type")


def between(scene, tiles):
    """What lies there for a moment, before or after a scene."""
    return replace(scene, tiles=tuple(tiles), event=None, event_number=None, passage="play")


def elsewhere(tile, right, near, angle_deg):
    """A tile so many widths to its seat's right, and nearer to it, turned somehow."""
    x, y = turned(tile.x_mm, tile.y_mm, tile.seat)
    x, y = turned(x + right * WIDTH_MM, y - near * WIDTH_MM, -tile.seat % 4)
    return replace(tile, x_mm=x, y_mm=y, angle_deg=angle_deg)


def discarded(before, scene):
    """The tile that was laid into a pond."""
    lay = {tile.id for tile in before.tiles if tile.zone == "river"}
    return next(one for one in scene.tiles if one.zone == "river" and one.id not in lay)


def careless(before, scene, _after, dice):
    """A discard comes to rest beside its place, and is put right."""
    if kind_of(scene) == "dahai" and dice.random() < 0.4:
        tile = discarded(before, scene)
        lies = dice.uniform(-0.1, 1.2), dice.uniform(-0.3, 0.9), dice.uniform(0, 360)
        there = [elsewhere(one, *lies) if one == tile else one for one in scene.tiles]
        yield from [between(scene, there)] * dice.randint(1, 2)
    yield scene


def curious(_before, scene, _after, dice):
    """Somebody takes a discard up, lays it beside its place, and puts it back."""
    yield scene
    if kind_of(scene) == "dahai" and dice.random() < 0.15:
        tile = dice.choice([one for one in scene.tiles if one.zone == "river"])
        yield between(scene, [one for one in scene.tiles if one != tile])
        beside = elsewhere(tile, 0.0, 1.2, dice.uniform(0, 360))
        yield between(scene, [beside if one == tile else one for one in scene.tiles])
        yield between(scene, scene.tiles)


def number(tile):
    return 5 if tile.tile[0] == "0" else int(tile.tile[0])


def own_for_chi(scene, tile, seat):
    """Two tiles of a hand that make a run with a discard."""
    hand = [one for one in scene.tiles if one.zone == "hand" and one.seat == seat and one.standing]
    suit = [one for one in hand if one.tile[1] == tile.tile[1] != "z"]
    for steps in ((-2, -1), (-1, 1), (1, 2)):
        own = [
            next((one for one in suit if number(one) == number(tile) + step), None)
            for step in steps
        ]
        if all(own):
            return own
    return []


def laid_as_chi(scene, tile, own, seat):
    """A run in a seat's corner, the called tile at its left."""
    sets = sum(one.zone == "meld" and one.seat == seat for one in scene.tiles) // 3
    places = {tile.id: HEIGHT / 2, own[0].id: HEIGHT + 0.51, own[1].id: HEIGHT + 1.54}
    for one in scene.tiles:
        if one.id not in places:
            yield one
            continue
        left = CORNER_MM - (3.45 * sets + HEIGHT + 2.05) * WIDTH_MM
        sideways = one.id == tile.id
        x, y = left + places[one.id] * WIDTH_MM, EDGE_MM - 3.0 * sideways
        x, y = turned(x, y, -seat % 4)
        angle_deg = float(90 * seat + 90 + 90 * sideways) % 360
        yield replace(
            one, zone="meld", seat=seat, x_mm=x, y_mm=y, standing=False, face_up=True,
            angle_deg=angle_deg,
        )  # fmt: skip


def taken_back(before, scene, after, dice):
    """A chi is laid, and taken back."""
    yield scene
    called = kind_of(after) in {"chi", *CALLS}
    if kind_of(scene) == "dahai" and not called and dice.random() < 0.5:
        seat, tile = (scene.actor + 1) % 4, discarded(before, scene)
        if own := own_for_chi(scene, tile, seat):
            chi = between(scene, laid_as_chi(scene, tile, own, seat))
            yield from [chi] * dice.randint(1, 2)
            yield between(scene, scene.tiles)


def overruled(before, scene, after, dice):
    """A chi is laid, and then another calls the tile."""
    yield scene
    if kind_of(scene) == "dahai" and kind_of(after) in CALLS:
        seat, tile = (scene.actor + 1) % 4, discarded(before, scene)
        if (own := own_for_chi(scene, tile, seat)) and after.actor != seat:
            yield between(scene, laid_as_chi(scene, tile, own, seat))
            if dice.random() < 0.5:
                yield between(scene, scene.tiles)


@pytest.mark.parametrize(
    ("doing", "seeds"),
    [
        pytest.param(careless, (901, 905), id="a discard put right"),
        pytest.param(curious, (902, 904), id="a discard looked at"),
        pytest.param(taken_back, (901, 902, 908), id="a chi taken back"),
        pytest.param(overruled, (910, 914), id="a chi overruled"),
    ],
)
def test_second_thoughts_leave_the_record_as_it_is(watch_scenes, played_of, doing, seeds):
    ruleset = load_ruleset("mleague")
    for seed in seeds:
        game, dice = played_of(ruleset, seed, 2), Random(seed)
        story = [*scenes(game, seed=seed)]
        told = [story[0]]
        for before, (scene, after) in zip(story, pairwise(story[1:]), strict=False):
            told += doing(before, scene, after, dice)
        told.append(story[-1])
        assert len(told) > len(story)
        numbered = (replace(scene, number=at) for at, scene in enumerate(told))
        card, watcher = watch_scenes(ruleset, game, seed, numbered)
        assert card.right == card.points == card.rounds == 2, card.wrong
        assert not watcher.questions


S = 1_000_000_000


def piece(track, x, y, first_s, seen_s):
    (haku,) = certain((next(face for face in FACES if str(face) == "5z"),))
    tile = Placed(track, x, y, False, True, haku, first_s * S, seen_s * S, 1.0)
    return Piece.of(track, tile, 0, seen_s * S)


@pytest.mark.parametrize(
    ("discards", "after_s", "back"), [(0, 2, True), (1, 2, False), (0, 30, False)]
)
def test_a_call_stands_once_its_caller_has_discarded_or_after_a_while(discards, after_s, back):
    """The fourth of its kind may come to lie just where the called one lay."""
    corner, ponds = Corner(Seat(1)), [Pond() for _ in range(4)]
    own = [piece(10 + at, 11.0 + at, -16.0, 20, 20) for at in range(3)]
    group = Group(10, Seat(1), own, "pon", 0, 20 * S, 200)
    called, fourth = piece(1, 0.5, -4.3, 17, 19), piece(2, 0.5, -4.3, 20 + after_s, 20 + after_s)
    called.gone_ns, called.caller, group.link = 20 * S, group, called
    corner.groups.append(group)
    ponds[0].pieces += [called, fourth]
    ponds[1].pieces += [piece(3, -2.5, -4.3, 22, 22)] * discards
    assert take_back(corner, [corner], ponds, (20 + after_s) * S) == back
    assert len(corner.groups) == (not back)
    assert len(ponds[0].pieces) == 2 - back
