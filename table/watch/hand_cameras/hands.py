"""What hand cameras add: the deal, every draw, whether it was let go again, what a discard was.

Each seat's tiles are followed from act to act, see ``hand_story``. The rows before and after a
discard tell it too: where they do so surely, the tile in the pond is named by them, however it was
read there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
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
    Reach,
    StartKyoku,
    TableEvent,
    Tsumo,
)  # fmt: skip
from table.core.state import TableState, fold
from table.errors import IllegalActionError
from table.watch.decisions import Entry
from table.watch.faces import Chances
from table.watch.hand_cameras.hand_story import followed
from table.watch.hand_cameras.held import Act, Hand, Step
from table.watch.notes import HandSeen
from table.watch.seen.hand_rows import Alike, SeenRow, not_told_apart
from table.watch.seen.row_calls import Gone, gone_from
from vision.observation import REST

CHANGED = 0.05
"""A look is hardly taken for another face by less."""
NEVER = (-1.0,) * (REST + 1)
LEFT = "the tile that left the player's row"
"""What decided, where a hand camera told a discard."""


class HandCameras:
    """The rows that hand cameras saw in the hand in progress."""

    def __init__(self) -> None:
        self._seen: dict[Seat, list[HandSeen]] = {}
        self._rows: dict[tuple[Seat, int], SeenRow] = {}
        """What each of them is, as its looks were taken when it was asked last."""
        self._hands: dict[Seat, tuple[object, Hand | None]] = {}
        """What was made of a seat's rows and acts."""
        self._looks: dict[int, Chances] = {}
        """What each look is taken for by now."""
        self._alike: Alike = frozenset()
        """Faces of the set that were not always told apart."""
        self._last: tuple[list[TableEvent], list[Entry]] | None = None
        self._names: dict[int, Tile] = {}
        """What discards surely are, by their tracks,"""
        self._told: dict[int, Tile] = {}
        """what of that was told,"""
        self._left: set[int] = set()
        """and of which tiles people know better."""
        self._read: dict[int, Act] = {}
        """Discards by their tracks, as the table's camera read them."""

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
            self._alike = self._alike.union(*map(not_told_apart, fresh.values()))
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

    def gone(self) -> list[Gone]:
        """What left hands at once: calls."""
        return [
            one
            for seat, rows in self._seen.items()
            for one in gone_from(seat, [self._known(row) for row in rows])
        ]

    def clear(self) -> None:
        """A new hand is dealt."""
        self._seen.clear()
        self._rows.clear()
        self._hands.clear()
        self._names.clear()
        self._read.clear()
        self._last = None

    def filled(self, entries: Sequence[Entry], before: TableState) -> list[Entry]:
        """The entries of a hand with what the cameras tell; `before` is the state before them."""
        if not self._seen:
            return list(entries)
        events = [entry.event for entry in entries]
        if self._last is not None and self._last[0] == events:
            return self._last[1]
        done = list(entries)
        for seat in self._seen:
            done = next(self._filled_by(seat, done, before), done)
        self._last = events, done
        return done

    def _filled_by(
        self, seat: Seat, entries: list[Entry], before: TableState
    ) -> Iterator[list[Entry]]:
        """The entries with what one seat's camera tells, as far as the rules allow it.

        With a tile of it misread the deal cannot be; the draws still may be what they were read.
        """
        for dealt in (True, False):
            trial = list(entries)
            self._fill(seat, trial, dealt=dealt)
            try:
                fold((entry.event for entry in trial), before)
            except IllegalActionError:
                continue
            yield trial

    def _fill(self, seat: Seat, entries: list[Entry], *, dealt: bool) -> None:
        """Follow one seat through the hand; whether what it was ``dealt`` is told, too."""
        start, acts = entries[0].event, [self._as_read(act) for act in _acts(seat, entries)]
        rows = [self._known(row) for row in self._seen[seat]]
        key = (acts, rows, self._alike)
        if seat not in self._hands or self._hands[seat][0] != key:
            self._hands[seat] = key, followed(rows, acts, self._alike)
        hand = self._hands[seat][1]
        if hand is None or not isinstance(start, StartKyoku):
            return
        if dealt:
            hands = [*start.tehais]
            hands[seat] = tuple(sorted(hand.deal.elements()))
            _put(entries, 0, replace(start, tehais=tuple(hands)))
        for act, step in zip(acts, hand.steps, strict=False):
            if step is not None:
                self._tell(entries, act, step)

    def _as_read(self, act: Act) -> Act:
        """A discard as the table's camera read it: what was told of it proves nothing."""
        if act.track is None or act.track in self._left:
            return act
        if act.track not in self._told:
            self._read[act.track] = act
        elif act.laid == (self._told[act.track],):
            read = self._read.get(act.track, act)
            return replace(act, laid=read.laid, chances=read.chances)
        return act

    def _tell(self, entries: list[Entry], act: Act, step: Step) -> None:
        """Write the draw, whether it was let go, and what was laid down."""
        if act.draw is not None:
            drew = entries[act.draw].event
            if isinstance(drew, Tsumo):
                _put(entries, act.draw, replace(drew, pai=step.drawn))
        if act.deed is None:
            return
        deed = entries[act.deed].event
        if isinstance(deed, Dahai):
            (pai,) = step.laid
            let_go = deed.tsumogiri if act.draw is None else pai == step.drawn
            _put(entries, act.deed, replace(deed, pai=pai, tsumogiri=let_go))
            if step.sure:
                entries[act.deed] = _surely(entries[act.deed], pai)
            if act.track is not None and (step.sure or pai != deed.pai):
                self._names[act.track] = pai
        elif isinstance(deed, Chi | Pon | Daiminkan | Ankan) and deed.consumed != step.laid:
            _put(entries, act.deed, replace(deed, consumed=step.laid))

    def _known(self, row: HandSeen) -> SeenRow:
        """The row as its looks are taken for by now."""
        tiles = tuple(self._looks[look] for look in row.looks) if row.looks else row.tiles
        place = row.seat, row.captured_ns
        known = self._rows.get(place)
        if known is None or known.tiles != tiles:
            known = self._rows[place] = SeenRow(row.captured_ns, tiles, row.apart)
        return known


def _acts(seat: Seat, entries: Sequence[Entry]) -> Iterator[Act]:
    """Every act of a seat that changes its hand."""
    draw, riichi = None, False
    at_ns = 0
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
                chances = tuple(
                    (Tile.parse(name), share) for name, share in entry.evidence.alternatives
                )
                seen = event.pai if track is not None or at_ns else None
                yield Act(draw, place, (seen,), at_ns, True, track, chances, riichi)
                draw, riichi = None, False
            case Reach():
                riichi = True
            case Ankan() | Chi() | Pon() | Daiminkan():
                yield Act(draw, place, event.consumed, at_ns)
                draw = None
            case Kakan():
                yield Act(draw, place, (event.pai,), at_ns)
                draw = None
            case _:
                pass
    if draw is not None:
        yield Act(draw, None, (), 1 << 62)


def _surely(entry: Entry, thrown: Tile) -> Entry:
    """A discard as the row tells it that it left."""
    evidence = replace(entry.evidence, alternatives=((str(thrown), 1.0),), rule=LEFT)
    return replace(entry, confidence=1.0, evidence=evidence)


def _put(entries: list[Entry], place: int, event: TableEvent) -> None:
    entries[place] = replace(entries[place], event=event)
