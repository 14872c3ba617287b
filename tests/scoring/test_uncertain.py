"""Hands of which some tiles are only probable."""

from itertools import product
from math import prod
from random import Random
from time import perf_counter

import pytest

from scoring.assignments import LEAST
from scoring.engine import score
from scoring.errors import (
    IllegalHandError,
    IllegalWinError,
    InvalidCaseError,
    InvalidMeldError,
    InvalidTileError,
)
from scoring.hand import Hand
from scoring.meld_notation import read_meld
from scoring.seats import Wind
from scoring.slots import parse_slot
from scoring.tiles import TILES
from scoring.uncertain import MAX_HANDS, read_uncertain
from scoring.win import Win
from table.config import load_ruleset

RULES = load_ruleset()
NAMES = [str(tile) for tile in TILES]
CLOSED = ["2m", "3m", "4m", "5m", "6m", "7m", "3p", "4p", "5p", "2s", "2s", "6s", "7s", "8s"]


def uncertain(changes, **fields):
    """The closed hand with the alternatives of some slots."""
    slots = [changes.get(index, [[tile, 1.0]]) for index, tile in enumerate(CLOSED)]
    case = {"win_tile": "8s", "win": "ron", "seat_wind": "S", "round_wind": "E", **fields}
    return read_uncertain({"concealed": slots, "melds": [], **case}, RULES)


def hands(verdict):
    return [(round(one.probability, 3), str(one.hand)) for one in verdict.hands]


def test_a_sure_hand_has_one_reading_and_nothing_to_check():
    verdict = uncertain({})

    assert hands(verdict) == [(1.0, "234567m345p22678s")]
    assert (verdict.impossible, verdict.check, verdict.complete) == (0, None, True)


def test_what_is_no_hand_is_left_out():
    verdict = uncertain({0: [["2m", 0.5], ["9m", 0.3], ["6m", 0.2]]})

    assert hands(verdict) == [(1.0, "234567m345p22678s")]
    assert verdict.impossible == 2
    assert verdict.hands[0].result.total == 2000


def test_a_fifth_copy_is_left_out():
    verdict = uncertain({0: [["5m", 0.9], ["2m", 0.1]], 3: [["5m", 1]]}, dora_indicators="555m")

    assert hands(verdict) == [(1.0, "234567m345p22678s")]


def test_the_check_is_the_slot_that_settles_most():
    verdict = uncertain({2: [["4m", 0.5], ["1m", 0.5]], 5: [["7m", 0.9], ["4m", 0.1]]}, riichi=True)

    assert hands(verdict) == [
        (0.45, "123567m345p22678s"),
        (0.45, "234567m345p22678s"),
        (0.05, "123456m345p22678s"),
        (0.05, "234456m345p22678s"),
    ]
    assert verdict.check.index == 2
    assert verdict.check.why == "1m (50%) or 4m (50%): a second look settles 68% of the doubt"


def test_the_winning_tile_may_be_a_slot():
    verdict = uncertain({13: [["8s", 0.7], ["5s", 0.3]]}, win_tile=13)

    assert hands(verdict) == [(0.7, "234567m345p22678s"), (0.3, "234567m345p22567s")]
    assert verdict.check.index == 13


def test_the_winning_tile_may_come_on_top_of_the_others():
    case = {"concealed": CLOSED[:13], "win": "ron", "seat_wind": "S", "round_wind": "E"}
    verdict = read_uncertain({**case, "win_tile": [["8s", 0.6], ["5s", 0.4]]}, RULES)

    assert hands(verdict) == [(0.6, "234567m345p22678s"), (0.4, "234567m345p22567s")]
    assert verdict.check.index == 13
    sure = read_uncertain({**case, "win_tile": "8s"}, RULES)
    assert hands(sure) == [(1.0, "234567m345p22678s")]


def test_which_tile_won_may_be_the_doubt():
    verdict = uncertain({}, win_tile=[["8s", 0.75], ["7s", 0.25]])

    assert [one.result.total for one in verdict.hands] == [2000, 1300]
    assert verdict.check is None


def test_two_ways_to_the_same_hand_are_one_reading():
    verdict = uncertain({9: [["2s", 0.5], ["8s", 0.5]], 13: [["8s", 0.5], ["2s", 0.5]]})

    assert hands(verdict) == [(1.0, "234567m345p22678s")]
    assert verdict.impossible == 2
    assert verdict.check is None


def test_an_unknown_tile_may_be_any():
    verdict = uncertain({0: [["?", 1.0]]})

    assert sorted(hand for _, hand in hands(verdict)) == [
        "234567m345p22678s",
        "345567m345p22678s",
        "345678m345p22678s",
    ]
    assert verdict.impossible == 31
    assert verdict.check.why.endswith("a second look settles 100% of the doubt")


def test_the_tiles_of_a_meld_may_be_uncertain():
    slots = [[[tile, 1.0]] for tile in CLOSED[:11]]
    chi = {
        "type": "chi",
        "tiles": [[["6s", 1]], [["7s", 1]], [["8s", 0.8], ["5s", 0.1], ["9s", 0.1]]],
    }
    case = {"win_tile": "2s", "win": "ron", "seat_wind": "S", "round_wind": "E"}
    verdict = read_uncertain({"concealed": slots, "melds": [chi], **case}, RULES)

    assert [hand for _, hand in hands(verdict)] == [
        "234567m345p22s chi:678s",
        "234567m345p22s chi:567s",
    ]
    assert verdict.impossible == 1
    assert (verdict.check.meld, verdict.check.index) == (0, 2)
    assert verdict.to_mapping()["check"]["meld"] == 0


def test_a_certain_meld_is_text_or_a_table():
    slots = [[[tile, 1.0]] for tile in CLOSED[:11]]
    case = {"win_tile": "2s", "win": "ron", "seat_wind": "S", "round_wind": "E"}
    one, other = (
        read_uncertain({"concealed": slots, "melds": [meld], **case}, RULES)
        for meld in ("chi:678s", {"type": "chi", "tiles": "678s"})
    )

    assert one == other
    assert one.to_mapping()["readings"][0]["melds"] == ["chi:678s"]


def test_a_refusal_that_the_tiles_cannot_explain_stays_a_reading():
    verdict = uncertain({}, context={"own_discards": "5s"})

    assert [one.result.reason for one in verdict.hands] == ["furiten"]


def test_nothing_may_be_left():
    verdict = uncertain({0: [["9m", 1.0]]})

    assert (verdict.hands, verdict.impossible, verdict.check) == ((), 1, None)


def test_the_search_is_bounded():
    verdict = uncertain({index: [["?", 1.0]] for index in range(8)})

    assert not verdict.complete
    assert len(verdict.hands) <= MAX_HANDS


def test_what_is_hopelessly_unlikely_is_left_out():
    alternatives = {index: [[CLOSED[index], 0.999], ["?", 0.001]] for index in (0, 6, 13)}
    verdict = uncertain(alternatives)

    assert str(verdict.hands[0].hand) == "234567m345p22678s"
    assert verdict.complete
    assert all(one.probability >= verdict.hands[0].probability * LEAST for one in verdict.hands)


def test_red_and_plain_fives_are_told_apart():
    rules = load_ruleset("wrr2013", {"red_fives": True})
    slots = [[[tile, 1.0]] for tile in CLOSED]
    slots[3] = [["5m", 0.6], ["0m", 0.3], ["6m", 0.1]]
    case = {"win_tile": "8s", "win": "ron", "seat_wind": "S", "round_wind": "E"}
    verdict = read_uncertain({"concealed": slots, **case}, rules)

    assert [(one.result.han, one.result.total) for one in verdict.hands] == [(2, 2000), (3, 3900)]
    assert verdict.impossible == 1
    assert verdict.check.index == 3
    assert verdict.check.why.startswith("5m (67%) or 0m (33%)")


def test_seven_pairs_and_thirteen_orphans_are_found():
    pairs = [[[tile, 0.9], ["9s", 0.1]] for tile in ("1m", "3p", "5p", "7s", "E", "P", "C") * 2]
    orphans = ["1m", "9m", "1p", "9p", "1s", "9s", "E", "S", "W", "N", "P", "F", "C"]
    found = [[[tile, 0.8], ["5m", 0.2]] for tile in (*orphans, "C")]
    case = {"win_tile": "C", "win": "ron", "seat_wind": "S", "round_wind": "E"}

    for concealed, yaku in ((pairs, "chiitoitsu"), (found, "kokushi musou")):
        best = read_uncertain({"concealed": concealed, **case}, RULES).hands[0]
        assert [one.name for one in best.result.yaku] == [yaku]


def camera(random, certain, names):
    """A hand as a camera may see it: each tile with two rivals."""
    rest = (1 - certain) / 2
    slots = [
        [[tile, certain], *([other, rest] for other in random.sample(names, 2))] for tile in CLOSED
    ]
    return {"concealed": slots, "win_tile": 13, "win": "ron", "seat_wind": "S", "round_wind": "E"}


@pytest.mark.parametrize("certain", [0.95, 0.8, 0.6, 0.4])
def test_a_hand_of_which_every_tile_is_doubtful_is_read_at_once(certain):
    random = Random(5)
    started = perf_counter()
    verdicts = [read_uncertain(camera(random, certain, NAMES), RULES) for _ in range(5)]

    assert perf_counter() - started < 5
    assert all(verdict.complete for verdict in verdicts)
    assert all("234567m345p22678s" in {str(one.hand) for one in one.hands} for one in verdicts)


@pytest.mark.parametrize("seed", range(12))
def test_nothing_is_missed_that_trying_everything_finds(seed):
    random = Random(seed)
    near = ["1m", "2m", "3m", "4m", "5m", "0m", "6m", "7m", "8m", "2s", "5s", "8s"]
    slots = [[[tile, 1.0]] for tile in CLOSED]
    for place in random.sample(range(14), 7):
        share = random.choice((0.5, 0.7, 0.9))
        slots[place] = [[CLOSED[place], share], [random.choice(near), 1 - share]]
    case = {"win_tile": 13, "win": "tsumo", "seat_wind": "S", "round_wind": "E"}
    verdict = read_uncertain({"concealed": slots, **case}, RULES)
    tried = everything([parse_slot("", slot) for slot in slots])
    least = LEAST * max(tried.values())

    assert verdict.complete
    got = {str(one.hand): one.probability for one in verdict.hands}
    total = sum(tried.values())
    assert {hand for hand, share in tried.items() if share > least * 1.001} <= set(got)
    assert set(got) <= set(tried)
    assert all(share == pytest.approx(tried[hand] / total, abs=1e-3) for hand, share in got.items())


NO_YAKU = ["1p", "2p", "3p", "3s", "4s", "5s", "6s", "7s", "8s", "9p", "9p"]
PON = "pon:222m"
ROUND = {"win": "ron", "seat_wind": "S", "round_wind": "E"}


@pytest.mark.parametrize("seed", range(12))
def test_nothing_is_missed_where_the_likeliest_shape_cannot_win(seed):
    random = Random(seed)
    slots = [[[tile, 1.0]] for tile in NO_YAKU]
    for place in (9, 10, *random.sample(range(1, 9), 3)):
        share = random.choice((0.01, 0.002, 0.3))
        rivals = random.sample(["4p", "6p", "5p", "0p", "2s", "6s"], 2)
        rest = [[rival, share / 2] for rival in rivals]
        slots[place] = [[NO_YAKU[place], 1 - share], *rest]
    slots[0] = [["1p", 0.992], ["4p", 0.008]]
    case = {"win_tile": 10, "melds": [PON], **ROUND, "win": "tsumo"}
    verdict = read_uncertain({"concealed": slots, **case}, RULES)
    tried = everything([parse_slot("", slot) for slot in slots], (read_meld(PON),))
    least = LEAST * max(tried.values(), default=0.0)

    assert verdict.complete
    got = {str(one.hand): one.probability for one in verdict.hands}
    assert set(got) <= set(tried)
    assert bool(got) == bool(tried)
    total = sum(tried.values())
    # A hand may lie in the slots in several ways, each of which is a combination of its own.
    assert {hand for hand, share in tried.items() if share > least * 10} <= set(got)
    assert all(share == pytest.approx(tried[hand] / total, abs=5e-3) for hand, share in got.items())


def test_hands_that_win_are_ranked_though_a_likelier_shape_has_no_yaku():
    pair = [["9p", 0.98], ["6p", 0.0125], ["5p", 0.0075]]
    slots = ["2p", "3p", "4p", *NO_YAKU[3:9], pair, pair]
    case = {"win_tile": 3, "melds": [PON], **ROUND}
    verdict = read_uncertain({"concealed": slots, **case}, RULES)

    assert hands(verdict) == [
        (0.735, "23466p345678s pon:222m"),
        (0.265, "23455p345678s pon:222m"),
    ]
    assert verdict.complete


def test_a_verdict_is_incomplete_where_not_every_way_to_lay_a_meld_was_tried():
    anything = [["?", 1.0]]
    case = {"concealed": ["2m", "3m", "4m", "5p", "5p"], "win_tile": 0, **ROUND}
    melds = [{"type": "pon", "tiles": [anything] * 3}, "pon:666p", "pon:777p"]

    assert not read_uncertain({**case, "melds": melds}, RULES).complete


def everything(slots, melds=()):
    """Score every combination that a small doubt leaves."""
    shares = {}
    for picks in product(*slots):
        tiles = tuple(tile for tile, _ in picks)
        try:
            hand = Hand(tiles, melds)
        except IllegalHandError:
            continue
        win = Win(tiles[-1], tsumo=True, seat_wind=Wind.SOUTH)
        if score(hand, win, RULES).valid:
            share = prod(one for _, one in picks)
            shares[str(hand)] = shares.get(str(hand), 0) + share
    return shares


@pytest.mark.parametrize(
    ("fields", "error", "match"),
    [
        ({"concealed": "123m"}, InvalidCaseError, "expected two lists"),
        ({"melds": {}}, InvalidCaseError, "expected two lists"),
        ({"concealed": [[]]}, InvalidCaseError, r"concealed\[0\] = \[\]: expected prob"),
        ({"concealed": [5]}, InvalidCaseError, r"concealed\[0\] = 5: expected a tile or"),
        ({"concealed": ["5x"]}, InvalidTileError, "tiles '5x': expected m, p, s or z"),
        ({"concealed": [["5m"]]}, InvalidCaseError, r"has '5m': expected \[tile, probability"),
        ({"concealed": [[["5m", 1.5]]]}, InvalidCaseError, r"has \['5m', 1.5\]"),
        ({"concealed": [[["5m", 0]]]}, InvalidCaseError, "expected probabilities that add up"),
        ({"concealed": [[["5m", True]]]}, InvalidCaseError, r"has \['5m', True\]"),
        ({"concealed": [[[5, 1]]]}, InvalidCaseError, r"has \[5, 1\]"),
        (
            {"concealed": [[["5m", 0.7], ["6m", 0.7]]]},
            InvalidCaseError,
            "expected probabilities that add up",
        ),
        (
            {"concealed": [[["5m", 1]]] * 12},
            IllegalHandError,
            "12 concealed tiles and 0 melds: expected 14",
        ),
        ({"concealed": [[["5m", 1]]] * 15}, IllegalHandError, "15 concealed tiles"),
        ({"win_tile": 14}, InvalidCaseError, r"win_tile 14: expected a tile or 0\.\.13"),
        ({"win_tile": None}, InvalidCaseError, "win_tile = None: expected a tile"),
        ({"haitei": True}, IllegalWinError, "haitei without tsumo"),
        ({"rinshan": True, "win": "tsumo"}, IllegalWinError, "expected a kan in it"),
        ({"hat": 1}, InvalidCaseError, "field 'hat'"),
    ],
)
def test_bad_input(fields, error, match):
    with pytest.raises(error, match=match):
        uncertain({}, **fields)


DRAGONS = {
    "concealed": ["2m", "3m", "4m", "1p", "1p"],
    "win_tile": 0, "win": "tsumo", "seat_wind": "S", "round_wind": "E",
}  # fmt: skip


def fed_by_west(tiles):
    """Three dragons, of which west fed the last; its tiles are certain or not."""
    last = {"type": "pung", "tiles": tiles, "called": "7z", "from": "W"}
    return {**DRAGONS, "melds": ["pon:555z@E", "pon:666z@E", last]}


@pytest.mark.parametrize("tiles", ["777z", ["7z"] * 3, ["7z", "7z", [["7z", 0.7], ["6z", 0.3]]]])
def test_who_fed_an_uncertain_meld_is_liable_as_ever(tiles):
    (only,) = read_uncertain(fed_by_west(tiles), RULES).hands

    assert only.result.to_mapping()["payments"] == {"liable": 32000}
    assert only.result.to_mapping()["liable_seat"] == "W"


def test_a_meld_that_lacks_the_tile_that_was_called_is_left_out():
    tiles = [[["6s", 0.1], ["9s", 0.9]], "?", "?"]
    meld = {"type": "chi", "tiles": tiles, "called": "6s"}
    case = {**DRAGONS, "concealed": ["2m", "3m", "4m", "1p", "1p", "5z", "5z", "5z"]}
    verdict = read_uncertain({**case, "melds": ["pon:666z", meld]}, RULES)

    found = {str(one.hand.melds[1]) for one in verdict.hands}
    assert found == {"chi:456s+6s", "chi:567s+6s", "chi:678s+6s"}


def test_an_unknown_field_of_an_uncertain_meld_is_refused():
    meld = {"type": "pon", "tiles": ["7z"] * 3, "form": "W"}
    with pytest.raises(InvalidMeldError, match="meld field 'form': expected one of"):
        read_uncertain({**DRAGONS, "melds": ["pon:555z", "pon:666z", meld]}, RULES)


@pytest.mark.parametrize("share", [1e-30, 1e-300])
def test_hardly_likely_tiles_stay_numbers(share):
    rare = {index: [[tile, share]] for index, tile in enumerate(CLOSED)}

    assert hands(uncertain(rare)) == [(1.0, "234567m345p22678s")]
    assert hands(uncertain({3: [["5m", share], ["9p", 1 - share]]}))[0][0] == 1.0
    assert hands(uncertain({3: [["5m", 1 - share], ["0m", share]]}))[0][0] == 1.0


def test_a_winning_five_may_be_there_in_the_other_colour():
    verdict = uncertain({8: [["0p", 1.0]]}, win_tile="5p")

    assert hands(verdict) == [(1.0, "234567m340p22678s")]
    assert verdict.impossible == 0
