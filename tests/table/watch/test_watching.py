"""Games laid out as scenes and watched: the record comes out as the game was."""

import pytest

from table.core.events import EndGame, Hora, Ryukyoku
from table.formats.mjai_write import check_holes

FAULTY = {
    "misread": 0.02, "unsure": 0.005, "dropped": 0.05, "cover": 0.03, "nudge": 0.01, "late": 0.02,
}  # fmt: skip


def test_plain_hands_come_out_exactly(watched):
    card, _ = watched(3, hands=3)
    assert card.right == card.points == card.rounds == 3, card.wrong


def test_what_goes_wrong_between_table_and_watcher_is_made_good(watched):
    card, _ = watched(6, hands=3, **FAULTY)
    assert card.f1 > 0.99, card.wrong
    assert not card.silent_points


def test_hand_cameras_make_the_record_complete(watched):
    card, watcher = watched(3, hands=1, cameras=True)
    assert card.right == card.points == 1
    check_holes(watcher.events)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 112))
def test_whole_games_come_out(watched, seed):
    card, watcher = watched(seed)
    assert isinstance(watcher.events[-1], EndGame)
    assert card.f1 >= 0.9995, card.wrong
    assert card.silent == 0


@pytest.mark.long
@pytest.mark.parametrize("seed", range(200, 212))
def test_whole_faulty_games_come_out(watched, seed):
    card, watcher = watched(seed, **FAULTY)
    ends = [event for event in watcher.events if isinstance(event, Hora | Ryukyoku)]
    assert len(ends) >= card.rounds
    assert card.f1 >= 0.985, card.wrong
    assert not card.silent_points, card.wrong
