"""What a correction writes again keeps what it rests on: evidence and confidence go along."""

from collections.abc import Sequence

from table.core.aligning import same_places
from table.core.events import TableEvent
from table.journal.entry import JournalEntry
from table.journal.store import Draft


def carried(written: Sequence[JournalEntry], events: Sequence[TableEvent]) -> list[Draft]:
    """The drafts of these events; one that was written before has that entry's evidence.

    `written` are the entries that the events take the place of, in their order.
    """
    places = same_places([entry.event for entry in written], events)
    drafts = []
    for at, event in enumerate(events):
        entry = written[places[at]] if at in places else None
        drafts.append(Draft(event) if entry is None else _again(entry))
    return drafts


def _again(entry: JournalEntry) -> Draft:
    return Draft(entry.event, entry.evidence, entry.confidence)
