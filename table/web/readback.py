"""From the table's values to the views that clients see."""

from collections.abc import Sequence
from typing import Any, Literal

from scoring.ruleset import Ruleset
from scoring.seats import Seat
from table.core.codec import UNKNOWN_TILE, event_mapping
from table.core.dues import dues
from table.core.events import SEATS, StartKyoku, TableEvent, Tsumo
from table.core.fouls import TENTHS_A_POINT
from table.core.history import Commit
from table.core.incidents import Chombo, DeadHand, Penalty, ReachVoid, WarningGiven
from table.core.penalties import unranked
from table.core.standings import standings
from table.core.state import HandResult, Phase, Riichi, RulingMade, TableState
from table.core.words import describe_commit, describe_event, describe_result
from table.journal.entry import JournalEntry
from table.session import Change, Snapshot
from table.web.playback import play_view
from table.web.sight import sees_all
from table.web.views.base import wind_letter
from table.web.views.live import ChangeMessage, SnapshotMessage
from table.web.views.table import (
    DueView,
    EntryView,
    EvidenceEntryView,
    HandResultView,
    PlayerView,
    RulesetView,
    RulingView,
    SnapshotView,
    StandingView,
    TableView,
    UndoView,
)

_SECRET = (Tsumo, StartKyoku)
"""Events that may show what only one player sees."""


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
    return EvidenceEntryView(**_entry(entry), evidence=shown_evidence(entry))


def shown_evidence(entry: JournalEntry) -> dict[str, Any] | None:
    """What an event rests on, as far as whoever asks may see it."""
    return None if isinstance(entry.event, _SECRET) and not sees_all() else entry.evidence


def shown_event(event: TableEvent) -> dict[str, Any]:
    """The event in mjai's words, with what whoever asks may see."""
    mapping = event_mapping(event)
    if sees_all():
        return mapping
    if isinstance(event, Tsumo):
        return mapping | {"pai": UNKNOWN_TILE}
    if isinstance(event, StartKyoku):
        return mapping | {"tehais": [[UNKNOWN_TILE] * len(hand) for hand in event.tehais]}
    return mapping


def ruleset_view(ruleset: Ruleset) -> RulesetView:
    """A ruleset by its names."""
    return RulesetView(
        id=ruleset.id,
        name=ruleset.name,
        abortive=sorted(ruleset.draws.abortive),
        several_winners=ruleset.game.several_winners == "all",
        red_fives=ruleset.win.red_fives,
    )


def table_view(now: Snapshot) -> TableView:
    """The whole table."""
    state = now.state
    ended = state.phase is Phase.ENDED
    return TableView(
        game=now.replay.games,
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
            _hand_view(now, result, commit)
            for result, commit in zip(state.hands, now.replay.hand_commits, strict=True)
        ],
        rulings=[_ruling_view(number, made) for number, made in enumerate(state.rulings)],
        play=play_view(state, now.ruleset),
        gong=state.gong is not None,
        total=state.total,
        questions=now.questions,
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
        "event": shown_event(entry.event),
        "about": describe_event(entry.event),
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
        dead=state.dead[seat],
        penalty=state.penalties[seat] / TENTHS_A_POINT,
    )


def _hand_view(now: Snapshot, result: HandResult, commit: int) -> HandResultView:
    win = result.wins[0] if result.wins else None
    draw = result.draw
    return HandResultView(
        commit=commit,
        bakaze=wind_letter(result.bakaze),
        kyoku=result.kyoku,
        honba=result.honba,
        oya=result.oya,
        kind="win" if win is not None else "chombo" if draw is None else "draw",
        winner=None if win is None else win.actor,
        discarder=None if win is None or win.tsumo else win.target,
        tenpai=None if draw is None else [seat for seat in SEATS if draw.tenpai(seat)],
        deltas=list(result.deltas),
        dues=[
            DueView(**{name: getattr(due, name) for name in DueView.model_fields})
            for due in dues(result, now.ruleset)
        ],
        points=list(result.scores),
        summary=describe_result(now.state.names, result),
    )


def _standing_views(now: Snapshot) -> list[StandingView]:
    return [
        StandingView(
            seat=row.seat,
            place=row.place,
            points=row.points,
            uma=row.uma / 1000,
            score=row.score / 1000,
            penalty=row.penalty / 1000,
            total=row.total / 1000,
            ranked=row.ranked,
        )
        for row in standings(
            now.state.scores,
            now.ruleset.game,
            penalties=now.state.penalties,
            substitutes=unranked(now.state),
        )
    ]


def _ruling_view(number: int, made: RulingMade) -> RulingView:
    event = made.event
    return RulingView(
        ruling=number,
        kind=_RULINGS[type(event)],
        actor=event.actor,
        reason=event.reason,
        clause=event.clause,
        penalty=getattr(event, "tenths", 0) / TENTHS_A_POINT,
        hand=made.hand,
        cancelled=made.cancelled,
    )


RulingWord = Literal["chombo", "penalty", "warning", "dead_hand", "reach_void"]
_RULINGS: dict[type, RulingWord] = {
    Chombo: "chombo",
    Penalty: "penalty",
    WarningGiven: "warning",
    DeadHand: "dead_hand",
    ReachVoid: "reach_void",
}


def _undo_view(names: Sequence[str], commit: Commit | None) -> UndoView | None:
    if commit is None:
        return None
    return UndoView(commit=commit.number, what=describe_commit(names, commit.events))
