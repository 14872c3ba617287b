"""Standings from results: pure, so that they can be made again from the journals at any time.

Scores are in points; a thousand is one point of the overall score.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from scoring.ruleset import GameRules
from scoring.seats import Seat
from table.core.standings import TENTH, leftover_to_leader, standings
from table.core.units import Points
from table.hall.event.settings import EventSettings, TieBreak
from table.hall.games import Game


@dataclass(frozen=True, slots=True)
class Entry:
    """What one game brought one player."""

    round: int
    table: str
    player: int
    points: int
    """At the table."""
    place: int
    uma: int
    score: int
    """With uma and oka, before penalties."""
    penalty: int
    """By rulings at the table."""
    ranked: bool
    """False for a substitute, and for a seat that a substitute took over."""
    provisional: bool
    """The game is still played; as if it ended now."""

    @property
    def total(self) -> int:
        """What counts."""
        return self.score - self.penalty


@dataclass(frozen=True, slots=True)
class Fine:
    """Points off by a ruling of the hall."""

    round: int
    player: int
    tenths: int


@dataclass(frozen=True, slots=True)
class Rank:
    """One line of the standings."""

    player: int
    place: int
    """Tied players share it."""
    total: int
    carried: int
    """Brought on from the stage before."""
    stage: int
    """The last stage that the player reached."""
    games: int
    places: tuple[int, int, int, int]
    best: int
    """The best single game."""
    last: int
    """In the last round that he played."""
    penalty: int
    """All that rulings took, at tables and in the hall."""
    provisional: bool = False
    withdrawn: bool = False
    disqualified: str = ""
    """By which ruling; such a line has place 0 and comes last."""


@dataclass(frozen=True, slots=True)
class Seated:
    """A table of a round with its game, as far as there is one."""

    round: int
    table: str
    players: tuple[int, int, int, int]
    """By the game's seat."""
    substituted: frozenset[int] = frozenset()
    """Seats that a substitute plays for the player."""
    game: Game | None = None
    by_hand: bool = False
    """A person entered the result."""


@dataclass(frozen=True, slots=True)
class Field:
    """Who can be ranked."""

    players: tuple[int, ...]
    """All but substitutes."""
    withdrawn: frozenset[int] = frozenset()
    teams: Mapping[int, str] = field(default_factory=dict)
    disqualified: Mapping[int, str] = field(default_factory=dict)
    """By which ruling each."""
    seated: Mapping[int, frozenset[int]] = field(default_factory=dict)
    """Who sits in the rounds of each stage that are drawn, whoever plays for them."""
    reached: int = 0
    """The last stage with a round that is over, be it without a result."""


def entries(seated: Seated, rules: GameRules) -> list[Entry]:
    """The results of one table; of a running game as if it ended now."""
    game = seated.game
    if game is None or not (game.hands or game.over):  # the gong may end it before any hand
        return []
    out = {Seat(seat) for seat in (*game.unranked, *seated.substituted)}
    scores = _four(game.scores)
    if not game.over:
        scores = leftover_to_leader(scores, game.kyotaku, game.riichi_bet, rules)
    made = standings(scores, rules, penalties=_four(game.tenths), substitutes=out)
    return [
        Entry(
            round=seated.round,
            table=seated.table,
            player=seated.players[one.seat],
            points=one.points,
            place=one.place,
            uma=one.uma,
            score=one.score,
            penalty=one.penalty,
            ranked=one.ranked,
            provisional=not game.over,
        )
        for one in made
    ]


def rank(
    who: Field, results: Sequence[Entry], fines: Sequence[Fine], event: EventSettings
) -> list[Rank]:
    """The standings over all stages, best first; who was cut stands behind who went on.

    Who sits in a stage went on to it, whatever changed since; it shows once it has results, or a
    round of it is over.
    """
    reached = max([who.reached, *(event.stage_of(one.round) for one in results)])
    players = [one for one in who.players if one not in who.disqualified]
    order = _stage(players, results, fines, event, 0, {}, who)
    done: list[Rank] = []
    for stage in range(1, reached + 1):
        here = {one.player for one in order}
        if event.stages[stage].cut is not None:
            here &= who.seated.get(stage, frozenset())
        on = [one for one in order if one.player in here]
        done = [*(one for one in order if one.player not in here), *done]
        carried = {one.player: one.total * event.stages[stage].carry // 100 for one in on}
        players = [one.player for one in on]
        order = _stage(players, results, fines, event, stage, carried, who, on)
    behind = len(order)
    placed = list(order)
    for number, one in enumerate(done):
        same = number and done[number - 1].stage == one.stage and _tied(done[number - 1], one)
        place = placed[-1].place if same else behind + number + 1
        placed.append(_with_place(one, place))
    struck = [one for one in who.players if one in who.disqualified]
    return [*placed, *(_disqualified(one, results, who) for one in struck)]


def qualified(order: Sequence[Rank], count: int) -> list[Rank]:
    """The best who go on to a stage; all who share the last place, where that are too many."""
    there = [one for one in order if not one.withdrawn]
    if len(there) <= count or there[count - 1].place != there[count].place:
        return there[:count]
    return [one for one in there if one.place <= there[count].place]


def team_totals(
    who: Field, results: Sequence[Entry], fines: Sequence[Fine]
) -> list[tuple[int, str, int]]:
    """Place, team and all that its members scored, whatever of it they carry on to a later stage.

    Equal totals share a place.
    """
    members = {one: team for one, team in who.teams.items() if one not in who.disqualified}
    totals = dict.fromkeys(members.values(), 0)
    for one in results:
        if one.player in members and one.ranked:
            totals[members[one.player]] += one.total
    for fine in fines:
        if fine.player in members:
            totals[members[fine.player]] -= TENTH * fine.tenths
    order = sorted(totals.items(), key=lambda pair: (-pair[1], pair[0]))
    places = {total: 1 + sum(other > total for _, other in order) for _, total in order}
    return [(places[total], team, total) for team, total in order]


def _stage(
    players: Sequence[int],
    results: Sequence[Entry],
    fines: Sequence[Fine],
    event: EventSettings,
    stage: int,
    carried: Mapping[int, int],
    who: Field,
    before: Sequence[Rank] = (),
) -> list[Rank]:
    """The standings of one stage, best first."""
    known = {one.player: one for one in before}
    of_stage: dict[int, list[Entry]] = {player: [] for player in players}
    for one in results:
        if one.player in of_stage and one.ranked and event.stage_of(one.round) == stage:
            of_stage[one.player].append(one)
    lost = dict.fromkeys(players, 0)
    for fine in fines:
        if fine.player in lost and event.stage_of(fine.round) == stage:
            lost[fine.player] += TENTH * fine.tenths
    ranks = [
        _rank(player, of_stage[player], lost[player], carried.get(player, 0), stage, known, who)
        for player in players
    ]
    ranks.sort(key=lambda one: (_key(one, event.tie_breaks), -one.player), reverse=True)
    placed: list[Rank] = []
    for _, tied in groupby(ranks, key=lambda one: _key(one, event.tie_breaks)):
        place = len(placed) + 1
        placed += [_with_place(one, place) for one in tied]
    return placed


def _rank(
    player: int,
    mine: Sequence[Entry],
    lost: int,
    carried: int,
    stage: int,
    known: Mapping[int, Rank],
    who: Field,
) -> Rank:
    before = known.get(player)
    places = [sum(one.place == place for one in mine) for place in range(1, 5)]
    if before is not None:
        places = [old + new for old, new in zip(before.places, places, strict=True)]
    latest = max(mine, key=lambda one: one.round, default=None)
    return Rank(
        player=player,
        place=0,
        total=carried + sum(one.total for one in mine) - lost,
        carried=carried,
        stage=stage,
        games=len(mine) + (before.games if before else 0),
        places=(places[0], places[1], places[2], places[3]),
        best=max([one.score for one in mine] + ([before.best] if before else []), default=0),
        last=latest.total if latest else before.last if before else 0,
        penalty=lost + sum(one.penalty for one in mine) + (before.penalty if before else 0),
        provisional=any(one.provisional for one in mine),
        withdrawn=player in who.withdrawn,
    )


def _disqualified(player: int, results: Sequence[Entry], who: Field) -> Rank:
    """A line without a place: what was played is shown, and counts no more."""
    mine = [one for one in results if one.player == player and one.ranked]
    made = _rank(player, mine, 0, 0, 0, {}, who)
    fields = {name: getattr(made, name) for name in Rank.__slots__}
    return Rank(**{**fields, "disqualified": who.disqualified[player]})


def _key(one: Rank, ties: Sequence[TieBreak]) -> tuple[int, ...]:
    by: dict[str, int] = {
        "first_places": one.places[0],
        "second_places": one.places[1],
        "third_places": one.places[2],
        "best_game": one.best,
        "last_round": one.last,
    }
    return one.total, *(by[name] for name in ties)


def _tied(one: Rank, other: Rank) -> bool:
    return one.place == other.place


def _with_place(one: Rank, place: int) -> Rank:
    fields = {name: getattr(one, name) for name in Rank.__slots__}
    return Rank(**{**fields, "place": place})


def _four(values: Sequence[int]) -> Points:
    first, second, third, fourth = values
    return first, second, third, fourth
