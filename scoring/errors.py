"""Every way in which a value from outside can fail to be a hand, a win or a ruleset.

    ScoringError
    ├── InvalidTileError       text that is no tile
    ├── InvalidSeatError       text that is no seat or wind
    ├── InvalidMeldError       tiles that are no meld of the kind claimed
    ├── InvalidHandError       a set of tiles that cannot be held
    ├── InvalidWinError        circumstances that cannot occur together
    ├── InvalidCaseError       a case whose fields are missing or of the wrong type
    └── InvalidRulesetError    a preset with a missing, unknown or ill-typed value
        └── UnknownOptionError     no switch of that name in this ruleset

A win that the rules refuse (no yaku, furiten, ...) is an answer, not an error: see
`scoring.score.Refusal`.
Each message is one line that names the value and what was expected.
"""

from __future__ import annotations


class ScoringError(ValueError):
    """Base of all errors of this package."""


class InvalidTileError(ScoringError):
    """Text that is no tile."""


class InvalidSeatError(ScoringError):
    """Text that is no seat or wind."""


class InvalidMeldError(ScoringError):
    """Tiles that are no meld of the kind claimed."""


class InvalidHandError(ScoringError):
    """A set of tiles that cannot be held."""


class InvalidWinError(ScoringError):
    """Circumstances that cannot occur together."""


class InvalidCaseError(ScoringError):
    """A case whose fields are missing or of the wrong type."""


class InvalidRulesetError(ScoringError):
    """A preset with a missing, unknown or ill-typed value."""


class UnknownOptionError(InvalidRulesetError):
    """No switch of that name in this ruleset."""
