"""Statistics of players over all the games of a journal, by name."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from scoring.seats import Seat
from table.core.events import SEATS, Chi, Daiminkan, Pon, Tsumo
from table.formats.hands import Row
from table.formats.results import standing_of
from table.web.archive import Played
from table.web.views.records import PlayerStatisticsView, RateView


@dataclass(slots=True)
class _Tally:
    """What is counted of one player."""

    games: int = 0
    hands: int = 0
    watched: int = 0
    called: int = 0
    riichi: int = 0
    draws: int = 0
    tenpai: int = 0
    won: list[int] = field(default_factory=list)
    tsumo: int = 0
    dealt_in: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    totals: list[float] = field(default_factory=list)


def statistics(games: Iterable[Played]) -> list[PlayerStatisticsView]:
    """Every player who finished a hand, in the order of average score, then of names."""
    tallies: dict[str, _Tally] = {}
    for played in games:
        for seat in SEATS:
            if played.game.rows:
                name = played.game.start.names[seat]
                _take(tallies.setdefault(name, _Tally()), played, seat)
    views = [_view(name, tally) for name, tally in tallies.items()]
    return sorted(views, key=lambda one: (-(one.average_total or -1e9), one.name))


def _take(tally: _Tally, played: Played, seat: Seat) -> None:
    """Count one game of one player."""
    tally.games += 1
    for place, row in enumerate(played.game.rows):
        if not row.void:
            _take_hand(tally, row, seat)
            _take_calls(tally, played, place, seat)
    found = standing_of(played.game, played.ruleset) if played.game.over else None
    for one in found or ():
        if one.seat == seat and one.ranked:
            tally.points.append(one.points)
            tally.places.append(one.place)
            tally.totals.append(one.total / 1000)


def _take_hand(tally: _Tally, row: Row, seat: Seat) -> None:
    tally.hands += 1
    tally.riichi += seat in row.riichi
    for win in row.wins:
        if win.actor == seat:
            tally.won.append(win.hora_points or win.deltas[seat])
            tally.tsumo += win.tsumo
        elif win.target == seat:
            tally.dealt_in.append(-win.deltas[seat])
    if row.draw is not None and row.draw.reason == "exhaustive_draw" and row.draw.tenpais:
        tally.draws += 1
        tally.tenpai += row.draw.tenpais[seat]


def _take_calls(tally: _Tally, played: Played, place: int, seat: Seat) -> None:
    """Whether the seat opened its hand, in a hand whose tiles were seen to move."""
    deals = played.deals
    end = deals[place + 1] if place + 1 < len(deals) else len(played.written)
    events = [one.event for one in played.written[deals[place] : end]]
    if not any(isinstance(event, Tsumo) for event in events):
        return
    tally.watched += 1
    tally.called += any(
        isinstance(event, Chi | Pon | Daiminkan) and event.actor == seat for event in events
    )


def _view(name: str, tally: _Tally) -> PlayerStatisticsView:
    return PlayerStatisticsView(
        name=name,
        games=tally.games,
        hands=tally.hands,
        wins=_rate(len(tally.won), tally.hands),
        tsumo=_rate(tally.tsumo, len(tally.won)),
        deal_ins=_rate(len(tally.dealt_in), tally.hands),
        riichi=_rate(tally.riichi, tally.hands),
        calls=_rate(tally.called, tally.watched),
        tenpai=_rate(tally.tenpai, tally.draws),
        average_win=_mean(tally.won),
        average_deal_in=_mean(tally.dealt_in),
        average_points=_mean(tally.points),
        average_place=_mean(tally.places),
        average_total=_mean(tally.totals),
        places=[tally.places.count(place) for place in range(1, 5)],
    )


def _rate(count: int, of: int) -> RateView:
    return RateView(count=count, of=of, rate=round(count / of, 4) if of else None)


def _mean(values: Sequence[float]) -> float | None:
    return round(sum(values) / len(values), 2) if values else None
