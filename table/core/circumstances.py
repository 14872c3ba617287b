"""What the table knows about a win: riichi, ippatsu, last tiles, dora, the tiles let go."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from scoring.furiten import robbable
from scoring.hand import Hand
from scoring.melds import MeldKind
from scoring.ruleset import Ruleset
from scoring.seats import Seat
from scoring.tally import BIT, UNIT
from scoring.tiles import Tile
from scoring.waits import shape_waits_of
from scoring.win import Context, PassedTile, Win
from table.core.declaration import CIRCUMSTANCES, Declaration, consecutive_dealer_wins
from table.core.faces import KEY_MASK
from table.core.play import MARKERS, Offer, Play, kind_byte
from table.core.seat import NEVER, SeatPlay
from table.core.state import Riichi, TableState
from table.errors import IllegalActionError


def win_context(
    state: TableState,
    winner: Seat,
    target: Seat,
    tile: Tile,
    ruleset: Ruleset,
    *,
    ura: tuple[Tile, ...] = (),
) -> Win:
    """The circumstances of a win as the state shows them; `target` is the winner for a self-draw.

    Counters and sticks are all that lie on the table. Raises scoring's errors for circumstances
    that cannot be together, and IllegalActionError when no hand is dealt.
    """
    won = _moment(state, winner, target)
    return Win(
        win_tile=tile,
        tsumo=won.tsumo,
        seat_wind=state.seat_wind(winner),
        round_wind=state.bakaze,
        dora_indicators=markers(won.play, won.offer, ruleset),
        ura_indicators=ura,
        honba=state.honba,
        riichi_sticks=state.kyotaku,
        context=_context(state, won, winner, target, ruleset),
        **_flags(state, won, winner, ruleset),
    )


def declared(
    state: TableState,
    winner: Seat,
    target: Seat,
    tile: Tile,
    ruleset: Ruleset,
    *,
    ura: tuple[Tile, ...] = (),
) -> Declaration | None:
    """The same as a declaration to judge; None where the hand is not known."""
    hand = winning_hand(state, winner, target, tile)
    if hand is None:
        return None
    won = _moment(state, winner, target)
    flags = _flags(state, won, winner, ruleset)
    return Declaration(
        winner=winner,
        discarder=None if won.tsumo else target,
        hand=hand,
        win_tile=tile,
        circumstances=frozenset(name for name, value in flags.items() if value) & CIRCUMSTANCES,
        dora_indicators=markers(won.play, won.offer, ruleset),
        ura_indicators=ura,
        context=_context(state, won, winner, target, ruleset),
    )


def of_kans(state: TableState, winner: Seat, target: Seat) -> tuple[MeldKind | None, bool]:
    """Which kan the winning tile was laid to, if to one; whether the winner's last was of a pon."""
    if state.play is None:
        return None, False
    won = _moment(state, winner, target)
    robbed = None if won.offer is None else won.offer.kan
    return robbed, _kakan_last(won.play, won.seat, winner)


def winning_hand(state: TableState, winner: Seat, target: Seat, tile: Tile) -> Hand | None:
    """The winner's hand with the winning tile in it; None where it is not known.

    A hand shown after a self-draw may have the drawn tile in it already, or lie beside it.
    """
    seat = _moment(state, winner, target).seat
    concealed = seat.concealed
    if concealed is None:
        drawn_apart = winner == target and seat.hidden == 1
        return Hand((*seat.known_tiles, tile), seat.melds) if drawn_apart else None
    if winner == target:
        return Hand(concealed, seat.melds)
    return Hand((*concealed, tile), seat.melds)


def markers(play: Play, offer: Offer | None, ruleset: Ruleset) -> tuple[Tile, ...]:
    """The indicators that count; a robbed kan's is turned back where the rules have it so.

    A fifth kan has none.
    """
    turned = play.markers
    robbed = offer is not None and offer.kan is not None and play.kans < MARKERS
    if robbed and not play.owed and not ruleset.calls.robbed_kan_dora:
        turned = turned[:-1]
    return tuple(marker for marker in turned if marker is not None)


def passed_tiles(
    play: Play, winner: Seat, ruleset: Ruleset, seat: SeatPlay | None = None
) -> tuple[PassedTile, ...] | None:
    """The tiles that would have completed the hand and were let go; None if it is not known.

    The tile offered last is not among them. `seat` is the winner's, where more is known of it now.
    """
    seat = seat or play.seats[winner]
    if seat.hidden:
        return None
    since = min(at for at in (seat.drew_at, seat.riichi_at) if at != NEVER) if _began(seat) else 0
    passed = []
    for start, end, key in _spans(seat, since, len(play.offered) - 1):
        waits = shape_waits_of(key)
        for at in range(start, end):
            offer = play.offered[at]
            if offer.seat == winner or offer.tile is None:
                continue
            if not waits & BIT[offer.tile.kind]:
                continue
            if offer.kan is not None and not robbable(offer.kan, offer.tile, key, ruleset):
                continue
            passed.append(
                PassedTile(
                    offer.tile,
                    after_own_last_draw=at >= seat.drew_at,
                    after_riichi=seat.riichi_at != NEVER and at >= seat.riichi_at,
                    own_call_since=any(at < called for called in seat.calls_at),
                )
            )
    return tuple(passed)


def surely_furiten(play: Play, winner: Seat, tile: Tile) -> str:
    """Why a ron on this tile is furiten whatever the hidden hand is; "" where that is open.

    What completes the hand now did so before, unless an own call has changed the hand since.
    """
    seat = play.seats[winner]
    if seat.discarded >> tile.kind & 1:
        return f"{tile.plain} is among the own discards"
    since = len(play.kinds) if seat.drew_at == NEVER or seat.calls_at else seat.drew_at
    if NEVER != seat.riichi_at < since:
        since = seat.riichi_at
    if play.kinds.find(kind_byte(tile), since, len(play.kinds) - 1) >= 0:
        return f"{tile.plain} was let go before"
    return ""


def _spans(seat: SeatPlay, since: int, end: int) -> Iterator[tuple[int, int, int]]:
    """Stretches of offered tiles with the key of the 13 concealed tiles during each.

    Before an own call the hand still had the tiles of the set, and the one discarded with it. The
    tile that was called is one that the hand before let go.
    """
    key = seat.known & KEY_MASK
    called = [meld for meld in seat.melds if meld.kind in {MeldKind.CHI, MeldKind.PON}]
    places = list(seat.calls_at)
    for back, place in enumerate(reversed(places)):
        start = max(since, place)
        yield start, end, key
        end = min(end, place)
        tile = seat.river[-1 - back].tile if back < len(seat.river) else None
        if tile is None or back >= len(called):
            return
        meld = called[-1 - back]
        own = sum(UNIT[one.kind] for one in meld.tiles)
        own -= UNIT[meld.called.kind] if meld.called else UNIT[meld.tiles[0].kind]
        key += own + UNIT[tile.kind]
    yield since, end, key


def _began(seat: SeatPlay) -> bool:
    return seat.drew_at != NEVER or seat.riichi_at != NEVER


class _Moment(NamedTuple):
    """The hand when the winning tile came, a draw since put back."""

    play: Play
    seat: SeatPlay
    """The winner's, as it is known now."""
    offer: Offer | None
    """None for a self-draw."""

    beaten: bool = False
    """Another had called the tile, which the win takes back (WRR-5.4.1-RON)."""

    @property
    def tsumo(self) -> bool:
        return self.offer is None


def _moment(state: TableState, winner: Seat, target: Seat) -> _Moment:
    play = state.play
    if play is None:
        raise IllegalActionError("no hand is dealt, expected one with a winner")
    if winner == target:
        return _Moment(play, play.seats[winner], None)
    called = play.uncalled
    if called is not None and called.open and called.offered[-1].seat == target:
        return _Moment(called, called.seats[winner], called.offered[-1], beaten=True)
    before = play.before(target)
    drew = before is not play and winner == play.turn
    seat = (before if drew else play).seats[winner]
    offer = before.offered[-1] if before.offered else Offer(target, None)
    return _Moment(before, seat, offer if offer.seat == target else Offer(target, None))


def _flags(state: TableState, won: _Moment, winner: Seat, ruleset: Ruleset) -> dict[str, Any]:
    """What counts besides the tiles, by the names of `Win`."""
    play, seat, tsumo = won.play, won.seat, won.tsumo
    riichi = state.riichi[winner] is not Riichi.NONE
    robs = won.offer is not None and won.offer.kan is not None
    first = play.first_go and not seat.river and not seat.melds and play.watched
    last = play.drew_out
    dealer = winner == state.oya
    return {
        "riichi": riichi,
        "double_riichi": riichi and seat.double,
        "ippatsu": riichi and seat.ippatsu and not _disturbed(won, ruleset),
        "haitei": tsumo and last and not play.rinshan,
        "houtei": not tsumo and last and not robs,
        "rinshan": tsumo and play.rinshan,
        "chankan": robs,
        "tenhou": tsumo and first and dealer,
        "chiihou": tsumo and first and not dealer,
        "renhou": not tsumo and first and not dealer and not robs,
    }


def _disturbed(won: _Moment, ruleset: Ruleset) -> bool:
    """Whether a call that came to nothing has ended ippatsu, where the rules have it so."""
    false_call = won.beaten or won.play.false_call_at > won.seat.riichi_at
    return ruleset.riichi.ippatsu_ends_with_false_call and false_call


def _context(
    state: TableState, won: _Moment, winner: Seat, target: Seat, ruleset: Ruleset
) -> Context:
    seat = won.seat
    passed = () if won.tsumo else passed_tiles(won.play, winner, ruleset, seat)
    return Context(
        own_discards=seat.discards + seat.evidence,
        passed_winning_tiles=passed or (),
        robbed_kan=None if won.offer is None else won.offer.kan,
        dead_hand=seat.dead,
        dealer_consecutive_wins=consecutive_dealer_wins(state) + (winner == state.oya),
        discarder_seat=None if won.tsumo else state.seat_wind(target),
        kakan_last=_kakan_last(won.play, seat, winner),
    )


def _kakan_last(play: Play, seat: SeatPlay, winner: Seat) -> bool:
    """Whether the winner's last kan was made of a pon, in whose place among the sets it lies."""
    if all(meld.kind is not MeldKind.KAKAN for meld in seat.melds):
        return False
    fed = {meld.tiles[0].kind for meld in seat.melds if meld.kind is MeldKind.DAIMINKAN}
    for offer in reversed(play.offered):
        if offer.kan is not None and offer.seat == winner:
            return offer.kan is MeldKind.KAKAN
        if offer.tile is not None and offer.tile.kind in fed:
            return False
    return False
