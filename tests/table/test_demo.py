"""The demo: its shelf is described right, and plays a session through a real server."""

from importlib.resources import files

import httpx
import pytest

from scoring.hand import Hand
from scoring.seats import Seat
from scoring.tiles import Tile
from table.bootstrap.compose import compose
from table.bootstrap.settings import Settings
from table.core.decisions import begin_game
from table.core.declaration import Declaration, judge
from table.core.state import fold
from table.errors import InvalidOptionError, UnknownRulesetError
from table.web.demo import DemoShelf, read_shelf

SHELF = read_shelf(files("table") / "demo")
ENTRY = """
[[photo]]
name = "one"
title = "One hand"
file = "one.jpg"
winner = 2
from = 1
tsumo = false
riichi = true
dora = "9m"
truth = { concealed = "123m456p789s22z345s", melds = [], win_tile = "5s" }
"""


@pytest.fixture
def folder(tmp_path, standin):
    (tmp_path / "demo.toml").write_text(ENTRY, encoding="utf-8")
    (tmp_path / "one.jpg").write_bytes(standin.PICTURE)
    return tmp_path


def test_the_demo_brings_riichi_melds_and_a_red_five():
    hands = [photo.truth for photo in SHELF.values()]
    assert any(photo.riichi for photo in SHELF.values())
    assert any(not hand.is_closed for hand in hands)
    assert any(tile.red for hand in hands for tile in hand.all_tiles())


@pytest.mark.parametrize("name", SHELF)
def test_every_photo_of_the_demo_is_a_picture_and_a_valid_win(name, ruleset):
    photo = SHELF[name]
    assert (files("table") / "demo" / photo.file).read_bytes().startswith(b"\xff\xd8")
    said = Declaration(
        photo.winner,
        photo.discarder,
        photo.truth,
        photo.win_tile,
        frozenset({"riichi"} if photo.riichi else ()),
        photo.dora,
        photo.ura,
    )
    state = fold(begin_game(("A", "B", "C", "D"), ruleset))
    assert judge(state, said, ruleset).answer.valid


def test_a_shelf_is_read(folder):
    photo = read_shelf(folder)["one"]
    assert (photo.winner, photo.discarder, photo.win_tile) == (
        Seat.THIRD,
        Seat.SECOND,
        Tile.parse("5s"),
    )
    assert photo.truth == Hand.parse("123m456p789s22z345s")


def test_where_no_demo_is_shown_the_shelf_is_empty(tmp_path):
    assert DemoShelf().photos() == []
    assert read_shelf(tmp_path) == {}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("winner = 2", "winner = 7"), "demo.toml: photo 1: 7"),
        (('title = "One hand"', ""), "photo 1 has no 'title'"),
        (("from = 1", ""), "photo 1 has no 'from'"),
        (('dora = "9m"', 'dora = "9x"'), "photo 1"),
        (('345s"', '34s"'), "expected 14 tiles with 5s among them"),
        (('win_tile = "5s"', 'win_tile = "9s9s"'), "photo 1"),
        (("winner = 2", "winner ="), "demo.toml: Invalid value"),
    ],
)
def test_a_mistake_on_the_shelf_is_named(folder, change, words):
    (folder / "demo.toml").write_text(ENTRY.replace(*change), encoding="utf-8")
    with pytest.raises(InvalidOptionError) as refused:
        read_shelf(folder)
    assert words in str(refused.value)


async def test_the_api_shows_the_shelf_and_reads_from_it(folder, eyes, standin):
    table = compose(Settings(), folder / "data", eyes, folder)
    transport = httpx.ASGITransport(table.app)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
        (photo,) = (await http.get("/api/demo")).json()
        image = await http.get("/api/demo/one/image")
        read = await http.post("/api/demo/one")
    table.close()
    assert (photo["name"], photo["winner"], photo["discarder"]) == ("one", 2, 1)
    assert (photo["riichi"], photo["dora"], photo["ura"]) == (True, ["9m"], [])
    assert (image.content, image.headers["content-type"]) == (standin.PICTURE, "image/jpeg")
    assert len(read.json()["tiles"]) == 14
    assert eyes.closed


def test_a_table_that_cannot_be_composed_lets_go_of_its_journal(tmp_path, eyes):
    with pytest.raises(UnknownRulesetError, match="ruleset 'wrr1999'"):
        compose(Settings(rules="wrr1999"), tmp_path, eyes)
    compose(Settings(), tmp_path, eyes).close()
