"""What cannot lie on a table: one named error, one line, the value and what was expected."""

from dataclasses import replace

import pytest

from scoring.case import parse_case, parse_context
from scoring.engine import score
from scoring.errors import (
    IllegalHandError,
    IllegalWinError,
    InvalidCaseError,
    InvalidMeldError,
    InvalidSeatError,
    InvalidTileError,
    ScoringError,
)
from scoring.hand import Hand
from scoring.meld_notation import read_meld
from scoring.melds import Meld, MeldKind
from scoring.seats import Seat, Wind
from scoring.tiles import Tile, parse_tiles
from scoring.win import Context, Win
from table.config import load_ruleset

CASE = {
    "concealed": "234567m345p22678s",
    "win_tile": "8s",
    "win": "ron",
    "seat_wind": "S",
    "round_wind": "E",
}


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("123", "expected m, p, s or z after '123'"),
        ("m", "unexpected 'm'"),
        ("12x", "unexpected 'x'"),
        ("8z", "no tile '8z'"),
        ("0z", "no tile '0z'"),
        ("12 m", "unexpected ' '"),
        ("\uff11m", "unexpected '\uff11'"),  # a digit, but none of 0-9
        ("1m?", r"unexpected '\?'"),
    ],
)
def test_tiles(text, match):
    with pytest.raises(InvalidTileError, match=match):
        parse_tiles(text)


@pytest.mark.parametrize("text", ["", "m", "10m", "8z", "0z", "E", "back", "?"])
def test_one_tile(text):
    with pytest.raises(InvalidTileError, match="expected 1m-9m"):
        Tile.parse(text)


def test_tiles_that_are_in_no_set():
    with pytest.raises(InvalidTileError, match="mjai tile '5zr': expected"):
        Tile.from_mjai("5zr")
    with pytest.raises(InvalidTileError, match=r"tile kind 34: expected 0\.\.33"):
        Tile.of(34)
    with pytest.raises(InvalidTileError, match="expected a five"):
        Tile(3, red=True)


@pytest.mark.parametrize("text", ["", "EE", "e", "X", "0"])
def test_winds_and_seats(text):
    with pytest.raises(InvalidSeatError, match="expected one of E S W N"):
        Wind.parse(text)
    with pytest.raises(InvalidSeatError, match="expected one of 0 1 2 3"):
        Seat.parse(text if text != "0" else "4")


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("123m", "expected KIND:TILES"),
        ("pung:111m", "expected one of chi pon daiminkan ankan kakan"),
        ("chi:124m", "expected three consecutive tiles"),
        ("chi:1234m", "expected three consecutive tiles"),
        ("chi:891m", "expected three consecutive tiles"),
        ("chi:123z", "expected three consecutive tiles"),
        ("chi:9m1p2p", "expected three consecutive tiles"),
        ("pon:112m", "expected three identical tiles"),
        ("pon:1111m", "expected three identical tiles"),
        ("ankan:111m", "expected four identical tiles"),
        ("kakan:1112m", "expected four identical tiles"),
        ("ankan:1111m@N", "expected no called tile and no feeder"),
        ("pon:111m+2m", "the called tile 2m among the tiles"),
        ("pon:111m@", "wind ''"),
        ("pon:111m+", "tile ''"),
    ],
)
def test_melds(text, match):
    with pytest.raises((InvalidMeldError, InvalidSeatError, InvalidTileError), match=match):
        Meld.parse(text)


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("", "0 concealed tiles and 0 melds, expected 14 concealed"),
        ("123m456p789s112z", "12 concealed tiles"),
        ("123m456p789s112233z", "15 concealed tiles and 0 melds, expected 14"),
        ("123m456p789s11223z pon:777z", "14 concealed tiles and 1 melds, expected 11 concealed"),
        ("11m chi:123m chi:123m chi:123s chi:123s chi:123p", "expected at most 4 melds"),
        ("11111m456p789s123s", "5 copies of 1m, expected at most 4"),
        ("05555m456p789s123s", "5 copies of 5m, expected at most 4"),
        ("11m456p789s123s pon:111m", "5 copies of 1m, expected at most 4"),
    ],
)
def test_hands(text, match):
    with pytest.raises(IllegalHandError, match=match):
        Hand.parse(text)


def test_a_chi_comes_from_the_player_before(ron):
    before = ron.seat_wind.after(3)
    for source in Wind:
        hand = Hand.parse(f"345p22678s678p chi:234m@{source}")
        if source is before:
            score(hand, ron, load_ruleset())
        else:
            with pytest.raises(IllegalWinError, match=f"chi:234m@{source}.*: expected"):
                score(hand, ron, load_ruleset())


def test_a_hand_has_no_more_red_fives_than_the_set(ron):
    one, three = Hand.parse("340m345p22678s678p"), Hand.parse("22m000p345s678s678p")
    for rules in (load_ruleset("tenhou"), load_ruleset("jpml-b", {"red_fives": True})):
        score(one, ron, rules)
        with pytest.raises(IllegalHandError, match=f"3 copies of 0p, expected .* under {rules.id}"):
            score(three, ron, rules)
    score(three, ron, load_ruleset("wrr2015"))


def test_a_hand_before_the_draw_is_not_won(ron):
    with pytest.raises(IllegalHandError, match="13 tiles, expected 14"):
        score(Hand.parse("234567m345p2267s"), ron, load_ruleset())


@pytest.mark.parametrize("where", ["dora_indicators", "ura_indicators", "own_discards"])
def test_no_fifth_copy_lies_elsewhere(ron, where):
    hand = Hand.parse("234567m222p22678s")
    tiles = parse_tiles("2p2p")
    win = replace(ron, riichi=True)
    if where == "own_discards":
        win = replace(win, context=Context(own_discards=tiles))
    else:
        win = replace(win, **{where: tiles})

    with pytest.raises(IllegalHandError, match="3 copies of 2p and 2 among the indicators"):
        score(hand, win, load_ruleset())


SOUTH = {"seat_wind": Wind.SOUTH}
EAST = {"seat_wind": Wind.EAST}


@pytest.mark.parametrize(
    ("circumstances", "match"),
    [
        ({"ippatsu": True}, "ippatsu without riichi"),
        ({"haitei": True, "tsumo": False}, "haitei without tsumo"),
        ({"houtei": True}, "houtei without ron"),
        ({"rinshan": True, "tsumo": False}, "rinshan without tsumo"),
        ({"chankan": True}, "chankan without ron"),
        ({"tenhou": True, **SOUTH}, "tenhou without dealer: expected the dealer"),
        ({"tenhou": True, "tsumo": False, **EAST}, "tenhou without tsumo"),
        ({"chiihou": True, **EAST}, "chiihou without nondealer"),
        ({"chiihou": True, "tsumo": False}, "chiihou without tsumo"),
        ({"renhou": True}, "renhou without ron"),
        ({"renhou": True, "tsumo": False, **EAST}, "renhou without nondealer"),
        ({"tenhou": True, "riichi": True, **EAST}, "tenhou together with riichi"),
        ({"chiihou": True, "double_riichi": True}, "chiihou together with riichi"),
        ({"chiihou": True, "haitei": True}, "chiihou together with haitei"),
        ({"tenhou": True, "rinshan": True, **EAST}, "tenhou together with rinshan"),
        ({"renhou": True, "houtei": True, "tsumo": False}, "renhou together with houtei"),
        ({"houtei": True, "chankan": True, "tsumo": False}, "houtei together with chankan"),
        ({"rinshan": True, "ippatsu": True, "riichi": True}, "rinshan together with ippatsu"),
        ({"honba": -1}, "honba -1: expected 0..100000"),
        ({"riichi_sticks": -2}, "riichi_sticks -2: expected 0..100000"),
        ({"dora_indicators": parse_tiles("123456m")}, "dora_indicators: 6 tiles"),
        ({"ura_indicators": parse_tiles("123456m")}, "ura_indicators: 6 tiles"),
    ],
)
def test_circumstances_that_exclude_each_other(circumstances, match):
    with pytest.raises(IllegalWinError, match=match):
        Win(**{"win_tile": Tile.parse("8s"), "tsumo": True, **SOUTH, **circumstances})


OPEN = "345m22678s678p chi:234s"


@pytest.mark.parametrize(
    ("hand", "circumstances", "match"),
    [
        (OPEN, {"riichi": True}, "riichi with chi:234s: expected a closed hand"),
        (OPEN, {"rinshan": True, "tsumo": True}, "expected a kan in it"),
        (OPEN, {"chiihou": True, "tsumo": True}, "expected no meld before the first turn"),
        (OPEN, {"renhou": True}, "renhou with chi:234s"),
        (f"{OPEN}@S", {}, "expected a feeder other than the winner"),
        (OPEN, {"context": Context(robbed_kan=MeldKind.KAKAN)}, "kakan without chankan"),
        (OPEN, {"context": Context(kakan_last=True)}, "kakan_last with .*: expected a kakan in it"),
        (
            OPEN,
            {"chankan": True, "context": Context(robbed_kan=MeldKind.DAIMINKAN)},
            "robbed_kan daiminkan: expected kakan or ankan",
        ),
        (
            OPEN,
            {"chankan": True, "context": Context(robbed_kan=MeldKind.PON)},
            "robbed_kan pon: expected kakan or ankan",
        ),
        (OPEN, {"context": Context(discarder_seat=Wind.SOUTH)}, "another than the winner's"),
        (OPEN, {"tsumo": True, "context": Context(discarder_seat=Wind.EAST)}, "expected a ron"),
        (OPEN, {"context": Context(dealer_consecutive_wins=-1)}, "expected 0 or more"),
    ],
)
def test_circumstances_that_the_hand_excludes(ron, hand, circumstances, match):
    with pytest.raises(IllegalWinError, match=match):
        score(Hand.parse(hand), replace(ron, **circumstances), load_ruleset())


@pytest.mark.parametrize(
    ("hand", "won", "dora"),
    [
        ("123m456p789s11z222z", "2z", ""),
        ("123m456p789s11z pon:999s", "9s", ""),
        ("123m456p789s22z pon:444z", "3m", "3m"),
    ],
)
def test_a_robbed_kan_has_all_but_one_of_its_tiles(ron, hand, won, dora):
    hand = Hand.parse(hand)
    win = replace(ron, win_tile=Tile.parse(won), dora_indicators=parse_tiles(dora))
    score(hand, win, load_ruleset())
    with pytest.raises(IllegalHandError, match=f"chankan on {won} .* expected one"):
        score(hand, replace(win, chankan=True), load_ruleset())
    score(hand, replace(win, win_tile=Tile.parse("4p"), chankan=True), load_ruleset())


@pytest.mark.parametrize(
    ("change", "match"),
    [
        ({"ipatsu": True}, "field 'ipatsu': expected one of"),
        ({"concealed": None}, "field 'concealed' = None: expected str"),
        ({"concealed": {"1m": 1}}, "expected str"),
        ({"win_tile": ["8s"]}, r"field 'win_tile' = \['8s'\]: expected str"),
        ({"win": "steal"}, "win 'steal': expected tsumo or ron"),
        (
            {"dora_indicators": "1m", "ura_indicators": "23m"},
            "ura_indicators '23m' with 1 dora indicators: expected at most as many",
        ),
        ({"ura_indicators": "2m"}, "ura_indicators '2m' with 0 dora indicators"),
        ({"riichi": 1}, "field 'riichi' = 1: expected bool"),
        ({"honba": True}, "field 'honba' = True: expected int"),
        ({"honba": 1.0}, "field 'honba' = 1.0: expected int"),
        ({"melds": {}}, "field 'melds' = {}: expected list"),
        ({"context": []}, "field 'context'"),
        ({"context": {"passed_winning_tiles": ["5s"]}}, "passed winning tile '5s'"),
        ({"context": {"passed_winning_tiles": [{}]}}, "field 'tile': missing"),
        ({"context": {"dead_hand": "yes"}}, "field 'dead_hand'"),
        ({"ruleset": 3}, "field 'ruleset'"),
        ({"options": []}, "field 'options'"),
    ],
)
def test_cases(change, match):
    with pytest.raises(InvalidCaseError, match=match):
        parse_case({**CASE, **change})


@pytest.mark.parametrize("key", CASE)
def test_a_case_lacks_nothing(key):
    with pytest.raises(InvalidCaseError, match=f"field '{key}': missing"):
        parse_case({name: value for name, value in CASE.items() if name != key})


def test_melds_are_text_or_tables():
    table = {"type": "pon", "tiles": "777z", "called": "7z", "from": "N"}

    assert read_meld(table) == read_meld("pon:777z+7z@N")


def test_what_the_table_knows():
    context = parse_context(
        {
            "own_discards": "9m5s",
            "own_discards_claimed_by_others": "5s1z",
            "robbed_kan": "ankan",
            "discarder_seat": "W",
            "kakan_last": True,
            "events": ["5s passed"],
            "weather": "fine",
        }
    )

    assert context == Context(
        own_discards=parse_tiles("9m5s1z"),
        robbed_kan=MeldKind.ANKAN,
        discarder_seat=Wind.WEST,
        kakan_last=True,
        unused=("context 'weather' has no bearing on the score",),
    )


def test_unused_knowledge_is_noted():
    case = parse_case({**CASE, "context": {"weather": "fine"}})

    notes = score(case.hand, case.win, load_ruleset()).notes
    assert notes == ("context 'weather' has no bearing on the score",)


def test_a_message_is_one_line_of_bounded_length():
    message = str(InvalidCaseError("first\nsecond\u2028third " + "x" * 5000))

    assert message.startswith(r"first\nsecond\nthird xxx")
    assert message.endswith(" ... " + "x" * 500)


def test_every_error_is_a_scoring_error():
    for error in (InvalidCaseError, IllegalHandError, InvalidMeldError, InvalidSeatError):
        assert issubclass(error, ScoringError)
        assert issubclass(error, ValueError)
