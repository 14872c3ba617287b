"""What the hall asks of a table now: to seat a round, to let a substitute in, to mind the clock."""

import zlib
from collections.abc import Sequence
from datetime import datetime

from scoring.seats import Seat
from table.core.clock import Ends
from table.hall.event.book import ORDER, Book, RoundBook
from table.hall.games import Game
from table.hall.kept import Kept
from table.hall.wire import Order


def orders_for(book: Book, table: str, kept: Kept | None, now: datetime) -> tuple[Order, ...]:
    """The orders that are not carried out yet, by what the table's journal says."""
    ahead = book.ahead
    if ahead is None or table not in ahead.seats:
        return ()
    game = kept.follower.game if kept is not None else None
    prefix = f"{ORDER}{ahead.number}:"
    playing = game is not None and game.order_id.startswith(prefix)
    found = [_clock(ahead, table, now)]
    seat = _seat(book, ahead, table)
    if not playing or (game is not None and game.order_id != seat.id and not game.hands):
        found.append(seat)
    elif game is not None and kept is not None:
        found += _substitutes(book, ahead, table, game, kept.follower.state.substitutes)
        if ahead.clock.gone(now, ahead.extra.get(table, 0)) and not _rung(kept):
            found.append(_gong(book, ahead, now))
    return tuple(found)


def _seat(book: Book, one: RoundBook, table: str) -> Order:
    names = [book.name(seat.substitute or seat.player) for seat in one.seats[table]]
    mark = zlib.crc32("\n".join(names).encode())
    facts = {"round": one.number, "names": names, "rules": book.settings.rules}
    return Order(f"{ORDER}{one.number}:{mark:08x}", "seat", facts)


def _clock(one: RoundBook, table: str, now: datetime) -> Order:
    left = one.clock.left_s(now, one.extra.get(table, 0))
    state = one.clock.state.value
    facts = {"round": one.number, "state": state, "left_s": None if left is None else round(left)}
    return Order(f"hall:clock:{one.number}", "clock", facts)


def _substitutes(
    book: Book, one: RoundBook, table: str, game: Game, seated: Sequence[Seat]
) -> list[Order]:
    """Who is to sit down at a table; `seated` are the seats that somebody took over, each time."""
    seats = book.matched(one, table, game)
    if game.over or seats is None:
        return []
    found = []
    for at, seat in enumerate(seats):
        if seat.substitute is not None and game.names[at] != book.name(seat.substitute):
            facts = {"seat": at, "name": book.name(seat.substitute)}
            times = seated.count(Seat(at))  # the same one may come again
            key = f"hall:substitute:{one.number}:{seat.player}:{seat.substitute}:{times}"
            found.append(Order(key, "substitute", facts))
    return found


def _gong(book: Book, one: RoundBook, now: datetime) -> Order:
    finished = book.settings.ruleset.timing.hand_finished
    ends = Ends.AFTER_HAND if finished else Ends.NOW
    facts = {"ends": ends.name.lower(), "elapsed_s": int(one.clock.elapsed_s(now))}
    return Order(f"hall:gong:{one.number}", "gong", facts)


def _rung(kept: Kept) -> bool:
    return kept.follower.state.gong is not None
