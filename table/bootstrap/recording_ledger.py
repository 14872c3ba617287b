"""The record as it stands, held in step with a journal: added to, or corrected from a place on."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from table.asking import ANSWER, WITHDRAWN
from table.core.events import Correction, StartGame, TableEvent
from table.core.history import Commit, standing
from table.core.incidents import Dice, Signal, StickCount, Timer, WallBreak
from table.journal.carrying import again as as_written
from table.journal.entry import JournalEntry
from table.journal.store import Draft
from table.watch.decisions import Entry

SOURCE = "camera"
Proof = dict[str, Any]
Illustrate = Callable[[int, Entry, Proof | None], Proof]
"""What an entry of a place rests on; the last is what the journal has of the same event."""
AHEAD = 12
"""How far an event may have moved when the record before it is written anew."""


class Book(Protocol):
    """What a ledger writes into: a journal, or a session."""

    @property
    def commits(self) -> Sequence[Commit]:
        """All commits, oldest first."""
        ...

    @property
    def entries(self) -> Sequence[JournalEntry]:
        """All entries, oldest first."""
        ...

    def append(
        self, drafts: Sequence[Draft], *, source: str, supersedes: int | None = None
    ) -> Commit:
        """Write a commit."""
        ...


@dataclass(frozen=True, slots=True)
class Line:
    """An event that stands."""

    event: TableEvent
    seq: int
    """Its journal entry."""
    commit: int

    @property
    def is_note(self) -> bool:
        """Whether it is no deed of anybody: what was said, thrown, counted or asked."""
        return is_note(self.event)

    @property
    def lasts(self) -> bool:
        """Whether a correction of what came before it must not take it away."""
        event = self.event
        return not isinstance(event, Signal) or event.kind in {ANSWER, WITHDRAWN}


def is_note(event: TableEvent) -> bool:
    """Whether an event is no deed of anybody."""
    return isinstance(event, Signal | Dice | WallBreak | StickCount | Timer)


class Ledger:
    """Writes what a watcher decides; each entry of a plain addition is a commit of its own.

    Notes of people, questions and automatic tables have no place here, and are kept.
    """

    def __init__(self, book: Book) -> None:
        """Take over a journal, empty or not."""
        self._book = book
        self._lines = list(_lines(standing(book.commits)))
        self._deeds = [at for at, line in enumerate(self._lines) if not line.is_note]
        """Where in the lines each event of the record is."""
        self.corrections = 0
        """How often a place was written anew."""

    @property
    def events(self) -> tuple[TableEvent, ...]:
        """The record as it stands."""
        return tuple(self._lines[at].event for at in self._deeds)

    @property
    def known(self) -> int:
        """The number of the last commit of somebody's deeds that is known here."""
        return max((self._lines[at].commit for at in self._deeds), default=0)

    def seq(self, place: int) -> int:
        """The journal entry of an event of the record."""
        return self._lines[self._deeds[place]].seq

    def write(
        self, at: int, entries: Sequence[Entry], illustrate: Illustrate, *, again: bool = False
    ) -> int:
        """From place ``at`` on the record is ``entries``; how many entries the journal got.

        ``again`` says that these decisions were made before, by a run that ended: what the journal
        has beyond them stays. Raises JournalError; then the record is as it was.
        """
        wanted = [entry.event for entry in entries]
        there = self.events[at:]
        same = 0
        while same < min(len(wanted), len(there)) and wanted[same] == there[same]:
            same += 1
        if same == len(wanted) and (again or same == len(there)):
            return 0
        place, fresh = at + same, list(entries[same:])
        if place == len(self._deeds):
            return self._add(place, fresh, illustrate)
        return self._correct(place, fresh, illustrate)

    def _add(self, place: int, entries: Sequence[Entry], illustrate: Illustrate) -> int:
        for number, entry in enumerate(entries, place):
            draft = _draft(number, entry, illustrate)
            self._take(self._book.append([draft], source=SOURCE))
        return len(entries)

    def _correct(self, place: int, entries: Sequence[Entry], illustrate: Illustrate) -> int:
        at = self._deeds[place]
        number = self._lines[at].commit
        first = next(index for index, line in enumerate(self._lines) if line.commit == number)
        kept = [self._kept(line) for line in self._lines[first:at]]
        fresh = list(self._again(place, entries, illustrate))
        reason = entries[0].evidence.rule if entries else "it did not happen"
        head = Draft(Correction(reason or "seen better later"))
        drafts = [head, *kept, *self._with_notes(at, fresh)]
        commit = self._book.append(drafts, source=SOURCE, supersedes=number)
        del self._lines[first:]
        self._deeds = [deed for deed in self._deeds if deed < first]
        self._take(commit)
        self.corrections += 1
        return len(entries)

    def _again(
        self, place: int, entries: Sequence[Entry], illustrate: Illustrate
    ) -> Iterator[Draft]:
        """Entries as they are written anew: an event that stood keeps its pictures."""
        old = [self._lines[at] for at in self._deeds[place:]]
        at = 0
        for where, entry in enumerate(entries, place):
            near = range(at, min(at + AHEAD, len(old)))
            same = next((one for one in near if old[one].event == entry.event), None)
            proof = None
            if same is not None:
                proof = self._book.entries[old[same].seq - 1].evidence
                at = same + 1
            yield _draft(where, entry, illustrate, proof)

    def _with_notes(self, at: int, fresh: Sequence[Draft]) -> list[Draft]:
        """What is written anew, with the lasting notes behind as many deeds as before."""
        done: list[Draft] = []
        left = list(fresh)
        for line in self._lines[at:]:
            if not line.is_note:
                done += [left.pop(0)] if left else []
            elif line.lasts:
                done.append(self._kept(line))
        return [*done, *left]

    def _kept(self, line: Line) -> Draft:
        """A line as it is written again, with what it rests on."""
        return as_written(self._book.entries[line.seq - 1])

    def _take(self, commit: Commit) -> None:
        for line in _lines((commit,)):
            if not line.is_note:
                self._deeds.append(len(self._lines))
            self._lines.append(line)


def moments(entries: Sequence[JournalEntry]) -> frozenset[int]:
    """When all was first seen that a camera has written in the last game of a journal."""
    found: set[int] = set()
    for entry in entries:
        if isinstance(entry.event, StartGame):
            found.clear()
        elif entry.source == SOURCE and entry.evidence is not None:
            moment = entry.evidence.get("captured_ns")
            found |= set() if moment is None else {moment}
    return frozenset(found)


def _lines(commits: Sequence[Commit]) -> Iterator[Line]:
    for commit in commits:
        for seq, event in enumerate(commit.events, commit.number):
            if not isinstance(event, Correction):
                yield Line(event, seq, commit.number)


def _draft(place: int, entry: Entry, illustrate: Illustrate, known: Proof | None = None) -> Draft:
    sure = min(max(entry.confidence, 0.0), 1.0)
    return Draft(entry.event, illustrate(place, entry, known), sure)
