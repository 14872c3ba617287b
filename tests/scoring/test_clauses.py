"""Every clause on scoring, payment and furiten is exercised, and the page that says so is true.

The cases of clause_cases.jsonl fill what the other cases leave open. That a case names a clause is
not enough: where the clause is that of an entry, the case must notice when the entry changes.
"""

import json
from collections import defaultdict
from pathlib import Path

import pytest
from loading import load

from scoring.case import parse_case
from scoring.engine import score
from scoring.errors import ScoringError
from scoring.hand import Hand
from scoring.limits import LimitTable
from scoring.payments import payments
from scoring.ruleset import Ruleset
from scoring.seats import Wind
from scoring.tiles import DORA_OF_INDICATOR, Tile
from scoring.win import Win
from table.config import load_ruleset

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "data"
FILES = ("cases.jsonl", "further_cases.jsonl", "clause_cases.jsonl")
LINES = {
    name: [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]
    for name in FILES
}
NAMED = json.loads((DATA / "case_clauses.json").read_text(encoding="utf-8"))
DOCUMENTS = ("wrr2013", "wrr2015", "rcr", "jpml-b", "saikouisen")


@pytest.fixture(scope="module")
def pages():
    """The script that writes the page."""
    return load("scripts/clauses_page.py")


def test_every_clause_is_exercised(pages):
    found = pages.evidence(ROOT)
    needed = [row["id"] for row in pages.clauses(ROOT) if row["kind"] in pages.KINDS]

    assert len(needed) == 311
    assert [clause for clause in needed if clause not in found] == []


def test_no_case_or_test_names_a_clause_that_is_not_there(pages):
    known = {row["id"] for row in pages.clauses(ROOT)}

    assert set(pages.evidence(ROOT)) <= known


def test_the_page_is_up_to_date(pages):
    written = (ROOT / pages.PAGE).read_text(encoding="utf-8")

    assert written == pages.page(ROOT), "run python3 scripts/clauses_page.py"


def test_the_clauses_are_those_of_the_papers(pages, shared):
    import csv

    with (shared / "rules" / "CLAUSES.csv").open(encoding="utf-8", newline="") as file:
        papers = [{key: row[key] for key in pages.clauses(ROOT)[0]} for row in csv.DictReader(file)]

    assert pages.clauses(ROOT) == papers


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=case["id"]) for case in LINES["clause_cases.jsonl"]]
)
def test_clause_case(case):
    answer = answered(case, load_ruleset(case["ruleset"], case.get("options")))
    expected = {**case["expect"]}
    if "yaku" in expected:
        assert sorted(answer["yaku"]) == sorted(expected.pop("yaku"))

    assert {key: answer.get(key) for key in expected} == expected


def answered(case, ruleset):
    parsed = parse_case(case)
    return score(parsed.hand, parsed.win, ruleset).to_mapping()


# ---- A case that names the clause of an entry notices the entry ------------------------------


def changed(ruleset, path):
    """Return the ruleset with one entry changed, or None where nothing sensible can be changed."""
    tables = ruleset.to_mapping()
    section, _, name = path.partition(".")
    entry = tables[section][name]
    if section == "yaku":
        del tables[section][name]
    else:
        value = another(section, entry["value"])
        if value is None:
            return None
        tables[section][name] = {**entry, "value": value}
    try:
        return Ruleset.from_mapping(tables)
    except ScoringError:
        return None


def another(section, value):
    if isinstance(value, bool):
        return not value
    if section == "fu":
        return [one + 10 for one in value] if isinstance(value, list) else value + 10
    if section == "limits" and isinstance(value, int):
        return value + 1
    return {"draw": "tile", "half": "discarder"}.get(value) if isinstance(value, str) else None


def test_a_case_notices_a_change_of_the_entry_whose_clause_it_names(pages):
    """Each clause of an entry is named by a case that a change of this entry makes fail."""
    cases = defaultdict(list)
    for name in FILES:
        for case in LINES[name]:
            for clause in [*case.get("clauses", []), *NAMED.get(case["id"], [])]:
                cases[case["ruleset"], clause].append(case)
    examined, awake = set(), set()
    for ruleset_id in DOCUMENTS:
        ruleset = load_ruleset(ruleset_id)
        for path, clauses in ruleset.clauses.items():
            if path.partition(".")[0] not in {"yaku", "fu", "limits"}:
                continue
            other = changed(ruleset, path)
            for clause in clauses.split(", "):
                if other is not None and cases[ruleset_id, clause]:
                    examined.add(clause)
                    if any(notices(case, ruleset, other) for case in cases[ruleset_id, clause]):
                        awake.add(clause)
    tested = {clause for clause, names in pages.evidence(ROOT).items() if "::" in "".join(names)}

    assert examined - awake - tested == set()
    assert len(awake) > 150


def notices(case, ruleset, other):
    if case.get("options"):
        ruleset_id = case["ruleset"]
        return answered(case, load_ruleset(ruleset_id, case["options"])) != answered(case, ruleset)
    return answered(case, ruleset) != answered(case, other)


# ---- The tables of the documents, cell by cell ------------------------------------------------

SCORE_TABLE = {
    # fu: han 1 to 4 of a player who does not deal, by ron; of the dealer; by self-draw; dealer's
    20: ((700, 1300, 2600, 5200), (1000, 2000, 3900, 7700), "200/400 400/700 700/1300 1300/2600",
         (400, 700, 1300, 2600)),
    30: ((1000, 2000, 3900, 7700), (1500, 2900, 5800, 11600),
         "300/500 500/1000 1000/2000 2000/3900", (500, 1000, 2000, 3900)),
    40: ((1300, 2600, 5200), (2000, 3900, 7700), "400/700 700/1300 1300/2600", (700, 1300, 2600)),
    50: ((1600, 3200, 6400), (2400, 4800, 9600), "400/800 800/1600 1600/3200", (800, 1600, 3200)),
    60: ((2000, 3900, 7700), (2900, 5800, 11600), "500/1000 1000/2000 2000/3900",
         (1000, 2000, 3900)),
    70: ((2300, 4500), (), "", ()),
    80: ((2600, 5200), (), "", ()),
    90: ((2900, 5800), (), "", ()),
    100: ((3200, 6400), (), "", ()),
    110: ((3600, 7100), (), "", ()),
}  # fmt: skip


@pytest.mark.clause("WRR-T-20", "WRR-T-30", "WRR-T-40", "WRR-T-50", "WRR-T-60", "WRR-T-70UP")
@pytest.mark.parametrize("ruleset_id", ["wrr2013", "wrr2015", "rcr"])
@pytest.mark.parametrize("fu", SCORE_TABLE)
def test_the_score_table(ruleset_id, fu):
    ruleset = load_ruleset(ruleset_id)
    ron, dealer_ron, tsumo, dealer_tsumo = SCORE_TABLE[fu]
    shares = [tuple(map(int, cell.split("/"))) for cell in tsumo.split()]
    for han in range(1, 5):
        if ruleset.limits.kiriage and (han, fu) in {(4, 30), (3, 60)}:
            continue
        base = LimitTable(ruleset).of_han(han, fu).base

        def paid(seat, *, tsumo, base=base):
            win = Win(Tile.parse("1m"), tsumo=tsumo, seat_wind=seat)
            return payments(base, win, ruleset, None)

        if han <= len(ron):
            assert paid(Wind.SOUTH, tsumo=False).discarder == ron[han - 1]
        if han <= len(dealer_ron):
            assert paid(Wind.EAST, tsumo=False).discarder == dealer_ron[han - 1]
            share = paid(Wind.SOUTH, tsumo=True)
            assert (share.nondealer, share.dealer) == shares[han - 1]
            assert paid(Wind.EAST, tsumo=True).each == dealer_tsumo[han - 1]


@pytest.mark.clause("WRR-6.1-B5", "WRR-6.1-B6", "WRR-6.1-B8", "WRR-6.1-B11", "WRR-6.1-NOKAZOE")
@pytest.mark.clause("SAI-48.1", "SAI-48.2", "SAI-48.3", "SAI-48.4")
@pytest.mark.parametrize("ruleset_id", ["wrr2013", "wrr2015", "rcr", "saikouisen"])
def test_the_limits(ruleset_id):
    table = LimitTable(load_ruleset(ruleset_id))
    bases = [table.of_han(han, 20).base for han in range(4, 16)]

    assert bases == [1280, 2000, 3000, 3000, 4000, 4000, 4000, 6000, 6000, 6000, 6000, 6000]


YAKU_TABLE = {
    # closed / open han of the documents' table; 0 where the yaku needs a closed hand
    "1/0": ("riichi", "ippatsu", "menzen tsumo", "pinfu", "iipeikou"),
    "1/1": (
        "tanyao", "yakuhai: haku", "yakuhai: hatsu", "yakuhai: chun", "yakuhai: round wind",
        "yakuhai: seat wind", "chankan", "rinshan kaihou", "haitei", "houtei",
    ),
    "2/0": ("double riichi", "chiitoitsu"),
    "2/1": ("ikkitsuukan", "sanshoku doujun", "chanta"),
    "2/2": (
        "sanshoku doukou", "toitoi", "sanankou", "sankantsu", "honroutou", "shousangen",
    ),
    "3/0": ("ryanpeikou",),
    "3/2": ("honitsu", "junchan"),
    "5/0": ("renhou",),
    "6/5": ("chinitsu",),
    "yakuman/0": ("tenhou", "chiihou", "kokushi musou", "chuuren poutou", "suuankou"),
    "yakuman/yakuman": (
        "suukantsu", "ryuuiisou", "chinroutou", "tsuuiisou", "daisangen", "shousuushii",
        "daisuushii",
    ),
}  # fmt: skip


@pytest.mark.clause("WRR-T-YAKU")
@pytest.mark.parametrize("ruleset_id", ["wrr2013", "wrr2015", "rcr"])
def test_the_yaku_table(ruleset_id):
    ruleset = load_ruleset(ruleset_id)
    worth = {name: cell for cell, names in YAKU_TABLE.items() for name in names}

    def cell(rule):
        closed, opened = (
            "yakuman" if rule.yakuman and han else han for han in (rule.closed, rule.open)
        )
        return f"{closed}/{opened}"

    assert {name: cell(rule) for name, rule in ruleset.yaku.items()} == worth


@pytest.mark.clause(
    "WRR-4.8-SUIT", "WRR-4.8-DRAG", "WRR-4.8-WIND", "RCR-2.7", "JPB-DORA-SUC", "JPB-DORA-1"
)
@pytest.mark.parametrize("ruleset_id", DOCUMENTS)
def test_what_an_indicator_points_to(ruleset_id):
    """Nine points to one, north to east, red to white: each indicator scored with its dora held."""
    ruleset = load_ruleset(ruleset_id)
    around = {"9m": "1m", "9p": "1p", "9s": "1s", "4z": "1z", "5z": "6z", "6z": "7z", "7z": "5z"}
    for shown, dora in around.items():
        assert str(Tile.parse(shown).dora) == dora
    for kind, dora in enumerate(DORA_OF_INDICATOR):
        pair = str(Tile.of(dora))
        groups = ["234m", "567m", "345p", "678s", "345s"]
        clear = [group for group in groups if group[1:] and pair not in members(group)][:4]
        hand = Hand.parse("".join(clear) + pair[0] * 2 + pair[1])
        win = Win(
            hand.concealed[0],
            tsumo=False,
            seat_wind=Wind.SOUTH,
            riichi=True,
            dora_indicators=(Tile.of(kind),),
        )
        answer = score(hand, win, ruleset)
        held = sum(tile.kind == dora for tile in hand.concealed)
        assert answer.dora.dora == held >= 2


@pytest.mark.clause("JPB-TSUMOPINFU", "SAI-57.5", "WRR-6.3-TSUMO", "WRR-6.5.1-PINFU")
@pytest.mark.parametrize("ruleset_id", DOCUMENTS)
def test_a_self_drawn_pinfu_has_the_twenty_fu_of_winning_alone(ruleset_id):
    win = Win(Tile.parse("8s"), tsumo=True, seat_wind=Wind.SOUTH)
    answer = score(Hand.parse("234567m345p22678s"), win, load_ruleset(ruleset_id))

    assert {"pinfu", "menzen tsumo"} <= {yaku.name for yaku in answer.yaku}
    assert [item.fu for item in answer.fu_details] == [answer.fu] == [20]


@pytest.mark.clause("SAI-57.3c")
def test_only_one_ruleset_lets_an_invalid_call_end_ippatsu():
    ends = [one for one in DOCUMENTS if load_ruleset(one).riichi.ippatsu_ends_with_false_call]

    assert ends == ["saikouisen"]


def members(group):
    return [digit + group[-1] for digit in group[:-1]]
