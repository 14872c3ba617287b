"""What a correction writes again keeps what it rests on: evidence and confidence go along."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from table.core.events import TableEvent
from table.journal.entry import JournalEntry
from table.journal.store import Draft


def carried(written: Sequence[JournalEntry], events: Sequence[TableEvent]) -> list[Draft]:
    """The drafts of these events; one that was written before has that entry's evidence.

    `written` are the entries that the events take the place of, in their order. Many events are
    equal, as draws of hidden tiles are, so which is which is told by what stands around them.
    """
    places = dict(_same([entry.event for entry in written], list(events)))
    drafts = []
    for at, event in enumerate(events):
        entry = written[places[at]] if at in places else None
        drafts.append(Draft(event) if entry is None else _again(entry))
    return drafts


def _again(entry: JournalEntry) -> Draft:
    return Draft(entry.event, entry.evidence, entry.confidence)


def _same(old: list[TableEvent], new: list[TableEvent]) -> Iterator[tuple[int, int]]:
    """For the place of each event that stood before: where that was."""
    head = _alike(old, new)
    tail = _alike(old[head:][::-1], new[head:][::-1])
    yield from ((at, at) for at in range(head))
    yield from ((len(new) - at, len(old) - at) for at in range(1, tail + 1))
    between = old[head : len(old) - tail], new[head : len(new) - tail]
    for block in SequenceMatcher(None, *between, autojunk=False).get_matching_blocks():
        yield from ((head + block.b + at, head + block.a + at) for at in range(block.size))


def _alike(old: Sequence[TableEvent], new: Sequence[TableEvent]) -> int:
    """With how many equal events both begin."""
    pairs = enumerate(zip(old, new, strict=False))
    return next((at for at, (one, other) in pairs if one != other), min(len(old), len(new)))
