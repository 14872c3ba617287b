"""Many hands at once get the engine's answers: reason, han, fu, yaku, payments, liability."""

import json
import tomllib
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pytest

from scoring.batch.codes import FLAG
from scoring.batch.convert import hands_of
from scoring.batch.engine import BatchScorer, score_hands
from scoring.case import parse_case
from scoring.engine import score
from scoring.hand import Hand
from scoring.ruleset import Ruleset, amend
from scoring.seats import Wind
from scoring.tiles import Tile
from scoring.win import Context, Win
from table.config import load_ruleset, ruleset_ids

ROOT = Path(__file__).parents[3]
CASES = [
    json.loads(line)
    for name in ("cases.jsonl", "further_cases.jsonl")
    if (ROOT / "tests" / "data" / name).is_file()
    for line in (ROOT / "tests" / "data" / name).read_text(encoding="utf-8").splitlines()
]
SAMPLE = 1_500
MANY = 200_000
"""Hands for each ruleset in the long test, ten thousand at a time."""
TEST = "of this test"
VARIANTS = {
    "everything adds up": {
        "limits": {
            "counted_yakuman": {"value": [13, 26, 39], "silent": TEST},
            "yakuman_cumulative": {"value": True, "silent": TEST},
            "kiriage": {"value": True, "silent": TEST},
        },
        "win": {
            "red_fives": {"value": True, "silent": TEST},
            "two_han_from_counters": {"value": 5, "silent": TEST},
            "liable_yaku": {"value": ["daisangen", "daisuushii", "suukantsu"], "silent": TEST},
            "liability_scope": {"value": "yakuman", "silent": TEST},
            "liability_counters": {"value": "liable", "silent": TEST},
        },
        "yaku": {
            "suuankou tanki": {"closed": 2, "yakuman": True, "silent": TEST},
            "daisuushii": {"closed": 2, "open": 2, "yakuman": True, "silent": TEST},
            "kokushi musou 13-wait": {"closed": 2, "yakuman": True, "silent": TEST},
            "junsei chuuren poutou": {"closed": 2, "yakuman": True, "silent": TEST},
            "tsuuiisou chiitoitsu": {"closed": 2, "yakuman": True, "silent": TEST},
            "daisharin": {"closed": 1, "yakuman": True, "silent": TEST},
            "parenchan": {"closed": 1, "open": 1, "yakuman": True, "silent": TEST},
            "renpuuhai": {"closed": 3, "open": 3, "silent": TEST},
        },
    },
    "other numbers": {
        "limits": {"mangan": {"value": 4, "silent": TEST}, "haneman": {"value": 5, "silent": TEST}},
        "fu": {
            "edge_wait": {"value": 4, "silent": TEST},
            "pair_wait": {"value": 0, "silent": TEST},
            "rinshan_tsumo": {"value": 8, "silent": TEST},
            "open_pinfu": {"value": 10, "silent": TEST},
            "double_wind_pair": {"value": 2, "silent": TEST},
            "concealed_kotsu": {"value": [6, 18], "silent": TEST},
        },
        "win": {
            "minimum_han": {"value": 2, "silent": TEST},
            "kept_apart": {"value": False, "silent": TEST},
            "kokushi_robs_ankan": {"value": False, "silent": TEST},
            "kan_dora": {"value": False, "silent": TEST},
            "liability_ron": {"value": "discarder", "silent": TEST},
            "liability_counts_ankan": {"value": False, "silent": TEST},
        },
        "game": {"counter_value": {"value": 1500, "silent": TEST}},
        "riichi": {"bet": {"value": 500, "silent": TEST}},
        "yaku": {
            "tanyao": {"closed": 1, "silent": TEST},
            "riichi": {"closed": 2, "alone": True, "silent": TEST},
            "ippatsu": {"closed": 1, "alone": True, "limit": "mangan", "silent": TEST},
        },
    },
}
"""Rulesets that nobody plays, so that every entry is seen to count."""


@pytest.fixture(params=ruleset_ids())
def ruleset(request):
    return load_ruleset(request.param)


def test_a_sample(agreeing, dealing, ruleset):
    random = Random(f"sample {ruleset.id}")
    wins = [agreeing.deal(dealing, random) for _ in range(SAMPLE)]

    assert agreeing.assert_agreement(wins, ruleset) > SAMPLE / 2


@pytest.mark.long
@pytest.mark.timeout(600)
def test_many_hands(agreeing, dealing, ruleset):
    random = Random(f"many {ruleset.id}")
    granted = 0
    for _ in range(MANY // 10_000):
        wins = [agreeing.deal(dealing, random) for _ in range(10_000)]
        granted += agreeing.assert_agreement(wins, ruleset)

    assert granted > MANY / 2


@pytest.mark.parametrize("changes", VARIANTS.values(), ids=VARIANTS)
def test_every_entry_counts(agreeing, dealing, changes):
    preset = ROOT / "scoring" / "presets" / "wrr2013.toml"
    tables = amend(tomllib.loads(preset.read_text(encoding="utf-8")), {"id": "made up", **changes})
    random = Random(f"variant {sorted(changes)}")
    wins = [agreeing.deal(dealing, random) for _ in range(2 * SAMPLE)]

    assert agreeing.assert_agreement(wins, Ruleset.from_mapping(tables)) > SAMPLE / 2


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES])
def test_a_case(agreeing, case):
    ruleset = load_ruleset(case["ruleset"], case.get("options"))
    parsed = parse_case(case)
    hands = hands_of([(parsed.hand, parsed.win)])
    if case["expect"].get("reason") == "furiten":
        hands = replace(hands, flags=hands.flags | FLAG["furiten"])

    scores = BatchScorer(ruleset).score(hands)

    assert agreeing.of_row(scores, 0) == agreeing.of_engine(score(parsed.hand, parsed.win, ruleset))
    if case["expect"].get("valid"):
        assert scores.total[0] == case["expect"]["total"]


@pytest.mark.parametrize("ruleset", ["mleague", "wrr2013"])
def test_liability_for_two_yakuman(agreeing, ruleset):
    """One player fed the last dragon and the last kan, or two did, or one is not known."""
    rules = load_ruleset(ruleset, {"liable_yaku": ["daisangen", "daisuushii", "suukantsu"]})
    hands = [
        Hand.parse(f"44p {dragons} daiminkan:{last}")
        for dragons, last in (
            ("ankan:5555z kakan:6666z@S kakan:2222m@S", "7777z@N"),
            ("ankan:5555z kakan:6666z@S kakan:7777z@S", "2222m@N"),
            ("ankan:5555z kakan:6666z@S kakan:7777z@N", "2222m@N"),
            ("ankan:5555z kakan:6666z@S kakan:7777z", "2222m@N"),
            ("ankan:5555z kakan:6666z@S kakan:7777z@N", "2222m"),
        )
    ]
    wins = [
        Win(Tile.parse("4p"), tsumo=tsumo, seat_wind=Wind.WEST, context=Context(kakan_last=added))
        for tsumo in (True, False)
        for added in (True, False)
    ]

    assert agreeing.assert_agreement(list(product(hands, wins)), rules) == 20


def test_furiten_bars_a_ron_and_no_self_draw(pinfu_hand, ron, tsumo):
    hands = hands_of(
        [(pinfu_hand, ron), (pinfu_hand, tsumo), (Hand.parse("11123m456p789s22z3z"), ron_on_3z())]
    )
    hands = replace(hands, flags=np.full(3, FLAG["furiten"], np.int32))

    scores = score_hands(hands, load_ruleset("wrr2013"))

    assert [scores.reason_of(row) for row in range(3)] == ["furiten", "", "not_complete"]


def ron_on_3z():
    return Win(Tile.parse("3z"), tsumo=False, seat_wind=Wind.SOUTH)


def test_hands_do_not_depend_on_their_neighbours(agreeing, dealing):
    random = Random("neighbours")
    wins = [agreeing.deal(dealing, random) for _ in range(300)]
    scorer = BatchScorer(load_ruleset("wrr2013"))
    together = scorer.score(hands_of(wins))

    alone = [agreeing.of_row(scorer.score(hands_of([one])), 0) for one in wins]

    assert [agreeing.of_row(together, row) for row in range(len(wins))] == alone


def test_more_hands_than_a_chunk_and_none(agreeing, pinfu_hand, ron):
    hand = hands_of([(pinfu_hand, ron)])
    many = type(hand)(*[np.repeat(getattr(hand, name), 20_000, axis=0) for name in hand.__slots__])
    scorer = BatchScorer(load_ruleset("wrr2013"))

    assert set(scorer.score(many).total.tolist()) == {2000}
    assert len(scorer.score(hand[:0])) == 0


def test_a_winning_tile_that_is_not_there_is_refused(agreeing, pinfu_hand, tsumo):
    missing = replace(tsumo, win_tile=Tile.parse("9p"))
    scores = score_hands(hands_of([(pinfu_hand, missing)]), load_ruleset("wrr2013"))

    assert scores.reason_of(0) == score(pinfu_hand, missing, load_ruleset("wrr2013")).reason


def test_of_two_readings_of_one_value_the_engines_is_taken(agreeing):
    """Three concealed triplets with three dora, or renhou alone: 5 han 50 fu both."""
    hand = Hand.parse("99m888p406666s333z")
    win = Win(
        Tile.parse("6s"),
        tsumo=False,
        seat_wind=Wind.SOUTH,
        round_wind=Wind.SOUTH,
        renhou=True,
        dora_indicators=(Tile.parse("2z"),),
    )

    assert agreeing.assert_agreement([(hand, win)], load_ruleset("wrr2015")) == 1
