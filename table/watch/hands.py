"""What hand cameras add: the deal, every draw, and whether the tile drawn was let go again.

Each seat's tiles are followed from act to act. A hand after an act is the hand before it, with the
drawn tile and without what was laid down; so one tile is unknown, and a reading of the whole row
tells it even where some of its tiles are read badly.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import log

from scoring.seats import Seat
from scoring.tiles import Tile
from table.core.events import (
    Ankan,
    Chi,
    Dahai,
    Daiminkan,
    Kakan,
    Pon,
    StartKyoku,
    TableEvent,
    Tsumo,
)  # fmt: skip
from table.core.state import TableState, fold
from table.core.units import SEATS
from table.errors import IllegalActionError
from table.watch.decisions import Entry
from table.watch.faces import FACES, INDEX, best, chance
from table.watch.notes import HandSeen

LOOKS = 3
"""Readings of one row that are held against a guess."""
GUESSES = 2
"""Likely faces of each tile of a row that may be the drawn one."""
DEALT = 13
GOOD = -12.0
"""A guess that explains a row worse than this is none."""


@dataclass(slots=True)
class _Act:
    """Something a seat did: what it drew before is not known yet, what it laid down is."""

    draw: int | None
    """The place of the draw among the entries; None after a call."""
    deed: int
    laid: tuple[Tile, ...]
    at_ns: int


class HandCameras:
    """The rows that hand cameras saw in the hand in progress."""

    def __init__(self) -> None:
        self._seen: dict[Seat, list[HandSeen]] = {}
        self._last: tuple[list[TableEvent], list[Entry]] | None = None
        self._drawn: dict[tuple[object, ...], Tile | None] = {}

    def see(self, seen: HandSeen) -> None:
        """Take in a row."""
        rows = self._seen.setdefault(seen.seat, [])
        if not rows or rows[-1].tiles != seen.tiles:
            rows.append(seen)
            self._last = None

    def clear(self) -> None:
        """A new hand is dealt."""
        self._seen.clear()
        self._drawn.clear()
        self._last = None

    def filled(self, entries: Sequence[Entry], before: TableState) -> list[Entry]:
        """The entries of a hand with what the cameras tell; `before` is the state before them."""
        if not self._seen:
            return list(entries)
        events = [entry.event for entry in entries]
        if self._last is not None and self._last[0] == events:
            return self._last[1]
        done = list(entries)
        for seat, rows in self._seen.items():
            trial = list(done)
            self._fill(seat, rows, trial)
            try:
                fold((entry.event for entry in trial), before)
            except IllegalActionError:
                continue
            done = trial
        self._last = events, done
        return done

    def _fill(self, seat: Seat, rows: Sequence[HandSeen], entries: list[Entry]) -> None:
        """Follow one seat through the hand."""
        acts = list(_acts(seat, entries))
        first_ns = acts[0].at_ns if acts else None
        held = _dealt(rows, first_ns)
        start = entries[0].event
        if held is None or not isinstance(start, StartKyoku):
            return
        hands = [*start.tehais]
        hands[seat] = tuple(sorted(held.elements()))
        _put(entries, 0, replace(start, tehais=tuple(hands)))
        since = 0
        for number, act in enumerate(acts):
            until = acts[number + 1].at_ns if number + 1 < len(acts) else 1 << 63
            if act.draw is None:
                held = _without(held, act.laid)
            else:
                full = [row for row in rows if since <= row.captured_ns < act.at_ns]
                rest = [row for row in rows if act.at_ns <= row.captured_ns < until]
                drawn = self._drew(seat, held, act, full, rest)
                if drawn is None:
                    return
                _told(entries, act, drawn)
                held = _without(held + Counter([drawn]), act.laid)
            since = act.at_ns
            if held is None:
                return

    def _drew(
        self, seat: Seat, held: Counter[Tile], act: _Act, full: Sequence[HandSeen],
        rest: Sequence[HandSeen],
    ) -> Tile | None:  # fmt: skip
        """What was drawn before an act, worked out once for the rows that tell it."""
        size = held.total() + 1
        before = [row for row in full if len(row.tiles) == size][-LOOKS:]
        after = [row for row in rest if len(row.tiles) == size - len(act.laid)][:LOOKS]
        rows = tuple(row.captured_ns for row in (*before, *after))
        key = (seat, act.laid, frozenset(held.items()), rows)
        if key not in self._drawn:
            self._drawn[key] = _drawn(held, act.laid, before, after)
        return self._drawn[key]


def _acts(seat: Seat, entries: Sequence[Entry]) -> Iterator[_Act]:
    """Every act of a seat that changes its hand."""
    draw = None
    for place, entry in enumerate(entries):
        event = entry.event
        if getattr(event, "actor", None) != seat:
            continue
        at_ns = entry.evidence.captured_ns
        match event:
            case Tsumo():
                draw = place
            case Dahai():
                if event.pai is None:
                    return
                yield _Act(draw, place, (event.pai,), at_ns)
                draw = None
            case Ankan() | Chi() | Pon() | Daiminkan():
                yield _Act(draw, place, event.consumed, at_ns)
                draw = None
            case Kakan():
                yield _Act(draw, place, (event.pai,), at_ns)
                draw = None
            case _:
                pass


def _dealt(rows: Sequence[HandSeen], until_ns: int | None) -> Counter[Tile] | None:
    """The thirteen tiles of the deal; the tile apart of a fourteenth is the dealer's draw."""
    for row in rows:
        if until_ns is not None and row.captured_ns >= until_ns:
            return None
        if len(row.tiles) == DEALT:
            return Counter(FACES[best(one)] for one in row.tiles)
        if len(row.tiles) == DEALT + 1:
            apart = DEALT if row.apart is None else row.apart
            return Counter(FACES[best(one)] for at, one in enumerate(row.tiles) if at != apart)
    return None


def _drawn(
    held: Counter[Tile],
    laid: tuple[Tile, ...],
    full: Sequence[HandSeen],
    rest: Sequence[HandSeen],
) -> Tile | None:
    """The drawn tile that explains the rows before and after the act best."""
    before, after = full, rest
    rows = [*before, *after]
    if not rows:
        return None
    guesses = {tile for row in rows for one in row.tiles for tile in _likely(one)} | set(laid)
    found: tuple[float, Tile] | None = None
    for tile in sorted(guesses, key=lambda tile: tile.place):
        with_it = held + Counter([tile])
        without = _without(with_it, laid)
        if without is None:
            continue
        worth = sum(_fits(row, with_it) for row in before) + sum(
            _fits(row, without) for row in after
        )
        if found is None or worth > found[0]:
            found = worth, tile
    return found[1] if found is not None and found[0] > GOOD * len(rows) else None


def _likely(one: Sequence[float]) -> list[Tile]:
    ranked = sorted(range(len(FACES)), key=lambda face: -one[face])[:GUESSES]
    return [FACES[face] for face in ranked]


def _fits(row: HandSeen, hand: Counter[Tile]) -> float:
    """How well a row may be these tiles: the surest readings choose first."""
    left = Counter(hand)
    worth = 0.0
    for one in sorted(row.tiles, key=lambda one: -max(one)):
        tile = max(left, key=lambda tile: chance(tuple(one), INDEX[tile]))
        worth += log(chance(tuple(one), INDEX[tile]))
        left[tile] -= 1
        if not left[tile]:
            del left[tile]
    return worth


def _without(held: Counter[Tile], laid: Sequence[Tile]) -> Counter[Tile] | None:
    """The hand without these tiles; None if it does not have them."""
    left = Counter(held)
    for tile in laid:
        if not left[tile]:
            return None
        left[tile] -= 1
    return +left


def _told(entries: list[Entry], act: _Act, drawn: Tile) -> None:
    """Write the draw, and whether it was let go."""
    if act.draw is None:
        return
    drew = entries[act.draw].event
    if isinstance(drew, Tsumo):
        _put(entries, act.draw, replace(drew, pai=drawn))
    deed = entries[act.deed].event
    if isinstance(deed, Dahai):
        _put(entries, act.deed, replace(deed, tsumogiri=deed.pai == drawn))


def _put(entries: list[Entry], place: int, event: TableEvent) -> None:
    entries[place] = replace(entries[place], event=event)


__all__ = ["SEATS", "HandCameras"]
