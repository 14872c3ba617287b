"""Fingers change tiles about, something lies in a pond for a while, a camera is knocked."""

from dataclasses import replace

import pytest

from table.config import load_ruleset
from table.core.events import Dahai
from table.film.story import scenes
from table.watch.faces import FACES, certain
from table.watch.scorecard import compare
from table.watch.seen.pieces import Piece
from table.watch.seen.places import Placed
from table.watch.seen.ponds import Pond
from table.watch.watcher import Watcher
from vision.observation import Sighting

S = 1_000_000_000
A_ROW = 6
PLAYING = {"play", "mend", "show"}


def placed(track, tile, x, first_s):
    (chances,) = certain((next(face for face in FACES if str(face) == tile),))
    return Placed(track, x, -4.5, False, True, chances, first_s * S, 99 * S, 1.0)


@pytest.fixture
def pond():
    pond = Pond()
    pond.numbers = iter(range(1, 99))
    return pond


def look(pond, at_s, *tiles, moved=False):
    def make(one):
        return Piece.of(next(pond.numbers), one, 0, at_s * S)

    pond.look(list(tiles), at_s * S, make, moved=moved)
    return [(piece.tracks[0], piece.gone_ns is None) for piece in pond.pieces]


def test_tiles_that_change_places_are_discards_in_the_order_in_which_they_came(pond):
    there = placed(1, "9m", -2.5, 1), placed(2, "8m", -1.5, 3), placed(3, "4z", -0.5, 5)
    look(pond, 6, *there)
    found = look(pond, 8, placed(11, "8m", -2.5, 8), placed(12, "9m", -1.5, 8), there[2])
    assert found == [(1, True), (2, True), (3, True)]


def test_of_four_the_last_two_that_change_places_keep_their_order(pond):
    names = ["9m", "8m", "4z", "1p"]
    look(pond, 9, *(placed(at, name, at - 3.5, at) for at, name in enumerate(names, 1)))
    found = look(
        pond, 11, placed(1, "9m", -2.5, 1), placed(2, "8m", -1.5, 2),
        placed(14, "1p", -0.5, 11), placed(13, "4z", 0.5, 11),
    )  # fmt: skip
    assert [track for track, _ in found] == [1, 2, 3, 4]


def test_one_of_two_that_change_places_may_be_found_later(pond):
    look(pond, 6, placed(1, "9m", -2.5, 1), placed(2, "8m", -1.5, 3))
    look(pond, 7, placed(11, "8m", -2.5, 7))
    found = look(pond, 8, placed(11, "8m", -2.5, 7), placed(12, "9m", -1.5, 8))
    assert found == [(1, True), (2, True)]


ROW = [placed(at, name, at - 3.5, at) for at, name in enumerate(("9m", "8m", "4z", "1p"), 1)]
BACK = placed(11, "1p", -2.5, 11), placed(14, "9m", 0.5, 11)
"""The first and the last of them, laid back in each other's places."""


@pytest.mark.parametrize("times", [(11, 11), (11, 13), (13, 11)])
def test_tiles_lifted_and_laid_back_in_each_other_s_places_are_no_new_discards(pond, times):
    look(pond, 9, *ROW)
    look(pond, 10, *ROW[1:3])
    for at_s in sorted(set(times)):
        back = [one for one, came in zip(BACK, times, strict=True) if came <= at_s]
        found = look(pond, at_s, *ROW[1:3], *back)
    assert found == [(track, True) for track in (1, 2, 3, 4)]


def test_a_like_tile_in_the_place_of_one_that_went_at_another_time_is_a_new_discard(pond):
    look(pond, 4, *ROW)
    look(pond, 5, *ROW[:3])
    look(pond, 8, *ROW[1:3])
    found = look(pond, 9, *ROW[1:3], BACK[1])
    assert found == [(1, False), (2, True), (3, True), (4, False), (14, True)]


def test_the_next_discard_in_a_called_tile_s_place_is_another_though_it_looks_alike(pond):
    look(pond, 6, placed(1, "9m", -2.5, 1), placed(2, "8m", -1.5, 3))
    look(pond, 7, placed(1, "9m", -2.5, 1))
    found = look(pond, 9, placed(1, "9m", -2.5, 1), placed(3, "8m", -1.5, 9))
    assert found == [(1, True), (2, False), (3, True)]


def test_a_called_tile_s_place_is_known_after_a_knock_too(pond):
    look(pond, 6, placed(1, "9m", -2.5, 1), placed(2, "8m", -1.5, 3))
    look(pond, 7, placed(1, "9m", -2.5, 1))
    look(pond, 8, placed(1, "9m", -1.7, 1), moved=True)
    found = look(pond, 9, placed(1, "9m", -1.7, 1), placed(3, "4z", -0.7, 9))
    assert found == [(1, True), (2, False), (3, True)]
    assert pond.pieces[1].x == pytest.approx(-0.7)


@pytest.mark.parametrize(("out", "known"), [(-2.8, 0), (-7.1, 1)])
def test_what_lies_far_inside_the_first_rows_is_on_the_console_and_no_discard(
    first_hand, out, known
):
    """Lit figures in a wide console may look like a tile, and come up at any time."""
    looks = [look for _, look in first_hand[1]]
    width = looks[0].tile_width_mm
    (chances,) = certain((next(face for face in FACES if str(face) == "2p"),))
    at = next(at for at, look in enumerate(looks) if len(look.sightings) and at > len(looks) // 2)
    now_ns = looks[at].captured_ns
    console = Sighting(
        9999, -2.5 * width, out * width, 90.0, True, chances, 1.0, now_ns, now_ns
    )  # fmt: skip
    watcher = Watcher(load_ruleset("mleague"))
    for look in looks[: at + 1]:
        watcher.see(look)
    watcher.see(replace(looks[at], sightings=(*looks[at].sightings, console)))
    tracks = [track for piece in watcher._hand.sheet.ponds[0].pieces for track in piece.tracks]
    assert tracks.count(9999) == known


def test_what_lay_in_a_pond_for_a_while_and_was_called_by_nobody_is_no_discard(
    played_of, ruleset_of, filmed
):
    game = played_of(ruleset_of("mleague"), 3, 1)
    eyes, watcher = filmed.Eyes(3), Watcher(ruleset_of("mleague"))
    for number, (scene, looked) in enumerate(eyes.looks(scenes(game, seed=3))):
        seen = looked
        pond = [one for one in scene.tiles if one.zone == "river" and one.seat == 0]
        if 30 <= number < 36 and pond:
            last = max(pond, key=lambda one: one.place)
            beside = [one for one in seen.sightings if one.face_up and abs(one.x_mm - last.x_mm) < 3
                      and abs(one.y_mm - last.y_mm) < 3]  # fmt: skip
            (face,) = certain((FACES[8],))
            ghost = replace(beside[0], track=9_000, x_mm=last.x_mm + 22, probabilities=face,
                            first_ns=seen.captured_ns)  # fmt: skip
            seen = replace(seen, sightings=(*seen.sightings, ghost))
        watcher.see(seen)
    watcher.finish()
    card = compare(game, watcher.events, watcher.questions)
    assert card.right == 1, card.wrong
    assert sum(isinstance(event, Dahai) for event in watcher.events) > 20


@pytest.mark.parametrize("seed", [214, 227, 241, 254])
def test_the_cloth_that_shows_where_a_called_tile_lay_is_no_haku(
    filmed, ruleset_of, played_of, seed
):
    ruleset = ruleset_of("mleague")
    game = played_of(ruleset, seed, 1)
    watcher, last, hole, shown = Watcher(ruleset), {}, None, 0
    for scene, look in filmed.Eyes(seed).looks(scenes(game, seed=seed)):
        pond = {tile.id: tile for tile in scene.tiles if tile.zone == "river"}
        if hole is None and last and scene.passage == "play":
            hole = next((tile for number, tile in last.items() if number not in pond), None)
        last = pond
        if hole is not None and scene.passage in PLAYING:
            places = [one.place for one in last.values() if one.seat == hole.seat]
            if max(places, default=0) > hole.place + A_ROW:  # tiles lie all around it
                shown = shown or look.captured_ns
        found = (cloth(hole, look, shown),) if shown and scene.passage in PLAYING else ()
        watcher.see(replace(look, sightings=(*look.sightings, *found)))
    watcher.finish()
    card = compare(game, watcher.events, watcher.questions)
    assert shown
    assert card.right == card.points == 1, card.wrong
    assert not watcher.questions


def cloth(hole, look, first_ns):
    """What is found between tiles: perhaps a haku, perhaps nothing."""
    chances = [0.6 if str(face) == "5z" else 0.0 for face in FACES]
    some = next(one for one in look.sightings if one.face_up)
    return replace(
        some, track=9999, x_mm=hole.x_mm, y_mm=hole.y_mm, angle_deg=(90.0 + 90 * hole.seat) % 360,
        probabilities=(*chances, 0.4), first_ns=first_ns,
    )  # fmt: skip


@pytest.mark.parametrize(("gone_s", "pushed"), [(10, True), (20, False)])
def test_a_tile_that_came_up_beside_one_that_goes_soon_was_pushed_there(pond, gone_s, pushed):
    """For a while it is thought to lie in both places."""
    there = placed(1, "9m", -2.5, 1), placed(2, "8m", -0.5, 3)
    look(pond, 6, *there)
    look(pond, 8, *there, placed(3, "8m", -1.5, 8))
    found = look(pond, gone_s, there[0], placed(3, "8m", -1.5, 8))
    assert found == ([(1, True), (2, True)] if pushed else [(1, True), (3, True), (2, False)])


def test_a_discard_that_fills_a_hole_stays_the_last_one_as_its_player_straightens_it(pond):
    there = placed(1, "9m", -2.5, 1), placed(2, "8m", -0.5, 3)
    look(pond, 6, *there)
    look(pond, 9, *there, placed(3, "4z", -1.5, 9))
    pond.pieces.sort(key=lambda piece: piece.first_ns)
    straight = placed(4, "4z", -1.5, 10)._replace(y=-5.2)
    assert look(pond, 10, *there, straight) == [(1, True), (2, True), (3, True)]
