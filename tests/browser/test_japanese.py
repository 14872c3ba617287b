"""The whole dashboard in Japanese: no part, dialog or refusal has an English sentence left."""

import re

import pytest
import seeding
import seeing
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


NAMES = {*seeding.NAMES, "Jantaku", "Player"}
ALLOWED = NAMES | {
    "English",  # the other language, by its own name
    *(
        "PIN",
        "API",
        "OBS",
        "URL",
        "USB",
        "PDF",
        "HTML",
        "CSV",
        "JPEG",
        "PNG",
        "WebP",
        "BMP",
        "TIFF",
    ),
    *("mjai", "tenhou", "net", "json", "jsonl"),
    *("SHA", "sha", "MB", "GB", "ID", "RMC", "LAN", "TOML", "Home", "End", "Enter"),
}
"""Names and signs that Japanese writes in Latin letters too."""
CLAUSE = re.compile(r"\b[A-Z][A-Z0-9]+(-[A-Za-z0-9.]+)+\b|\b(TENHOU|MJLOG|SPACE) [a-z ]+")
"""Where a rule stands: WRR-7.1-CHOMBO, TENHOU riichi."""
CODE = re.compile(
    r"`[^`]*`|例:[a-z0-9_、 ]+|jantaku [a-z ]+|(?:https?|rtsp)://\S*|/[\w./-]+|[\w-]+\.(?:py|toml|onnx|db|jpg|mp4)\b"
    r"|\d+[mpsz]+\b|\([a-z0-9-]+\)|[0-9a-f]{8,}"
)
"""Commands, addresses, files, tiles in notation, hashes."""
WORD = re.compile(r"[A-Za-z]{2,}")

SEEN = """() => {
  const texts = [];
  const shown = (e) => e.closest('[aria-hidden=true]') === null && e.checkVisibility();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const e = walk.currentNode.parentElement;
    if (e && !['SCRIPT', 'STYLE'].includes(e.tagName) && (shown(e) || e.closest('option')))
      texts.push(walk.currentNode.textContent.trim());
  }
  for (const e of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      if (e.hasAttribute(name)) texts.push(e.getAttribute(name));
  return [document.title, ...texts].filter((text) => text);
}"""
"""All that a reader or a listener of the page gets."""


def foreign(texts):
    """The texts with a Latin word that is no name, no clause and no code."""
    found = {}
    for text in texts:
        plain = CODE.sub(" ", CLAUSE.sub(" ", text))
        words = set(WORD.findall(plain)) - ALLOWED
        if words:
            found[text] = sorted(words)
    return found


def japanese_only(page, what):
    """Wait until nothing that the page says is English."""
    seeing.until(page, lambda: foreign(page.evaluate(SEEN)), {}, what)


@pytest.fixture
def data(tmp_path):
    return tmp_path / "data"


@pytest.fixture
def asked(data):
    """A table in the middle of its third hand, with a question about the last discard."""
    return seeding.ask_of_the_last_discard(
        data, seeding.write(data, seeding.in_hand(seeding.game(), 2, 60))
    )


@pytest.fixture
def winning(data):
    """A table at which a ron is about to be declared; that win."""
    events, win = seeding.before_a_ron(seeding.game("wrr2015"))
    seeding.write(data, events)
    return win


@pytest.fixture
def reader(server, visitors):
    """Opens a page in Japanese, and looks whether all that it says is Japanese."""

    class Reader:
        def __init__(self, width, height, *, dark=False):
            self.visitor = visitors(width, height, touch=width < 500, dark=dark)
            self.page = self.visitor.page
            self.page.goto(f"{server.url}?lang=ja")
            self.visitor.wait_live()
            self.style = f"{width}-{'dark' if dark else 'light'}"

        def open(self, part, shown):
            self.page.evaluate(f"location.hash = '#/{part}'")
            self.page.locator(f"main {shown}").first.wait_for()

        def look(self, what):
            japanese_only(self.page, what)
            seeing.fits(self.page, what)
            self.visitor.shot(f"ja-{self.style}-{what}", full=True)

        def tap(self, test_id):
            self.page.locator(f'[data-testid="{test_id}"]:visible').first.click()

        def close(self):
            """Put every dialog away."""
            dialogs = self.page.locator("dialog")
            while dialogs.count():
                before = dialogs.count()
                self.page.keyboard.press("Escape")
                expect(dialogs).not_to_have_count(before)

    return Reader


PARTS = {
    "table": '[data-testid="board"]',
    "questions": '[data-testid="question"]',
    "record": "[data-game]",
    "record/statistics": '[data-testid="statistics"]',
    "record/0": '[data-testid="graph"]',
    "record/0/0/3": '[data-testid="step-event"]',
    "referee": '[data-testid="check-3"]',
    "referee/foul": '[data-testid="foul-kind"]',
    "referee/clock": '[data-testid="start-clock"]',
    "referee/rulings": '[data-tab="rulings"][aria-current]',
    "referee/audit": '[data-testid="audit"]',
    "setup": '[data-testid="examine"]',
    "setup/camera": '[data-testid="next"]',
    "setup/tiles": '[data-testid="next"]',
    "setup/rules": '[data-testid="rules"]',
    "setup/players": '[data-name="3"]',
    "setup/table": '[data-testid="next"]',
    "setup/start": '[data-testid="start-game"]',
    "access": '[data-testid="delay"]',
}
"""What each part shows when it has loaded."""


@pytest.mark.parametrize(
    ("width", "height", "dark"),
    [(1366, 900, False), (360, 740, True)],
    ids=["wide-light", "phone-dark"],
)
def test_every_part_is_japanese(asked, reader, width, height, dark):
    here = reader(width, height, dark=dark)
    for part, shown in PARTS.items():
        here.open(part, shown)
        here.look(part.replace("/", "-"))


def test_the_dialogs_of_the_table_are_japanese(asked, reader):
    here = reader(1366, 900)
    page = here.page
    page.get_by_test_id("settings").locator("summary").click()
    here.look("settings")
    page.get_by_test_id("settings").locator("summary").click()
    page.locator("header button").first.click()
    page.locator("dialog[open]").wait_for()
    here.look("new-game")
    here.close()
    for opener in ("riichi", "draw"):
        here.tap(opener)
        page.locator("dialog[open]").wait_for()
        here.look(opener)
        here.close()
    here.tap("call-referee")
    page.get_by_test_id("toast").wait_for()
    here.look("referee-called")


def test_an_event_and_its_correction_are_japanese(asked, reader):
    here = reader(1366, 900)
    page = here.page
    page.locator('[data-testid="hand-events"]:visible > summary').click()
    here.look("events")
    discard = page.locator('[data-event="dahai"]:visible').first
    for mode in range(6):
        discard.click()
        page.get_by_test_id("correct").locator("button").nth(mode).click()
        here.look(f"event-{mode}")
        here.close()
    page.locator('[data-testid="earlier-hand"]:visible').click()
    end = page.locator('[data-event="hora"]:visible, [data-event="ryukyoku"]:visible').first
    end.click()
    here.look("event-of-an-end")
    page.get_by_test_id("remove-event").click()
    page.get_by_test_id("ending-form").wait_for()
    here.look("correction-of-an-end")
    here.visitor.excuse("api/corrections")


def test_a_win_its_refusal_and_its_undo_are_japanese(winning, reader):
    here = reader(1366, 900)
    page = here.page
    others = [seat for seat in range(4) if seat not in {winning.actor, winning.target}]
    page.locator(f'[data-declare="{others[0]}-{int(winning.target)}"]').click()
    page.get_by_test_id("refusal").wait_for()
    here.look("win-refused")
    page.locator('[data-testid="rack"] [data-tile]').first.click()
    page.locator("dialog[open]").wait_for()
    here.look("palette")
    here.close()
    page.locator("main .right button.quiet").first.click()
    page.locator(f'[data-declare="{int(winning.actor)}-{int(winning.target)}"]').click()
    page.get_by_test_id("score").wait_for()
    page.locator("main .right details summary").last.click()
    here.look("win")
    page.get_by_test_id("confirm").click()
    page.get_by_test_id("toast").wait_for()
    here.look("win-confirmed")
    here.tap("undo")
    page.locator('[data-testid="redo"]:visible').wait_for()
    here.look("win-undone")


def test_a_photo_and_what_is_missing_are_japanese(server, reader):
    here = reader(360, 740, dark=True)
    page = here.page
    page.locator('[data-demo="red-five"]').click()
    page.get_by_test_id("rack").wait_for()
    here.look("photo")
    page.get_by_test_id("rack").locator("[data-tile]").first.click()
    page.locator("dialog[open]").wait_for()
    page.locator("dialog [data-face='9m']").click()
    page.locator('[data-testid="refusal"], [data-testid="missing"]').first.wait_for()
    here.look("photo-mended")


def test_fouls_rulings_clock_and_audit_are_japanese(winning, reader):
    here = reader(1366, 900)
    page = here.page
    here.open("referee/foul", '[data-testid="foul-kind"]')
    page.locator('[data-choice="foul-actor-0"]').check(force=True)
    kinds = page.get_by_test_id("foul-kind").locator("option")
    expect(kinds.nth(40)).to_be_attached()
    for kind in ("late", "noten_riichi", "payment_error", "revealed_live", "false_win"):
        page.get_by_test_id("foul-kind").select_option(kind)
        page.get_by_test_id("foul-preview").wait_for()
        here.look(f"foul-{kind}")
    page.get_by_test_id("record-foul").click()
    page.get_by_test_id("toast").wait_for()
    here.look("foul-recorded")
    here.open("referee/rulings", '[data-testid="ruling"]')
    here.tap("cancel-ruling")
    here.look("rulings")
    here.open("referee/clock", '[data-testid="start-clock"]')
    here.tap("start-clock")
    page.get_by_test_id("stop-clock").wait_for()
    here.tap("give-extra")
    here.look("clock")
    here.tap("ring")
    page.get_by_test_id("gong-rung").wait_for()
    here.look("gong")
    here.open("referee/audit", '[data-testid="audit"]')
    here.tap("audit")
    page.get_by_test_id("audit-answer").wait_for()
    page.locator("main input[type=number]").first.fill("1000")
    page.locator("main button").last.click()
    page.locator("main .problem, main .good-note").last.wait_for()
    here.look("audit")
    here.open("record/0", '[data-testid="graph"]')
    here.look("record-after-a-chombo")


def test_the_set_up_is_japanese_to_its_last_entry(asked, reader):
    here = reader(1366, 900)
    page = here.page
    here.open("setup", '[data-testid="examine"]')
    here.tap("examine")
    page.get_by_test_id("findings").wait_for()
    here.look("doctor")
    here.open("setup/rules", '[data-testid="rules"]')
    for rules, other in (("wrr2015", "tenhou"), ("jpml-b", "saikouisen"), ("mleague", "rcr")):
        page.get_by_test_id("rules").select_option(rules)
        page.get_by_test_id("compare").select_option(other)
        page.get_by_test_id("differences").locator("details").first.wait_for()
        page.evaluate("document.querySelectorAll('main details').forEach(e => e.open = true)")
        here.look(f"rules-{rules}-{other}")
    page.get_by_test_id("rules").select_option("wrr2015")
    here.open("setup/players", '[data-testid="draw-seats"]')
    page.get_by_test_id("draw-seats").check()
    here.tap("show-draw")
    page.locator('[data-testid="drawn"], main .problem').first.wait_for()
    here.look("seats-drawn")
    here.open("access", '[data-testid="make-token"]')
    here.look("access-rights")


def test_who_is_not_let_in_reads_it_in_japanese(server, reader):
    here = reader(360, 740)
    page = here.page
    nobody = {"role": None, "near": False, "signed_in": False, "pins": ["scorer"]}
    page.route("**/api/me", lambda route: as_nobody(route, nobody))
    page.reload()
    page.locator("main form").wait_for()
    here.look("sign-in")
    page.locator("main input").first.fill("000000")
    page.locator("main form button").click()
    page.locator("main [role=alert]").wait_for()
    here.look("wrong-pin")
    here.visitor.forgive("api/sessions")


def as_nobody(route, nobody):
    """What the server says of us, but that nobody is signed in."""
    said = route.fetch().json()
    route.fulfill(json={**said, **{key: nobody[key] for key in said if key in nobody}})


def test_a_table_that_is_away_says_so_in_japanese(asked, server, reader):
    here = reader(1366, 900)
    server.kill()
    here.page.get_by_test_id("stale").wait_for()
    here.look("stale")
    server.start()
    here.visitor.wait_live()
    here.visitor.excuse("api/", seeing.FAILED_LOAD)


def test_the_overlay_is_japanese(asked, server, visitors):
    visitor = visitors(1920, 1080)
    page = visitor.page
    page.goto(f"{server.url}overlay.html?lang=ja")
    page.locator('[data-testid="overlay"][data-status="live"]').wait_for()
    japanese_only(page, "overlay")
    visitor.shot("ja-overlay")
    visitor.excuse("overlay/live")


def test_the_language_is_changed_while_the_page_is_open(asked, reader):
    here = reader(1366, 900)
    page = here.page
    expect(page.get_by_test_id("hand").first).to_contain_text("ロン")
    page.get_by_test_id("settings").locator("summary").click()
    page.get_by_test_id("language").select_option("en")
    expect(page.get_by_test_id("hand").first).to_contain_text("by ron from")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.get_by_test_id("language").select_option("ja")
    expect(page.get_by_test_id("hand").first).to_contain_text("放銃")
    here.look("language-changed")


def test_every_part_changes_its_language_while_it_is_open(asked, reader):
    here = reader(1366, 900)
    page = here.page
    page.get_by_test_id("settings").locator("summary").click()
    for part, shown in PARTS.items():
        here.open(part, shown)
        if part == "referee/audit":
            here.tap("audit")
            page.get_by_test_id("audit-answer").wait_for()
        page.get_by_test_id("language").select_option("en")
        here.visitor.wait_live()
        seeing.until(page, lambda: bool(foreign(page.evaluate(SEEN))), wanted=True, what=part)
        page.get_by_test_id("language").select_option("ja")
        japanese_only(page, f"{part} in Japanese again")
    here.visitor.excuse("api/live")  # a line that was hardly open when the language changed
