"""How sets are declared: chi, pon and the three kinds of kan.

Raises IllegalActionError for what no table can show: a called tile that does not lie in its river,
tiles that are not held or make no such set.
"""

from collections.abc import Iterable

from scoring.errors import ScoringError
from scoring.melds import Meld, MeldKind
from scoring.seats import Seat
from scoring.tiles import Tile
from table.core.events import Ankan, Chi, Daiminkan, Kakan, Pon
from table.core.play import MARKERS, FourSeats, Offer, Play, Stage, kind_byte, seen_more, with_seat
from table.core.seat import SeatPlay, parted
from table.errors import IllegalActionError

_CALLS = {Chi: MeldKind.CHI, Pon: MeldKind.PON, Daiminkan: MeldKind.DAIMINKAN}


def call(play: Play, event: Chi | Pon | Daiminkan, oya: Seat) -> Play:
    """A discard is called; a tile drawn since goes back to the wall, and a kan with it is none."""
    actor, target, tile = event.actor, event.target, event.pai
    play = play.before(target)
    giver = play.seats[target]
    lying = giver.river[-1] if giver.river else None
    if actor == target or lying is None or lying.caller is not None:
        raise IllegalActionError(f"{_name(event)}: no discard of seat {target} lies there to call")
    if lying.tile not in {None, tile}:
        raise IllegalActionError(
            f"{_name(event)}: {tile} of seat {target}, expected its last discard {lying.tile}"
        )
    seen = play.seen
    if lying.tile is None:
        seen, play = seen_more(seen, tile), _read(play, target, tile)
    seat, seen = _parting(play.seats[actor], event.consumed, seen, _name(event))
    meld = _meld(_CALLS[type(event)], (*event.consumed, tile), tile, target, oya)
    is_kan = meld.kind is MeldKind.DAIMINKAN
    seats = with_seat(play.seats, target, _taken(giver, tile, actor))
    seats = with_seat(
        seats,
        actor,
        seat._replace(melds=(*seat.melds, meld), calls_at=(*seat.calls_at, len(play.offered))),
    )
    return play._replace(
        turn=actor,
        stage=Stage.REPLACE if is_kan else Stage.DISCARD,
        seats=interrupted(seats),
        seen=seen,
        open=False,
        kans=play.kans + is_kan,
        owed=_owing(play) if is_kan else play.owed,
        drawn=None,
        has_drawn=False,
        rinshan=False,
        called=meld,
        uncalled=play._replace(earlier=None),
        first_go=False,
        watched=True,
        said=(),
        earlier=None,
    )


def _taken(giver: SeatPlay, tile: Tile, actor: Seat) -> SeatPlay:
    """Whose last discard was called, by whom."""
    lying = giver.river[-1]._replace(tile=tile, caller=actor)
    known = giver.discarded | 1 << tile.kind
    return giver._replace(river=(*giver.river[:-1], lying), discarded=known)


def ankan(play: Play, event: Ankan) -> Play:
    """Four concealed tiles are declared."""
    seat, seen = _parting(play.seats[event.actor], event.consumed, play.seen, "Ankan")
    meld = _meld(MeldKind.ANKAN, event.consumed)
    seat = seat._replace(melds=(*seat.melds, meld))
    return _kan(play, event.actor, seat, seen, Offer(event.actor, meld.tiles[0], MeldKind.ANKAN))


def kakan(play: Play, event: Kakan) -> Play:
    """A tile is added to a pon."""
    before = play.seats[event.actor]
    place = next(
        (
            place
            for place, meld in enumerate(before.melds)
            if meld.kind is MeldKind.PON and meld.tiles == tuple(sorted(event.consumed))
        ),
        None,
    )
    if place is None:
        raise IllegalActionError(
            f"Kakan: seat {event.actor} has no pon of {event.consumed[0]}, expected one to add to"
        )
    pon = before.melds[place]
    seat, seen = _parting(before, (event.pai,), play.seen, "Kakan")
    meld = _meld(MeldKind.KAKAN, (*pon.tiles, event.pai), pon.called)
    meld = Meld(meld.kind, meld.tiles, pon.called, pon.source)
    seat = seat._replace(melds=(*seat.melds[:place], meld, *seat.melds[place + 1 :]))
    return _kan(play, event.actor, seat, seen, Offer(event.actor, event.pai, MeldKind.KAKAN))


def interrupted(seats: FourSeats) -> FourSeats:
    """The seats when a call or a kan has broken every ippatsu."""
    first, second, third, fourth = seats
    if not (first.ippatsu or second.ippatsu or third.ippatsu or fourth.ippatsu):
        return seats
    first, second, third, fourth = (seat._replace(ippatsu=False) for seat in seats)
    return first, second, third, fourth


def _kan(play: Play, actor: Seat, seat: SeatPlay, seen: int, offer: Offer) -> Play:
    """A kan of the player's own, which may be robbed."""
    return play._replace(
        turn=actor,
        stage=Stage.REPLACE,
        seats=with_seat(play.seats, actor, seat),
        seen=seen,
        offered=(*play.offered, offer),
        kinds=play.kinds + kind_byte(offer.tile if offer.kan is MeldKind.KAKAN else None),
        open=True,
        kans=play.kans + 1,
        owed=_owing(play),
        drawn=None,
        has_drawn=False,
        rinshan=False,
        called=None,
        uncalled=None,
        watched=True,
        said=(),
        earlier=play.earlier,
    )


def _owing(play: Play) -> int:
    """How many indicators are owed with one kan more; the dead wall has none for a fifth."""
    return play.owed + (play.kans < MARKERS - 1)


def _parting(seat: SeatPlay, tiles: Iterable[Tile], seen: int, name: str) -> tuple[SeatPlay, int]:
    """The seat without these tiles, and all tiles that are known then."""
    for tile in tiles:
        parts = parted(seat, tile)
        if parts is None:
            raise IllegalActionError(f"{name}: {tile} is not in the hand of who declares it")
        seat, hidden = parts
        if hidden:
            seen = seen_more(seen, tile)
    return seat, seen


def _meld(
    kind: MeldKind,
    tiles: tuple[Tile, ...],
    called: Tile | None = None,
    target: Seat | None = None,
    oya: Seat = Seat.FIRST,
) -> Meld:
    try:
        return Meld(kind, tiles, called, None if target is None else target.wind(oya))
    except ScoringError as fault:
        raise IllegalActionError(str(fault)) from None


def _read(play: Play, target: Seat, tile: Tile) -> Play:
    """The tile offered last, named now that its caller has shown it."""
    last = play.offered[-1]
    if last.seat != target or last.tile is not None:
        return play
    return play._replace(
        offered=(*play.offered[:-1], last._replace(tile=tile)),
        kinds=play.kinds[:-1] + kind_byte(tile),
    )


def _name(event: object) -> str:
    return type(event).__name__
