"""What still stands of all that was written: undo, redo and the state as a fold.

Events written together are one commit; they stand and fall together. A commit that supersedes
another takes its place: with an `Undo`, nothing takes its place, and undoing an undo restores it.
With a `Correction` it takes the place of that commit and of all that stand after it.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import chain

from table.core.events import Correction, StartGame, TableEvent, Undo
from table.core.incidents import Dice, Signal, StickCount, Timer, WallBreak
from table.core.state import EMPTY, TableState, fold

NOTED = (Signal, Dice, WallBreak, StickCount, Timer)
"""What is said of a table, and is no deed of anybody."""


@dataclass(frozen=True, slots=True)
class Commit:
    """Events that were written together."""

    number: int
    """The number of the first of its journal entries."""
    events: tuple[TableEvent, ...]
    supersedes: int | None = None
    """The commit that this one takes back or replaces."""

    @property
    def is_undo(self) -> bool:
        """Whether it only takes back."""
        return any(isinstance(event, Undo) for event in self.events)

    @property
    def is_correction(self) -> bool:
        """Whether it replaces what stands after its place too."""
        return bool(self.events) and isinstance(self.events[0], Correction)

    @property
    def is_note(self) -> bool:
        """Whether an automatic table only said something: no deed of anybody, and no undo's."""
        told = bool(self.events) and isinstance(self.events[0], Signal)
        return told and all(isinstance(event, NOTED) for event in self.events)

    @property
    def played(self) -> tuple[TableEvent, ...]:
        """What it has happen at the table."""
        return self.events[1:] if self.is_correction else self.events


def standing(commits: Sequence[Commit]) -> tuple[Commit, ...]:
    """The commits that make the state, each replacement in the place of what it replaced."""
    places = _places(commits)
    fallen = _fallen(commits, places)
    kept = (commit for commit in commits if commit.number not in fallen and not commit.is_undo)
    return tuple(sorted(kept, key=lambda commit: places[commit.number]))


@dataclass(frozen=True, slots=True)
class Replay:
    """The table that a history makes."""

    state: TableState
    hand_commits: tuple[int, ...]
    """For each of `state.hands`, the commit that settled it."""
    games: int = 0
    """How many games have begun."""


def replay(commits: Sequence[Commit]) -> Replay:
    """Fold what stands. Raises IllegalActionError where an event cannot follow."""
    return reduce(advance, standing(commits), Replay(EMPTY, ()))


def advance(before: Replay, commit: Commit) -> Replay:
    """The table after one more commit that supersedes nothing."""
    state = fold(commit.played, before.state)
    kept = before.hand_commits[: len(state.hands)]
    return Replay(
        state,
        kept + (commit.number,) * (len(state.hands) - len(kept)),
        before.games + sum(isinstance(event, StartGame) for event in commit.played),
    )


def as_it_stood(
    commits: Sequence[Commit], counts: Callable[[TableEvent], bool] = lambda _event: True
) -> Iterator[tuple[Commit, TableState]]:
    """Each commit with the table before it, as far as it is made of events that count."""
    state = EMPTY
    for at, commit in enumerate(commits, 1):
        yield commit, state
        if commit.supersedes is None:
            state = fold(filter(counts, commit.played), state)
        else:
            stand = standing(commits[:at])
            state = fold(filter(counts, chain.from_iterable(one.played for one in stand)))


def last_deed(commits: Sequence[Commit]) -> int:
    """The number of the last commit that is more than a note; 0 where there is none."""
    return next((one.number for one in reversed(commits) if not one.is_note), 0)


def has_gone_on(commits: Sequence[Commit], entry: int) -> bool:
    """Whether other deeds stand than when this journal entry was written."""
    before = [commit for commit in commits if commit.number <= entry]
    then, now = (
        [commit.number for commit in standing(some) if not commit.is_note]
        for some in (before, commits)
    )
    return then != now


def undo_target(commits: Sequence[Commit]) -> Commit | None:
    """The commit that an undo takes back: the last that stands, but never the first game."""
    deeds = (commit for commit in reversed(commits) if not commit.is_note)
    last = next(deeds, None)
    if last is not None and last.supersedes is None and next(deeds, None) is not None:
        return last  # nothing is behind it that could have taken it back
    stand = [commit for commit in standing(commits) if not commit.is_note]
    first = len(stand) == 1 and stand[0].supersedes is None
    return None if first or not stand else stand[-1]


def redo_target(commits: Sequence[Commit]) -> Commit | None:
    """The undo that a redo takes back: the last that stands, unless something new came after it."""
    last = next((commit for commit in reversed(commits) if not commit.is_note), None)
    if last is None or not last.is_undo:
        return None
    fallen = _fallen(commits, _places(commits))
    undos = {commit.number for commit in commits if commit.is_undo}
    for commit in reversed(commits):
        if commit.is_note:
            continue
        if not commit.is_undo:
            return None
        if commit.number not in fallen and commit.supersedes not in undos:
            return commit
    return None


def _places(commits: Sequence[Commit]) -> dict[int, int]:
    """Where each commit stands among the others: at its own number, or at that of another."""
    places: dict[int, int] = {}
    for commit in commits:
        replaced = None if commit.is_undo else commit.supersedes
        places[commit.number] = commit.number if replaced is None else places[replaced]
    return places


def _fallen(commits: Sequence[Commit], places: dict[int, int]) -> set[int]:
    """The numbers of the commits that are superseded by one that stands.

    Who replaces a replacement also replaces what that one replaced; who undoes it does not. A
    correction also replaces what was written before it and stands behind its place.
    """
    by_number = {commit.number: commit for commit in commits}
    numbers = [commit.number for commit in commits]
    fallen: set[int] = set()
    for commit in reversed(commits):
        target = None if commit.number in fallen else commit.supersedes
        if target is not None and commit.is_correction:
            place = places[target]  # no commit stands behind its own number
            between = slice(bisect_left(numbers, place), bisect_left(numbers, commit.number))
            fallen |= {
                other.number
                for other in commits[between]
                if places[other.number] >= place and not other.is_undo
            }
        while target is not None:
            fallen.add(target)
            replaced = by_number[target]
            target = None if commit.is_undo or replaced.is_undo else replaced.supersedes
    return fallen
