"""Every event, win, payment and score of a record, checked against a ruleset.

The record is believed to the end of each event: a payment that differs is named, and the check goes
on from the points that were written, so that one fault is one mismatch.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.errors import ScoringError
from scoring.ruleset import Ruleset
from scoring.score import Score
from scoring.seats import Seat, Wind
from scoring.tally import melds_key
from scoring.waits import waits_by
from scoring.yaku import BY_NAME
from table.core.circumstances import declared
from table.core.declaration import Judgement, judge_all
from table.core.draws import nagashi
from table.core.endings import EXHAUSTIVE
from table.core.events import Hora, Ryukyoku, StartGame, StartKyoku, TableEvent
from table.core.faces import KEY_MASK
from table.core.incidents import Chombo
from table.core.legal import judge
from table.core.settlement import added, draw_deltas, nagashi_deltas
from table.core.state import EMPTY, Phase, Riichi, TableState, apply
from table.core.units import NO_POINTS, SEATS, Points
from table.errors import IllegalActionError

NAGASHI = "nagashi_mangan"
_SPECIAL = (
    "kokushi musou 13-wait",
    "junsei chuuren poutou",
    "suuankou tanki",
    "tsuuiisou chiitoitsu",
)
"""Forms of a yakuman that records may name where the ruleset pays them no more than the others."""


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One thing in a record that the rules have otherwise."""

    round: int
    """The hand, from 1; 0 before the first."""
    event: int
    """The place of the event in the record, from 0."""
    what: str
    expected: Any
    got: Any
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """What a check found."""

    rounds: int
    wins: int
    events: int
    mismatches: tuple[Mismatch, ...]
    unknown: int
    """Events of which it cannot be known whether they were allowed."""
    doubts: tuple[str, ...]
    """Why it cannot be known, each reason once."""
    scores: Points
    """At the end of the record."""


def check(events: Sequence[TableEvent], ruleset: Ruleset) -> Report:
    """Play the events of a record and compare."""
    checker = _Checker(events, ruleset)
    return checker.report()


class _Checker:
    """A record being played."""

    def __init__(self, events: Sequence[TableEvent], ruleset: Ruleset) -> None:
        self._events = events
        self._ruleset = ruleset
        self._state: TableState = EMPTY
        self._mismatches: list[Mismatch] = []
        self._rounds = self._wins = self._unknown = 0
        self._doubts: dict[str, None] = {}
        self._at = 0
        self._due: dict[int, Points] = {}
        """What the rules pay, by the place of the event."""

    def report(self) -> Report:
        """Play everything."""
        for place, event in enumerate(self._events):
            self._at = place
            if isinstance(event, StartKyoku):
                self._rounds += 1
            elif isinstance(event, Hora):
                self._wins += 1
            self._judge(event)
            self._apply(self._with_tenpai(event) if isinstance(event, Ryukyoku) else event)
        return Report(
            self._rounds,
            self._wins,
            len(self._events),
            tuple(self._mismatches),
            self._unknown,
            tuple(self._doubts),
            self._state.scores,
        )

    def _judge(self, event: TableEvent) -> None:
        """Hold one event against the rules, before it is applied."""
        state = self._state
        if isinstance(event, Hora) and state.phase is not Phase.SETTLED:
            self._check_wins(event)
        ruling = judge(state, event, self._ruleset)
        if ruling.allowed is None:
            self._unknown += 1
            self._doubts |= {reason.detail: None for reason in ruling.reasons}
        elif not ruling.allowed:
            for reason in ruling.reasons:
                self._differs(reason.reason, "allowed by the rules", reason.detail, reason.clause)
        if isinstance(event, Ryukyoku):
            self._check_draw(event)

    def _apply(self, event: TableEvent) -> None:
        try:
            self._state = apply(self._state, event)
        except IllegalActionError as fault:
            paid = self._paid_as_due(event)
            if paid is None:
                self._differs("impossible", "an event that can follow", str(fault))
            self._state = paid or self._resumed(event)

    def _paid_as_due(self, event: TableEvent) -> TableState | None:
        """The table after a result whose payments, named already, no table can show."""
        due = self._due.get(self._at)
        if not isinstance(event, Hora | Ryukyoku) or due is None or due == event.deltas:
            return None
        try:
            return apply(self._state, replace(event, deltas=due))
        except IllegalActionError:
            return None

    def _resumed(self, event: TableEvent) -> TableState:
        """Where the check goes on after the impossible: at a deal as written, else as it was."""
        state = self._state
        if isinstance(event, StartGame):
            return apply(EMPTY, event)
        if not isinstance(event, StartKyoku):
            return state
        cleared = replace(
            state, phase=Phase.BETWEEN, scores=event.scores, kyotaku=event.kyotaku, play=None
        )
        try:
            return apply(cleared, event)
        except IllegalActionError:
            return state

    def _check_wins(self, first: Hora) -> None:
        """Score all winners of one tile and compare what they were paid."""
        group = list(self._group(first))
        state = self._state
        if state.phase is not Phase.HAND or state.play is None or not state.play.watched:
            return
        said = []
        for event in group:
            tile = event.pai or (state.play.drawn if event.tsumo else self._offered())
            if tile is None:
                return
            try:
                one = declared(
                    state, event.actor, event.target, tile, self._ruleset, ura=event.ura_markers
                )
            except ScoringError:
                return
            if one is None:
                return
            said.append(one)
        try:
            verdict = judge_all(state, said, self._ruleset)
        except (ScoringError, IllegalActionError) as fault:
            self._differs("win", "wins that can stand together", str(fault))
            return
        judged = {one.declaration.winner: one for one in verdict.winners}
        for offset, event in enumerate(group):
            if event.actor in judged:
                self._compare(event, judged[event.actor], offset)

    def _compare(self, event: Hora, judged: Judgement, offset: int) -> None:
        """One win against what the rules pay."""
        score = judged.answer
        if not isinstance(score, Score):
            return
        self._due[self._at + offset] = judged.deltas
        if event.deltas != judged.deltas:
            self._differs("deltas", list(judged.deltas), list(event.deltas), offset=offset)
        if event.fan is not None and score.han is not None and event.fan != score.han:
            self._differs("han", score.han, event.fan, offset=offset)
        counts = event.fan is not None and event.fu is not None and score.limit is None
        if counts and event.fu != score.fu:
            self._differs("fu", score.fu, event.fu, offset=offset)
        if event.yakus:
            names = sorted(_plain(yaku.name) for yaku in score.yaku)
            written = sorted(_plain(name) for name, _ in event.yakus)
            if names != written:
                self._differs("yaku", names, written, offset=offset)
        liable = _seat_of(score.liable_seat, self._state.oya)
        if event.pao not in {None, event.target, liable}:
            expected = None if liable is None else int(liable)
            self._differs("pao", expected, int(event.pao), offset=offset)

    def _offered(self) -> Any:
        play = self._state.play
        return play.offered[-1].tile if play is not None and play.offered else None

    def _group(self, first: Hora) -> Iterator[Hora]:
        """The wins on the same tile, which follow each other."""
        yield first
        for event in self._events[self._at + 1 :]:
            if not isinstance(event, Hora) or event.target != first.target:
                return
            yield event

    def _check_draw(self, event: Ryukyoku) -> None:
        """The payments of a draw."""
        expected = self._draw_deltas(event)
        if expected is None:
            return
        self._due[self._at] = expected
        if expected != event.deltas:
            self._differs("deltas", list(expected), list(event.deltas))

    def _draw_deltas(self, event: Ryukyoku) -> Points | None:
        """What the draw pays; None where hidden hands decide."""
        state, draws = self._state, self._ruleset.draws
        if event.reason not in {EXHAUSTIVE, NAGASHI}:
            return NO_POINTS if event.reason else None
        if state.play is not None and state.play.watched and draws.nagashi == "draw":
            flowing = [seat for seat in SEATS if nagashi(state.play, seat, self._ruleset)]
            if flowing:
                return added(
                    *(nagashi_deltas(seat, state.oya, 0, self._ruleset) for seat in flowing)
                )
        if event.tenpais is not None:
            self._check_tenpai(event, [self._waits(seat) for seat in SEATS])
        ready = self._ready(event)
        if ready is None:
            return None
        if self._spoilt():
            return draw_deltas(ready, draws) if draws.noten_riichi_payments else NO_POINTS
        return draw_deltas(ready, draws)

    def _with_tenpai(self, event: Ryukyoku) -> Ryukyoku:
        """The draw with who waits, where the record does not say it and it can be known."""
        known = None if event.tenpais is not None else self._ready(event)
        if known is None or event.reason not in {EXHAUSTIVE, NAGASHI}:
            return event
        first, second, third, fourth = (seat in known for seat in SEATS)
        return replace(event, tenpais=(first, second, third, fourth))

    def _ready(self, event: Ryukyoku) -> list[Seat] | None:
        """Who shows a waiting hand: as the record says, else by the hands, else by the payments."""
        if event.tenpais is not None:
            return [seat for seat in SEATS if event.tenpai(seat)]
        shown = [seat for seat in SEATS if event.deltas[seat] > 0 and event.reason == EXHAUSTIVE]
        waiting = [self._waits(seat) for seat in SEATS]
        if None in waiting:
            return shown or None
        ready = [seat for seat in SEATS if waiting[seat]]
        riichi = {seat for seat in SEATS if self._state.riichi[seat] is Riichi.ACCEPTED}
        declined = self._ruleset.draws.tenpai_optional and riichi <= set(shown) <= set(ready)
        return shown if shown and declined else ready

    def _check_tenpai(self, event: Ryukyoku, waiting: Sequence[bool | None]) -> None:
        """Who showed a waiting hand has one; who is in riichi shows it."""
        for seat in SEATS:
            if event.tenpai(seat) and waiting[seat] is False:
                self._differs("tenpai", f"seat {int(seat)} noten", f"seat {int(seat)} tenpai")
            hides = waiting[seat] and not event.tenpai(seat)
            if hides and not self._ruleset.draws.tenpai_optional:
                self._differs("tenpai", f"seat {int(seat)} tenpai", f"seat {int(seat)} noten")

    def _spoilt(self) -> bool:
        """Whether a chombo follows that ends the hand."""
        following = self._events[self._at + 1 : self._at + 6]
        return any(isinstance(event, Chombo) and event.ends_hand for event in following)

    def _waits(self, seat: Seat) -> bool | None:
        """Whether a seat waits; None for a hidden hand."""
        play = self._state.play
        if play is None or play.seats[seat].hidden:
            return None
        known = play.seats[seat]
        if known.dead:
            return False
        rule = self._ruleset.draws.own_fifth_tile
        return bool(waits_by(rule, known.known & KEY_MASK, melds_key(known.melds)))

    def _differs(
        self, what: str, expected: Any, got: Any, clause: str = "", offset: int = 0
    ) -> None:
        found = Mismatch(self._rounds, self._at + offset, what, expected, got, clause)
        self._mismatches.append(found)


def _seat_of(wind: Wind | None, oya: Seat) -> Seat | None:
    """The seat that has a wind in this hand."""
    return None if wind is None else oya.after(wind.value)


def _plain(name: str) -> str:
    """The yakuman that a special form is one of; what the form is worth shows in the payments."""
    return BY_NAME[name].excludes[0] if name in _SPECIAL else name
