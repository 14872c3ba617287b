"""Draws that hardly ever happen: followed like any other, and nothing is asked."""

import pytest

from scoring.tally import ORPHANS
from scoring.tiles import Tile
from table.config import load_ruleset
from table.core.events import Hora, Ryukyoku
from table.film.story import scenes
from table.simulator.deck import Deck, full_set
from table.simulator.player import Player

WIND = 28


@pytest.fixture
def dealt(monkeypatch):
    """Deal hands in which some kinds come first, and let players discard these and call nothing."""

    def dealt(hands, first):
        def shuffled(dice, ruleset):
            tiles = full_set(ruleset)
            dice.shuffle(tiles)
            known = [tile for hand in hands for tile in hand]
            for tile in known:
                tiles.remove(tile)
            filled = []
            for hand in hands:
                filled.append((*hand, *tiles[: 13 - len(hand)]))
                del tiles[: 13 - len(hand)]
            dead, live = tiles[:14], tiles[14:]
            return Deck(tuple(map(tuple, map(sorted, filled))), live, dead[:4], dead[4:9], dead[9:])

        def act(_player, _state, _play, choices):
            return next(one for one in choices if one.kind == "dahai")

        def discard(player, _state, play, choice):
            held = [one for one in play.seats[play.turn].known_tiles if one not in choice.barred]
            wanted = [one for one in held if one.kind in first]
            return wanted[0] if wanted else player._dice.choice(held)

        monkeypatch.setattr(Deck, "shuffled", shuffled)
        monkeypatch.setattr(Player, "discard", discard)
        monkeypatch.setattr(Player, "act", act)
        monkeypatch.setattr(Player, "claim", lambda *_: None)

    return dealt


def ending(game):
    return next(one for one in reversed(game) if isinstance(one, Hora | Ryukyoku))


@pytest.mark.parametrize("rules", ["jpml-b", "majsoul"])
def test_the_hand_that_is_shown_for_a_nagashi_need_not_wait(dealt, watch_scenes, played_of, rules):
    far = [Tile.of(kind) for kind in (0, 0, 0, 8, 8, 9, 9, 17, 17, 27, 27, 28, 28)]
    dealt([[], far, [], []], ORPHANS)
    ruleset = load_ruleset(rules)
    game = played_of(ruleset, 1, 1)
    assert "nagashi" in str(ending(game))
    card, watcher = watch_scenes(ruleset, game, 1, scenes(game, seed=1))
    assert card.right == 1, card.wrong
    assert not watcher.questions


def test_a_hand_drawn_by_four_winds_is_no_misplaced_table(dealt, watch_scenes, played_of):
    dealt([[Tile.of(WIND)]] * 4, {WIND})
    ruleset = load_ruleset("tenhou")
    game = played_of(ruleset, 1, 2)
    assert ending(game).reason == "four_winds"
    card, watcher = watch_scenes(ruleset, game, 1, scenes(game, seed=1))
    assert card.right == 2, card.wrong
    assert not watcher.questions
