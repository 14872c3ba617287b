"""A win told through the API: which kan was robbed, and who fed the last, the table knows."""

import pytest
from loading import load

from scoring.score import Score
from scoring.seats import Seat
from scoring.tiles import parse_tiles
from table.core.declaration import judge
from table.web.answers import declaration_of
from table.web.declaring import declaration_view
from table.web.views.wins import ScoreRequest

_SCRIPTED = load("tests/table/scripted.py")
ORPHANS = {"B": "19m19p19s1234566z", "C": "777z123m456s789p2m"}
CLOSED_KAN = "A+1s; A-1s!; B+2m; B-2m!; C+7z; C ankan 7z"
RUN = {"B": "123789m23499s35p", "C": "444p777z123m456s2m"}
CLOSED_KAN_OF_4P = "A+1s; A-1s!; B+2m; B-2m!; C+4p; C ankan 4p"
FOUR_KANS = (
    "A+1s; A-1s!; B+2m; B ankan 1m; dora 9s; B+9p; B ankan 2m; dora 8s; B+8p; B-8p!;"
    " C+1s; C-1s!; D+1s; D-1s!; A+3m; A-3m!; B pon 3m; B-9p.; C+4m; C-4m!; B kan 4m; dora 7s;"
    " B+3m; B kakan 3m; dora 7s; B+5z"
)


def asked(hand, winner, discarder, concealed, win_tile, **more):
    """The answer to a win told with no more than what the page sends."""
    told = [str(tile) for tile in parse_tiles(concealed)]
    request = ScoreRequest(
        winner=winner, discarder=discarder, concealed=told, win_tile=win_tile, **more
    )
    return judge(hand.state, declaration_of(request, hand.state), hand.ruleset).answer


@pytest.mark.parametrize(
    ("rules", "reason"),
    [("tenhou", "ankan_not_robbable"), ("mleague", "ankan_not_robbable"), ("rcr", None)],
)
def test_whether_thirteen_orphans_rob_a_closed_kan_is_the_rules_to_say(playing, rules, reason):
    hand = _SCRIPTED.Hand(playing, rules, ORPHANS, CLOSED_KAN)
    answer = asked(hand, 1, 2, "19m19p19s12345667z", "7z", chankan=True)
    assert (None if isinstance(answer, Score) else answer.reason) == reason


@pytest.mark.parametrize("rules", ["tenhou", "wrr2015", "majsoul"])
def test_no_other_hand_robs_a_closed_kan(playing, rules):
    hand = _SCRIPTED.Hand(playing, rules, RUN, CLOSED_KAN_OF_4P)
    told = (1, 2, "123789m345p23499s", "4p")
    assert asked(hand, *told, chankan=True).reason == "ankan_not_robbable"
    said = asked(hand, *told, chankan=True, robbed_kan="kakan")  # somebody says otherwise
    assert isinstance(said, Score)


def test_who_made_the_fourth_kan_of_a_pon_was_fed_by_nobody(playing):
    hand = _SCRIPTED.Hand(playing, "mleague", {"B": "1111m222m33m444m5z"}, FOUR_KANS, marker="9s")
    view = declaration_view(hand.state, Seat.SECOND, Seat.SECOND, hand.ruleset).model_dump()
    melds = [
        {name: meld[name] for name in ("kind", "tiles", "called", "source")}
        for meld in view["melds"]
    ]
    told = (1, None, "55z", "5z")
    answer = asked(hand, *told, melds=melds, rinshan=True)
    assert (answer.payments.dealer, answer.payments.liable) == (16000, None)
    fed = asked(hand, *told, melds=melds, rinshan=True, kakan_last=False)
    assert fed.payments.liable == 32000
