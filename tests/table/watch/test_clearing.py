"""What the table shows while a hand's tiles are taken away says nothing of the hand."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from scoring.seats import Seat
from scoring.tiles import Tile
from table.config import load_ruleset
from table.core.events import Ryukyoku, Tsumo
from table.film.story import scenes
from table.watch.decisions import Entry, Evidence
from table.watch.ends.ended import Ending, is_worse
from table.watch.scorecard import compare
from table.watch.watcher import Watcher
from vision.observation import FACE_NAMES

SECOND = 1_000_000_000
TSUMO = 17
"""A game whose first hand is won by tsumo."""
RIICHI = 12
"""One whose first hand is won after a riichi, with points for the ura."""
HANDS_FROM_MM = 250.0
MOVED = 7
ARMS = (((-300.0, -300.0), (300.0, -300.0), (300.0, 300.0), (-300.0, 300.0)),)
"""Hands lie over all of the table."""


def until_shown(watcher, looks):
    """Watch a hand until its end has been seen for some seconds; the last look."""
    look, shown = None, False
    for scene, next_look in looks:
        if shown and scene.passage != "show":
            break
        shown, look = scene.passage == "show", next_look
        watcher.see(look)
    for _ in range(4):
        look = replace(look, captured_ns=look.captured_ns + SECOND)
        watcher.see(look)
    return look


def laid(one):
    return one.first_ns


def beside(one, first, steps, *, track):
    """Another tile so many steps on, as the first two of a pond lie."""
    x_mm, y_mm = (
        steps * (getattr(first[1], at) - getattr(first[0], at)) for at in ("x_mm", "y_mm")
    )
    return replace(one, track=track, x_mm=one.x_mm + x_mm, y_mm=one.y_mm + y_mm)


def inward(one, by_mm):
    """A tile moved towards the table's middle, across its row."""
    if abs(one.x_mm) > abs(one.y_mm):
        return replace(one, x_mm=one.x_mm * (1.0 - by_mm / abs(one.x_mm)))
    return replace(one, y_mm=one.y_mm * (1.0 - by_mm / abs(one.y_mm)))


def clear(watcher, look):
    """Watch all faces go."""
    backs = tuple(one for one in look.sightings if not one.face_up)
    watcher.see(replace(look, captured_ns=look.captured_ns + SECOND, sightings=backs))
    watcher.finish()


def test_a_hand_that_won_by_tsumo_did_so_though_its_last_tile_is_taken_away_first(
    filmed, played_of
):
    ruleset = load_ruleset("mleague")
    game = played_of(ruleset, TSUMO, 1)
    watcher = Watcher(ruleset)
    look = until_shown(watcher, filmed.Eyes(TSUMO, filmed.Faults()).looks(scenes(game, seed=TSUMO)))
    hand = [one for one in look.sightings if one.face_up and one.track >= 0]
    apart = max(hand, key=lambda one: max(abs(one.x_mm), abs(one.y_mm)) * 1000 + one.first_ns)
    rest = tuple(one for one in look.sightings if one is not apart)
    for seconds in (1, 2, 3):
        watcher.see(replace(look, captured_ns=look.captured_ns + seconds * SECOND, sightings=rest))
    clear(watcher, replace(look, captured_ns=look.captured_ns + 3 * SECOND))
    card = compare(game, watcher.events, watcher.questions)
    assert card.right == 1, card.wrong
    assert not watcher.questions


def win(cost, tile, ura=0):
    """An ending: the same player's win with a tile drawn last, and some ura indicators."""
    won = SimpleNamespace(hands=[SimpleNamespace(wins=[SimpleNamespace(ura_markers=ura * "1")])])
    drawn = Entry(Tsumo(Seat(2), Tile.parse(tile)), 1.0, Evidence())
    return Ending(cost, (drawn,), won, None, "tsumo", "", (2,))


@pytest.mark.parametrize(
    ("best", "kept"),
    [
        (win(2.4, "1m"), True),  # it lay apart before, and is pushed to the others by hands
        (win(1.5, "1m"), False),
        (win(2.4, "6p", ura=1), False),  # hands turn an indicator
    ],
)
@pytest.mark.parametrize("fewer", [True, False])
def test_a_win_that_was_seen_clearly_is_kept_though_hands_blur_it(best, kept, fewer):
    seen = win(0.0, "6p")
    assert is_worse([best, win(2.4, "6p")], seen, fewer=fewer) == kept


@pytest.mark.parametrize("fewer", [True, False])
def test_a_win_for_which_far_less_speaks_now_is_not_kept(fewer):
    assert not is_worse([win(2.4, "1m"), win(9.0, "6p")], win(0.0, "6p"), fewer=fewer)


def test_a_discard_keeps_its_name_though_others_are_swept_over_it(first_hand):
    game, looks = first_hand
    watcher = Watcher(load_ruleset("mleague"))
    look = until_shown(watcher, looks)
    near = [one for one in look.sightings if one.face_up and -160 < one.y_mm < -70]
    first = min(near, key=laid)
    other = tuple(max(0.9 * (at == FACE_NAMES.index("9s")), 0.1 / 37) for at in range(38))
    for seen in (0.0, 1.0):
        now_ns = look.captured_ns + SECOND // 5
        swept = tuple(
            replace(
                one,
                visible=seen,
                last_ns=now_ns,
                probabilities=other if seen else one.probabilities,
            )
            if one is first
            else one
            for one in look.sightings
        )
        look = replace(look, captured_ns=now_ns, covered=ARMS)
        watcher.see(replace(look, sightings=swept))
    clear(watcher, look)
    card = compare(game, watcher.events, watcher.questions)
    assert card.right == 1, card.wrong
    assert not watcher.questions


def test_ura_indicators_that_were_turned_count_though_they_are_taken_away_first(filmed, played_of):
    ruleset = load_ruleset("mleague")
    game = played_of(ruleset, RIICHI, 1)
    looks = [*filmed.Eyes(RIICHI, filmed.Faults()).looks(scenes(game, seed=RIICHI))]
    known = {
        one.track for scene, look in looks if scene.passage == "play"
        for one in look.sightings if one.face_up
    }  # fmt: skip
    watcher = Watcher(ruleset)
    look = until_shown(watcher, looks)
    turned = [
        one for one in look.sightings
        if one.face_up and one.track not in known and 150 < max(abs(one.x_mm), abs(one.y_mm)) < 235
    ]  # fmt: skip
    assert turned
    rest = tuple(one for one in look.sightings if one not in turned)
    for _ in range(3):
        look = replace(look, captured_ns=look.captured_ns + SECOND, sightings=rest)
        watcher.see(look)
    clear(watcher, look)
    card = compare(game, watcher.events, watcher.questions)
    assert card.points == 1, card.wrong


def test_tiles_swept_past_two_ponds_were_discarded_in_neither(first_hand):
    """One comes up where a discard would be due, the next before another pond's first tile."""
    game, looks = first_hand
    watcher = Watcher(load_ruleset("mleague"))
    look = until_shown(watcher, looks)
    right, near = (
        sorted((one for one in look.sightings if one.face_up and lies(one)), key=laid)
        for lies in (
            lambda one: 70 < one.x_mm < 160 and abs(one.y_mm) < 70,
            lambda one: -160 < one.y_mm < -70 and abs(one.x_mm) < 70,
        )
    )
    swept = (
        beside(right[-1], right[:2], 1, track=7777),
        beside(near[0], near[:2], -2, track=7778),
    )
    for many in (1, 2, 2):
        now_ns = look.captured_ns + SECOND // 5
        fresh = tuple(replace(one, first_ns=now_ns, last_ns=now_ns) for one in swept[:many])
        look = replace(look, captured_ns=now_ns)
        watcher.see(replace(look, sightings=look.sightings + fresh))
    clear(watcher, look)
    card = compare(game, watcher.events, watcher.questions)
    assert card.right == 1, card.wrong


@pytest.mark.parametrize("game_seed", [1, 6, 16, 23])
def test_a_tile_of_the_hand_that_hands_move_as_they_come_to_sweep_leaves_no_hole(
    filmed, played_of, game_seed
):
    ruleset = load_ruleset("mleague")
    game = played_of(ruleset, game_seed, 1)
    looks = filmed.Eyes(game_seed, filmed.Faults()).looks(scenes(game, seed=game_seed))
    watcher = Watcher(ruleset)
    look = until_shown(watcher, looks)
    seen = look.sightings
    hand = [
        one for one in seen if one.face_up and max(abs(one.x_mm), abs(one.y_mm)) > HANDS_FROM_MM
    ]
    moved = sorted(hand, key=lambda one: one.x_mm + one.y_mm)[MOVED]
    swept = tuple(inward(one, 1.2 * look.tile_width_mm) if one is moved else one for one in seen)
    for _ in range(4):
        look = replace(look, captured_ns=look.captured_ns + SECOND // 2, covered=ARMS)
        watcher.see(replace(look, sightings=swept))
    clear(watcher, look)
    card = compare(game, watcher.events, watcher.questions)
    assert card.points == 1, card.wrong
    assert not watcher.questions


def test_a_hand_of_two_discards_is_over_when_the_walls_are_gone(filmed, ruleset_of, played_of):
    ruleset = ruleset_of("tenhou")
    game, watcher = played_of(ruleset, 556, 2), Watcher(ruleset)
    assert isinstance(game[7], Ryukyoku)
    for scene, look in filmed.Eyes(556).looks(scenes(game, seed=556)):
        if (scene.event or {}).get("type") != "ryukyoku":  # nobody opens a hand
            watcher.see(look)
    watcher.finish()
    card = compare(game, watcher.events, watcher.questions)
    assert card.rounds == 2
    assert card.silent == 0, card.wrong
    assert any(question.kind == "end" for question in watcher.questions)
