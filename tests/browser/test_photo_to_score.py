"""From a photo to a confirmed score in a real browser, over a kill of the server, on any width."""

import json
import tomllib
from contextlib import contextmanager
from pathlib import Path

import pytest

from scoring.tiles import parse_tiles

pytestmark = pytest.mark.browser

MANIFEST = Path(__file__).resolve().parents[2] / "table" / "demo" / "demo.toml"
START = [30_000] * 4
RIICHI_TSUMO = 6200
"""Riichi, tsumo, pinfu, tanyao: 1300 and 2600, and the winner's own stick."""
MINUS = "\N{MINUS SIGN}"
FAILED_LOAD = "Failed to load resource"


def give(page, name="riichi"):
    """Give a demo photo and wait until it is read."""
    page.locator(f'[data-demo="{name}"]').click()
    page.get_by_test_id("rack").wait_for()


def kept(page):
    """What the page keeps of the hand for a reload."""
    return json.loads(page.evaluate("sessionStorage.getItem('jantaku.work.1')"))


def faces(page):
    return [tile["tile"] for tile in kept(page)["hand"]["concealed"]]


def mend_to_truth(page, name="riichi"):
    """Make the concealed tiles what they are, by tapping them on the photo."""
    photos = tomllib.loads(MANIFEST.read_text(encoding="utf-8"))["photo"]
    [truth] = [photo["truth"] for photo in photos if photo["name"] == name]
    expected = [str(tile) for tile in parse_tiles(truth["concealed"])]
    tiles = kept(page)["hand"]["concealed"]
    places = {tile["index"]: tile["polygon"] for tile in kept(page)["photo"]["tiles"]}
    surest = sorted(tiles, key=lambda tile: -tile["confidence"])
    for tile in surest[len(expected) :]:
        print(f"{name}: {tile['tile']} was read where there is no tile")
        page.locator(f'g[data-index="{tile["index"]}"]').dispatch_event("click")
        page.get_by_role("button", name="Remove").click()
        tiles.remove(tile)
    tiles.sort(key=lambda tile: sum(x for x, _ in places[tile["index"]]))
    assert len(tiles) == len(expected), tiles
    for tile, face in zip(tiles, expected, strict=True):
        if tile["tile"] != face:
            print(f"{name}: {tile['tile']} was read for {face}")
            page.locator(f'g[data-index="{tile["index"]}"]').dispatch_event("click")
            page.locator(f'dialog [data-face="{face}"]').click()


def points_of(page):
    """The points of the four seats, as the server has them."""
    return [
        int(page.get_by_test_id(f"points-{seat}").get_attribute("data-points")) for seat in range(4)
    ]


def wait_for_points(page, expected):
    for seat, points in enumerate(expected):
        page.locator(f'[data-testid="points-{seat}"][data-points="{points}"]').wait_for()


def wait_for_total(page, total):
    page.locator(f'[data-testid="score"][data-total="{total}"]').wait_for()


def no_overflow(page):
    return page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


@contextmanager
def mending(page, tile):
    """The palette of the first tile of this face; it gives the focus back."""
    page.locator(f'[data-testid="rack"] [data-tile="{tile}"]').first.focus()
    page.keyboard.press("Enter")
    page.locator("dialog[open]").wait_for()
    yield
    page.locator("dialog").wait_for(state="detached")
    assert page.evaluate("document.activeElement.dataset.tile") is not None


def test_a_photo_becomes_a_score_that_follows_every_change(server, visitors):
    visitor = visitors()
    page = visitor.visit()
    assert points_of(page) == START
    visitor.shot("1-table")

    give(page)
    mend_to_truth(page)
    wait_for_total(page, RIICHI_TSUMO)
    visitor.shot("2-read", full=True)
    yaku = {one.get_attribute("data-yaku") for one in page.locator("tr[data-yaku]").all()}
    assert yaku == {"riichi", "menzen tsumo", "pinfu", "tanyao"}

    with mending(page, "2m"):
        page.keyboard.type("9s")
        visitor.shot("3-palette")
        page.keyboard.press("Enter")
    page.locator('[data-testid="refusal"][data-reason="not_complete"]').wait_for()
    assert page.get_by_test_id("confirm").count() == 0
    visitor.shot("4-refusal", full=True)
    with mending(page, "9s"):
        page.keyboard.press("Escape")
    page.locator('g[aria-label^="9 sou"] polygon').click()
    page.get_by_role("button", name="Close").click()
    assert "9s" in faces(page)
    with mending(page, "9s"):
        page.locator('dialog [data-face="2m"]').click()
    wait_for_total(page, RIICHI_TSUMO)

    page.locator('input[name="ippatsu"]').check()
    wait_for_total(page, 9000)
    page.locator('input[name="ippatsu"]').uncheck()
    wait_for_total(page, RIICHI_TSUMO)
    assert page.get_by_test_id("change-0").inner_text() == f"{MINUS}2,600"
    assert page.get_by_test_id("change-1").inner_text() == "+5,200"
    visitor.shot("5-score", full=True)


def test_a_confirmed_score_reaches_every_page_and_survives_a_kill(server, visitors):
    visitor, other = visitors(), visitors(390, 844, touch=True)
    page, watching = visitor.visit(), other.visit()
    give(page)
    mend_to_truth(page)
    wait_for_total(page, RIICHI_TSUMO)
    page.get_by_test_id("confirm").click()
    after = [27_400, 35_200, 28_700, 28_700]
    wait_for_points(page, after)
    wait_for_points(watching, after)
    assert page.get_by_test_id("round").inner_text() == "East 2"
    assert "Dealer" in page.get_by_test_id("seat-1").inner_text()
    page.wait_for_timeout(1200)
    visitor.shot("6-confirmed")

    server.kill()
    page.get_by_test_id("stale").wait_for()
    visitor.shot("7-not-connected")
    server.start()
    visitor.wait_live()
    other.wait_live()
    assert points_of(page) == after
    page.reload()
    visitor.wait_live()
    assert points_of(page) == after
    for one in (visitor, other):
        one.forgive("WebSocket connection to", FAILED_LOAD)

    page.get_by_test_id("undo").click()
    wait_for_points(page, START)
    wait_for_points(watching, START)
    assert page.get_by_test_id("round").inner_text() == "East 1"
    page.get_by_test_id("redo").click()
    wait_for_points(page, after)


def test_the_page_works_on_a_phone(server, visitors):
    visitor = visitors(360, 740, touch=True, dark=True)
    page = visitor.visit()
    assert no_overflow(page)
    visitor.shot("phone-1-table", full=True)
    give(page)
    mend_to_truth(page)
    wait_for_total(page, RIICHI_TSUMO)
    assert no_overflow(page)

    page.reload()
    visitor.wait_live()
    wait_for_total(page, RIICHI_TSUMO)

    page.locator('[data-testid="rack"] [data-tile="2m"]').first.tap()
    page.locator("dialog[open]").wait_for()
    visitor.shot("phone-2-palette")
    assert no_overflow(page)
    small = page.evaluate(
        "[...document.querySelectorAll('dialog button')].map(e => e.getBoundingClientRect())"
        ".filter(box => box.width < 44 || box.height < 44).length"
    )
    assert small == 0
    page.keyboard.press("Escape")

    page.get_by_role("button", name="Zoom in").tap()
    visitor.shot("phone-3-zoom")
    page.locator('[data-choice="how-ron"]').check(force=True)
    page.get_by_test_id("missing").wait_for()
    page.locator('[data-choice="discarder-3"]').check(force=True)
    wait_for_total(page, 4900)
    visitor.shot("phone-4-score", full=True)
    page.get_by_test_id("confirm").tap()
    wait_for_points(page, [30_000, 33_900, 30_000, 26_100])
    visitor.shot("phone-5-confirmed")


def test_riichi_and_an_exhaustive_draw(server, visitors):
    visitor = visitors(820, 1180)
    page = visitor.visit()
    page.get_by_test_id("riichi").click()
    page.locator('[data-riichi="2"]').click()
    wait_for_points(page, [30_000, 30_000, 29_000, 30_000])
    assert page.get_by_test_id("kyotaku").inner_text() == "1"
    page.get_by_test_id("draw").click()
    assert page.locator('[data-choice="tenpai-2"]').is_checked()
    page.locator('[data-choice="tenpai-0"]').check()
    visitor.shot("tablet-1-draw")
    page.get_by_role("button", name="Confirm the draw").click()
    wait_for_points(page, [31_500, 28_500, 30_500, 28_500])
    assert page.get_by_test_id("honba").inner_text() == "1"
    assert page.get_by_test_id("round").inner_text() == "East 1"
    assert page.get_by_test_id("hand").count() >= 1
    page.wait_for_timeout(1200)
    visitor.shot("tablet-2-drawn", full=True)


def test_a_lost_photo_costs_the_picture_and_no_tile(server, visitors):
    visitor = visitors()
    page = visitor.visit()
    give(page, "open-hand")
    before = faces(page)
    for picture in (server.data / "photos").iterdir():
        picture.unlink()
    page.context.route("**/image", lambda request: request.fulfill(status=404))
    page.reload()
    assert "kept" in page.get_by_test_id("photo-problem").inner_text()
    assert faces(page) == before
    visitor.forgive(FAILED_LOAD)


def test_bad_input_is_answered_in_words_and_loses_nothing(server, visitors):
    visitor = visitors()
    page = visitor.visit()
    for name, content in (("hand.jpg", b"this is no picture"), ("empty.png", b"")):
        page.get_by_test_id("file").set_input_files(
            files=[{"name": name, "mimeType": "image/jpeg", "buffer": content}]
        )
        page.get_by_test_id("reading").wait_for(state="detached")
        words = page.get_by_test_id("photo-problem").inner_text()
        assert "expected" in words
        visitor.forgive(FAILED_LOAD)
    visitor.shot("bad-1-photo")

    page.get_by_role("button", name="Lay the tiles by hand").click()
    assert "Add the tiles" in page.get_by_test_id("missing").inner_text()
    for face in ("5m", "5m", "5m", "0m", "5m", *("1z", "2z", "3z") * 3):
        page.get_by_role("button", name="Add a tile").click()
        page.keyboard.type(face)
        page.keyboard.press("Enter")
    page.locator('[data-testid="rack"] [data-tile="5m"]').first.click()
    page.get_by_role("button", name="Winning tile").click()
    page.locator('[data-choice="winner-1"]').check(force=True)
    page.locator('[data-choice="how-tsumo"]').check(force=True)
    page.get_by_test_id("score-problem").wait_for()
    assert "5m" in page.get_by_test_id("score-problem").inner_text()
    visitor.forgive(FAILED_LOAD)
    visitor.shot("bad-2-five-of-a-kind", full=True)
    assert sorted(faces(page))[:10] == ["0m", *["1z"] * 3, *["2z"] * 3, *["3z"] * 3]
    assert points_of(page) == START
    assert page.get_by_test_id("undo").count() == 0
