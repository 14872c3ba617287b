"""What the API answers: the event, its standings, a round, as JSON. Scores in overall points."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from table.formats.csv_write import FORMULA
from table.hall.event import ranking
from table.hall.event.book import Book, RoundBook, natural
from table.hall.event.ranking import Entry, Rank
from table.hall.event.rounds import attention, unfinished
from table.wording.speech import told

THOUSAND = 1000
WINDS = "ESWN"
TIE_WORDS = {
    "first_places": "more first places",
    "second_places": "more second places",
    "third_places": "more third places",
    "best_game": "the better best game",
    "last_round": "the better last round",
}


def event_view(book: Book, now: datetime) -> dict[str, Any]:
    """The event as it was announced, and how far it is."""
    current = book.current
    return {
        **book.settings.model_dump(mode="json"),
        "revision": book.settings.revision,
        "ruleset": told(book.settings.ruleset.name),
        "ties": told(tie_words(book)),
        "players": len(book.field().players),
        "current_round": current.number if current else None,
        "rounds": [
            {
                "number": one.number,
                "stage": book.settings.stages[one.stage].name,
                "state": one.clock.state.value,
                "draw": told(one.words),
                "tables": len(one.seats),
                "unfinished": unfinished(book, one),
            }
            for one in book.rounds
        ],
        "attention": [told(one) for one in attention(book)],
        "clock": clock_view(book, now),
    }


def tie_words(book: Book) -> str:
    """How ties of the standings are broken."""
    ways = [TIE_WORDS[one] for one in book.settings.tie_breaks]
    return f"{', '.join(ways)}; then the place is shared" if ways else "the place is shared"


def clock_view(book: Book, now: datetime) -> dict[str, Any]:
    """The clock of the current round."""
    one = book.current
    if one is None:
        return {"round": None, "state": "waiting", "left_s": None, "extra_s": {}}
    left = one.clock.left_s(now)
    return {
        "round": one.number,
        "state": one.clock.state.value,
        "minutes": one.clock.minutes,
        "left_s": None if left is None else round(left, 1),
        "gong": one.clock.gone(now),
        "extra_s": dict(one.extra),
    }


def standings_view(book: Book) -> list[dict[str, Any]]:
    """The standings, best first."""
    return [rank_view(book, one) for one in book.standings()]


def rank_view(book: Book, one: Rank) -> dict[str, Any]:
    """One line of them."""
    player = book.players[one.player]
    return {
        "place": one.place or None,
        "player": one.player,
        "name": player.name,
        "team": player.team,
        "total": one.total / THOUSAND,
        "carried": one.carried / THOUSAND,
        "stage": book.settings.stages[one.stage].name,
        "games": one.games,
        "places": list(one.places),
        "best": one.best / THOUSAND,
        "penalty": one.penalty / THOUSAND,
        "provisional": one.provisional,
        "withdrawn": one.withdrawn,
        "disqualified": told(one.disqualified),
    }


def teams_view(book: Book) -> list[dict[str, Any]]:
    """Teams by all that their members scored."""
    return [
        {"place": place, "team": team, "total": total / THOUSAND}
        for place, team, total in book.teams()
    ]


def round_view(book: Book, one: RoundBook, now: datetime) -> dict[str, Any]:
    """Who sits where in a round, and what came of it."""
    tables = [table_view(book, one, name) for name in sorted(one.seats, key=natural)]
    left = one.clock.left_s(now)
    return {
        "number": one.number,
        "stage": book.settings.stages[one.stage].name,
        "state": one.clock.state.value,
        "left_s": None if left is None else round(left, 1),
        "draw": told(one.words),
        "tables": tables,
    }


def table_view(book: Book, one: RoundBook, table: str) -> dict[str, Any]:
    """One table of a round, by its game's seats."""
    made = book.table_of(one, table)
    results = {entry.player: entry for entry in ranking.entries(made, book.settings.ruleset.game)}
    stray = book.stray(one, table)
    return {
        "table": table,
        "extra_s": one.extra.get(table, 0),
        "over": made.game is not None and made.game.over,
        "by_hand": made.by_hand,
        "hands": made.game.hands if made.game else 0,
        "other_names": list(stray.names) if stray else [],
        "seats": [
            {
                "wind": wind,
                "player": player,
                "name": book.name(player),
                "team": book.players[player].team,
                "substitute": _substitute(book, one, table, player),
                **_score(results, player),
            }
            for wind, player in zip(WINDS, made.players, strict=True)
        ],
    }


def player_view(book: Book, number: int) -> dict[str, Any]:
    """A player and every game."""
    return _player(book, number, [one for one in book.results() if one.player == number])


def players_view(book: Book) -> list[dict[str, Any]]:
    """Everybody who is entered."""
    games: dict[int, list[Entry]] = {number: [] for number in book.players}
    for one in book.results():
        games[one.player].append(one)
    return [_player(book, number, mine) for number, mine in games.items()]


def _player(book: Book, number: int, games: Sequence[Entry]) -> dict[str, Any]:
    player = book.players[number]
    return {
        "id": player.id,
        "name": player.name,
        "team": player.team,
        "substitute": player.substitute,
        "withdrawn": player.withdrawn,
        "reason": player.reason,
        "games": [
            {
                "round": one.round,
                "table": one.table,
                "place": one.place,
                "points": one.points,
                "score": one.total / THOUSAND,
                "counts": one.ranked,
                "provisional": one.provisional,
            }
            for one in games
        ],
    }


def _score(results: Mapping[int, Entry], player: int) -> dict[str, Any]:
    entry = results.get(player)
    if entry is None:
        return {"points": None, "place": None, "score": None, "counts": True}
    return {
        "points": entry.points,
        "place": entry.place,
        "score": entry.total / THOUSAND,
        "counts": entry.ranked,
    }


def _substitute(book: Book, one: RoundBook, table: str, player: int) -> str | None:
    found = [seat.substitute for seat in one.seats[table] if seat.player == player]
    return book.name(found[0]) if found and found[0] is not None else None


def csv(headings: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Comma-separated values as spreadsheets read them; no text is a formula."""
    lines = [",".join(map(_cell, one)) for one in (headings, *rows)]
    return "\r\n".join(lines) + "\r\n"


def _cell(value: object) -> str:
    text = "" if value is None else str(value)
    if isinstance(value, str) and text.startswith(FORMULA):
        text = f"'{text}"
    if any(mark in text for mark in ',"\r\n'):
        return '"' + text.replace('"', '""') + '"'
    return text
