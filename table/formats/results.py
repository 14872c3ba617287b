"""The rows of a game in words, and its standing: what the table and the sheet both print."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.ruleset import Ruleset
from scoring.seats import Seat
from table.core.events import SEATS, Hora
from table.core.incidents import Chombo
from table.core.standings import Standing, leftover_to_leader, standings
from table.formats.hands import Game, Row
from table.wording.speech import told

_DRAWS = {
    "exhaustive_draw": "Exhaustive draw",
    "nagashi_mangan": "Nagashi mangan",
    "nine_kinds": "Nine kinds",
    "four_winds": "Four winds",
    "four_kans": "Four kans",
    "four_riichi": "Four riichi",
    "triple_ron": "Triple ron",
    "chombo": "Chombo",
    "": "Draw",
}
WINDS = {"E": "East", "S": "South", "W": "West", "N": "North"}


@dataclass(frozen=True, slots=True)
class Line:
    """One result of a hand."""

    kind: str
    """ron, tsumo, draw or chombo."""
    text: str
    """As in "Ron", "Exhaustive draw"."""
    winner: Seat | None = None
    loser: Seat | None = None
    han: int | None = None
    fu: int | None = None
    points: int = 0
    """All that the winner receives."""
    yaku: tuple[str, ...] = ()
    tenpai: tuple[Seat, ...] | None = None
    """Who was ready at a draw; None where nobody said."""


def lines_of(row: Row) -> list[Line]:
    """The results of one hand, in their order."""
    lines = [_win(win) for win in row.wins]
    if row.draw is not None:
        ready = row.draw.tenpais
        tenpai = None if ready is None else tuple(seat for seat in SEATS if ready[seat])
        text = _DRAWS.get(row.draw.reason, row.draw.reason.replace("_", " ").capitalize())
        lines.append(Line("draw", text, winner=row.draw.actor, tenpai=tenpai))
    lines += [_chombo(chombo) for chombo in row.chombos]
    return lines or [Line("draw", "No result")]


def _win(win: Hora) -> Line:
    return Line(
        "tsumo" if win.tsumo else "ron",
        "Tsumo" if win.tsumo else "Ron",
        winner=win.actor,
        loser=None if win.tsumo else win.target,
        han=win.fan,
        fu=win.fu,
        points=win.hora_points or win.deltas[win.actor],
        yaku=tuple(name for name, _ in win.yakus),
    )


def _chombo(chombo: Chombo) -> Line:
    return Line("chombo", f"Chombo: {chombo.reason.replace('_', ' ')}", loser=chombo.actor)


def worth(line: Line) -> str:
    """As in "4 han 30 fu"; empty where the record does not say."""
    if line.han is None:
        return ""
    return f"{line.han} han" if line.fu is None else f"{line.han} han {line.fu} fu"


def name_of(game: Game, seat: Seat) -> str:
    """The player's name, or the seat where it is not known."""
    return game.start.names[seat] or told(f"Seat {seat}")


def standing_of(game: Game, ruleset: Ruleset | None) -> Sequence[Standing] | None:
    """Places and overall scores; None where the ruleset is not known or no hand is finished."""
    if ruleset is None or game.final is None:
        return None
    gone = {event.actor for event in game.substitutes}
    final = game.final
    if game.over:  # a record may not say who takes the sticks that are left
        final = leftover_to_leader(final, game.kyotaku, game.start.riichi_bet, ruleset.game)
    return standings(final, ruleset.game, penalties=game.penalties, substitutes=gone)
