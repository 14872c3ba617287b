"""A kan's indicator is turned before its player discards, however late it was seen."""

from collections.abc import Sequence

from table.core.events import Ankan, Dahai, Daiminkan, Dora, Kakan
from table.watch.decisions import Entry

_KANS = (Ankan, Daiminkan, Kakan)


def in_order(entries: Sequence[Entry]) -> list[Entry]:
    """The entries of a hand, each indicator before the discard that followed its kan."""
    ordered: list[Entry] = []
    owed = 0
    late: list[Dahai] = []
    for entry in entries:
        event = entry.event
        if isinstance(event, _KANS):
            owed += 1
        elif isinstance(event, Dahai):
            late += [event] * owed
            owed = 0
        elif isinstance(event, Dora):
            if late:
                follows = late.pop(0)
                place = next(at for at, one in enumerate(ordered) if one.event is follows)
                ordered.insert(place, entry)
                continue
            owed = max(0, owed - 1)
        ordered.append(entry)
    return ordered
