"""Minipoints, item by item, each with its reason and clause."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.reading import GROUP_TEXTS, OUTSIDE, PAIR_TEXTS, Form, Reading, Wait
from scoring.score import FuItem
from scoring.shapes import (
    BIT,
    CONCEALED_KANTSU,
    CONCEALED_KOTSU,
    GROUP_CODES,
    MELDED_KANTSU,
    MELDED_KOTSU,
)
from scoring.tiles import KINDS

if TYPE_CHECKING:
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

    def items(self, reading: Reading, *, pinfu: bool) -> tuple[FuItem, ...]:
        """Return the items of one reading; with pinfu there is none for the self-draw.

        Thirteen orphans have no minipoints, for they never need any.
        """
        if reading.form is not Form.STANDARD:
            return self._seven_pairs if reading.form is Form.SEVEN_PAIRS else ()
        facts = reading.facts
        win = facts.win
        items = [self._winning]
        if facts.closed and not win.tsumo:
            items.append(self._closed_ron)
        items += [item for code in reading.groups if (item := self._groups[code])]
        if BIT[reading.pair] & facts.value_kinds:
            double = win.seat_wind is win.round_wind and win.seat_wind.kind == reading.pair
            items.append((self._double_pairs if double else self._value_pairs)[reading.pair])
        wait = self._waits.get(reading.wait)
        if wait:
            items.append(wait)
        if win.tsumo and not pinfu:
            items.append(self._rinshan if win.rinshan else self._tsumo)
        elif len(items) == 1 and not facts.closed:
            items.append(self._open_pinfu)
        return tuple(item for item in items if item.fu)

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


def rounded(items: tuple[FuItem, ...]) -> int:
    """Add up the items and round up to ten; the 25 of seven pairs stay."""
    total = sum([item.fu for item in items])
    return total if len(items) == 1 and total == 25 else -(-total // 10) * 10
