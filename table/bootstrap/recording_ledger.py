"""The record as it stands, held in step with a journal: added to, or corrected from a place on."""

from collections.abc import Callable, Sequence
from typing import Protocol

from table.core.events import Correction, TableEvent
from table.core.history import Commit, standing
from table.journal.store import Draft
from table.watch.decisions import Entry

SOURCE = "camera"
Illustrate = Callable[[int, Entry], dict[str, object]]


class Book(Protocol):
    """What a ledger writes into: a journal, or a session."""

    @property
    def commits(self) -> Sequence[Commit]:
        """All commits, oldest first."""
        ...

    def append(
        self, drafts: Sequence[Draft], *, source: str, supersedes: int | None = None
    ) -> Commit:
        """Write a commit."""
        ...


class Ledger:
    """Writes what a watcher decides; each entry of a plain addition is a commit of its own."""

    def __init__(self, journal: Book) -> None:
        """Take over a journal, empty or not."""
        self._journal = journal
        self._starts: list[tuple[int, int]] = []
        """For each commit that stands, its number and the place of its first event."""
        self._events: list[TableEvent] = []
        for commit in standing(journal.commits):
            self._starts.append((commit.number, len(self._events)))
            self._events += commit.played
        self.corrections = 0
        """How often a place was written anew."""

    @property
    def events(self) -> tuple[TableEvent, ...]:
        """The record as it stands."""
        return tuple(self._events)

    def write(
        self, at: int, entries: Sequence[Entry], illustrate: Illustrate, *, again: bool = False
    ) -> int:
        """From place ``at`` on the record is ``entries``; how many entries the journal got.

        ``again`` says that these decisions were made before, by a run that ended: what the journal
        has beyond them stays. Raises JournalError; then the record is as it was.
        """
        wanted = [entry.event for entry in entries]
        there = self._events[at:]
        same = 0
        while same < min(len(wanted), len(there)) and wanted[same] == there[same]:
            same += 1
        if same == len(wanted) and (again or same == len(there)):
            return 0
        place, fresh = at + same, list(entries[same:])
        if place == len(self._events):
            return self._add(place, fresh, illustrate)
        return self._correct(place, fresh, illustrate)

    def _add(self, place: int, entries: Sequence[Entry], illustrate: Illustrate) -> int:
        for number, entry in enumerate(entries, place):
            commit = self._journal.append([_draft(number, entry, illustrate)], source=SOURCE)
            self._starts.append((commit.number, number))
            self._events.append(entry.event)
        return len(entries)

    def _correct(self, place: int, entries: Sequence[Entry], illustrate: Illustrate) -> int:
        index = max(i for i, (_, start) in enumerate(self._starts) if start <= place)
        number, start = self._starts[index]
        kept = [Draft(event) for event in self._events[start:place]]
        fresh = [_draft(at, entry, illustrate) for at, entry in enumerate(entries, place)]
        reason = entries[0].evidence.rule if entries else "it did not happen"
        head = Draft(Correction(reason or "seen better later"))
        commit = self._journal.append([head, *kept, *fresh], source=SOURCE, supersedes=number)
        del self._starts[index:]
        del self._events[place:]
        self._starts.append((commit.number, start))
        self._events += [entry.event for entry in entries]
        self.corrections += 1
        return len(entries)


def _draft(place: int, entry: Entry, illustrate: Illustrate) -> Draft:
    return Draft(entry.event, illustrate(place, entry), min(max(entry.confidence, 0.0), 1.0))
