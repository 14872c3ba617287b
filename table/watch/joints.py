"""Where one hand follows another: what was not seen between them, and how the record goes on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from scoring.ruleset import Ruleset
from scoring.seats import Seat
from table.core.events import EndGame, Hora, Ryukyoku, StartKyoku
from table.core.rotation import next_hand
from table.watch.asked.asking_end import end_name
from table.watch.decisions import Decision, Entry, Question, Written
from table.watch.ends.ended import Ending, worth
from table.watch.ends.rejoining import (
    GONE_NS,
    NOT_SEEN,
    Junction,
    Way,
    is_doubtful,
    stayed,
)  # fmt: skip
from table.watch.faces import alike
from table.watch.one_hand import OneHand
from table.watch.seen.places import Layout
from table.watch.story.rivals import Doubt
from vision.observation import Observation

SUSPECT = 2.5
"""A story that costs less needs no other dealer."""
LEAD = 2.5
"""Another dealer must explain so much more, in nats."""
COUNTER = 100
"""The points of a stick that counts hands."""
FEW = 4
"""With fewer discards a hand has only begun."""
JUMP_NS = 20_000_000_000
"""After so long without a picture another hand may lie there."""
SAME = 0.5
STILL_THERE = 0.5
"""Of the faces in the ponds no more are found in them again when it is another hand."""
WAYS = ("as written", "not so")
MAY_BE_MISSED = (
    "nothing was seen for long before this hand: others may have been played that nobody saw, and"
    " counters, sticks and points may be others"
)
UNSURE = "what came before this hand was not all seen: counters, sticks and points may be others"


@dataclass(slots=True)
class Joined:
    """How the record goes on: with a hand as it was dealt."""

    hand: OneHand
    number: int
    """Of that hand, from 1."""
    at: int
    entries: tuple[Entry, ...]
    """The record from place `at` on, up to that hand."""
    questions: list[Question] = field(default_factory=list)


class _Tried(NamedTuple):
    cost: float
    way: Way


class Joints:
    """Remembers how the last hand was closed, and since when nothing was seen."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._junction: Junction | None = None
        self._seen_ns: int | None = None
        self._gone_ns = 0
        self._counters: int | None = None
        """How many counters lie on the table; None where none was ever seen."""
        self._unsure = False
        """Whether counters and sticks may be others than the record has them."""
        self._missed = False
        """Whether hands were missed before the one in progress."""
        self._left: tuple[int, OneHand | None] = 0, None
        """Where the last hand begins that people have ended, and that hand."""
        self._closed: tuple[int, OneHand, frozenset[int]] | None = None
        """The number of the hand that was closed last, that hand, and what lay there then."""
        self.follows: StartKyoku | EndGame | None = None
        """What comes after the hand that was closed last."""
        self.due: EndGame | None = None
        """How the game ends if no other hand follows."""

    def pass_by(self, seen: Observation, hand: OneHand | None) -> None:
        """A look comes after another."""
        now_ns = seen.captured_ns
        gone_ns = 0 if self._seen_ns is None else now_ns - self._seen_ns
        self._seen_ns, self._gone_ns = now_ns, gone_ns
        counters = sum(one.value == COUNTER for one in seen.sticks)
        if counters or self._counters is not None:  # else this table shows none
            self._counters = counters
        if self._junction is not None and (hand is None or hand.discards < FEW):
            self._junction.gone_ns = max(self._junction.gone_ns, gone_ns)
        if hand is not None and hand.discards >= FEW:
            self.due = None

    def settle(self) -> None:
        """People have written how it went."""
        self._junction, self._unsure, self.due = None, False, None
        self._missed = False

    def leave(self, at: int, hand: OneHand | None) -> None:
        """People have ended the hand that begins at this place of the record."""
        if hand is not None and hand.search is not None:
            self._left = at, hand

    def left(self, at: int, layout: Layout | None) -> OneHand | None:
        """The hand that begins there, where people had ended it and its tiles lie there still."""
        begins, hand = self._left
        if hand is None or begins != at or (layout is not None and hand.is_cleared(layout)):
            return None
        return hand

    def closed(
        self, number: int, refused: Sequence[Decision]
    ) -> tuple[OneHand, frozenset[int]] | None:
        """The hand of this number, if it was closed last, and what lay there then.

        Only if its end is among what was refused. The hand that followed it is forgotten.
        """
        ends = any(isinstance(one, Written) and one.ends_hand for one in refused)
        if self._closed is None or self._closed[0] != number or not ends:
            return None
        self._left = 0, None
        return self._closed[1:]

    def close(
        self, number: int, at: int, hand: OneHand, ending: Ending, tracks: frozenset[int]
    ) -> None:
        """Hand `number` is over, its end being written from place `at` on; `tracks` lie there."""
        self._closed = number, hand, tracks
        state = ending.state
        follows: StartKyoku | EndGame = ending.follows
        if not ending.unseen:
            follows = next_hand(state, self._ruleset)
        doubtful = is_doubtful(ending, hand.sure)
        self.due = None
        if isinstance(follows, EndGame) and doubtful:
            self.due, follows = follows, stayed(state)
        self.follows, self._junction, self._missed = follows, None, False
        if isinstance(follows, StartKyoku):
            gone_ns, others = self._gone_ns, tuple(hand.others)
            self._junction = Junction(number, at, ending, others, hand.sure, follows, gone_ns)
            fresh = not (follows.honba or follows.kyotaku)
            self._unsure = ending.unseen or (self._unsure and not fresh)

    def doubts(self, told: int) -> list[Doubt]:
        """What is not sure of the deal of the hand in progress, of which so much is told."""
        gone = self._junction is not None and self._junction.gone_ns > GONE_NS
        gone |= self._missed
        if not (self._unsure or gone):
            return []
        also = range(1, told) if gone and self._counters is None else ()
        return [Doubt(0, MAY_BE_MISSED if gone else UNSURE, WAYS, kind="deal", also=(*also,))]

    def is_another(self, hand: OneHand, layout: Layout) -> bool:
        """Whether other tiles lie there, after a time without a picture."""
        if self._gone_ns < JUMP_NS or hand.search is None:
            return False
        there = found = 0
        for pond, placed in zip(hand.sheet.ponds, layout.ponds, strict=True):
            for piece in pond.pieces:
                if piece.gone_ns is None:
                    there += 1
                    found += any(alike(one.chances, piece.chances) > SAME for one in placed)
        return there >= FEW and found <= STILL_THERE * there and any(layout.ponds)

    def rejoined(self, hand: OneHand) -> Joined | None:
        """Another way from the last hand to this one, if its discards show one."""
        junction, search = self._junction, hand.search
        if junction is None or search is None or not junction.is_due(hand.discards):
            return None
        price = search.price(hand.sheet)
        if price < SUSPECT:
            again = junction.dealt_again(self._counters)
            return None if again is None else self._joined(junction, hand, again)
        costs: dict[Seat, float] = {}
        tried = []
        for way in junction.ways(self._ruleset, self._counters):
            oya = way.deal.oya
            if oya not in costs:
                other = hand.dealt_otherwise(way.before, way.deal).search
                costs[oya] = price if other is None else other.price(hand.sheet)
            tried.append(_Tried(way.price + costs[oya], way))
        best = min(tried, key=lambda one: one.cost, default=None)
        if best is None or best.cost > price - LEAD:
            return None
        return self._joined(junction, hand, best.way)

    def _joined(self, junction: Junction, hand: OneHand, way: Way) -> Joined:
        missed = sum(isinstance(one.event, StartKyoku) for one in way.missed)
        number = junction.number + 1 + missed
        joined = Joined(
            hand.dealt_otherwise(way.before, way.deal), number, junction.at, way.entries,
            [*_end_question(junction, way), *_missed(junction, way)],
        )  # fmt: skip
        self._junction, self._unsure, self.due = None, True, None
        self._missed = bool(way.missed)
        return joined


def is_untouched(hand: OneHand) -> bool:
    """Whether nothing was laid, shown or said since the deal: what seemed to lie open was none."""
    shown = hand.ending is not None or hand.held is not None or hand.sheet.showed
    told = hand.claims or hand.tenpai or len(hand.story()) > 1
    return not (hand.discards or hand.sheet.groups or shown or told)


def _end_question(junction: Junction, way: Way) -> list[Question]:
    """What to ask about the end of the hand before, as the next dealer shows it."""
    if way.missed and not is_doubtful(junction.ending, junction.sure):
        return []
    events = [entry.event for entry in way.ending.entries]
    at = next((at for at, one in enumerate(events) if isinstance(one, Hora | Ryukyoku)), 0)
    also = [one for one in junction.others if _dealt_next(one) == way.deal.oya]
    ways = dict.fromkeys(map(worth, (way.ending, junction.ending, *also)))
    text = f"{way.ending.text}: seat {way.deal.oya} deals the next hand"
    one = Question(
        end_name(junction.number), junction.number, junction.at + at, "end", text,
        (*ways, *(() if len(ways) > 1 else WAYS[1:])), worth(way.ending),
    )  # fmt: skip
    return [one]


def _dealt_next(ending: Ending) -> Seat | None:
    """Who deals after an ending."""
    return ending.follows.oya if isinstance(ending.follows, StartKyoku) else None


def _missed(junction: Junction, way: Way) -> list[Question]:
    """What to ask about hands that nobody saw."""
    place, number = junction.at + len(way.ending.entries), junction.number
    starts = [at for at, one in enumerate(way.missed) if isinstance(one.event, StartKyoku)]
    ends = [*starts[1:], len(way.missed)][: len(starts)]
    return [
        Question(
            f"{number + count}:missed", number + count, place + start, "missed", NOT_SEEN, WAYS,
            WAYS[0], until=place + end - 1,
        )
        for count, (start, end) in enumerate(zip(starts, ends, strict=True), 1)
    ]  # fmt: skip
