"""What films have of reality: bent lenses, smeared arms of all kinds, hasty and clumsy players."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

from table.config import load_ruleset
from table.film.story import scenes
from table.simulator.game import simulate
from vision.synthetic.faces import TileSet
from vision.synthetic.film_acting import Acting
from vision.synthetic.film_dress import PATTERNS, Dress, plain
from vision.synthetic.film_look import FilmLook
from vision.synthetic.film_manners import Manners
from vision.synthetic.film_moves import Tempo
from vision.synthetic.film_optics import FilmLens, Optics
from vision.synthetic.film_shooting import Settings, Shooting
from vision.synthetic.film_stage import Cast, Stage
from vision.synthetic.film_truth import truth
from vision.synthetic.solids import Placement
from vision.synthetic.table_arm import Arm
from vision.synthetic.table_layout import Plan
from vision.synthetic.table_picture import RIICHI_BODY

SIZE = (384, 288)


@pytest.fixture(scope="module")
def told():
    game = simulate(load_ruleset("mleague"), 3)
    return tuple(itertools.islice(scenes(game, seed=3), 30))


@pytest.fixture(scope="module")
def cast():
    return Cast(TileSet.random(np.random.default_rng(3)))


def ponds(scene):
    """How many tiles lie in all ponds."""
    return sum(tile.zone == "river" for tile in scene.tiles)


def acting(**manners):
    return Acting(3, RIICHI_BODY, 10.0, Tempo(), 1.0, Manners(**manners))


def test_players_in_haste_are_over_the_table_together_and_every_scene_rests_once(told):
    frames = list(acting(haste=1.0).play(told))
    together = [{arm.seat for arm in frame.arms} for frame, _ in frames]
    assert any(len(seats) == 2 for seats in together)
    slow = list(acting().play(told))
    assert all(
        len({arm.seat for arm in frame.arms}) < 2 for frame, s in slow if s.passage == "play"
    )
    assert len(frames) < len(slow)
    rested = [frame.scene.number for frame, _ in frames if frame.scene is not None]
    assert [number for number, _ in itertools.groupby(rested)] == [one.number for one in told]


def test_a_free_hand_comes_along_and_goes(told):
    frames = [frame for frame, _ in acting(helping=(1.0, 1.0, 1.0, 1.0)).play(told)]
    both = [frame.arms for frame in frames if len(frame.arms) == 2]
    assert both
    assert all(one.seat == two.seat and one.left != two.left for one, two in both)


def test_fingers_push_the_tile_beside_and_it_stays_there(told):
    pushed = {}
    for frame, scene in acting(bumps=1.0).play(told):
        true = {tile.id: tile for tile in scene.tiles}
        for tile in frame.put:
            there = true[tile.id]
            away = abs(tile.x_mm - there.x_mm) + abs(tile.y_mm - there.y_mm)
            if frame.scene is scene and tile.zone == "river" and away > 0.05:
                pushed.setdefault(tile.id, set()).add((round(tile.x_mm, 6), round(tile.y_mm, 6)))
                assert away < 5
    assert pushed
    assert any(len(places) == 1 for places in pushed.values())


def test_the_truth_tells_where_a_pushed_tile_lies(told, tmp_path, monkeypatch):
    monkeypatch.setattr(Manners, "of", lambda _seed: Manners(bumps=1.0))
    settings = Settings(seed=3, size=SIZE, fps=5.0, pace=4.0)
    shooting = Shooting(settings)
    few = told[: next(scene.number for scene in told if ponds(scene) == 6)]
    for _ in shooting.shoot(few, tmp_path / "film.mp4"):
        pass
    stage = shooting.table.stage
    lying = {tile.id: tile for tile in few[-1].tiles}
    pushed = [tile for tile in stage.tiles.values() if tile != lying[tile.id]]
    assert pushed
    line = truth(stage, None, lambda points: shooting.table.placed(points, np.zeros(2)))
    polygon = next(one["polygon"] for one in line["tiles"] if one["id"] == pushed[0].id)
    here = np.array([[pushed[0].x_mm, pushed[0].y_mm, stage.body.thickness]])
    (spot,) = shooting.table.placed(stage.camera.project(here), np.zeros(2))
    assert np.abs(np.mean(polygon, axis=0) - spot).max() < 0.3


@pytest.mark.parametrize("bend", [-0.08, 0.02])
def test_a_bent_picture_shows_things_where_the_truth_says(told, cast, bend):
    lens = FilmLens(SIZE, bend)
    look = FilmLook(3, RIICHI_BODY, max(cast.body_rgb), simple=True)
    stage = Stage(cast, look, look.camera(SIZE), SIZE, RIICHI_BODY)
    stage.change(told[-1].tiles)
    line = truth(stage, None, lens.bent, lens)
    owners = lens.owners(stage.owner)
    for tile in line["tiles"]:
        if tile["zone"] != "river":
            continue
        ys, xs = np.nonzero(owners == tile["id"])
        away = np.array([xs.mean() + 0.5, ys.mean() + 0.5]) - np.mean(tile["polygon"], axis=0)
        assert np.abs(away).max() < 2.5
        assert tile["visible"] > 0.4
    straight = np.array(truth(stage, None, lambda points: points)["table"])
    assert np.abs(straight - np.array(line["table"])).max() > 0.5


@pytest.mark.parametrize("size", [(1920, 1080), (1080, 1920), (1152, 1080)])
def test_the_field_stays_in_the_picture_however_the_lens_bends_it(size):
    seeds = [seed for seed in range(40) if Optics.of(seed).bend < -0.05][:3]
    for seed in seeds:
        look = FilmLook(seed, RIICHI_BODY)
        edge = Plan.of(RIICHI_BODY).edge
        corners = np.array([[x, y, 0.0] for x in (-edge, edge) for y in (-edge, edge)])
        lens = FilmLens(size, look.optics[0].bend)
        spots = lens.bent(look.camera(size).project(corners))
        assert (spots > -2).all()
        assert (spots < np.array(size) + 2).all()


def test_what_moves_is_smeared_and_what_lies_is_not(told, cast):
    look = FilmLook(3, RIICHI_BODY, max(cast.body_rgb), simple=True)
    stage = Stage(cast, look, look.camera(SIZE), SIZE, RIICHI_BODY)
    stage.change(told[-1].tiles)
    arms, aloft = (Arm(0, (0.0, -40.0)),), (Placement("1m", (0.0, -20.0, 30.0), 0.0, "up"),)
    sharp = stage.frame(arms, aloft).astype(int)
    smeared = stage.frame(arms, aloft, ((0.0, 60.0),)).astype(int)
    still = stage.frame(arms, aloft, ((0.0, 0.0),)).astype(int)
    assert np.array_equal(sharp, still)
    assert np.abs(sharp - smeared).max() > 40
    assert np.abs(np.diff(smeared, axis=0)).sum() < np.abs(np.diff(sharp, axis=0)).sum()
    far = stage.frame(arms, (), ((0.0, 60.0),))[:40]
    assert np.array_equal(far, stage.picture[:40])


def test_arms_are_of_every_kind_and_the_same_again():
    worn = [Dress.of(seed, seat) for seed in range(40) for seat in range(4)]
    assert {one.pattern for one in worn} == set(PATTERNS)
    assert any(one.glove is not None for one in worn)
    assert any(one.watch is not None for one in worn)
    assert any(one.look.cuff > 800 for one in worn)
    assert np.ptp([one.look.stout for one in worn]) > 0.5
    assert np.ptp([one.look.skin.mean() for one in worn]) > 120
    again = Dress.of(5, 1)
    assert (again.pattern, again.look.stout) == (worn[21].pattern, worn[21].look.stout)


def test_what_is_worn_covers_what_is_below(told):
    plan, arm = Plan.of(RIICHI_BODY), Arm(0, (0.0, 0.0))
    simple = plain(3, 0)
    assert [layer.within for layer in simple.layers(arm, plan)] == [False, False]
    dressed = replace(
        simple, glove=np.zeros(3), watch=np.ones(3), pattern="checks", second=np.full(3, 9.0)
    )
    layers = dressed.layers(arm, plan)
    assert [layer.within for layer in layers] == [False] * 4 + [True]
    assert len(layers[-1].outlines) > 4
