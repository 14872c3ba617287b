"""The tests of the yaku that need more than a line: one small predicate each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.reading import DRAGONS, HONOURS, OUTSIDE, WINDS, Facts, Form, Reading, Wait
from scoring.shapes import BIT, UNIT

if TYPE_CHECKING:
    from collections.abc import Callable

_OUTER_STARTS: Final = sum(BIT[9 * suit] | BIT[9 * suit + 6] for suit in range(3))
"""Runs with a terminal: 123 and 789."""
_STRAIGHT: Final = 0b1001001
"""The starts of 123 456 789 in one suit."""
_GATES: Final = {
    sum(UNIT[first : first + 9]) + 2 * (UNIT[first] + UNIT[first + 8]) + UNIT[kind]: kind
    for first in (0, 9, 18)
    for kind in range(first, first + 9)
}
"""1112345678999 of a suit and one more, as shapes.py counts tiles -> the kind that is one more."""
_WHEELS: Final = frozenset(2 * sum(UNIT[first + 1 : first + 8]) for first in (0, 9, 18))
"""22334455667788 of each suit, as shapes.py counts tiles."""


def pinfu(reading: Reading) -> bool:
    """Four runs, a pair without value, a two-sided wait."""
    return (
        reading.wait is Wait.TWO_SIDED
        and not reading.kotsu
        and not BIT[reading.pair] & reading.facts.value_kinds
    )


def iipeikou(reading: Reading) -> bool:
    """Two identical runs."""
    return reading.twins >= 1


def ryanpeikou(reading: Reading) -> bool:
    """Twice two identical runs."""
    return reading.twins == 2


def kotsu_of(kind: int) -> Callable[[Reading], bool]:
    """Make the test for a kotsu or kantsu of one kind."""
    bit = BIT[kind]
    return lambda reading: bool(reading.kotsu & bit)


def seat_wind(reading: Reading) -> bool:
    """A kotsu of the own seat wind."""
    return bool(reading.kotsu & BIT[reading.facts.win.seat_wind.kind])


def round_wind(reading: Reading) -> bool:
    """A kotsu of the round wind."""
    return bool(reading.kotsu & BIT[reading.facts.win.round_wind.kind])


def double_wind(reading: Reading) -> bool:
    """A kotsu of the wind that is both."""
    win = reading.facts.win
    return win.seat_wind is win.round_wind and seat_wind(reading)


def chiitoitsu(reading: Reading) -> bool:
    """Seven different pairs."""
    return reading.form is Form.SEVEN_PAIRS


def ikkitsuukan(reading: Reading) -> bool:
    """123 456 789 in one suit."""
    runs = reading.runs
    return any(runs >> shift & _STRAIGHT == _STRAIGHT for shift in (0, 9, 18))


def sanshoku_doujun(reading: Reading) -> bool:
    """The same run in each suit."""
    runs = reading.runs
    return bool(runs & runs >> 9 & runs >> 18 & 0x7F)


def sanshoku_doukou(reading: Reading) -> bool:
    """The same kotsu in each suit."""
    kotsu = reading.kotsu
    return bool(kotsu & kotsu >> 9 & kotsu >> 18 & 0x1FF)


def chanta(reading: Reading) -> bool:
    """A terminal or honour in every group and the pair, and at least one run."""
    return (
        bool(reading.runs)
        and not reading.runs & ~_OUTER_STARTS
        and not reading.kotsu & ~OUTSIDE
        and bool(BIT[reading.pair] & OUTSIDE)
    )


def junchan(reading: Reading) -> bool:
    """A terminal in every group and the pair, and at least one run."""
    return not reading.facts.kinds & HONOURS and chanta(reading)


def toitoi(reading: Reading) -> bool:
    """Four kotsu."""
    return reading.kotsu.bit_count() == 4


def sanankou(reading: Reading) -> bool:
    """Three concealed kotsu."""
    return reading.concealed == 3


def shousangen(reading: Reading) -> bool:
    """Two kotsu of dragons and a pair of the third."""
    return (reading.kotsu & DRAGONS).bit_count() == 2 and reading.pair >= 31


def kokushi(reading: Reading) -> bool:
    """Thirteen orphans."""
    return reading.form is Form.THIRTEEN_ORPHANS


def kokushi_13_wait(reading: Reading) -> bool:
    """Thirteen orphans of which the winning tile is the double."""
    return kokushi(reading) and _copies_of_win_tile(reading) == 2


def chuuren(facts: Facts) -> bool:
    """1112345678999 and one more in a suit, nothing declared."""
    return facts.key in _GATES


def pure_chuuren(facts: Facts) -> bool:
    """Nine gates of which the winning tile is the one more."""
    return _GATES.get(facts.key) == facts.win.win_tile.kind


def suuankou(reading: Reading) -> bool:
    """Four concealed kotsu."""
    return reading.concealed == 4


def suuankou_tanki(reading: Reading) -> bool:
    """Four concealed kotsu, won on the pair."""
    return reading.concealed == 4 and reading.wait is Wait.PAIR


def tsuuiisou_chiitoitsu(reading: Reading) -> bool:
    """The seven honours as pairs."""
    return chiitoitsu(reading) and not reading.facts.kinds & ~HONOURS


def daisangen(reading: Reading) -> bool:
    """Three kotsu of dragons."""
    return reading.kotsu & DRAGONS == DRAGONS


def shousuushii(reading: Reading) -> bool:
    """Three kotsu of winds and a pair of the fourth."""
    return (reading.kotsu & WINDS).bit_count() == 3 and 27 <= reading.pair < 31


def daisuushii(reading: Reading) -> bool:
    """Four kotsu of winds."""
    return reading.kotsu & WINDS == WINDS


def daisharin(facts: Facts) -> bool:
    """22334455667788 in one suit."""
    return facts.key in _WHEELS


def _copies_of_win_tile(reading: Reading) -> int:
    """How many of the winning tile are concealed."""
    return reading.facts.key >> 3 * reading.facts.win.win_tile.kind & 7
