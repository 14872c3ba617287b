"""The same win put to other engines, under settings built from our ruleset's own entries.

An answer is what both can say: whether it is a win, han, fu, yaku by our names, who pays what.
"""

from typing import NamedTuple

from jansou.core import hand as jansou_hand
from jansou.core import rules as jansou_rules
from jansou.core import tiles as jansou_tiles
from jansou.scoring import context as jansou_context
from jansou.scoring import score as jansou_score
from mahjong.constants import EAST
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld as MahjongMeld

from scoring.melds import MeldKind
from scoring.score import Score
from scoring.tiles import FIVES

RARER = {
    "kokushi musou 13-wait": "kokushi musou",
    "junsei chuuren poutou": "chuuren poutou",
    "suuankou tanki": "suuankou",
    "tsuuiisou chiitoitsu": "tsuuiisou",
}
"""The rarer forms of some yakuman; where a ruleset does not name them, they are the plain ones."""


class Answer(NamedTuple):
    """What an engine says of a win; all but `valid` is empty for a refusal."""

    valid: bool
    han: int | None = None
    """None for a yakuman."""
    fu: int | None = None
    yaku: frozenset[str] = frozenset()
    dora: int = 0
    payments: tuple[int, int, int] = (0, 0, 0)
    """By the discarder; by the dealer; by each who does not deal."""
    total: int = 0


REFUSED = Answer(False)


def of_ours(result) -> Answer:
    """Say our own answer in these terms."""
    if not isinstance(result, Score):
        return REFUSED
    paid = result.payments
    return Answer(
        True,
        result.han,
        result.fu,
        frozenset(yaku.name for yaku in result.yaku),
        result.dora.total,
        (paid.discarder or 0, paid.dealer or 0, paid.nondealer or paid.each or 0),
        result.total,
    )


def _named(names, ruleset, win) -> frozenset[str]:
    """Use the names that the ruleset has for the same thing."""
    found = {name if name in ruleset.yaku else RARER.get(name, name) for name in names}
    if "tsuuiisou chiitoitsu" in found:
        found.discard("tsuuiisou")
    both = {"yakuhai: round wind", "yakuhai: seat wind"}
    if "renpuuhai" in ruleset.yaku and both <= found and win.seat_wind is win.round_wind:
        found = found - both | {"renpuuhai"}
    return frozenset(found)


# ---- PyPI mahjong ---------------------------------------------------------------------------

MAHJONG_YAKU = {
    "Menzen Tsumo": "menzen tsumo",
    "Riichi": "riichi",
    "Ippatsu": "ippatsu",
    "Chankan": "chankan",
    "Rinshan Kaihou": "rinshan kaihou",
    "Haitei Raoyue": "haitei",
    "Houtei Raoyui": "houtei",
    "Pinfu": "pinfu",
    "Tanyao": "tanyao",
    "Iipeiko": "iipeikou",
    "Yakuhai (haku)": "yakuhai: haku",
    "Yakuhai (hatsu)": "yakuhai: hatsu",
    "Yakuhai (chun)": "yakuhai: chun",
    "Double Riichi": "double riichi",
    "Chiitoitsu": "chiitoitsu",
    "Chantai": "chanta",
    "Ittsu": "ikkitsuukan",
    "Sanshoku Doujun": "sanshoku doujun",
    "Sanshoku Doukou": "sanshoku doukou",
    "San Kantsu": "sankantsu",
    "Toitoi": "toitoi",
    "San Ankou": "sanankou",
    "Shou Sangen": "shousangen",
    "Honroutou": "honroutou",
    "Ryanpeikou": "ryanpeikou",
    "Junchan": "junchan",
    "Honitsu": "honitsu",
    "Chinitsu": "chinitsu",
    "Renhou": "renhou",
    "Tenhou": "tenhou",
    "Chiihou": "chiihou",
    "Daisangen": "daisangen",
    "Suu Ankou": "suuankou",
    "Suu Ankou Tanki": "suuankou tanki",
    "Tsuu Iisou": "tsuuiisou",
    "Ryuuiisou": "ryuuiisou",
    "Chinroutou": "chinroutou",
    "Chuuren Poutou": "chuuren poutou",
    "Daburu Chuuren Poutou": "junsei chuuren poutou",
    "Kokushi Musou": "kokushi musou",
    "Kokushi Musou Juusanmen Matchi": "kokushi musou 13-wait",
    "Dai Suushii": "daisuushii",
    "Shousuushii": "shousuushii",
    "Suu Kantsu": "suukantsu",
    "Daisharin": "daisharin",
    "Daisuurin": "daisharin",
    "Daichikurin": "daisharin",
    "Daichisei": "tsuuiisou chiitoitsu",
}
MAHJONG_DORA = {"Dora", "Ura Dora", "Aka Dora"}


def mahjong_options(ruleset) -> OptionalRules:
    """Build its options from the entries of our ruleset."""
    counted = ruleset.limits.counted_yakuman
    limit = HandConfig.KAZOE_SANBAIMAN
    if counted:
        limit = HandConfig.KAZOE_LIMITED if len(counted) == 1 else HandConfig.KAZOE_NO_LIMIT
    tanyao = ruleset.yaku.get("tanyao")
    return OptionalRules(
        has_open_tanyao=bool(tanyao and tanyao.open),
        has_aka_dora=ruleset.win.red_fives,
        has_double_yakuman="suuankou tanki" in ruleset.yaku,
        kazoe_limit=limit,
        kiriage=ruleset.limits.kiriage,
        fu_for_open_pinfu=ruleset.fu.open_pinfu > 0,
        has_daisharin="daisharin" in ruleset.yaku,
        has_daisharin_other_suits="daisharin" in ruleset.yaku,
        has_daichisei="tsuuiisou chiitoitsu" in ruleset.yaku,
    )


def ask_mahjong(options: OptionalRules, ruleset, hand, win) -> Answer:
    """Have the hand scored by PyPI mahjong; yaku that the ruleset lacks are not declared."""
    ids = _Ids()
    concealed = [ids.take(tile) for tile in hand.concealed]
    win_tile = concealed[hand.concealed.index(_held(hand, win.win_tile))]
    melds = [_mahjong_meld(meld, ids) for meld in hand.melds]
    config = _mahjong_config(options, ruleset, win)
    ura = win.ura_indicators if win.riichi and ruleset.win.ura_dora else ()
    answer = HandCalculator.estimate_hand_value(
        concealed + [tile for meld in melds for tile in meld.tiles],
        win_tile,
        melds=melds,
        dora_indicators=[ids.take(tile) for tile in _counting(win.dora_indicators, ruleset)],
        ura_dora_indicators=[ids.take(tile) for tile in _counting(ura, ruleset)],
        config=config,
    )
    if answer.error:
        return REFUSED
    yakuman = any(yaku.is_yakuman for yaku in answer.yaku)
    names = [yaku.name for yaku in answer.yaku if yaku.name not in MAHJONG_DORA]
    cost = answer.cost
    main, other = (cost[name] + cost[f"{name}_bonus"] for name in ("main", "additional"))
    paid = (main, 0, 0)
    if win.tsumo:
        paid = (0, 0, main) if win.dealer else (0, main, other)
    return Answer(
        True,
        None if yakuman else answer.han,
        None if yakuman else answer.fu,
        _named(map(_mahjong_name, names), ruleset, win),
        sum(yaku.han_closed for yaku in answer.yaku if yaku.name in MAHJONG_DORA),
        paid,
        cost["total"],
    )


def _mahjong_config(options: OptionalRules, ruleset, win) -> HandConfig:
    """The circumstances, yaku that the ruleset lacks left out."""
    played = ruleset.yaku
    return HandConfig(
        is_tsumo=win.tsumo,
        is_riichi=win.riichi,
        is_daburu_riichi=win.double_riichi and "double riichi" in played,
        is_ippatsu=win.ippatsu and "ippatsu" in played,
        is_rinshan=win.rinshan,
        is_chankan=win.chankan,
        is_haitei=win.haitei,
        is_houtei=win.houtei,
        is_tenhou=win.tenhou,
        is_chiihou=win.chiihou,
        is_renhou=win.renhou and "renhou" in played,
        player_wind=EAST + win.seat_wind.value,
        round_wind=EAST + win.round_wind.value,
        tsumi_number=win.honba,
        kyoutaku_number=win.riichi_sticks,
        options=options,
    )


def _mahjong_name(name: str) -> str:
    if name.startswith("Yakuhai (seat wind"):
        return "yakuhai: seat wind"
    if name.startswith("Yakuhai (round wind"):
        return "yakuhai: round wind"
    return MAHJONG_YAKU[name]


def _mahjong_meld(meld, ids) -> MahjongMeld:
    words = {
        MeldKind.CHI: MahjongMeld.CHI,
        MeldKind.PON: MahjongMeld.PON,
        MeldKind.KAKAN: MahjongMeld.SHOUMINKAN,
    }
    tiles = [ids.take(tile) for tile in meld.tiles]
    return MahjongMeld(words.get(meld.kind, MahjongMeld.KAN), tiles, opened=meld.is_open)


class _Ids:
    """Hands out the 136 single tiles; the first of the fives are the red ones."""

    def __init__(self) -> None:
        self._next: dict[int, int] = {}

    def take(self, tile) -> int:
        if tile.red:
            return tile.kind * 4
        count = self._next.get(tile.kind, 1 if tile.kind in FIVES else 0)
        self._next[tile.kind] = count + 1
        return tile.kind * 4 + count % 4


def _counting(indicators, ruleset):
    """Return the indicators that count: only the first where there are no kan dora."""
    return indicators if getattr(ruleset.win, "kan_dora", True) else indicators[:1]


def _held(hand, tile):
    """Return the tile of the hand that the winning tile is, whatever its colour."""
    if tile in hand.concealed:
        return tile
    return next(one for one in hand.concealed if one.kind == tile.kind)


# ---- jansou ---------------------------------------------------------------------------------

JANSOU_YAKU = {
    "YAKUHAI_HAKU": "yakuhai: haku",
    "YAKUHAI_HATSU": "yakuhai: hatsu",
    "YAKUHAI_CHUN": "yakuhai: chun",
    "YAKUHAI_ROUND": "yakuhai: round wind",
    "YAKUHAI_SEAT": "yakuhai: seat wind",
    "RINSHAN": "rinshan kaihou",
    "ITTSU": "ikkitsuukan",
    "KOKUSHI": "kokushi musou",
    "CHUUREN": "chuuren poutou",
    "SHOUSUUSHI": "shousuushii",
    "DAISUUSHI": "daisuushii",
}
JANSOU_DOUBLES = {
    "KOKUSHI": "kokushi musou 13-wait",
    "CHUUREN": "junsei chuuren poutou",
    "SUUANKOU": "suuankou tanki",
}


def jansou_settings(ruleset) -> jansou_rules.Rules:
    """Build its rules from the entries of our ruleset, never from its presets of like names."""
    tanyao = ruleset.yaku.get("tanyao")
    return jansou_rules.Rules(
        honba_value=ruleset.game.counter_value // 3,
        double_wind_fu=ruleset.fu.double_wind_pair,
        kiriage_mangan=ruleset.limits.kiriage,
        kazoe_yakuman=bool(ruleset.limits.counted_yakuman),
        multiple_yakuman=ruleset.limits.yakuman_cumulative,
        double_yakuman="suuankou tanki" in ruleset.yaku,
        aka_dora=ruleset.win.red_fives,
        ura_dora=ruleset.win.ura_dora,
        kuitan=bool(tanyao and tanyao.open),
        ippatsu="ippatsu" in ruleset.yaku,
    )


def ask_jansou(rules: jansou_rules.Rules, ruleset, hand, win) -> Answer:
    """Have the hand scored by jansou; yaku that the ruleset lacks are not declared."""
    played = ruleset.yaku
    context = jansou_context.WinContext(
        rules=rules,
        round_wind=jansou_tiles.Wind(win.round_wind.value),
        seat_wind=jansou_tiles.Wind(win.seat_wind.value),
        is_tsumo=win.tsumo,
        riichi=win.riichi,
        double_riichi=win.double_riichi and "double riichi" in played,
        ippatsu=win.ippatsu and "ippatsu" in played,
        haitei=win.haitei,
        houtei=win.houtei,
        rinshan=win.rinshan,
        chankan=win.chankan,
        tenhou=win.tenhou,
        chiihou=win.chiihou,
        dora_indicators=tuple(map(_jansou_tile, _counting(win.dora_indicators, ruleset))),
        ura_indicators=tuple(map(_jansou_tile, _counting(win.ura_indicators, ruleset))),
        honba=win.honba,
        riichi_sticks=win.riichi_sticks,
    )
    theirs = jansou_hand.Hand(
        tuple(map(_jansou_tile, hand.concealed)), tuple(map(_jansou_meld, hand.melds))
    )
    try:
        answer = jansou_score.score(theirs, _jansou_tile(_held(hand, win.win_tile)), context)
    except jansou_score.ScoringError:
        return REFUSED
    paid = answer.payment
    share = paid.honba // 3 if win.tsumo else 0
    discarder = paid.ron + paid.honba if not win.tsumo else 0
    dealer = paid.tsumo_dealer + share if win.tsumo and not win.dealer else 0
    return Answer(
        True,
        None if answer.is_yakuman else answer.han,
        None if answer.is_yakuman else answer.fu.total,
        _named([_jansou_name(one) for one in answer.yaku], ruleset, win),
        answer.dora.total,
        (discarder, dealer, paid.tsumo_non_dealer + share if win.tsumo else 0),
        paid.total,
    )


def _jansou_name(one) -> str:
    name = one.yaku.name
    if one.value == 2 and name in JANSOU_DOUBLES:
        return JANSOU_DOUBLES[name]
    return JANSOU_YAKU.get(name, name.lower().replace("_", " "))


def _jansou_tile(tile) -> jansou_tiles.Tile:
    return jansou_tiles.Tile(jansou_tiles.TileKind(tile.kind), red=tile.red)


def _jansou_meld(meld) -> jansou_hand.Meld:
    kinds = {
        MeldKind.CHI: jansou_hand.MeldType.CHII,
        MeldKind.PON: jansou_hand.MeldType.PON,
        MeldKind.DAIMINKAN: jansou_hand.MeldType.DAIMINKAN,
        MeldKind.ANKAN: jansou_hand.MeldType.ANKAN,
        MeldKind.KAKAN: jansou_hand.MeldType.SHOUMINKAN,
    }
    tiles = tuple(map(_jansou_tile, meld.tiles))
    if meld.kind is MeldKind.ANKAN:
        return jansou_hand.Meld(kinds[meld.kind], tiles)
    return jansou_hand.Meld(
        kinds[meld.kind],
        tiles,
        called=tiles[0],
        source=jansou_hand.CallSource.KAMICHA,
        added=tiles[-1] if meld.kind is MeldKind.KAKAN else None,
    )
