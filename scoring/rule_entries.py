"""From the tables of a preset to the values of a ruleset: types, choices, clauses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar, get_args, get_origin, get_type_hints

from scoring.errors import InvalidRulesetError
from scoring.rules_of_scoring import YakuRule

if TYPE_CHECKING:
    from collections.abc import Mapping

CITED: Final = (
    "shapes",
    "dora",
    "fu_rounding",
    "formula",
    "cap",
    "yakuman",
    "tsumo_payment",
    "ron_payment",
    "liability_tsumo",
    "furiten_discard",
    "furiten_riichi",
    "dead_hand",
    "tenpai",
    "riichi_hand",
    "riichi_lock",
    "kan_turn",
    "turn",
    "chi",
    "claim",
    "exhausted",
    "tile_count",
)
"""Rules that no entry carries, being the same everywhere; a preset names their clauses."""
_SIGNED: Final = frozenset({"game.uma"})
"""Entries whose numbers may be below 0."""
_MOST: Final = 10**6
"""No number of a ruleset is greater."""

_Rules = TypeVar("_Rules")
_T = TypeVar("_T")


def read_section(
    cls: type[_Rules], section: str, mapping: Mapping[str, Any], clauses: dict[str, str]
) -> _Rules:
    """Read one section into its dataclass, in which every field must be given."""
    given = table(mapping, section)
    hints = get_type_hints(cls)
    for key in given:
        if key not in hints:
            raise InvalidRulesetError(
                f"ruleset entry {section}.{key}: expected one of {' '.join(hints)}"
            )
    values: dict[str, Any] = {}
    for name, hint in hints.items():
        if name not in given:
            raise InvalidRulesetError(f"ruleset entry {section}.{name}: missing")
        value = _value(section, name, given[name], clauses)
        values[name] = _checked(f"{section}.{name}", value, hint)
    return cls(**values)


def read_yaku(given: Mapping[str, Any], clauses: dict[str, str]) -> dict[str, YakuRule]:
    """Read the yaku that are played."""
    hints = get_type_hints(YakuRule)
    known = [name for name in hints if name != "clause"]
    rules = {}
    for name, entry in given.items():
        path = f"yaku.{name}"
        worth = dict(typed(path, entry, dict))
        clause = _clause(path, worth)
        for key, value in worth.items():
            if key not in known:
                raise InvalidRulesetError(
                    f"ruleset entry {path}.{key}: expected one of {' '.join(known)}"
                )
            _checked(f"{path}.{key}", value, hints[key])
        if "closed" not in worth:
            raise InvalidRulesetError(f"ruleset entry {path}.closed: missing")
        clauses[path] = clause
        rules[name] = YakuRule(clause=clause, **worth)
    return rules


def read_texts(section: str, given: Mapping[str, Any], clauses: dict[str, str]) -> dict[str, str]:
    """Read a section whose entries are free, each a text."""
    return {
        key: typed(f"{section}.{key}", _value(section, key, entry, clauses), str)
        for key, entry in given.items()
    }


def read_cited(given: Mapping[str, Any], clauses: dict[str, str]) -> None:
    """Note the clauses of the rules that are the same everywhere."""
    for entry in (*CITED, *given):
        if entry not in CITED:
            raise InvalidRulesetError(
                f"ruleset entry cited.{entry}: expected one of {' '.join(CITED)}"
            )
        clauses[f"cited.{entry}"] = typed(f"cited.{entry}", given.get(entry), str)


def table(mapping: Mapping[str, Any], key: str) -> dict[str, Any]:
    """Return a table of the preset."""
    return typed(key, mapping.get(key), dict)


def typed(path: str, value: object, kind: type[_T]) -> _T:
    """Return the value if it is of exactly this type (so that true is no number)."""
    if type(value) is not kind:
        name = getattr(kind, "__name__", kind)
        raise InvalidRulesetError(f"ruleset entry {path} = {value!r}: expected {name}")
    return value


def _value(section: str, key: str, entry: object, clauses: dict[str, str]) -> object:
    """Take the value out of {"value", "clause" or "silent"} and note the clause."""
    path = f"{section}.{key}"
    given = dict(typed(path, entry, dict))
    clauses[path] = _clause(path, given)
    if set(given) != {"value"}:
        raise InvalidRulesetError(
            f"ruleset entry {path} has {sorted(given)}: expected value, and clause or silent"
        )
    return given["value"]


def _clause(path: str, given: dict[str, Any]) -> str:
    """Take the clause out of an entry: an id, or why the value stands where none says it."""
    if ("clause" in given) == ("silent" in given):
        raise InvalidRulesetError(f"ruleset entry {path}: expected either a clause or silent = why")
    if "silent" in given:
        return f"silent: {typed(path, given.pop('silent'), str)}"
    return typed(path, given.pop("clause"), str)


def _checked(path: str, value: object, hint: Any) -> object:
    """Check a value against bool, int, str, Literal[...] or a tuple of these, given as a list."""
    origin = get_origin(hint)
    if origin is tuple:
        return _tuple(path, value, hint)
    if origin is Literal:
        choices = get_args(hint)
        if type(value) is not str or value not in choices:
            words = ", ".join(repr(one) for one in choices)
            raise InvalidRulesetError(f"ruleset entry {path} = {value!r}: expected one of {words}")
        return value
    if hint is int:
        least = -_MOST if path in _SIGNED else 0
        if not least <= typed(path, value, int) <= _MOST:
            raise InvalidRulesetError(
                f"ruleset entry {path} = {value!r}: expected {least}..{_MOST}"
            )
    return typed(path, value, hint)


def _tuple(path: str, value: object, hint: Any) -> tuple[object, ...]:
    """Check a list against tuple[int, int] or tuple[Literal[...], ...]."""
    kind, *others = get_args(hint)
    length = None if others[-1] is Ellipsis else len(others) + 1
    if type(value) is not list or (length is not None and len(value) != length):
        many = "" if length is None else f"{length} "
        name = "names" if get_origin(kind) is Literal else f"{kind.__name__} values"
        raise InvalidRulesetError(
            f"ruleset entry {path} = {value!r}: expected a list of {many}{name}"
        )
    return tuple([_checked(path, one, kind) for one in value])
