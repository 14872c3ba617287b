"""What differs between rulesets, as one frozen value in which every entry names its clause."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from scoring.errors import InvalidRulesetError, UnknownOptionError
from scoring.rule_entries import read_cited, read_section, read_texts, read_yaku, table, typed
from scoring.rules_of_conduct import FoulRules, SetupRules, TimingRules
from scoring.rules_of_play import CallRules, DrawRules, GameRules, RiichiRules
from scoring.rules_of_scoring import FuRules, LimitRules, WinRules, YakuRule

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = [
    "CallRules",
    "DrawRules",
    "FoulRules",
    "FuRules",
    "GameRules",
    "LimitRules",
    "RiichiRules",
    "Ruleset",
    "SetupRules",
    "TimingRules",
    "WinRules",
    "YakuRule",
    "amend",
    "with_options",
]


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One way to score. Build it with `from_mapping`, which checks every entry."""

    id: str
    name: str
    yaku: Mapping[str, YakuRule]
    fu: FuRules
    limits: LimitRules
    win: WinRules
    riichi: RiichiRules
    calls: CallRules
    draws: DrawRules
    game: GameRules
    fouls: FoulRules
    timing: TimingRules
    setup: SetupRules
    penalties: Mapping[str, str]
    """Reason of a refused win -> what it costs; "" where the document leaves it open."""
    clauses: Mapping[str, str]
    """Entry, as in "fu.edge_wait" or "yaku.riichi" -> clause, or "silent: why"."""

    def __hash__(self) -> int:
        """Hash by name alone: rulesets are looked up for every hand."""
        return hash(self.id)

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, Any]) -> Ruleset:
        """Build a ruleset from the tables of a preset; see presets/wrr2013.toml for the shape.

        Raises InvalidRulesetError for a missing, unknown or ill-typed entry.
        """
        unknown = set(mapping) - _KEYS
        if unknown:
            raise InvalidRulesetError(
                f"ruleset entry {min(unknown)!r}: expected one of {' '.join(sorted(_KEYS))}"
            )
        clauses: dict[str, str] = {}
        read_cited(table(mapping, "cited"), clauses)
        rules = cls(
            id=typed("id", mapping.get("id"), str),
            name=typed("name", mapping.get("name"), str),
            yaku=read_yaku(table(mapping, "yaku"), clauses),
            fu=read_section(FuRules, "fu", mapping, clauses),
            limits=read_section(LimitRules, "limits", mapping, clauses),
            win=read_section(WinRules, "win", mapping, clauses),
            riichi=read_section(RiichiRules, "riichi", mapping, clauses),
            calls=read_section(CallRules, "calls", mapping, clauses),
            draws=read_section(DrawRules, "draws", mapping, clauses),
            game=read_section(GameRules, "game", mapping, clauses),
            fouls=read_section(FoulRules, "fouls", mapping, clauses),
            timing=read_section(TimingRules, "timing", mapping, clauses),
            setup=read_section(SetupRules, "setup", mapping, clauses),
            penalties=read_texts("penalties", table(mapping, "penalties"), clauses),
            clauses=clauses,
        )
        _check_limits(rules.limits)
        if rules.game.counter_value % 300:
            raise InvalidRulesetError(
                f"ruleset entry game.counter_value = {rules.game.counter_value}: expected a "
                "multiple of 300, for three share it in hundreds"
            )
        return rules

    def to_mapping(self) -> dict[str, Any]:
        """Return the tables that `from_mapping` reads back."""
        tables: dict[str, Any] = {"id": self.id, "name": self.name}
        for path, value in self.entries():
            section, _, key = path.partition(".")
            clause = self.clauses[path]
            if section == "cited":
                entry: Any = clause
            elif section == "yaku":
                entry = {**value}
            else:
                entry = {"value": list(value) if isinstance(value, tuple) else value}
            if section != "cited":
                word, _, why = clause.partition(": ")
                entry.update({"silent": why} if word == "silent" else {"clause": clause})
            tables.setdefault(section, {})[key] = entry
        return tables

    def entries(self) -> Iterator[tuple[str, Any]]:
        """Yield every entry as ("fu.edge_wait", 2) or ("yaku.riichi", {"closed": 1})."""
        for section in _SECTIONS:
            rules = getattr(self, section)
            for name, value in rules._asdict().items():
                yield f"{section}.{name}", value
        for name, rule in self.yaku.items():
            worth = {
                key: value for key, value in rule._asdict().items() if value and key != "clause"
            }
            yield f"yaku.{name}", worth
        for reason, penalty in self.penalties.items():
            yield f"penalties.{reason}", penalty
        for path in self.clauses:
            if path.startswith("cited."):
                yield path, None


def _check_limits(limits: LimitRules) -> None:
    """Raise InvalidRulesetError unless each limit needs at least as many han as the one below."""
    steps = [(name, getattr(limits, name)) for name in _LIMITS]
    steps += [("counted_yakuman", least) for least in limits.counted_yakuman]
    for (below, fewer), (name, least) in pairwise(steps):
        if least < fewer:
            raise InvalidRulesetError(
                f"ruleset entry limits.{name} = {least}: expected {fewer} or more, as {below} has"
            )


def amend(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the tables of `base`, the entries of `changes` replacing those of the same name."""
    amended = dict(base)
    for key, value in changes.items():
        old = amended.get(key)
        if isinstance(old, dict) and isinstance(value, dict):
            amended[key] = {**old, **value}
        else:
            amended[key] = value
    return amended


def with_options(mapping: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the tables with options switched: {"open_riichi": True, "kiriage": False}.

    An option is one of the preset's own, a table below `options` that is put on top when the
    option is true; or the name of an entry, alone ("kiriage") or with its section ("calls.order").
    Raises UnknownOptionError, and InvalidRulesetError for an own option that is no bool.
    """
    changed = {key: value for key, value in mapping.items() if key != "options"}
    own = table(mapping, "options") if "options" in mapping else {}
    for name, value in options.items():
        if name in own:
            if typed(f"options.{name}", value, bool):
                changed = amend(changed, table(own, name))
            continue
        section, key = _entry(changed, own, name)
        entry = {"value": value, "silent": "switched by an option"}
        changed = amend(changed, {section: {key: entry}})
    return changed


def _entry(mapping: Mapping[str, Any], own: Mapping[str, Any], name: str) -> tuple[str, str]:
    """Find an entry by its name: with the section, or else in the first section that has it."""
    section, dot, key = name.rpartition(".")
    for one in (section,) if dot else _SECTIONS:
        if one in _SECTIONS and key in mapping.get(one, {}):
            return one, key
    known = [*own, *(entry for one in _SECTIONS for entry in mapping.get(one, {}))]
    raise UnknownOptionError(
        f"option {name!r} of ruleset {mapping.get('id')}: expected one of {' '.join(known)}"
    )


_LIMITS: Final = ("mangan", "haneman", "baiman", "sanbaiman")
_SECTIONS: Final = (
    "fu",
    "limits",
    "win",
    "riichi",
    "calls",
    "draws",
    "game",
    "fouls",
    "timing",
    "setup",
)
_KEYS: Final = frozenset({"id", "name", "yaku", "penalties", "cited", *_SECTIONS})
