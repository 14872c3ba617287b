"""Words for yaku in other programs' records, to our names; spellings differ by the writer."""

from typing import Final

from scoring.yaku import BY_NAME

TENHOU: Final = {
    "menzen tsumo": "門前清自摸和", "chankan": "槍槓", "tanyao": "断幺九",
    "double riichi": "両立直", "chanta": "混全帯幺九", "junchan": "純全帯幺九",
    "kokushi musou 13-wait": "国士無双13面", "nagashi mangan": "流し満貫",
}  # fmt: skip
"""Where Tenhou's spelling is not ours."""
DORA_WORDS: Final = frozenset({"ドラ", "裏ドラ", "赤ドラ", "Dora", "Ura Dora", "Red Five"})
_SPELLINGS: Final = {
    "断么九": "tanyao", "ダブル立直": "double riichi", "搶槓": "chankan",
    "混全帯么九": "chanta", "純全帯么九": "junchan", "国士無双１３面": "kokushi musou 13-wait",
    "四暗刻単騎待ち": "suuankou tanki", "国士無双十三面": "kokushi musou 13-wait",
    "役牌白": "yakuhai: haku", "役牌發": "yakuhai: hatsu", "役牌発": "yakuhai: hatsu",
    "役牌 発": "yakuhai: hatsu", "役牌中": "yakuhai: chun",
}  # fmt: skip
_ENGLISH: Final = {
    "Riichi": "riichi", "Double Riichi": "double riichi", "Ippatsu": "ippatsu",
    "Fully Concealed Hand": "menzen tsumo", "Pinfu": "pinfu", "All Simples": "tanyao",
    "Pure Double Sequence": "iipeikou", "Twice Pure Double Sequence": "ryanpeikou",
    "Mixed Triple Sequence": "sanshoku doujun", "Pure Straight": "ikkitsuukan",
    "Half Outside Hand": "chanta", "Fully Outside Hand": "junchan",
    "Triple Triplets": "sanshoku doukou", "Three Quads": "sankantsu", "All Triplets": "toitoi",
    "Three Concealed Triplets": "sanankou", "Little Three Dragons": "shousangen",
    "All Terminals and Honors": "honroutou", "Half Flush": "honitsu", "Full Flush": "chinitsu",
    "Seven Pairs": "chiitoitsu", "Robbing a Kan": "chankan", "After a Kan": "rinshan kaihou",
    "Under the Sea": "haitei", "Under the River": "houtei",
    "Prevalent Wind": "yakuhai: round wind", "Seat Wind": "yakuhai: seat wind",
    "White Dragon": "yakuhai: haku", "Green Dragon": "yakuhai: hatsu",
    "Red Dragon": "yakuhai: chun", "Blessing of Heaven": "tenhou",
    "Blessing of Earth": "chiihou", "Big Three Dragons": "daisangen",
    "Four Concealed Triplets": "suuankou",
    "Single-wait Four Concealed Triplets": "suuankou tanki", "All Honors": "tsuuiisou",
    "All Green": "ryuuiisou", "All Terminals": "chinroutou", "Nine Gates": "chuuren poutou",
    "True Nine Gates": "junsei chuuren poutou", "Thirteen Orphans": "kokushi musou",
    "Thirteen-wait Thirteen Orphans": "kokushi musou 13-wait", "Four Big Winds": "daisuushii",
    "Four Little Winds": "shousuushii", "Four Quads": "suukantsu",
}  # fmt: skip
"""As Mahjong Soul says them, whose games are often passed on as tenhou.net/6."""
_NAMES: Final = {
    **{yaku.japanese: name for name, yaku in BY_NAME.items()},
    **{word: name for name, word in TENHOU.items()},
    **_SPELLINGS,
    **_ENGLISH,
}


def yaku_name(word: str) -> str | None:
    """Our name of a yaku; None for a word that we do not know."""
    if word[:2] == "自風":
        return "yakuhai: seat wind"
    if word[:2] == "場風":
        return "yakuhai: round wind"
    return _NAMES.get(word)
