"""Every yaku there is: names, test, what it displaces. Its worth is the ruleset's to say.

A yaku either depends on the hand and the circumstances alone (`on_hand`), or on how the hand is
read (`on_reading`). Whether it may be open, and its han, are entries of the ruleset's preset.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scoring import patterns as on
from scoring.reading import HONOURS, OUTSIDE, TERMINALS
from scoring.shapes import BIT

if TYPE_CHECKING:
    from collections.abc import Callable

    from scoring.reading import Facts, Reading


@dataclass(frozen=True, slots=True)
class Yaku:
    """One scoring pattern."""

    name: str
    """The name in cases and presets."""
    japanese: str
    english: str
    on_hand: Callable[[Facts], bool] | None = None
    on_reading: Callable[[Reading], bool] | None = None
    excludes: tuple[str, ...] = ()
    """Yaku that do not count beside this one, where the ruleset plays it."""


_MAN: Final = sum(BIT[:9])
_PIN: Final = sum(BIT[9:18])
_SOU: Final = sum(BIT[18:27])
_GREEN: Final = BIT[19] | BIT[20] | BIT[21] | BIT[23] | BIT[25] | BIT[32]


def _one_suit(kinds: int) -> bool:
    """Whether there are tiles of exactly one suit, honours apart."""
    return bool(kinds & _MAN) + bool(kinds & _PIN) + bool(kinds & _SOU) == 1


YAKU: Final = (
    Yaku("riichi", "立直", "Riichi", lambda f: f.win.riichi),
    Yaku(
        "double riichi",
        "ダブル立直",
        "Double riichi",
        lambda f: f.win.double_riichi,
        excludes=("riichi",),
    ),
    Yaku("ippatsu", "一発", "Ippatsu", lambda f: f.win.ippatsu),
    Yaku("menzen tsumo", "門前清自摸和", "Fully concealed hand", lambda f: f.win.tsumo),
    Yaku("pinfu", "平和", "Pinfu", on_reading=on.pinfu),
    Yaku("iipeikou", "一盃口", "Pure double sequence", on_reading=on.iipeikou),
    Yaku("tanyao", "断么九", "All simples", lambda f: not f.kinds & OUTSIDE),
    Yaku("yakuhai: haku", "役牌 白", "White dragon", on_reading=on.kotsu_of(31)),
    Yaku("yakuhai: hatsu", "役牌 發", "Green dragon", on_reading=on.kotsu_of(32)),
    Yaku("yakuhai: chun", "役牌 中", "Red dragon", on_reading=on.kotsu_of(33)),
    Yaku("yakuhai: round wind", "役牌 場風", "Round wind", on_reading=on.round_wind),
    Yaku("yakuhai: seat wind", "役牌 自風", "Seat wind", on_reading=on.seat_wind),
    Yaku(
        "renpuuhai",
        "連風牌",
        "Double wind",
        on_reading=on.double_wind,
        excludes=("yakuhai: round wind", "yakuhai: seat wind"),
    ),
    Yaku("chankan", "搶槓", "Robbing a kan", lambda f: f.win.chankan),
    Yaku(
        "rinshan kaihou",
        "嶺上開花",
        "After a kan",
        lambda f: f.win.rinshan,
        excludes=("haitei",),
    ),
    Yaku("haitei", "海底摸月", "Last tile draw", lambda f: f.win.haitei),
    Yaku("houtei", "河底撈魚", "Last tile claim", lambda f: f.win.houtei),
    Yaku("chiitoitsu", "七対子", "Seven pairs", on_reading=on.chiitoitsu),
    Yaku("ikkitsuukan", "一気通貫", "Pure straight", on_reading=on.ikkitsuukan),
    Yaku("sanshoku doujun", "三色同順", "Mixed triple sequence", on_reading=on.sanshoku_doujun),
    Yaku("sanshoku doukou", "三色同刻", "Triple triplets", on_reading=on.sanshoku_doukou),
    Yaku("chanta", "混全帯么九", "Outside hand", on_reading=on.chanta),
    Yaku("toitoi", "対々和", "All triplets", on_reading=on.toitoi),
    Yaku("sanankou", "三暗刻", "Three concealed triplets", on_reading=on.sanankou),
    Yaku("sankantsu", "三槓子", "Three kans", lambda f: f.kans == 3),
    Yaku("honroutou", "混老頭", "All terminals and honours", lambda f: not f.kinds & ~OUTSIDE),
    Yaku("shousangen", "小三元", "Little three dragons", on_reading=on.shousangen),
    Yaku(
        "ryanpeikou",
        "二盃口",
        "Twice pure double sequence",
        on_reading=on.ryanpeikou,
        excludes=("iipeikou",),
    ),
    Yaku(
        "honitsu",
        "混一色",
        "Half flush",
        lambda f: bool(f.kinds & HONOURS) and _one_suit(f.kinds),
    ),
    Yaku(
        "junchan",
        "純全帯么九",
        "Terminals in all groups",
        on_reading=on.junchan,
        excludes=("chanta",),
    ),
    Yaku("renhou", "人和", "Blessing of man", lambda f: f.win.renhou),
    Yaku(
        "chinitsu",
        "清一色",
        "Full flush",
        lambda f: not f.kinds & HONOURS and _one_suit(f.kinds),
    ),
    Yaku("tenhou", "天和", "Blessing of heaven", lambda f: f.win.tenhou),
    Yaku("chiihou", "地和", "Blessing of earth", lambda f: f.win.chiihou),
    Yaku("kokushi musou", "国士無双", "Thirteen orphans", on_reading=on.kokushi),
    Yaku(
        "kokushi musou 13-wait",
        "国士無双十三面待ち",
        "Thirteen orphans on thirteen tiles",
        on_reading=on.kokushi_13_wait,
        excludes=("kokushi musou",),
    ),
    Yaku("chuuren poutou", "九蓮宝燈", "Nine gates", on.chuuren),
    Yaku(
        "junsei chuuren poutou",
        "純正九蓮宝燈",
        "Pure nine gates",
        on.pure_chuuren,
        excludes=("chuuren poutou",),
    ),
    Yaku("suuankou", "四暗刻", "Four concealed triplets", on_reading=on.suuankou),
    Yaku(
        "suuankou tanki",
        "四暗刻単騎",
        "Four concealed triplets on the pair",
        on_reading=on.suuankou_tanki,
        excludes=("suuankou",),
    ),
    Yaku("suukantsu", "四槓子", "Four kans", lambda f: f.kans == 4),
    Yaku("ryuuiisou", "緑一色", "All green", lambda f: not f.kinds & ~_GREEN),
    Yaku("chinroutou", "清老頭", "All terminals", lambda f: not f.kinds & ~TERMINALS),
    Yaku("tsuuiisou", "字一色", "All honours", lambda f: not f.kinds & ~HONOURS),
    Yaku(
        "tsuuiisou chiitoitsu",
        "字一色七対子",
        "All honours in seven pairs",
        on_reading=on.tsuuiisou_chiitoitsu,
        excludes=("tsuuiisou",),
    ),
    Yaku("daisangen", "大三元", "Big three dragons", on_reading=on.daisangen),
    Yaku("shousuushii", "小四喜", "Little four winds", on_reading=on.shousuushii),
    Yaku("daisuushii", "大四喜", "Big four winds", on_reading=on.daisuushii),
    Yaku("daisharin", "大車輪", "Big wheels", on.daisharin),
)
"""In the order in which a score lists them."""
BY_NAME: Final = {yaku.name: yaku for yaku in YAKU}
