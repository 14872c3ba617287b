"""Tiles that are mixed before a hand are no hand."""

from dataclasses import replace
from random import Random

import pytest

from table.core.events import Dahai
from table.watch.scorecard import compare
from table.watch.seen.mixing import Mixing
from table.watch.watcher import Watcher
from vision.observation import REST, Observation, Sighting

LATER_NS = 20_000_000_000


def mixed(now_ns, faces, backs, track=5000):
    """Tiles about the middle, each turned as it fell; a new look sees others."""
    rng = Random(now_ns)
    tiles = []
    for number in range(faces + backs):
        up = number < faces
        chances = tuple(float(at == number % REST) for at in range(REST + 1)) if up else ()
        x, y = rng.uniform(-150, 150), rng.uniform(-150, 150)
        tiles.append(
            Sighting(track + number, x, y, rng.uniform(0, 360), up, chances, 1.0, now_ns, now_ns)
        )
    return Observation(now_ns, now_ns // 100_000_000, 26.0, tuple(tiles), (), (), False)


def later(seen):
    tiles = tuple(
        replace(one, first_ns=one.first_ns + LATER_NS, last_ns=one.last_ns + LATER_NS)
        for one in seen.sightings
    )
    return replace(seen, captured_ns=seen.captured_ns + LATER_NS, sightings=tiles)


@pytest.mark.parametrize("first", [(1, 0), (5, 40)], ids=["one tile first", "all at once"])
def test_a_hand_after_tiles_were_mixed_is_followed_from_its_beginning(
    first_hand, ruleset_of, first
):
    game, looks = first_hand
    watcher = Watcher(ruleset_of("mleague"))
    for number in range(20):
        faces, backs = first if number < 4 else (6, 50)
        watcher.see(mixed(number * 500_000_000, faces, backs, 5000 + 100 * number))
    for _, look in looks:
        watcher.see(later(look))
    watcher.finish()
    card = compare(game, watcher.events, watcher.questions)
    assert card.right == card.rounds == 1


def test_a_hand_in_play_is_not_mixed(first_hand):
    _, looks = first_hand
    mixing = Mixing()
    assert not any(mixing.look(look) for _, look in looks)


def test_tiles_that_are_mixed_after_a_hand_tell_nothing_of_it(first_hand, ruleset_of):
    game, looks = first_hand
    watcher = Watcher(ruleset_of("mleague"))
    shown = [look for scene, look in looks if scene.passage not in {"clear", "build", "deal"}]
    lost = []
    for look in shown:
        watcher.see(look)
    end = shown[-1].captured_ns
    for number in range(1, 12):  # the end is looked at for a while, then the tiles are mixed
        watcher.see(replace(shown[-1], captured_ns=end + number * 300_000_000))
    for number in range(12, 24):
        watcher.see(mixed(end + number * 300_000_000, 40, 20, 5000 + 100 * number))
        lost.append(watcher.lost)
    watcher.see(replace(mixed(end + 24 * 300_000_000, 0, 0), sightings=()))
    watcher.finish()
    card = compare(game, watcher.events, watcher.questions)
    assert card.right == card.rounds == 1
    assert not any(lost)
    assert not watcher.questions


@pytest.mark.parametrize("hand_goes", [False, True], ids=["hand lies", "hand goes first"])
def test_tiles_that_come_up_one_by_one_after_a_hand_raise_no_question(
    first_hand, ruleset_of, hand_goes
):
    game, looks = first_hand
    watcher = Watcher(ruleset_of("mleague"))
    shown = [look for scene, look in looks if scene.passage not in {"clear", "build", "deal"}]
    for look in shown:
        watcher.see(look)
    end = shown[-1].captured_ns
    for number in range(1, 12):
        watcher.see(replace(shown[-1], captured_ns=end + number * 300_000_000))
    chances = tuple(float(at == 20) for at in range(REST + 1))
    pushed, rest = (), shown[-1].sightings
    if hand_goes:
        played = [look for scene, look in looks if scene.passage == "play"]
        lay = {one.track for one in played[-1].sightings}
        rest = tuple(one for one in rest if one.track in lay)
    for number in range(12, 24):  # one tile is turned up by sweeping hands, here and there
        now = end + number * 300_000_000
        spot = (-60.0 + 30 * (number % 5), -110.0 - 28 * (number // 5))
        one = Sighting(9000 + number, *spot, 90.0, True, chances, 1.0, now, now)
        pushed = (*pushed, one)
        watcher.see(replace(shown[-1], captured_ns=now, sightings=(*shown[-1].sightings, *pushed)))
    watcher.see(replace(mixed(end + 25 * 300_000_000, 0, 0), sightings=()))
    watcher.finish()
    card = compare(game, watcher.events, watcher.questions)
    assert card.right == card.rounds == 1
    assert not watcher.questions


def test_tiles_that_are_mixed_in_the_middle_of_a_hand_end_it_and_are_asked_about(
    first_hand, ruleset_of
):
    _, looks = first_hand
    watcher = Watcher(ruleset_of("mleague"))
    played = [look for _, look in looks[: len(looks) // 2]]
    for look in played:
        watcher.see(look)
    discards = sum(isinstance(event, Dahai) for event in watcher.events)
    end = played[-1].captured_ns
    for number in range(1, 30):
        watcher.see(mixed(end + number * 300_000_000, 45, 30, 5000 + 100 * number))
    watcher.see(replace(mixed(end + 31 * 300_000_000, 0, 0), sightings=()))
    watcher.finish()
    assert discards > 5
    assert sum(isinstance(event, Dahai) for event in watcher.events) == discards
    assert [one.kind for one in watcher.questions] == ["end"]


def test_what_lies_aslant_for_minutes_is_not_being_mixed():
    mixing = Mixing()
    said = [mixing.look(mixed(second * 1_000_000_000, 20, 40)) for second in range(130)]
    assert all(said[:120])
    assert not any(said[121:])


def test_a_pond_laid_carelessly_is_not_being_mixed(first_hand, ruleset_of):
    game, looks = first_hand
    watcher = Watcher(ruleset_of("mleague"))
    for _, look in looks:
        watcher.see(replace(look, sightings=tuple(map(aslant, look.sightings))))
    watcher.finish()
    card = compare(game, watcher.events, watcher.questions)
    assert card.right == card.rounds == 1
    assert not watcher.questions


def aslant(one):
    """A tile of a pond turned as it is laid, by some 20 degrees."""
    if max(abs(one.x_mm), abs(one.y_mm)) > 170:
        return one
    turn = Random(one.track).uniform(16, 26) * (-1) ** one.track
    return replace(one, angle_deg=(one.angle_deg + turn) % 360)
