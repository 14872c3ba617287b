"""Whatever is given for a case: an answer, or one named error of one line."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.case import parse_case
from scoring.engine import score
from scoring.errors import ScoringError
from scoring.hand import Hand
from scoring.melds import Meld
from scoring.score import Refusal, Score
from scoring.tiles import parse_tiles
from scoring.uncertain import read_uncertain
from table.config import load_ruleset

ROOT = Path(__file__).parents[2]
CASES = [
    json.loads(line)
    for line in (ROOT / "tests" / "data" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
]
FIELDS = sorted({field for case in CASES for field in case} - {"expect", "note", "basis"})
RULES = load_ruleset()
plain = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=8),
    st.text("0123456789mpsz:+@ESWN", max_size=20),
    st.sampled_from(["5m", "0s", "E", "ron", "tsumo", "pon:777z@N", "ankan:1111m", "wrr2015"]),
)
values = st.recursive(
    plain,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.sampled_from(["type", "tiles", "from", "tile", "dead_hand"]), inner),
    ),
    max_leaves=8,
)


@given(text=st.text(max_size=30))
def test_text(text):
    for parse in (parse_tiles, Meld.parse, Hand.parse):
        assert_answer_or_error(parse, text)


@given(text=st.text("0123456789mpsz", max_size=40))
def test_digits_and_suits(text):
    assert_answer_or_error(Hand.parse, text)


@given(
    case=st.sampled_from(CASES),
    changes=st.dictionaries(st.sampled_from(FIELDS), values, max_size=3),
)
@settings(max_examples=400)
def test_cases(case, changes):
    answer = assert_answer_or_error(scored, {**case, **changes})

    assert answer is None or isinstance(answer, (Score, Refusal))
    assert answer is None or json.dumps(answer.to_mapping())


@given(
    case=st.sampled_from(CASES),
    changes=st.dictionaries(st.sampled_from(["concealed", "melds", "win_tile"]), values),
    slots=st.lists(values, min_size=11, max_size=14),
)
@settings(max_examples=100)
def test_uncertain_hands(case, changes, slots):
    hand = {**case, "concealed": slots, **changes}

    assert_answer_or_error(lambda mapping: read_uncertain(mapping, RULES), hand)


@pytest.mark.long
@pytest.mark.timeout(900)
@given(data=st.binary(max_size=60))
@settings(max_examples=100_000)
def test_bytes(data):
    text = data.decode("latin-1")
    for parse in (parse_tiles, Meld.parse, Hand.parse):
        assert_answer_or_error(parse, text)


def scored(mapping):
    case = parse_case(mapping)
    return score(case.hand, case.win, RULES)


def assert_answer_or_error(function, value):
    try:
        return function(value)
    except ScoringError as error:
        message = str(error)
    assert message
    assert "\n" not in message
    return None
