"""Ten thousand hands that another engine (kobalab's, MIT) scored by the rules of online play.

Our preset for that play is `tenhou`.
"""

import json

import pytest

from scoring.engine import score
from scoring.hand import Hand
from scoring.melds import Meld, MeldKind
from scoring.score import Score
from scoring.seats import Wind
from scoring.tiles import Tile
from scoring.win import Win
from table.config import load_ruleset

HANDS = 10_000
NAMES = {
    "立直": "riichi",
    "ダブル立直": "double riichi",
    "一発": "ippatsu",
    "門前清自摸和": "menzen tsumo",
    "平和": "pinfu",
    "断幺九": "tanyao",
    "一盃口": "iipeikou",
    "二盃口": "ryanpeikou",
    "翻牌 白": "yakuhai: haku",
    "翻牌 發": "yakuhai: hatsu",
    "翻牌 中": "yakuhai: chun",
    **{f"場風 {wind}": "yakuhai: round wind" for wind in "東南西北"},
    **{f"自風 {wind}": "yakuhai: seat wind" for wind in "東南西北"},
    "七対子": "chiitoitsu",
    "対々和": "toitoi",
    "三暗刻": "sanankou",
    "三色同順": "sanshoku doujun",
    "三色同刻": "sanshoku doukou",
    "一気通貫": "ikkitsuukan",
    "混全帯幺九": "chanta",
    "純全帯幺九": "junchan",
    "混老頭": "honroutou",
    "小三元": "shousangen",
    "混一色": "honitsu",
    "清一色": "chinitsu",
    "海底摸月": "haitei",
    "河底撈魚": "houtei",
    "嶺上開花": "rinshan kaihou",
    "四暗刻": "suuankou",
    "国士無双": "kokushi musou",
}
DORA = {"ドラ", "裏ドラ", "赤ドラ"}
REDS = {16, 52, 88}


def tile(number):
    return Tile.of(number // 4, red=number in REDS)


def tiles(numbers):
    return tuple(map(tile, numbers))


def meld(entry, seat):
    kind = MeldKind(entry["type"])
    if kind is MeldKind.ANKAN:
        return Meld(kind, tiles(entry["tiles"]))
    return Meld(kind, tiles(entry["tiles"]), tile(entry["called"]), seat.after(entry["from_rel"]))


def read(line):
    seat = Wind(line["seat_wind"] - 27)
    first = line["first_turn"] and line["tsumo"]
    win = Win(
        win_tile=tile(line["win"]),
        tsumo=line["tsumo"],
        seat_wind=seat,
        round_wind=Wind(line["round_wind"] - 27),
        riichi=line["riichi"] > 0,
        double_riichi=line["riichi"] == 2,
        **{name: line[name] for name in ("ippatsu", "rinshan", "chankan", "haitei", "houtei")},
        tenhou=first and seat is Wind.EAST,
        chiihou=first and seat is not Wind.EAST,
        dora_indicators=tiles(line["dora"]),
        ura_indicators=tiles(line["ura"]),
        honba=line["honba"],
        riichi_sticks=line["sticks"],
    )
    return Hand(tiles(line["closed"]), tuple(meld(one, seat) for one in line["melds"])), win


def expected(line):
    exp = line["exp"]
    changes = dict(zip(Wind, exp["fenpei"], strict=True))
    if exp["yakuman"]:
        return {NAMES[name] for name in exp["yakuman"]}, 0, None, None, changes
    names = {NAMES[name] for name, _ in exp["yaku"] if name not in DORA}
    dora = sum(han for name, han in exp["yaku"] if name in DORA)
    return names, dora, exp["han"], exp["fu"], changes


def answer(line, ruleset):
    hand, win = read(line)
    result = score(hand, win, ruleset)
    assert isinstance(result, Score), f"{line['id']}: {result}"
    paying = [wind for wind, points in expected(line)[-1].items() if points < 0]
    discarder = None if win.tsumo else paying[0]
    names = {yaku.name for yaku in result.yaku}
    return names, result.dora.total, result.han, result.fu, result.changes(discarder)


@pytest.mark.timeout(120)
def test_every_hand_is_worth_what_the_oracle_says(shared):
    online = load_ruleset("tenhou")
    with (shared / "data" / "oracle" / "kobalab_hule.jsonl").open(encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    assert len(lines) == HANDS

    wrong = {
        line["id"]: (expected(line), got)
        for line in lines
        if (got := answer(line, online)) != expected(line)
    }

    assert not wrong
