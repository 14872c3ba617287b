"""Where an entry of the journal stands now: corrections write again all that is behind them."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from table.core.aligning import same_places
from table.core.corrections import Edit, Insert, Replace, Reseat
from table.core.events import Correction, EndGame, Hora, Ryukyoku, StartKyoku, TableEvent
from table.core.history import NOTED, Commit, standing

_DECIDED = (StartKyoku, Hora, Ryukyoku, EndGame)
"""What the rules may have decided otherwise, and is still the same event."""
_Line = tuple[int, TableEvent]


def successor(commits: Sequence[Commit], entry: int) -> int | None:
    """The entry that says now what this one says; None where that is said no more.

    That is the entry itself while it stands, also after the undo of a correction.
    """
    if any(number == entry for number, _ in _lines(commits)):
        return entry
    trail = [entry]
    for place, commit in enumerate(commits):
        if commit.supersedes is None or commit.number <= entry:
            continue
        after = _lines(commits[: place + 1])
        there = {number for number, _ in after}
        if not there.isdisjoint(trail):
            continue
        before = _lines(commits[:place])
        at = next((at for at, (number, _) in enumerate(before) if number in trail), None)
        moved = None if at is None else successors(_events(before), _events(after)).get(at)
        if moved is not None:
            trail.append(after[moved][0])
    stand = {number for number, _ in _lines(commits)}
    return next((number for number in reversed(trail) if number in stand), None)


def successors(old: Sequence[TableEvent], new: Sequence[TableEvent]) -> dict[int, int]:
    """For the place of each event that is still in a record: where that is now."""
    places = {was: at for at, was in same_places(old, new).items()}
    taken = set(places.values())
    for at, event in enumerate(old):
        if at in places or not isinstance(event, _DECIDED):
            continue
        for beside in (-1, 1):
            now = places.get(at + beside, len(new)) - beside
            if 0 <= now < len(new) and now not in taken and _is_as(event, new[now]):
                places[at] = now
                taken.add(now)
                break
    return places


def as_it_stands(edit: Edit, now: Callable[[int], int]) -> Edit:
    """The edit of a record that was corrected since; `now` tells where an entry stands."""
    match edit:
        case Replace(entry):
            return replace(edit, entry=now(entry))
        case Insert(before):
            return replace(edit, before=before and now(before))
        case Reseat():
            return replace(edit, first=now(edit.first), last=now(edit.last))


def _is_as(one: TableEvent, other: TableEvent) -> bool:
    return type(one) is type(other) and getattr(one, "actor", 0) == getattr(other, "actor", 0)


def _lines(commits: Sequence[Commit]) -> list[_Line]:
    """The deeds that stand, each with its entry."""
    return [
        (number, event)
        for commit in standing(commits)
        if not commit.is_note
        for number, event in enumerate(commit.events, commit.number)
        if not isinstance(event, (Correction, *NOTED))
    ]


def _events(lines: Sequence[_Line]) -> list[TableEvent]:
    return [event for _, event in lines]
