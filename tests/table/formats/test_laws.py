"""Laws of the formats over random hands: what goes out comes back, or is said not to."""

import collections
import dataclasses
import itertools

import pytest

from table.config import load_ruleset
from table.core.events import (
    Ankan,
    Chi,
    Dahai,
    Daiminkan,
    EndGame,
    Hora,
    Kakan,
    Pon,
    Reach,
    ReachAccepted,
    Ryukyoku,
)
from table.formats.compare import first_difference
from table.formats.mjai_write import record_lines, replay_lines
from table.formats.read import read_record
from table.formats.tenhou6_write import write_tenhou6

GAMES = 25


@pytest.fixture(params=range(GAMES))
def seed(request):
    return request.param


def test_the_games_have_everything(dealing):
    kinds = collections.Counter()
    for number in range(GAMES):
        events, _ = dealing.random_game(number)
        kinds.update(type(event) for event in events)
        kinds.update(event.reason for event in events if isinstance(event, Ryukyoku))
        kinds["tsumo"] += sum(isinstance(event, Hora) and event.tsumo for event in events)
        pairs = list(itertools.pairwise(events))
        kinds["double"] += sum(isinstance(a, Hora) and isinstance(b, Hora) for a, b in pairs)
        kinds["robbed"] += sum(isinstance(a, Kakan) and isinstance(b, Hora) for a, b in pairs)
    for kind in (Chi, Pon, Daiminkan, Ankan, Kakan, Reach, ReachAccepted, Hora, Dahai,
                 "exhaustive_draw", "tsumo", "double", "robbed"):  # fmt: skip
        assert kinds[kind] > 1, kind


@pytest.mark.parametrize("kan_dora", ["before_discard", "at_once"])
def test_tenhou6_comes_back_in_its_order(dealing, seed, kan_dora):
    events, _ = dealing.random_game(seed, kan_dora=kan_dora)
    back = read_record(write_tenhou6(events).encode(), kan_dora=kan_dora)
    assert back.fault is None
    assert back.ambiguous == ()  # as far as whole records go, the search always tells
    assert first_difference(events, back.events) == ""
    left = sum(events[-1].scores) < sum(events[1].scores)
    # Who takes the sticks that are left is the ruleset's to say, not the record's.
    assert back.events[-1] == EndGame(None if left else events[-1].scores)


def test_mjlog_says_the_same_game(dealing, seed):
    events, document = dealing.random_game(seed)
    back = read_record(document.encode())
    assert back.fault is None
    assert list(back.events) == events


def test_mjai_comes_back(dealing, seed):
    events, _ = dealing.random_game(seed)
    lines = replay_lines(events)
    back = read_record("\n".join(lines).encode())
    assert back.fault is None
    assert first_difference(events, back.events) == ""
    assert replay_lines(back.events) == lines


def test_our_own_record_comes_back_whole(dealing, seed):
    (start, *rest), _ = dealing.random_game(seed)
    events = [dataclasses.replace(start, rules="jpml-b"), *rest]
    back = read_record("\n".join(record_lines(events, load_ruleset("jpml-b"))).encode())
    assert list(back.events) == events
