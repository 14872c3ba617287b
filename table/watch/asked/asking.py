"""What is asked of people, and when: only what stays doubtful and matters to the record.

A doubt that is young may settle itself; one that lasts becomes a question, and a question that
later evidence answers is taken back.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from scoring.tiles import FIVES, Tile
from table.core.codec import event_mapping
from table.core.events import (
    Ankan,
    Chi,
    Dahai,
    Daiminkan,
    Dora,
    Kakan,
    Pon,
    Reach,
    StartKyoku,
)  # fmt: skip
from table.core.incidents import Irregularity
from table.watch.decisions import Asked, Decision, Entry, Evidence, Question, Settled
from table.watch.faces import FACES
from table.watch.story.moves import NO_SET
from table.watch.story.rivals import STRETCH, Doubt

_DOUBTED = (StartKyoku, Dahai, Chi, Pon, Daiminkan, Ankan, Kakan, Dora, Reach, Irregularity)
_ENDS_TURN = (Dahai, Chi, Pon, Daiminkan, Ankan, Kakan)
TILE = 0.955
"""A tile that is less sure is asked about: on 31 films one of 17 from 0.9 to 0.96 was wrong.
The first of its face in a set is told with 0.963 at most. The page marks what is less sure than
this (`SURE` in its logic/format.ts)."""
ACT = 0.7
"""So is anything else that is less sure than this."""
NOT_SEEN = "nobody saw it"
"""The answer that leaves a discard without a name."""
_APART = frozenset({STRETCH, "view"})
"""Questions that are asked beside one about a whole stretch."""
YOUNG_NS = 4_000_000_000
"""A doubt is given so long to settle itself."""


class Asking:
    """The questions of a game."""

    def __init__(self, faces: Sequence[Tile] = FACES) -> None:
        """`faces`: those that a set has."""
        self._faces = tuple(map(str, sorted(faces)))
        self._open: dict[str, Question] = {}
        self._answered: set[str] = set()
        self._reviewed: set[str] = set()
        """Those that a review has asked: no other is its to take back."""

    @property
    def open(self) -> tuple[Question, ...]:
        """Those that nobody and nothing has answered."""
        return tuple(self._open.values())

    def get(self, question_id: str) -> Question | None:
        """One that is open."""
        return self._open.get(question_id)

    def review(
        self, number: int, base: int, entries: Sequence[Entry], now_ns: int | None,
        otherwise: Sequence[Doubt] = (),
    ) -> list[Decision]:  # fmt: skip
        """Ask what the entries of a hand leave open, `base` being the place of the first.

        `otherwise`: how it may have gone instead. None as the time: the hand is over, nothing is
        young any more.
        """
        doubts = (
            *self._doubts(number, base, entries, now_ns),
            *_orders(number, base, entries, now_ns, otherwise),
        )
        found = {
            question.id: question
            for question in _outside(doubts, otherwise, base)
            if question.id not in self._answered
        }
        out: list[Decision] = []
        for known, question in list(self._open.items()):
            mine = question.round == number and known in self._reviewed
            if mine and known not in found:
                del self._open[known]
                out.append(Settled(known, "what came later has settled it"))
        self._reviewed |= found.keys()
        for known, question in found.items():
            if self._open.get(known) != question:
                self._open[known] = question
                out.append(Asked(question))
        return out

    def ask(self, question: Question) -> list[Decision]:
        """Ask what no review asks, as about a hand's end, or take the same question's place."""
        if question.id in self._answered or self._open.get(question.id) == question:
            return []
        self._open[question.id] = question
        return [Asked(question)]

    def withdraw(self, question_id: str, why: str) -> list[Decision]:
        """The question needs no answer any more."""
        return [Settled(question_id, why)] if self._open.pop(question_id, None) else []

    def forget(self, number: int) -> list[Decision]:
        """Take back what was asked about a hand: it is another."""
        names = [one.id for one in self.open if one.round == number]
        return [out for name in names for out in self.withdraw(name, "it is another hand")]

    def answered(self, question_id: str) -> list[Decision]:
        """Somebody has said."""
        self._answered.add(question_id)
        return self.withdraw(question_id, "answered")

    def again(self, refused: Sequence[Decision]) -> list[Settled]:
        """What could not be written is not asked yet, and asked anew; what was settled stays so."""
        settled = [one for one in refused if isinstance(one, Settled)]
        still = [one for one in settled if one.question_id not in self._open]
        for one in refused:
            if isinstance(one, Asked):
                self._open.pop(one.question.id, None)
        return still

    def _doubts(
        self, number: int, base: int, entries: Sequence[Entry], now_ns: int | None
    ) -> Iterator[Question]:
        for place, entry in enumerate(entries, base):
            event, evidence = entry.event, entry.evidence
            if not isinstance(event, _DOUBTED):
                continue
            tile = _tile_of(entry)
            read = not isinstance(event, Dahai) or tile is not None
            if read and entry.confidence >= (ACT if tile is None else TILE):
                continue
            if now_ns is not None and now_ns - evidence.captured_ns < YOUNG_NS:
                continue
            if isinstance(event, Dahai) and (tile is None or _is_guess(tile, evidence)):
                yield _unread(number, place, entry, self._faces)
            else:
                yield _question(
                    number, place, entry, tile, self._faces, entries[place - base + 1 :]
                )


def _unread(number: int, place: int, entry: Entry, faces: Sequence[str]) -> Question:
    """Which tile was discarded, where none was read and one is guessed at most: any of a set."""
    evidence, guess = entry.evidence, _tile_of(entry)
    chosen = NOT_SEEN if guess is None else str(guess)
    likely = [chosen, NOT_SEEN, *(name for name, _ in evidence.alternatives)]
    names = tuple(dict.fromkeys((*likely, *faces)))
    return Question(
        f"{number}:dahai:{_mark(place, evidence)}", number, place, "dahai", evidence.rule,
        names, chosen, evidence.tracks, evidence.frame,
    )  # fmt: skip


def _is_guess(tile: Tile, evidence: Evidence) -> bool:
    """Whether nobody saw a discard, and this tile is guessed."""
    return not evidence.tracks and any(name == str(tile) for name, _ in evidence.alternatives)


def _mark(place: int, evidence: Evidence) -> int | str:
    return evidence.tracks[0] if evidence.tracks else f"at{place}"


def _question(
    number: int, place: int, entry: Entry, tile: Tile | None, faces: Sequence[str],
    later: Sequence[Entry],
) -> Question:  # fmt: skip
    event, evidence = entry.event, entry.evidence
    kind = str(event_mapping(event)["type"])
    names = tuple(name for name, _ in evidence.alternatives)
    mark = _mark(place, evidence)
    if isinstance(event, Irregularity):
        return Question(
            f"{number}:irregularity:{mark}", number, place, "irregularity",
            f"{event.kind}: {event.detail}", ("as written", "seen wrongly"), "as written",
            evidence.tracks, evidence.frame, also=tuple(range(place + 1, place + 1 + _acts(later))),
        )  # fmt: skip
    if tile is None or evidence.rule == NO_SET:
        return Question(
            f"{number}:{kind}:{mark}", number, place, kind, evidence.rule,
            names or ("as written", "not so"), "as written" if not names else "?",
            evidence.tracks, evidence.frame,
        )  # fmt: skip
    chosen = str(tile)
    likely = dict.fromkeys((*names, *_other_colour(tile)))
    others = tuple(name for name in likely if name in faces and name != chosen)
    text = f"{kind}: {chosen} ({entry.confidence:.0%})"
    return Question(
        f"{number}:tile:{mark}", number, place, "tile", text, (chosen, *others), chosen,
        evidence.tracks, evidence.frame,
    )  # fmt: skip


def _acts(later: Sequence[Entry]) -> int:
    """How many of these the first one's player did until his turn was over."""
    actors = [getattr(entry.event, "actor", None) for entry in later]
    for count, entry in enumerate(later):
        if actors[count] != actors[0]:
            return count
        if isinstance(entry.event, _ENDS_TURN):
            return count + 1
    return len(later)


def _other_colour(five: Tile) -> tuple[str, ...]:
    """A five may be the red one, and the red one plain, whatever it looks like."""
    return (str(Tile.of(five.kind, red=not five.red)),) if five.kind in FIVES else ()


def _orders(
    number: int, base: int, entries: Sequence[Entry], now_ns: int | None, otherwise: Sequence[Doubt]
) -> Iterator[Question]:
    """Where another order of events explains the table nearly as well."""
    for one in otherwise:
        if one.at >= len(entries):
            continue
        evidence = entries[one.at].evidence
        if one.until is not None:
            yield Question(
                f"{number}:{one.kind}", number, base + one.at, one.kind, one.text, one.ways,
                one.ways[0], evidence.tracks, evidence.frame, until=base + one.until,
            )  # fmt: skip
            continue
        if now_ns is not None and now_ns - evidence.captured_ns < YOUNG_NS:
            continue
        events = (one.told, one.other) if one.told else ()
        yield Question(
            f"{number}:{one.kind}:{one.at}:{one.text}", number, base + one.at, one.kind, one.text,
            one.ways, one.ways[0], evidence.tracks, evidence.frame, events,
            also=tuple(base + place for place in one.also),
        )  # fmt: skip


def _outside(
    questions: Sequence[Question], otherwise: Sequence[Doubt], base: int
) -> list[Question]:
    """Without those within a stretch that is doubted as a whole: one question says it all."""
    stretch = [
        range(base + one.at, base + one.until + 1) for one in otherwise if one.until is not None
    ]
    return [
        one for one in questions
        if one.kind in _APART or not any(one.event in places for places in stretch)
    ]  # fmt: skip


def _tile_of(entry: Entry) -> Tile | None:
    """The tile that is the doubtful part of an event."""
    event = entry.event
    marker = getattr(event, "dora_marker", None)
    return marker if isinstance(marker, Tile) else getattr(event, "pai", None)


def moved(question: Question, place: int) -> Question:
    """The same question of another place in the record."""
    return replace(question, event=place)
