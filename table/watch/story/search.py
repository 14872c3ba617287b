"""The hypotheses of one hand: a few of them, drawn on with every look, cheapest first."""

from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import count, pairwise

from scoring.ruleset import Ruleset
from table.core.state import TableState
from table.watch.decisions import Entry
from table.watch.seen.sheet import Sheet, Since
from table.watch.story.hypotheses import Hypothesis
from table.watch.story.moves import Moves
from table.watch.story.rivals import met

BEAM = 8
STEPS = 600
"""How many hypotheses one look may draw up."""
DEAR_STEPS = 160
AGAIN_NS = 700_000_000
"""What stays unexplained is looked for from the deal on, no oftener than this."""
WAITING = 3.0
"""The price of something on the table that is not explained yet."""
IMPATIENCE = 2.5
"""How that price grows with every second."""
PATIENCE_S = 40.0
COVERED = 0.1
"""It grows slower while a hand hides the place where the explanation may lie."""
DEAR_FROM = 8.5
"""From this price on, what hardly ever happens is considered too."""
REACH = 9.0
"""What is dearer than the best by so much is not followed."""
MARGIN = 2.0
"""By so much a story leads that is written at once."""
LATE = 1.9
"""Whenever the best has become so much dearer, it is asked whether a discard was missed."""
LATE_NS = 300_000_000
DOUBTFUL = 9.0
"""A hypothesis that has become so dear is drawn up anew from the deal."""


class Search:
    """The beam of one hand."""

    def __init__(self, ruleset: Ruleset, state: TableState, entries: tuple[Entry, ...]) -> None:
        self._ruleset = ruleset
        self.root = Hypothesis(
            state, 0.0, (0, 0, 0, 0), (0, 0, 0, 0), frozenset(), 0, 0, None, entries
        )
        self.beam: list[Hypothesis] = [self.root]
        self.steps = 0
        self.ordered: set[int] = set()
        """Tiles that came up out of order, for which both orders have been tried."""
        self._doubted = self._mended = 0.0
        self._again_ns = 0

    @property
    def best(self) -> Hypothesis:
        """The cheapest."""
        return self.beam[0]

    def started(self, state: TableState, entries: tuple[Entry, ...], indicators: int) -> None:
        """Begin anew from another deal."""
        self.root = Hypothesis(
            state, 0.0, (0, 0, 0, 0), (0, 0, 0, 0), frozenset(), indicators, 0, None, entries
        )
        self.beam = [self.root]
        self._doubted = self._mended = 0.0

    def begin(self, root: Hypothesis) -> None:
        """Go on from a hypothesis that nobody doubts any more."""
        self.root, self.beam, self._doubted, self._mended = root, [root], 0.0, 0.0

    def kept(self) -> tuple[list[Hypothesis], float, float, int]:
        """How it stands, to go back to."""
        return self.beam, self._doubted, self._mended, self._again_ns

    def restore(self, kept: tuple[list[Hypothesis], float, float, int]) -> None:
        """Go back to how it stood."""
        self.beam, self._doubted, self._mended, self._again_ns = kept

    def look(self, sheet: Sheet, since: Since) -> None:
        """Draw the hypotheses on with what the sheet has now."""
        kept = {id(one): one for one in (self._valid(one, since) for one in self.beam)}
        if self.best.cost > self._doubted + DOUBTFUL and since.anything:
            self._doubted = self.best.cost
            kept[id(self.root)] = self.root
        self._grow(kept.values(), sheet)

    def _valid(self, one: Hypothesis, since: Since) -> Hypothesis:
        """The last hypothesis in its line that still holds."""
        return next((early for early in one.line() if early.holds(since)), self.root)

    def _grow(self, start: Iterable[Hypothesis], sheet: Sheet) -> None:
        """First by what usually happens; where that explains too little, by anything."""
        starts = [*start]
        starts += [early for one in starts if (early := before_the_rest(one, sheet)) is not None]
        self.steps = 0
        ranked = self._drawn_on(starts, sheet, dear=False)
        if ranked[0].left(sheet) and sheet.now_ns - self._again_ns > AGAIN_NS:
            self._again_ns = sheet.now_ns
            ranked = self._drawn_on([*starts, *ranked[:BEAM], self.root], sheet, dear=False)
        if _waiting(ranked[0], sheet) > DEAR_FROM:
            ranked = self._drawn_on([*starts, *ranked], sheet, dear=True)
        best = ranked[0]
        if best.cost > self._mended + LATE:
            again = [*self._with_one_missed(best, sheet)]
            ranked = self._drawn_on([*ranked, *again], sheet)
            ranked = self._drawn_on(ranked[:BEAM], sheet, dear=True)
            best = ranked[0]
            self._mended = best.cost
        self._mended = min(self._mended, best.cost)
        line = {id(one) for one in best.line()}
        others = [one for one in ranked[1:] if id(one) not in line]
        self.beam = [best, *others[: BEAM - 1]]

    def _with_one_missed(self, best: Hypothesis, sheet: Sheet) -> Iterator[Hypothesis]:
        """What was seen too late may be the next discard of its seat: the one due was missed."""
        for later, one in pairwise(best.line()):
            if later.at_ns < one.at_ns - LATE_NS:
                before = next((old for old in one.line() if old.at_ns <= later.at_ns), self.root)
                yield from Moves(before, sheet, self._ruleset, dear=True).missed()
            if one.before is not None and one.unseen > one.before.unseen:
                yield from Moves(one.before, sheet, self._ruleset, dear=True).missed()

    def _drawn_on(
        self, starts: list[Hypothesis], sheet: Sheet, *, dear: bool = False
    ) -> list[Hypothesis]:
        """All that the search comes by, cheapest first."""
        found: dict[tuple[object, ...], Hypothesis] = {}
        order = count()
        heap: list[tuple[float, int, Hypothesis]] = []
        bound = float("inf")
        for one in starts:
            key = _key(one)
            old = found.get(key)
            if old is None or one.cost < old.cost:
                found[key] = one
                heappush(heap, (one.cost, next(order), one))
        steps = 0
        while heap and steps < (DEAR_STEPS if dear else STEPS):
            cost, _, one = heappop(heap)
            if cost > bound or found.get(_key(one)) is not one:
                continue
            waiting = _waiting(one, sheet)
            bound = min(bound, cost + waiting + REACH)
            if not waiting:
                continue
            steps += 1
            for new in Moves(one, sheet, self._ruleset, dear=dear).all():
                key = _key(new)
                old = found.get(key)
                if old is not None:
                    met(*sorted((old, new), key=lambda one: one.cost))
                if new.cost <= bound and (old is None or new.cost < old.cost):
                    found[key] = new
                    heappush(heap, (new.cost, next(order), new))
        self.steps += steps
        return sorted(found.values(), key=lambda one: _total(one, sheet))

    def price(self, sheet: Sheet) -> float:
        """Of the best, and of all that it leaves unexplained."""
        return _total(self.best, sheet)

    def margin(self, sheet: Sheet) -> float:
        """By how much the best leads the best one that is not of its line."""
        line = {id(one) for one in self.best.line()}
        mine = self.best.cost + _waiting(self.best, sheet)
        for other in self.beam[1:]:
            if id(other) in line or any(one is self.best for one in other.line()):
                continue
            return other.cost + _waiting(other, sheet) - mine
        return float("inf")


def before_the_rest(one: Hypothesis, sheet: Sheet) -> Hypothesis | None:
    """Where a story stood when what it leaves out was first seen; None where it stands there."""
    first_ns = min(one.left(sheet), default=one.latest_ns)
    if first_ns >= one.latest_ns:
        return None
    return next((early for early in one.line() if early.latest_ns <= first_ns), None)


def _total(one: Hypothesis, sheet: Sheet) -> float:
    return one.cost + _waiting(one, sheet)


def _key(one: Hypothesis) -> tuple[object, ...]:
    """Hypotheses of the same key differ in nothing that matters for what follows."""
    play = one.state.play
    if play is None:
        return (id(one),)
    return (
        one.ponds, one.sets, one.added, one.indicators, play.turn, play.stage, play.live,
        play.kans, one.state.riichi, tuple(len(seat.river) for seat in play.seats), play.owed,
    )  # fmt: skip


def _waiting(one: Hypothesis, sheet: Sheet) -> float:
    """The price of all that a hypothesis leaves unexplained."""
    price = 0.0
    play = one.state.play
    hidden = play is not None and sheet.covered[play.turn]
    for first_ns in one.left(sheet):
        waited_s = min((sheet.now_ns - first_ns) / 1e9, PATIENCE_S)
        price += WAITING + IMPATIENCE * waited_s * (COVERED if hidden else 1.0)
    return price


def shared(beam: Sequence[Hypothesis]) -> int:
    """How many entries all likely stories have in common."""
    first = beam[0].all_entries()
    most = len(first)
    for other in beam[1:]:
        if other.cost > beam[0].cost + 2 * MARGIN:
            continue
        entries = other.all_entries()
        for place, (one, two) in enumerate(zip(first, entries, strict=False)):
            if one.event != two.event:
                most = min(most, place)
                break
    return most
