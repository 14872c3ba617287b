"""What later looks say of discards: a riichi's tile that lies upright, a face in an ended hand."""

from dataclasses import replace

from scoring.tiles import Tile
from table.core.events import Reach
from table.watch.faces import FACES, certain
from table.watch.seen.pieces import Piece
from table.watch.seen.places import Placed
from table.watch.seen.ponds import Pond

SECOND = 1_000_000_000
TURNED_NS = 14 * SECOND


def test_a_riichi_whose_tile_lies_upright_later_is_asked_about(follow, played_of, ruleset_of):
    ruleset = ruleset_of("tenhou")
    game = next(
        game
        for game in (played_of(ruleset, seed, 1) for seed in range(40, 60))
        if not any(isinstance(one, Reach) for one in game)
    )
    seed = next(seed for seed in range(40, 60) if played_of(ruleset, seed, 1) == game)
    first = {}

    def seen(tile, one):
        if tile.zone != "river" or (tile.seat, tile.place) != (1, 2):
            return one
        since = first.setdefault(one.track, one.last_ns)
        turned = one.last_ns - since < TURNED_NS
        return replace(one, angle_deg=(one.angle_deg + 90 * turned) % 360)

    card, watcher = follow(game, ruleset, seed, seen)
    if any(isinstance(one, Reach) for one in watcher.events):
        (asked,) = [one for one in watcher.questions if one.kind == "reach"]
        assert "lies upright now" in asked.text
    assert not card.silent, card.wrong


def placed(track, tile, x, first_s):
    (chances,) = certain((next(face for face in FACES if face == Tile.parse(tile)),))
    return Placed(track, x, -4.5, False, True, chances, first_s * SECOND, 99 * SECOND, 1.0)


def test_no_discard_comes_up_in_the_middle_of_a_hand_that_has_ended():
    pond, row = Pond(), [placed(1, "1m", -2.5, 1), placed(2, "2m", -0.5, 2)]

    def look(*tiles, whole):
        pond.look(
            list(tiles), 9 * SECOND, lambda one: Piece.of(one.track, one, 0, 9 * SECOND),
            moved=False, whole=whole,
        )  # fmt: skip
        return [piece.track for piece in pond.pieces]

    assert look(*row, whole=False) == [1, 2]
    between, last = placed(3, "5z", -1.5, 9), placed(4, "6z", 0.5, 9)
    assert look(*row, between, last, whole=True) == [1, 2, 4]
    assert look(*row, between, last, whole=False) == [1, 3, 2, 4]
