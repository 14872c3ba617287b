"""The words of Tenhou's records: yaku, draws and values, to our names and back."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scoring.limits import BASES, YAKUMAN
from scoring.seats import Wind
from scoring.yaku import BY_NAME
from table.formats.yaku_words import DORA_WORDS, TENHOU, yaku_name

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
_DORA_WORDS = {DORA: "ドラ", URA_DORA: "裏ドラ", RED_DORA: "赤ドラ"}

_WINDS = "東南西北"

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
_YAKU = re.compile(r"(.{1,40})\((?:(\d{1,4})飜|[^()]{0,8}役満)\)")


class Claimed(NamedTuple):
    """What a record says a win is worth; None where it does not say."""

    yakus: tuple[tuple[str, int], ...] = ()
    """Names and han, dora apart; han 0 for a yakuman, as in `Hora.yakus`."""
    fan: int | None = None
    fu: int | None = None


def read_claims(text: str, items: Iterable[str]) -> Claimed:
    """Read a value as "30符2飜2000点" and yaku as "立直(1飜)". Raises ValueError.

    With a yaku whose word nobody knows, no yaku are claimed; the han still are.
    """
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
        if found[1] in DORA_WORDS:
            continue
        yakus.append((yaku_name(found[1]) or "", worth))
    fu_han = _FU_HAN.search(text)
    said = None if yakuman or not yakus else han
    claimed = tuple(yakus) if all(name for name, _ in yakus) else ()
    return Claimed(claimed, said, int(fu_han[1]) if fu_han else None)


def yaku_word(name: str, seat_wind: Wind, round_wind: Wind) -> str:
    """Tenhou's word for a yaku."""
    if name == "yakuhai: seat wind":
        return f"自風 {_WINDS[seat_wind.value]}"
    if name == "yakuhai: round wind":
        return f"場風 {_WINDS[round_wind.value]}"
    yaku = BY_NAME.get(name)
    return TENHOU.get(name) or (yaku.japanese if yaku else name)


def value_words(base: int | None, claimed: Claimed, points: str) -> str:
    """A win's value as text: "30符2飜2000点", "跳満18000点"; `points` as in "500-1000".

    `base` is what the value is multiplied from (2000 for a mangan); without a claimed value the
    text has the points alone.
    """
    if not claimed.yakus or base is None:
        return f"{points}点"
    limit = _LIMITS.get(base, "役満" if base > YAKUMAN else "")
    if base == YAKUMAN and claimed.fan is not None:
        limit = "数え役満"
    if not limit and claimed.fan is not None and claimed.fu is not None:
        limit = f"{claimed.fu}符{claimed.fan}飜"
    return f"{limit}{points}点"


_NAMES = {"mangan": "満貫", "haneman": "跳満", "baiman": "倍満", "sanbaiman": "三倍満"}
_LIMITS = {YAKUMAN: "役満", **{BASES[limit]: name for limit, name in _NAMES.items()}}


def yaku_words(claimed: Claimed, winds: tuple[Wind, Wind], dora: Sequence[int]) -> list[str]:
    """The yaku of a win, then its dora; `winds` of the seat and the round, `dora` by kind."""
    words = []
    for name, han in claimed.yakus:
        word = yaku_word(name, *winds)
        words.append(f"{word}({han}飜)" if han else f"{word}(役満)")
    kinds = zip((DORA, RED_DORA, URA_DORA), dora, strict=True)
    return words + [f"{_DORA_WORDS[kind]}({count}飜)" for kind, count in kinds if count]
