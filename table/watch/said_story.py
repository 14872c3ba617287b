"""The hand so far as people have written it: which of the tiles on the table that explains."""

from collections.abc import Sequence

from table.core.events import Dahai, Kakan, TableEvent
from table.core.state import TableState
from table.core.units import SEATS
from table.watch.decisions import Entry, Evidence
from table.watch.ends.rereading import tell
from table.watch.seen.sheet import Sheet
from table.watch.story.hypotheses import Hypothesis


def as_people_say(
    events: Sequence[TableEvent], state: TableState, sheet: Sheet
) -> Hypothesis | None:
    """A story that nobody doubts; `events` begin with the hand's deal, `state` is after them."""
    used = [0, 0, 0, 0]
    added = 0
    for event in events:
        if isinstance(event, Dahai):
            pieces = sheet.ponds[event.actor].pieces
            if used[event.actor] < len(pieces):
                if event.pai is not None:
                    tell(pieces[used[event.actor]], event.pai)
                used[event.actor] += 1
        added += isinstance(event, Kakan)
    sheet.tell()
    play = state.play
    if play is None:
        return None
    sets = [min(len(play.seats[seat].melds), len(sheet.corners[seat].groups)) for seat in SEATS]
    kans = [group.id for group in sheet.groups if group.added is not None][:added]
    said = Evidence(rule="as people say")
    return Hypothesis(
        state, 0.0, (used[0], used[1], used[2], used[3]), (sets[0], sets[1], sets[2], sets[3]),
        frozenset(kans), min(len(play.markers), len(sheet.indicators)), sheet.now_ns, None,
        tuple(Entry(event, 1.0, said) for event in events),
    )  # fmt: skip
