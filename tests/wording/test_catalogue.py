"""Every sentence that can reach a page has its Japanese, and the catalogue has no others."""

import re
import string
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from table.wording.gaps import texts_of
from table.wording.templates import COMPOSED, HOLE, catalogue, pairs_of, sample

ROOT = Path(__file__).parents[2]
NOT_SHOWN = tomllib.loads((Path(__file__).parent / "not_shown.toml").read_text("utf-8"))
"""Reason -> texts of these places that no reader of a page sees."""
PLACES = (
    *sorted(str(file.relative_to(ROOT)) for file in (ROOT / "scoring").glob("*.py")),
    *(
        f"vision/{part}"
        for part in ("capture", "club", "enrol", "hand", "nets", "picture", "plane", "tracks")
    ),
    *(
        str(file.relative_to(ROOT))
        for file in sorted((ROOT / "vision").glob("*.py"))
        if file.stem not in {"annotate", "assignment", "detections"}
        and not file.stem.startswith("observation")
    ),
    "firmware_bridge/discovery.py",
    "firmware_bridge/happenings.py",
    "firmware_bridge/refusal.py",
    "firmware_bridge/serial_port.py",
    "firmware_bridge/session.py",
    "table/asking.py",
    "table/bootstrap",
    "table/cli/doctor.py",
    "table/config.py",
    "table/core",
    "table/formats/convert.py",
    "table/formats/mjai_write.py",
    "table/formats/places.py",
    "table/formats/results.py",
    "table/formats/sheet.py",
    "table/formats/standard.py",
    "table/formats/tenhou6_write.py",
    *(
        f"table/hall/{part}"
        for part in ("doubts.py", "event", "ingest.py", "intake.py", "kept.py", "lasting.py")
    ),
    *(
        f"table/hall/{part}"
        for part in ("notices.py", "pictures.py", "security/watch.py", "serve.py", "wire.py")
    ),
    *(f"table/hall/link/{part}_way.py" for part in ("https", "mqtt")),
    *(f"table/hall/link/{part}.py" for part in ("join", "rejoin", "sender")),
    *(f"table/hall/web/{part}.py" for part in ("board", "guard", "live", "views")),
    *(f"table/hall/web/routes_{part}.py" for part in ("event", "public", "tables")),
    "table/ingest",
    "table/journal",
    "table/session.py",
    "table/watch",
    "table/web",
    "table/wording/entries.py",
    "table/wording/values.py",
)
"""Whatever speaks to people who sit before a page."""
ELSEWHERE = (
    *("scoring/batch", "table/hall", "firmware_bridge"),
    *("table/formats/sheet_html.py", "table/formats/sheet_pdf.py"),
)
"""Whatever else says what stands in the catalogue."""
FILES = sorted((ROOT / "table" / "wording" / "ja").glob("*.toml"))


pytestmark = pytest.mark.timeout(300)  # hundreds of modules are read


def holes_of(translation):
    return [name for _, name, _, _ in string.Formatter().parse(translation) if name is not None]


@cache
def texts():
    """Every literal text that the catalogue is about, read once."""
    return tuple({text: None for place in (*PLACES, *ELSEWHERE) for text in texts_of(ROOT / place)})


def elsewhere():
    return {text for texts in NOT_SHOWN.values() for text in texts}


@cache
def shown(file):
    """Whether what a file says can reach a page."""
    return any(file.is_relative_to(ROOT / place) for place in PLACES)


def test_every_sentence_has_its_japanese_or_a_reason():
    known = set(catalogue("ja").pairs) | elsewhere()
    lacking = {
        f"{text.file.relative_to(ROOT)}:{text.line}: {text.template}"
        for text in texts()
        if text.template not in known and text.is_sentence and shown(text.file)
    }
    assert not lacking, "\n".join(sorted(lacking))


def test_no_translation_and_no_reason_outlives_its_sentence():
    said = {text.template for text in texts()}
    stale = {
        f"{file.name}: {english}"
        for file in FILES
        for english in tomllib.loads(file.read_text("utf-8"))
        if english != COMPOSED and english not in said
    }
    stale |= {f"not_shown.toml: {text}" for text in elsewhere() - said}
    assert not stale, "\n".join(sorted(stale))


def test_a_sentence_is_translated_once():
    said = Counter(
        english for file in FILES for english in pairs_of(file.read_text(encoding="utf-8"))
    )
    assert [english for english, many in said.items() if many > 1] == []


def test_a_sentence_is_taken_for_itself_whatever_fills_it():
    ja = catalogue("ja")
    mistaken = {
        english: ja.template_of(sample(english))
        for english in ja.pairs
        if ja.template_of(sample(english)) != english
    }
    assert not mistaken


def test_the_japanese_keeps_what_fills_the_sentence():
    wrong = {}
    for english, japanese in catalogue("ja").pairs.items():
        many, used = english.count(HOLE), set(map(int, holes_of(japanese)))
        if used - set(range(many)):
            wrong[english] = japanese
    assert not wrong


def test_the_japanese_is_japanese():
    kana_or_kanji = re.compile("[぀-ヿ㐀-鿿]")
    latin = {
        english: japanese
        for english, japanese in catalogue("ja").pairs.items()
        if not kana_or_kanji.search(japanese)
        and re.search(r"[A-Za-z]", re.sub(r"{.*?}", "", japanese))
    }
    assert not latin


def test_an_answer_of_the_record_is_never_said_in_another_word():
    # The pages know these by themselves.
    ja = catalogue("ja")
    assert [word for word in ("confirmed", "dismissed", "withdrawn") if ja.say(word)] == []
