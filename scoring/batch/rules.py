"""A ruleset as lookup tables: what each pattern, set, wait and number of han is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from scoring import limits
from scoring.batch import codes, layout
from scoring.batch.suits import HONOUR_COLUMNS, honour_suit, number_suit
from scoring.batch.worth import Worth, worth_of
from scoring.limits import MANGAN, YAKUMAN
from scoring.tiles import KINDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from scoring.ruleset import Ruleset

    Ints = NDArray[np.int64]

_SHIFTED_FU: Final = layout.FU.shift + layout.ADDED_SHIFT
MAX_HAN: Final = 127
"""More han than any hand has; the limit tables end here."""
MAX_FU: Final = 255


class Tables(NamedTuple):
    """Everything the scoring of arrays looks up, for one ruleset."""

    firsts: Ints
    """[as suits.NumberSuit.first]: the first record; from NUMBER_SHIFT on, how many there are."""
    records: Ints
    """suits.NumberSuit.records with minipoints."""
    honours: Ints
    """suits.HonourSuit.records with minipoints."""
    meld_shapes: Ints
    """[meld code]: its shape at its suit's place, its kinds above all shapes; last, of no meld."""
    meld_facts: Ints
    """[meld code]: its added half; last, that of no meld."""
    waits: Ints
    """[wait * 2 + tsumo]: what is added when the winning tile completed that."""
    patterns: Ints
    """[the pattern fields + honours << PATTERN_BITS]: yaku of shape."""
    honour_yaku: Ints
    """[honour kotsu, pair << 7, seat wind << 10, round wind << 12]: yaku of honours.

    The bits of pinfu and BARE say that the pair has no value.
    """
    honour_fu: Ints
    """[the same]: minipoints of the pair."""
    kind_yaku: Ints
    """[kind bits + kans << KIND_BITS]: yaku of kinds, and of kans."""
    flag_yaku: Ints
    """[flags of the yaku of circumstance]: their bits."""
    worth: Worth
    rounding: Ints
    """[minipoints]: rounded up to ten."""
    special_fu: Ints
    """[readings.NOT_SPECIAL, SEVEN_PAIRS, THIRTEEN_ORPHANS]: minipoints."""
    yakuman: Ints
    """[multiples of the yaku]: the value."""
    values: Ints
    """[han * (MAX_FU + 1) + fu]: base value, limit and multiples, see pack_value."""


FLAG_BITS: Final = 11
"""So many of the flags are yaku."""
_FLAG_YAKU: Final = {
    "riichi": "riichi",
    "double_riichi": "double riichi",
    "ippatsu": "ippatsu",
    "haitei": "haitei",
    "houtei": "houtei",
    "rinshan": "rinshan kaihou",
    "chankan": "chankan",
    "tenhou": "tenhou",
    "chiihou": "chiihou",
    "renhou": "renhou",
    "open_riichi": "open riichi",
}
BIT: Final[Mapping[str, int]] = codes.YAKU_BIT


BARE: Final = 1 << 60
"""The bit of a reading in which nothing but the win itself has minipoints."""


def bit(name: str) -> int:
    """Return the bit of a yaku, 0 if there is no such yaku."""
    return BIT.get(name, 0)


def tables_of(ruleset: Ruleset) -> Tables:
    """Make a ruleset ready; some milliseconds."""
    honour_yaku, honour_fu = _honour_tables(ruleset)
    meld_shapes, meld_facts = _meld_tables(ruleset)
    suit, honours = number_suit(), honour_suit()
    simple, outside = ruleset.fu.concealed_kotsu
    fu = suit.kotsu @ np.array([simple, outside], np.int64)
    records = suit.records + (fu << _SHIFTED_FU)
    honour_kotsu = np.repeat(honours.kotsu.astype(np.int64), HONOUR_COLUMNS)
    return Tables(
        firsts=records[suit.first] | suit.number.astype(np.int64) << layout.NUMBER_SHIFT,
        records=records,
        honours=honours.records + (honour_kotsu * outside << _SHIFTED_FU),
        meld_shapes=meld_shapes,
        meld_facts=meld_facts,
        waits=_wait_table(ruleset),
        patterns=_pattern_table(),
        honour_yaku=honour_yaku,
        honour_fu=honour_fu,
        kind_yaku=_kind_table(),
        flag_yaku=_flag_table(),
        worth=worth_of(ruleset),
        rounding=_rounding_table(ruleset),
        special_fu=np.array([0, ruleset.fu.seven_pairs, 0]),
        yakuman=_yakuman_table(ruleset),
        values=_value_table(ruleset),
    )


def _meld_tables(ruleset: Ruleset) -> tuple[Ints, Ints]:
    """Work out what each meld adds to a hand; the last is no meld."""
    shapes = np.zeros(codes.MELD_CODES + 1, np.int64)
    facts = np.zeros(codes.MELD_CODES + 1, np.int64)
    fu = {
        codes.PON: ruleset.fu.melded_kotsu,
        codes.ANKAN: ruleset.fu.concealed_kantsu,
        codes.OPEN_KAN: ruleset.fu.melded_kantsu,
        codes.KAKAN: ruleset.fu.melded_kantsu,
    }
    for code in range(codes.MELD_CODES):
        kind = code % KINDS
        suit, place = divmod(kind, 9)
        outside = kind >= 27 or place in {0, 8}
        form = code - kind
        if form == codes.CHI:
            if kind >= 27 or place > 6:
                continue
            shape = 1 << place
            kinds = layout.kind_bits(kind) | layout.kind_bits(kind + 1) | layout.kind_bits(kind + 2)
            added = layout.OPEN.one + layout.INNER.one * (place not in {0, 6})
        elif form in fu:
            shape = 1 << place + (0 if kind >= 27 else layout.RUN_BITS)
            kinds = layout.kind_bits(kind)
            added = layout.KOTSU.one + layout.INNER.one * (not outside)
            concealed = form == codes.ANKAN
            added += layout.CONCEALED.one if concealed else layout.OPEN.one
            added += layout.KANS.one * (form != codes.PON)
            added += layout.FU.one * fu[form][outside]
        else:
            continue
        shapes[code] = shape << layout.SHAPE_BITS * suit | kinds << layout.KIND_SHIFT
        facts[code] = added
    return shapes, facts


def _wait_table(ruleset: Ruleset) -> Ints:
    """Say what a wait adds: minipoints, and on a ron the kotsu is no longer concealed."""
    rules = ruleset.fu
    fu = {
        layout.EDGE: rules.edge_wait,
        layout.MIDDLE: rules.middle_wait,
        layout.PAIR: rules.pair_wait,
    }
    opened = [
        melded - concealed
        for melded, concealed in zip(rules.melded_kotsu, rules.concealed_kotsu, strict=True)
    ]
    added = np.zeros(1 << layout.WAIT.bits + 1, np.int64)
    for wait in range(layout.KOTSU_SIMPLE):
        added[2 * wait : 2 * wait + 2] = fu.get(wait, 0) * layout.FU.one
    for wait, change in zip((layout.KOTSU_SIMPLE, layout.KOTSU_OUTSIDE), opened, strict=True):
        added[2 * wait] = change * layout.FU.one - layout.CONCEALED.one
    return added


def _pattern_table() -> Ints:
    """Name the yaku of shape that the counts of a reading prove."""
    index = np.arange(1 << layout.PATTERN_BITS + 1)
    kotsu, concealed, inner, twins, wait = (
        index >> field.shift & field.mask
        for field in (
            layout.KOTSU,
            layout.CONCEALED,
            layout.INNER,
            layout.TWINS,
            layout.WAIT,
        )
    )
    outside = (inner == 0) & (kotsu < 4)
    found = np.zeros(len(index), np.int64)
    for name, holds in {
        "iipeikou": twins >= 1,
        "ryanpeikou": twins == 2,
        "toitoi": kotsu == 4,
        "sanankou": concealed == 3,
        "suuankou": concealed == 4,
        "suuankou tanki": (concealed == 4) & (wait == layout.PAIR),
        "chanta": outside,
        "junchan": outside & (index >> layout.PATTERN_BITS == 0),
    }.items():
        found += bit(name) * holds
    found += bit("pinfu") * ((kotsu == 0) & (wait == layout.TWO_SIDED))
    found += BARE * ((kotsu == 0) & (wait <= layout.TWO_SIDED))
    return found


def _honour_tables(ruleset: Ruleset) -> tuple[Ints, Ints]:
    """Name the yaku that the kotsu and the pair of honours prove, and the pair's minipoints."""
    index = np.arange(1 << 14)
    kotsu, pair = index & 127, (index >> 7 & 7) - 1
    seat, prevalent = index >> 10 & 3, index >> 12
    is_seat, is_round = kotsu >> seat & 1 > 0, kotsu >> prevalent & 1 > 0
    winds, dragons = _bits(kotsu & 15), _bits(kotsu >> 4)
    double_pair = (pair == seat) & (seat == prevalent)
    value_pair = (pair == seat) | (pair == prevalent) | (pair >= 4)
    found = np.zeros(len(index), np.int64)
    for name, holds in {
        "yakuhai: haku": kotsu >> 4 & 1,
        "yakuhai: hatsu": kotsu >> 5 & 1,
        "yakuhai: chun": kotsu >> 6 & 1,
        "yakuhai: round wind": is_round,
        "yakuhai: seat wind": is_seat,
        "renpuuhai": is_seat & is_round & (seat == prevalent),
        "shousangen": (dragons == 2) & (pair >= 4),
        "daisangen": dragons == 3,
        "shousuushii": (winds == 3) & (pair >= 0) & (pair < 4),
        "daisuushii": winds == 4,
    }.items():
        found += bit(name) * holds
    found += (BARE + bit("pinfu")) * ~value_pair
    rules = ruleset.fu
    fu = np.where(double_pair, rules.double_wind_pair, rules.value_pair) * value_pair
    return found, fu.astype(np.int64)


def _bits(numbers: Ints) -> Ints:
    """Count the bits of numbers below 16."""
    return np.array([number.bit_count() for number in range(16)]).take(numbers)


def _kind_table() -> Ints:
    """Name the yaku that the kinds of tiles, or the number of kans, prove."""
    index = np.arange(1 << layout.KIND_BITS + layout.KANS.bits)
    suits = _bits(index >> 3 & 7)
    honours = index & layout.HONOUR_KIND > 0
    found = np.zeros(len(index), np.int64)
    for name, holds in {
        "tanyao": index & layout.OUTSIDE_KIND == 0,
        "honroutou": index & layout.SIMPLE_KIND == 0,
        "honitsu": honours & (suits == 1),
        "chinitsu": ~honours & (suits == 1),
        "ryuuiisou": index & layout.NOT_GREEN_KIND == 0,
        "chinroutou": index & layout.NOT_TERMINAL_KIND == 0,
        "tsuuiisou": suits == 0,
        "sankantsu": index >> layout.KIND_BITS == 3,
        "suukantsu": index >> layout.KIND_BITS == 4,
    }.items():
        found += bit(name) * holds
    return found


def _flag_table() -> Ints:
    """Name the yaku of circumstance."""
    index = np.arange(1 << FLAG_BITS)
    found = np.zeros(len(index), np.int64)
    for flag, name in _FLAG_YAKU.items():
        found += bit(name) * (index & codes.FLAG[flag] > 0)
    return found


def _rounding_table(ruleset: Ruleset) -> Ints:
    """Round minipoints up to ten; a lone 25 stays."""
    fu = np.arange(1 << layout.FU.bits)
    tens = -(-fu // 10) * 10
    if ruleset.fu.winning == 25:
        tens[25] = 25
    return np.minimum(tens, MAX_FU)


def pack_value(base: int, limit: int, multiple: int) -> int:
    """Put a base value, the number of its limit and its yakuman multiple in one number."""
    return base << 16 | limit << 8 | multiple


def _value_table(ruleset: Ruleset) -> Ints:
    """Work out the value of every han and fu that is no yakuman by its yaku."""
    values = np.zeros((MAX_HAN + 1, MAX_FU + 1), np.int64)
    for han in range(MAX_HAN + 1):
        for fu in range(MAX_FU + 1):
            values[han, fu] = _value(ruleset, han, fu)
    return values.reshape(-1)


def _value(ruleset: Ruleset, han: int, fu: int) -> int:
    """Return the packed value of so many han and fu."""
    rules = ruleset.limits
    counted = sum(han >= least for least in rules.counted_yakuman)
    if counted:
        return yakuman_value(counted)
    steps = (rules.mangan, rules.haneman, rules.baiman, rules.sanbaiman)
    for limit in (4, 3, 2, 1):
        if han >= steps[limit - 1]:
            return pack_value(BASES[limit], limit, 0)
    base = min(fu << han + 2, BASES[1] + 1)
    if base > BASES[1] or (rules.kiriage and (han, fu) in {(4, 30), (3, 60)}):
        return pack_value(BASES[1], 1, 0)
    return pack_value(base, 0, 0)


def _yakuman_table(ruleset: Ruleset) -> Ints:
    """Work out the value of yakuman by their multiples."""
    most = sum(rule.closed for rule in ruleset.yaku.values() if rule.yakuman)
    cumulative = ruleset.limits.yakuman_cumulative
    paid = [multiple if cumulative else min(multiple, 1) for multiple in range(most + 1)]
    return np.array([yakuman_value(multiple) for multiple in paid])


def yakuman_value(multiple: int) -> int:
    """Return the packed value of so many times a yakuman."""
    return pack_value(YAKUMAN * multiple, 4 + multiple, multiple)


MANGAN_VALUE: Final = pack_value(MANGAN, 1, 0)
BASES: Final = (0, *sorted(limits.BASES.values()), YAKUMAN)
"""The base value of each limit."""
