"""The demo's photos, which our own renderer made, are read and laid out as they truly are."""

import tomllib
from pathlib import Path

import pytest

from scoring.tiles import parse_tiles
from vision.hand.layout import propose_hand
from vision.imagefile import read_image

DEMO = Path(__file__).resolve().parents[2] / "table" / "demo"
PHOTOS = tomllib.loads((DEMO / "demo.toml").read_text(encoding="utf-8"))["photo"]


@pytest.mark.parametrize("photo", PHOTOS, ids=lambda photo: photo["name"])
def test_the_hand_is_the_one_that_lies_there(reader, photo):
    reading = reader.read(read_image(DEMO / photo["file"]))
    assert reading.notes == ()
    proposal = propose_hand(reading.tiles)
    truth = photo["truth"]
    assert proposal.concealed == tuple(str(tile) for tile in parse_tiles(truth["concealed"]))
    assert proposal.win_tile == truth["win_tile"]
    melds = {f"{meld.kind}:{''.join(str(tile) for tile in meld.tiles)}" for meld in proposal.melds}
    assert melds == {spelt(text) for text in truth["melds"]}
    assert proposal.notes == ()


def spelt(meld):
    kind, _, tiles = meld.partition(":")
    return f"{kind}:{''.join(str(tile) for tile in parse_tiles(tiles))}"
