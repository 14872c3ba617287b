"""Whether the hand at the table is drawn: the end of the wall, abortive draws, nagashi mangan.

Answers are yes, no, or None where hidden tiles decide. A draw by the discards counts once the last
discard is not won on.
"""

from collections.abc import Callable
from dataclasses import dataclass

from scoring.melds import MeldKind
from scoring.ruleset import Ruleset
from scoring.seats import Seat
from scoring.tiles import Tile
from table.core.play import Play, Stage
from table.core.state import Riichi, TableState
from table.core.units import SEATS

NINE = 9
MAXIMUM_KANS = 4


@dataclass(frozen=True, slots=True)
class DrawnBy:
    """A way in which the hand is drawn, or may be."""

    reason: str
    """As in `Ryukyoku`."""
    certain: bool
    """False where it depends on tiles that nobody has seen."""
    optional: bool = False
    """A player may declare it or play on."""
    actor: Seat | None = None
    """Who may declare it."""


def draws_now(state: TableState, ruleset: Ruleset) -> tuple[DrawnBy, ...]:
    """Every way in which the hand is drawn at this moment, unless the last discard is won on."""
    play = state.play
    if play is None:
        return ()
    found = []
    if play.drew_out and play.stage is Stage.DRAW:
        found.append(DrawnBy("exhaustive_draw", certain=True))
    for reason in ruleset.draws.abortive:
        answer = _ABORTED[reason](state, play) if reason in _ABORTED else False
        if answer is not False:
            optional = reason == "nine_kinds"
            actor = play.turn if optional else None
            found.append(DrawnBy(reason, answer is True, optional, actor))
    return tuple(found)


def four_winds(play: Play) -> bool | None:
    """All four first discards are the same wind, nothing called in between (JPB-AB-4W)."""
    rivers = [seat.river for seat in play.seats]
    if not play.first_go or any(len(river) != 1 for river in rivers):
        return False
    kinds = {river[0].tile.kind for river in rivers if river[0].tile is not None}
    if len(kinds) > 1 or any(kind not in range(27, 31) for kind in kinds):
        return False
    return True if all(river[0].tile is not None for river in rivers) else None


def nine_kinds(play: Play) -> bool | None:
    """The player on turn holds nine kinds of terminals and honours after the first draw."""
    seat = play.at(play.turn)
    first = play.first_go and not seat.river and play.has_drawn
    if not first or play.stage is not Stage.DISCARD:
        return False
    kinds = len({tile.kind for tile in seat.known_tiles if is_outer(tile)})
    if kinds >= NINE:
        return True
    return None if kinds + seat.hidden >= NINE else False


def four_kans(play: Play) -> bool:
    """The fourth kan of several players, its discard made (JPB-AB-4K)."""
    makers = [
        seat
        for seat in SEATS
        for meld in play.at(seat).melds
        if meld.kind in {MeldKind.DAIMINKAN, MeldKind.ANKAN, MeldKind.KAKAN}
    ]
    return len(makers) == MAXIMUM_KANS and len(set(makers)) > 1 and play.stage is Stage.DRAW


def fifth_kan(play: Play) -> bool:
    """A fifth kan was declared, which ends the hand where the rules have it (JPB-AB-4K1)."""
    return play.kans > MAXIMUM_KANS


def four_riichi(state: TableState) -> bool:
    """All four are in riichi, the last discard of them made."""
    drawing = state.play is None or state.play.stage is Stage.DRAW
    return drawing and all(riichi is not Riichi.NONE for riichi in state.riichi)


def nagashi(play: Play, seat: Seat, ruleset: Ruleset) -> bool | None:
    """Whether all discards of a seat are terminals and honours when the wall is used up."""
    if ruleset.draws.nagashi == "none" or not play.drew_out:
        return False
    river = play.at(seat).river
    called = any(discard.caller is not None for discard in river)
    if not river or (called and ruleset.draws.nagashi_unclaimed):
        return False
    if any(discard.tile is not None and not is_outer(discard.tile) for discard in river):
        return False
    return True if all(discard.tile is not None for discard in river) else None


def is_outer(tile: Tile) -> bool:
    """Whether a tile is a terminal or an honour."""
    return tile.is_terminal or tile.is_honour


_ABORTED: dict[str, Callable[[TableState, Play], bool | None]] = {
    "four_winds": lambda _, play: four_winds(play),
    "nine_kinds": lambda _, play: nine_kinds(play),
    "four_kans": lambda _, play: four_kans(play) or fifth_kan(play),
    "four_riichi": lambda state, _: four_riichi(state),
}
