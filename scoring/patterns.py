"""Which yaku a hand shows, as bits: by its circumstances, by its tiles and sets, by its wait.

What is found here may be worth nothing: which yaku are played, closed or open, is the ruleset's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.memo import Memo
from scoring.shapes import (
    BIT,
    HONOURS_AT,
    KOTSU_AT,
    LOOKS_AT,
    LOOKS_HONOUR,
    LOOKS_NOT_GREEN,
    LOOKS_NOT_HATSU,
    LOOKS_SIMPLE,
    LOOKS_TERMINAL,
    OUTSIDE,
    PAIR_AT,
    PAIR_MASK,
    RUNS_MASK,
    UNIT,
    looks_of_key,
)
from scoring.win import CIRCUMSTANCES
from scoring.yaku import BITS

if TYPE_CHECKING:
    from scoring.win import Win

EIGHT_WINS: Final = 8
"""A dealer's wins in a row that make parenchan."""

_IKKITSUUKAN: Final = BITS["ikkitsuukan"]
_SANSHOKU_DOUJUN: Final = BITS["sanshoku doujun"]
_SANSHOKU_DOUKOU: Final = BITS["sanshoku doukou"]
_CHANTA: Final = BITS["chanta"]
_CHANTA_JUNCHAN: Final = BITS["chanta"] | BITS["junchan"]
_TOITOI: Final = BITS["toitoi"]
_SANANKOU: Final = BITS["sanankou"]
_SUUANKOU: Final = BITS["suuankou"]
_SUUANKOU_TANKI: Final = BITS["suuankou"] | BITS["suuankou tanki"]
_CHINITSU: Final = BITS["chinitsu"]

_STARTS: Final = 1 | 1 << 9 | 1 << 18
"""The lowest runs of the suits."""
_OUTER_RUNS: Final = _STARTS | _STARTS << 6
_INNER_SETS: Final = (RUNS_MASK & ~_OUTER_RUNS) | (((1 << 27) - 1) & ~OUTSIDE) << KOTSU_AT
"""Runs and kotsu without a terminal or honour, as in a pattern."""
_GATES: Final = {
    sum(UNIT[first : first + 9]) + 2 * (UNIT[first] + UNIT[first + 8]) + UNIT[kind]: kind
    for first in (0, 9, 18)
    for kind in range(first, first + 9)
}
"""1112345678999 of a suit and one more, as shapes.py counts tiles -> the kind that is one more."""
_WHEELS: Final = frozenset(2 * sum(UNIT[first + 1 : first + 8]) for first in (0, 9, 18))
"""22334455667788 of each suit, as shapes.py counts tiles."""
_OF_CIRCUMSTANCE: Final = {
    "riichi": "riichi",
    "double_riichi": "double riichi",
    "open_riichi": "open riichi",
    "ippatsu": "ippatsu",
    "haitei": "haitei",
    "houtei": "houtei",
    "rinshan": "rinshan kaihou",
    "chankan": "chankan",
    "tenhou": "tenhou",
    "chiihou": "chiihou",
    "renhou": "renhou",
    "tsumo": "menzen tsumo",
}


def of_win(circumstances: int, kans: int) -> int:
    """Return the yaku of Win.circumstances, and of so many kans."""
    found = sum(
        BITS[_OF_CIRCUMSTANCE[name]]
        for place, name in enumerate(CIRCUMSTANCES)
        if circumstances >> place & 1
    )
    if kans > 2:
        found |= BITS["sankantsu" if kans == 3 else "suukantsu"]
    return found


def of_context(win: Win) -> int:
    """Return the yaku of what the table knows."""
    if win.context.dealer_consecutive_wins >= EIGHT_WINS and win.dealer:
        return BITS["parenchan"]
    return 0


def of_sets(pattern: int, winds: int) -> int:
    """Return the yaku of four sets and a pair, melds included, whatever was won on.

    `winds` is Win.winds.
    """
    runs = pattern & RUNS_MASK
    kotsu = pattern >> KOTSU_AT
    found = _LOOKS[pattern >> LOOKS_AT & 0x7FFF]
    if pattern >> HONOURS_AT & 0x7F:
        found |= _HONOURS[winds << 13 | pattern >> HONOURS_AT & 0x1FFF]
    if not runs:
        found |= _TOITOI
    else:
        if runs & runs >> 3 & runs >> 6 & _STARTS:
            found |= _IKKITSUUKAN
        if runs & runs >> 9 & runs >> 18:
            found |= _SANSHOKU_DOUJUN
        if not pattern & _INNER_SETS and BIT[pattern >> PAIR_AT & PAIR_MASK] & OUTSIDE:
            found |= _CHANTA if pattern >> LOOKS_AT & LOOKS_HONOUR else _CHANTA_JUNCHAN
    if kotsu & kotsu >> 9 & kotsu >> 18 & 0x1FF:
        found |= _SANSHOKU_DOUKOU
    return found


def of_one_suit(key: int, win_kind: int) -> int:
    """Return the yaku that a closed full flush may be besides: nine gates, big wheels."""
    if key in _WHEELS:
        return BITS["daisharin"]
    if key in _GATES:
        found = BITS["chuuren poutou"]
        return found | BITS["junsei chuuren poutou"] if _GATES[key] == win_kind else found
    return 0


def of_concealed(kotsu: int, *, on_pair: bool) -> int:
    """Return the yaku of three or four concealed kotsu and kantsu."""
    if kotsu == 3:
        return _SANANKOU
    return _SUUANKOU_TANKI if on_pair else _SUUANKOU


def of_seven_pairs(key: int) -> int:
    """Return the yaku of seven pairs."""
    found = BITS["chiitoitsu"] | _LOOKS[looks_of_key(key)]
    if found & _CHINITSU:
        found |= of_one_suit(key, -1)
    return found | BITS["tsuuiisou chiitoitsu"] if found & BITS["tsuuiisou"] else found


def of_orphans(key: int, win_kind: int) -> int:
    """Return the yaku of thirteen orphans."""
    thirteen = key >> 3 * win_kind & 7 == 2
    return BITS["kokushi musou"] | BITS["kokushi musou 13-wait"] * thirteen


def _of_looks(looks_and_twins: int) -> int:
    """Return the yaku of the sorts of tiles and of identical runs."""
    looks, twins = looks_and_twins & 0x1FF, looks_and_twins >> 9
    suits = [looks & (LOOKS_SIMPLE[suit] | LOOKS_TERMINAL[suit]) for suit in range(3)]
    simples, terminals = looks & sum(LOOKS_SIMPLE), looks & sum(LOOKS_TERMINAL)
    honours = looks & LOOKS_HONOUR
    one_suit = sum(map(bool, suits)) == 1
    green = not suits[0] and not suits[1] and not terminals
    pairs = sum(twins >> 2 * suit & 3 for suit in range(3))
    holds = {
        "tanyao": not terminals and not honours,
        "honroutou": not simples,
        "chinroutou": not simples and not honours,
        "tsuuiisou": not simples and not terminals,
        "honitsu": one_suit and honours,
        "chinitsu": one_suit and not honours,
        "ryuuiisou": green and not looks & (LOOKS_NOT_GREEN | LOOKS_NOT_HATSU),
        "iipeikou": pairs >= 1,
        "ryanpeikou": pairs == 2,
    }
    return sum(BITS[name] for name, shown in holds.items() if shown)


def _of_honours(index: int) -> int:
    """Return the yaku of the kotsu of honours, given the pair and the winds."""
    winds, pair, kotsu = index >> 13, index >> 7 & PAIR_MASK, index & 0x7F
    seat, round_ = kotsu >> (winds >> 2) & 1, kotsu >> (winds & 3) & 1
    dragons, four = (kotsu >> 4).bit_count(), (kotsu & 0xF).bit_count()
    holds = {
        "yakuhai: haku": kotsu >> 4 & 1,
        "yakuhai: hatsu": kotsu >> 5 & 1,
        "yakuhai: chun": kotsu >> 6 & 1,
        "yakuhai: seat wind": seat,
        "yakuhai: round wind": round_,
        "renpuuhai": seat and winds >> 2 == winds & 3,
        "shousangen": dragons == 2 and pair >= 31,
        "daisangen": dragons == 3,
        "shousuushii": four == 3 and 27 <= pair < 31,
        "daisuushii": four == 4,
    }
    return sum(BITS[name] for name, shown in holds.items() if shown)


_LOOKS: Final = Memo(_of_looks)
_HONOURS: Final = Memo(_of_honours)
