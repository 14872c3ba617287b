"""Games laid out as scenes and watched: the record comes out as the game was."""

from dataclasses import replace

import pytest

from table.config import load_ruleset
from table.core.events import EndGame, EndKyoku, Hora, Ryukyoku
from table.film.story import scenes
from table.formats.mjai_write import check_holes
from table.simulator.game import Game
from table.watch.scorecard import compare
from table.watch.watcher import Watcher

HANDS_FROM_MM = 230.0
LITTLE = 0.8
FAULTY = {
    "misread": 0.02, "unsure": 0.005, "dropped": 0.05, "cover": 0.03, "nudge": 0.01, "late": 0.02,
}  # fmt: skip


def test_plain_hands_come_out_exactly(watched):
    card, _ = watched(3, hands=3)
    assert card.right == card.points == card.rounds == 3, card.wrong


def test_what_goes_wrong_between_table_and_watcher_is_made_good(watched):
    card, _ = watched(6, hands=3, **FAULTY)
    assert card.f1 > 0.99, card.wrong
    assert not card.silent_points


def test_hand_cameras_make_the_record_complete(watched):
    card, watcher = watched(3, hands=1, cameras=True)
    assert card.right == card.points == 1
    check_holes(watcher.events)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 112))
def test_whole_games_come_out(watched, seed):
    card, watcher = watched(seed)
    assert isinstance(watcher.events[-1], EndGame)
    assert card.f1 >= 0.9995, card.wrong
    assert card.silent == 0


@pytest.mark.long
@pytest.mark.parametrize("seed", range(200, 212))
def test_whole_faulty_games_come_out(watched, seed):
    card, watcher = watched(seed, **FAULTY)
    ends = [event for event in watcher.events if isinstance(event, Hora | Ryukyoku)]
    assert len(ends) >= card.rounds
    assert card.f1 >= 0.985, card.wrong
    assert not card.silent_points, card.wrong


def _hidden(filmed, seat, tiles):
    """Leaves the first tiles of a seat's shown hand out of every look."""

    def sight(self, tile):
        hand = tile.zone == "hand" and tile.seat == seat and tile.face_up
        return None if hand and tile.place < tiles else seen(self, tile)

    seen = filmed.Eyes.sight
    return sight


@pytest.mark.parametrize(("seat", "tiles"), [(0, 1), (1, 3)])
def test_a_hand_that_is_shown_and_not_all_seen_waits_and_is_asked_about(
    watched, filmed, monkeypatch, seat, tiles
):
    monkeypatch.setattr(filmed.Eyes, "sight", _hidden(filmed, seat, tiles))
    card, watcher = watched(6, hands=1)
    assert card.points == card.rounds == 1, card.wrong
    (question,) = [one for one in watcher.questions if one.kind == "end"]
    assert f"not all of the hand of seat {seat} is seen" in question.text


RON, PAIR = 9, 5
"""A game whose first hand is won by a ron, and where the winner's first two alike tiles lie."""


def test_two_tiles_of_a_shown_hand_that_are_found_as_one_between_them_have_won(filmed):
    ruleset = load_ruleset("mleague")
    game = _first_hand(ruleset, RON)
    (win,) = [event for event in game if isinstance(event, Hora)]
    told = [*scenes(game, seed=RON)]
    shown = next(scene for scene in told if scene.passage == "show")
    hand = {
        tile.place: tile for tile in shown.tiles if (tile.zone, tile.seat) == ("hand", win.actor)
    }
    first, second = hand[PAIR], hand[PAIR + 1]
    assert first.tile == second.tile
    eyes, watcher = filmed.Eyes(RON), Watcher(ruleset)
    sight = eyes.sight

    def half(tile):
        one = sight(tile)
        if one is None or not tile.face_up or tile.id not in {first.id, second.id}:
            return one
        if tile.id == second.id:
            return None
        return replace(
            one, x_mm=(first.x_mm + second.x_mm) / 2, y_mm=(first.y_mm + second.y_mm) / 2
        )

    eyes.sight = half
    for _, look in eyes.looks(told):
        watcher.see(look)
    watcher.finish()
    card = compare(game, watcher.events, watcher.questions)
    assert card.right == card.points == 1, card.wrong
    assert [one.kind for one in watcher.questions] == ["end"]


def test_a_shown_hand_with_a_fifth_copy_is_left_out_and_asked_about(watched, filmed, monkeypatch):
    def sight(self, tile):
        one = seen(self, tile)
        if one is None or tile.zone != "hand" or tile.seat != 1 or not one.face_up:
            return one
        return replace(one, probabilities=self.belief("7z", "7z", 1.0)) if tile.place < 5 else one

    seen = filmed.Eyes.sight
    monkeypatch.setattr(filmed.Eyes, "sight", sight)
    card, watcher = watched(6, hands=1)
    assert card.points == 1, card.wrong
    assert any(one.kind == "end" for one in watcher.questions)


@pytest.mark.parametrize("uncovered", [False, True])
def test_an_end_that_was_seen_outlives_the_hands_being_swept_away(first_hand, uncovered):
    game, looks = first_hand
    watcher = Watcher(load_ruleset("mleague"))
    shown = [look for scene, look in looks if scene.passage == "show"]
    for scene, look in looks:
        if scene.passage not in {"show", "clear"}:
            watcher.see(look)
    now_ns = shown[0].captured_ns
    for look in shown[:1] * 2:
        now_ns += 700_000_000
        watcher.see(replace(look, captured_ns=now_ns))
    away = sorted(shown[0].sightings, key=lambda one: -max(abs(one.x_mm), abs(one.y_mm)))
    for left in (0.94, 0.9, 0.7, 0.4, 0.1):
        now_ns += 300_000_000
        rest = tuple(away[round((1 - left) * len(away)) :])
        if uncovered and left < LITTLE:  # a tile that a sweeping arm leaves where the next is due
            last = max((one for one in rest if one.face_up), key=lambda one: one.track)
            rest += (replace(last, track=7777, x_mm=60.0, y_mm=-170.0, angle_deg=90.0),)
        watcher.see(replace(shown[0], captured_ns=now_ns, sightings=rest))
    watcher.finish()
    card = compare(game, watcher.events, watcher.questions)
    assert card.points == 1, card.wrong


def test_a_tile_that_was_fetched_at_once_stays_discarded_while_the_table_is_cleared(filmed):
    ruleset = load_ruleset("mleague")
    game, looks = _with_a_tile_won_and_fetched(filmed, ruleset)
    watcher = Watcher(ruleset)
    for scene, look in looks:
        if scene.passage == "show":
            break
        watcher.see(look)
        now_ns = look.captured_ns
    shown = look
    hands = [one for one in shown.sightings if max(abs(one.x_mm), abs(one.y_mm)) > HANDS_FROM_MM]
    ponds = tuple(one for one in shown.sightings if one not in hands)
    for seconds in range(1, 4):
        watcher.see(replace(shown, captured_ns=now_ns + seconds * 1_000_000_000))
    for seconds in range(6, 9):
        seen = replace(shown, captured_ns=now_ns + seconds * 1_000_000_000, sightings=ponds)
        watcher.see(seen)
    watcher.finish()
    card = compare(game, watcher.events, watcher.questions)
    assert card.right == card.points == 1, card.wrong


def _with_a_tile_won_and_fetched(filmed, ruleset):
    """A first hand that is won by a discard, which the winner takes out of its pond."""
    for seed in range(30):
        game = _first_hand(ruleset, seed)
        win = next((event for event in game if isinstance(event, Hora)), None)
        if win is None or win.actor == win.target:
            continue
        looks = list(filmed.Eyes(seed).looks(scenes(game, seed=seed)))
        shown = next(scene for scene, _ in looks if scene.passage == "show")
        before = next(scene for scene, _ in reversed(looks) if scene.passage == "play")
        if len(_pond(before, win.target)) > len(_pond(shown, win.target)):
            return game, looks
    raise AssertionError("no such hand")


def _pond(scene, seat):
    return [tile for tile in scene.tiles if tile.zone == "river" and tile.seat == seat]


def _first_hand(ruleset, seed):
    game = []
    for event in Game(ruleset, seed).play():
        game.append(event)
        if isinstance(event, EndKyoku):
            break
    return tuple(game)
