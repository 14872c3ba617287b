"""How near a record comes to the truth: events aligned round by round, and what nobody was asked.

Per round the likeliest alignment of the deals, discards, calls, riichi, indicators, wins and draws;
draws from the wall apart. A silent error is a wrong or missing event that no question is about; a
hand that is not on record is asked about where one beside it asks what came before it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from table.core.events import (
    Ankan,
    Chi,
    Dahai,
    Daiminkan,
    Dora,
    Hora,
    Kakan,
    Pon,
    Reach,
    ReachAccepted,
    Ryukyoku,
    StartKyoku,
    TableEvent,
)  # fmt: skip
from table.watch.decisions import Question

Key = tuple[object, ...]
_BEFORE = "deal"
"""The kind of question that is about what came before a hand too."""


@dataclass(slots=True)
class Scorecard:
    """Counts over rounds; two of them add up."""

    rounds: int = 0
    right: int = 0
    """Rounds without any difference."""
    points: int = 0
    """Rounds that end with the true points."""
    hits: int = 0
    missed: int = 0
    invented: int = 0
    silent: int = 0
    """Wrong or missing events in rounds of which nothing was asked about them."""
    silent_points: int = 0
    """Rounds with wrong points of which nothing was asked."""
    questions: int = 0
    wrong: list[str] = field(default_factory=list)

    @property
    def f1(self) -> float:
        """Of the events."""
        total = 2 * self.hits + self.missed + self.invented
        return 2 * self.hits / total if total else 1.0

    def add(self, other: "Scorecard") -> None:
        """The rounds of another record too."""
        for name in (
            "rounds", "right", "points", "hits", "missed", "invented", "silent", "silent_points",
            "questions",
        ):  # fmt: skip
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.wrong += other.wrong

    def __str__(self) -> str:
        rounds = max(self.rounds, 1)
        return (
            f"{self.rounds} rounds, F1 {self.f1:.5f}, right {self.right / rounds:.4f}, points"
            f" {self.points / rounds:.4f}, silent errors a round {self.silent / rounds:.4f}, silent"
            f" point errors {self.silent_points}, questions a round {self.questions / rounds:.3f}"
        )


def compare(
    truth: Sequence[TableEvent], got: Sequence[TableEvent], questions: Sequence[Question] = ()
) -> Scorecard:
    """Hold a record against the truth."""
    card = Scorecard(questions=len(questions))
    true_rounds, got_rounds = _rounds(truth), _rounds(got)
    asked: dict[int, list[Question]] = {}
    for question in questions:
        asked.setdefault(question.round - 1, []).append(question)
    pairs = _paired([_name(one) for _, one in true_rounds], [_name(one) for _, one in got_rounds])
    for at, (true_at, got_at) in enumerate(pairs):
        true_one = true_rounds[true_at] if true_at is not None else (0, ())
        got_one = got_rounds[got_at] if got_at is not None else (0, ())
        about = asked.get(-1 if got_at is None else got_at, [])
        beside = (
            next((got for _, got in others if got is not None), -1)
            for others in (pairs[at:], pairs[at::-1])
        )
        told = got_at is not None
        gap = not told and any(one.kind == _BEFORE for got in beside for one in asked.get(got, ()))
        _round(card, true_one[1], got_one, about, is_round=true_at is not None, gap=gap)
    return card


def _round(
    card: Scorecard,
    true: Sequence[TableEvent],
    got: tuple[int, Sequence[TableEvent]],
    about: Sequence[Question],
    *,
    is_round: bool,
    gap: bool = False,
) -> None:
    """One round; `gap`: it is not on record, and one beside it asks what came before."""
    start, events = got
    true_keys = [key for event in true if (key := _key(event))]
    placed = [(start + at, key) for at, event in enumerate(events) if (key := _key(event))]
    got_keys = [key for _, key in placed]
    places = {place for question in about for place in question.places}
    hits = missed = invented = silent = 0
    for word, a, b, c, d in SequenceMatcher(None, true_keys, got_keys, False).get_opcodes():
        if word == "equal":
            hits += b - a
            continue
        missed += b - a
        invented += d - c
        lost = max(b - a, d - c)
        near = {place for place, _ in placed[max(c - 1, 0) : d + 1]}
        if not gap and not near & places:
            silent += lost
        card.wrong.append(f"{_name(true)}: {true_keys[a:b]} became {got_keys[c:d]}")
    card.rounds += is_round
    card.right += is_round and not missed and not invented
    card.hits += hits
    card.missed += missed
    card.invented += invented
    card.silent += silent
    right = _deltas(true) == _deltas(events)
    card.points += is_round and right
    card.silent_points += is_round and not right and not (about or gap)
    if is_round and not right:
        card.wrong.append(f"{_name(true)}: points {_deltas(true)} became {_deltas(events)}")


def _deltas(events: Iterable[TableEvent]) -> list[tuple[int, ...]]:
    return [event.deltas for event in events if isinstance(event, Hora | Ryukyoku)]


def _rounds(events: Sequence[TableEvent]) -> list[tuple[int, tuple[TableEvent, ...]]]:
    """Each hand with the place of its deal."""
    starts = [at for at, event in enumerate(events) if isinstance(event, StartKyoku)]
    ends = [*starts[1:], len(events)]
    return [(start, tuple(events[start:end])) for start, end in zip(starts, ends, strict=True)]


def _name(events: Sequence[TableEvent]) -> str:
    first = events[0] if events else None
    if not isinstance(first, StartKyoku):
        return "no round"
    return f"{first.bakaze}{first.kyoku}.{first.honba}"


def _paired(true: list[str], got: list[str]) -> list[tuple[int | None, int | None]]:
    """Rounds beside each other: by name where they agree, else by their order."""
    pairs: list[tuple[int | None, int | None]] = []
    for word, a, b, c, d in SequenceMatcher(None, true, got, False).get_opcodes():
        if word == "equal":
            pairs += zip(range(a, b), range(c, d), strict=True)
            continue
        for step in range(max(b - a, d - c)):
            pairs.append((a + step if a + step < b else None, c + step if c + step < d else None))
    return pairs


def _key(event: TableEvent) -> Key | None:
    """What of an event is compared."""
    match event:
        case StartKyoku():
            return "start_kyoku", str(event.bakaze), event.kyoku, event.honba
        case Dahai():
            return "dahai", int(event.actor), str(event.pai)
        case Chi() | Pon() | Daiminkan():
            own = tuple(sorted(map(str, event.consumed)))
            name = type(event).__name__.lower()
            return name, int(event.actor), int(event.target), str(event.pai), own
        case Ankan():
            return "ankan", int(event.actor), tuple(sorted(map(str, event.consumed)))
        case Kakan():
            own = tuple(sorted(map(str, event.consumed)))
            return "kakan", int(event.actor), str(event.pai), own
        case Reach():
            return "reach", int(event.actor)
        case ReachAccepted():
            return "reach_accepted", int(event.actor)
        case Dora():
            return "dora", str(event.dora_marker)
        case Hora():
            return "hora", int(event.actor), int(event.target)
        case Ryukyoku():
            return ("ryukyoku",)
        case _:
            return None
