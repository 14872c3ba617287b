"""The words of Tenhou's records: yaku, draws and values, to our names and back."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scoring.seats import Wind
from scoring.yaku import BY_NAME

YAKU_BY_NUMBER = (
    "menzen tsumo", "riichi", "ippatsu", "chankan", "rinshan kaihou", "haitei", "houtei", "pinfu",
    "tanyao", "iipeikou", *("yakuhai: seat wind",) * 4, *("yakuhai: round wind",) * 4,
    "yakuhai: haku", "yakuhai: hatsu", "yakuhai: chun", "double riichi", "chiitoitsu", "chanta",
    "ikkitsuukan", "sanshoku doujun", "sanshoku doukou", "sankantsu", "toitoi", "sanankou",
    "shousangen", "honroutou", "ryanpeikou", "junchan", "honitsu", "chinitsu", "renhou", "tenhou",
    "chiihou", "daisangen", "suuankou", "suuankou tanki", "tsuuiisou", "ryuuiisou", "chinroutou",
    "chuuren poutou", "junsei chuuren poutou", "kokushi musou", "kokushi musou 13-wait",
    "daisuushii", "shousuushii", "suukantsu",
)  # fmt: skip
"""Yaku in the order of mjlog's numbers; 52-54 are dora, ura dora and red fives."""
DORA, URA_DORA, RED_DORA = 52, 53, 54
DORA_WORDS = {DORA: "ドラ", URA_DORA: "裏ドラ", RED_DORA: "赤ドラ"}

_TENHOU_WORDS = {
    "menzen tsumo": "門前清自摸和", "chankan": "槍槓", "tanyao": "断幺九",
    "double riichi": "両立直", "chanta": "混全帯幺九", "junchan": "純全帯幺九",
    "kokushi musou 13-wait": "国士無双13面", "nagashi mangan": "流し満貫",
}  # fmt: skip
"""Where Tenhou's spelling is not ours."""
_WINDS = "東南西北"
_OTHER_SPELLINGS = {
    "断么九": "tanyao", "ダブル立直": "double riichi", "槍槓": "chankan", "搶槓": "chankan",
    "混全帯么九": "chanta", "純全帯么九": "junchan", "国士無双１３面": "kokushi musou 13-wait",
    "門前清自摸和": "menzen tsumo", "四暗刻単騎待ち": "suuankou tanki",
}  # fmt: skip
_NAMES = {
    **{yaku.japanese: name for name, yaku in BY_NAME.items()},
    **{word: name for name, word in _TENHOU_WORDS.items()},
    **_OTHER_SPELLINGS,
}

UNKNOWN = "不明"
DRAWS = {
    "流局": "exhaustive_draw", "全員聴牌": "exhaustive_draw", "全員不聴": "exhaustive_draw",
    "流し満貫": "nagashi_mangan", "九種九牌": "nine_kinds", "四風連打": "four_winds",
    "四開槓": "four_kans", "四槓散了": "four_kans", "四家立直": "four_riichi",
    "三家和了": "triple_ron", "三家和": "triple_ron", UNKNOWN: "",
}  # fmt: skip
"""tenhou.net/6: word -> reason of a `ryukyoku`; "" where the record does not say."""
DRAW_WORDS = {reason: word for word, reason in reversed(DRAWS.items())}
DRAWS_MJLOG = {
    "": "exhaustive_draw", "nm": "nagashi_mangan", "yao9": "nine_kinds", "kaze4": "four_winds",
    "kan4": "four_kans", "reach4": "four_riichi", "ron3": "triple_ron",
}  # fmt: skip
"""mjlog: type of RYUUKYOKU -> reason."""

_FU_HAN = re.compile(r"(\d{1,4})符(\d{1,4})飜")
_YAKU = re.compile(r"(.{1,20})\((?:(\d{1,4})飜|役満)\)")


class Claimed(NamedTuple):
    """What a record says a win is worth; None where it does not say."""

    yakus: tuple[tuple[str, int], ...] = ()
    """Names and han, dora apart; han 0 for a yakuman, as in `Hora.yakus`."""
    fan: int | None = None
    fu: int | None = None


def read_claims(text: str, items: Iterable[str]) -> Claimed:
    """Read a value as "30符2飜2000点" and yaku as "立直(1飜)". Raises ValueError."""
    yakus: list[tuple[str, int]] = []
    han = 0
    yakuman = False
    for item in items:
        found = _YAKU.fullmatch(item)
        if found is None:
            raise ValueError(f"yaku {item[:40]!r}, expected a name and (n飜) or (役満)")
        worth = int(found[2] or 0)
        han += worth
        yakuman = yakuman or found[2] is None
        if found[1] not in DORA_WORDS.values():
            yakus.append((_yaku_name(found[1]), worth))
    fu_han = _FU_HAN.search(text)
    said = None if yakuman or not yakus else han
    return Claimed(tuple(yakus), said, int(fu_han[1]) if fu_han else None)


def _yaku_name(word: str) -> str:
    """Our name of a yaku; a word that we do not know stays as it is."""
    if word[:2] in {"自風", "場風"}:
        return "yakuhai: seat wind" if word[0] == "自" else "yakuhai: round wind"
    return _NAMES.get(word, word)


def yaku_word(name: str, seat_wind: Wind, round_wind: Wind) -> str:
    """Tenhou's word for a yaku."""
    if name == "yakuhai: seat wind":
        return f"自風 {_WINDS[seat_wind.value]}"
    if name == "yakuhai: round wind":
        return f"場風 {_WINDS[round_wind.value]}"
    yaku = BY_NAME.get(name)
    return _TENHOU_WORDS.get(name) or (yaku.japanese if yaku else name)


def value_words(base: int | None, claimed: Claimed, points: str) -> str:
    """A win's value as text: "30符2飜2000点", "跳満18000点"; `points` as in "500-1000".

    `base` is what the value is multiplied from (2000 for a mangan); without a claimed value the
    text has the points alone.
    """
    if not claimed.yakus or base is None:
        return f"{points}点"
    limit = _LIMITS.get(base, "役満" if base > 8000 else "")
    if base == 8000 and claimed.fan is not None:
        limit = "数え役満"
    if not limit and claimed.fan is not None and claimed.fu is not None:
        limit = f"{claimed.fu}符{claimed.fan}飜"
    return f"{limit}{points}点"


_LIMITS = {2000: "満貫", 3000: "跳満", 4000: "倍満", 6000: "三倍満", 8000: "役満"}


def yaku_words(claimed: Claimed, winds: tuple[Wind, Wind], dora: Sequence[int]) -> list[str]:
    """The yaku of a win, then its dora; `winds` of the seat and the round, `dora` by kind."""
    words = []
    for name, han in claimed.yakus:
        word = yaku_word(name, *winds)
        words.append(f"{word}({han}飜)" if han else f"{word}(役満)")
    kinds = zip((DORA, RED_DORA, URA_DORA), dora, strict=True)
    return words + [f"{DORA_WORDS[kind]}({count}飜)" for kind, count in kinds if count]
