"""People lay tiles aslant and out of line, push sets about, and show their hands as they like."""

from dataclasses import replace
from math import cos, radians, sin
from random import Random

import pytest

from table.config import load_ruleset
from table.film.story import scenes
from table.watch.seen.places import turned

WIDTH_MM = 20.5
POND_MM = -88.0


def in_own_axes(tile, move):
    """A tile moved in its seat's axes: `move` takes and gives x, y in widths, and degrees more."""
    x, y = turned(tile.x_mm / WIDTH_MM, tile.y_mm / WIDTH_MM, tile.seat)
    x, y, turn = move(x, y)
    x, y = turned(x, y, -tile.seat % 4)
    angle_deg = (tile.angle_deg + turn) % 360
    return replace(tile, x_mm=x * WIDTH_MM, y_mm=y * WIDTH_MM, angle_deg=angle_deg)


def aslant(scene, dice, known):
    """Each pond turned and moved as a whole, each discard a little out of line."""

    def move(x, y):
        slant, left, far = known.setdefault(
            ("pond", tile.seat),
            (dice.uniform(-7, 7), dice.uniform(-0.5, 0.5), dice.uniform(-0.3, 0.3)),
        )
        strewn = known.setdefault(tile.id, (dice.uniform(-0.12, 0.12), dice.gauss(0, 0.2)))
        x, y = x + strewn[0], y + strewn[1] - POND_MM / WIDTH_MM
        across, along = cos(radians(slant)), sin(radians(slant))
        x, y = across * x - along * y, along * x + across * y
        return x + left, y + far + POND_MM / WIDTH_MM, slant

    for tile in scene.tiles:
        yield in_own_axes(tile, move) if tile.zone == "river" else tile


def pushed(scene, dice, known):
    """Sets that slide along the edge and away from it, by and by."""
    if scene.passage == "build":
        known.clear()
    for seat in range(4):
        along, off = known.get(seat, (0.0, 0.0))
        if dice.random() < 0.1:
            along = max(-1.5, min(0.3, along + dice.uniform(-0.8, 0.8)))
            off = max(-0.6, min(0.6, off + dice.uniform(-0.4, 0.4)))
        known[seat] = along, off
    for tile in scene.tiles:
        along, off = known[tile.seat] if tile.zone == "meld" else (0.0, 0.0)
        yield in_own_axes(tile, lambda x, y, by=(along, off): (x + by[0], y + by[1], 0.0))


def dragged(scene, dice, known):
    """Ponds, and sets, that a sleeve drags along now and then, or their player pushes."""
    if scene.passage == "build":
        known.clear()
    for seat in range(4):
        for zone, often, most in (("river", 0.03, 0.9), ("meld", 0.06, 2.4)):
            if scene.passage == "play" and dice.random() < often:
                known[zone, seat] = dice.uniform(-most, 0.4), dice.uniform(-0.2, 0.6)
    for tile in scene.tiles:
        by = known.get((tile.zone, tile.seat), (0.0, 0.0))
        yield in_own_axes(tile, lambda x, y, by=by: (x + by[0], y + by[1], 0.0))


def is_shown(tile):
    return tile.zone == "hand" and tile.face_up and not tile.standing


def in_parts(scene, dice, known):
    """A shown hand of which the right part lies apart."""
    for tile in scene.tiles:
        first, room = known.setdefault(tile.seat, (dice.randrange(3, 11), dice.uniform(0.3, 0.9)))
        apart = room if is_shown(tile) and tile.place >= first else 0.0
        yield in_own_axes(tile, lambda x, y, by=apart: (x + by, y, 0.0))


def losers_too(scene, dice, known):
    """At a win others lay their hands open as well, to show what they had."""
    won = scene.passage == "show" and (scene.event or {}).get("type") == "hora"
    if won and ("losers", scene.number) not in known:
        others = [seat for seat in range(4) if seat != scene.actor]
        known["losers", scene.number] = dice.sample(others, dice.randint(1, 2))
    show = known.get(("losers", scene.number), ())
    for tile in scene.tiles:
        yield opened(tile) if tile.seat in show else tile


def last_tile(move):
    """What a winner drew, laid elsewhere: `move` takes x of the others, and its place."""

    def lay(scene, _dice, _known):
        for tile in scene.tiles:
            hand = [one for one in scene.tiles if is_shown(one) and one.seat == tile.seat]
            drawn = max((one.place for one in hand), default=-1) if len(hand) % 3 == 2 else -1
            if not is_shown(tile) or tile.place != drawn:
                yield tile
                continue
            row = [
                turned(one.x_mm, one.y_mm, one.seat)[0] / WIDTH_MM for one in hand if one != tile
            ]
            yield in_own_axes(tile, lambda x, y, row=row: move(row, (x, y)))

    return lay


ON_THE_LEFT = last_tile(lambda row, at: (min(row) - 1.6, at[1], 0.0))
BEFORE = last_tile(lambda row, at: ((min(row) + max(row)) / 2, at[1] + 1.7, 0.0))
TURNED = last_tile(lambda row, at: (max(row) + 1.75, at[1], 90.0))


@pytest.mark.parametrize(
    ("laid", "seeds"),
    [
        pytest.param(aslant, (76, 86, 87), id="ponds aslant"),
        pytest.param(pushed, (112, 113), id="sets pushed about"),
        pytest.param(dragged, (900, 903, 906), id="ponds and sets dragged along"),
        pytest.param(in_parts, (135, 142), id="a hand in parts"),
        pytest.param(losers_too, (2, 4, 7), id="losers show their hands"),
        pytest.param(ON_THE_LEFT, (151, 154), id="the last tile on the left"),
        pytest.param(BEFORE, (153, 157), id="the last tile before the hand"),
        pytest.param(TURNED, (152, 160), id="the last tile turned"),
    ],
)
def test_a_table_of_careless_people_is_recorded_as_any_other(watch_scenes, played_of, laid, seeds):
    ruleset = load_ruleset("mleague")
    for seed in seeds:
        game, dice, known = played_of(ruleset, seed, 2), Random(seed), {}
        told = (
            replace(scene, tiles=tuple(laid(scene, dice, known)))
            for scene in scenes(game, seed=seed)
        )
        card, watcher = watch_scenes(ruleset, game, seed, told)
        assert card.right == card.points == card.rounds == 2, card.wrong
        assert not watcher.questions


@pytest.mark.parametrize("seed", [301, 322])
def test_a_noten_hand_that_is_shown_at_a_draw_is_told_as_noten_and_asked_about(
    watch_scenes, played_of, seed
):
    ruleset = load_ruleset("mleague")
    game = played_of(ruleset, seed, 1)
    told = []
    for scene in scenes(game, seed=seed):
        drawn = (scene.event or {}).get("type") == "ryukyoku"
        told.append(replace(scene, tiles=tuple(map(opened, scene.tiles))) if drawn else scene)
    card, watcher = watch_scenes(ruleset, game, seed, told)
    assert card.points == 1, card.wrong
    (question,) = watcher.questions
    assert question.kind == "end"
    assert len(question.alternatives) > 1  # it may have waited after all


@pytest.mark.parametrize("hand", ["shown", "laid down"])
@pytest.mark.parametrize(("seed", "riichi", "noten"), [(378, 1, 3), (393, 0, 1)])
def test_a_riichi_that_seems_noten_at_a_draw_is_asked_about(
    watch_scenes, played_of, seed, riichi, noten, hand
):
    """The chombo is one of the answers."""
    ruleset = load_ruleset("mleague")
    game = played_of(ruleset, seed, 1)

    def told(scene):
        if (scene.event or {}).get("type") != "ryukyoku":
            return scene
        if hand == "shown":
            return replace(scene, tiles=tuple(with_tiles_of(scene.tiles, riichi, noten)))
        return replace(scene, tiles=tuple(laid_down(tile, riichi) for tile in scene.tiles))

    _, watcher = watch_scenes(ruleset, game, seed, map(told, scenes(game, seed=seed)))
    (question,) = watcher.questions
    assert question.kind == "end"
    assert f"seat {riichi}" in question.text
    answers = {answer: int(answer.split()[1 + riichi]) for answer in question.alternatives}
    assert min(answers.values()) < -3000 < answers[question.chosen]


def with_tiles_of(tiles, seat, other):
    """A hand that shows what another's is, who has not shown it."""
    faces = [tile.tile for tile in tiles if tile.zone == "hand" and tile.seat == other]
    own = [tile for tile in tiles if tile.zone == "hand" and tile.seat == seat]
    assert len(faces) == len(own) == 13
    told = dict(zip([tile.id for tile in own], faces, strict=True))
    return [replace(tile, tile=told.get(tile.id, tile.tile)) for tile in tiles]


def laid_down(tile, seat):
    """The same, face down."""
    if tile.zone != "hand" or tile.seat != seat or tile.tile == "?":
        return tile
    return replace(tile, standing=False, face_up=False)


def opened(tile):
    """A tile of a hand, laid open."""
    if tile.zone != "hand" or tile.face_up or tile.tile == "?":
        return tile
    return replace(tile, standing=False, face_up=True, angle_deg=float(90 + 90 * tile.seat) % 360)
