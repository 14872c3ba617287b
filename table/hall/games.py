"""Follows one journal as it arrives: the table now, and what became of each game.

The state is the same fold as at the table. Only the game in progress is kept event by event; an
undo or a correction that reaches behind it asks for the whole journal again.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from table.core.events import Correction, StartGame
from table.core.history import Commit, standing
from table.core.penalties import disqualifications, disqualified, unranked
from table.core.state import EMPTY, Phase, TableState, apply
from table.errors import StateError
from table.hall.wire import plain
from table.journal.entry import JournalEntry

_MOST_AHEAD_MS = 100 * 366 * 86_400_000
"""A clock without power wakes in 1970 or in its maker's year; one a century off tells nothing."""


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a table, as far as standings need it; seats 0-3."""

    start_seq: int
    """The entry that began it."""
    order_id: str
    """The hall's order that began it; "" where somebody at the table did."""
    at: str
    """When it began, by the table's clock."""
    names: tuple[str, ...]
    rules: str
    scores: tuple[int, ...]
    kyotaku: int
    riichi_bet: int
    tenths: tuple[int, ...]
    """Off the overall scores, by rulings at the table."""
    unranked: tuple[int, ...]
    hands: int
    """Finished ones."""
    over: bool
    clauses: tuple[str, ...] = ()
    """What struck each of the unranked; "" for who was substituted."""
    struck: tuple[str, ...] = ()
    """Whom it struck, by name; "" for who was substituted."""
    ahead_ms: int = 0
    """By how much the table's clock was ahead when the hall heard of it; 0 for a good one."""

    @property
    def began(self) -> datetime | None:
        """When it began, by the hall's clock; None where the table did not say."""
        try:
            told = datetime.fromisoformat(self.at)
            ahead = self.ahead_ms if abs(self.ahead_ms) <= _MOST_AHEAD_MS else 0
            return None if told.tzinfo is None else told - timedelta(milliseconds=ahead)
        except (ValueError, OverflowError):  # the first and the last year have no neighbours
            return None

    def facts(self) -> dict[str, Any]:
        """For JSON."""
        return {name: plain(getattr(self, name)) for name in Game.__slots__}

    @classmethod
    def from_facts(cls, facts: Mapping[str, Any]) -> "Game":
        """From JSON; an earlier program's has fewer."""
        return cls(**{name: _tupled(facts[name]) for name in cls.__slots__ if name in facts})


@dataclass(slots=True)
class Follower:
    """The fold over a journal, one entry at a time."""

    state: TableState = EMPTY
    games: list[Game] = field(default_factory=list)
    """The games before the one in progress."""
    fault: str = ""
    """Why the entries do not make a game; empty where they do."""
    last_at: str = ""
    """When the last entry was written, by the table's clock."""
    _commits: list[Commit] = field(default_factory=list)
    """From the start of the game in progress on, or all."""
    _starts: dict[int, tuple[str, str]] = field(default_factory=dict)
    """Entries that began a game, as they were written: the order's id and the time."""
    _origin: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    """The same; a start that was written again keeps what it had."""
    _began: int = 0
    _stale: bool = False

    @property
    def game(self) -> Game | None:
        """The game in progress or just over; None before the first."""
        return _game(self.state, self._began, self._origin) if self._began else None

    @property
    def every(self) -> tuple[Game, ...]:
        """All games, the one in progress last."""
        current = self.game
        return (*self.games, *([] if current is None else [current]))

    def take(self, entries: Iterable[JournalEntry]) -> bool:
        """Follow entries in order; False where the whole journal is needed (`again`)."""
        for entry in entries:
            self.last_at = entry.at
            if not self._index(entry):
                return False
        if self._stale:
            self._refold()
        return True

    def again(self, entries: Iterable[JournalEntry]) -> None:
        """Follow the whole journal from its first entry."""
        self.state, self.games, self.fault, self._began = EMPTY, [], "", 0
        self._commits, self._starts, self._stale = [], {}, True
        for entry in entries:
            self.last_at = entry.at
            self._keep(entry)
        self._refold()

    def resume(self, games: Sequence[Game], entries: Iterable[JournalEntry]) -> bool:
        """Go on behind `games`, which are known, with the entries from the next game's start on."""
        self.games = list(games)
        return self.take(entries)

    def _index(self, entry: JournalEntry) -> bool:
        """Take one entry in; False where it reaches behind what is kept."""
        first = entry.commit == entry.seq
        self._keep(entry)
        if first and entry.supersedes is not None:
            self._stale = True
            inside = {commit.number for commit in self._commits if commit.number > self._first}
            return entry.supersedes in inside or self._first == 1
        if self._stale or (not first and self._commits[-1].supersedes is not None):
            self._stale = True
            return True
        if isinstance(entry.event, StartGame):
            if not first:  # its commit holds events of the game before
                self._stale = True
                return self._first == 1
            self._next_game(entry)
        self._apply(entry)
        return True

    def _keep(self, entry: JournalEntry) -> None:
        if entry.commit == entry.seq:
            self._commits.append(Commit(entry.seq, (entry.event,), entry.supersedes))
        else:
            last = self._commits[-1]
            self._commits[-1] = replace(last, events=(*last.events, entry.event))
        if isinstance(entry.event, StartGame):
            self._starts[entry.seq] = (entry.client_id or "", entry.at)

    def _next_game(self, entry: JournalEntry) -> None:
        """Close the game before, and forget its events."""
        if self._began:
            before = self.game
            if before is not None:
                self.games.append(before)
        self._began = entry.seq
        self._commits = self._commits[-1:]
        self._starts = {entry.seq: self._starts[entry.seq]}
        self._origin = self._starts

    def _apply(self, entry: JournalEntry) -> None:
        try:
            self.state = apply(self.state, entry.event)
        except StateError as fault:
            self.fault = self.fault or f"entry {entry.seq}: {fault}"

    def _refold(self) -> None:
        """Fold what stands of all that is kept."""
        self._stale = False
        state, began = EMPTY, 0
        games: list[Game] = []
        self._origin = self._origins()
        try:
            for commit in standing(self._commits):
                for seq, event in enumerate(commit.events, commit.number):
                    if isinstance(event, Correction):
                        continue
                    if isinstance(event, StartGame):
                        games += [_game(state, began, self._origin)] if began else []
                        began = seq
                    state = apply(state, event)
        except StateError as fault:
            self.fault = str(fault)
            return
        kept = [game for game in self.games if not self._commits or game.start_seq < self._first]
        self.state, self._began, self.games, self.fault = state, began, [*kept, *games], ""

    def _origins(self) -> Mapping[int, tuple[str, str]]:
        """Each start with its order and time, or those of the start whose place it took."""
        found = dict(self._starts)
        for place, commit in enumerate(self._commits):
            again = [] if commit.supersedes is None else _starts(commit)
            if not again:
                continue
            stay = {one.number for one in standing(self._commits[: place + 1])}
            before = standing(self._commits[:place])
            fell = [start for one in before if one.number not in stay for start in _starts(one)]
            same = len(fell) == len(again)
            for seq, event in again:
                had = next((one for one in fell if same or one[1].names == event.names), None)
                if had is not None:
                    fell.remove(had)
                    found[seq] = found[had[0]]
        return found

    @property
    def _first(self) -> int:
        return self._commits[0].number


def _starts(commit: Commit) -> list[tuple[int, StartGame]]:
    """The games that a commit begins, each with its entry."""
    numbered = enumerate(commit.events, commit.number)
    return [(seq, event) for seq, event in numbered if isinstance(event, StartGame)]


def _game(state: TableState, began: int, starts: Mapping[int, tuple[str, str]]) -> Game:
    order_id, at = starts.get(began, ("", ""))
    out = sorted(unranked(state))
    clauses, names = disqualifications(state), disqualified(state)
    return Game(
        start_seq=began,
        order_id=order_id,
        at=at,
        names=state.names,
        rules=state.rules,
        scores=state.scores,
        kyotaku=state.kyotaku,
        riichi_bet=state.riichi_bet,
        tenths=state.penalties,
        unranked=tuple(map(int, out)),
        hands=len(state.hands),
        over=state.phase is Phase.ENDED,
        clauses=tuple(clauses.get(seat, "") for seat in out),
        struck=tuple(names.get(seat, "") for seat in out),
    )


def _tupled(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
