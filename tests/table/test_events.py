"""Events have mjai's names and fields, and survive the way through JSON."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.seats import Seat, Wind
from scoring.tiles import Tile
from table.core import incidents
from table.core.codec import TYPES, event_mapping, parse_event
from table.core.events import (
    Ankan,
    Chi,
    Correction,
    Dahai,
    Daiminkan,
    Dora,
    EndGame,
    EndKyoku,
    Hora,
    Kakan,
    Pon,
    Reach,
    ReachAccepted,
    Ryukyoku,
    StartGame,
    StartKyoku,
    Tsumo,
    Undo,
)
from table.errors import InvalidEventError

seats = st.sampled_from(list(Seat))
points = st.tuples(*[st.integers(-200_000, 200_000)] * 4)
tiles = st.builds(Tile.of, st.integers(0, 33))
yakus = st.lists(st.tuples(st.sampled_from(["riichi", "pinfu"]), st.integers(0, 13))).map(tuple)
hands = st.tuples(*[st.lists(st.none() | tiles, max_size=13).map(tuple)] * 4)
words = st.sampled_from(["kuikae", "noten_riichi", "hora"])
ruling = {"actor": seats, "reason": words, "clause": st.text(), "ruled_by": st.text()}
evidence = {"evidence": st.text()}


def some(count):
    return st.tuples(*[tiles] * count)


def called(kind, count):
    return st.builds(kind, actor=seats, target=seats, pai=tiles, consumed=some(count))


PLAY = {
    "start_game": st.builds(
        StartGame,
        names=st.tuples(*[st.text()] * 4),
        rules=st.text(),
        kyoku_first=st.sampled_from([0, 4]),
        aka_flag=st.booleans(),
        riichi_bet=st.integers(0, 2000),
    ),
    "start_kyoku": st.builds(
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
    "tsumo": st.builds(Tsumo, seats, st.none() | tiles),
    "dahai": st.builds(Dahai, seats, st.none() | tiles, st.none() | st.booleans()),
    "chi": called(Chi, 2),
    "pon": called(Pon, 2),
    "daiminkan": called(Daiminkan, 3),
    "ankan": st.builds(Ankan, seats, some(4)),
    "kakan": st.builds(Kakan, seats, tiles, some(3)),
    "dora": st.builds(Dora, st.none() | tiles),
    "reach": st.builds(Reach, seats),
    "reach_accepted": st.builds(ReachAccepted, seats),
    "hora": st.builds(
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
        pao=st.none() | seats,
    ),
    "ryukyoku": st.builds(
        Ryukyoku,
        deltas=points,
        tenpais=st.none() | st.tuples(*[st.booleans()] * 4),
        reason=st.text(),
        actor=st.none() | seats,
    ),
    "end_kyoku": st.builds(EndKyoku),
    "end_game": st.builds(EndGame, st.none() | points),
}
OURS = {
    "correction": st.builds(Correction, words, words),
    "undo": st.builds(Undo),
    "chombo": st.builds(
        incidents.Chombo,
        tenths=st.integers(0, 800),
        deltas=points,
        ends_hand=st.booleans(),
        **ruling,
        **evidence,
    ),
    "penalty": st.builds(incidents.Penalty, tenths=st.integers(0, 800), **ruling, **evidence),
    "warning": st.builds(incidents.WarningGiven, **ruling, **evidence),
    "dead_hand": st.builds(incidents.DeadHand, riichi_void=st.booleans(), **ruling, **evidence),
    "reach_void": st.builds(incidents.ReachVoid, **ruling),
    "irregularity": st.builds(incidents.Irregularity, words, st.none() | seats, st.text()),
    "ruling_cancelled": st.builds(incidents.RulingCancelled, st.integers(0, 99), words),
    "call": st.builds(incidents.Call, seats, words, st.none() | st.integers(0, 9000)),
    "reveal": st.builds(incidents.Reveal, seats, hands.map(lambda four: four[0]), words),
    "tenpai": st.builds(incidents.Tenpai, seats, st.booleans()),
    "put_back": st.builds(incidents.PutBack, seats),
    "counts_as_discard": st.builds(incidents.CountsAsDiscard, seats, tiles, words),
    "seating": st.builds(
        incidents.Seating,
        words,
        st.tuples(*[st.text()] * 4),
        st.lists(st.integers(2, 12)).map(tuple),
    ),
    "dice": st.builds(
        incidents.Dice, st.none() | seats, st.lists(st.integers(1, 6)).map(tuple), words
    ),
    "wall_break": st.builds(incidents.WallBreak, seats, st.integers(2, 12)),
    "stick_count": st.builds(
        incidents.StickCount, st.tuples(*[st.none() | st.integers(-9000, 90_000)] * 4)
    ),
    "out_of_sync": st.builds(incidents.OutOfSync, words),
    "signal": st.builds(incidents.Signal, words, st.none() | seats, st.text(), st.text()),
    "timer": st.builds(incidents.Timer, words, st.integers(0, 5400)),
    "gong": st.builds(incidents.Gong, words, st.none() | st.integers(0, 5400)),
    "substitute": st.builds(incidents.Substitute, seats, st.text()),
    "hands_void": st.builds(incidents.HandsVoid, st.integers(0, 9), words),
}
EVENTS = st.one_of(*PLAY.values(), *OURS.values())


@given(EVENTS)
def test_an_event_survives_the_way_through_json(event):
    assert parse_event(json.loads(json.dumps(event_mapping(event)))) == event


def test_every_event_has_its_own_name_and_is_tried_here():
    assert set(TYPES) == PLAY.keys() | OURS.keys()
    assert len(set(TYPES.values())) == len(TYPES)


def test_a_line_of_mjai_is_written_as_mjai_has_it():
    drawn = Dahai(Seat.THIRD, Tile.parse("0m"), tsumogiri=None)
    assert event_mapping(drawn) == {
        "type": "dahai",
        "actor": 2,
        "pai": "5mr",
        "tsumogiri": None,
    }
    assert event_mapping(Tsumo(Seat.FIRST)) == {"type": "tsumo", "actor": 0, "pai": "?"}
    pon = {"type": "pon", "actor": 1, "target": 0, "pai": "C", "consumed": ["C", "C"]}
    assert event_mapping(parse_event(pon)) == pon


def test_fields_of_other_writers_are_passed_over_only_when_asked():
    line = {"type": "ankan", "actor": 2, "consumed": ["E"] * 4, "pai": "E"}
    with pytest.raises(InvalidEventError, match="unknown field 'pai'"):
        parse_event(line)
    assert parse_event(line, extras=True) == Ankan(Seat.THIRD, (Tile.parse("1z"),) * 4)


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
        ({"type": "dahai", "actor": 0, "pai": "1m", "tsumogiri": 1}, "tsumogiri 1, expected true"),
        ({"type": "tsumo", "actor": 0, "pai": ["1m"]}, "expected a tile or ?"),
        (
            {"type": "pon", "actor": 0, "target": 1, "pai": "E", "consumed": ["E"]},
            "expected two tiles",
        ),
        (
            {"type": "pon", "actor": 0, "target": 1, "pai": "?", "consumed": ["E", "E"]},
            "pai '?', expected a tile",
        ),
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
