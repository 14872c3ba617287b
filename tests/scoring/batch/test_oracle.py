"""The ten thousand hands of the other engine's oracle, as rows of tile numbers, at once."""

import json
import tomllib
from pathlib import Path

import numpy as np
import pytest

from scoring.batch.codes import ANKAN, CHI, FLAG, KAKAN, OPEN_KAN, PON
from scoring.batch.convert import REDS, hands_of_ids
from scoring.batch.engine import score_hands
from scoring.ruleset import Ruleset, amend

WRR2013 = Path(__file__).parents[3] / "scoring" / "presets" / "wrr2013.toml"
STATED = "stated by the source"
ONLINE = {
    "id": "online",
    "limits": {
        "counted_yakuman": {"value": [13], "silent": STATED},
        "yakuman_cumulative": {"value": True, "silent": STATED},
    },
    "win": {"red_fives": {"value": True, "silent": STATED}},
}
FORMS = {"chi": CHI, "pon": PON, "ankan": ANKAN, "daiminkan": OPEN_KAN, "kakan": KAKAN}


def padded(rows, width):
    return np.array([[*row, *[-1] * (width - len(row))] for row in rows])


def flags(line):
    names = [name for name in ("ippatsu", "rinshan", "chankan", "haitei", "houtei") if line[name]]
    names += ["riichi"] * (line["riichi"] > 0) + ["double_riichi"] * (line["riichi"] == 2)
    if line["first_turn"] and line["tsumo"]:
        names.append("tenhou" if line["seat_wind"] == 27 else "chiihou")
    return sum(FLAG[name] for name in names)


def melds(line):
    return [FORMS[meld["type"]] + min(meld["tiles"]) // 4 for meld in line["melds"]]


@pytest.fixture(scope="module")
def lines(shared):
    path = shared / "data" / "oracle" / "kobalab_hule.jsonl"
    return list(map(json.loads, path.read_text(encoding="utf-8").splitlines()))


def test_every_hand_is_worth_what_the_oracle_says(lines):
    tables = amend(tomllib.loads(WRR2013.read_text(encoding="utf-8")), ONLINE)
    del tables["yaku"]["renhou"]
    column = {
        name: np.array([line[name] for line in lines])
        for name in ("win", "tsumo", "seat_wind", "round_wind", "honba", "sticks")
    }
    hands = hands_of_ids(
        padded([line["closed"] for line in lines], 14),
        column["win"],
        column["tsumo"],
        column["seat_wind"] - 27,
        round_wind=column["round_wind"] - 27,
        melds=padded(map(melds, lines), 4),
        flags=np.array([*map(flags, lines)]),
        dora=padded([line["dora"] for line in lines], 5),
        ura=padded([line["ura"] for line in lines], 5),
        reds=[
            sum(tile in REDS for one in line["melds"] for tile in one["tiles"]) for line in lines
        ],
        honba=column["honba"],
        sticks=column["sticks"],
    )

    scores = score_hands(hands, Ruleset.from_mapping(tables))

    expected = [line["exp"] for line in lines]
    yakuman = np.array([bool(one["yakuman"]) for one in expected])
    assert len(lines) == 10_000
    assert scores.valid.all()
    assert ((scores.yakuman > 0) & ~scores.counted).tolist() == yakuman.tolist()
    for name in ("han", "fu"):
        theirs = np.array([one[name] or -1 for one in expected])
        assert np.array_equal(getattr(scores, name), np.where(yakuman, -1, theirs))
    for row, (line, one) in enumerate(zip(lines, expected, strict=True)):
        assert changes(scores, row, line) == one["fenpei"], line["id"]


def changes(scores, row, line):
    """What each seat wind wins or loses; the discarder is the one whom the oracle lets pay."""
    winner = line["seat_wind"] - 27
    paid = scores.payments_of(row)
    points = []
    for seat in range(4):
        share = paid.each or (paid.dealer if seat == 0 else paid.nondealer) or 0
        points.append(-share)
    if paid.discarder:
        points[int(np.argmin(line["exp"]["fenpei"]))] -= paid.discarder
    points[winner] = int(scores.total[row])
    return points
