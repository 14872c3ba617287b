"""A false win is rarer than a misread tile: other readings are tried where an end is refused."""

from dataclasses import replace

import pytest

from table.core.events import Chi, Hora
from table.watch.ends.ended import Ending
from table.watch.ends.rereading import betters, is_good, tell
from table.watch.faces import FACES
from table.watch.seen.pieces import Piece
from table.watch.seen.places import Placed
from vision.observation import REST


def ending(cost, refusal=""):
    return Ending(cost, (), None, None, "ron", "", (1,), refusal)


def test_an_end_that_the_rules_allow_and_that_is_seen_well_is_left_alone():
    assert is_good(ending(1.0))
    assert not is_good(ending(5.0))
    assert not is_good(ending(1.0, "furiten"))


@pytest.mark.parametrize(("price", "better"), [(0.5, True), (8.0, False)])
def test_another_reading_must_explain_more_than_it_costs(price, better):
    assert betters(ending(0.1), price, [ending(7.2, "furiten")]) == better
    assert betters(ending(0.1), price, [])


def test_a_tile_that_is_told_is_certain():
    nothing = (1 / (REST + 1),) * (REST + 1)
    piece = Piece.of(1, Placed(1, 0, 0, False, True, nothing, 0, 0, 1.0), 0, 0)
    tell(piece, FACES[3])
    assert piece.told
    assert piece.chances[3] == 1.0


def test_a_winner_s_own_discard_that_was_misread_makes_no_false_win(
    filmed, ruleset_of, played_of, follow
):
    ruleset = ruleset_of("wrr2015")
    for seed in range(700, 760):
        game = played_of(ruleset, seed, 1)
        wins = [event for event in game if isinstance(event, Hora)]
        if len(wins) == 1 and not wins[0].tsumo:
            break
    (hora,) = wins

    def seen(tile, one):
        if tile.zone == "river" and tile.seat == hora.actor and tile.place == 0:
            chances = [1e-6] * (REST + 1)
            names = [str(face) for face in FACES]
            chances[names.index(str(hora.pai))] = 0.6
            chances[names.index(tile.tile)] = 0.4
            return replace(one, probabilities=tuple(chances))
        return one

    card, _ = follow(game, ruleset, seed, seen)
    assert (card.right, card.points) == (1, 1), card.wrong


def test_an_unseen_tile_of_a_called_set_is_the_one_with_which_the_rules_grant_the_win(
    ruleset_of, played_of, follow
):
    """1m 2m 3m or 2m 3m 4m: with the latter alone the hand has a yaku."""
    ruleset, seed = ruleset_of("tenhou"), 77
    game = played_of(ruleset, seed, 1)
    called = next(event for event in game if isinstance(event, Chi))
    assert [str(tile) for tile in (called.pai, *called.consumed)] == ["3m", "2m", "4m"]

    def seen(tile, one):
        lost = (tile.zone, tile.seat, tile.place) == ("meld", called.actor, 2)
        return None if lost else one

    card, watcher = follow(game, ruleset, seed, seen)
    assert (card.right, card.points) == (1, 1), card.wrong
    at, told = next(one for one in enumerate(watcher.events) if isinstance(one[1], Chi))
    assert told == called
    assert any(question.event == at for question in watcher.questions)
