"""A game as one table of comma-separated values: a row a result, then a row a player.

Unknown things are empty cells. A text that a spreadsheet would run as a formula gets an apostrophe.
"""

import csv
import io
from collections.abc import Iterable, Mapping

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
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def write_csv(game: Game, ruleset: Ruleset | None = None) -> str:
    """The table; with the ruleset the places and overall scores too. Lines end with CR LF."""
    out = io.StringIO()
    table = csv.DictWriter(out, COLUMNS, restval="")
    table.writeheader()
    for number, row in enumerate(game.rows, 1):
        table.writerows(_hand(game, number, row))
    table.writerows(_rulings(game))
    table.writerows(_final(game, ruleset))
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
            "dealer": _name(game, row.start.oya),
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
        "winner": "" if line.winner is None else _name(game, line.winner),
        "loser": "" if line.loser is None else _name(game, line.loser),
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
            "loser": _name(game, event.actor),
            "penalty": f"{getattr(event, 'tenths', 0) / 10:.1f}",
            "note": _safe(
                " ".join(filter(None, (event.reason, event.clause)))
                + (" (cancelled)" if ruling.cancelled else "")
            ),
        }


def _final(game: Game, ruleset: Ruleset | None) -> Iterable[Mapping[str, object]]:
    if game.final is None:
        return
    standing = standing_of(game, ruleset)
    if standing is None:
        for seat in SEATS:
            yield {"kind": "final", "winner": _name(game, seat), "points": game.final[seat]}
        return
    for one in standing:
        yield {
            "kind": "final",
            "winner": _name(game, one.seat),
            "points": one.points,
            "place": one.place,
            "uma": one.uma,
            "oka": one.oka,
            "penalty": f"{one.penalty / 1000:.1f}",
            "total": f"{one.total / 1000:.1f}",
            "note": "" if one.ranked else "substitute, not ranked",
        }


def _names(game: Game, seats: Iterable[Seat]) -> str:
    return "; ".join(_name(game, seat) for seat in seats)


def _name(game: Game, seat: Seat) -> str:
    return _safe(name_of(game, seat))


def _safe(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text
