"""How each event within a hand changes it. Only the impossible is refused, not the illegal.

Raises IllegalActionError for what no table can show: a tile discarded that is not held, a called
tile that does not lie in its river, a fifth tile of a kind.
"""

from scoring.seats import Seat
from scoring.tiles import Tile
from table.core.calls import interrupted
from table.core.events import Dahai, Dora, Hora, Reach, Tsumo
from table.core.faces import UNITS, has, pack
from table.core.incidents import Call, CountsAsDiscard, OutOfSync, PutBack, Reveal, Tenpai
from table.core.play import DEAD_WALL, MARKERS, Offer, Play, Stage, kind_byte, seen_more, with_seat
from table.core.seat import NEVER, Discard, drawn
from table.core.units import SEATS
from table.errors import IllegalActionError


def tsumo(play: Play, event: Tsumo) -> Play:
    """A tile is drawn."""
    actor, tile = event.actor, event.pai
    if play.live <= -DEAD_WALL:
        raise IllegalActionError(f"Tsumo: no tile is left for seat {actor} to draw")
    after_kan = play.stage is Stage.REPLACE
    rinshan = after_kan and actor == play.turn
    seats = with_seat(play.seats, actor, drawn(play.seats[actor], tile, len(play.offered)))
    return play._replace(
        turn=actor,
        stage=Stage.DISCARD,
        seats=interrupted(seats) if after_kan else seats,
        live=play.live - 1,
        seen=play.seen if tile is None else seen_more(play.seen, tile),
        open=False,
        drawn=tile,
        has_drawn=True,
        rinshan=rinshan,
        called=None,
        uncalled=play.uncalled if rinshan else None,
        first_go=play.first_go and not after_kan,
        watched=True,
        earlier=play,
    )


def dahai(play: Play, event: Dahai) -> Play:
    """A tile is discarded."""
    actor, tile = event.actor, _discarded(play, event)
    before = play.seats[actor]
    known, hidden, seen = _discarding(play, event, tile)
    turned = before.riichi_turn != NEVER and before.turns_next
    seat = before._replace(
        river=(*before.river, Discard(tile, event.tsumogiri, turned)),
        size=before.size - 1,
        known=known,
        hidden=hidden,
        discarded=before.discarded if tile is None else before.discarded | 1 << tile.kind,
        ippatsu=len(before.river) == before.riichi_turn,
    )
    seats = with_seat(play.seats, actor, seat)
    after_kan = play.stage is Stage.REPLACE
    return play._replace(
        turn=SEATS[(actor + 1) % 4],
        stage=Stage.DRAW,
        seats=interrupted(seats) if after_kan else seats,
        seen=seen,
        offered=(*play.offered, Offer(actor, tile)),
        kinds=play.kinds + kind_byte(tile),
        open=True,
        drawn=None,
        has_drawn=False,
        rinshan=False,
        called=None,
        uncalled=None,
        first_go=play.first_go and not after_kan,
        watched=True,
        said=(),
        earlier=None,
    )


def dora(play: Play, event: Dora) -> Play:
    """An indicator is turned."""
    if len(play.markers) >= MARKERS:
        raise IllegalActionError(f"Dora: {MARKERS} indicators are turned, expected no more")
    marker = event.dora_marker
    return play._replace(
        markers=(*play.markers, marker),
        seen=play.seen if marker is None else seen_more(play.seen, marker),
        owed=max(0, play.owed - 1),
    )


def reach(play: Play, event: Reach) -> Play:
    """Riichi is declared."""
    seat = play.seats[event.actor]
    seat = seat._replace(
        riichi_at=len(play.offered),
        riichi_turn=len(seat.river),
        double=play.first_go and not seat.river,
    )
    return play._replace(seats=with_seat(play.seats, event.actor, seat))


def riichi_undone(play: Play, actor: Seat) -> Play:
    """The riichi of a seat does not count."""
    seat = play.seats[actor]._replace(
        riichi_at=NEVER, riichi_turn=NEVER, double=False, ippatsu=False
    )
    return play._replace(seats=with_seat(play.seats, actor, seat))


def riichi_again(play: Play, actor: Seat) -> Play:
    """The riichi of a seat counts again, without its ippatsu."""
    seat = play.seats[actor]
    turn = next((at for at, one in enumerate(seat.river) if one.turned), len(seat.river))
    seat = seat._replace(riichi_at=len(play.offered), riichi_turn=turn)
    return play._replace(seats=with_seat(play.seats, actor, seat))


def said(play: Play, event: Call) -> Play:
    """A word is said."""
    return play._replace(said=(*play.said, event))


def announced(play: Play, event: Tenpai) -> Play:
    """A player says at the end of the wall whether he waits; his first word stands."""
    seat = play.seats[event.actor]
    if seat.announced is not None:
        return play
    seat = seat._replace(announced=event.tenpai)
    return play._replace(seats=with_seat(play.seats, event.actor, seat))


def put_back(play: Play, event: PutBack) -> Play:
    """The draw is undone."""
    if play.earlier is None or play.turn != event.actor or not play.has_drawn:
        raise IllegalActionError(
            f"PutBack: seat {event.actor} has no tile just drawn, expected a draw before"
        )
    return play.earlier


def counts(play: Play, event: CountsAsDiscard) -> Play:
    """A tile counts as discarded by this player."""
    seat = play.seats[event.actor]
    seat = seat._replace(
        evidence=(*seat.evidence, event.pai), discarded=seat.discarded | 1 << event.pai.kind
    )
    return play._replace(seats=with_seat(play.seats, event.actor, seat))


def lost(play: Play, _event: OutOfSync) -> Play:
    """Nothing concealed is certain any more."""
    held = pack(tile for seat in play.seats for tile in seat.known_tiles)
    first, second, third, fourth = (seat._replace(hidden=seat.size, known=0) for seat in play.seats)
    return play._replace(
        seats=(first, second, third, fourth), seen=play.seen - held, drawn=None, lost=True
    )


def reveal(play: Play, event: Reveal) -> Play:
    """Concealed tiles are shown: the whole hand, or some of it."""
    actor, seat = event.actor, play.seats[event.actor]
    known = [tile for tile in event.tehai if tile is not None]
    if len(event.tehai) > seat.size:
        raise IllegalActionError(
            f"Reveal: seat {actor} shows {len(event.tehai)} tiles, expected at most {seat.size}"
        )
    shown, seen, fresh = pack(()), play.seen, 0
    held = seat.known
    for tile in known:
        if has(held, tile):
            held -= UNITS[tile.place]
        else:
            fresh += 1
            seen = seen_more(seen, tile)
        shown += UNITS[tile.place]
    if fresh > seat.hidden:
        raise IllegalActionError(
            f"Reveal: the {len(known)} tiles that seat {actor} shows are not the ones it holds"
        )
    seat = seat._replace(
        known=shown + held, hidden=seat.hidden - fresh, shown=len(event.tehai) == seat.size
    )
    return play._replace(seats=with_seat(play.seats, actor, seat), seen=seen)


def won(play: Play, event: Hora) -> Play:
    """A hand is won: its tile is known now, and the ura indicators."""
    play = _winning_tile(play, event)
    if event.ura_markers and event.ura_markers != play.ura:
        seen = play.seen - pack(play.ura)
        for tile in event.ura_markers:
            seen = seen_more(seen, tile)
        play = play._replace(ura=event.ura_markers, seen=seen)
    return play


def _winning_tile(play: Play, event: Hora) -> Play:
    """Hold the winning tile against the one that lies there."""
    if event.pai is None:
        return play
    if event.tsumo:
        tile = play.drawn if play.has_drawn and play.turn == event.actor else None
    else:
        offer = play.claimable(event.target)
        tile = None if offer is None else offer.tile
    if tile is not None and tile != event.pai:
        raise IllegalActionError(f"Hora: the winning tile {event.pai}, expected {tile}")
    return play


def _discarded(play: Play, event: Dahai) -> Tile | None:
    """The face that is discarded, also where only the draw was seen."""
    if play.turn != event.actor or not play.has_drawn or play.drawn is None:
        return event.pai
    if event.tsumogiri and event.pai not in {None, play.drawn}:
        raise IllegalActionError(
            f"Dahai: {event.pai} as the tile just drawn, expected {play.drawn}"
        )
    return play.drawn if event.tsumogiri else event.pai


def _discarding(play: Play, event: Dahai, tile: Tile | None) -> tuple[int, int, int]:
    """What is known and hidden in the hand without the discarded tile, and all that is seen."""
    seat = play.seats[event.actor]
    if tile is None:
        if not seat.size:
            raise IllegalActionError(f"Dahai: seat {event.actor} has no tile left to discard")
        # One of the tiles has left unseen, so none of the rest is certain.
        return 0, seat.size - 1, play.seen - seat.known
    unseen = False
    if play.has_drawn and play.turn == event.actor:
        unseen = event.tsumogiri is True and play.drawn is None
        if event.tsumogiri is False and play.drawn == tile:
            unseen = not has(seat.known - UNITS[tile.place], tile)
            if unseen and not seat.hidden:
                raise IllegalActionError(
                    f"Dahai: {tile} from the hand of seat {event.actor}, which has only the one"
                    " drawn"
                )
    if has(seat.known, tile) and not (unseen and seat.hidden):
        return seat.known - UNITS[tile.place], seat.hidden, play.seen
    if not seat.hidden:
        raise IllegalActionError(f"Dahai: {tile} is not in the hand of seat {event.actor}")
    return seat.known, seat.hidden - 1, seen_more(play.seen, tile)
