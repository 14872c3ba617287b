"""What a shown hand says of the whole set: a fifth of a kind, and a last discard read badly."""

from scoring.tiles import Tile
from table.watch.faces import FACES, INDEX
from table.watch.seen.crowds import LASTING_NS, Crowds
from table.watch.seen.places import Layout, Placed
from vision.observation import REST

FAULTS = {
    "misread": 0.02, "unsure": 0.005, "dropped": 0.05, "cover": 0.03, "nudge": 0.01, "late": 0.02,
}  # fmt: skip


def lying(track, name, sure=0.99):
    left = (1 - sure) / REST
    face = INDEX[Tile.parse(name)]
    chances = tuple(sure if at == face else left for at in range(REST + 1))
    return Placed(track, 0.0, -3.0, False, True, chances, 0, 0, 1.0)


def table(pond, hand):
    return Layout(
        (pond, [], [], []), ([], hand, [], []), ([], [], [], []), 0, (False,) * 4, frozenset(),
        (False,) * 4,
    )  # fmt: skip


def crowded(pond, hand, old=frozenset()):
    crowds = Crowds([4] * len(FACES))
    for now_ns in (0, LASTING_NS // 2, LASTING_NS):
        assert not crowds.found
        crowds.look(table(pond, hand), old, now_ns, now_ns)
    return crowds.found


def test_five_of_a_kind_with_a_shown_hand_among_them_are_too_many():
    pond = [lying(at, "6z") for at in range(3)]
    hand = [lying(10, "6z"), lying(11, "6z"), lying(12, "1m")]
    assert crowded(pond, hand) == {Tile.parse("6z"): 5}
    assert crowded(pond[1:], hand) == {}
    assert crowded([*pond[1:], lying(5, "6z", 0.9)], hand) == {}
    assert crowded(pond, hand, frozenset({2})) == {}


def test_a_last_discard_read_badly_that_was_fetched_into_the_hand_was_won_on(watched):
    card, _ = watched(7001, hands=2, rules="wrr2015", **FAULTS)
    assert card.silent == 0
    assert card.points == card.rounds
