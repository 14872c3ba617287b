"""From a photo to a confirmed score in a real browser, over a kill of the server, on any width."""

import json
import tomllib
from contextlib import contextmanager
from pathlib import Path

import cv2
import pytest
import seeing
from playwright.sync_api import expect

from scoring.tiles import parse_tiles

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

MANIFEST = Path(__file__).resolve().parents[2] / "table" / "demo" / "demo.toml"
START = [30_000] * 4
RIICHI_TSUMO = 6200
"""Riichi, tsumo, pinfu, tanyao: 1300 and 2600, and the winner's own stick."""
MINUS = "\N{MINUS SIGN}"


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


def wait_for_total(page, total):
    expect(page.get_by_test_id("score")).to_have_attribute("data-total", str(total))


@contextmanager
def mending(page, tile):
    """The palette of the first tile of this face; it gives the focus back."""
    page.locator(f'[data-testid="rack"] [data-tile="{tile}"]').first.focus()
    page.keyboard.press("Enter")
    page.locator("dialog[open]").wait_for()
    yield
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator("[data-tile]:focus")).to_have_count(1)


def test_a_photo_becomes_a_score_that_follows_every_change(server, visitors):
    visitor = visitors()
    page = visitor.visit()
    seeing.points(page, START)
    visitor.shot("1-table")

    give(page)
    mend_to_truth(page)
    wait_for_total(page, RIICHI_TSUMO)
    visitor.shot("2-read", full=True)
    for yaku in ("riichi", "menzen tsumo", "pinfu", "tanyao"):
        expect(page.locator(f'tr[data-yaku="{yaku}"]')).to_have_count(1)
    expect(page.locator("tr[data-yaku]")).to_have_count(4)

    seeing.accessible(page)

    with mending(page, "2m"):
        page.keyboard.type("9s")
        visitor.shot("3-palette")
        page.keyboard.press("Enter")
    page.locator('[data-testid="refusal"][data-reason="not_complete"]').wait_for()
    expect(page.get_by_test_id("confirm")).to_have_count(0)
    visitor.shot("4-refusal", full=True)
    with mending(page, "9s"):
        page.keyboard.press("Escape")
    page.locator('g[aria-label^="9 sou"] polygon').click()
    page.get_by_role("button", name="Close").click()
    expect(page.locator('[data-testid="rack"] [data-tile="9s"]')).to_have_count(1)
    with mending(page, "9s"):
        page.locator('dialog [data-face="2m"]').click()
    wait_for_total(page, RIICHI_TSUMO)

    page.locator('input[name="ippatsu"]').check()
    wait_for_total(page, 9000)
    page.locator('input[name="ippatsu"]').uncheck()
    wait_for_total(page, RIICHI_TSUMO)
    expect(page.get_by_test_id("change-0")).to_have_text(f"{MINUS}2,600")
    expect(page.get_by_test_id("change-1")).to_have_text("+5,200")
    visitor.shot("5-score", full=True)


def test_a_confirmed_score_reaches_every_page_and_survives_a_kill(server, visitors):
    visitor, other = visitors(), visitors(390, 844, touch=True)
    page, watching = visitor.visit(), other.visit()
    give(page)
    mend_to_truth(page)
    wait_for_total(page, RIICHI_TSUMO)
    page.get_by_test_id("confirm").click()
    after = [27_400, 35_200, 28_700, 28_700]
    seeing.points(page, after)
    seeing.points(watching, after)
    expect(page.get_by_test_id("round")).to_have_text("East 2")
    expect(page.get_by_test_id("seat-1")).to_contain_text("Dealer")
    visitor.shot("6-confirmed")

    server.kill()
    page.get_by_test_id("stale").wait_for()
    visitor.shot("7-not-connected")
    server.start()
    visitor.wait_live()
    other.wait_live()
    seeing.points(page, after)
    page.reload()
    visitor.wait_live()
    seeing.points(page, after)
    for one in (visitor, other):
        one.excuse("WebSocket connection to", seeing.FAILED_LOAD)

    page.get_by_test_id("undo").click()
    seeing.points(page, START)
    seeing.points(watching, START)
    expect(page.get_by_test_id("round")).to_have_text("East 1")
    page.get_by_test_id("redo").click()
    seeing.points(page, after)


def test_the_page_works_on_a_phone(server, visitors):
    visitor = visitors(360, 740, touch=True, dark=True)
    page = visitor.visit()
    seeing.fits(page)
    visitor.shot("phone-1-table", full=True)
    give(page)
    mend_to_truth(page)
    wait_for_total(page, RIICHI_TSUMO)
    seeing.fits(page)

    page.reload()
    visitor.wait_live()
    wait_for_total(page, RIICHI_TSUMO)

    page.locator('[data-testid="rack"] [data-tile="2m"]').first.tap()
    page.locator("dialog[open]").wait_for()
    visitor.shot("phone-2-palette")
    seeing.fits(page)
    small = (
        "[...document.querySelectorAll('dialog button')].map(e => e.getBoundingClientRect())"
        ".filter(box => box.width < 44 || box.height < 44).length"
    )
    seeing.until(page, lambda: page.evaluate(small), 0, "small buttons")
    page.keyboard.press("Escape")

    page.get_by_role("button", name="Zoom in").tap()
    visitor.shot("phone-3-zoom")
    page.locator('[data-choice="how-ron"]').check(force=True)
    page.get_by_test_id("missing").wait_for()
    page.locator('[data-choice="discarder-3"]').check(force=True)
    wait_for_total(page, 4900)
    visitor.shot("phone-4-score", full=True)
    page.get_by_test_id("confirm").tap()
    seeing.points(page, [30_000, 33_900, 30_000, 26_100])
    visitor.shot("phone-5-confirmed")


def test_riichi_and_an_exhaustive_draw(server, visitors):
    visitor = visitors(820, 1180)
    page = visitor.visit()
    page.get_by_test_id("riichi").click()
    page.locator('[data-riichi="2"]').click()
    seeing.points(page, [30_000, 30_000, 29_000, 30_000])
    expect(page.get_by_test_id("kyotaku")).to_have_text("1")
    page.get_by_test_id("draw").click()
    expect(page.locator('[data-choice="tenpai-2"]')).to_be_checked()
    page.locator('[data-choice="tenpai-0"]').check()
    visitor.shot("tablet-1-draw")
    page.get_by_role("button", name="Confirm the draw").click()
    seeing.points(page, [31_500, 28_500, 30_500, 28_500])
    expect(page.get_by_test_id("honba")).to_have_text("1")
    expect(page.get_by_test_id("round")).to_have_text("East 1")
    page.locator('[data-testid="hand"]:visible').first.wait_for()
    visitor.shot("tablet-2-drawn", full=True)


def test_a_lost_photo_costs_the_picture_and_no_tile(server, visitors):
    visitor = visitors()
    page = visitor.visit()
    give(page, "open-hand")
    page.wait_for_function(
        "() => [...document.images].some(one => one.src.endsWith('/image') && one.naturalWidth)"
    )
    before = faces(page)
    for picture in (server.data / "photos").iterdir():
        picture.unlink()
    page.context.route("**/image", lambda request: request.fulfill(status=404))
    page.reload()
    expect(page.get_by_test_id("photo-gone")).to_contain_text("kept")
    seeing.until(page, lambda: faces(page), before, "the tiles")
    visitor.forgive("/image")
    page.reload()
    visitor.wait_live()
    expect(page.get_by_test_id("photo-gone")).to_contain_text("kept")
    seeing.until(page, lambda: faces(page), before, "the tiles")


def test_a_mirrored_photo_is_said_to_be_one(server, visitors):
    page = visitors().visit()
    picture = cv2.imread(str(MANIFEST.with_name("riichi.jpg")))
    _, mirrored = cv2.imencode(".jpg", cv2.flip(picture, 1))
    page.get_by_test_id("file").set_input_files(
        files=[{"name": "a.jpg", "mimeType": "image/jpeg", "buffer": mirrored.tobytes()}]
    )
    note = page.get_by_test_id("photo-note")
    expect(note).to_contain_text("mirrored")
    page.get_by_test_id("settings").locator("summary").click()
    page.get_by_test_id("language").select_option("ja")
    expect(note).to_contain_text("反転")


def test_bad_input_is_answered_in_words_and_loses_nothing(server, visitors):
    visitor = visitors()
    page = visitor.visit()
    for name, content in (("hand.jpg", b"this is no picture"), ("empty.png", b"")):
        with page.expect_response("**/api/photos"):
            page.get_by_test_id("file").set_input_files(
                files=[{"name": name, "mimeType": "image/jpeg", "buffer": content}]
            )
        expect(page.get_by_test_id("photo-problem")).to_contain_text("expected")
        expect(page.get_by_test_id("reading")).to_have_count(0)
        visitor.forgive("api/photos")
        visitor.complaints.clear()
    visitor.shot("bad-1-photo")

    page.get_by_role("button", name="Lay the tiles by hand").click()
    expect(page.get_by_test_id("missing")).to_contain_text("Add the tiles")
    for face in ("5m", "5m", "5m", "0m", "5m", *("1z", "2z", "3z") * 3):
        page.get_by_role("button", name="Add a tile").click()
        page.locator("dialog[open]").wait_for()
        page.keyboard.type(face)
        page.keyboard.press("Enter")
        expect(page.locator("dialog")).to_have_count(0)
    page.locator('[data-testid="rack"] [data-tile="5m"]').first.click()
    page.get_by_role("button", name="Winning tile").click()
    page.locator('[data-choice="winner-1"]').check(force=True)
    page.locator('[data-choice="how-tsumo"]').check(force=True)
    expect(page.get_by_test_id("score-problem")).to_contain_text("5m")
    visitor.forgive("api/score")
    visitor.shot("bad-2-five-of-a-kind", full=True)
    laid = ["0m", *["1z"] * 3, *["2z"] * 3, *["3z"] * 3]
    seeing.until(page, lambda: sorted(faces(page))[:10], laid, "the tiles")
    seeing.points(page, START)
    expect(page.get_by_test_id("undo")).to_have_count(0)
