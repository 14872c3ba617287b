"""Events have mjai's names and fields, and survive the way through JSON."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.seats import Seat, Wind
from scoring.tiles import Tile
from table.core.codec import TYPES, event_mapping, parse_event
from table.core.events import (
    EndGame,
    EndKyoku,
    Hora,
    Reach,
    ReachAccepted,
    Ryukyoku,
    StartGame,
    StartKyoku,
    Undo,
)
from table.errors import InvalidEventError

seats = st.sampled_from(list(Seat))
points = st.tuples(*[st.integers(-200_000, 200_000)] * 4)
tiles = st.builds(Tile.of, st.integers(0, 33))
yakus = st.lists(st.tuples(st.sampled_from(["riichi", "pinfu"]), st.integers(0, 13))).map(tuple)
hands = st.tuples(*[st.lists(st.none() | tiles, max_size=13).map(tuple)] * 4)
EVENTS = st.one_of(
    st.builds(
        StartGame,
        names=st.tuples(*[st.text()] * 4),
        rules=st.text(),
        kyoku_first=st.sampled_from([0, 4]),
        aka_flag=st.booleans(),
        riichi_bet=st.integers(0, 2000),
    ),
    st.builds(
        StartKyoku,
        bakaze=st.sampled_from(list(Wind)),
        kyoku=st.integers(1, 4),
        honba=st.integers(0, 99),
        kyotaku=st.integers(0, 99),
        oya=seats,
        scores=points,
        dora_marker=st.none() | tiles,
        tehais=hands,
    ),
    st.builds(Reach, seats),
    st.builds(ReachAccepted, seats),
    st.builds(
        Hora,
        actor=seats,
        target=seats,
        deltas=points,
        ura_markers=st.lists(tiles, max_size=5).map(tuple),
        pai=st.none() | tiles,
        yakus=yakus,
        fan=st.none() | st.integers(1, 30),
        fu=st.none() | st.integers(20, 110),
        hora_points=st.integers(0, 100_000),
    ),
    st.builds(Ryukyoku, deltas=points, tenpais=st.tuples(*[st.booleans()] * 4), reason=st.text()),
    st.builds(EndKyoku),
    st.builds(EndGame, points),
    st.builds(Undo),
)


@given(EVENTS)
def test_an_event_survives_the_way_through_json(event):
    assert parse_event(json.loads(json.dumps(event_mapping(event)))) == event


def test_the_names_are_mjais():
    assert set(TYPES) - {"undo"} == {
        "start_game",
        "start_kyoku",
        "reach",
        "reach_accepted",
        "hora",
        "ryukyoku",
        "end_kyoku",
        "end_game",
    }


def test_an_unseen_tile_is_a_question_mark_and_a_red_five_is_mjais():
    start = StartKyoku(Wind.EAST, 1, 0, 0, Seat.FIRST, (1, 2, 3, 4))
    assert event_mapping(start)["dora_marker"] == "?"
    assert event_mapping(start)["tehais"] == [["?"] * 13] * 4
    hora = Hora(Seat.FIRST, Seat.FIRST, (0, 0, 0, 0), pai=Tile.parse("0p"))
    assert event_mapping(hora)["pai"] == "5pr"


@pytest.mark.parametrize(
    ("mapping", "complaint"),
    [
        ({}, "event type None: expected one of start_game"),
        ({"type": "tsumogiri"}, "event type 'tsumogiri'"),
        ({"type": ["reach"]}, "event type"),
        ({"type": "reach"}, "the field 'actor' is missing"),
        ({"type": "reach", "actor": 4}, "actor 4, expected a seat 0-3"),
        ({"type": "reach", "actor": True}, "actor True, expected a seat 0-3"),
        ({"type": "reach", "actor": 1, "pai": "5m"}, "unknown field 'pai'"),
        ({"type": "end_game", "scores": [1, 2, 3]}, "expected four whole numbers"),
        ({"type": "end_game", "scores": [1, 2, 3, 1e9]}, "expected four whole numbers"),
        ({"type": "hora", "actor": 0, "target": 0, "deltas": [0] * 4, "pai": "0p"}, "pai '0p'"),
        (
            {"type": "ryukyoku", "deltas": [0] * 4, "tenpais": [1, 0, 0, 0]},
            "expected four times true or false",
        ),
    ],
)
def test_what_is_no_event_is_refused_by_name(mapping, complaint):
    with pytest.raises(InvalidEventError, match=None) as refused:
        parse_event(mapping)
    assert complaint in str(refused.value)
