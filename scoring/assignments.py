"""Which tiles uncertain slots may be, so that the hand is complete: without trying them all.

The slots are put together to groups and a pair, the surest slot first; what is too unlikely beside
the best is not followed. Twenty thousand blind guesses find less than a few hundred such steps.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Final, NamedTuple

from scoring.tally import ORPHANS
from scoring.tiles import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Options = dict[int, float]
"""The kinds that a slot may be of, with their probabilities."""
Assignment = tuple[int, ...]
"""One kind for each slot, in the order of the slots."""

STEPS: Final = 60_000
"""How many steps the search takes at most."""
LEAST: Final = 1e-4
"""A hand that is less likely than the best by this factor need not be found."""
_NARROWER: Final = 1e-4
"""How far the search goes down at once."""
_ORPHANS: Final = frozenset(ORPHANS)


class Found(NamedTuple):
    """What a search came to."""

    assignments: dict[Assignment, float]
    missed: float
    """What was left out is less likely than this; 0 where nothing was."""


def complete_hands(slots: Sequence[Options], groups: int) -> Found:
    """Return the ways in which the slots are `groups` groups and a pair, or a special hand.

    What is hopelessly unlikely beside the likeliest is left out.
    """
    for found in ever_deeper(slots, groups):
        if found.missed <= LEAST * max(found.assignments.values(), default=0.0):
            break
    return found


def ever_deeper(slots: Sequence[Options], groups: int) -> Iterator[Found]:
    """Yield the ways that are likely, then the less likely ones too, until all are found.

    The special hands, of seven pairs and of thirteen orphans, need four groups' room. The search
    may run out of steps, and then its last answer has missed some.
    """
    most = prod(max(slot.values()) for slot in slots)
    floor = LEAST * most
    last = Found({}, most)
    steps = STEPS
    while last.missed:
        search = _Search(slots, most, floor, steps)
        try:
            search.run(groups)
        except _OutOfSteps:
            yield Found(last.assignments | search.found, last.missed)
            return
        last = Found(search.found, floor if search.cut else 0.0)
        yield last
        steps = search.steps
        floor *= _NARROWER


class _OutOfSteps(Exception):  # noqa: N818 - it ends a search, nothing is wrong
    """The search has taken its steps."""


class _Search:
    """One search down to a floor of probability."""

    def __init__(self, slots: Sequence[Options], most: float, floor: float, steps: int) -> None:
        self.found: dict[Assignment, float] = {}
        self.cut = False
        """Something was too unlikely to be followed."""
        self.steps = steps
        self._most = most
        self._floor = floor
        self._order = sorted(range(len(slots)), key=lambda slot: (len(slots[slot]), slot))
        self._loss = [
            {kind: share / max(one.values()) for kind, share in _likeliest_first(one)}
            for one in slots
        ]
        self._where: list[list[int]] = [[] for _ in range(KINDS)]
        for slot in self._order:
            for kind in slots[slot]:
                self._where[kind].append(slot)
        self._chosen = [-1] * len(slots)
        self._visited: set[tuple[Assignment, int]] = set()

    def run(self, groups: int) -> None:
        """Search for each form that the slots may have."""
        self._standard(self._most, groups, pair=True)
        if groups == 4:
            self._pairs(self._most)
            self._orphans(self._most, pair=False)

    def _standard(self, bound: float, groups: int, *, pair: bool) -> None:
        """Put the surest free slot into a pair or a group, in every way."""
        slot = self._free()
        if slot is None:
            self._keep(bound)
            return
        state = (tuple(self._chosen), groups)
        if state in self._visited:
            return
        self._visited.add(state)
        for kind, here in self._likely(slot, bound):
            self._chosen[slot] = kind
            if pair:
                for rest in self._others((kind,), here):
                    self._standard(rest, groups, pair=False)
            if groups:
                for two in _partners(kind):
                    for rest in self._others(two, here):
                        self._standard(rest, groups - 1, pair=pair)
            self._chosen[slot] = -1

    def _pairs(self, bound: float) -> None:
        """Pair the slots, no two pairs alike."""
        slot = self._free()
        if slot is None:
            self._keep(bound)
            return
        for kind, here in self._likely(slot, bound):
            if kind in self._chosen:
                continue
            self._chosen[slot] = kind
            for rest in self._others((kind,), here):
                self._pairs(rest)
            self._chosen[slot] = -1

    def _orphans(self, bound: float, *, pair: bool) -> None:
        """Give every slot an orphan, one of them twice."""
        slot = self._free()
        if slot is None:
            self._keep(bound)
            return
        for kind, here in self._likely(slot, bound):
            twice = kind in self._chosen
            if kind not in _ORPHANS or (twice and pair):
                continue
            self._step()
            self._chosen[slot] = kind
            self._orphans(here, pair=pair or twice)
            self._chosen[slot] = -1

    def _others(self, kinds: tuple[int, ...], bound: float) -> Iterator[float]:
        """Give free slots these kinds, in every way, and yield the bound that is left."""
        kind, rest = kinds[0], kinds[1:]
        for slot in self._where[kind]:
            if self._chosen[slot] >= 0:
                continue
            here = bound * self._loss[slot][kind]
            if here < self._floor:
                self.cut = True
                continue
            self._step()
            self._chosen[slot] = kind
            if rest:
                yield from self._others(rest, here)
            else:
                yield here
            self._chosen[slot] = -1

    def _likely(self, slot: int, bound: float) -> Iterator[tuple[int, float]]:
        """Yield the kinds of a slot that are likely enough, with the bound that they leave."""
        for kind, loss in self._loss[slot].items():
            if bound * loss < self._floor:
                self.cut = True
                return
            yield kind, bound * loss

    def _free(self) -> int | None:
        """Return the surest slot that has no tile yet."""
        return next((slot for slot in self._order if self._chosen[slot] < 0), None)

    def _keep(self, probability: float) -> None:
        """Remember a complete hand."""
        self.found[tuple(self._chosen)] = probability

    def _step(self) -> None:
        """Count one step."""
        self.steps -= 1
        if self.steps < 0:
            raise _OutOfSteps


def _likeliest_first(options: Options) -> list[tuple[int, float]]:
    """Return the kinds of a slot in the order of their probability."""
    return sorted(options.items(), key=lambda item: (-item[1], item[0]))


def _partners(kind: int) -> tuple[tuple[int, int], ...]:
    """Return the two kinds that make a group with this one, in every way."""
    runs: tuple[tuple[int, int], ...] = ()
    if kind < 27:
        low = max(kind - 2, kind // 9 * 9)
        high = min(kind, kind // 9 * 9 + 6)
        runs = tuple(_without(first, kind) for first in range(low, high + 1))
    return ((kind, kind), *runs)


def _without(first: int, kind: int) -> tuple[int, int]:
    """Return the run that begins here, less one of its tiles."""
    one, other = (each for each in range(first, first + 3) if each != kind)
    return one, other
