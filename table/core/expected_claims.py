"""Who can claim a tile that was offered: chi, pon, kan, ron, and the robbing of a kan."""

from scoring.furiten import robbable
from scoring.kuikae import leaves_discard
from scoring.melds import Meld, MeldKind
from scoring.ruleset import Ruleset
from scoring.seats import Seat
from scoring.tally import BIT
from scoring.tiles import TILES, Tile
from scoring.waits import shape_waits_of
from table.core.circumstances import surely_furiten
from table.core.events import Hora
from table.core.expectation import Expected, Own, held
from table.core.faces import KEY_MASK, unpack
from table.core.legal_ends import hora, may_rob
from table.core.play import Offer, Play
from table.core.seat import NEVER, SeatPlay
from table.core.state import TableState
from table.core.units import NO_POINTS, SEATS

_PLAIN = TILES[:34]
_PAIRS = tuple((tile, tile) for tile in _PLAIN)
_TRIPLES = tuple((tile, tile, tile) for tile in _PLAIN)
_RUNS: tuple[tuple[Own, ...], ...] = tuple(
    tuple(
        (_PLAIN[first], _PLAIN[second])
        for first, second in ((kind - 2, kind - 1), (kind - 1, kind + 1), (kind + 1, kind + 2))
        if kind < 27 and first // 9 == kind // 9 == second // 9
    )
    for kind in range(34)
)
"""Kind -> the pairs of own tiles that make a run with it."""
_FEW = 4
"""Concealed tiles up to which a call may leave nothing but swaps."""


def claims(
    state: TableState, play: Play, offer: Offer, ruleset: Ruleset, found: list[Expected]
) -> None:
    """Add every claim on the tile last offered."""
    wins(state, play, offer, ruleset, found)
    if offer.kan is None and (play.live > 0 or ruleset.calls.last_discard_callable):
        sets(play, offer, ruleset, found)


def wins(
    state: TableState,
    play: Play,
    offer: Offer,
    ruleset: Ruleset,
    found: list[Expected],
    *,
    late: bool = False,
) -> None:
    """Add the seats that can win on a tile; `play` is the hand when it was offered."""
    giver, tile, now = offer.seat, offer.tile, state.play
    if now is None:
        return
    called = late and now.uncalled is not None
    touched = late and ruleset.calls.touching_wall_ends_right
    for actor in SEATS:
        seat = play.seats[actor]
        if actor == giver or seat.dead or (actor == now.turn and (called or touched)):
            continue
        if seat.hidden or tile is None:
            barred = tile is not None and surely_furiten(play, actor, tile)
            if not barred and may_rob(seat, offer, ruleset):
                found.append(Expected("hora", actor, giver, tile, sure=False, late=late))
            continue
        key = seat.known & KEY_MASK
        if not shape_waits_of(key) & BIT[tile.kind]:
            continue
        if offer.kan is not None and not robbable(offer.kan, tile, key, ruleset):
            continue
        event = Hora(actor, giver, NO_POINTS, pai=tile)
        allowed = hora(state, now, event, ruleset).allowed
        if allowed is not False:
            found.append(Expected("hora", actor, giver, tile, sure=allowed is True, late=late))


def sets(
    play: Play, offer: Offer, ruleset: Ruleset, found: list[Expected], *, late: bool = False
) -> None:
    """Add the sets that a discard can make."""
    giver, tile = offer.seat, offer.tile
    next_seat = giver.after()
    kans = play.kans < ruleset.calls.maximum_kans or ruleset.calls.fifth_kan == "draw"
    for actor in SEATS:
        seat = play.seats[actor]
        if actor == giver or seat.dead or seat.riichi_turn != NEVER or seat.size < 2:
            continue
        if tile is None:
            _unread(actor, giver, next_seat, found, late=late)
            continue
        kind = tile.kind
        certain, most = held(seat, kind, play.seen)
        if most >= 2 and _leaves(seat, MeldKind.PON, _PAIRS[kind], tile, ruleset):
            pair = (_PAIRS[kind],)
            found.append(Expected("pon", actor, giver, tile, pair, (), certain >= 2, late))
        if most >= 3 and kans:
            three = (_TRIPLES[kind],)
            found.append(Expected("daiminkan", actor, giver, tile, three, (), certain >= 3, late))
        if actor == next_seat and kind < 27:
            _runs(play, actor, offer, ruleset, found, late)


def _runs(
    play: Play, actor: Seat, offer: Offer, ruleset: Ruleset, found: list[Expected], late: bool
) -> None:
    seat, tile, seen = play.seats[actor], offer.tile, play.seen
    if tile is None:
        return
    ways = []
    sure = False
    for way in _RUNS[tile.kind]:
        certain, most = held(seat, way[0].kind, seen)
        if not most:
            continue
        certain_too, most_too = held(seat, way[1].kind, seen)
        if not most_too or (not certain and not certain_too and seat.hidden < 2):
            continue
        if _leaves(seat, MeldKind.CHI, way, tile, ruleset):
            ways.append(way)
            sure = sure or bool(certain and certain_too)
    if ways:
        found.append(Expected("chi", actor, offer.seat, tile, tuple(ways), (), sure, late))


def _leaves(seat: SeatPlay, kind: MeldKind, own: Own, tile: Tile, ruleset: Ruleset) -> bool:
    """Whether a call leaves a tile that may be discarded, as far as the hand is known."""
    if seat.hidden or seat.size > 2 + _FEW:
        return True
    rest = list(unpack(seat.known))
    for one in own:
        rest.remove(next(other for other in rest if other.kind == one.kind))
    meld = Meld(kind, (*own, tile), tile)
    return leaves_discard(rest, meld, ruleset).allowed is not False


def _unread(
    actor: Seat, giver: Seat, next_seat: Seat, found: list[Expected], *, late: bool
) -> None:
    """Add what can be called of a discard that nobody could read."""
    kinds = ("pon", "daiminkan", "chi") if actor == next_seat else ("pon", "daiminkan")
    found.extend(Expected(kind, actor, giver, sure=False, late=late) for kind in kinds)
