"""A win in plain numbers: the same answers as for a Hand and a Win, refusals and errors too."""

import random

import pytest

from scoring.engine import Scorer
from scoring.errors import IllegalHandError, IllegalWinError, InvalidTileError, ScoringError
from scoring.plain import MELD_KINDS, PlainWin, plain_facts
from scoring.score import Payments, Refusal, Score
from scoring.tiles import TILE_OF_ID
from scoring.win import CIRCUMSTANCES
from table.config import load_ruleset, ruleset_ids

BITS = {name: 1 << place for place, name in enumerate(CIRCUMSTANCES)}
CHI, PON, DAIMINKAN, ANKAN, KAKAN = range(5)
SEEDS = range(40)
WINS_A_SEED = 60


def circumstances(*names):
    return sum(BITS[name] for name in names)


def four(kind):
    return list(range(4 * kind, 4 * kind + 4))


PINFU = PlainWin(
    concealed=(4, 8, 12, 17, 20, 24, 44, 48, 53, 92, 96, 100, 76, 77),
    melds=(),
    win_tile=100,
    seat=1,
    round=0,
    circumstances=0,
)
"""234567m345p22678s, won on 8s."""


def test_the_kinds_of_meld_have_their_numbers():
    assert [kind.value for kind in MELD_KINDS] == ["chi", "pon", "daiminkan", "ankan", "kakan"]


def dealt(rng):
    """A complete hand with melds, indicators and circumstances at random, dealt from one set."""
    left = {kind: four(kind) for kind in range(34)}
    for numbers in left.values():
        rng.shuffle(numbers)
    concealed, melds = [], []
    low = rng.choice([0, 9, 18])
    while len(concealed) + 3 * len(melds) < 12:
        kind = rng.choice([rng.randrange(34), low + rng.randrange(9)])
        kinds = [kind] * 3
        if kind < 27 and kind % 9 < 7 and rng.random() < 0.6:
            kinds = [kind, kind + 1, kind + 2]
        if any(len(left[one]) < kinds.count(one) for one in kinds):
            continue
        tiles = tuple(left[one].pop() for one in kinds)
        kan = kinds[0] == kinds[1] and left[kind] and rng.random() < 0.15
        if kan:
            tiles += (left[kind].pop(),)
        if kan or rng.random() < 0.25:
            way = rng.choice([DAIMINKAN, ANKAN, KAKAN]) if kan else PON
            melds.append((CHI if kinds[0] != kinds[1] else way, tiles))
        else:
            concealed += tiles
    pair = rng.choice([kind for kind in left if len(left[kind]) >= 2])
    concealed += [left[pair].pop(), left[pair].pop()]
    rng.shuffle(concealed)
    rest = [number for numbers in left.values() for number in numbers]
    rng.shuffle(rest)
    names = [name for name in CIRCUMSTANCES if rng.random() < 0.2]
    if "riichi" not in names or any(kind != ANKAN for kind, _ in melds):
        names = [name for name in names if "riichi" not in name and name != "ippatsu"]
    return PlainWin(
        tuple(concealed),
        tuple(melds),
        rng.choice(concealed),
        rng.randrange(4),
        rng.randrange(2),
        circumstances(*names),
        tuple(rest[: rng.randrange(1, 4)]),
        tuple(rest[5 : 5 + rng.randrange(3)]),
        rng.randrange(3),
        rng.randrange(3),
    )


def answer(call, *args):
    """What a call returns or raises."""
    try:
        return call(*args)
    except ScoringError as error:
        return type(error), str(error)


@pytest.mark.parametrize("rules", ruleset_ids())
def test_plain_numbers_are_scored_as_values_are(rules):
    scorer = Scorer(load_ruleset(rules))
    seen = set()
    for seed in SEEDS:
        rng = random.Random(seed)
        for _ in range(WINS_A_SEED):
            win = dealt(rng)
            plain = answer(scorer.plain.score, win)
            assert plain == answer(lambda win: scorer.score(*win.hand_and_win()), win), win
            points = answer(scorer.plain.points, win)
            assert points == (plain.payments if isinstance(plain, Score) else plain), win
            assert points == answer(lambda win: scorer.points(*win.hand_and_win()), win), win
            seen.add((type(plain), plain_facts(win) is None))

    assert {(Score, False), (Score, True), (Refusal, False), (tuple, True)} <= seen


@pytest.mark.parametrize(
    ("dora", "ura", "right"),
    [((71,), (71,), True), ((71, 71), (71, 71), True), ((17,), (17, 18), True),
     ((17, 17), (17, 18), False), ((71, 71, 71), (71, 71), False)],
)  # fmt: skip
def test_an_indicator_may_be_a_tile_given_twice_where_there_are_four(dora, ura, right):
    scorer = Scorer(load_ruleset("tenhou"))
    win = PINFU._replace(circumstances=circumstances("riichi"), dora=dora, ura=ura)
    plain = answer(scorer.plain.score, win)
    assert isinstance(plain, Score) == right
    assert plain == answer(lambda win: scorer.score(*win.hand_and_win()), win)
    assert (scorer.plain._judge(win) is not None) == right


def test_a_tile_of_the_hand_given_twice_is_refused():
    win = PINFU._replace(concealed=(*PINFU.concealed[:-1], 76))
    with pytest.raises(IllegalHandError, match="each at most once"):
        Scorer(load_ruleset("tenhou")).plain.score(win)


def test_without_kan_dora_only_the_first_indicator_counts():
    rules = load_ruleset("wrr2013", {"win.kan_dora": False})
    scorer, rng = Scorer(rules), random.Random(5)
    for _ in range(WINS_A_SEED):
        win = dealt(rng)
        values = answer(lambda win: scorer.score(*win.hand_and_win()), win)
        assert answer(scorer.plain.score, win) == values, win


def test_the_order_of_the_tiles_does_not_matter():
    scorer = Scorer(load_ruleset("wrr2013"))
    turned = PINFU._replace(concealed=PINFU.concealed[::-1])

    assert scorer.plain.score(turned) == scorer.plain.score(PINFU)
    assert scorer.plain.points(turned) == Payments(discarder=2000)


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"concealed": (136, *PINFU.concealed[1:])}, InvalidTileError, "expected 0..135"),
        ({"concealed": (-1, *PINFU.concealed[1:])}, InvalidTileError, "expected 0..135"),
        ({"concealed": ("x", *PINFU.concealed[1:])}, InvalidTileError, "expected 0..135"),
        ({"concealed": (8, *PINFU.concealed[1:])}, IllegalHandError, "each at most once"),
        ({"concealed": PINFU.concealed[1:]}, IllegalHandError, "13 tiles, expected 14"),
        ({"win_tile": 136}, InvalidTileError, "tile number 136"),
        ({"dora": (200,)}, InvalidTileError, "tile number 200"),
        ({"dora": (0, 1, 2, 3, 9, 10)}, IllegalWinError, "6 tiles, expected at most 5"),
        ({"dora": (76, 77, 78)}, IllegalHandError, "2 copies of 2s and 3 among the indicators"),
        ({"honba": -1}, IllegalWinError, "honba -1"),
        ({"sticks": -1}, IllegalWinError, "riichi_sticks -1"),
        ({"circumstances": BITS["ippatsu"]}, IllegalWinError, "ippatsu without riichi"),
        ({"circumstances": BITS["rinshan"] + BITS["tsumo"]}, IllegalWinError, "a kan in it"),
        ({"circumstances": 1 << 20}, IllegalWinError, "circumstances 1048576"),
        ({"circumstances": -1}, IllegalWinError, "circumstances -1"),
        ({"seat": 4}, IllegalWinError, "seat 4"),
        ({"seat": -1}, IllegalWinError, "seat -1"),
        ({"round": -1}, IllegalWinError, "round -1"),
        ({"melds": ((5, (0, 1, 2)),)}, IllegalWinError, "meld"),
        ({"melds": ((-1, (0, 1, 2)),)}, IllegalWinError, "meld"),
    ],
)
def test_what_cannot_be_is_an_error(change, error, message):
    scorer = Scorer(load_ruleset("wrr2013"))
    for call in (scorer.plain.score, scorer.plain.points):
        with pytest.raises(error, match=message):
            call(PINFU._replace(**change))


def test_red_fives_are_16_52_and_88():
    assert [number for number, tile in TILE_OF_ID.items() if tile.red] == [16, 52, 88]
