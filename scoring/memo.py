"""A table that works out its entries when they are first asked for, and forgets before it grows."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

_K = TypeVar("_K")
_V = TypeVar("_V")


class Memo(dict[_K, _V]):
    """`memo[key]` is `work_out(key)`, kept; beyond `most` entries all are dropped."""

    def __init__(self, work_out: Callable[[_K], _V], most: int = 1 << 16) -> None:
        super().__init__()
        self._work_out = work_out
        self._most = most

    def __missing__(self, key: _K) -> _V:
        """Work out an entry."""
        if len(self) >= self._most:
            self.clear()
        value = self[key] = self._work_out(key)
        return value
