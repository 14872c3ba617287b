"""A win as the state has it: what a person would have to type is filled in beforehand."""

from scoring.melds import Meld
from scoring.ruleset import Ruleset
from scoring.seats import Seat
from scoring.tiles import Tile
from table.core.circumstances import win_context, winning_hand
from table.core.play import Play
from table.core.state import TableState
from table.errors import IllegalActionError
from table.web.sight import sees_all
from table.web.views.wins import DeclarationView, MeldShownView

_ANY = Tile.parse("1m")


def declaration_view(
    state: TableState, winner: Seat, target: Seat, ruleset: Ruleset
) -> DeclarationView:
    """The circumstances as the state shows them, and the hand where whoever asks may see it.

    Raises IllegalActionError when no hand is dealt.
    """
    play = state.play
    if play is None:
        raise IllegalActionError("no hand is dealt, expected one with a winner")
    tile = _winning_tile(play, winner, target)
    if tile is not None and winner == target and not sees_all():
        tile = None
    win = win_context(state, winner, target, tile or _ANY, ruleset)
    hand = None
    if tile is not None and (sees_all() or play.seats[winner].shown):
        hand = winning_hand(state, winner, target, tile)
    melds = play.seats[winner].melds
    return DeclarationView(
        winner=winner,
        discarder=None if winner == target else target,
        concealed=[] if hand is None else [str(one) for one in hand.concealed],
        melds=[_meld_view(meld, winner, state) for meld in melds],
        win_tile=None if tile is None else str(tile),
        riichi=win.riichi and not win.double_riichi,
        double_riichi=win.double_riichi,
        ippatsu=win.ippatsu,
        haitei=win.haitei,
        houtei=win.houtei,
        rinshan=win.rinshan,
        chankan=win.chankan,
        tenhou=win.tenhou,
        chiihou=win.chiihou,
        renhou=win.renhou,
        dora=[str(one) for one in win.dora_indicators],
        ura=[str(one) for one in play.ura],
        own_discards=[str(one) for one in win.context.own_discards],
        passed_winning_tiles=[str(one.tile) for one in win.context.passed_winning_tiles]
        if sees_all()
        else [],
    )


def _winning_tile(play: Play, winner: Seat, target: Seat) -> Tile | None:
    """The tile just drawn, or the one that lies there to be claimed; None where it is not known."""
    if winner == target:
        return play.drawn if play.has_drawn and play.turn == winner else None
    offer = play.claimable(target)
    return None if offer is None else offer.tile


def _meld_view(meld: Meld, winner: Seat, state: TableState) -> MeldShownView:
    source = None if meld.source is None else Seat.of_wind(meld.source, state.oya)
    return MeldShownView(
        kind=meld.kind.value,
        tiles=[str(tile) for tile in meld.tiles],
        called=None if meld.called is None else str(meld.called),
        source=None if source is None else (source - winner) % 4,
    )
