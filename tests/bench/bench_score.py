"""Scoring against PyPI mahjong: real wins, from tile numbers to han, fu, yaku and payments.

Both start from the same plain records and build their own input within the time. "Full" is a Score
of which everything is read: yaku, fu items with reasons and clauses, limit, payments, all clauses.
Warm are, for both, only the tables that are not about whole hands; no hand is looked up again.
Ours are by one suit's tiles, by one declared set, by sorts of tiles and sets, tally, and clauses.

python tests/bench/bench_score.py [--rounds 15] [--hands FILE]
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld as TheirMeld

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "bench")]

from side_by_side import note, report, side_by_side  # noqa: E402

from scoring.engine import Scorer  # noqa: E402
from scoring.melds import MeldKind  # noqa: E402
from scoring.plain import PlainWin  # noqa: E402
from scoring.score import Score  # noqa: E402
from scoring.win import CIRCUMSTANCES  # noqa: E402
from table.config import load_ruleset  # noqa: E402

SHARED = Path(os.environ.get("JANTAKU_SHARED", ROOT.parent / "shared"))
WINS = SHARED / "data" / "oracle" / "kobalab_hule.jsonl"
KINDS = tuple(MeldKind)
BITS = {name: 1 << place for place, name in enumerate(CIRCUMSTANCES)}
RIICHI, DOUBLE_RIICHI, IPPATSU = BITS["riichi"], BITS["double_riichi"], BITS["ippatsu"]
HAITEI, HOUTEI, RINSHAN = BITS["haitei"], BITS["houtei"], BITS["rinshan"]
CHANKAN, TSUMO = BITS["chankan"], BITS["tsumo"]


Record = tuple[Any, ...]
"""One win as plain numbers, the fields of a PlainWin."""


def read_records(path: Path) -> list[Record]:
    """Read the real wins of four players."""
    kinds = [kind.value for kind in KINDS]
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [
        (
            tuple(line["closed"]),
            tuple((kinds.index(meld["type"]), tuple(meld["tiles"])) for meld in line["melds"]),
            line["win"],
            line["seat_wind"] - 27,
            line["round_wind"] - 27,
            sum(bit for name, bit in BITS.items() if line.get(name))
            + (line["riichi"] == 2) * BITS["double_riichi"],
            tuple(line["dora"]),
            tuple(line["ura"]),
            line["honba"],
            line["sticks"],
        )
        for line in lines
        if line["players"] == 4 and not (line["first_turn"] and line["tsumo"])
    ]


THEIR_MELDS = {
    MeldKind.CHI: TheirMeld.CHI,
    MeldKind.PON: TheirMeld.PON,
    MeldKind.DAIMINKAN: TheirMeld.KAN,
    MeldKind.ANKAN: TheirMeld.KAN,
    MeldKind.KAKAN: TheirMeld.SHOUMINKAN,
}
THEIR_KINDS = tuple(THEIR_MELDS[kind] for kind in KINDS)
ANKAN = KINDS.index(MeldKind.ANKAN)
THEIR_RULES = OptionalRules(has_aka_dora=True, has_open_tanyao=True)
their_calculator = HandCalculator()


def theirs(record: Record) -> object:
    """Score with PyPI mahjong, as its documentation shows."""
    concealed, declared, win_tile, seat, round_, happened, dora, ura, honba, sticks = record
    tiles = list(concealed)
    melds = []
    for kind, numbers in declared:
        melds.append(TheirMeld(THEIR_KINDS[kind], tiles=numbers, opened=kind != ANKAN))
        tiles += numbers
    config = HandConfig(
        is_tsumo=happened & TSUMO > 0,
        is_riichi=happened & (RIICHI | DOUBLE_RIICHI) == RIICHI,
        is_daburu_riichi=happened & DOUBLE_RIICHI > 0,
        is_ippatsu=happened & IPPATSU > 0,
        is_rinshan=happened & RINSHAN > 0,
        is_chankan=happened & CHANKAN > 0,
        is_haitei=happened & HAITEI > 0,
        is_houtei=happened & HOUTEI > 0,
        player_wind=27 + seat,
        round_wind=27 + round_,
        tsumi_number=honba,
        kyoutaku_number=sticks,
        options=THEIR_RULES,
    )
    answer = their_calculator.estimate_hand_value(
        tiles, win_tile, melds, dora, config, ura_dora_indicators=ura
    )
    return answer.han, answer.fu, answer.yaku, answer.fu_details, answer.cost


scorer = Scorer(load_ruleset("tenhou"))
plain = scorer.plain


def ours_full(record: Record) -> object:
    """Score and read all of the answer."""
    return read_all(plain.score(record))


def read_all(score: Score) -> object:
    """Read all that an explained answer has."""
    return (
        score.han,
        score.fu,
        score.yaku,
        score.fu_details,
        score.groups,
        score.limit,
        score.payments,
        score.total,
        score.clauses,
    )


def ours_points(record: Record) -> object:
    """Only who pays what."""
    return plain.points(record)


def same_points(record: Record) -> bool:
    """Whether both engines say the same."""
    return plain.score(record).total == theirs(record)[-1]["total"]


def cold_start_ms() -> float:
    """How long a fresh interpreter takes from nothing to the first score, in milliseconds."""
    code = (
        "import sys, time; start = time.perf_counter(); sys.path.insert(0, sys.argv[1]);"
        "from scoring.engine import score; from scoring.hand import Hand;"
        "from scoring.win import Win; from scoring.tiles import Tile;"
        "from scoring.seats import Wind;"
        "from table.config import load_ruleset;"
        "win = Win(Tile.parse('8s'), False, Wind.SOUTH);"
        "score(Hand.parse('234567m345p22678s'), win, load_ruleset('wrr2013'));"
        "print((time.perf_counter() - start) * 1e3)"
    )
    command = [sys.executable, "-c", code, str(ROOT)]
    return sorted(
        float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        for _ in range(5)
    )[2]


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--hands", type=Path, default=WINS)
    options = parser.parse_args()
    cold = cold_start_ms()
    print(f"score    cold start, imports and a ruleset included {cold:8.0f} ms")
    note("score", [("cold start", cold * 1e3, 0.0)])
    if not options.hands.exists():
        print(f"score    skipped: no real wins at {options.hands} (JANTAKU_SHARED)")
        return 0
    records = read_records(options.hands)
    agreed = sum(map(same_points, records))
    print(f"score    {len(records)} different real wins, {agreed} scored alike by both")
    medians = side_by_side(
        {
            "PyPI mahjong, from its own input": theirs,
            "full Score, from tile numbers, all read": ours_full,
            "points only, from tile numbers": ours_points,
        },
        records,
        rounds=options.rounds,
    )
    report("score", medians, "PyPI mahjong, from its own input")
    built = side_by_side(
        {
            "full Score, from a ready Hand and Win": lambda pair: read_all(scorer.score(*pair)),
            "points only, from a ready Hand and Win": lambda pair: scorer.points(*pair),
        },
        [PlainWin(*record).hand_and_win() for record in records],
        rounds=options.rounds,
    )
    report("score", built, "full Score, from a ready Hand and Win")
    return 0


if __name__ == "__main__":
    sys.exit(main())
