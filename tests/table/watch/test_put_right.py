"""A set laid with a wrong tile that is put right is what lies there then."""

from dataclasses import replace

import pytest
from loading import load

from table.film.story import scenes

_SCRIPTED = load("tests/table/scripted.py")
QUIET = "A+9m; A-9m!; B+9m; B-9m!; C+9p; C-9p!; D+9p; D-9p!; A+3m; A-3m!; "
AFTER = (
    "C+1s; C-1s!; D+1s; D-1s!; A+1m; A-1m!; B+1m; B-1m!; C+4z; C-4z!; D+5p; D-5p!"
)  # fmt: skip
CHI = ("245m678m234s2255p", "B chi 3m 24m; B-5m.; ")
PON = ("334m678m234s2255p", "B pon 3m; B-4m.; ")


def laid_wrongly(scene, face):
    """The last of the set is another tile of the hand."""
    last = max(one.id for one in scene.tiles if one.zone == "meld" and not one.sideways)
    tiles = (
        replace(one, tile=face, id=900) if one.zone == "meld" and one.id == last else one
        for one in scene.tiles
    )
    return replace(scene, tiles=tuple(tiles))


@pytest.mark.parametrize(
    ("called", "wrong"), [(CHI, "5m"), (CHI, "7p"), (PON, "4m")], ids=["235m", "23m7p", "334m"]
)
@pytest.mark.parametrize(("looks", "rules"), [(1, "wrr2015"), (8, "saikouisen")])
def test_the_tiles_that_lie_there_then_are_the_set(
    playing, watch_scenes, called, wrong, looks, rules
):
    """WRR-7.2-FALSE1, SAI-54.1."""
    hand = _SCRIPTED.Hand(playing, rules, {"B": called[0]}, QUIET + called[1] + AFTER)
    hand.win(("B", "D", "5p"))
    told = [*scenes(hand.events, seed=1)]
    at = next(at for at, one in enumerate(told) if any(tile.zone == "meld" for tile in one.tiles))
    told[at:at] = [laid_wrongly(told[at], wrong)] * looks
    told = [replace(scene, number=number) for number, scene in enumerate(told)]
    card, watcher = watch_scenes(hand.ruleset, hand.events, 1, told)
    assert card.right == 1, card.wrong
    assert not watcher.questions


@pytest.mark.parametrize(("called", "wrong"), [(CHI, "7p"), (PON, "1z")], ids=["23m7p", "33m1z"])
def test_a_set_that_stays_wrong_is_asked_about(playing, watch_scenes, called, wrong):
    """WRR-7.2-FALSE2."""
    hand = _SCRIPTED.Hand(playing, "wrr2015", {"B": called[0]}, QUIET + called[1] + AFTER)
    told = [
        laid_wrongly(scene, wrong) if any(one.zone == "meld" for one in scene.tiles) else scene
        for scene in scenes(hand.events, seed=1)
    ]
    _, watcher = watch_scenes(hand.ruleset, hand.events, 1, told)
    (asked,) = [one for one in watcher.questions if one.kind in {"chi", "pon"}]
    assert asked.text.startswith("the tiles of this set are none as they are read")
    assert asked.alternatives == ("as written", "not so")
