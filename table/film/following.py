"""The pieces of a game followed from event to event: who holds, lays, calls and shows what."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from scoring.seats import Seat
from scoring.tiles import Tile
from scoring.waits import waits_of
from table.core import events, incidents, wall
from table.core.endings import EXHAUSTIVE
from table.core.events import TableEvent
from table.core.faces import KEY_MASK, pack
from table.core.play import Stage
from table.core.state import TableState
from table.core.wall import Break
from table.errors import UnfilmableRecordError
from table.film.habits import Habits, stray
from table.film.things import UNKNOWN, Piece, Row, SeatThings, Slot, WallThings

BEFORE_DRAW = wall.DEALT_IN_ALL - 1
"""Tiles that are dealt before the dealer's first draw."""
_Call = events.Chi | events.Pon | events.Daiminkan


class Following:
    """What lies where in the hand at play; `follow` moves it along."""

    def __init__(self, seed: int, habits: list[Habits]) -> None:
        self.seed, self.habits = seed, habits
        self.deal = -1
        self.seats = [SeatThings() for _ in range(4)]
        self.wall = WallThings()
        self.broken: Break | None = None
        self.shared_win = False
        """More than one player wins on the tile."""

    def start(self, event: events.StartKyoku) -> None:
        """Deal the hands from a fresh wall."""
        self.deal += 1
        self.seats = [SeatThings() for _ in range(4)]
        self.wall = WallThings(gone=set(range(BEFORE_DRAW)), live=BEFORE_DRAW)
        order = wall.deal_order()[:BEFORE_DRAW]
        for seat, tehai in enumerate(event.tehais):
            wind = Seat(seat).wind(event.oya)
            numbers = [number for number, taker in enumerate(order) if taker is wind]
            pieces = [
                Piece(name(tile), number) for tile, number in zip(tehai, numbers, strict=True)
            ]
            self.seats[seat].row = pieces
            self.seats[seat].tidy(sort=self.habits[seat].sorts)
        if event.dora_marker is not None:
            self.wall.indicators.append(name(event.dora_marker))

    def follow(self, event: TableEvent, before: TableState) -> bool:
        """Move what the event moves; whether there is anything to be seen of it.

        Raises UnfilmableRecordError where the record does not say what is to be seen.
        """
        move = _MOVES.get(type(event))
        return move is not None and move(self, event, before) is not False

    def tsumo(self, event: events.Tsumo, before: TableState) -> None:
        """A tile goes from the wall to the right of the row."""
        kan = before.play is not None and before.play.stage is Stage.REPLACE
        if kan and self.wall.replaced < wall.MAX_KANS:
            self.wall.replaced += 1
            number = wall.replacement_tile(self.wall.replaced)
        else:
            number = self.wall.live
            self.wall.live += 1
        self.wall.gone.add(number)
        things = self.seats[event.actor]
        things.tidy(sort=self.habits[event.actor].sorts)
        things.apart = Piece(name(event.pai), number)

    def dahai(self, event: events.Dahai, before: TableState) -> None:
        """A tile goes from the hand to the pond."""
        actor, tile = event.actor, event.pai
        things, habits = self.seats[actor], self.habits[actor]
        if tile is None and event.tsumogiri and before.play is not None:
            tile = before.play.drawn
        if tile is None:
            raise UnfilmableRecordError(
                f"dahai of seat {actor}: the tile is unknown, expected one that can be shown"
            )
        piece = things.part(name(tile), drawn=event.tsumogiri)
        if piece is None:
            raise UnfilmableRecordError(f"dahai of seat {actor}: {tile} is not in its hand")
        things.tidy(sort=habits.sorts)
        chance = stray(self.seed, self.deal, actor, "sloppy", things.discards)
        turned = before.play is not None and before.play.seats[actor].turns_next
        careless = not turned and _below(chance.x, habits.sloppy)
        things.pond.append(Slot(piece, things.discards, turned, askew=careless))
        things.discards += 1

    def mend(self, seat: int) -> bool:
        """Straighten a seat's pond; whether anything was askew."""
        pond = self.seats[seat].pond
        askew = [place for place, slot in enumerate(pond) if slot.askew]
        for place in askew:
            pond[place] = pond[place]._replace(askew=False)
        return bool(askew)

    def call(self, event: _Call, _before: TableState) -> None:
        """A tile goes from a pond into the caller's corner, with two or three of its own."""
        self._put_back(event.actor)
        caller, habits = self.seats[event.actor], self.habits[event.actor]
        claimed = self._lift(event.target, habits_of=self.habits[event.target])
        claimed = claimed._replace(label=name(event.pai))
        own = [self._own(event.actor, tile) for tile in event.consumed]
        if habits.sorts_melds:
            own.sort(key=lambda piece: piece.order)
        place = {3: 0, 2: 1, 1: len(own)}[(event.target - event.actor) % 4]
        caller.melds.append(Row((*own[:place], claimed, *own[place:]), place))
        caller.tidy(sort=habits.sorts)

    def ankan(self, event: events.Ankan, _before: TableState) -> None:
        """Four tiles go to the corner, two of them face down."""
        things, habits = self.seats[event.actor], self.habits[event.actor]
        own = sorted(
            (self._own(event.actor, tile) for tile in event.consumed),
            key=lambda piece: (piece.label[0] == "0", piece.id),
        )
        down = (0, 3) if habits.ends_down else (1, 2)
        red = next((place for place, piece in enumerate(own) if piece.label[0] == "0"), None)
        if red is not None:  # A red five is laid where it is seen.
            seen = 1 if habits.ends_down else 0
            own[red], own[seen] = own[seen], own[red]
        things.melds.append(Row(tuple(own), None, down))
        things.tidy(sort=habits.sorts)

    def kakan(self, event: events.Kakan, _before: TableState) -> None:
        """A tile joins the turned one of an own pon."""
        things = self.seats[event.actor]
        kind = plain(name(event.pai))
        for place, row in enumerate(things.melds):
            fits = row.added is None and row.turned is not None and len(row.pieces) == 3
            if fits and all(plain(piece.label) == kind for piece in row.pieces):
                added = self._own(event.actor, event.pai)
                things.melds[place] = row._replace(added=added)
                things.tidy(sort=self.habits[event.actor].sorts)
                return
        raise UnfilmableRecordError(f"kakan of seat {event.actor}: no pon of {event.pai} to add to")

    def dora(self, event: events.Dora, _before: TableState) -> bool:
        """The next indicator is turned; one that nobody saw stays as it is."""
        if event.dora_marker is None:
            return False
        self.wall.indicators.append(name(event.dora_marker))
        return True

    def accept(self, event: events.ReachAccepted, _before: TableState) -> None:
        """The stick is laid."""
        self.seats[event.actor].stick = True

    def void(self, event: incidents.ReachVoid, _before: TableState) -> bool:
        """A stick that was laid goes back."""
        laid = self.seats[event.actor].stick
        self.seats[event.actor].stick = False
        return laid

    def hora(self, event: events.Hora, _before: TableState) -> None:
        """The winner's hand is shown, the tile apart or still where it was discarded."""
        things = self.seats[event.actor]
        if any(piece.label == UNKNOWN for piece in things.held):
            raise UnfilmableRecordError(
                f"hora of seat {event.actor}: its hand is not known, expected all its tiles"
            )
        things.pose = "up"
        if not event.tsumo:
            pond = self.seats[event.target].pond
            on_pond = bool(pond) and not pond[-1].taken and event.pai in {None, of(pond[-1].piece)}
            if on_pond and self.habits[event.actor].takes_ron and not self.shared_win:
                things.apart = pond[-1].piece
                pond[-1] = pond[-1]._replace(taken=True)
        if event.ura_markers:
            self.wall.ura = [name(tile) for tile in event.ura_markers][: len(self.wall.indicators)]

    def ryukyoku(self, event: events.Ryukyoku, before: TableState) -> bool:
        """Waiting hands are shown, the others laid down; or the one that ends the hand."""
        waiting = _waiting(event, self.seats)
        shown = {seat for seat in range(4) if waiting is not None and waiting[seat]}
        ended = event.actor
        if ended is None and event.reason == "nine_kinds" and before.play is not None:
            ended = before.play.turn
        if ended is not None:
            shown.add(int(ended))
        for seat, things in enumerate(self.seats):
            known = all(piece.label != UNKNOWN for piece in things.held)
            if seat in shown and known:
                things.pose = "up"
            elif seat not in shown and waiting is not None and ended is None:
                things.pose = "down"
        return True

    def reveal(self, event: incidents.Reveal, _before: TableState) -> bool:
        """A hand is shown, or some of it becomes known."""
        things = self.seats[event.actor]
        things.learn([name(tile) for tile in event.tehai if tile is not None])
        whole = len(event.tehai) == len(things.held)
        if whole and all(piece.label != UNKNOWN for piece in things.held):
            things.pose = "up"
        return things.pose == "up"

    def put_back(self, event: incidents.PutBack, _before: TableState) -> None:
        """The tile just drawn goes back to the wall."""
        self._return(self.seats[event.actor])

    def _put_back(self, caller: int) -> None:
        """A late call sends the next player's draw back."""
        for seat, things in enumerate(self.seats):
            if seat != caller and things.apart is not None:
                self._return(things)

    def _return(self, things: SeatThings) -> None:
        if things.apart is None:
            return
        number = things.apart.id
        self.wall.gone.discard(number)
        if number == self.wall.live - 1:
            self.wall.live -= 1
        else:
            self.wall.replaced -= 1
        things.apart = None

    def _lift(self, seat: int, habits_of: Habits) -> Piece:
        """Take the last tile of a pond."""
        pond = self.seats[seat].pond
        if not pond or pond[-1].taken:
            raise UnfilmableRecordError(f"no discard of seat {seat} lies there to call")
        slot = pond.pop()
        if habits_of.leaves_gap:
            pond.append(slot._replace(taken=True))
        return slot.piece

    def _own(self, seat: int, tile: Tile) -> Piece:
        piece = self.seats[seat].part(name(tile))
        if piece is None:
            raise UnfilmableRecordError(f"seat {seat} declares {tile}, which is not in its hand")
        return piece


def name(tile: Tile | None) -> str:
    """A tile's label; an unknown one's."""
    return UNKNOWN if tile is None else str(tile)


def plain(label: str) -> str:
    """The label without redness."""
    return f"5{label[1]}" if label[0] == "0" else label


def of(piece: Piece) -> Tile | None:
    """The tile of a piece."""
    return None if piece.label == UNKNOWN else Tile.parse(piece.label)


def _below(deviation: float, share: float) -> bool:
    """Whether a normal deviate falls among the lowest ``share`` (by a table of the tail)."""
    tail = {0.0: -9.0, 0.02: -2.054, 0.05: -1.645, 0.1: -1.282}
    return deviation < tail[share]


_MOVES: dict[type[TableEvent], Callable[[Following, Any, TableState], object]] = {
    events.Tsumo: Following.tsumo,
    events.Dahai: Following.dahai,
    events.Chi: Following.call,
    events.Pon: Following.call,
    events.Daiminkan: Following.call,
    events.Ankan: Following.ankan,
    events.Kakan: Following.kakan,
    events.Dora: Following.dora,
    events.ReachAccepted: Following.accept,
    events.Hora: Following.hora,
    events.Ryukyoku: Following.ryukyoku,
    incidents.ReachVoid: Following.void,
    incidents.Reveal: Following.reveal,
    incidents.PutBack: Following.put_back,
}


def _waiting(event: events.Ryukyoku, seats: Sequence[SeatThings]) -> Sequence[bool] | None:
    """Who waits at a draw, by the record or by who is paid; None where nothing says so.

    Where nobody pays, all wait or none does: their hands tell, as far as they are known.
    """
    if event.tenpais is not None or event.reason != EXHAUSTIVE:
        return event.tenpais
    if any(event.deltas):
        return [points > 0 for points in event.deltas]
    known = [things for things in seats if all(piece.label != UNKNOWN for piece in things.held)]
    if not known:
        return None
    return [all(map(_waits, known))] * len(seats)


def _waits(things: SeatThings) -> bool:
    """Whether one more tile completes the hand."""
    return bool(waits_of(pack(Tile.parse(piece.label) for piece in things.held) & KEY_MASK))
