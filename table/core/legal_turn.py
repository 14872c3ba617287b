"""What the player on turn may do: draw, discard, declare riichi or an own kan."""

from collections.abc import Iterable

from scoring.kans import kan_after_riichi, kans
from scoring.kuikae import kuikae
from scoring.melds import Meld, MeldKind
from scoring.riichi import RiichiRuling, riichi
from scoring.ruleset import Ruleset
from scoring.ruling import Ruling
from scoring.seats import Seat
from scoring.tiles import FIVES, Tile
from table.core.events import Ankan, Dahai, Dora, Kakan, Reach, ReachAccepted, Tsumo
from table.core.faces import has
from table.core.fives import too_many
from table.core.play import Play, Stage
from table.core.seat import NEVER, SeatPlay
from table.core.state import Riichi, TableState
from table.core.weighing import Weighing, allowed

FULL = 14
"""Tiles held before a discard, a set counting as three."""


def tsumo(play: Play, event: Tsumo, ruleset: Ruleset) -> Ruling:
    """A draw."""
    tile = event.pai
    on_turn = event.actor == play.turn and play.stage is not Stage.DISCARD
    plain = tile is None or not play.aka_flag or tile.kind not in FIVES
    if plain and on_turn and (play.live > 0 or play.stage is Stage.REPLACE):
        return allowed(ruleset, "it is the player's turn", "cited.turn")
    weighing = Weighing(ruleset)
    if play.stage is Stage.DISCARD:
        weighing.refuse("has_tiles", f"seat {play.turn} has to discard first", "cited.turn")
    elif event.actor != play.turn:
        weighing.refuse("not_turn", f"it is the turn of seat {play.turn}", "cited.turn")
    elif play.stage is Stage.DRAW and play.drew_out:
        weighing.refuse("wall_empty", "the live wall is used up", "cited.exhausted")
    if tile is not None:
        in_set(weighing, play, (tile,))
    return weighing.ruling("it is the player's turn", "cited.turn")


def dahai(play: Play, event: Dahai, ruleset: Ruleset) -> Ruling:
    """A discard."""
    seat, tile = play.seats[event.actor], event.pai
    if (
        event.actor == play.turn
        and play.stage is Stage.DISCARD
        and seat.riichi_turn == NEVER
        and tile is not None
        and play.called is None
        and not play.owed
        and seat.tiles == FULL
        and (has(seat.known, tile) or (seat.hidden and not (play.aka_flag and tile.kind in FIVES)))
    ):
        return allowed(ruleset, "it is the player's turn", "cited.turn")
    weighing = Weighing(ruleset)
    if _on_turn(weighing, play, event.actor):
        _right_count(weighing, event.actor, seat)
        if tile is not None:
            weighing.held(seat, (tile,))
            if seat.hidden and not has(seat.known, tile):
                in_set(weighing, play, (tile,))
        if play.owed and ruleset.calls.kan_dora == "at_once":
            weighing.refuse("dora_owed", "a kan's indicator is not turned", "calls.kan_dora")
        if play.called is not None:
            if event.pai is None:
                weighing.doubt("tile_unknown", "what was discarded is not known", "calls.kuikae")
            else:
                weighing.take(kuikae(play.called, event.pai, ruleset))
        if seat.riichi_turn == len(seat.river):
            if seat.tiles == FULL:
                _keeps_tenpai(weighing, seat, event.pai)
        elif seat.riichi_turn != NEVER:
            _only_the_drawn(weighing, play, event)
    return weighing.ruling("it is the player's turn", "cited.turn")


def reach(state: TableState, play: Play, event: Reach, ruleset: Ruleset) -> Ruling:
    """A riichi."""
    weighing = Weighing(ruleset)
    if not play.watched:
        weighing.doubt("not_watched", "no tile of the hand was seen")
        return weighing.ruling("")
    seat = play.seats[event.actor]
    if _on_turn(weighing, play, event.actor) and _right_count(weighing, event.actor, seat):
        weighing.take(
            riichi(
                seat.concealed,
                seat.melds,
                ruleset,
                live_tiles=play.live,
                points=state.scores[event.actor],
                in_riichi=state.riichi[event.actor] is not Riichi.NONE,
                dead=seat.dead,
                river=seat.discards,
            )
        )
    return weighing.ruling("a closed hand, tenpai after a discard", "cited.riichi_hand")


def reach_accepted(state: TableState, play: Play, event: ReachAccepted, ruleset: Ruleset) -> Ruling:
    """A stick laid."""
    weighing = Weighing(ruleset)
    seat = play.seats[event.actor]
    before = seat.riichi_turn == len(seat.river) and play.watched
    if before and ruleset.riichi.order == "stick_after_discard":
        weighing.refuse("riichi_order", "the stick is laid before the discard", "riichi.order")
    if state.riichi[event.actor] is not Riichi.DECLARED:
        weighing.refuse("no_riichi", "no riichi was declared", "riichi.bet")
    return weighing.ruling("the riichi stands", "riichi.bet")


def ankan(play: Play, event: Ankan, ruleset: Ruleset) -> Ruling:
    """A concealed kan."""
    weighing = Weighing(ruleset)
    seat, tile = play.seats[event.actor], event.consumed[0]
    if _on_turn(weighing, play, event.actor):
        _right_count(weighing, event.actor, seat)
        _alive(weighing, event.actor, seat)
        weighing.held(seat, event.consumed)
        _turn_of_kan(weighing, play, event.consumed, (), tile)
        if seat.riichi_turn == len(seat.river):
            detail = "a riichi was declared, and its tile is not discarded yet"
            weighing.refuse("riichi_open", detail, "cited.riichi_hand")
        elif seat.riichi_turn != NEVER:
            weighing.take(kan_after_riichi(seat.concealed, seat.melds, play.drawn, tile, ruleset))
    return weighing.ruling("four of a kind on the own turn", "cited.kan_turn")


def kakan(play: Play, event: Kakan, ruleset: Ruleset) -> Ruling:
    """An added kan."""
    weighing = Weighing(ruleset)
    seat = play.seats[event.actor]
    if _on_turn(weighing, play, event.actor):
        _right_count(weighing, event.actor, seat)
        _alive(weighing, event.actor, seat)
        weighing.held(seat, (event.pai,))
        pons = tuple(
            meld
            for meld in seat.melds
            if meld.kind is MeldKind.PON and meld.tiles[0].kind == event.pai.kind
        )
        if not pons:
            weighing.refuse("no_pon", f"no pon of {event.pai.plain} lies there", "cited.kan_turn")
        _turn_of_kan(weighing, play, (event.pai,), pons, event.pai)
    return weighing.ruling("the fourth tile of a pon on the own turn", "cited.kan_turn")


def dora(play: Play, event: Dora, ruleset: Ruleset) -> Ruling:
    """An indicator turned."""
    weighing = Weighing(ruleset)
    if event.dora_marker is not None:
        in_set(weighing, play, (event.dora_marker,))
    if not play.owed:
        weighing.refuse("no_kan", "no kan has an indicator to turn", "calls.kan_dora")
    if not ruleset.win.kan_dora:
        weighing.refuse("no_kan_dora", "kans turn no indicator", "win.kan_dora")
    if play.owed and play.stage is Stage.REPLACE and not turned_at_once(play, ruleset):
        detail = "the kan's player has not drawn the replacement tile"
        weighing.refuse("dora_early", detail, "calls.kan_dora")
    return weighing.ruling("a kan turns it", "calls.kan_dora")


def turned_at_once(play: Play, ruleset: Ruleset) -> bool:
    """Whether an indicator is due before the replacement tile; an open kan's may have to wait."""
    if ruleset.calls.kan_dora == "at_once" or play.owed > 1:
        return True
    offer = play.last
    return offer is not None and offer.kan is MeldKind.ANKAN


def turned(seat: SeatPlay, ruleset: Ruleset, tile: Tile | None = None) -> RiichiRuling:
    """What may be turned with a riichi that is declared: this tile, and which at all."""
    return riichi(seat.concealed, seat.melds, ruleset, live_tiles=99, points=None, discard=tile)


def in_set(weighing: Weighing, play: Play, tiles: Iterable[Tile]) -> None:
    """The set must have these tiles besides those that are seen."""
    detail = too_many(play.seen, tiles, weighing.ruleset) if play.aka_flag else ""
    if detail:
        weighing.refuse("not_in_set", detail, "win.red_five_tiles")


def _on_turn(weighing: Weighing, play: Play, actor: Seat) -> bool:
    """Whether the player has the turn and his tiles to act with."""
    if actor != play.turn:
        weighing.refuse("not_turn", f"it is the turn of seat {play.turn}", "cited.turn")
    elif play.stage is not Stage.DISCARD:
        weighing.refuse("not_drawn", f"seat {actor} has to {play.stage.value}", "cited.turn")
    else:
        return True
    return False


def _right_count(weighing: Weighing, actor: Seat, seat: SeatPlay) -> bool:
    if seat.tiles == FULL:
        return True
    detail = f"seat {actor} holds {seat.tiles} tiles, not {FULL}"
    weighing.refuse("wrong_tile_count", detail, "fouls.wrong_tile_count")
    return False


def _alive(weighing: Weighing, actor: Seat, seat: SeatPlay) -> None:
    if seat.dead:
        weighing.refuse("dead_hand", f"the hand of seat {actor} is dead", "cited.dead_hand")


def _turn_of_kan(
    weighing: Weighing, play: Play, tiles: tuple[Tile, ...], melds: tuple[Meld, ...], tile: Tile
) -> None:
    """What the turn, the wall and the number of kans say to a kan."""
    found = kans(
        tiles,
        melds,
        tile if play.has_drawn else None,
        weighing.ruleset,
        live_tiles=play.live,
        kans_declared=play.kans,
    )
    for kan in found:
        weighing.take(kan.ruling)


def _keeps_tenpai(weighing: Weighing, seat: SeatPlay, tile: Tile | None) -> None:
    """Whether the tile turned with the riichi leaves a waiting hand."""
    if seat.concealed is None or tile is None:
        weighing.doubt("hidden_hand", "the concealed tiles are not known", "cited.riichi_hand")
        return
    ruling = turned(seat, weighing.ruleset, tile)
    weighing.against += [one for one in ruling.reasons if one.reason == "discard"]


def _only_the_drawn(weighing: Weighing, play: Play, event: Dahai) -> None:
    """After riichi nothing but the drawn tile is discarded."""
    if event.tsumogiri is True:
        return
    if event.tsumogiri is False:
        detail = "the drawn tile stays in the hand of a player in riichi"
        weighing.refuse("riichi_lock", detail, "cited.riichi_lock")
    elif play.drawn is None or event.pai is None:
        detail = "whether it is the tile drawn is not known"
        weighing.doubt("draw_unseen", detail, "cited.riichi_lock")
    elif play.drawn != event.pai:
        detail = f"{event.pai} after {play.drawn} was drawn in riichi"
        weighing.refuse("riichi_lock", detail, "cited.riichi_lock")
