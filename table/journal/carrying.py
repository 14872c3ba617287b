"""What a correction writes again keeps what it rests on: evidence and confidence go along."""

from collections.abc import Sequence

from table.core.events import TableEvent
from table.journal.entry import JournalEntry
from table.journal.store import Draft

AHEAD = 32
"""How far an event may have moved by what was removed before it."""


def carried(written: Sequence[JournalEntry], events: Sequence[TableEvent]) -> list[Draft]:
    """The drafts of these events; one that was written before has that entry's evidence.

    `written` are the entries that the events take the place of, in their order.
    """
    drafts: list[Draft] = []
    at = 0
    for event in events:
        near = range(at, min(at + AHEAD, len(written)))
        same = next((place for place in near if written[place].event == event), None)
        if same is None:
            drafts.append(Draft(event))
            # A changed event stands where the old one stood, if its neighbours did not move.
            at += at < len(written) and type(written[at].event) is type(event)
            continue
        entry = written[same]
        drafts.append(Draft(event, entry.evidence, entry.confidence))
        at = same + 1
    return drafts
