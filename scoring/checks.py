"""What a hand and its circumstances must fulfil together before anything is scored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.errors import IllegalHandError, IllegalWinError
from scoring.melds import MeldKind
from scoring.tiles import COPIES, FIVES, ONES, RED_AT, Tile
from scoring.win import CIRCUMSTANCES, NOTHING_AMISS

if TYPE_CHECKING:
    from scoring.hand import Hand
    from scoring.ruleset import Ruleset
    from scoring.win import Win

_FIRST_TURN = ("tenhou", "chiihou", "renhou")
_NEEDS_MELD = 1 << CIRCUMSTANCES.index("rinshan")
_BARE = sum(1 << CIRCUMSTANCES.index(name) for name in ("riichi", "rinshan", *_FIRST_TURN))
"""What depends on the declared sets."""


def check(hand: Hand, win: Win) -> None:
    """Raise IllegalHandError or IllegalWinError for what cannot lie on one table."""
    if hand.size != 14:
        raise IllegalHandError(
            f"hand {hand}: {hand.size} tiles, expected 14 with the winning tile (a kan counts as 3)"
        )
    indicators = win.dora_indicators + win.ura_indicators
    if win.context is not NOTHING_AMISS:
        _check_context(hand, win)
        _check_copies(hand, indicators + win.context.own_discards)
    else:
        held = hand.held
        for tile in indicators:
            held += tile.unit
        if len(indicators) >= COPIES or held >> 2 & (held | held >> 1) & ONES:
            _check_copies(hand, indicators)  # three indicators cannot overrun a count
    if hand.melds or win.circumstances & _NEEDS_MELD:
        _check_calls(hand, win)
    if win.chankan:
        _check_robbed(hand, win.win_tile, indicators)


def check_reds(hand: Hand, ruleset: Ruleset) -> None:
    """Raise IllegalHandError for more red fives than the set has, where the rules say how many.

    Where red fives are no dora each counts as a plain five.
    """
    in_set = ruleset.win.red_five_tiles
    if not (hand.held >> RED_AT and ruleset.win.red_fives and any(in_set)):
        return
    tiles = hand.all_tiles()
    for kind, most in zip(sorted(FIVES), in_set, strict=True):
        red = Tile.of(kind, red=True)
        if tiles.count(red) > most:
            raise IllegalHandError(
                f"hand {hand}: {tiles.count(red)} copies of {red}, expected at most {most}"
                f" under {ruleset.id}"
            )


def _check_copies(hand: Hand, tiles: tuple[Tile, ...]) -> None:
    """Count the tiles that lie elsewhere with those of the hand."""
    elsewhere = [tile.kind for tile in tiles]
    for kind in set(elsewhere):
        here, there = hand.held >> 3 * kind & 7, elsewhere.count(kind)
        if here + there > COPIES:
            raise IllegalHandError(
                f"hand {hand}: {here} copies of {Tile.of(kind)} and {there} among the indicators"
                f" and own discards, expected at most {COPIES} in all"
            )


def _check_robbed(hand: Hand, won: Tile, indicators: tuple[Tile, ...]) -> None:
    """Count the copies of a robbed tile: the kan has all but it."""
    here = hand.held >> 3 * won.kind & 7
    copies = here + [tile.kind for tile in indicators].count(won.kind)
    if copies > 1:
        raise IllegalHandError(
            f"chankan on {won} with hand {hand}: {copies} copies of it in the hand and among the"
            " indicators, expected one, for the robbed kan has the others"
        )


def _check_calls(hand: Hand, win: Win) -> None:
    """Hold the circumstances against the declared sets."""
    for meld in hand.melds:
        if meld.source is None:
            continue
        if meld.source is win.seat_wind:
            raise IllegalWinError(f"meld {meld}: expected a feeder other than the winner")
        if meld.kind is MeldKind.CHI and meld.source.after() is not win.seat_wind:
            raise IllegalWinError(
                f"meld {meld} of {win.seat_wind}: expected {win.seat_wind.after(3)} as its feeder,"
                " the player before"
            )
    if not win.circumstances & _BARE:
        return
    if win.riichi and not hand.is_closed:
        called = next(meld for meld in hand.melds if meld.is_open)
        raise IllegalWinError(f"riichi with {called}: expected a closed hand")
    if win.rinshan and not any(meld.kind.is_kan for meld in hand.melds):
        raise IllegalWinError(f"rinshan with hand {hand}: expected a kan in it")
    for name in _FIRST_TURN:
        if hand.melds and getattr(win, name):
            raise IllegalWinError(
                f"{name} with {hand.melds[0]}: expected no meld before the first turn"
            )


def _check_context(hand: Hand, win: Win) -> None:
    """Hold what the table knows against the circumstances and the declared sets."""
    context = win.context
    if context.robbed_kan is not None and not win.chankan:
        raise IllegalWinError(f"robbed_kan {context.robbed_kan} without chankan: expected both")
    if context.robbed_kan is MeldKind.DAIMINKAN or (
        context.robbed_kan is not None and not context.robbed_kan.is_kan
    ):
        raise IllegalWinError(f"robbed_kan {context.robbed_kan}: expected kakan or ankan")
    if context.kakan_last and all(meld.kind is not MeldKind.KAKAN for meld in hand.melds):
        raise IllegalWinError(f"kakan_last with hand {hand}: expected a kakan in it")
    if context.discarder_seat is not None:
        if win.tsumo:
            raise IllegalWinError(
                f"discarder_seat {context.discarder_seat} with a self-draw: expected a ron"
            )
        if context.discarder_seat is win.seat_wind:
            raise IllegalWinError(
                f"discarder_seat {context.discarder_seat}: expected another than the winner's"
            )
    if context.dealer_consecutive_wins < 0:
        raise IllegalWinError(
            f"dealer_consecutive_wins {context.dealer_consecutive_wins}: expected 0 or more"
        )
