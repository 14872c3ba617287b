"""What a correction writes again keeps what it rests on: evidence and confidence go along.

A clock also keeps its moment: what is written again happened when it was written first.
"""

from collections.abc import Sequence

from table.core.aligning import same_places
from table.core.events import TableEvent
from table.core.incidents import Timer
from table.journal.entry import JournalEntry
from table.journal.store import Draft

_FIRST = "first_entry"
"""In a clock's evidence: the entry that said so first."""


def carried(written: Sequence[JournalEntry], events: Sequence[TableEvent]) -> list[Draft]:
    """The drafts of these events; one that was written before has that entry's evidence.

    `written` are the entries that the events take the place of, in their order.
    """
    places = same_places([entry.event for entry in written], events)
    drafts = []
    for at, event in enumerate(events):
        entry = written[places[at]] if at in places else None
        drafts.append(Draft(event) if entry is None else again(entry))
    return drafts


def again(entry: JournalEntry) -> Draft:
    """An entry as it is written once more."""
    evidence = entry.evidence
    if isinstance(entry.event, Timer):
        evidence = {_FIRST: entry.seq, **(evidence or {})}
    return Draft(entry.event, evidence, entry.confidence)


def first_written(entry: JournalEntry, entries: Sequence[JournalEntry]) -> JournalEntry:
    """The entry of its journal that this one writes again; itself where it does not."""
    seq: int = (entry.evidence or {}).get(_FIRST, entry.seq)
    return entries[seq - 1]
