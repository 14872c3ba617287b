"""Corrections of what was written: edits of past events, and all that follows decided again.

An edit names an event by its journal entry. What the rules decided after it (points, counters,
dealers, noten payments, what a win is worth) is decided once more; what people did stays as it was
seen. Nothing is changed: a `Proposal` says what a commit would hold and what it would change.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from scoring.ruleset import Ruleset
from scoring.seats import Seat
from table.core.events import Correction, TableEvent, Undo
from table.core.history import Commit, replay, standing
from table.core.redeciding import redecide
from table.core.state import HandResult, TableState, fold
from table.errors import IllegalActionError

LoadRuleset = Callable[[str], Ruleset]
_SEATS = frozenset({"actor", "target", "oya", "pao", "caller"})
_BY_SEAT = frozenset({"deltas", "scores", "tehais", "tenpais"})


@dataclass(frozen=True, slots=True)
class Replace:
    """Other events in the place of one entry; none at all removes it."""

    entry: int
    events: tuple[TableEvent, ...] = ()


@dataclass(frozen=True, slots=True)
class Insert:
    """Events that were missed, before an entry; 0 puts them at the end."""

    before: int
    events: tuple[TableEvent, ...]


@dataclass(frozen=True, slots=True)
class Reseat:
    """Seats that were mixed up: what the entries say of seat i, seat `seats[i]` did."""

    seats: tuple[Seat, Seat, Seat, Seat]
    first: int
    last: int
    """The last entry that is meant."""


Edit = Replace | Insert | Reseat


@dataclass(frozen=True, slots=True)
class HandChange:
    """One hand that a correction changes."""

    number: int
    """Its place in the game, from 0."""
    before: HandResult | None
    """None: the correction adds it."""
    after: HandResult | None
    """None: the correction takes it away."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a correction would write, and what it would change."""

    supersedes: int
    """The first commit that falls; those that stand after it fall with it."""
    events: tuple[TableEvent, ...]
    """What takes their place."""
    before: TableState
    after: TableState
    notes: tuple[str, ...] = ()
    """What could not be decided again and was left as it was written."""

    @property
    def hands(self) -> tuple[HandChange, ...]:
        """The finished hands of this game that change."""
        old, new = self.before.hands, self.after.hands
        pairs = (
            HandChange(number, _at(old, number), _at(new, number))
            for number in range(max(len(old), len(new)))
        )
        return tuple(one for one in pairs if one.before != one.after)


def propose(
    commits: Sequence[Commit], edits: Iterable[Edit], load_ruleset: LoadRuleset
) -> Proposal:
    """Work out a correction of what stands.

    Raises IllegalActionError for an entry that does not stand, for edits that change nothing, and
    where what follows can no longer have happened.
    """
    stand = standing(commits)
    written = [pair for commit in stand for pair in _entries(commit)]
    edited = written
    touched: list[int] = []
    for edit in edits:
        edited, entry = _edited(edited, edit)
        touched.append(entry)
    if not touched or edited == written:
        raise IllegalActionError("correction: nothing would change")
    place = _first_commit(stand, min(touched))
    kept = [event for commit in stand[:place] for event in commit.played]
    tail = edited[len(kept) :]
    if not kept and not tail:
        raise IllegalActionError("correction: nothing would be left of the record")
    events, after, notes = redecide(fold(kept), tail, load_ruleset)
    return Proposal(stand[place].number, events, replay(commits).state, after, notes)


def _entries(commit: Commit) -> Iterable[tuple[int, TableEvent]]:
    """The events of a commit, each with the number of its journal entry."""
    numbered = enumerate(commit.events, commit.number)
    return ((entry, event) for entry, event in numbered if not isinstance(event, Correction))


def _edited(
    written: list[tuple[int, TableEvent]], edit: Edit
) -> tuple[list[tuple[int, TableEvent]], int]:
    """The events after one edit, and the first entry that it touches."""
    match edit:
        case Replace(entry, events):
            at = _place(written, entry)
            return [*written[:at], *((entry, one) for one in events), *written[at + 1 :]], entry
        case Insert(0, events):
            last = written[-1][0]
            return [*written, *((last, one) for one in events)], last
        case Insert(entry, events):
            at = _place(written, entry)
            return [*written[:at], *((entry, one) for one in events), *written[at:]], entry
        case Reseat(seats, first, last):
            if sorted(seats) != sorted(Seat):
                raise IllegalActionError(f"seats {list(map(int, seats))}: expected each seat once")
            start, end = _place(written, first), _place(written, last)
            moved = [(entry, _reseated(event, seats)) for entry, event in written[start : end + 1]]
            return [*written[:start], *moved, *written[end + 1 :]], first


def _place(written: Sequence[tuple[int, TableEvent]], entry: int) -> int:
    for place, (number, _) in enumerate(written):
        if number == entry:
            return place
    raise IllegalActionError(f"entry {entry}: expected one that stands in the journal")


def _first_commit(stand: Sequence[Commit], entry: int) -> int:
    """The place of the commit with the entry; those before it stay as they are."""
    for place, commit in enumerate(stand):
        if any(number == entry for number, _ in _entries(commit)):
            return place
    raise IllegalActionError(f"entry {entry}: expected one that stands in the journal")


def _reseated(event: TableEvent, seats: tuple[Seat, Seat, Seat, Seat]) -> TableEvent:
    """The event as said of the seats that really did it."""
    if isinstance(event, Undo):
        return event
    changed: dict[str, Any] = {}
    for field in fields(event):
        value = getattr(event, field.name)
        if field.name in _SEATS and value is not None:
            changed[field.name] = seats[value]
        elif field.name in _BY_SEAT and value is not None:
            moved = list(value)
            for old, new in enumerate(seats):
                moved[new] = value[old]
            changed[field.name] = tuple(moved)
    return replace(event, **changed) if changed else event


def _at(hands: Sequence[HandResult], number: int) -> HandResult | None:
    return hands[number] if number < len(hands) else None
