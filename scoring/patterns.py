"""Which yaku a hand shows, as bits: by its circumstances, by its tiles and sets, by its wait.

What is found here may be worth nothing: which yaku are played, closed or open, is the ruleset's.
"""

from __future__ import annotations

from typing import Final

from scoring.facts import PARENCHAN
from scoring.features import (
    CONCEALED_AT,
    HAS_RUNS_AT,
    HONOUR_YAKU,
    HONOURS_AT,
    INNER_AT,
    KOTSU_AT,
    KOTSU_MASK,
    LOOKS_AT,
    SETS_MASK,
    TALLY_AT,
    TILES_MASK,
    TWINS_AT,
    loose_of,
)
from scoring.memo import Memo
from scoring.shapes import (
    LOOKS_BITS,
    LOOKS_HONOUR,
    LOOKS_NOT_GREEN,
    LOOKS_NOT_HATSU,
    LOOKS_SIMPLE,
    LOOKS_TERMINAL,
)
from scoring.tallies import PAIR_AT, WAIT_MASK, Wait
from scoring.tally import UNIT
from scoring.win import CIRCUMSTANCES
from scoring.yaku import BITS

_IKKITSUUKAN: Final = BITS["ikkitsuukan"]
_SANSHOKU_DOUJUN: Final = BITS["sanshoku doujun"]
_SANSHOKU_DOUKOU: Final = BITS["sanshoku doukou"]
_NOT_PINFU: Final = ~BITS["pinfu"]
FULL_FLUSH: Final = BITS["chinitsu"]
"""The yaku in which of_one_suit may find more."""

_STARTS: Final = 1 | 1 << 9 | 1 << 18
"""The lowest runs of the suits."""
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
    """Return the yaku of Facts.circumstances, and of so many kans."""
    found = sum(
        BITS[_OF_CIRCUMSTANCE[name]]
        for place, name in enumerate(CIRCUMSTANCES)
        if circumstances >> place & 1
    )
    if circumstances & PARENCHAN:
        found |= BITS["parenchan"]
    if kans > 2:
        found |= BITS["sankantsu" if kans == 3 else "suukantsu"]
    return found


def of_features(features: int) -> int:
    """Return the yaku of the tiles, the sets and the wait of one reading."""
    found = _SHOWN[features >> LOOKS_AT & _SHOWN_MASK] | _STRAIGHT[features & _THIRDS]
    if found & _THREE_RUNS and features & features >> 9 & features >> 18 & 0x1FF:
        found |= _SANSHOKU_DOUJUN
    if features & _KOTSU:
        found &= _NOT_PINFU
        kotsu = features >> KOTSU_AT
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


def of_seven_pairs(key: int) -> int:
    """Return the yaku of seven pairs."""
    found = of_pairs(loose_of(key)[0])
    return found | of_one_suit(key, -1) if found & FULL_FLUSH else found


def of_pairs(looks: int) -> int:
    """Return the yaku of seven pairs of such looks, in one suit not what of_one_suit finds."""
    found = BITS["chiitoitsu"] | _LOOKS[looks]
    return found | BITS["tsuuiisou chiitoitsu"] if found & BITS["tsuuiisou"] else found


def of_orphans(key: int, win_kind: int) -> int:
    """Return the yaku of thirteen orphans."""
    thirteen = key >> 3 * win_kind & 7 == 2
    return BITS["kokushi musou"] | BITS["kokushi musou 13-wait"] * thirteen


def _of_shown(shown: int) -> int:
    """Return the yaku of the sorts of tiles and sets, of honours, of sets that count, of waits."""
    found = _of_tiles(shown & TILES_MASK) | _of_sets(shown >> HONOURS_AT - LOOKS_AT)
    return found | _THREE_RUNS if shown >> HAS_RUNS_AT - LOOKS_AT & 7 == 7 else found


def _of_tiles(shown: int) -> int:
    """Return the yaku of the sorts of tiles, and of the sorts of sets."""
    features = shown << LOOKS_AT
    runs, inner = features >> HAS_RUNS_AT & 7, features >> INNER_AT & 7
    looks = shown & (1 << LOOKS_BITS) - 1
    outside = runs and not inner
    holds = {
        "chanta": outside,
        "junchan": outside and not looks & LOOKS_HONOUR,
        "toitoi": not runs,
    }
    return _of_looks(looks) | sum(BITS[name] for name, found in holds.items() if found)


def _of_sets(shown: int) -> int:
    """Return the yaku of honours, of sets that count, and of the wait."""
    features = shown << HONOURS_AT
    twins = features >> TWINS_AT
    pairs = sum(twins >> 2 * suit & 3 for suit in range(3))
    concealed, tally = features >> CONCEALED_AT & 7, features >> TALLY_AT
    holds: dict[str, int] = {
        "pinfu": tally & WAIT_MASK == Wait.TWO_SIDED and not tally >> PAIR_AT & 3,
        "iipeikou": pairs >= 1,
        "ryanpeikou": pairs == 2,
        "sanankou": concealed == 3,
        "suuankou": concealed == 4,
        "suuankou tanki": concealed == 4 and tally & WAIT_MASK == Wait.PAIR,
    }
    for place, name in enumerate(HONOUR_YAKU):
        holds[name] = shown >> place & 1
    return sum(BITS[name] for name, found in holds.items() if found)


def _of_looks(looks: int) -> int:
    """Return the yaku of the sorts of tiles."""
    suits = [looks & (LOOKS_SIMPLE[suit] | LOOKS_TERMINAL[suit]) for suit in range(3)]
    simples, terminals = looks & sum(LOOKS_SIMPLE), looks & sum(LOOKS_TERMINAL)
    honours = looks & LOOKS_HONOUR
    one_suit = sum(map(bool, suits)) == 1
    green = not suits[0] and not suits[1] and not terminals
    holds = {
        "tanyao": not terminals and not honours,
        "honroutou": not simples,
        "chinroutou": not simples and not honours,
        "tsuuiisou": not simples and not terminals,
        "honitsu": one_suit and honours,
        "chinitsu": one_suit and not honours,
        "ryuuiisou": green and not looks & (LOOKS_NOT_GREEN | LOOKS_NOT_HATSU),
    }
    return sum(BITS[name] for name, shown in holds.items() if shown)


def _of_thirds(runs: int) -> int:
    """Return the straight of a suit whose runs start at one, four and seven."""
    return _IKKITSUUKAN if runs & runs >> 3 & runs >> 6 & _STARTS else 0


_THIRDS: Final = _STARTS * 0o111
"""The runs that a straight is made of."""
_KOTSU: Final = KOTSU_MASK << KOTSU_AT
_THREE_RUNS: Final = 1 << max(BITS.values()).bit_length()
"""A bit beside the yaku: there are runs in all three suits."""
_SHOWN_MASK: Final = TILES_MASK | SETS_MASK << HONOURS_AT - LOOKS_AT
_SHOWN: Final = Memo(_of_shown)
_STRAIGHT: Final = Memo(_of_thirds)
_LOOKS: Final = Memo(_of_looks)
