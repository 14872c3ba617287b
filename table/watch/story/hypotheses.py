"""A hypothesis of the hand: the state, what of the sheet it has used, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.ruleset import Ruleset
from table.core.events import TableEvent
from table.core.incidents import Irregularity
from table.core.legal import flagged, judge
from table.core.state import TableState, apply
from table.watch.decisions import Entry, Evidence
from table.watch.seen.pieces import Group, Piece
from table.watch.seen.sheet import Sheet, Since

ILLEGAL = 7.0
"""The price of an act that the rules do not allow, in nats."""
SAME_TIME_NS = 150_000_000
LATE = 1.5
"""The price of an act that was seen later than what follows it,"""
A_SECOND_LATER = 0.5
LATEST = 3.0
"""and for every second more, up to this."""
ALL_LATE = 6.0
"""More is not paid at a time: the one that was seen so early may be taken for another."""
Four = tuple[int, int, int, int]


class Remains(NamedTuple):
    """What a hypothesis leaves unexplained."""

    first_ns: int
    text: str
    tracks: tuple[int, ...] = ()


@dataclass(slots=True, eq=False)
class Hypothesis:
    """One way in which the hand may have gone."""

    state: TableState
    cost: float
    """The negative logarithm of its likelihood."""
    ponds: Four
    """How many discards of each seat are used."""
    sets: Four
    added: frozenset[int]
    """The sets whose fourth tile is used."""
    indicators: int
    at_ns: int
    """When the last of its evidence was first seen."""
    before: Hypothesis | None
    entries: tuple[Entry, ...]
    """What its last step adds."""
    unseen: int = 0
    """Discards in it that nobody saw."""
    rival: Hypothesis | None = None
    """Another way to the same table that is hardly dearer."""
    latest_ns: int = 0
    """When the last of all its evidence was first seen, that of earlier steps too."""

    def line(self) -> Iterator[Hypothesis]:
        """This hypothesis and all those it grew from, the latest first."""
        one: Hypothesis | None = self
        while one is not None:
            yield one
            one = one.before

    def all_entries(self) -> list[Entry]:
        """Everything since the deal."""
        steps = [one.entries for one in self.line()]
        return [entry for step in reversed(steps) for entry in step]

    def left(self, sheet: Sheet) -> list[int]:
        """When each thing on the sheet was first seen that it does not explain."""
        found = []
        for seat in range(4):
            found += [piece.first_ns for piece in sheet.ponds[seat].pieces[self.ponds[seat] :]]
            groups = sheet.corners[seat].groups
            found += [group.first_ns for group in groups[self.sets[seat] :]]
            found += [added.first_ns for added in self._added(groups)]
        found += [piece.first_ns for piece in sheet.indicators[self.indicators :]]
        return found

    def tells_all(self, sheet: Sheet, until_ns: int) -> bool:
        """Whether it explains all that was laid until then, and no discard in it was not seen."""
        return not self.unseen and all(first_ns > until_ns for first_ns in self.left(sheet))

    def remains(self, sheet: Sheet) -> list[Remains]:
        """The same, with words."""
        found = []
        for seat in range(4):
            pond = sheet.ponds[seat].pieces[self.ponds[seat] :]
            groups = sheet.corners[seat].groups
            found += [
                Remains(one.first_ns, f"{one.name} in the pond of seat {seat}", (*one.tracks,))
                for one in pond
            ]
            for group in groups[self.sets[seat] :]:
                names = " ".join(map(str, group.names))
                found.append(Remains(group.first_ns, f"set {names} of seat {seat}"))
            found += [
                Remains(one.first_ns, f"{one.name} at a set of seat {seat}")
                for one in self._added(groups)
            ]
        for one in sheet.indicators[self.indicators :]:
            found.append(Remains(one.first_ns, f"{one.name} as an indicator in the wall"))
        return found

    def _added(self, groups: Sequence[Group]) -> list[Piece]:
        """The fourth tiles of sets that it does not explain."""
        return [
            group.added
            for group in groups
            if group.added is not None and group.id not in self.added
        ]

    def holds(self, since: Since) -> bool:
        """Whether nothing that it rests on has changed."""
        return (
            all(used <= first for used, first in zip(self.ponds, since.pond, strict=True))
            and all(used <= first for used, first in zip(self.sets, since.sets, strict=True))
            and self.indicators <= since.indicator
        )


@dataclass(slots=True)
class Step:
    """A step being made from a hypothesis: events, one after the other, with their price."""

    ruleset: Ruleset
    state: TableState
    cost: float = 0.0
    entries: tuple[Entry, ...] = ()

    def do(
        self,
        event: TableEvent,
        evidence: Evidence,
        confidence: float = 1.0,
        *,
        asks: bool = False,
    ) -> Step:
        """One more event; `asks` holds it against the rules. Raises IllegalActionError."""
        entries = self.entries
        cost = self.cost
        if asks:
            note = flagged(event, judge(self.state, event, self.ruleset))
            if note is not None:
                cost += ILLEGAL
                entries = (*entries, Entry(_plain(note), 0.5, evidence))
        state = apply(self.state, event)
        return Step(self.ruleset, state, cost, (*entries, Entry(event, confidence, evidence)))

    def priced(self, price: float) -> Step:
        """The same step at a further price."""
        return Step(self.ruleset, self.state, self.cost + price, self.entries)


def evidence_of(piece: Piece, rule: str, alternatives: tuple[tuple[str, float], ...]) -> Evidence:
    """What a discard rests on."""
    return Evidence(tuple(piece.tracks), piece.frame, piece.first_ns, alternatives, rule)


def put(four: Four, seat: int) -> Four:
    """One more of a seat's."""
    first, second, third, fourth = four
    if seat == 0:
        return first + 1, second, third, fourth
    if seat == 1:
        return first, second + 1, third, fourth
    if seat == 2:
        return first, second, third + 1, fourth
    return first, second, third, fourth + 1


def lateness(one: Hypothesis, at_ns: int) -> float:
    """What an act costs that was seen at `at_ns`, though it follows acts that were seen later.

    Each of those was seen late, and pays for how late it was, once.
    """
    price = 0.0
    next_ns: int | None = None
    for early in one.line():
        if early.latest_ns <= at_ns + SAME_TIME_NS:
            break
        if early.at_ns > at_ns:
            paid = 0.0 if next_ns is None else _late(early.at_ns - next_ns)
            price += max(_late(early.at_ns - at_ns) - paid, 0.0)
        next_ns = early.at_ns if next_ns is None else min(next_ns, early.at_ns)
    return min(price, ALL_LATE)


def _late(ns: int) -> float:
    """The price of an act that was seen so long after one that follows it."""
    if ns <= SAME_TIME_NS:
        return 0.0
    return min(LATE + A_SECOND_LATER * ns / 1e9, LATEST)


def _plain(note: Irregularity) -> TableEvent:
    return note
