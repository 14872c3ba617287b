"""A kan after a riichi that changed the waits comes to light as the hand is shown."""

import pytest
from loading import load

from table.core.state import apply
from table.film.story import scenes

_SCRIPTED = load("tests/table/scripted.py")
RIICHI = (
    "A+9m; A-9m!; B+9p; B reach; B-9p!; B laid; C+1m; C-1m!; D+9s; D-9s!; A+1s; A-1s!; B+4m;"
    " B ankan 4m; dora 1p; B+1p; B-1p!; C+1m; C-1m!; D+9s; D-9s!; A+2z; A-2z!; B+5m"
)


class Seen(_SCRIPTED.Hand):
    """Plays what the rules forbid too."""

    def play(self, event):
        self.state = apply(self.state, event)
        self.events.append(event)


@pytest.mark.parametrize("rules", ["wrr2015", "saikouisen"])
@pytest.mark.parametrize(("tiles", "last", "asked"), [
    ("4445m234678p567s", "5m", True), ("444m234678p567s7s", "7s", False),
])  # fmt: skip
def test_it_is_asked_about(playing, watch_scenes, rules, tiles, last, asked):
    """W15-ABS-RIIKANPEN, SAI-32.1r."""
    hand = Seen(playing, rules, {"B": tiles}, RIICHI.replace("B+5m", f"B+{last}"))
    hand.win(("B", "B", last), ura=("9p", "9m"))
    _, watcher = watch_scenes(hand.ruleset, hand.events, 1, scenes(hand.events, seed=1))
    texts = [one.text for one in watcher.questions if one.kind == "end"]
    words = "tsumo of seat 1: the kan of 4m of seat 1 after its riichi is forbidden"
    assert texts == ([words] if asked else [])
