"""What a tile says of itself."""

import pytest

from scoring.tiles import TILES, Tile


@pytest.mark.parametrize(
    ("text", "suit", "number", "honour", "terminal"),
    [
        ("1m", "m", 1, False, True),
        ("0p", "p", 5, False, False),
        ("9s", "s", 9, False, True),
        ("1z", "z", 1, True, False),
        ("7z", "z", 7, True, False),
    ],
)
def test_a_tile_knows_its_place(text, suit, number, honour, terminal):
    tile = Tile.parse(text)

    assert (tile.suit, tile.number) == (suit, number)
    assert (tile.is_honour, tile.is_terminal) == (honour, terminal)


@pytest.mark.parametrize(
    ("indicator", "dora"),
    [
        ("1m", "2m"),
        ("9m", "1m"),
        ("0p", "6p"),
        ("9s", "1s"),
        ("1z", "2z"),
        ("4z", "1z"),
        ("5z", "6z"),
        ("6z", "7z"),
        ("7z", "5z"),
    ],
)
def test_an_indicator_points_to_the_next(indicator, dora):
    assert Tile.parse(indicator).dora is Tile.parse(dora)


def test_every_tile_is_dora_of_one_indicator():
    assert {tile.dora for tile in TILES[:34]} == set(TILES[:34])


def test_a_red_five_is_also_a_five():
    assert Tile.parse("0s").plain is Tile.parse("5s")
    assert Tile.parse("5s") != Tile.parse("0s")
