"""The rulesets that come with the program: preset files read into `Ruleset` values."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import scoring
from scoring.ruleset import Ruleset, amend, with_options
from table.errors import ConfigError, UnknownRulesetError

if TYPE_CHECKING:
    from collections.abc import Mapping

DEFAULT_RULESET: Final = "wrr2015"


def ruleset_ids() -> tuple[str, ...]:
    """Return the ids of all rulesets, sorted."""
    return tuple(
        sorted(
            entry.name.removesuffix(".toml")
            for entry in _presets().iterdir()
            if entry.name.endswith(".toml")
        )
    )


def load_ruleset(
    ruleset_id: str = DEFAULT_RULESET, options: Mapping[str, Any] | None = None
) -> Ruleset:
    """Return a ruleset, with `options` switched: the preset's own, or single entries.

    Raises UnknownRulesetError for an unknown id, scoring.errors.UnknownOptionError and
    InvalidRulesetError for an option that does not exist or has the wrong type.
    """
    if options:
        return Ruleset.from_mapping(with_options(_tables(ruleset_id), options))
    return _plain(ruleset_id)


def ruleset_options(ruleset_id: str) -> tuple[str, ...]:
    """Return the names of the options that a preset has of its own."""
    return tuple(_tables(ruleset_id).get("options", {}))


@cache
def _plain(ruleset_id: str) -> Ruleset:
    """Return a ruleset as its preset has it."""
    return Ruleset.from_mapping(with_options(_tables(ruleset_id), {}))


def _tables(ruleset_id: str) -> dict[str, Any]:
    """Read a preset, put on top of the one that it extends."""
    if ruleset_id not in ruleset_ids():
        raise UnknownRulesetError(
            f"ruleset {ruleset_id!r}: expected one of {', '.join(ruleset_ids())}"
        )
    text = (_presets() / f"{ruleset_id}.toml").read_text(encoding="utf-8")
    tables = tomllib.loads(text)
    base = tables.pop("extends", None)
    if base == ruleset_id:
        raise ConfigError(f"ruleset {ruleset_id!r} extends itself: expected another to extend")
    return tables if base is None else amend(_tables(base), tables)


def _presets() -> Path:
    """Return the folder of the preset files, wherever the package is installed."""
    return Path(scoring.__file__).with_name("presets")
