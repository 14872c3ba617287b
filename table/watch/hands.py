"""What hand cameras add: the deal, every draw, whether it was let go again, what a discard was.

Each seat's tiles are followed from act to act. A hand after an act is the hand before it, with the
drawn tile and without what was laid down; so one tile is unknown, and a reading of the whole row
tells it even where some of its tiles are read badly. The rows before and after a discard tell it
too: where they do so surely, the tile in the pond is named by them, however it was read there.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import log
from operator import sub

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
from table.watch.faces import FACES, INDEX, Chances, best, chance
from table.watch.notes import HandSeen
from vision.observation import REST

LOOKS = 3
"""Readings of one row that are held against a guess."""
GUESSES = 2
"""Likely faces of each tile of a row that may be the drawn one."""
DEALT = 13
GOOD = -12.0
"""A guess that explains a row worse than this is none."""
CLEAR = -2.5
"""One that explains each row no worse than this"""
SURE = 7.0
"""and all of them so much better than any other names a discard."""
EACH = 3.0
"""Each of them must say so: what is read alike again and again is no surer for that."""
CHANGED = 0.05
"""A look is hardly taken for another face by less."""
NEVER = (-1.0,) * (REST + 1)
LEFT = "the tile that left the player's row"
"""What decided, where a hand camera told a discard."""


@dataclass(slots=True)
class _Act:
    """Something a seat did: what it drew before is not known yet, what it laid down is."""

    draw: int | None
    """The place of the draw among the entries; None after a call."""
    deed: int
    laid: tuple[Tile | None, ...]
    """None: a discard that the table's camera could not read."""
    at_ns: int
    thrown: bool = False
    """Whether it is a discard,"""
    track: int | None = None
    """and which one on the table."""


class HandCameras:
    """The rows that hand cameras saw in the hand in progress."""

    def __init__(self) -> None:
        self._seen: dict[Seat, list[HandSeen]] = {}
        self._looks: dict[int, Chances] = {}
        """What each look is taken for by now."""
        self._last: tuple[list[TableEvent], list[Entry]] | None = None
        self._drawn: dict[tuple[object, ...], Tile | None] = {}
        self._let_go: dict[tuple[object, ...], Tile | None] = {}
        self._names: dict[int, Tile] = {}
        """What discards surely are, by their tracks,"""
        self._told: dict[int, Tile] = {}
        """what of that was told,"""
        self._left: set[int] = set()
        """and of which tiles people know better."""

    def see(self, seen: HandSeen) -> None:
        """Take in a row."""
        rows = self._seen.setdefault(seen.seat, [])
        fresh = {
            look: tile
            for look, tile in (*zip(seen.looks, seen.tiles, strict=False), *seen.renamed)
            if max(map(abs, map(sub, tile, self._looks.get(look, NEVER)))) > CHANGED
        }
        if fresh:
            self._looks.update(fresh)
            self._drawn.clear()
            self._let_go.clear()
            self._last = None
        if not rows or rows[-1].tiles != seen.tiles:
            rows.append(seen)
            self._last = None

    def news(self) -> list[tuple[int, Tile]]:
        """Discards by their tracks, and what they surely are, as far as that was not told yet."""
        found = [
            (track, tile)
            for track, tile in self._names.items()
            if track not in self._left and self._told.get(track) != tile
        ]
        self._told.update(found)
        return found

    def leave(self, track: int) -> None:
        """Somebody has said what this tile is."""
        self._left.add(track)

    def clear(self) -> None:
        """A new hand is dealt."""
        self._seen.clear()
        self._drawn.clear()
        self._let_go.clear()
        self._names.clear()
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
            self._fill(seat, [self._known(row) for row in rows], trial)
            try:
                fold((entry.event for entry in trial), before)
            except IllegalActionError:
                continue
            done = trial
        self._last = events, done
        return done

    def _known(self, row: HandSeen) -> HandSeen:
        """The row as its looks are taken for by now."""
        if not row.looks:
            return row
        return replace(row, tiles=tuple(self._looks[look] for look in row.looks))

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
            at_ns = act.at_ns
            if None in act.laid:  # nobody saw when it was laid down
                size = held.total() + (act.draw is not None)
                at_ns = _shrinks(rows, size, since, until)
            full = [row for row in rows if since <= row.captured_ns < at_ns]
            rest = [row for row in rows if at_ns <= row.captured_ns < until]
            thrown = self._thrown(held, act, full, rest)
            laid = act.laid if thrown is None else (thrown,)
            known = [tile for tile in laid if tile is not None]
            if len(known) < len(laid):
                return
            drawn = None
            if act.draw is not None:
                drawn = self._drew(seat, held, replace(act, laid=tuple(known)), full, rest)
                if drawn is None:
                    return
                held = held + Counter([drawn])
            _told(entries, act, drawn, thrown)
            held = _without(held, known)
            since = at_ns
            if held is None:
                return

    def _thrown(
        self, held: Counter[Tile], act: _Act, full: Sequence[HandSeen], rest: Sequence[HandSeen]
    ) -> Tile | None:
        """What a discard was, where the rows before and after it say so surely."""
        if not act.thrown:
            return None
        size = held.total() + (act.draw is not None)
        before = [row for row in full if len(row.tiles) == size][-LOOKS:]
        after = [row for row in rest if len(row.tiles) == size - 1][:LOOKS]
        if not (before and after):
            return None
        rows = tuple(row.captured_ns for row in (*before, *after))
        key = (act.draw is None, frozenset(held.items()), rows)
        if key not in self._let_go:
            self._let_go[key] = _let_go(held, before, after, drew=act.draw is not None)
        thrown = self._let_go[key]
        if thrown is not None and act.track is not None:
            self._names[act.track] = thrown
        return thrown

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
            laid = tuple(tile for tile in act.laid if tile is not None)
            self._drawn[key] = _drawn(held, laid, before, after)
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
                track = next(iter(entry.evidence.tracks), None)
                yield _Act(draw, place, (event.pai,), at_ns, thrown=True, track=track)
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
    found: list[Counter[Tile]] = []
    for row in rows:
        if until_ns is not None and row.captured_ns >= until_ns:
            break
        if len(row.tiles) == DEALT:
            found.append(Counter(FACES[best(one)] for one in row.tiles))
        elif len(row.tiles) == DEALT + 1 and not found:
            apart = DEALT if row.apart is None else row.apart
            tiles = enumerate(row.tiles)
            found.append(Counter(FACES[best(one)] for at, one in tiles if at != apart))
    return max(found, key=found.count, default=None)


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
        worth = _fit(before, with_it) + _fit(after, without)
        if found is None or worth > found[0]:
            found = worth, tile
    return found[1] if found is not None and found[0] > GOOD * len(rows) else None


def _let_go(
    held: Counter[Tile], before: Sequence[HandSeen], after: Sequence[HandSeen], *, drew: bool
) -> Tile | None:
    """What left the hand between these rows; None where that is not sure."""
    whole = held
    if drew:
        guesses = {tile for row in before for one in row.tiles for tile in _likely(one)}
        whole = max(
            (held + Counter([tile]) for tile in sorted(guesses, key=lambda tile: tile.place)),
            key=lambda hand: _fit(before, hand),
        )
    if _fit(before, whole) < CLEAR * len(before):
        return None
    ranked = sorted(
        ((_fit(after, left), tile) for tile in whole if (left := _without(whole, (tile,)))),
        key=lambda one: -one[0],
    )
    (best, thrown), *others = ranked
    ahead = best - others[0][0] if others else SURE
    if best < CLEAR * len(after) or ahead < SURE or ahead < EACH * len(after):
        return None
    return thrown


def _shrinks(rows: Sequence[HandSeen], size: int, since: int, until: int) -> int:
    """When a hand of so many tiles was first seen with one less, in this time."""
    there = [row for row in rows if since <= row.captured_ns < until]
    full = [at for at, row in enumerate(there) if len(row.tiles) == size]
    after = there[full[0] :] if full else []
    return next((row.captured_ns for row in after if len(row.tiles) == size - 1), since)


def _fit(rows: Sequence[HandSeen], hand: Counter[Tile]) -> float:
    """How well all these rows may be these tiles."""
    return sum(_fits(row, hand) for row in rows)


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


def _told(entries: list[Entry], act: _Act, drawn: Tile | None, thrown: Tile | None) -> None:
    """Write the draw, whether it was let go, and a discard that the table could not read."""
    if act.draw is not None:
        drew = entries[act.draw].event
        if isinstance(drew, Tsumo):
            _put(entries, act.draw, replace(drew, pai=drawn))
    deed = entries[act.deed].event
    if isinstance(deed, Dahai):
        pai = deed.pai if thrown is None else thrown
        let_go = deed.tsumogiri if act.draw is None else pai == drawn
        _put(entries, act.deed, replace(deed, pai=pai, tsumogiri=let_go))
    if thrown is not None:
        entries[act.deed] = _surely(entries[act.deed], thrown)


def _surely(entry: Entry, thrown: Tile) -> Entry:
    """A discard as the row tells it that it left."""
    evidence = replace(entry.evidence, alternatives=((str(thrown), 1.0),), rule=LEFT)
    return replace(entry, confidence=1.0, evidence=evidence)


def _put(entries: list[Entry], place: int, event: TableEvent) -> None:
    entries[place] = replace(entries[place], event=event)


__all__ = ["SEATS", "HandCameras"]
