"""The yaku of one ruleset, made ready: which tests to run, what found yaku are worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scoring.errors import InvalidRulesetError
from scoring.score import ScoredYaku
from scoring.yaku import BY_NAME, YAKU

if TYPE_CHECKING:
    from collections.abc import Callable

    from scoring.reading import Facts, Reading
    from scoring.ruleset import Ruleset


class YakuSet(NamedTuple):
    """Yaku that are scored together."""

    yaku: tuple[ScoredYaku, ...]
    han: int
    """From yaku alone."""
    yakuman: int
    """Multiples of a yakuman, before the ruleset caps them; 0 where han count."""
    pinfu: bool
    with_dora: bool
    """Whether dora add to it."""


class YakuTable:
    """The yaku that can be had with a closed hand, or with an open one, in one ruleset.

    Found yaku are bits in an int, so that what a combination is worth is worked out only once.
    """

    def __init__(self, ruleset: Ruleset, *, closed: bool) -> None:
        for name in ruleset.yaku:
            if name not in BY_NAME:
                raise InvalidRulesetError(
                    f"ruleset entry yaku.{name}: unknown yaku, expected one of {', '.join(BY_NAME)}"
                )
        self._worth: list[ScoredYaku] = []
        self._excluded: list[tuple[str, ...]] = []
        self._alone = 0
        self._hand_tests: list[tuple[int, Callable[[Facts], bool]]] = []
        self._reading_tests: list[tuple[int, Callable[[Reading], bool]]] = []
        self._memo: dict[int, tuple[YakuSet, ...]] = {}
        for yaku in YAKU:
            rule = ruleset.yaku.get(yaku.name)
            if rule is None or not (closed or rule.open):
                continue
            bit = 1 << len(self._worth)
            worth = rule.closed if closed else rule.open
            han, yakuman = (0, worth) if rule.yakuman else (worth, 0)
            self._worth.append(
                ScoredYaku(yaku.name, yaku.japanese, yaku.english, han, yakuman, rule.clause)
            )
            self._excluded.append(yaku.excludes)
            self._alone |= bit * rule.alone
            if yaku.on_hand is not None:
                self._hand_tests.append((bit, yaku.on_hand))
            if yaku.on_reading is not None:
                self._reading_tests.append((bit, yaku.on_reading))

    def found_on_hand(self, facts: Facts) -> int:
        """Return the bits of the yaku that hold however the hand is read."""
        found = 0
        for bit, holds in self._hand_tests:
            if holds(facts):
                found |= bit
        return found

    def found_on_reading(self, reading: Reading) -> int:
        """Return the bits of the yaku that hold of this reading."""
        found = 0
        for bit, holds in self._reading_tests:
            if holds(reading):
                found |= bit
        return found

    def alternatives(self, found: int) -> tuple[YakuSet, ...]:
        """Return the sets of yaku that may be scored when these bits were found."""
        known = self._memo.get(found)
        if known is None:
            known = self._memo[found] = self._work_out(found)
        return known

    def _work_out(self, found: int) -> tuple[YakuSet, ...]:
        """Drop the excluded yaku, put yakuman before the rest, and set apart what stands alone."""
        numbers = [number for number in range(len(self._worth)) if found >> number & 1]
        excluded = {name for number in numbers for name in self._excluded[number]}
        numbers = [number for number in numbers if self._worth[number].name not in excluded]
        yakuman = [number for number in numbers if self._worth[number].yakuman]
        if yakuman:
            return (self._set(yakuman, with_dora=False),)
        alone = [number for number in numbers if self._alone >> number & 1]
        together = [number for number in numbers if number not in alone]
        return (
            self._set(together, with_dora=True),
            *(self._set([number], with_dora=False) for number in alone),
        )

    def _set(self, numbers: list[int], *, with_dora: bool) -> YakuSet:
        """Sum up one set of yaku."""
        yaku = tuple(self._worth[number] for number in numbers)
        return YakuSet(
            yaku=yaku,
            han=sum(one.han for one in yaku),
            yakuman=sum(one.yakuman for one in yaku),
            pinfu=any(one.name == "pinfu" for one in yaku),
            with_dora=with_dora,
        )
