"""The score sheet: what it says, that HTML and PDF say the same, and that names cannot break it."""

import base64
import csv
import dataclasses
import io
import re
import zlib
from html.parser import HTMLParser

import pytest
from fontTools.ttLib import TTFont

from scoring.seats import Seat
from table.core.events import EndKyoku, Hora, Ryukyoku
from table.core.incidents import Chombo, Penalty, RulingCancelled, Substitute
from table.formats.csv_write import write_csv
from table.formats.hands import game_of
from table.formats.read import read_record
from table.formats.sheet import sheet_of
from table.formats.sheet_html import write_html
from table.formats.sheet_pdf import write_pdf

NASTY = ("<script>alert(1)</script>", '"><img src=x>', "&amp;", "田中 髙子")


@pytest.fixture
def events(tenhou6):
    return list(read_record(tenhou6).events)


@pytest.fixture
def nasty(events):
    """The game with names that are code, and with rulings."""
    events[0] = dataclasses.replace(events[0], names=NASTY)
    rulings = [
        Penalty(Seat(1), "late", 200, clause="W13-1.2.3", ruled_by="Ref"),
        Penalty(Seat(2), "cheek", 100),
        RulingCancelled(1, "withdrawn"),
        Substitute(Seat(3), "Emi"),
    ]
    return [*events[:-1], *rulings, events[-1]]


class Texts(HTMLParser):
    """The tags of a page, and its texts outside of the style."""

    def __init__(self, page):
        super().__init__()
        self.tags = set()
        self.texts = []
        self.attributes = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes += attrs

    def handle_data(self, data):
        self.texts.append(data.strip())


def pdf_texts(document):
    """What a PDF prints, its glyph numbers read back through the table for copying."""
    streams = []
    for body in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", document, re.DOTALL):
        try:
            streams.append(zlib.decompress(body))
        except zlib.error:
            streams.append(body)
    (table,) = (stream for stream in streams if b"beginbfchar" in stream)
    letters = {
        int(code, 16): bytes.fromhex(text.decode()).decode("utf-16-be")
        for code, text in re.findall(rb"<([0-9A-F]{4})> <([0-9A-F]+)>", table)
    }
    texts = []
    for stream in streams:
        for raw in re.findall(rb"\((.*?)(?<!\\)\) Tj", stream, re.DOTALL):
            codes = re.sub(rb"\\(.)", rb"\1", raw.replace(b"\\r", b"\r"), flags=re.DOTALL)
            pairs = (codes[at : at + 2] for at in range(0, len(codes), 2))
            texts.append("".join(letters[int.from_bytes(pair)] for pair in pairs))
    return texts


def pages(document):
    return len(re.findall(rb"/Type /Page\b", document))


def test_both_sheets_have_five_places_to_sign(events):
    sheet = sheet_of(game_of(events))
    roles = [f"Player, {wind}" for wind in ("East", "South", "West", "North")] + ["Referee"]
    html, pdf = Texts(write_html(sheet)).texts, pdf_texts(write_pdf(sheet).content)
    assert [text for text in html if text in roles] == roles
    assert [text for text in pdf if text in roles] == roles


def test_both_sheets_show_every_score_of_every_hand(events, ruleset):
    sheet = sheet_of(game_of(events), ruleset)
    html, pdf = Texts(write_html(sheet)).texts, pdf_texts(write_pdf(sheet).content)
    for row in sheet.rows:
        for cell in row.cells:
            assert cell.score in html
            assert cell.score in pdf
    for texts in sheet.standing:
        assert set(texts) <= set(html)
        assert set(texts) <= set(pdf)


def test_names_cannot_become_markup(nasty, ruleset):
    page = write_html(sheet_of(game_of(nasty), ruleset))
    read = Texts(page)
    assert not read.tags & {"script", "img", "link", "iframe", "object"}
    assert not {name for name, _ in read.attributes} & {"src", "href", "onerror"}
    assert set(NASTY) <= set(read.texts)


def test_a_ruling_is_on_the_sheet_and_off_the_total(nasty, ruleset):
    game = game_of(nasty)
    sheet = sheet_of(game, ruleset)
    assert game.penalties == (0, 200, 0, 0)
    assert len(sheet.rulings) == 3
    assert "late" in sheet.rulings[0]
    assert "W13-1.2.3" in sheet.rulings[0]
    assert sheet.rulings[1].endswith("cancelled")
    fined = next(row for row in sheet.standing if row[1] == NASTY[1])
    assert fined[5] == "\N{MINUS SIGN}20.0"
    assert any("Emi" in text for text in pdf_texts(write_pdf(sheet).content))


def test_a_chombo_is_a_result(events, ruleset):
    start = next(number for number, event in enumerate(events) if type(event) is EndKyoku)
    foul = Chombo(Seat(0), "false_win", deltas=(-8000, 2000, 4000, 2000))
    hand = [event for event in events[:start] if not hasattr(event, "deltas")]
    game = game_of([*hand, foul, EndKyoku()])
    sheet = sheet_of(game, ruleset)
    assert sheet.rows[0].results[-1] == ("Chombo: false win", game.start.names[0])
    assert "chombo" in write_csv(game, ruleset)


def test_no_cell_of_a_table_is_a_formula(events, ruleset):
    """Whatever text a record has: a name, a yaku, the reason of a draw or of a ruling."""
    names = dataclasses.replace(events[0], names=("+A", "-B", "@C", "D"))
    win = next(event for event in events if isinstance(event, Hora))
    odd = [dataclasses.replace(win, yakus=(("=1+1", 1),)), Ryukyoku((0,) * 4, reason="=cmd|x")]
    hand = [event for event in events[1:] if not isinstance(event, Hora | Ryukyoku)]
    end = next(number for number, event in enumerate(hand) if type(event) is EndKyoku)
    hands = [*hand[:end], odd[0], hand[end], *hand[:end], odd[1], hand[end]]
    fine = Penalty(Seat(0), "\N{FULLWIDTH EQUALS SIGN}1", 10)
    rows = csv.DictReader(io.StringIO(write_csv(game_of([names, *hands, fine]), ruleset)))
    cells = {cell for row in rows for cell in row.values()}
    assert {"'+A", "'-B", "'@C", "'=1+1", "'=cmd|x", "'\N{FULLWIDTH EQUALS SIGN}1"} <= cells
    assert not [cell for cell in cells if cell.startswith("-") and float(cell) >= 0]


def test_a_long_game_takes_more_paper(events):
    first = next(number for number, event in enumerate(events) if type(event) is EndKyoku)
    hand = [event for event in events[1 : first + 1] if not hasattr(event, "yakus")]
    if not any(isinstance(event, Ryukyoku) for event in hand):
        hand.insert(-1, Ryukyoku((0, 0, 0, 0)))
    sheet = sheet_of(game_of([events[0], *hand * 60]))
    document = write_pdf(sheet).content
    assert pages(document) == 3
    assert pdf_texts(document).count("Hand") == 3
    assert pdf_texts(document).count("Referee") == 1


def test_a_letter_that_the_font_lacks_is_named(events):
    events[0] = dataclasses.replace(events[0], names=("A😀", "B", "C", "D"))
    sheet = sheet_of(game_of(events))
    content, missing = write_pdf(sheet)
    assert missing == "😀"
    assert "A〓" in pdf_texts(content)


def test_without_a_ruleset_there_are_no_places(events):
    sheet = sheet_of(game_of(events))
    assert sheet.headings == ("Player", "Points")
    assert "place" in write_csv(game_of(events)).splitlines()[0]
    assert "Overall scores need a ruleset." in sheet.notes


def test_the_page_brings_along_the_letters_that_a_machine_may_lack(events, nasty):
    page = write_html(sheet_of(game_of(nasty)))
    packed = base64.b64decode(re.search(r"data:font/woff;base64,([^\"]+)\"", page)[1])
    with TTFont(io.BytesIO(packed)) as font:
        assert {ord(mark) for mark in "田中髙子"} <= set(font.getBestCmap())
    assert len(packed) < 20_000
    latin = [dataclasses.replace(events[0], names=("A", "B", "Zoë", "D")), *events[1:]]
    assert "@font-face" not in write_html(sheet_of(game_of(latin)))
