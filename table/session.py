"""The session: the one place where the table changes, one command at a time.

A command is decided on the state, journaled, and only then applied and told to the subscribers.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from scoring.ruleset import Ruleset
from table.asking import Ledger, is_of_ledger, ledger
from table.core.corrections import Edit, Proposal, propose
from table.core.decisions import begin_game
from table.core.events import Correction, Undo
from table.core.history import (
    Commit,
    Replay,
    advance,
    last_deed,
    redo_target,
    replay,
    standing,
    undo_target,
)
from table.core.state import TableState, fold
from table.errors import IllegalActionError, JournalCorruptError, StaleStateError
from table.journal.carrying import carried
from table.journal.entry import JournalEntry
from table.journal.store import Draft, Journal

REMEMBERED_S = 960.0
"""For so long the table's past is kept, for those who see it with a delay."""
REMEMBERED_PAST = 4096
REMEMBERED_CHANGES = 256
"""How many changes a client may have missed and still catch up without a snapshot."""
QUEUED_CHANGES = 64
"""How many changes may wait for one slow subscriber before it is given a snapshot instead."""

FourNames = tuple[str, str, str, str]
Decide = Callable[[TableState, Ruleset], Iterable[Draft]]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The table and the number of the journal entry it rests on."""

    journal: str
    seq: int
    replay: Replay
    ruleset: Ruleset
    undo: Commit | None
    """What an undo would take back."""
    redo: Commit | None
    """The undo that a redo would take back."""
    restores: Commit | None
    """What stands again after that redo."""
    questions: int = 0
    """How many wait for an answer."""

    @property
    def state(self) -> TableState:
        """The table's state."""
        return self.replay.state


@dataclass(frozen=True, slots=True)
class Change:
    """One commit: from the table numbered `since` to the one in `after`."""

    since: int
    entries: tuple[JournalEntry, ...]
    after: Snapshot


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a command."""

    commit: Commit
    repeated: bool
    """The same client id had been journaled before; nothing was added."""
    before: Snapshot
    after: Snapshot


@dataclass(frozen=True, slots=True)
class Order:
    """Who asks for a change, and of which table."""

    client_id: str | None = None
    expected_seq: int | None = None
    """None: whatever the table is now."""
    source: str = "person"


class Subscription:
    """The changes from now on, for one reader; one too slow for them is told to start again."""

    def __init__(self, missed: Iterable[Change] = ()) -> None:
        self._queue: asyncio.Queue[Change | None] = asyncio.Queue()
        for change in missed:
            self._queue.put_nowait(change)

    def offer(self, change: Change) -> None:
        """Queue a change; when too many wait, forget them and queue None."""
        if self._queue.qsize() >= QUEUED_CHANGES:
            while not self._queue.empty():
                self._queue.get_nowait()
            self._queue.put_nowait(None)
        else:
            self._queue.put_nowait(change)

    async def next(self) -> Change | None:
        """The next change; None: start again from a snapshot."""
        return await self._queue.get()


class Session:
    """One table: its journal, its state, and who follows it."""

    def __init__(
        self,
        journal: Journal,
        load_ruleset: Callable[[str], Ruleset],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take over a journal that holds at least the start of a game; see `open_session`."""
        self._journal = journal
        self._clock = clock
        self._load_ruleset = load_ruleset
        self._lock = asyncio.Lock()
        self._running: set[asyncio.Task[Outcome]] = set()
        self._subscriptions: set[Subscription] = set()
        self._recent: deque[Change] = deque(maxlen=REMEMBERED_CHANGES)
        self._ledger = ledger(journal.entries, journal.commits)
        self._snapshot = self._look(replay(journal.commits))
        self._past: deque[tuple[float, Snapshot]] = deque([(clock(), self._snapshot)])

    @property
    def snapshot(self) -> Snapshot:
        """The table now."""
        return self._snapshot

    def entries(self, after: int, limit: int) -> list[JournalEntry]:
        """Up to `limit` journal entries with greater numbers than `after`."""
        return self._journal.entries[after : after + limit]

    def written(self) -> Sequence[JournalEntry]:
        """All journal entries, oldest first; not to be changed."""
        return self._journal.entries

    def commits(self) -> Sequence[Commit]:
        """All commits, oldest first; not to be changed."""
        return self._journal.commits

    @property
    def questions(self) -> Ledger:
        """The questions of this journal and their answers; not to be changed."""
        return self._ledger

    def ruleset(self, ruleset_id: str) -> Ruleset:
        """A ruleset by its id. Raises UnknownRulesetError."""
        return self._load_ruleset(ruleset_id)

    async def change(self, order: Order, decide: Decide) -> Outcome:
        """Journal and apply what `decide` makes of the state; durable on return.

        Raises StaleStateError when the sender saw another table, and what `decide` raises;
        the table is then as it was. A client id that is journaled already changes nothing.
        """

        def write(now: Snapshot) -> Commit:
            drafts = tuple(decide(now.state, now.ruleset))
            events = tuple(draft.event for draft in drafts)
            fold(events, now.state)
            return self._append(drafts, order)

        return await self._serialised(order, write)

    async def put(
        self, order: Order, drafts: Sequence[Draft], supersedes: int | None = None, *,
        known: int | None = None,
    ) -> Outcome:  # fmt: skip
        """Journal what an observer decided: at the end, or in the place of a commit and the rest.

        A replacement begins with its Correction; `known` is the last deed's commit that the
        observer has read. Raises IllegalActionError for what cannot follow, StaleStateError where
        somebody wrote after that.
        """

        def write(now: Snapshot) -> Commit:
            if known is not None and known != (last := last_deed(self._journal.commits)):
                raise StaleStateError(f"commit {known}: the table has changed, it is at {last}")
            events = tuple(draft.event for draft in drafts)
            if supersedes is None:
                fold(events, now.state)
            else:
                stand = standing(self._journal.commits)
                numbers = [one.number for one in stand]
                if supersedes not in numbers:
                    raise IllegalActionError(f"commit {supersedes}: it stands no more")
                place = numbers.index(supersedes)
                fold(events[1:], fold(event for one in stand[:place] for event in one.played))
            return self._append(tuple(drafts), order, supersedes)

        return await self._serialised(order, write)

    async def undo(self, order: Order) -> Outcome:
        """Take back the last commit that stands. Raises IllegalActionError when there is none."""

        def write(now: Snapshot) -> Commit:
            if now.undo is None:
                raise IllegalActionError("undo: nothing stands that could be taken back")
            return self._append((Draft(Undo()),), order, now.undo.number)

        return await self._serialised(order, write)

    async def redo(self, order: Order) -> Outcome:
        """Take back the last undo. Raises IllegalActionError when something came after it."""

        def write(now: Snapshot) -> Commit:
            if now.redo is None:
                raise IllegalActionError("redo: no undo was the last thing done")
            return self._append((Draft(Undo()),), order, now.redo.number)

        return await self._serialised(order, write)

    def propose(self, edits: Iterable[Edit]) -> Proposal:
        """What a correction would change; it changes nothing. Raises what `propose` raises."""
        return propose(self._journal.commits, edits, self._load_ruleset)

    async def correct(
        self,
        order: Order,
        edits: Iterable[Edit],
        reason: str,
        *,
        ruled_by: str = "",
        also: Callable[[], Iterable[Draft]] = tuple,
    ) -> Outcome:
        """Journal and apply a correction; raises what `propose` raises, and StaleStateError.

        `also` makes the notes that are written with it; what it raises stops the correction.
        """
        wanted = tuple(edits)

        def write(_now: Snapshot) -> Commit:
            notes = tuple(also())
            proposal = self.propose(wanted)
            head = Draft(Correction(reason, ruled_by))
            drafts = (
                head,
                *carried(self._standing_from(proposal.supersedes), proposal.events),
                *notes,
            )
            return self._append(drafts, order, proposal.supersedes)

        return await self._serialised(order, write)

    def past(self, ago_s: float) -> Snapshot:
        """The table as it was so long ago, or at the earliest that is remembered."""
        until = self._clock() - ago_s
        return next((then for at, then in reversed(self._past) if at <= until), self._past[0][1])

    @contextmanager
    def follow(self, since: int | None, journal: str | None) -> Iterator[tuple[bool, Subscription]]:
        """Subscribe; true when the changes after `since` are queued and no snapshot is needed."""
        missed = None if journal not in {None, self._snapshot.journal} else self._missed(since)
        subscription = Subscription(missed or ())
        self._subscriptions.add(subscription)
        try:
            yield missed is not None, subscription
        finally:
            self._subscriptions.discard(subscription)

    def close(self) -> None:
        """Close the journal; nothing may be running any more."""
        self._journal.close()

    async def _serialised(self, order: Order, write: Callable[[Snapshot], Commit]) -> Outcome:
        """Run one command to its end, also when whoever asked for it goes away."""
        task = asyncio.create_task(self._run(order, write))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def _run(self, order: Order, write: Callable[[Snapshot], Commit]) -> Outcome:
        async with self._lock:
            now = self._snapshot
            done = self._journal.clients.get(order.client_id or "")
            if done is not None:
                return Outcome(done, repeated=True, before=now, after=now)
            if order.expected_seq is not None and not self._is_current(order.expected_seq):
                raise StaleStateError(
                    f"the table has changed meanwhile, from entry {order.expected_seq}"
                    f" to {now.seq}: look at it, then try again"
                )
            commit = await asyncio.to_thread(write, now)
            self._publish(now, commit)
            return Outcome(commit, repeated=False, before=now, after=self._snapshot)

    def _is_current(self, seq: int) -> bool:
        """Whether nothing but notes of the automatic table came after this entry."""
        for commit in reversed(self._journal.commits):
            last = commit.number + len(commit.events) - 1
            if last <= seq:
                return last == seq
            if not commit.is_note:
                return False
        return seq == 0

    def _standing_from(self, number: int) -> list[JournalEntry]:
        """The entries that stand from this commit on."""
        journal = self._journal
        stand = standing(journal.commits)
        place = next(at for at, commit in enumerate(stand) if commit.number == number)
        return [
            journal.entries[commit.number - 1 + offset]
            for commit in stand[place:]
            for offset in range(len(commit.events))
        ]

    def _append(self, drafts: tuple[Draft, ...], order: Order, over: int | None = None) -> Commit:
        return self._journal.append(
            drafts, source=order.source, client_id=order.client_id, supersedes=over
        )

    def _publish(self, before: Snapshot, commit: Commit) -> None:
        plain = commit.supersedes is None
        if not plain or any(map(is_of_ledger, commit.events)):
            self._ledger = ledger(self._journal.entries, self._journal.commits)
        played = advance(before.replay, commit) if plain else replay(self._journal.commits)
        if commit.is_note:  # there are many, and they change neither undo nor redo
            waiting = len(self._ledger.waiting())
            self._snapshot = replace(
                before, seq=self._journal.seq, replay=played, questions=waiting
            )
        else:
            self._snapshot = self._look(played)
        self._remember()
        entries = tuple(self._journal.entries[before.seq :])
        change = Change(before.seq, entries, self._snapshot)
        self._recent.append(change)
        for subscription in self._subscriptions:
            subscription.offer(change)

    def _remember(self) -> None:
        """Keep the table for those who see it later; the last before the span is kept too."""
        past, now = self._past, self._clock()
        past.append((now, self._snapshot))
        while len(past) > REMEMBERED_PAST or (len(past) > 1 and past[1][0] < now - REMEMBERED_S):
            past.popleft()

    def _look(self, played: Replay) -> Snapshot:
        journal = self._journal
        redo = redo_target(journal.commits)
        restored = (one for one in journal.commits if redo and one.number == redo.supersedes)
        return Snapshot(
            journal.id,
            journal.seq,
            played,
            self._load_ruleset(played.state.rules),
            undo_target(journal.commits),
            redo,
            next(restored, None),
            len(self._ledger.waiting()),
        )

    def _missed(self, since: int | None) -> list[Change] | None:
        """The changes after `since`; None when they are not all remembered."""
        if since is None:
            return None
        if since == self._snapshot.seq:
            return []
        changes = list(self._recent)
        for place, change in enumerate(changes):
            if change.since == since:
                return changes[place:]
        return None


def open_session(
    journal: Journal, load_ruleset: Callable[[str], Ruleset], names: FourNames, rules: str
) -> Session:
    """The session of a journal; an empty one begins with a game of these players.

    Raises UnknownRulesetError, and JournalCorruptError for a record that does not fold.
    """
    if not journal.commits:
        events = begin_game(names, load_ruleset(rules))
        journal.append([Draft(event) for event in events], source="table")
    try:
        return Session(journal, load_ruleset)
    except IllegalActionError as fault:
        raise JournalCorruptError(f"journal: its entries do not make a game, {fault}") from None
