"""One fault in a record is one mismatch, and what only words say differently is none."""

from dataclasses import replace

import pytest

from scoring.seats import Seat
from table.config import load_ruleset
from table.core.events import Hora, Reach, Ryukyoku, Tsumo
from table.core.state import apply
from table.replay.checking import check

B = Seat(1)
DAISANGEN = (
    "A+2m; A-5z.; B pon 5z; B-9m.; C+8m; C-6z.; B pon 6z; B-9m.; C+9p; C-9p!;"
    " D+3s; D-7z.; B pon 7z; B-1s.; C+8s; C-8s!; D+8s; D-8s!; A+8p; A-8p!; B+6p;"
)


def whats(events, rules):
    return [one.what for one in check(events, load_ruleset(rules)).mismatches]


@pytest.mark.parametrize("kind", [Hora, Ryukyoku])
def test_payments_that_do_not_add_up_are_one_mismatch(game, kind):
    seed = next(
        seed for seed in range(50) if any(isinstance(one, kind) for one in game("tenhou", seed))
    )
    events = list(game("tenhou", seed))
    place = next(at for at, event in enumerate(events) if isinstance(event, kind))
    first, *rest = events[place].deltas
    events[place] = replace(events[place], deltas=(first + 100, *rest))
    report = check(events, load_ruleset("tenhou"))
    assert [(one.what, one.event) for one in report.mismatches] == [("deltas", place)]


def won(playing, hands, moves, deltas, **claims):
    """A hand of a Tenhou game that B wins by self-draw, his last move the draw."""
    events = list(playing.start(*hands, scores=(25000,) * 4))
    state = playing.dealt(*hands, scores=(25000,) * 4)
    for move in playing.moves(moves):
        events.append(playing.event(move, state))
        state = apply(state, events[-1])
    return [*events, Hora(B, B, deltas, pai=state.play.drawn, **claims)]


@pytest.mark.parametrize(("said", "expected"), [(None, []), (3, []), (0, ["pao"])])
def test_who_is_said_to_be_liable_is_checked(playing, said, expected):
    hands = ("", "556677z99m1s45p88s")
    pao = None if said is None else Seat(said)
    events = won(playing, hands, DAISANGEN, (0, 32000, 0, -32000), pao=pao)
    assert whats(events, "tenhou") == expected


@pytest.mark.parametrize(
    ("hand", "tile", "form"),
    [
        ("111m222p333s444s5m", "5m", "suuankou tanki"),
        ("19m19p19s1234567z", "1m", "kokushi musou 13-wait"),
        ("1112345678999m", "5m", "junsei chuuren poutou"),
    ],
)
def test_a_special_form_may_be_named_where_it_pays_no_more(playing, hand, tile, form):
    moves = f"A+?; A-7s!; B+9s; B-9s!; C+?; C-8s!; D+?; D-8s!; A+?; A-8s!; B+{tile};"
    deltas = (-16000, 32000, -8000, -8000)
    events = won(playing, ("", hand), moves, deltas, yakus=((form, 0),))
    assert whats(events, "tenhou") == []
    assert whats(won(playing, ("", hand), moves, deltas, yakus=(("ryuuiisou", 0),)), "tenhou") == [
        "yaku"
    ]


@pytest.mark.parametrize("count", [0, 2])
def test_a_riichi_with_a_tile_too_few_or_too_many_is_named(game, count):
    events = list(game("tenhou", 1))
    place = next(at for at, event in enumerate(events) if isinstance(event, Reach)) - 1
    assert isinstance(events[place], Tsumo)
    events[place : place + 1] = [events[place]] * count
    found = check(events, load_ruleset("tenhou")).mismatches
    assert any(one.what in {"wrong_tile_count", "not_drawn", "has_tiles"} for one in found)


@pytest.mark.parametrize(
    "turns",
    [
        "B kakan 5z; B+9p; dora 9m; B-9p!",
        "B kakan 5z; B+3p; B kakan 3p; dora 9m; B+9p; dora 8m; B-9p!",
        "B kakan 5z; B+2s; B ankan 2s; dora 9m; dora 8m; B+9p; B-9p!",
    ],
)
def test_open_kans_turn_their_indicators_where_tenhou_writes_them(playing, turns):
    hands = ("", "55z33p222s6677m88p")
    text = (
        "A+?; A-5z.; B pon 5z; B-8p.; C+?; C-3p.; B pon 3p; B-8p.;"
        f" C+?; C-1z.; D+?; D-1z.; A+?; A-9m.; B+5z; {turns}"
    )
    events = list(playing.start(*hands, scores=(25000,) * 4))
    state = playing.dealt(*hands, scores=(25000,) * 4)
    for move in playing.moves(text):
        events.append(playing.event(move, state))
        state = apply(state, events[-1])
    assert whats(events, "tenhou") == []
