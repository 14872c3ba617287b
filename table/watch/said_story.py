"""The hand so far as people have written it: which of the tiles on the table that explains."""

from collections.abc import Container, Sequence

from scoring.seats import Seat
from table.core.events import Ankan, Chi, Dahai, Daiminkan, Dora, Kakan, Pon
from table.core.state import TableState
from table.core.units import SEATS
from table.watch.decisions import SAID, Entry, Evidence
from table.watch.ends.rereading import tell
from table.watch.seen.pieces import Group, Piece
from table.watch.seen.sheet import Sheet
from table.watch.seen.withdrawn import Thing
from table.watch.story.hypotheses import Hypothesis

_SETS = (Chi, Pon, Daiminkan, Ankan)
_Line = tuple[str, Seat | None]
"""Of what kind things are, and whose."""


def as_people_say(
    entries: Sequence[Entry], state: TableState, sheet: Sheet, taken_back: Sequence[Entry] = ()
) -> Hypothesis | None:
    """A story that nobody doubts; `entries` begin with the hand's deal, `state` is after them.

    What people took back, and have not written again, is nobody's act while it lies there.
    """
    play = state.play
    if play is None:
        return None
    before = sheet.withdrawn.put_back()
    rests = _Rests(sheet)
    before += [thing for entry in taken_back if (thing := rests.of(entry)) is not None]
    things = rests.all_of(entries)
    found = {id(thing) for thing in things if thing is not None}
    told = tuple(map(_told, entries, things))
    sheet.withdrawn.take([one for one in before if id(one) not in found])
    sheet.tell()
    ponds = [_used(sheet.ponds[seat].pieces, found) for seat in SEATS]
    sets = [_used(sheet.corners[seat].groups, found) for seat in SEATS]
    kans = [group.id for group in sheet.groups if id(group.added) in found]
    return Hypothesis(
        state, 0.0, (ponds[0], ponds[1], ponds[2], ponds[3]), (sets[0], sets[1], sets[2], sets[3]),
        frozenset(kans), min(len(play.markers), len(sheet.indicators)), sheet.now_ns, None,
        told,
    )  # fmt: skip


def as_it_lies(story: Hypothesis, sheet: Sheet) -> Hypothesis:
    """The story, as if it explained all that lies there."""
    ponds = [len(pond.pieces) for pond in sheet.ponds]
    sets = [len(corner.groups) for corner in sheet.corners]
    kans = frozenset(group.id for group in sheet.groups if group.added is not None)
    return Hypothesis(
        story.state, 0.0, (ponds[0], ponds[1], ponds[2], ponds[3]),
        (sets[0], sets[1], sets[2], sets[3]), kans, len(sheet.indicators), sheet.now_ns,
        None, tuple(story.all_entries()),
    )  # fmt: skip


class _Rests:
    """Finds what the acts of a record rest on."""

    def __init__(self, sheet: Sheet) -> None:
        self._withdrawn = sheet.withdrawn
        self._lines: dict[_Line, Sequence[Thing]] = {("dora", None): sheet.indicators[1:]}
        for seat in SEATS:
            groups = sheet.corners[seat].groups
            self._lines["pond", seat] = sheet.ponds[seat].pieces
            self._lines["set", seat] = groups
            self._lines["kan", seat] = [one.added for one in groups if one.added is not None]

    def of(self, entry: Entry) -> Thing | None:
        """What the evidence of an act tells."""
        line, seen = _line(entry), entry.evidence
        if line is None or not seen.tracks:
            return None
        return next((one for one in self._lines[line] if _is_of(one, seen)), None)

    def all_of(self, entries: Sequence[Entry]) -> list[Thing | None]:
        """What each act rests on.

        Where its evidence tells nothing, and somebody has seen it, that is the first thing between
        those of the acts before and after it.
        """
        things = [self.of(entry) for entry in entries]
        for line, every in self._lines.items():
            acts = [at for at, entry in enumerate(entries) if _line(entry) == line]
            for at in acts:
                seen = entries[at].evidence
                if things[at] is None and (seen.tracks or seen.rule == SAID):
                    first = max(
                        (_place(every, things[one]) + 1 for one in acts if one < at), default=0
                    )
                    after = (one for one in acts if one > at and things[one] is not None)
                    last = min((_place(every, things[one]) for one in after), default=len(every))
                    things[at] = next(filter(self._lies, every[first:last]), None)
        return things

    def _lies(self, thing: Thing) -> bool:
        """Whether it lies there, or was called."""
        if self._withdrawn.has_gone(thing):
            return False
        return isinstance(thing, Group) or thing.gone_ns is None or thing.caller is not None


def _line(entry: Entry) -> _Line | None:
    """Where what an act rests on is one of others."""
    event = entry.event
    if isinstance(event, Dora):
        return "dora", None
    if isinstance(event, Dahai | Kakan):
        return "pond" if isinstance(event, Dahai) else "kan", event.actor
    return ("set", event.actor) if isinstance(event, _SETS) else None


def _is_of(thing: Thing, seen: Evidence) -> bool:
    """Whether evidence is of this thing."""
    pieces = [thing] if isinstance(thing, Piece) else thing.pieces
    tracks = {track for piece in pieces for track in piece.tracks}
    return thing.first_ns == seen.captured_ns and not tracks.isdisjoint(seen.tracks)


def _place(line: Sequence[Thing], thing: Thing | None) -> int:
    """Where it is among others, or -1."""
    return next((at for at, one in enumerate(line) if one is thing), -1)


def _used(line: Sequence[Thing], found: Container[int]) -> int:
    """How many of them, from the first, the story has used."""
    return max((at + 1 for at, thing in enumerate(line) if id(thing) in found), default=0)


def _told(entry: Entry, thing: Thing | None) -> Entry:
    """An act as people say it was, with what it rests on."""
    event = entry.event
    if isinstance(event, Dahai) and isinstance(thing, Piece) and event.pai is not None:
        tell(thing, event.pai)
    evidence = entry.evidence
    if thing is not None and not evidence.tracks:
        pieces = [thing] if isinstance(thing, Piece) else thing.pieces
        tracks = tuple(track for piece in pieces for track in piece.tracks)
        evidence = Evidence(tracks, thing.frame, thing.first_ns, (), SAID)
    return Entry(event, 1.0, evidence)
