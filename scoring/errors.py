"""Every way in which a value from outside can fail to be a hand, a win or a ruleset.

    ScoringError
    ├── InvalidError                 it cannot be read
    │   ├── InvalidTileError           text that is no tile
    │   ├── InvalidSeatError           text that is no seat or wind
    │   ├── InvalidMeldError           tiles that are no meld of the kind claimed
    │   ├── InvalidCaseError           a case whose fields are missing or of the wrong type
    │   └── InvalidRulesetError        a preset with a missing, unknown or ill-typed value
    │       └── UnknownOptionError       no switch of that name in this ruleset
    ├── IllegalError                 it can be read, but not lie on a table
    │   ├── IllegalHandError           a set of tiles that cannot be held
    │   └── IllegalWinError            circumstances that cannot occur together
    └── AmbiguousError               it can be read in more than one way
        └── AmbiguousNotationError     text that is tiles in two notations, and not the same ones

A win that the rules refuse (no yaku, furiten, ...) is an answer, not an error: see
`scoring.score.Refusal`.
Each message is one line that names the value and what was expected.
"""

from __future__ import annotations

from typing import Final

_LONGEST: Final = 2500
"""Letters of the longest message, which lists every option of a ruleset."""


class ScoringError(ValueError):
    """Base of all errors of this package; its message is made one line of bounded length."""

    def __init__(self, message: str) -> None:
        line = "\\n".join(message.splitlines())
        super().__init__(line if len(line) <= _LONGEST else f"{line[:1500]} ... {line[-500:]}")


class InvalidError(ScoringError):
    """A value that cannot be read."""


class InvalidTileError(InvalidError):
    """Text that is no tile."""


class InvalidSeatError(InvalidError):
    """Text that is no seat or wind."""


class InvalidMeldError(InvalidError):
    """Tiles that are no meld of the kind claimed."""


class InvalidCaseError(InvalidError):
    """A case whose fields are missing or of the wrong type."""


class InvalidRulesetError(InvalidError):
    """A preset with a missing, unknown or ill-typed value."""


class UnknownOptionError(InvalidRulesetError):
    """No switch of that name in this ruleset."""


class IllegalError(ScoringError):
    """A value that can be read, but not lie on a table."""


class IllegalHandError(IllegalError):
    """A set of tiles that cannot be held."""


class IllegalWinError(IllegalError):
    """Circumstances that cannot occur together."""


class AmbiguousError(ScoringError):
    """A value that can be read in more than one way."""


class AmbiguousNotationError(AmbiguousError):
    """Text that is tiles in two notations, and not the same ones."""
