"""An end of which something was not seen is asked about: a hand at a draw, a winner's riichi."""

from dataclasses import replace

import pytest

from table.core.events import Dahai, Hora, Reach, Ryukyoku, StartKyoku
from table.film.story import scenes
from table.watch.scorecard import compare
from table.watch.watcher import Watcher


@pytest.fixture
def watch(filmed, played_of, ruleset_of):
    """Watch the first hands of a game as `changed(scene)` shows them."""

    def watch(seed, changed, hands=1):
        ruleset = ruleset_of("tenhou")
        game = played_of(ruleset, seed, hands)
        eyes, watcher = filmed.Eyes(seed), Watcher(ruleset)
        for _, look in eyes.looks(map(changed, scenes(game, seed=seed))):
            watcher.see(look)
        watcher.finish()
        return game, watcher, compare(game, watcher.events, watcher.questions)

    return watch


def without(scene, unseen):
    return replace(scene, tiles=tuple(one for one in scene.tiles if not unseen(one)))


def test_a_hand_that_is_not_seen_at_a_draw_is_asked_about(watch):
    shown = set()

    def hidden(one):
        return one.zone == "hand" and one.seat in shown and not one.standing

    def changed(scene):
        if scene.passage == "show" and not shown:
            hands = [one for one in scene.tiles if one.zone == "hand" and not one.standing]
            shown.update([one.seat for one in hands if one.face_up][:1])
        return without(scene, hidden)

    game, watcher, card = watch(46, changed)
    assert isinstance(game[-2], Ryukyoku)
    assert shown
    assert not card.silent_points
    (asked,) = watcher.questions
    assert "is seen of the hand of seat" in asked.text


def test_a_riichi_that_nobody_saw_is_asked_about_where_ura_were_turned(watch):
    def changed(scene):
        tiles = tuple(
            replace(one, sideways=False, angle_deg=(90 + 90 * one.seat) % 360)
            if one.zone == "river" else one
            for one in scene.tiles
        )  # fmt: skip
        return replace(scene, tiles=tiles, sticks=())

    found = 0
    for seed in (41, 43, 54):
        game, watcher, card = watch(seed, changed)
        wins = {one.actor for one in game if isinstance(one, Hora)}
        riichi = {one.actor for one in game if isinstance(one, Reach)} & wins
        if riichi:
            found += 1
            assert not card.silent_points
            (asked,) = [one for one in watcher.questions if one.kind == "end"]
            own = [
                at for at, one in enumerate(watcher.events)
                if isinstance(one, Dahai) and one.actor in riichi
            ]  # fmt: skip
            assert set(own) <= asked.places
    assert found
    assert isinstance(watcher.events[1], StartKyoku)
