"""Records that were garbled event by event: judged and folded as far as they go, never a crash."""

import random
from dataclasses import fields, replace

import pytest
from loading import load

from scoring.seats import Seat
from scoring.tiles import TILES, Tile
from table.config import load_ruleset
from table.core.expected import expected
from table.core.legal import judge
from table.core.state import EMPTY, apply
from table.errors import IllegalActionError

GAMES = load("tests/table/random_game.py")


def played(seed, ruleset):
    game = GAMES.RandomGame(seed, ruleset)
    while not game.over:
        game.step()
    return game.events


def garbled(events, dice):
    """The record with one event dropped, doubled, moved or changed."""
    events = list(events)
    at = dice.randrange(2, len(events))
    match dice.randrange(4):
        case 0:
            del events[at]
        case 1:
            events.insert(dice.randrange(2, len(events)), events[at])
        case 2:
            other = dice.randrange(2, len(events))
            events[at], events[other] = events[other], events[at]
        case _:
            events[at] = changed(events[at], dice)
    return events


def changed(event, dice):
    """The event with one field made up."""
    names = [field.name for field in fields(event)]
    if not names:
        return event
    name = dice.choice(names)
    value = getattr(event, name)
    if isinstance(value, Seat):
        return replace(event, **{name: Seat(dice.randrange(4))})
    if isinstance(value, Tile) or name in {"pai", "dora_marker"}:
        return replace(event, **{name: dice.choice(TILES)})
    if isinstance(value, tuple) and value and isinstance(value[0], Tile):
        return replace(event, **{name: tuple(dice.choice(TILES) for _ in value)})
    if isinstance(value, bool) or (value is None and name == "tsumogiri"):
        return replace(event, **{name: dice.choice([True, False, None])})
    if type(value) is int:
        return replace(event, **{name: value + dice.choice([-1, 1])})
    return event


@pytest.mark.parametrize("rules", ["wrr2015", "jpml-b", "tenhou"])
def test_a_garbled_record_is_refused_in_words_or_played(rules):
    ruleset = load_ruleset(rules)
    dice = random.Random(11)
    whole = played(3, ruleset)
    found = 0
    for _ in range(60):
        state = EMPTY
        for event in garbled(whole, dice):
            ruling = judge(state, event, ruleset)
            assert ruling.reasons
            try:
                state = apply(state, event)
            except IllegalActionError as fault:
                refused = str(fault)
                assert refused
                assert "\n" not in refused
                found += 1
                break
            if ruling.allowed is False:
                expected(state, ruleset)
                found += 1
                break
    assert found > 40
