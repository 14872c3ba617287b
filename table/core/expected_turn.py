"""What the player on turn can do with fourteen tiles."""

from functools import lru_cache

from scoring.kans import kan_after_riichi
from scoring.kuikae import forbidden_discards
from scoring.melds import MeldKind
from scoring.ruleset import Ruleset
from scoring.seats import Seat
from scoring.tally import BIT, FULL, UNIT, melds_key
from scoring.tiles import TILES, Tile
from scoring.waits import ready_of, shape_waits_of
from table.core.draws import nine_kinds
from table.core.events import Hora, Reach
from table.core.expectation import Expected, held
from table.core.faces import KEY_MASK
from table.core.legal_ends import hora
from table.core.legal_turn import reach, turned
from table.core.play import Play
from table.core.seat import NEVER, SeatPlay
from table.core.state import TableState
from table.core.units import NO_POINTS

_PLAIN = TILES[:34]
_FULL = 14


def turn(state: TableState, play: Play, ruleset: Ruleset, found: list[Expected]) -> None:
    """Add the discards and declarations of the player on turn."""
    actor = play.turn
    seat = play.seats[actor]
    if seat.tiles != _FULL:
        return
    locked = seat.riichi_turn != NEVER and seat.riichi_turn != len(seat.river)
    declared = seat.riichi_turn == len(seat.river)
    if play.owed:
        found.append(Expected("dora"))
    if not play.owed or ruleset.calls.kan_dora != "at_once":
        found.append(_discard(play, actor, ruleset, locked=locked, declared=declared))
    if declared or not play.has_drawn:
        return
    if not seat.dead:
        _win(state, play, actor, ruleset, found)
        if play.live > 0 or ruleset.calls.kan_on_last_tile:
            _kans(play, actor, ruleset, found, locked=locked)
        if not locked:
            _riichi(state, play, actor, ruleset, found)
    if play.first_go and "nine_kinds" in ruleset.draws.abortive:
        answer = nine_kinds(play)
        if answer is not False:
            found.append(Expected("ryukyoku", actor, sure=answer is True))


def _discard(
    play: Play, actor: Seat, ruleset: Ruleset, *, locked: bool, declared: bool
) -> Expected:
    if locked:
        return Expected("dahai", actor, pai=play.drawn)
    if declared:
        return Expected("dahai", actor, barred=_not_turned(play.seats[actor], ruleset))
    if play.called is None:
        return Expected("dahai", actor)
    barred = forbidden_discards(play.called, ruleset)
    return Expected("dahai", actor, barred=barred or (), sure=barred is not None)


def _not_turned(seat: SeatPlay, ruleset: Ruleset) -> tuple[Tile, ...]:
    """The tiles without which a hand that declared riichi would not wait, where that is known."""
    if seat.hidden:
        return ()
    ready = {one.tile.kind for one in turned(seat, ruleset).discards}
    return tuple(tile for tile in seat.known_tiles if tile.kind not in ready) if ready else ()


def _win(
    state: TableState, play: Play, actor: Seat, ruleset: Ruleset, found: list[Expected]
) -> None:
    seat, drawn = play.seats[actor], play.drawn
    if seat.hidden:
        found.append(Expected("hora", actor, actor, drawn, sure=False))
        return
    if drawn is None or not _complete(seat.known & KEY_MASK, drawn.kind):
        return
    allowed = hora(state, play, Hora(actor, actor, NO_POINTS, pai=drawn), ruleset).allowed
    if allowed is not False:
        found.append(Expected("hora", actor, actor, drawn, sure=allowed is True))


def _complete(key: int, drawn: int) -> bool:
    return bool(shape_waits_of(key - UNIT[drawn]) & BIT[drawn])


def _kans(
    play: Play, actor: Seat, ruleset: Ruleset, found: list[Expected], *, locked: bool
) -> None:
    if play.kans >= ruleset.calls.maximum_kans and ruleset.calls.fifth_kan != "draw":
        return
    seat = play.seats[actor]
    fours = (seat.known & KEY_MASK & FULL) >> 2
    while fours:
        low = fours & -fours
        tile = _PLAIN[(low.bit_length() - 1) // 3]
        fours ^= low
        if not locked or _keeps_waits(seat, play.drawn, tile, ruleset):
            found.append(Expected("ankan", actor, pai=tile, own=((tile,) * 4,)))
    if seat.hidden >= 3 and (not locked or ruleset.riichi.ankan != "never"):
        found.append(Expected("ankan", actor, pai=play.drawn if locked else None, sure=False))
    if locked:
        return
    for meld in seat.melds:
        if meld.kind is MeldKind.PON:
            certain, most = held(seat, meld.tiles[0].kind, play.seen)
            if most:
                tile = meld.tiles[0].plain
                found.append(
                    Expected("kakan", actor, pai=tile, own=(meld.tiles,), sure=certain > 0)
                )


def _keeps_waits(seat: SeatPlay, drawn: Tile | None, tile: Tile, ruleset: Ruleset) -> bool:
    ruling = kan_after_riichi(seat.concealed, seat.melds, drawn, tile, ruleset)
    return ruling.allowed is not False


def _riichi(
    state: TableState, play: Play, actor: Seat, ruleset: Ruleset, found: list[Expected]
) -> None:
    seat, rules = play.seats[actor], ruleset.riichi
    if play.live < rules.live_tiles or not seat.closed:
        return
    if rules.needs_points and state.scores[actor] < rules.bet:
        return
    if seat.hidden:
        found.append(Expected("reach", actor, sure=False))
    elif _tenpai_after(seat.known & KEY_MASK, melds_key(seat.melds) if seat.melds else 0):
        allowed = reach(state, play, Reach(actor), ruleset).allowed
        if allowed is not False:
            found.append(Expected("reach", actor, sure=allowed is True))


@lru_cache(maxsize=1 << 14)
def _tenpai_after(key: int, own: int) -> bool:
    """Whether some discard leaves a hand that waits, be it for an own fifth tile."""
    return bool(ready_of(key, own, fifth=True))
