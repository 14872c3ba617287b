"""What the next hand says of the last one: its dealer tells how a hand ended that nobody saw end.

Where the picture was gone for long, whole hands may have been played that nobody saw: they get
their place in the record, empty, and are asked about.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from scoring.ruleset import Ruleset
from table.core.endings import EXHAUSTIVE
from table.core.events import EndGame, EndKyoku, Ryukyoku, StartKyoku
from table.core.rotation import HANDS_IN_A_ROUND, next_hand
from table.core.state import TableState, fold
from table.core.units import NO_POINTS
from table.watch.decisions import Entry, Evidence
from table.watch.end_prices import IMPATIENT
from table.watch.ended import Ending, accepted
from table.watch.hypotheses import Hypothesis

GONE_NS = 45_000_000_000
"""Where nothing was seen for so long, hands may have been missed."""
LIKELY, OTHERWISE, TENPAI, MISSED = 0.7, 3.0, 3.0, 1.0
"""What it costs, in nats, that an unseen hand was the dealer's; that a doubtful end was another;
that the dealer waited, though nobody saw his hand; and each hand that was missed."""
LOOKS = (6, 9, 13, 18, 26, 40)
"""With so many discards on the table it is asked who deals."""
SURE_END = 0.95
NOT_SEEN = "a hand was played here that nobody saw"


@dataclass(slots=True)
class Junction:
    """Between the hand that was closed last and the one in progress."""

    number: int
    """Of the closed hand, from 1."""
    at: int
    """Where in the record its end begins."""
    ending: Ending
    others: Sequence[Ending]
    sure: float
    follows: StartKyoku
    """What was taken for the next deal."""
    gone_ns: int
    """How long nothing was seen since that end."""
    looked: int = 0
    """With how many discards it was last asked who deals."""

    def is_due(self, discards: int) -> bool:
        """Whether to ask again who deals, with so many discards on the table."""
        due = sum(discards >= one for one in LOOKS)
        if due <= self.looked:
            return False
        self.looked = due
        return True

    def ways(self, ruleset: Ruleset, counters: int | None) -> Iterator[Way]:
        """How it may have gone on otherwise, each with another dealer.

        `counters`: how many lie on the table; None where that is not known.
        """
        for way in self._ways(ruleset):
            deal = way.deal if counters is None else replace(way.deal, honba=counters)
            yield way._replace(deal=deal)

    def _ways(self, ruleset: Ruleset) -> Iterator[Way]:
        ending, oya = self.ending, self.follows.oya
        for other in self.others:
            if isinstance(other.follows, StartKyoku) and other.follows.oya != oya:
                yield Way(max(other.cost - ending.cost, 0.0), other, (), other.follows)
        base = ending.base
        if ending.unseen and base is not None:
            stays = unseen_end(base, ending.text, ruleset, stays=oya != base.state.oya)
            if isinstance(stays.follows, StartKyoku):
                yield Way(LIKELY, stays, (), stays.follows)
        elif is_doubtful(ending, self.sure) or _is_drawn(ending):
            state = ending.state
            deal = moved_on(state) if oya == state.oya else stayed(state)
            yield Way(TENPAI if _is_drawn(ending) else OTHERWISE, ending, (), deal)
        if self.gone_ns > GONE_NS:
            yield from self._missed()

    def _missed(self) -> Iterator[Way]:
        deal = self.follows
        missed: tuple[Entry, ...] = ()
        for number in range(1, 4):
            missed = (*missed, *unseen_hand(deal))
            deal = _after(deal)
            yield Way(MISSED * number, self.ending, missed, deal)

    def dealt_again(self, counters: int | None) -> Way | None:
        """The dealer is as expected, but the counters are not: some hand ended otherwise."""
        if counters is None or counters == self.follows.honba:
            return None
        deal = replace(self.follows, honba=counters)
        if self.ending.unseen:
            return Way(0.0, self.ending, (), deal)
        won = range(self.follows.honba, counters)
        if self.gone_ns <= GONE_NS or not won:
            return None
        hands = (entry for honba in won for entry in unseen_hand(replace(deal, honba=honba)))
        return Way(0.0, self.ending, (*hands,), deal)


class Way(NamedTuple):
    """How a hand ended, and what came between it and the next one that is seen."""

    price: float
    ending: Ending
    missed: tuple[Entry, ...]
    """Whole hands that nobody saw."""
    deal: StartKyoku

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The record from the end of the hand on."""
        return *self.ending.entries, *self.missed

    @property
    def before(self) -> TableState:
        """The table before the deal that is seen."""
        return fold((one.event for one in self.missed), self.ending.state)


def is_doubtful(ending: Ending, sure: float) -> bool:
    """Whether a hand may have ended otherwise."""
    return ending.unseen or bool(ending.refusal or ending.doubt) or sure < SURE_END


def unseen_end(base: Hypothesis, text: str, ruleset: Ruleset, *, stays: bool = False) -> Ending:
    """An end for a hand that nobody saw end: nothing is paid; another wins, or the dealer does."""
    evidence = Evidence(rule=text)
    events = (*accepted(base.state), Ryukyoku(NO_POINTS), EndKyoku())
    state = fold(events, base.state)
    entries = tuple(Entry(event, 0.5, evidence) for event in events)
    follows: StartKyoku | EndGame = stayed(state) if stays else moved_on(state)
    due = next_hand(state, ruleset)
    if isinstance(due, EndGame) and not stays:
        follows = due
    return Ending(
        IMPATIENT, entries, state, follows, "draw", text, doubt=text, base=base, unseen=True
    )  # fmt: skip


def unseen_hand(deal: StartKyoku) -> tuple[Entry, ...]:
    """A hand that was played while nothing was seen."""
    evidence = Evidence(rule=NOT_SEEN)
    events = (replace(deal, dora_marker=None), Ryukyoku(NO_POINTS), EndKyoku())
    return tuple(Entry(event, 0.3, evidence) for event in events)


def moved_on(state: TableState) -> StartKyoku:
    """The deal after another than the dealer has won the last hand."""
    return _after(_last_deal(state))


def stayed(state: TableState) -> StartKyoku:
    """The deal after the dealer has won the last hand."""
    deal = _last_deal(state)
    return replace(deal, honba=deal.honba + 1)


def _after(deal: StartKyoku) -> StartKyoku:
    turn = deal.kyoku == HANDS_IN_A_ROUND
    return replace(
        deal, bakaze=deal.bakaze.after() if turn else deal.bakaze, honba=0,
        kyoku=1 if turn else deal.kyoku + 1, oya=deal.oya.after(), dora_marker=None,
    )  # fmt: skip


def _last_deal(state: TableState) -> StartKyoku:
    """The hand that is over, as if it were dealt again now."""
    last = state.hands[-1]
    return StartKyoku(
        last.bakaze, last.kyoku, last.honba, state.kyotaku, last.oya, state.scores
    )  # fmt: skip


def _is_drawn(ending: Ending) -> bool:
    draw = ending.state.hands[-1].draw
    return draw is not None and draw.reason == EXHAUSTIVE
