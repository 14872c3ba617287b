"""Whatever is given, at every door: an answer of the right type, or one named error of one line.

The doors are the notations, cases, uncertain hands, rulesets and their options, and the judgements
on waits and declarations. The long tests knock more than a million times.
"""

import json
from collections import Counter
from pathlib import Path
from random import Random
from time import perf_counter

import pytest
from loading import load

from scoring.case import Case, parse_case
from scoring.engine import score
from scoring.errors import AmbiguousError, IllegalError, InvalidError, ScoringError
from scoring.hand import Hand
from scoring.legality import kuikae, riichi
from scoring.meld_notation import read_meld, read_wind
from scoring.melds import Meld, MeldKind
from scoring.notation import read_tile, read_tiles
from scoring.ruleset import Ruleset, with_options
from scoring.ruling import Ruling
from scoring.score import Refusal, Score
from scoring.seats import Seat, Wind
from scoring.shanten import shanten
from scoring.tiles import TILES, Tile, parse_tiles
from scoring.uncertain import Verdict, read_uncertain
from scoring.waits import tenpai, waits
from table.config import load_ruleset

ROOT = Path(__file__).parents[2]
CASES = [
    json.loads(line)
    for name in ("cases.jsonl", "clause_cases.jsonl")
    for line in (ROOT / "tests" / "data" / name).read_text(encoding="utf-8").splitlines()
]
RULES = load_ruleset()
TABLES = load_ruleset("jpml-b").to_mapping()
SECONDS = 2.0
"""No single input may take longer."""
OF_TEXT = {
    read_tiles: tuple,
    read_tile: Tile,
    read_meld: Meld,
    read_wind: Wind,
    parse_tiles: tuple,
    Tile.parse: Tile,
    Tile.from_mjai: Tile,
    Meld.parse: Meld,
    MeldKind.parse: MeldKind,
    Hand.parse: Hand,
    Wind.parse: Wind,
    Seat.parse: Seat,
}
"""What reads text, and what it then returns."""
TEXTS = [text for case in CASES for text in (case["concealed"], case["win_tile"])] + [
    f"{meld['type']}:{meld['tiles']}@{meld.get('from', 'E')}"
    for case in CASES
    for meld in case.get("melds", [])
    if isinstance(meld, dict)
]


@pytest.fixture(scope="module")
def mutation():
    return load("tests/scoring/mutation.py")


NAMED = (InvalidError, IllegalError, AmbiguousError)


def knock(function, value, expected):
    """Give a value to a door: its answer has the right type, its error is named and one line."""
    started = perf_counter()
    try:
        answer = function(value)
    except ScoringError as error:
        answer = error
    assert isinstance(answer, (expected, NAMED)), f"{function}: {answer!r}"
    if isinstance(answer, NAMED):
        message = str(answer)
        assert message
        assert len(message.splitlines()) == 1
        assert len(message) < 2600, message[:200]
    assert perf_counter() - started < SECONDS, f"{function} {str(value)[:200]}"
    return answer


def scored(mapping):
    case = parse_case(mapping)
    answer = score(case.hand, case.win, RULES)
    json.dumps(answer.to_mapping())
    return answer


def texts(mutation, random, count):
    seen = Counter()
    for _ in range(count):
        text = mutation.text(random)
        if random.random() < 0.5:
            text = mutation.mutated(random, random.choice(TEXTS), random.randrange(1, 4))
        for function, expected in OF_TEXT.items():
            if isinstance(text, str):
                seen[type(knock(function, text, expected)).__name__] += 1
        for function in (read_tiles, read_tile, read_meld):
            knock(function, mutation.value(random), OF_TEXT[function])
    return seen


def cases(mutation, random, count):
    seen = Counter()
    for _ in range(count):
        case = mutation.mutated(random, random.choice(CASES), random.randrange(1, 4))
        if isinstance(case, dict):
            knock(parse_case, case, Case)
            seen[type(knock(scored, case, (Score, Refusal))).__name__] += 1
    return seen


def uncertain_hands(mutation, random, count):
    seen = Counter()
    for _ in range(count):
        case = random.choice(CASES)
        tiles = [str(tile) for tile in parse_tiles(case["concealed"])]
        slots = [[[tile, 0.8], [str(random.choice(TILES)), 0.2]] for tile in tiles]
        hand = mutation.mutated(random, {**case, "concealed": slots}, random.randrange(4))
        if isinstance(hand, dict):
            verdict = knock(lambda one: read_uncertain(one, RULES), hand, Verdict)
            seen[type(verdict).__name__] += 1
    return seen


def rulesets(mutation, random, count):
    seen = Counter()
    for number in range(count):
        tables = mutation.mutated(random, TABLES, 1)
        if isinstance(tables, dict):
            ruleset = knock(Ruleset.from_mapping, tables, Ruleset)
            seen[type(ruleset).__name__] += 1
            if number % 20 == 0 and isinstance(ruleset, Ruleset):
                case = parse_case(random.choice(CASES))
                knock(lambda one, case=case: score(case.hand, case.win, one), ruleset, object)
        names = ("kiriage", "red_fives", "multiple_yakuman", "rounds", mutation.text(random))
        options = {random.choice(names): mutation.value(random)}
        knock(lambda one: Ruleset.from_mapping(with_options(TABLES, one)), options, Ruleset)
    return seen


def judgements(mutation, random, count):
    """Ask for waits and legality about any tiles, in any number."""
    seen = Counter()
    for _ in range(count):
        tiles = random.choices(TILES[: random.choice((9, 34, 37))], k=random.choice((12, 13, 14)))
        hand = knock(lambda one: Hand(tuple(one)), tiles, Hand)
        if isinstance(hand, Hand):
            seen[type(knock(waits, hand, tuple)).__name__] += 1
            knock(tenpai, hand, bool)
            knock(shanten, hand, int)
        knock(
            lambda one: riichi(one, (), RULES, live_tiles=20, points=1000).allowed,
            tiles,
            (bool, type(None)),
        )
        meld = knock(read_meld, mutation.text(random), Meld)
        if isinstance(meld, Meld) and meld.called is not None:
            knock(lambda one, meld=meld: kuikae(meld, one, RULES), tiles[0], Ruling)
    return seen


DOORS = (texts, cases, uncertain_hands, rulesets, judgements)
KNOCKS = {
    texts: 70_000,
    cases: 150_000,
    uncertain_hands: 10_000,
    rulesets: 4_000,
    judgements: 10_000,
}
"""In the long run: 70,000 texts at fifteen doors each alone are more than a million."""


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__)
def test_a_few(mutation, door):
    seen = door(mutation, Random(door.__name__), KNOCKS[door] // 200)

    assert seen.total() > 15
    assert len(seen) > 1 or door is judgements


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__)
def test_a_million(mutation, door):
    print(door.__name__, dict(door(mutation, Random(f"long {door.__name__}"), KNOCKS[door])))


def test_the_long_run_is_a_million():
    assert KNOCKS[texts] * (len(OF_TEXT) + 3) + sum(KNOCKS.values()) > 1_000_000
