"""Questions that only people can answer, kept in the journal so that none is ever lost.

A question is a note in the journal (a `Signal` "question", its alternatives as evidence). Its
answer is another note in the same commit as the events that were chosen, so that whoever takes the
answer back has the question open again.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.seats import Seat
from table.core.codec import event_mapping, parse_event
from table.core.corrections import Edit
from table.core.editing import edit_mapping, parse_edit
from table.core.events import TableEvent
from table.core.history import Commit, standing
from table.core.incidents import Signal
from table.journal.entry import JournalEntry
from table.journal.store import Draft

QUESTION = "question"
ANSWER = "answer"
WITHDRAWN = "withdrawn"
CONFIRMED = "confirmed"
"""The answer to a win that was seen."""
DISMISSED = "dismissed"
"""The answer of somebody who chose none of the alternatives."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """One answer that can be chosen, and what it does to the record: nothing, events, or edits."""

    label: str
    """For people: "7 pin", "pon of the 5 sou", "no"."""
    tile: str = ""
    """The face that is drawn beside it, as "7p"; "" for none."""
    probability: float | None = None
    events: tuple[TableEvent, ...] = ()
    """What is added to the record."""
    edits: tuple[Edit, ...] = ()
    """What is changed in it; not beside events."""
    by_hand: bool = False
    """Whether more must be known to write it: choosing it is no answer."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as its observer asks it."""

    id: str
    """The observer's own; asked again in other words, the last words count."""
    kind: str
    """tile, call, riichi, win, draw, hand, points, ...: what it is about."""
    text: str
    """One line for people, with the rule that matters."""
    seat: Seat | None = None
    alternatives: tuple[Alternative, ...] = ()
    """The likeliest first."""
    clause: str = ""
    pictures: tuple[str, ...] = ()
    """Ids of pictures on the evidence shelf: the crop first."""
    entry: int | None = None
    """The journal entry that is doubted."""
    win: Mapping[str, Any] | None = None
    """A win that was seen, in the words of POST /api/score; confirmed on the win sheet."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What became of a question."""

    seq: int
    """The journal entry that says so."""
    at: str
    choice: str
    """The label of the alternative, DISMISSED, or WITHDRAWN."""
    by: str


@dataclass(frozen=True, slots=True)
class Case:
    """One question with its history."""

    asked: Asked
    seq: int
    """The journal entry that asked it."""
    at: str
    answered: Answered | None = None
    said: int = 0
    """The journal entry of its last words."""

    @property
    def open(self) -> bool:
        """Whether nobody has answered it."""
        return self.answered is None


@dataclass(slots=True)
class Ledger:
    """All the questions of a journal, in the order in which they were asked."""

    cases: dict[str, Case] = field(default_factory=dict)
    closed: dict[str, Answered] = field(default_factory=dict)
    """Answers by the question's id, also of questions that the journal has no alternatives of."""

    def waiting(self) -> list[Case]:
        """The open ones, oldest first."""
        return [case for case in self.cases.values() if case.open]


def ledger(entries: Sequence[JournalEntry], commits: Sequence[Commit]) -> Ledger:
    """Read all questions and the answers that stand."""
    found = Ledger()
    for number, said in _standing_signals(commits):
        if said.kind in {ANSWER, WITHDRAWN}:
            entry = entries[number - 1]
            choice = WITHDRAWN if said.kind == WITHDRAWN else said.detail
            by = str((entry.evidence or {}).get("by", ""))
            found.closed[said.evidence] = Answered(number, entry.at, choice, by)
    for entry in entries:
        event = entry.event
        if isinstance(event, Signal) and event.kind == QUESTION and entry.evidence:
            content = entry.evidence.get(QUESTION)
            if isinstance(content, dict):
                _ask(found, parse_asked(content), entry)
    return found


def _ask(found: Ledger, asked: Asked, entry: JournalEntry) -> None:
    """Take in a question, or its newer words; asked after it was withdrawn it is open again."""
    closed = found.closed.get(asked.id)
    if closed is not None and closed.choice == WITHDRAWN and closed.seq < entry.seq:
        del found.closed[asked.id]
        closed = None
    known = found.cases.get(asked.id)
    seq, at = (entry.seq, entry.at) if known is None else (known.seq, known.at)
    found.cases[asked.id] = Case(asked, seq, at, closed, entry.seq)


def is_of_ledger(event: TableEvent) -> bool:
    """Whether an event asks or answers."""
    return isinstance(event, Signal) and event.kind in {QUESTION, ANSWER, WITHDRAWN}


def question_draft(asked: Asked) -> Draft:
    """The note that asks it."""
    return Draft(
        Signal(QUESTION, asked.seat, asked.text, asked.id), {QUESTION: asked_mapping(asked)}
    )


def answer_draft(asked_id: str, seat: Seat | None, choice: str, by: str) -> Draft:
    """The note that answers it."""
    return Draft(Signal(ANSWER, seat, choice, asked_id), {"by": by})


def withdrawal_draft(asked_id: str, reason: str) -> Draft:
    """The note that nobody needs to answer it any more."""
    return Draft(Signal(WITHDRAWN, None, reason, asked_id), {"by": "observer"})


def asked_mapping(asked: Asked) -> dict[str, Any]:
    """The question as JSON."""
    return {
        "id": asked.id,
        "kind": asked.kind,
        "text": asked.text,
        "seat": None if asked.seat is None else int(asked.seat),
        "clause": asked.clause,
        "pictures": list(asked.pictures),
        "entry": asked.entry,
        "win": None if asked.win is None else dict(asked.win),
        "alternatives": [
            {
                "label": one.label,
                "tile": one.tile,
                "probability": one.probability,
                "events": [event_mapping(event) for event in one.events],
                "edits": [edit_mapping(edit) for edit in one.edits],
                "by_hand": one.by_hand,
            }
            for one in asked.alternatives
        ],
    }


def parse_asked(said: Mapping[str, Any]) -> Asked:
    """Read it back. Raises InvalidEventError for an event or edit that is none."""
    seat = said["seat"]
    return Asked(
        id=said["id"],
        kind=said["kind"],
        text=said["text"],
        seat=None if seat is None else Seat(seat),
        clause=said["clause"],
        pictures=tuple(said["pictures"]),
        entry=said["entry"],
        win=said["win"],
        alternatives=tuple(
            Alternative(
                one["label"],
                one["tile"],
                one["probability"],
                tuple(parse_event(event) for event in one["events"]),
                tuple(parse_edit(edit) for edit in one["edits"]),
                one.get("by_hand", False),  # journals of before do not say it
            )
            for one in said["alternatives"]
        ),
    )


def _standing_signals(commits: Sequence[Commit]) -> Iterable[tuple[int, Signal]]:
    for commit in standing(commits):
        for number, event in enumerate(commit.events, commit.number):
            if isinstance(event, Signal):
                yield number, event
