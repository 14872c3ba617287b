"""`jantaku demo --play`: a session through a real server, whether the eyes read right or wrong."""

import pytest

from scoring.melds import MeldKind
from scoring.tiles import parse_tiles
from table.bootstrap import play as playing
from table.bootstrap.settings import Settings
from table.errors import InvalidOptionError
from table.journal.store import verify
from table.web.demo import DemoShelf
from table.web.ports import Look
from vision.errors import ModelMissingError
from vision.hand.proposal import HandProposal, MeldProposal
from vision.reading import Reading


def eyes_that_read(standin, *, wrong=()):
    """Eyes that know the demo's pictures by heart, and misread some."""
    shelf = DemoShelf(playing.demo_folder())
    hands = {shelf.picture(name): photo for name, photo in shelf.shelf.items()}

    class Eyes(standin.StandInEyes):
        async def look(self, data, _name, copy):
            photo = hands[data]
            copy.write_bytes(data)
            concealed = [str(tile) for tile in photo.truth.concealed]
            melds = tuple(
                MeldProposal(meld.kind, meld.tiles, None, None, ()) for meld in photo.truth.melds
            )
            if photo.name in wrong:
                concealed[0] = "?"
            proposal = HandProposal(
                tuple(concealed), melds, str(photo.win_tile), (), tuple(range(len(concealed)))
            )
            return Look(Reading(1280, 720, ()), proposal)

    return Eyes()


def test_all_read_right_is_a_yes(tmp_path, standin):
    said = []
    assert playing.play(Settings(), tmp_path / "data", said.append, eyes_that_read(standin))
    assert said[-1] == "hands read right: 3 of 3"
    assert sum("confirmed: " in line for line in said) == 3
    assert any(line.startswith("  undo: ") for line in said)
    redone = next(line for line in said if line.startswith("  redo: "))
    assert (
        redone.split(": ")[1] == [line for line in said if "confirmed: " in line][-1].split(": ")[1]
    )
    good, fault = verify(tmp_path / "data" / "journal.db")
    assert fault is None
    assert good > 10


def test_a_wrong_reading_is_a_no_and_is_mended_by_hand(tmp_path, standin):
    said = []
    eyes = eyes_that_read(standin, wrong=["riichi"])
    assert not playing.play(Settings(), tmp_path / "data", said.append, eyes)
    assert said[-1] == "hands read right: 2 of 3"
    assert any("mended by hand" in line for line in said)
    assert eyes.closed


def test_a_failure_of_the_server_is_raised_here(tmp_path, standin):
    class Blind(standin.StandInEyes):
        async def open(self):
            raise ModelMissingError("detector.onnx is missing: expected it in models")

    with pytest.raises(ModelMissingError, match=r"detector\.onnx is missing"):
        playing.play(Settings(), tmp_path / "data", print, Blind())


def test_without_demo_photos_there_is_nothing_to_play(tmp_path, standin, monkeypatch):
    monkeypatch.setattr(playing, "demo_folder", lambda: tmp_path)
    with pytest.raises(InvalidOptionError, match="photos are not installed"):
        playing.play(Settings(), tmp_path / "data", print, standin.StandInEyes())


def test_a_meld_is_compared_by_kind_and_tiles():
    seen = {
        "concealed": ["1m", "2m", "3m", "4p", "4p"],
        "melds": [
            {"kind": kind, "tiles": [tile] * 3, "called": tile, "source": 1, "indices": []}
            for kind, tile in (("pon", "5z"), ("pon", "6z"), ("pon", "7z"))
        ],
        "win_tile": None,
    }
    hand, win_tile = playing.hand_of(seen)
    assert win_tile is None
    assert hand.concealed == parse_tiles("123m44p")
    assert {meld.kind for meld in hand.melds} == {MeldKind.PON}
