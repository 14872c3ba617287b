"""From the table's values to the views that clients see."""

from collections.abc import Sequence
from typing import Any

from scoring.ruleset import Ruleset
from scoring.seats import Seat
from table.core.codec import event_mapping
from table.core.events import SEATS
from table.core.history import Commit
from table.core.standings import standings
from table.core.state import HandResult, Phase, Riichi, TableState
from table.core.words import describe_commit, describe_result
from table.journal.entry import JournalEntry
from table.session import Change, Snapshot
from table.web.views.base import wind_letter
from table.web.views.live import ChangeMessage, SnapshotMessage
from table.web.views.table import (
    EntryView,
    EvidenceEntryView,
    HandResultView,
    PlayerView,
    RulesetView,
    SnapshotView,
    StandingView,
    TableView,
    UndoView,
)


def snapshot_view(now: Snapshot) -> SnapshotView:
    """The answer of /api/state."""
    return SnapshotView(journal=now.journal, seq=now.seq, state=table_view(now))


def snapshot_message(now: Snapshot) -> SnapshotMessage:
    """The first message of a live connection."""
    return SnapshotMessage(type="snapshot", journal=now.journal, seq=now.seq, state=table_view(now))


def change_message(change: Change) -> ChangeMessage:
    """A numbered change of a live connection."""
    return ChangeMessage(
        type="change",
        since=change.since,
        seq=change.after.seq,
        entries=[EntryView(**_entry(entry)) for entry in change.entries],
        state=table_view(change.after),
    )


def evidence_entry_view(entry: JournalEntry) -> EvidenceEntryView:
    """A line of the journal with its evidence."""
    return EvidenceEntryView(**_entry(entry), evidence=entry.evidence)


def ruleset_view(ruleset: Ruleset) -> RulesetView:
    """A ruleset by its names."""
    return RulesetView(id=ruleset.id, name=ruleset.name)


def table_view(now: Snapshot) -> TableView:
    """The whole table."""
    state = now.state
    ended = state.phase is Phase.ENDED
    return TableView(
        phase="ended" if ended else "hand",
        ruleset=ruleset_view(now.ruleset),
        bakaze=wind_letter(state.bakaze),
        kyoku=state.kyoku,
        honba=state.honba,
        kyotaku=state.kyotaku,
        riichi_bet=state.riichi_bet,
        oya=state.oya,
        players=[_player_view(state, seat) for seat in SEATS],
        hands=[
            _hand_view(state, result, commit)
            for result, commit in zip(state.hands, now.replay.hand_commits, strict=True)
        ],
        standings=_standing_views(now) if ended else None,
        undo=_undo_view(state.names, now.undo),
        redo=_undo_view(state.names, now.restores),
    )


def _entry(entry: JournalEntry) -> dict[str, Any]:
    return {
        "seq": entry.seq,
        "commit": entry.commit,
        "at": entry.at,
        "source": entry.source,
        "confidence": entry.confidence,
        "event": event_mapping(entry.event),
        "supersedes": entry.supersedes,
        "hash": entry.hash,
    }


def _player_view(state: TableState, seat: Seat) -> PlayerView:
    return PlayerView(
        seat=seat,
        name=state.names[seat],
        wind=wind_letter(state.seat_wind(seat)),
        points=state.scores[seat],
        dealer=seat == state.oya,
        riichi=state.riichi[seat] is Riichi.ACCEPTED,
    )


def _hand_view(state: TableState, result: HandResult, commit: int) -> HandResultView:
    win = result.wins[0] if result.wins else None
    draw = result.draw
    return HandResultView(
        commit=commit,
        bakaze=wind_letter(result.bakaze),
        kyoku=result.kyoku,
        honba=result.honba,
        oya=result.oya,
        kind="draw" if win is None else "win",
        winner=None if win is None else win.actor,
        discarder=None if win is None or win.tsumo else win.target,
        tenpai=None if draw is None else [seat for seat in SEATS if draw.tenpai(seat)],
        deltas=list(result.deltas),
        points=list(result.scores),
        summary=describe_result(state.names, result),
    )


def _standing_views(now: Snapshot) -> list[StandingView]:
    return [
        StandingView(
            seat=row.seat,
            place=row.place,
            points=row.points,
            uma=row.uma / 1000,
            score=row.score / 1000,
        )
        for row in standings(now.state.scores, now.ruleset.game)
    ]


def _undo_view(names: Sequence[str], commit: Commit | None) -> UndoView | None:
    if commit is None:
        return None
    return UndoView(commit=commit.number, what=describe_commit(names, commit.events))
