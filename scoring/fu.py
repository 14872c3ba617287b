"""Minipoints: the sum by what counts, and item by item, each with its reason and clause."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from scoring.groups import (
    CONCEALED_KANTSU,
    CONCEALED_KOTSU,
    GROUP_CODES,
    GROUP_TEXTS,
    MELDED_KANTSU,
    MELDED_KOTSU,
    PAIR_TEXTS,
)
from scoring.memo import Memo
from scoring.score import FuItem
from scoring.shapes import OUTSIDE
from scoring.tallies import (
    CLOSED,
    ORPHANS,
    PAIR_AT,
    PAIR_MASK,
    RINSHAN,
    SETS_AT,
    SETS_MASK,
    SEVEN_PAIRS,
    TSUMO,
    WAIT_MASK,
    WITH_PINFU,
    Wait,
)
from scoring.tally import BIT, kinds_of
from scoring.tiles import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scoring.ruleset import Ruleset

_GROUP_NAMES: Final = {
    CONCEALED_KOTSU: ("concealed_kotsu", "concealed triplet"),
    MELDED_KOTSU: ("melded_kotsu", "melded triplet"),
    CONCEALED_KANTSU: ("concealed_kantsu", "concealed kan"),
    MELDED_KANTSU: ("melded_kantsu", "melded kan"),
}
_WAIT_NAMES: Final = {
    Wait.EDGE: ("edge_wait", "edge wait"),
    Wait.MIDDLE: ("middle_wait", "middle wait"),
    Wait.PAIR: ("pair_wait", "pair wait"),
}
_PAIR_ENTRIES: Final = ("", "value_pair", "double_wind_pair")


FuParts = tuple[int, int, int, int, tuple[int, ...]]
"""What the items of a reading depend on: its tally; the kind of the pair if that has value, else 0;
the concealed kotsu, as bits of their kinds; the kind of that one of them which a ron completed, or
-1; the group codes of the declared sets, which may be left out where there is no kotsu at all."""


class FuItems(NamedTuple):
    """The items of a reading."""

    items: tuple[FuItem, ...]
    clauses: tuple[str, ...]


class Fu(NamedTuple):
    """The minipoints of a reading."""

    total: int
    rounded: int


class FuTable:
    """The fu items of one ruleset, made ready."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._winning = self._item("winning", "winning")
        self._seven_pairs = (self._item("seven_pairs", "seven pairs"),)
        self._closed_ron = self._item("closed_ron", "closed hand, ron")
        self._tsumo = self._item("tsumo", "self-draw")
        self._rinshan = self._item("rinshan_tsumo", "self-draw of a replacement tile")
        self._open_pinfu = self._item("open_pinfu", "open hand without other fu")
        self._groups = [self._group(code) for code in range(GROUP_CODES)]
        self._value_pairs = [
            self._item("value_pair", f"pair of value {PAIR_TEXTS[kind]}") for kind in range(KINDS)
        ]
        self._double_pairs = [
            self._item("double_wind_pair", f"pair of double wind {PAIR_TEXTS[kind]}")
            for kind in range(KINDS)
        ]
        self._waits = {wait: self._item(*names) for wait, names in _WAIT_NAMES.items()}
        self._set_fu = [
            fu for entry, _ in _GROUP_NAMES.values() for fu in getattr(ruleset.fu, entry)
        ]
        self.of_tally: Final = Memo(self._of_tally)
        """The minipoints of a tally."""
        self.items: Final = Memo(self._list)
        """The items of what FuParts says."""

    def _of_tally(self, tally: int) -> Fu:
        """Add up what counts."""
        rules = self._ruleset.fu
        if tally & (SEVEN_PAIRS | ORPHANS):
            seven = rules.seven_pairs if tally & SEVEN_PAIRS else 0
            return Fu(seven, seven if seven == 25 else _round(seven))
        others = sum(
            fu * (tally >> SETS_AT + 3 * place & 7) for place, fu in enumerate(self._set_fu)
        )
        pair = _PAIR_ENTRIES[tally >> PAIR_AT & PAIR_MASK]
        others += getattr(rules, pair) if pair else 0
        wait = self._waits.get(Wait(tally & WAIT_MASK))
        others += wait.fu if wait else 0
        total = rules.winning + others
        if tally & CLOSED and not tally & TSUMO:
            total += rules.closed_ron
        if tally & TSUMO:
            drawn = rules.rinshan_tsumo if tally & RINSHAN else rules.tsumo
            total += 0 if tally & WITH_PINFU else drawn
        elif _is_bare(tally):
            total += rules.open_pinfu
        return Fu(total, _round(total))

    def _list(self, parts: FuParts) -> FuItems:
        """List what counts, with the clauses."""
        items = self._counted(parts)
        return FuItems(items, tuple(item.clause for item in items))

    def _counted(self, parts: FuParts) -> tuple[FuItem, ...]:
        """Return what counts."""
        tally, pair, kotsu, opened, declared = parts
        concealed = [
            (MELDED_KOTSU if kind == opened else CONCEALED_KOTSU) + kind for kind in kinds_of(kotsu)
        ]
        return (
            self.first_items(tally)
            + self.items_of_sets((*concealed, *declared))
            + self.last_items(tally, pair)
        )

    def first_items(self, tally: int) -> tuple[FuItem, ...]:
        """Return what counts before the sets; seven pairs have nothing else."""
        if tally & (SEVEN_PAIRS | ORPHANS):
            return self._seven_pairs if tally & SEVEN_PAIRS else ()
        closed = tally & CLOSED and not tally & TSUMO
        return _counting((self._winning, self._closed_ron) if closed else (self._winning,))

    def items_of_sets(self, codes: Iterable[int]) -> tuple[FuItem, ...]:
        """Return what counts of the sets of these group codes, in their order."""
        return _counting([item for code in codes if (item := self._groups[code])])

    def last_items(self, tally: int, pair: int) -> tuple[FuItem, ...]:
        """Return what counts after the sets; `pair` is the kind of a pair that has value."""
        if tally & (SEVEN_PAIRS | ORPHANS):
            return ()
        items = []
        if value := tally >> PAIR_AT & PAIR_MASK:
            items.append((self._double_pairs if value == 2 else self._value_pairs)[pair])
        wait = self._waits.get(Wait(tally & WAIT_MASK))
        if wait:
            items.append(wait)
        if tally & TSUMO:
            drawn = self._rinshan if tally & RINSHAN else self._tsumo
            items += [] if tally & WITH_PINFU else [drawn]
        elif _is_bare(tally):
            items.append(self._open_pinfu)
        return _counting(items)

    def _item(self, entry: str, reason: str) -> FuItem:
        """Return the item of a simple entry."""
        fu = getattr(self._ruleset.fu, entry)
        return FuItem(fu, reason, self._ruleset.clauses[f"fu.{entry}"])

    def _group(self, code: int) -> FuItem | None:
        """Return the item of a kotsu or kantsu; runs have none."""
        kind = code % KINDS
        if code < CONCEALED_KOTSU:
            return None
        entry, name = _GROUP_NAMES[code - kind]
        simple, outside = getattr(self._ruleset.fu, entry)
        fu = outside if BIT[kind] & OUTSIDE else simple
        return FuItem(fu, f"{name} {GROUP_TEXTS[code]}", self._ruleset.clauses[f"fu.{entry}"])


def _counting(items: Iterable[FuItem]) -> tuple[FuItem, ...]:
    """Leave out what is worth nothing in this ruleset."""
    return tuple([item for item in items if item.fu])


def _is_bare(tally: int) -> bool:
    """Whether an open hand won by ron has nothing that counts."""
    wait = tally & WAIT_MASK
    return not tally & (SETS_MASK << SETS_AT | PAIR_MASK << PAIR_AT | CLOSED) and (
        wait not in _WAIT_NAMES
    )


def _round(total: int) -> int:
    """Round up to ten."""
    return -(-total // 10) * 10
