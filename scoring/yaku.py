"""Every yaku there is: its names, what it displaces, its bit. Its worth is the ruleset's to say.

How a hand shows them is in patterns.py. Whether a yaku may be open, and its han, are entries of the
ruleset's preset.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Yaku:
    """One scoring pattern."""

    name: str
    """The name in presets, and in cases but for those of `scored_as`."""
    japanese: str
    english: str
    scored_as: str = ""
    """The name that a score shows instead: one that cases know."""
    excludes: tuple[str, ...] = ()
    """Yaku that do not count beside this one, where the ruleset plays it."""


YAKU: Final = (
    Yaku("riichi", "立直", "Riichi"),
    Yaku("double riichi", "ダブル立直", "Double riichi", excludes=("riichi",)),
    Yaku("open riichi", "オープン立直", "Open riichi"),
    Yaku("ippatsu", "一発", "Ippatsu"),
    Yaku("menzen tsumo", "門前清自摸和", "Fully concealed hand"),
    Yaku("pinfu", "平和", "Pinfu"),
    Yaku("iipeikou", "一盃口", "Pure double sequence"),
    Yaku("tanyao", "断么九", "All simples"),
    Yaku("yakuhai: haku", "役牌 白", "White dragon"),
    Yaku("yakuhai: hatsu", "役牌 發", "Green dragon"),
    Yaku("yakuhai: chun", "役牌 中", "Red dragon"),
    Yaku("yakuhai: round wind", "役牌 場風", "Round wind"),
    Yaku("yakuhai: seat wind", "役牌 自風", "Seat wind"),
    Yaku(
        "renpuuhai",
        "連風牌",
        "Double wind",
        excludes=("yakuhai: round wind", "yakuhai: seat wind"),
    ),
    Yaku("chankan", "搶槓", "Robbing a kan"),
    Yaku("rinshan kaihou", "嶺上開花", "After a kan", excludes=("haitei",)),
    Yaku("haitei", "海底摸月", "Last tile draw"),
    Yaku("houtei", "河底撈魚", "Last tile claim"),
    Yaku("chiitoitsu", "七対子", "Seven pairs"),
    Yaku("ikkitsuukan", "一気通貫", "Pure straight"),
    Yaku("sanshoku doujun", "三色同順", "Mixed triple sequence"),
    Yaku("sanshoku doukou", "三色同刻", "Triple triplets"),
    Yaku("chanta", "混全帯么九", "Outside hand"),
    Yaku("toitoi", "対々和", "All triplets"),
    Yaku("sanankou", "三暗刻", "Three concealed triplets"),
    Yaku("sankantsu", "三槓子", "Three kans"),
    Yaku("honroutou", "混老頭", "All terminals and honours"),
    Yaku("shousangen", "小三元", "Little three dragons"),
    Yaku("ryanpeikou", "二盃口", "Twice pure double sequence", excludes=("iipeikou",)),
    Yaku("honitsu", "混一色", "Half flush"),
    Yaku("junchan", "純全帯么九", "Terminals in all groups", excludes=("chanta",)),
    Yaku("renhou", "人和", "Blessing of man"),
    Yaku("chinitsu", "清一色", "Full flush"),
    Yaku("tenhou", "天和", "Blessing of heaven"),
    Yaku("chiihou", "地和", "Blessing of earth"),
    Yaku("kokushi musou", "国士無双", "Thirteen orphans"),
    Yaku(
        "kokushi musou 13-wait",
        "国士無双十三面待ち",
        "Thirteen orphans on thirteen tiles",
        excludes=("kokushi musou",),
    ),
    Yaku("chuuren poutou", "九蓮宝燈", "Nine gates"),
    Yaku(
        "junsei chuuren poutou",
        "純正九蓮宝燈",
        "Pure nine gates",
        scored_as="chuuren poutou",
        excludes=("chuuren poutou",),
    ),
    Yaku("suuankou", "四暗刻", "Four concealed triplets"),
    Yaku(
        "suuankou tanki",
        "四暗刻単騎",
        "Four concealed triplets on the pair",
        excludes=("suuankou",),
    ),
    Yaku("suukantsu", "四槓子", "Four kans"),
    Yaku("ryuuiisou", "緑一色", "All green"),
    Yaku("chinroutou", "清老頭", "All terminals"),
    Yaku("tsuuiisou", "字一色", "All honours"),
    Yaku(
        "tsuuiisou chiitoitsu",
        "字一色七対子",
        "All honours in seven pairs",
        excludes=("tsuuiisou",),
    ),
    Yaku("daisangen", "大三元", "Big three dragons"),
    Yaku("shousuushii", "小四喜", "Little four winds"),
    Yaku("daisuushii", "大四喜", "Big four winds"),
    Yaku("daisharin", "大車輪", "Big wheels"),
    Yaku("parenchan", "八連荘", "Eight wins in a row"),
)
"""In the order in which a score lists them."""
BY_NAME: Final = {yaku.name: yaku for yaku in YAKU}
BITS: Final = {yaku.name: 1 << place for place, yaku in enumerate(YAKU)}
"""The bit of each yaku in a set of found yaku."""
