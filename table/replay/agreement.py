"""How well an observed record agrees with the truth: event by event, round by round. Pure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any

from table.core.codec import event_mapping
from table.core.events import EndGame, EndKyoku, StartKyoku, TableEvent

_KEYS: dict[str, tuple[str, ...]] = {
    "start_kyoku": ("bakaze", "kyoku", "honba", "dora_marker"),
    "dahai": ("actor", "pai"),
    "chi": ("actor", "target", "pai", "consumed"),
    "pon": ("actor", "target", "pai", "consumed"),
    "daiminkan": ("actor", "target", "pai", "consumed"),
    "ankan": ("actor", "consumed"),
    "kakan": ("actor", "pai"),
    "reach": ("actor",),
    "reach_accepted": ("actor",),
    "dora": ("dora_marker",),
    "hora": ("actor", "target"),
    "ryukyoku": (),
}
"""The events that are compared, and what of each."""

_NEAR = 2
"""A question so many events away from an error is about it."""


_SAME_HAND = 0.5
"""Two rounds of which more is alike are one, though their names are not."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Where record and truth part."""

    round: int
    """The truth's round, from 1; 0 for one that the truth does not have."""
    told: tuple[str, ...]
    """What the record says."""
    true: tuple[str, ...]
    asked: bool
    """Whether a question covers it."""

    @property
    def errors(self) -> int:
        """How many events are wrong: one for another is one error."""
        return max(len(self.told), len(self.true))


@dataclass(frozen=True, slots=True)
class Agreement:
    """Counts over a game."""

    rounds: int
    exact: int
    """Rounds in which every event is right."""
    points: int
    """Rounds whose deltas are right, all that end one taken together."""
    same: int
    told: int
    true: int
    differences: tuple[Difference, ...] = field(default=())
    questions: int = 0
    draws_same: int = 0
    draws_true: int = 0

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return 2 * self.same / max(1, self.told + self.true)

    @property
    def silent(self) -> int:
        """Wrong events that no question covers."""
        return sum(one.errors for one in self.differences if not one.asked)

    def mapping(self) -> dict[str, Any]:
        """As a report holds it."""
        return {
            "rounds": self.rounds, "exact": self.exact, "points": self.points,
            "same": self.same, "told": self.told, "true": self.true, "f1": round(self.f1, 5),
            "silent": self.silent, "questions": self.questions,
            "draws_same": self.draws_same, "draws_true": self.draws_true,
            "differences": [
                {"round": d.round, "told": list(d.told), "true": list(d.true), "asked": d.asked}
                for d in self.differences
            ],
        }  # fmt: skip


def agreement(
    record: Sequence[TableEvent], truth: Sequence[TableEvent],
    questions: Iterable[Mapping[str, Any]] = (),
) -> Agreement:  # fmt: skip
    """Hold a record against the truth; ``questions`` are those of its summary."""
    asked = list(questions)
    ours, theirs = _rounds(record), _rounds(truth)
    pairs = _paired(ours, theirs)
    exact = points = same = told = true = draws_same = draws_true = 0
    differences: list[Difference] = []
    for mine, other in pairs:
        left = [] if mine is None else _keys(ours[mine])
        right = [] if other is None else _keys(theirs[other])
        places = [] if mine is None else ours[mine].places
        number = 0 if other is None else other + 1
        near = [] if mine is None else _near(asked, mine, places)
        found, parts = _compare(left, right, places, near, number)
        same, told, true = same + found, told + len(left), true + len(right)
        differences += parts
        exact += not parts
        if mine is not None and other is not None:
            points += _deltas(ours[mine]) == _deltas(theirs[other])
            draws_same += _draws(ours[mine], theirs[other])
        draws_true += 0 if other is None else len(_drawn(theirs[other]))
    return Agreement(
        len(theirs), exact, points, same, told, true, tuple(differences), len(asked),
        draws_same, draws_true,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Round:
    events: tuple[dict[str, Any], ...]
    places: tuple[int, ...]
    """Of the compared events, in the whole record."""


def _rounds(events: Sequence[TableEvent]) -> list[_Round]:
    rounds: list[list[tuple[int, dict[str, Any]]]] = []
    for place, event in enumerate(events):
        if isinstance(event, StartKyoku):
            rounds.append([])
        if rounds and not isinstance(event, EndKyoku | EndGame):
            rounds[-1].append((place, event_mapping(event)))
    return [
        _Round(
            tuple(told for _, told in one),
            tuple(place for place, told in one if told["type"] in _KEYS),
        )
        for one in rounds
    ]


def _keys(one: _Round) -> list[str]:
    return [_key(told) for told in one.events if told["type"] in _KEYS]


def _key(told: Mapping[str, Any]) -> str:
    words = [str(told["type"])]
    for name in _KEYS[words[0]]:
        value = told.get(name)
        words.append(" ".join(sorted(map(str, value))) if isinstance(value, list) else str(value))
    return " ".join(words)


def _name(told: Mapping[str, Any]) -> str:
    """What a hand is called: East 1, no honba."""
    return " ".join(str(told[name]) for name in ("bakaze", "kyoku", "honba"))


def _paired(
    ours: Sequence[_Round], theirs: Sequence[_Round]
) -> list[tuple[int | None, int | None]]:
    """Rounds by their names or by what was played in them, in order; the rest stands alone."""
    left = [_name(one.events[0]) for one in ours]
    right = [_name(one.events[0]) for one in theirs]
    pairs: list[tuple[int | None, int | None]] = []
    for tag, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if tag == "equal":
            pairs += zip(range(a, b), range(c, d), strict=True)
            continue
        others = list(range(c, d))
        for mine in range(a, b):
            found = next((at for at in others if _alike(ours[mine], theirs[at])), None)
            passed = [at for at in others if found is not None and at < found]
            pairs += [(None, at) for at in passed] + [(mine, found)]
            others = [at for at in others if at not in {*passed, found}]
        pairs += [(None, at) for at in others]
    return pairs


def _alike(one: _Round, other: _Round) -> bool:
    """Whether the same was played, whatever the round is called."""
    played = SequenceMatcher(None, _keys(one)[1:], _keys(other)[1:], autojunk=False)
    return played.ratio() > _SAME_HAND


def _compare(
    left: list[str], right: list[str], places: Sequence[int], near: list[range], number: int
) -> tuple[int, list[Difference]]:
    """How many events agree, and where they do not."""
    same, parts = 0, []
    for tag, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if tag == "equal":
            same += b - a
            continue
        low = places[a] if a < len(places) else (places[-1] if places else 0)
        high = places[b - 1] if b > a else low
        asked = any(one.start <= high + _NEAR and low - _NEAR < one.stop for one in near)
        parts.append(Difference(number, tuple(left[a:b]), tuple(right[c:d]), asked))
    return same, parts


def _near(asked: Sequence[Mapping[str, Any]], mine: int, places: Sequence[int]) -> list[range]:
    """The places in a round of the record that questions are about.

    How a hand ended decides what the next are called: who asks about it asks about their names.
    """
    near = [part for one in asked if one["round"] == mine + 1 for part in _about(one)]
    if any(one.get("kind") == "end" and one["round"] <= mine for one in asked):
        first = places[0] - _NEAR
        near.append(range(first, first + 1))  # near the name alone
    return near


def _about(question: Mapping[str, Any]) -> Iterator[range]:
    """The places that a question is about: one, a stretch that was lost, or any one of several."""
    yield range(question["event"], question.get("until", question["event"]) + 1)
    for place in question.get("also", ()):
        yield range(place, place + 1)


def _deltas(one: _Round) -> list[int]:
    total = [0, 0, 0, 0]
    for told in one.events:
        for seat, delta in enumerate(told.get("deltas") or ()):
            total[seat] += delta
    return total


def _drawn(one: _Round) -> list[str]:
    return [
        f"{told['actor']} {told['pai']}"
        for told in one.events
        if told["type"] == "tsumo" and told.get("pai") not in {None, "?"}
    ]


def _draws(ours: _Round, theirs: _Round) -> int:
    blocks = SequenceMatcher(None, _drawn(ours), _drawn(theirs), autojunk=False)
    return sum(block.size for block in blocks.get_matching_blocks())
