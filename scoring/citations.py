"""Joins lists of clauses, each clause once: a list has a number, and the numbers add up.

So what many scores cite is joined once, and found again by a sum of small numbers.
"""

from __future__ import annotations

from enum import IntEnum
from itertools import chain
from typing import TYPE_CHECKING, Final

from scoring.memo import Memo
from scoring.score import each_clause

if TYPE_CHECKING:
    from collections.abc import Iterable


class Place(IntEnum):
    """Where a list stands, in the order in which a score cites."""

    YAKU = 0
    DORA = 1
    FIRST_FU = 2
    MAN = 3
    PIN = 4
    SOU = 5
    HONOURS = 6
    DECLARED = 7
    LAST_FU = 8
    VALUE = 9
    PAYMENT = 10


class Citations:
    """The lists of clauses of one ruleset, by their numbers."""

    def __init__(self) -> None:
        self._numbers: list[dict[tuple[str, ...], int]] = [{(): 0} for _ in Place]
        self.joined: Final = Memo(self._join)
        """A sum of numbers, one of each place and four of DECLARED -> the clauses, each once."""

    def number(self, place: Place, clauses: Iterable[str]) -> int:
        """Return the number of a list of clauses at its place."""
        known = self._numbers[place]
        return known.setdefault(tuple(dict.fromkeys(clauses)), len(known)) << _AT[place]

    def _join(self, total: int) -> tuple[str, ...]:
        """Take the sum apart again."""
        lists: list[tuple[str, ...]] = []
        for place, known in zip(Place, self._numbers, strict=True):
            named = list(known)
            lists += [named[total >> at & mask] for at, mask in _FIELDS[place]]
        return each_clause(chain.from_iterable(lists))


CITATION_BITS: Final = 8
"""Enough for the lists of any place but the yaku, which come last for that."""
_MASK: Final = (1 << CITATION_BITS) - 1
_DECLARED_SETS: Final = 4
_AT: Final = {
    place: CITATION_BITS * (place - 1 + (_DECLARED_SETS - 1) * (place > Place.DECLARED))
    for place in Place
    if place
} | {Place.YAKU: CITATION_BITS * (len(Place) - 1 + _DECLARED_SETS - 1)}
AT_DECLARED: Final = _AT[Place.DECLARED]
"""Where the number of the last declared set stands; those of earlier ones stand above it."""
_FIELDS: Final = {place: [(at, _MASK)] for place, at in _AT.items()} | {
    Place.YAKU: [(_AT[Place.YAKU], -1)],
    Place.DECLARED: [
        (AT_DECLARED + CITATION_BITS * place, _MASK) for place in reversed(range(_DECLARED_SETS))
    ],
}
