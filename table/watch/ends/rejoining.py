"""What the next hand says of the last one: its dealer tells how a hand ended that nobody saw end.

Where the picture was gone for long, whole hands may have been played that nobody saw: they get
their place in the record, empty, and are asked about.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from scoring.ruleset import Ruleset
from scoring.seats import Seat
from table.core.endings import EXHAUSTIVE
from table.core.events import EndGame, EndKyoku, Ryukyoku, StartKyoku
from table.core.incidents import Reveal
from table.core.rotation import HANDS_IN_A_ROUND, next_hand
from table.core.settlement import draw_deltas
from table.core.state import Riichi, TableState, fold
from table.core.units import NO_POINTS, SEATS
from table.watch.decisions import Entry, Evidence
from table.watch.ends.end_prices import IMPATIENT
from table.watch.ends.ended import Ending, accepted
from table.watch.story.hypotheses import Hypothesis

GONE_NS = 45_000_000_000
"""Where nothing was seen for so long, a hand may have been missed,"""
MORE_NS = 20_000_000_000
"""and one more for each time as long as this: no hand is shorter."""
LIKELY, OTHERWISE, TENPAI, MISSED = 0.7, 3.0, 3.0, 1.0
"""What it costs, in nats, that an unseen hand was the dealer's; that a doubtful end was another;
that the dealer waited, though nobody saw his hand; and each hand that was missed."""
MOST_MISSED = 6
"""No more hands in a row are taken to have been missed."""
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
        for missed in self._missed(counters):
            yield self._after(missed)

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
        elif _is_drawn(ending):
            drawn = dealer_otherwise(ending, ruleset)
            yield Way(TENPAI, drawn, (), _other_deal(drawn, oya))
        elif is_doubtful(ending, self.sure):
            yield Way(OTHERWISE, ending, (), _other_deal(ending, oya))

    def _missed(self, counters: int | None) -> Iterator[tuple[StartKyoku, ...]]:
        """What may have been dealt while nothing was seen, up to the deal that is."""
        more_ns = self.gone_ns - GONE_NS
        most = 1 + more_ns // MORE_NS if more_ns > 0 else 0
        return missed_hands(self.follows, counters, most)

    def _after(self, missed: Sequence[StartKyoku]) -> Way:
        """The last of these deals is seen, the hands before it are not."""
        *unseen, deal = missed
        entries = tuple(entry for one in unseen for entry in unseen_hand(one))
        return Way(MISSED * len(unseen), self.ending, entries, deal)

    def dealt_again(self, counters: int | None) -> Way | None:
        """The dealer is as expected, but the counters are not: some hand ended otherwise."""
        if counters is None or counters == self.follows.honba:
            return None
        deal = replace(self.follows, honba=counters)
        if self.ending.unseen:
            return Way(0.0, self.ending, (), deal)
        ways = (one for one in self._missed(counters) if one[-1].oya == deal.oya)
        missed = next(ways, None)
        return None if missed is None else self._after(missed)


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


def dealer_otherwise(ending: Ending, ruleset: Ruleset) -> Ending:
    """The same draw, paid as where the dealer waited though nobody saw his hand, or did not wait.

    As it was where that is no reason to deal again, and where a riichi, the hand that was shown or
    a foul says it.
    """
    base, result = ending.base, ending.state.hands[-1]
    waited = None if result.draw is None else result.draw.tenpais
    if base is None or waited is None or result.chombos or not ruleset.draws.dealer_stays_tenpai:
        return ending
    oya = base.state.oya
    shown = any(isinstance(one.event, Reveal) and one.event.actor == oya for one in ending.entries)
    if shown or base.state.riichi[oya] is not Riichi.NONE:
        return ending
    first, second, third, fourth = (waited[seat] != (seat == oya) for seat in SEATS)
    tenpais = (first, second, third, fourth)
    paid = draw_deltas([seat for seat in SEATS if tenpais[seat]], ruleset.draws)
    entries = tuple(
        replace(one, event=replace(one.event, tenpais=tenpais, deltas=paid), confidence=0.5)
        if isinstance(one.event, Ryukyoku) else one
        for one in ending.entries
    )  # fmt: skip
    state = fold((one.event for one in entries), base.state)
    follows = next_hand(state, ruleset)
    return replace(ending, entries=entries, state=state, follows=follows)


def _other_deal(ending: Ending, oya: Seat) -> StartKyoku:
    """The deal after an ending whose dealer deals again, or does not, against what was expected."""
    if isinstance(ending.follows, StartKyoku) and ending.follows.oya != oya:
        return replace(ending.follows, dora_marker=None)
    return moved_on(ending.state) if oya == ending.state.oya else stayed(ending.state)


def missed_hands(
    first: StartKyoku, counters: int | None, most: int = 3
) -> Iterator[tuple[StartKyoku, ...]]:
    """Deals from one that nobody saw to one with so many counters, the fewest for each dealer.

    No more than `most` of them were not seen.
    A dealer who wins or waits deals again, with a counter more; another's win takes them away.
    None: counters tell nothing, and each hand but the last was another's win.
    """
    lines: list[tuple[StartKyoku, ...]] = [(first,)]
    found: set[Seat] = set()
    for _ in range(min(most, MOST_MISSED)):
        lines = [(*line, deal) for line in lines for deal in _nexts(line[-1], counters)]
        for line in lines:
            deal = line[-1]
            if counters in {None, deal.honba} and deal.oya not in found:
                found.add(deal.oya)
                yield line


def _nexts(deal: StartKyoku, counters: int | None) -> tuple[StartKyoku, ...]:
    """The deals that may follow one; without counters only those after another's win."""
    another = _after(deal)
    if counters is None:
        return (another,)
    more = deal.honba + 1
    return another, replace(deal, honba=more, dora_marker=None), replace(another, honba=more)


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
