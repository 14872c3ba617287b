"""What seemed to be dealt while the walls were built, and is gone untouched, was no hand."""

from dataclasses import replace

from scoring.tiles import Tile
from table.config import load_ruleset
from table.core.events import StartKyoku
from table.watch.faces import certain
from table.watch.scorecard import compare
from table.watch.watcher import Watcher

HAND_MM = -345.0
SECOND = 1_000_000_000


def followed(watcher, game, looks):
    """The scorecard once the hand that is dealt then has been watched."""
    for _, look in looks:
        watcher.see(look)
    watcher.finish()
    return compare(game, watcher.events, watcher.questions)


def test_pale_backs_that_were_taken_for_an_indicator_and_a_shown_hand_are_no_hand(first_hand):
    game, looks = first_hand
    walls = next(look.sightings for scene, look in looks if scene.passage == "build")
    (haku,) = certain((Tile.parse("5z"),))
    turned = next(one for _, look in looks for one in look.sightings if one.face_up)
    row = [
        replace(turned, track=20_000 + at, x_mm=26.0 * (at - 6), y_mm=HAND_MM, angle_deg=90.0,
                probabilities=haku)
        for at in range(12)
    ]  # fmt: skip
    false = [replace(turned, track=30_000, probabilities=haku), *row]
    watcher = Watcher(load_ruleset("mleague"))
    first_ns = looks[0][1].captured_ns - 10 * SECOND
    for number in range(6):
        seen = (walls, (*walls, false[0]), (*walls, *false))[min(number, 2)]
        watcher.see(replace(looks[0][1], captured_ns=first_ns + number * SECOND, sightings=seen))
    assert any(isinstance(one, StartKyoku) for one in watcher.events)
    card = followed(watcher, game, looks)
    assert card.right == card.rounds, card.wrong
    assert not watcher.questions


def kan_of_blank_faces(first, back):
    """Two backs between others that are taken for hakus, where a hand is dealt on its faces."""
    (haku,) = certain((Tile.parse("5z"),))
    return [
        replace(back, track=20_000 + at, x_mm=(at - 1.5) * first.tile_width_mm,
                y_mm=-13.4 * first.tile_width_mm, angle_deg=90.0, visible=1.0,
                face_up=at in {1, 2}, probabilities=haku if at in {1, 2} else ())
        for at in range(4)
    ]  # fmt: skip


def test_a_kan_of_blank_faces_that_lay_there_before_the_deal_is_a_hand_being_dealt(first_hand):
    game, looks = first_hand
    first = looks[0][1]
    walls = next(look.sightings for scene, look in looks if scene.passage == "build")
    row = kan_of_blank_faces(first, next(one for one in walls if not one.face_up))
    watcher = Watcher(load_ruleset("mleague"))
    for number in range(3):
        now_ns = first.captured_ns + (number - 5) * SECOND
        watcher.see(replace(first, captured_ns=now_ns, sightings=(*walls, *row)))
    card = followed(watcher, game, looks)
    assert card.right == card.rounds, card.wrong


def test_a_kan_of_blank_faces_after_a_phantom_indicator_is_no_hand_either(first_hand):
    """By another than the dealer, and before any discard, nobody can have declared it."""
    game, looks = first_hand
    first = looks[0][1]
    walls = next(look.sightings for scene, look in looks if scene.passage == "build")
    back = next(one for one in walls if not one.face_up)
    turned = next(one for _, look in looks for one in look.sightings if one.face_up)
    row = [replace(one, x_mm=-one.x_mm, y_mm=-one.y_mm) for one in kan_of_blank_faces(first, back)]
    bare = replace(turned, track=30_000, probabilities=row[1].probabilities)
    watcher = Watcher(load_ruleset("mleague"))
    for number in range(6):
        seen = (walls, (*walls, bare), (*walls, bare, *row), walls)[min(number, 3)]
        now_ns = first.captured_ns + (number - 10) * SECOND
        watcher.see(replace(first, captured_ns=now_ns, sightings=seen))
    assert [type(one) for one in watcher.events].count(StartKyoku) < 2
    card = followed(watcher, game, looks)
    assert card.right == card.rounds, card.wrong
    assert not watcher.questions
