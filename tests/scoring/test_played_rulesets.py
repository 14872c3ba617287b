"""The rulesets that people play by besides the documents: one hand, scored under each.

The values are worked out by hand from the entries of the presets.
"""

import pytest

from scoring.case import parse_case
from scoring.engine import score
from scoring.hand import Hand
from scoring.score import Payments
from scoring.seats import Wind
from scoring.tiles import Tile
from scoring.win import Context, Win
from table.config import load_ruleset

PLAYED = ("tenhou", "majsoul", "mleague")
PINFU = "234567m345p22678s"
DRAGONS = [{"type": "pon", "tiles": tiles, "from": seat} for tiles, seat in
           (("555z", "E"), ("666z", "W"), ("777z", "N"))]  # fmt: skip
KANS = [
    {"type": "kakan", "tiles": "1111m", "from": "E"},
    {"type": "ankan", "tiles": "3333p"},
    {"type": "ankan", "tiles": "8888s"},
    {"type": "daiminkan", "tiles": "2222s", "from": "W"},
]
HANDS = {
    "double riichi, pinfu, tanyao: 4 han 30 fu": (
        {"concealed": PINFU, "win_tile": "8s", "double_riichi": True},
        {"tenhou": 7700, "majsoul": 7700, "mleague": 8000},
    ),
    "a pair of the double wind": (
        {
            "concealed": "234678m555p456s11z",
            "win_tile": "5s",
            "win": "tsumo",
            "seat_wind": "E",
            "riichi": True,
        },
        {"tenhou": 3900, "majsoul": 3900, "mleague": 3000},
    ),
    "thirteen orphans on thirteen tiles": (
        {"concealed": "119m19p19s1234567z", "win_tile": "1m"},
        {"tenhou": 32000, "majsoul": 64000, "mleague": 32000},
    ),
    "four concealed triplets on the pair": (
        {"concealed": "222999m555p888s33z", "win_tile": "3z"},
        {"tenhou": 32000, "majsoul": 64000, "mleague": 32000},
    ),
    "big four winds": (
        {
            "concealed": "55p444z",
            "melds": [
                {"type": "pon", "tiles": tiles, "from": "E"} for tiles in ("111z", "222z", "333z")
            ],
            "win_tile": "5p",
        },
        {"tenhou": 32000, "majsoul": 64000, "mleague": 32000},
    ),
    "13 han": (
        {
            "concealed": PINFU,
            "win_tile": "8s",
            "riichi": True,
            "dora_indicators": "1s1s1s3p",
            "ura_indicators": "1m1m2p9m",
        },
        {"tenhou": 32000, "majsoul": 32000, "mleague": 24000},
    ),
    "three red fives": (
        {"concealed": "234067m340p22067s", "win_tile": "2m"},
        {"tenhou": 8000, "majsoul": 8000, "mleague": 8000},
    ),
    "two yakuman without liability": (
        {
            "concealed": "11122777z",
            "melds": DRAGONS[:2],
            "win_tile": "2z",
        },
        {"tenhou": 64000, "majsoul": 64000, "mleague": 64000},
    ),
}


def won(ruleset, **changes):
    case = {"win": "ron", "seat_wind": "S", "round_wind": "E", **changes}
    if case.get("seat_wind") == "E":
        case["round_wind"] = "E"
    parsed = parse_case(case)
    return score(parsed.hand, parsed.win, load_ruleset(ruleset))


@pytest.mark.parametrize("ruleset", PLAYED)
@pytest.mark.parametrize("name", HANDS)
def test_a_hand_under_each(name, ruleset):
    changes, expected = HANDS[name]

    assert won(ruleset, **changes).total == expected[ruleset]


@pytest.mark.parametrize(
    ("ruleset", "paid"),
    [
        ("tenhou", {"discarder": 32000, "liable": 32300}),
        ("majsoul", {"discarder": 48000, "liable": 16300}),
        ("mleague", {"discarder": 48300, "liable": 16000}),
    ],
)
def test_liability_for_one_of_two_yakuman_at_a_ron(ruleset, paid):
    """All honours and big three dragons; north fed the third dragon, west discards the last."""
    result = won(
        ruleset,
        concealed="11122z",
        melds=DRAGONS,
        win_tile="2z",
        honba=1,
        context={"discarder_seat": "W"},
    )

    assert result.to_mapping()["payments"] == paid
    assert result.total == 64300


def test_liability_for_one_of_two_yakuman_at_a_self_draw():
    """For the whole hand north pays all; for his yakuman alone the others pay the other one."""
    hand = {"concealed": "11122z", "melds": DRAGONS, "win_tile": "2z", "win": "tsumo"}

    assert won("tenhou", **hand).to_mapping()["payments"] == {"liable": 64000}
    changes = won("majsoul", **hand).changes(None)
    assert sum(changes.values()) == 0
    assert sorted(changes.values()) == [-40000, -16000, -8000, 64000]


@pytest.mark.parametrize(
    "melds",
    [
        "kakan:3333z@S kakan:4444z@S daiminkan:2222z@N daiminkan:1111z@N",
        "daiminkan:2222z@E kakan:3333z@S kakan:4444z@S daiminkan:1111z@N",
    ],
)
def test_one_player_is_liable_for_both_yakuman_that_he_fed(melds):
    """The last wind and the last kan are one tile."""
    hand = Hand.parse(f"44p {melds}")
    win = Win(Tile.parse("4p"), tsumo=True, seat_wind=Wind.WEST)

    result = score(hand, win, load_ruleset("mleague"))

    assert result.payments == Payments(liable=64000)
    assert result.changes()[Wind.NORTH] == -64000


def test_what_nobody_fed_of_three_yakuman_is_the_discarders():
    """East fed the last dragon and the last kan, and shares those two; all honours are south's."""
    hand = Hand.parse("44z daiminkan:3333z@N ankan:5555z kakan:7777z@S daiminkan:6666z@E")
    context = Context(discarder_seat=Wind.SOUTH)
    win = Win(Tile.parse("4z"), tsumo=False, seat_wind=Wind.WEST, context=context)

    result = score(hand, win, load_ruleset("mleague"))

    assert result.payments == Payments(discarder=64000, liable=32000)
    assert result.liable_seat is Wind.EAST


def test_two_feeders_of_two_yakuman_are_not_passed_over_in_silence():
    hand = Hand.parse("44p kakan:5555z@N kakan:6666z@N kakan:7777z@S daiminkan:1111m@E")
    win = Win(Tile.parse("4p"), tsumo=True, seat_wind=Wind.WEST)

    result = score(hand, win, load_ruleset("mleague"))

    assert result.notes == (
        "liability not judged: kakan:7777z@S was fed by another than the first",
    )
    assert result.changes() == {
        Wind.EAST: -32000 - 16000,
        Wind.SOUTH: -8000,
        Wind.WEST: 64000,
        Wind.NORTH: -8000,
    }


@pytest.mark.parametrize(
    ("ruleset", "valid"), [("tenhou", False), ("majsoul", True), ("mleague", False)]
)
def test_thirteen_orphans_and_a_concealed_kan(ruleset, valid):
    result = won(
        ruleset,
        concealed="119m19p19s1234567z",
        win_tile="9s",
        chankan=True,
        context={"robbed_kan": "ankan"},
    )

    assert result.valid is valid


@pytest.mark.parametrize(
    ("ruleset", "liable"), [("tenhou", None), ("majsoul", None), ("mleague", "W")]
)
def test_who_feeds_the_fourth_kan(ruleset, liable):
    result = won(ruleset, concealed="55p", melds=KANS, win_tile="5p", win="tsumo")

    assert result.to_mapping().get("liable_seat") == liable
    assert result.total == 32000


def test_nobody_feeds_a_fourth_kan_that_was_made_of_a_pon():
    """A kakan lies where its pon lay, before the daiminkan that was the third kan."""
    result = won(
        "mleague",
        concealed="55p",
        melds=KANS,
        win_tile="5p",
        win="tsumo",
        context={"kakan_last": True},
    )

    assert result.liable_seat is None
    assert result.payments == Payments(dealer=16000, nondealer=8000)
