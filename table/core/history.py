"""What still stands of all that was written: undo, redo and the state as a fold.

Events written together are one commit; they stand and fall together. A commit that supersedes
another takes its place: with an `Undo`, nothing takes its place, and undoing an undo restores it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

from table.core.events import TableEvent, Undo
from table.core.state import EMPTY, TableState, fold


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


def standing(commits: Sequence[Commit]) -> tuple[Commit, ...]:
    """The commits that make the state, each replacement in the place of what it replaced."""
    fallen = _fallen(commits)
    places: dict[int, int] = {}
    for commit in commits:
        replaced = None if commit.is_undo else commit.supersedes
        places[commit.number] = commit.number if replaced is None else places[replaced]
    kept = (commit for commit in commits if commit.number not in fallen and not commit.is_undo)
    return tuple(sorted(kept, key=lambda commit: places[commit.number]))


@dataclass(frozen=True, slots=True)
class Replay:
    """The table that a history makes."""

    state: TableState
    hand_commits: tuple[int, ...]
    """For each of `state.hands`, the commit that settled it."""


def replay(commits: Sequence[Commit]) -> Replay:
    """Fold what stands. Raises IllegalActionError where an event cannot follow."""
    return reduce(advance, standing(commits), Replay(EMPTY, ()))


def advance(before: Replay, commit: Commit) -> Replay:
    """The table after one more commit that supersedes nothing."""
    state = fold(commit.events, before.state)
    kept = before.hand_commits[: len(state.hands)]
    return Replay(state, kept + (commit.number,) * (len(state.hands) - len(kept)))


def undo_target(commits: Sequence[Commit]) -> Commit | None:
    """The commit that an undo takes back: the last that stands, but never the first game."""
    stand = standing(commits)
    return stand[-1] if len(stand) > 1 else None


def redo_target(commits: Sequence[Commit]) -> Commit | None:
    """The undo that a redo takes back: the last that stands, unless something new came after it."""
    fallen = _fallen(commits)
    undos = {commit.number for commit in commits if commit.is_undo}
    for commit in reversed(commits):
        if not commit.is_undo:
            return None
        if commit.number not in fallen and commit.supersedes not in undos:
            return commit
    return None


def _fallen(commits: Sequence[Commit]) -> set[int]:
    """The numbers of the commits that are superseded by one that stands.

    Who replaces a replacement also replaces what that one replaced; who undoes it does not.
    """
    by_number = {commit.number: commit for commit in commits}
    fallen: set[int] = set()
    for commit in reversed(commits):
        target = None if commit.number in fallen else commit.supersedes
        while target is not None:
            fallen.add(target)
            replaced = by_number[target]
            target = None if commit.is_undo or replaced.is_undo else replaced.supersedes
    return fallen
