"""The yaku of one ruleset, made ready: which are played, and what found yaku are worth together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from scoring.errors import InvalidRulesetError
from scoring.memo import Memo
from scoring.score import ScoredYaku
from scoring.yaku import BITS, BY_NAME, YAKU

if TYPE_CHECKING:
    from scoring.ruleset import Ruleset


class YakuSet(NamedTuple):
    """Yaku that are scored together."""

    yaku: tuple[ScoredYaku, ...]
    han: int
    """From yaku alone."""
    yakuman: int
    """Multiples of a yakuman, before the ruleset caps them; 0 where han count."""
    limit: str
    """The limit that the hand is worth instead of its han and fu; "" for none."""
    with_dora: bool
    """Whether dora add to it."""
    fixed: bool
    """Whether its worth is fixed: han and fu do not matter."""
    clauses: tuple[str, ...]


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
        self.played = 0
        """The bits of the yaku that are played."""
        self._alone = 0
        self._limits: dict[str, str] = {}
        self._worth: dict[str, ScoredYaku] = {}
        for yaku in YAKU:
            rule = ruleset.yaku.get(yaku.name)
            if rule is None or not (closed or rule.open):
                continue
            self.played |= BITS[yaku.name]
            if rule.alone or rule.limit:
                self._alone |= BITS[yaku.name]
            self._limits[yaku.name] = rule.limit
            worth = rule.closed if closed else rule.open
            han, yakuman = (0, worth) if rule.yakuman else (worth, 0)
            self._worth[yaku.name] = ScoredYaku(
                yaku.scored_as or yaku.name, yaku.japanese, yaku.english, han, yakuman, rule.clause
            )
        self.alternatives: Final = Memo(self._work_out)
        """Found bits, all of them played -> the sets of yaku that may be scored."""

    def _work_out(self, found: int) -> tuple[YakuSet, ...]:
        """Drop the excluded yaku, put yakuman before the rest, and set apart what stands alone."""
        names = [yaku.name for yaku in YAKU if found & BITS[yaku.name]]
        excluded = {other for name in names for other in BY_NAME[name].excludes}
        names = [name for name in names if name not in excluded]
        yakuman = [name for name in names if self._worth[name].yakuman]
        if yakuman:
            return (self._set(yakuman, with_dora=False),)
        alone = [name for name in names if self._alone & BITS[name]]
        together = [name for name in names if name not in alone]
        return (
            self._set(together, with_dora=True),
            *(self._set([name], with_dora=False) for name in alone),
        )

    def _set(self, names: list[str], *, with_dora: bool) -> YakuSet:
        """Sum up one set of yaku."""
        yaku = tuple(self._worth[name] for name in names)
        yakuman = sum(one.yakuman for one in yaku)
        limit = self._limits[names[0]] if len(names) == 1 else ""
        return YakuSet(
            yaku=yaku,
            han=sum(one.han for one in yaku),
            yakuman=yakuman,
            limit=limit,
            with_dora=with_dora,
            fixed=bool(yakuman or limit),
            clauses=tuple(one.clause for one in yaku),
        )
