"""The draw: who meets whom, which seat, teams; laws that every draw keeps."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table.errors import EventError
from table.hall.event.draw import Past, draw, meetings, ranked


@pytest.mark.parametrize(
    ("players", "rounds"),
    [
        (16, 4), (16, 5), (20, 5), (24, 5), (24, 6), (24, 7), (28, 6), (28, 8), (28, 9), (32, 8),
        (40, 8), (64, 10), (100, 10), (400, 8),
    ],
)  # fmt: skip
def test_no_two_meet_twice_where_that_is_known_to_be_possible(players, rounds):
    drawn = draw(range(players), rounds, Random(5))
    assert len(drawn.rounds) == rounds
    assert drawn.repeats == 0
    assert max(meetings(drawn.rounds).values()) == 1


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 12), st.integers(1, 9), st.integers(0, 1000))
def test_every_round_seats_everybody_once_and_winds_are_balanced(tables, rounds, seed):
    players = list(range(100, 100 + 4 * tables))
    drawn = draw(players, rounds, Random(seed), steps=300)
    for one in drawn.rounds:
        assert sorted(player for four in one for player in four) == players
    for player in players:
        seats = [four.index(player) for one in drawn.rounds for four in one if player in four]
        for first in range(0, rounds - rounds % 4, 4):
            assert sorted(seats[first : first + 4]) == [0, 1, 2, 3]
        counts = [seats.count(seat) for seat in range(4)]
        assert max(counts) - min(counts) <= 1
    least, most = drawn.winds
    assert most - least <= 1
    met = meetings(drawn.rounds)
    assert drawn.repeats == sum(number - 1 for number in met.values())


@pytest.mark.parametrize(("players", "size"), [(24, 4), (64, 4), (40, 2), (36, 3)])
def test_team_mates_do_not_meet(players, size):
    teams = {player: f"team {player // size}" for player in range(players)}
    drawn = draw(range(players), 4, Random(2), teams=teams)
    assert drawn.team_meetings == 0
    assert drawn.repeats <= 2


def test_the_past_is_avoided():
    """Rounds that are drawn later do not repeat the meetings of those before."""
    first = draw(range(32), 3, Random(1))
    seats = {}
    for one in first.rounds:
        for four in one:
            for seat, player in enumerate(four):
                seats[player, seat] = seats.get((player, seat), 0) + 1
    second = draw(range(32), 1, Random(2), past=Past(meetings(first.rounds), seats), steps=20_000)
    assert second.repeats == 0
    least, most = second.winds
    assert most - least <= 2


def test_rank_seats_the_first_four_together():
    drawn = ranked([9, 8, 7, 6, 5, 4, 3, 2], Random(1))
    assert [set(four) for four in drawn.rounds[0]] == [{9, 8, 7, 6}, {5, 4, 3, 2}]


@pytest.mark.parametrize(("players", "rounds"), [(32, 8), (24, 6)])
def test_a_seed_draws_the_same_again(players, rounds):
    first, again, other = (draw(range(players), rounds, Random(f"{n}:1")) for n in (7, 7, 8))
    assert first == again
    assert first != other


@pytest.mark.parametrize(
    ("players", "words"),
    [
        (range(21), "21 players: expected a multiple of four; add 3 substitutes, or withdraw 1"),
        (range(23), "add 1 substitute, or withdraw 3"),
        ([], "0 players"),
        ([1, 2, 3, 3], "entered twice"),
    ],
)
def test_other_numbers_are_refused_with_the_way_out(players, words):
    with pytest.raises(EventError, match=words):
        draw(players, 3, Random(1))


def test_what_cannot_be_is_said():
    drawn = draw(range(8), 4, Random(1), steps=2000)
    assert drawn.repeats > 0
    assert "meetings are repeats" in drawn.words()
    pairs = len(list(combinations(range(8), 2)))
    assert len(meetings(drawn.rounds)) <= pairs
