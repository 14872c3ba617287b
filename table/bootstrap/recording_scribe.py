"""Writes what a watcher decides into a book: events with what they rest on, and questions."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, Protocol

from scoring.errors import ScoringError
from scoring.seats import Seat
from scoring.tiles import Tile
from table.asking import Alternative, Asked, question_draft, withdrawal_draft
from table.bootstrap.recording_ledger import SOURCE, Book, Ledger, Proof
from table.bootstrap.recording_wins import Filled
from table.core.corrections import Edit, Replace
from table.core.editing import MOST_EVENTS
from table.core.events import Dahai, EndKyoku, TableEvent
from table.watch import decisions
from table.watch.asked.asking import NOT_SEEN
from table.watch.decisions import Decision, Entry, Evidence, InStep, OutOfStep, Question

Tell = Callable[[OutOfStep | InStep], None]
PROPOSED, WAY_BACK = "proposed:", "way_back:"
"""How the ids of these questions begin."""
_UNSEEN = "seen wrongly"
"""The answer by which an irregularity did not happen; see ``table.watch.asked.asking``."""


class Pictures(Protocol):
    """Who keeps pictures and films as evidence."""

    def keep(self, name: str, evidence: Evidence) -> list[str]:
        """Keep crops of what an event rests on, after and before it; their ids."""
        ...

    def film(self, at_ns: int) -> tuple[str, float] | None:
        """The film of a moment, and its place in it."""
        ...

    def cut(self) -> None:
        """A hand is over: begin another film."""
        ...


class Scribe:
    """Keeps a book in step with a watcher."""

    def __init__(
        self, book: Book, pictures: Pictures, tell: Tell = lambda _one: None,
        fill: Filled = lambda _record, _ending: None,
    ) -> None:  # fmt: skip
        """``fill`` fills the win sheet of a win that is proposed."""
        self._book, self._pictures, self._tell, self._fill = book, pictures, tell, fill
        self.ledger = Ledger(book)
        self.questions: dict[str, Question] = {}
        """Those that wait for an answer."""
        self._asked: dict[str, Asked] = {}
        """As they stand in the book."""

    @property
    def asked(self) -> tuple[str, ...]:
        """The ids of all that it has asked, and nobody has answered."""
        return tuple(self._asked)

    def read_again(self) -> None:
        """Others have written: take the record as it now stands."""
        corrections = self.ledger.corrections
        self.ledger = Ledger(self._book)
        self.ledger.corrections = corrections

    def take_up(self, waiting: Iterable[Asked]) -> None:
        """Know the questions of an earlier run."""
        self._asked |= {asked.id: asked for asked in waiting}

    def catch_up(self, begun: Sequence[Entry], made: Iterable[Decision]) -> None:
        """Write what an earlier run decided on a record that ``begun``, and could not write.

        What it had written stays.
        """
        record = list(begun)
        for one in made:
            match one:
                case decisions.Written():
                    record[one.at :] = one.entries
                case decisions.Asked():
                    self.questions[one.question.id] = one.question
                case decisions.Settled():
                    self.questions.pop(one.question_id, None)
                case _:
                    pass
        self.ledger.write(0, record, self._illustrated, again=True)
        for question in list(self.questions.values()):
            self._ask(question)

    def decided(self, made: Iterable[Decision], *, skip: int = 0) -> None:
        """Write decisions; the first ``skip`` events of the record are not the watcher's."""
        for one in made:
            match one:
                case decisions.Written():
                    self._write(one, skip)
                case decisions.Asked():
                    self.questions[one.question.id] = one.question
                    self._ask(one.question)
                case decisions.Settled():
                    self._settle(one)
                case decisions.Proposed():
                    self._propose(one)
                case decisions.OutOfStep() | decisions.InStep():
                    self._tell(one)

    def answered(self, question_id: str) -> None:
        """Somebody has answered."""
        self.questions.pop(question_id, None)
        self._asked.pop(question_id, None)

    def _write(self, one: decisions.Written, skip: int) -> None:
        at, entries = one.at, one.entries
        if at < skip:
            at, entries = skip, entries[skip - at :]
        before = self.ledger.corrections
        self.ledger.write(at, entries, self._illustrated)
        if self.ledger.corrections > before:
            for question in list(self.questions.values()):
                self._ask(question)
        if one.ends_hand:
            self._pictures.cut()
        for asked in list(self._asked.values()):
            if asked.id.startswith(f"{PROPOSED}{len(self.ledger.events)}:"):
                self._book.append([question_draft(asked)], source=SOURCE)  # of the table as it is

    def _illustrated(self, place: int, entry: Entry, known: Proof | None) -> Proof:
        """What an entry rests on, for the journal."""
        evidence = entry.evidence
        told: Proof = {
            "why": evidence.rule,
            "frame": evidence.frame,
            "captured_ns": evidence.captured_ns,
            "tracks": list(evidence.tracks),
            "alternatives": [[name, round(chance, 4)] for name, chance in evidence.alternatives],
        }
        if known is not None and known.get("pictures"):
            kept = ("pictures", "film", "film_s")
            return told | {name: known[name] for name in kept if name in known}
        name = f"{len(self._book.entries)} {place} {evidence.captured_ns}"
        told["pictures"] = self._pictures.keep(name, evidence)
        film = self._pictures.film(evidence.captured_ns)
        if film is not None:
            told["film"], told["film_s"] = film
        return told

    def _ask(self, question: Question) -> None:
        """Write a question with what each answer changes, once, and anew when that is another."""
        asked = asked_of(question, self.ledger, self._book)
        if self._asked.get(asked.id) != asked:
            self._asked[asked.id] = asked
            self._book.append([question_draft(asked)], source=SOURCE)

    def _settle(self, one: decisions.Settled) -> None:
        self.questions.pop(one.question_id, None)
        if self._asked.pop(one.question_id, None) is not None:
            draft = withdrawal_draft(one.question_id, one.why)
            self._book.append([draft], source=SOURCE)

    def ask_way_back(self, asked: Asked | None) -> None:
        """Ask how to find back, or take that back where it is found."""
        for old in [name for name in self._asked if name.startswith(WAY_BACK)]:
            self._settle(decisions.Settled(old, "the table is followed again"))
        if asked is not None:
            self._asked[asked.id] = asked
            self._book.append([question_draft(asked)], source=SOURCE)

    def proposal_is_past(self) -> None:
        """The hand has ended otherwise, or as it was proposed."""
        for old in [name for name in self._asked if name.startswith(PROPOSED)]:
            self._settle(decisions.Settled(old, "the hand has ended"))

    def _propose(self, one: decisions.Proposed) -> None:
        """Ask whether a hand has ended so; confirming it writes the events."""
        events = tuple(entry.event for entry in one.entries)
        seat = next((event.actor for event in events if hasattr(event, "actor")), None)
        choice = Alternative(one.text, probability=round(one.confidence, 4), events=events)
        for old in [name for name in self._asked if name.startswith(PROPOSED)]:
            self._settle(decisions.Settled(old, "it was seen to end otherwise"))
        record = self.ledger.events
        win = self._fill(record, events) if len(record) == one.at else None
        asked = Asked(f"{PROPOSED}{one.at}:{one.text}", "win", one.text, seat, (choice,), win=win)
        self._asked[asked.id] = asked
        self._book.append([question_draft(asked)], source=SOURCE)


def asked_of(question: Question, ledger: Ledger, book: Book) -> Asked:
    """The question as the journal has it: the entry that it doubts, what each answer changes."""
    events = ledger.events
    there = question.event < len(events)
    entry = ledger.seq(question.event) if there else None
    proof = {} if entry is None else book.entries[entry - 1].evidence or {}
    seat = getattr(events[question.event], "actor", None) if there else None
    chances = {str(name): float(chance) for name, chance in proof.get("alternatives", ())}
    return Asked(
        question.id, question.kind, question.text, seat if isinstance(seat, Seat) else None,
        tuple(
            Alternative(
                name, name if _tile(name) is not None else "", chances.get(name),
                edits=() if name == question.chosen else _edits(question, number, ledger),
                by_hand=_is_by_hand(question, number),
            )
            for number, name in enumerate(question.alternatives)
        ),
        pictures=tuple(map(str, proof.get("pictures", ()))), entry=entry,
    )  # fmt: skip


def _edits(question: Question, number: int, ledger: Ledger) -> tuple[Edit, ...]:
    """What choosing an alternative changes in the record; nothing where only a watcher can say."""
    events = ledger.events
    if question.event >= len(events):
        return ()
    name, event = question.alternatives[number], events[question.event]
    tile = _tile(name)
    if question.kind in {"tile", "dahai"} and tile is not None:
        changed = _with_tile(event, tile)
        return () if changed is None else (Replace(ledger.seq(question.event), (changed,)),)
    if question.kind == "dahai" and name == NOT_SEEN and isinstance(event, Dahai):
        unread = replace(event, pai=None)
        return () if event == unread else (Replace(ledger.seq(question.event), (unread,)),)
    if question.kind == "irregularity" and name == _UNSEEN:
        return (Replace(ledger.seq(question.event), ()),)
    if question.kind == "end" and number < len(question.endings):
        return _other_end(question, question.endings[number], ledger)
    if question.kind == "order" and number < len(question.endings):
        return _instead(question.event, question.endings[0], question.endings[number], ledger)
    return ()


def _is_by_hand(question: Question, number: int) -> bool:
    """Whether an alternative does not say what else happened: who has won, but not with what."""
    name = question.alternatives[number]
    if question.kind in {"tile", "dahai", "irregularity"} or _tile(name) is not None:
        return False
    doubted = question.chosen in question.alternatives and name != question.chosen
    return doubted and number >= len(question.endings)


def _other_end(
    question: Question, ending: tuple[TableEvent, ...], ledger: Ledger
) -> tuple[Edit, ...]:
    """The hand's last events in the place of those that are written."""
    events = ledger.events
    written = question.endings[question.alternatives.index(question.chosen)]
    last = next(
        (at for at in range(question.event, len(events)) if isinstance(events[at], EndKyoku)), None
    )
    if last is None:
        return ()
    return _instead(last + 1 - len(written), written, ending, ledger)


def _instead(
    place: int, written: tuple[TableEvent, ...], other: tuple[TableEvent, ...], ledger: Ledger
) -> tuple[Edit, ...]:
    """Other events from a place on, if the record still has those there that were doubted."""
    if not written or ledger.events[place : place + len(written)] != written:
        return ()
    if len(other) > MOST_EVENTS:  # no journal could be read that has so long an edit
        return ()
    first, *rest = (ledger.seq(place + number) for number in range(len(written)))
    return (Replace(first, other), *(Replace(seq, ()) for seq in rest))


def _tile(name: str) -> Tile | None:
    try:
        return Tile.parse(name)
    except ScoringError:
        return None


def _with_tile(event: TableEvent, tile: Tile) -> TableEvent | None:
    """The event with another tile in the place of the doubted one."""
    for field in ("dora_marker", "pai"):
        if hasattr(event, field):
            changes: dict[str, Any] = {field: tile}
            return replace(event, **changes)
    return None
