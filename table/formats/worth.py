"""What the wins of a record are worth, where the record has payments only: yaku, han and fu.

A win gets them when its hand is known and the ruleset pays it exactly as the record does; else it
stays as it is, and a note says why.
"""

from collections.abc import Sequence
from dataclasses import replace

from scoring.errors import ScoringError
from scoring.ruleset import Ruleset
from scoring.score import Score
from scoring.seats import Seat
from table.core.circumstances import declared
from table.core.declaration import Judgement, judge_all
from table.core.events import Hora, TableEvent
from table.core.state import EMPTY, TableState, apply
from table.errors import TableError
from table.formats.places import hand_places
from table.formats.record import Note, Record
from table.formats.standard import is_nagashi


def with_worth(record: Record, ruleset: Ruleset) -> Record:
    """The record with the worth of its wins filled in."""
    if all(event.yakus for event in record.events if isinstance(event, Hora)):
        return record
    events = list(record.events)
    notes: list[Note] = []
    places = list(hand_places(events))
    state, number = EMPTY, 0
    while number < len(events):
        wins = _wins_at(events, number)
        if wins:
            told, why = _told(state, wins, ruleset)
            events[number : number + len(wins)] = told
            notes += [Note(places[number], text) for text in why]
        step: Sequence[TableEvent] = wins or events[number : number + 1]
        for event in step:
            try:
                state = apply(state, event)
            except TableError as failure:
                notes.append(Note(places[number], f"{failure}; wins after it stay as they are"))
                return replace(record, events=tuple(events), notes=(*record.notes, *notes))
        number += len(wins) or 1
    return replace(record, events=tuple(events), notes=(*record.notes, *notes))


def _wins_at(events: Sequence[TableEvent], number: int) -> list[Hora]:
    """The wins of one hand, where the first of them stands here."""
    wins: list[Hora] = []
    while number < len(events):
        event = events[number]
        if not isinstance(event, Hora):
            break
        wins.append(event)
        number += 1
    return wins


def _told(
    state: TableState, wins: Sequence[Hora], ruleset: Ruleset
) -> tuple[list[Hora], list[str]]:
    """The wins with their worth, and why some have none."""
    if all(win.yakus or is_nagashi(win) for win in wins):
        return list(wins), []
    try:
        judged = _judged(state, wins, ruleset)
    except (TableError, ScoringError) as failure:
        return list(wins), [f"a win whose worth cannot be told: {failure}"]
    told, why = [], []
    for win in wins:
        one = judged.get(win.actor)
        answer = None if one is None else one.answer
        if one is None:
            why.append(f"the hand of seat {win.actor} is not known whole")
        elif not isinstance(answer, Score):
            why.append(f"the win of seat {win.actor}, by {ruleset.id}: {answer}")
        elif one.deltas != win.deltas:
            why.append(
                f"the win of seat {win.actor} pays {list(win.deltas)}, by {ruleset.id}"
                f" {list(one.deltas)}: its yaku are left out"
            )
        else:
            win = _with(win, answer, state.oya)  # noqa: PLW2901 - the same win, told whole
        told.append(win)
    return told, why


def _judged(state: TableState, wins: Sequence[Hora], ruleset: Ruleset) -> dict[Seat, Judgement]:
    """The judgement of each win whose hand is known."""
    said = []
    for win in wins:
        play = state.play
        tile = win.pai
        if tile is None and play is not None:
            last = play.last
            tile = play.drawn if win.tsumo else None if last is None else last.tile
        if tile is not None:
            one = declared(state, win.actor, win.target, tile, ruleset, ura=win.ura_markers)
            if one is not None:
                said.append(one)
    if not said:
        return {}
    verdict = judge_all(state, said, ruleset)
    every = (*verdict.refused, *verdict.bumped, *verdict.winners)
    return {one.declaration.winner: one for one in every}


def _with(win: Hora, score: Score, oya: Seat) -> Hora:
    pao = None if score.liable_seat is None else Seat.of_wind(score.liable_seat, oya)
    return replace(
        win,
        yakus=tuple((yaku.name, yaku.han) for yaku in score.yaku),
        fan=score.han,
        fu=score.fu,
        hora_points=win.hora_points or win.deltas[win.actor],
        pao=win.pao if win.pao is not None else pao,
    )
