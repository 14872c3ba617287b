"""A game as one table of comma-separated values: a row a result, then a row a player.

Unknown things are empty cells. A text that a spreadsheet would run as a formula gets an apostrophe.
"""

import csv
import io
from collections.abc import Iterable, Mapping
from itertools import chain

from scoring.ruleset import Ruleset
from scoring.seats import Seat
from table.core.events import SEATS
from table.formats.hands import Game, Row
from table.formats.results import Line, lines_of, name_of, standing_of

COLUMNS = (
    "kind", "hand", "round", "honba", "kyotaku", "dealer", "result", "winner", "loser", "han", "fu",
    "points", "yaku", "riichi", "tenpai",
    *(f"change_{seat}" for seat in SEATS), *(f"score_{seat}" for seat in SEATS),
    "place", "uma", "oka", "penalty", "total", "note",
)  # fmt: skip
"""`kind` is hand, ruling or final; points but for penalty and total, which are overall points."""
_FIGURES = ("penalty", "total")
"""Columns of numbers with their tenth, which may be below zero."""
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")  # noqa: RUF001 - wide ones
"""How a text begins that a spreadsheet would run; a Japanese one takes wide signs too."""


def write_csv(game: Game, ruleset: Ruleset | None = None) -> str:
    """The table; with the ruleset the places and overall scores too. Lines end with CR LF."""
    out = io.StringIO()
    table = csv.DictWriter(out, COLUMNS, restval="")
    table.writeheader()
    hands = (line for number, row in enumerate(game.rows, 1) for line in _hand(game, number, row))
    for cells in chain(hands, _rulings(game), _final(game, ruleset)):
        table.writerow({column: _safe(column, value) for column, value in cells.items()})
    return out.getvalue()


def _hand(game: Game, number: int, row: Row) -> Iterable[Mapping[str, object]]:
    """The results of one hand; what the hand changed stands in its last row."""
    lines = lines_of(row)
    for line in lines:
        cells = {
            "kind": "hand",
            "hand": number,
            "round": f"{row.start.bakaze}{row.start.kyoku}",
            "honba": row.start.honba,
            "kyotaku": row.start.kyotaku,
            "dealer": name_of(game, row.start.oya),
            "result": line.text if line.kind == "draw" else line.kind,
            "note": "void" if row.void else line.text if line.kind == "chombo" else "",
            **_worth(game, line),
        }
        if line is lines[-1]:
            cells["riichi"] = _names(game, row.riichi)
            cells |= {f"change_{seat}": row.change[seat] for seat in SEATS}
            cells |= {f"score_{seat}": row.scores[seat] for seat in SEATS}
        yield cells


def _worth(game: Game, line: Line) -> dict[str, object]:
    return {
        "winner": "" if line.winner is None else name_of(game, line.winner),
        "loser": "" if line.loser is None else name_of(game, line.loser),
        "han": "" if line.han is None else line.han,
        "fu": "" if line.fu is None else line.fu,
        "points": line.points or "",
        "yaku": "; ".join(line.yaku),
        "tenpai": "" if line.tenpai is None else _names(game, line.tenpai) or "nobody",
    }


def _rulings(game: Game) -> Iterable[Mapping[str, object]]:
    for ruling in game.rulings:
        event = ruling.event
        kind = type(event).__name__.removesuffix("Given").lower()
        yield {
            "kind": "ruling",
            "round": ruling.hand,
            "result": {"deadhand": "dead hand", "reachvoid": "riichi void"}.get(kind, kind),
            "loser": name_of(game, event.actor),
            "penalty": f"{getattr(event, 'tenths', 0) / 10:.1f}",
            "note": " ".join(filter(None, (event.reason, event.clause)))
            + (" (cancelled)" if ruling.cancelled else ""),
        }


def _final(game: Game, ruleset: Ruleset | None) -> Iterable[Mapping[str, object]]:
    if game.final is None:
        return
    standing = standing_of(game, ruleset)
    if standing is None:
        for seat in SEATS:
            yield {"kind": "final", "winner": name_of(game, seat), "points": game.final[seat]}
        return
    for one in standing:
        yield {
            "kind": "final",
            "winner": name_of(game, one.seat),
            "points": one.points,
            "place": one.place,
            "uma": one.uma,
            "oka": one.oka,
            "penalty": f"{one.penalty / 1000:.1f}",
            "total": f"{one.total / 1000:.1f}",
            "note": "" if one.ranked else "substitute, not ranked",
        }


def _names(game: Game, seats: Iterable[Seat]) -> str:
    return "; ".join(name_of(game, seat) for seat in seats)


def _safe(column: str, value: object) -> object:
    """The value, with an apostrophe before a text that a spreadsheet would run."""
    if isinstance(value, str) and value.startswith(FORMULA) and column not in _FIGURES:
        return f"'{value}"
    return value
