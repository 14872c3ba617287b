"""Who plays whom, and in which seat: no two meet twice where we know a way, winds balanced.

Tables are made by a construction where one exists: the players stand in four rows as long as there
are tables, and each round shifts the rows against each other, so that two of different rows meet
once in as many rounds as there are tables (a difference matrix; see Colbourn & Dinitz, Handbook of
Combinatorial Designs, VI.17). For some numbers of players more rounds are known (`designs`). What
neither can do, a search by swaps improves, which may leave repeats where there need be none; what a
draw reached is said with it. The seats are an edge colouring of players against tables: with all
rounds at hand, every player has every wind once in each four rounds (König, 1916).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from math import exp
from random import Random

from table.errors import EventError
from table.hall.event.designs import CYCLIC

Four = tuple[int, int, int, int]
Round = list[Four]
"""The players of each table by seat: 0 is the first dealer."""
Pair = tuple[int, int]

_TRIES = 200
_FIELDS = {4: 0b111, 8: 0b1011, 16: 0b10011, 32: 0b100101, 64: 0b1000011}
"""Irreducible polynomials over two elements, by the size of the field that they make."""
_TEAM = 40
"""What a meeting of team mates costs; a second meeting costs 1, a third 3, ..."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """The rounds, and what they reach."""

    rounds: tuple[tuple[Four, ...], ...]
    repeats: int
    """Meetings of two players who had met before, over all rounds."""
    team_meetings: int
    winds: tuple[int, int]
    """How often a player has his rarest and his most frequent seat, at worst."""

    def words(self) -> str:
        """In one line, for the page."""
        least, most = self.winds
        met = "no two meet twice" if not self.repeats else f"{self.repeats} meetings are repeats"
        mates = f"; {self.team_meetings} meetings of team mates" if self.team_meetings else ""
        return f"{met}{mates}; each player has each seat {least} to {most} times"


@dataclass(frozen=True, slots=True)
class Past:
    """What was played before."""

    met: Mapping[Pair, int] = field(default_factory=dict)
    """How often two have met; the smaller id first."""
    seats: Mapping[tuple[int, int], int] = field(default_factory=dict)
    """How often a player has had a seat."""


def draw(
    players: Sequence[int],
    rounds: int,
    random: Random,
    *,
    teams: Mapping[int, str] | None = None,
    past: Past | None = None,
    steps: int = 40_000,
) -> Drawn:
    """Draw rounds for players, a multiple of four. The same for the same seed.

    Raises EventError for another number of them.
    """
    _check(players)
    past = past or Past()
    mates = _mates(players, teams or {})
    tables = None if past.met else _constructed(players, rounds, random, mates)
    if tables is None and not past.met and not mates:
        tables = _designed(players, rounds, random)
    if tables is None:
        tables = _searched(players, rounds, random, mates, past.met, steps)
    seated = _seated(tables, past, random)
    return _judged(seated, mates, past)


def ranked(order: Sequence[int], random: Random, past: Past | None = None) -> Drawn:
    """One round by rank: the first four at the first table, the next four at the next."""
    _check(order)
    fours = [list(order[first : first + 4]) for first in range(0, len(order), 4)]
    return _judged(_seated([fours], past or Past(), random), frozenset(), past or Past())


def meetings(rounds: Sequence[Sequence[Sequence[int]]]) -> Counter[Pair]:
    """How often each two meet."""
    return Counter(pair for one in rounds for four in one for pair in combinations(sorted(four), 2))


def _check(players: Sequence[int]) -> None:
    if len(set(players)) != len(players):
        raise EventError("players: somebody is entered twice, expected each once")
    if not players or len(players) % 4:
        count = len(players)
        need = -count % 4 if count else 4
        raise EventError(
            f"{count} players: expected a multiple of four; add {need} substitute"
            f"{'s' * (need != 1)}, or withdraw {count % 4}"
        )


def _mates(players: Sequence[int], teams: Mapping[int, str]) -> frozenset[Pair]:
    known = {one: teams[one] for one in players if teams.get(one)}
    return frozenset(
        pair for pair in combinations(sorted(known), 2) if known[pair[0]] == known[pair[1]]
    )


def _constructed(
    players: Sequence[int], rounds: int, random: Random, mates: frozenset[Pair]
) -> list[list[list[int]]] | None:
    """Rounds without a second meeting, team mates in one row; None where it finds none."""
    count = len(players) // 4
    field_shifts = _field_shifts(count, rounds)
    shifts = field_shifts or _shifts(count, rounds, random)
    rows = _rows(players, random, mates)
    if shifts is None or rows is None:
        return None
    made = []
    for shift in shifts:
        tables = [
            [
                rows[row][at ^ shift[row] if field_shifts else (at + shift[row]) % count]
                for row in range(4)
            ]
            for at in range(count)
        ]
        random.shuffle(tables)
        made.append(tables)
    return made


def _designed(players: Sequence[int], rounds: int, random: Random) -> list[list[list[int]]] | None:
    """Rounds of a design for so many players, who are its points by chance; None for none."""
    design = CYCLIC.get(len(players))
    if design is None or rounds > design.cycle:
        return None
    at = random.sample(players, len(players))
    made = random.sample(design.rounds(), rounds)
    return [[[at[point] for point in four] for four in one] for one in made]


def _field_shifts(count: int, rounds: int) -> list[Four] | None:
    """Shifts by the field of so many elements, where that is a power of two: row times round."""
    modulus = _FIELDS.get(count)
    if modulus is None or rounds > count:
        return None
    return [
        (0, number, _times_two(number, modulus, count), number ^ _times_two(number, modulus, count))
        for number in range(rounds)
    ]


def _times_two(number: int, modulus: int, count: int) -> int:
    doubled = number << 1
    return doubled ^ modulus if doubled >= count else doubled


def _shifts(count: int, rounds: int, random: Random) -> list[Four] | None:
    """For each round by how much each row is shifted, all differences of two rows distinct."""
    if rounds > count:
        return None
    for _ in range(_TRIES):
        used: dict[Pair, set[int]] = {pair: set() for pair in combinations(range(4), 2)}
        found: list[Four] = []
        for _ in range(rounds):
            shift = _shift(count, used, random)
            if shift is None:
                break
            found.append(shift)
        if len(found) == rounds:
            return found
    return None


def _shift(count: int, used: dict[Pair, set[int]], random: Random) -> Four | None:
    """One more round's shifts, by rows; the used differences grow by it."""
    shift = [0]
    for row in range(1, 4):
        free = [
            one
            for one in range(count)
            if all((one - shift[other]) % count not in used[other, row] for other in range(row))
        ]
        if not free:
            return None
        shift.append(random.choice(free))
    for (one, other), differences in used.items():
        differences.add((shift[other] - shift[one]) % count)
    return shift[0], shift[1], shift[2], shift[3]


def _rows(players: Sequence[int], random: Random, mates: frozenset[Pair]) -> list[list[int]] | None:
    """Four rows of equal length, team mates in one; None where teams do not fit."""
    count = len(players) // 4
    groups: dict[int, list[int]] = {one: [one] for one in players}
    for one, other in sorted(mates):
        if groups[one] is not groups[other]:
            groups[one] += groups[other]
            for mate in groups[other]:
                groups[mate] = groups[one]
    unique = list({id(group): group for group in groups.values()}.values())
    for _ in range(_TRIES):
        random.shuffle(unique)
        unique.sort(key=len, reverse=True)
        rows: list[list[int]] = [[], [], [], []]
        for group in unique:
            room = [row for row in rows if len(row) + len(group) <= count]
            if not room:
                break
            random.choice(room).extend(group)
        if all(len(row) == count for row in rows):
            for row in rows:
                random.shuffle(row)
            return rows
    return None


def _searched(
    players: Sequence[int],
    rounds: int,
    random: Random,
    mates: frozenset[Pair],
    met: Mapping[Pair, int],
    steps: int,
) -> list[list[list[int]]]:
    """Rounds by swaps of two players of one round, less and less daring (annealing)."""
    made = []
    for _ in range(rounds):
        order = list(players)
        random.shuffle(order)
        made.append([order[first : first + 4] for first in range(0, len(order), 4)])
    count = Counter(met) + meetings(made)
    if len(made[0]) < 2:
        return made
    cost = sum(number * (number - 1) // 2 for number in count.values())
    cost += _TEAM * sum(count[pair] for pair in mates)
    for step in range(steps):
        if not cost:
            break
        heat = 1.5 * (1 - step / steps) ** 2 + 0.02
        one_round = random.choice(made)
        left, right = random.sample(one_round, 2)
        at, to = random.randrange(4), random.randrange(4)
        price = _swap(left, right, at, to, count, mates)
        if price > 0 and random.random() >= exp(-price / heat):
            price += _swap(left, right, at, to, count, mates)  # back
        cost += price
    return made


def _swap(
    left: list[int],
    right: list[int],
    at: int,
    to: int,
    count: Counter[Pair],
    mates: frozenset[Pair],
) -> int:
    """Swap two players of two tables; by how much it costs more than before."""
    price = 0
    one, other = left[at], right[to]
    for player, table, place in ((one, left, at), (other, right, to)):
        for number, mate in enumerate(table):
            if number != place:
                pair = (player, mate) if player < mate else (mate, player)
                count[pair] -= 1
                price -= count[pair] + (_TEAM if pair in mates else 0)
    left[at], right[to] = other, one
    for player, table, place in ((other, left, at), (one, right, to)):
        for number, mate in enumerate(table):
            if number != place:
                pair = (player, mate) if player < mate else (mate, player)
                price += count[pair] + (_TEAM if pair in mates else 0)
                count[pair] += 1
    return price


def _seated(tables: Sequence[Sequence[Sequence[int]]], past: Past, random: Random) -> list[Round]:
    """A seat for everybody; by colouring where nobody has sat before, else table by table."""
    if not past.seats:
        seated: list[Round] = []
        for first in range(0, len(tables), 4):
            seated += _coloured(tables[first : first + 4])
        return seated
    sat = Counter(past.seats)
    seated = []
    for one_round in tables:
        fours: Round = []
        for four in one_round:
            ways = list(permutations(four))
            random.shuffle(ways)
            best = min(ways, key=lambda way: sum(sat[one, at] ** 2 for at, one in enumerate(way)))
            for at, one in enumerate(best):
                sat[one, at] += 1
            fours.append((best[0], best[1], best[2], best[3]))
        seated.append(fours)
    return seated


def _coloured(tables: Sequence[Sequence[Sequence[int]]]) -> list[Round]:
    """Seats for at most four rounds, nobody in one seat twice: colours 0-3 on the edges.

    A free seat at the table that the player has had already is freed by swapping two seats along
    the path of players and tables that have them by turns.
    """
    of_player: dict[int, dict[int, tuple[int, int]]] = {}
    of_table: dict[tuple[int, int], dict[int, int]] = {}
    for number, one_round in enumerate(tables):
        for place, four in enumerate(one_round):
            table = number, place
            of_table[table] = {}
            for player in four:
                mine = of_player.setdefault(player, {})
                free = next(seat for seat in range(4) if seat not in mine)
                wanted = next(seat for seat in range(4) if seat not in of_table[table])
                both = [s for s in range(4) if s not in mine and s not in of_table[table]]
                if not both:
                    _flip(table, free, wanted, of_player, of_table)
                seat = both[0] if both else free
                mine[seat] = table
                of_table[table][seat] = player
    return [
        [_by_seat(of_table[number, place]) for place in range(len(one_round))]
        for number, one_round in enumerate(tables)
    ]


def _flip(
    table: tuple[int, int],
    free: int,
    wanted: int,
    of_player: dict[int, dict[int, tuple[int, int]]],
    of_table: dict[tuple[int, int], dict[int, int]],
) -> None:
    """Swap seats `free` and `wanted` along the path from the table, which then lacks `free`."""
    path: list[tuple[tuple[int, int], int, int]] = []
    at, seat, other = table, free, wanted
    while seat in of_table[at]:
        player = of_table[at][seat]
        path.append((at, player, seat))
        if other not in of_player[player]:
            break
        at = of_player[player][other]
        path.append((at, player, other))
    for where, player, had in path:
        del of_table[where][had], of_player[player][had]
    for where, player, had in path:
        gets = other if had == seat else seat
        of_table[where][gets] = player
        of_player[player][gets] = where


def _by_seat(four: Mapping[int, int]) -> Four:
    return four[0], four[1], four[2], four[3]


def _judged(rounds: Sequence[Round], mates: frozenset[Pair], past: Past) -> Drawn:
    met = meetings(rounds)
    repeats = sum(
        number - (0 if past.met.get(pair, 0) else 1)
        for pair, number in met.items()
        if past.met.get(pair, 0) or number > 1
    )
    sat = Counter(past.seats)
    for one_round in rounds:
        for four in one_round:
            sat.update((player, seat) for seat, player in enumerate(four))
    players = {player for four in rounds[0] for player in four}
    counts = [sat[player, seat] for player in players for seat in range(4)]
    return Drawn(
        rounds=tuple(map(tuple, rounds)),
        repeats=repeats,
        team_meetings=sum(number for pair, number in met.items() if pair in mates),
        winds=(min(counts), max(counts)),
    )
