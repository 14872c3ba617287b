"""From the hand in progress to the view of it: rivers, sets, known tiles, waits, furiten."""

from collections.abc import Sequence

from scoring.furiten import Furiten, furiten
from scoring.melds import Meld
from scoring.ruleset import Ruleset
from scoring.seats import Seat
from scoring.shanten import shanten_of
from scoring.tally import melds_key
from scoring.tiles import Tile
from scoring.waits import waits_by
from scoring.win import PassedTile
from table.core.circumstances import passed_tiles
from table.core.events import SEATS
from table.core.faces import KEY_MASK
from table.core.incidents import Dice, WallBreak
from table.core.play import Offer, Play, Stage
from table.core.seat import SeatPlay
from table.core.state import Riichi, TableState
from table.web.sight import sees_all
from table.web.views.play import (
    DiscardView,
    FuritenView,
    LaidView,
    LastView,
    PlayView,
    RiichiWord,
    SeatPlayView,
    SetupView,
    StageWord,
    WaitView,
)

BACK, UNREAD = "back", "?"
_STAGES: dict[Stage, StageWord] = {
    Stage.DRAW: "draw",
    Stage.DISCARD: "discard",
    Stage.REPLACE: "replace",
}
_RIICHI: dict[Riichi, RiichiWord] = {
    Riichi.NONE: "none",
    Riichi.DECLARED: "declared",
    Riichi.ACCEPTED: "accepted",
}


def play_view(state: TableState, ruleset: Ruleset) -> PlayView | None:
    """The hand in progress; None between hands."""
    play = state.play
    if play is None:
        return None
    last = play.last
    return PlayView(
        turn=play.turn,
        stage=_STAGES[play.stage],
        wall=max(0, play.live),
        indicators=[face(tile) for tile in play.markers],
        ura=[str(tile) for tile in play.ura],
        dora=[str(tile.dora) for tile in play.markers if tile is not None],
        kans=play.kans,
        owed=play.owed,
        watched=play.watched,
        lost=play.lost,
        last=None
        if last is None
        else LastView(seat=last.seat, tile=face(last.tile), kan=last.kan is not None),
        setup=_setup_view(state),
        seats=[_seat_view(state, play, seat, ruleset) for seat in SEATS],
    )


def face(tile: Tile | None) -> str:
    """A tile as it is shown."""
    return UNREAD if tile is None else str(tile)


def riichi_word(state: TableState, at: Seat) -> RiichiWord:
    """How far a seat's riichi is."""
    return _RIICHI[state.riichi[at]]


def waiting(seat: SeatPlay, ruleset: Ruleset) -> int | None:
    """The mask of the tiles that complete a hand of 13; None where it is not known."""
    if seat.hidden or seat.tiles != 13:
        return None
    rule = ruleset.draws.own_fifth_tile
    return waits_by(rule, seat.known & KEY_MASK, melds_key(seat.melds))


def proofs(
    state: TableState, play: Play, at: Seat, ruleset: Ruleset, mask: int
) -> tuple[Furiten, ...]:
    """Every proof that the seat, waiting for the tiles of the mask, may not ron."""
    seat = play.seats[at]
    return furiten(
        mask,
        ruleset,
        discards=(*seat.discards, *seat.evidence),
        passed=_passed(play, at, ruleset),
        riichi=state.riichi[at] is not Riichi.NONE,
    )


def furiten_views(found: Sequence[Furiten]) -> list[FuritenView]:
    """The proofs, for clients."""
    return [
        FuritenView(kind=one.kind, tile=str(one.tile), detail=one.detail, clause=one.clause)
        for one in found
    ]


def _passed(play: Play, at: Seat, ruleset: Ruleset) -> tuple[PassedTile, ...]:
    """The tiles let go; the last one offered is among them once nobody may claim it any more."""
    if not play.open:
        play = play._replace(offered=(*play.offered, Offer(at, None)))
    return passed_tiles(play, at, ruleset) or ()


def _seat_view(state: TableState, play: Play, at: Seat, ruleset: Ruleset) -> SeatPlayView:
    seat = play.seats[at]
    visible = sees_all() or seat.shown
    known = seat.known_tiles if visible else ()
    mask = waiting(seat, ruleset) if visible else None
    whole = visible and not seat.hidden
    return SeatPlayView(
        river=[
            DiscardView(
                tile=face(one.tile), drawn=one.tsumogiri, turned=one.turned, caller=one.caller
            )
            for one in seat.river
        ],
        melds=[_laid_view(meld, state) for meld in seat.melds],
        concealed=[str(tile) for tile in known] + [BACK] * (seat.size - len(known)),
        drawn=_drawn(play, at, visible=visible),
        tiles=seat.tiles,
        riichi=riichi_word(state, at),
        double_riichi=seat.double,
        ippatsu=seat.ippatsu,
        shown=seat.shown,
        announced=seat.announced,
        waits=None if mask is None else wait_views(play, mask),
        shanten=shanten_of(seat.known & KEY_MASK, melds_key(seat.melds)) if whole else None,
        furiten=None if mask is None else furiten_views(proofs(state, play, at, ruleset, mask)),
    )


def _drawn(play: Play, at: Seat, *, visible: bool) -> str | None:
    if play.turn != at or not play.has_drawn:
        return None
    return str(play.drawn) if visible and play.drawn is not None else BACK


def wait_views(play: Play, mask: int) -> list[WaitView]:
    """The tiles of a mask, and how many of each nobody has seen."""
    return [
        WaitView(tile=str(Tile.of(kind)), left=max(0, play.left(kind)))
        for kind in range(34)
        if mask >> kind & 1
    ]


def _laid_view(meld: Meld, state: TableState) -> LaidView:
    source = None if meld.source is None else Seat.of_wind(meld.source, state.oya)
    return LaidView(
        kind=meld.kind.value,
        tiles=[str(tile) for tile in meld.tiles],
        called=None if meld.called is None else str(meld.called),
        source=source,
    )


def _setup_view(state: TableState) -> SetupView | None:
    dice = [value for one in state.setup if isinstance(one, Dice) for value in one.values]
    breaks = [one for one in state.setup if isinstance(one, WallBreak)]
    if not dice and not breaks:
        return None
    broken = breaks[-1] if breaks else None
    return SetupView(
        dice=dice,
        side=None if broken is None else broken.side,
        stacks=None if broken is None else broken.stacks,
    )
