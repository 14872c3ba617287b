"""The score sheet as a PDF on A4, with its font inside, so that names in kana and kanji print.

A letter that the font lacks is printed as the geta mark that Japanese typesetters use for it.
"""

from typing import Final, NamedTuple

from fpdf import FPDF
from fpdf.enums import XPos, YPos
from fpdf.fonts import TTFFont

from table.formats.sheet import HEADINGS, TITLE, Cell, Sheet, SheetRow
from table.formats.sheet_font import FONT_FILE
from table.wording.speech import READER, told

MISSING: Final = "〓"

_FONT: Final = "sheet"
_INK, _GREY, _GREEN, _RED = (29, 36, 32), (90, 101, 95), (31, 92, 70), (156, 47, 42)
_HAIR, _TINT = (223, 229, 226), (240, 245, 242)
_MARGIN_MM: Final = 14.0
_WIDTH_MM: Final = 182.0
_HAND_MM, _RESULT_MM, _PLAYER_MM = 24.0, 62.0, 24.0
_LINE_MM: Final = 4.4
_TEXT_PT: Final = 9.5
_SMALL_MM: Final = 3.5
_SIGNATURES_MM: Final = 36.0
_STANDING_MM: Final = {"Place": 14.0, "Player": 56.0}
_OTHER_MM: Final = 22.0


class PrintedSheet(NamedTuple):
    """A PDF document, and the letters that its font lacks, each once."""

    content: bytes
    missing: str


def write_pdf(sheet: Sheet) -> PrintedSheet:
    """The document."""
    page = _Page()
    try:
        page.header_of(sheet)
        page.hands(sheet)
        page.standing(sheet)
        page.lists(sheet)
        page.signatures(sheet)
        return page.printed()
    finally:
        page.close()


class _Page:
    """Draws downwards, and takes a new sheet of paper when one is full."""

    def __init__(self) -> None:
        self._pdf = FPDF(format="A4")
        self._pdf.set_margin(_MARGIN_MM)
        self._pdf.set_auto_page_break(auto=False)
        self._pdf.add_font(_FONT, fname=str(FONT_FILE))
        font = self._pdf.fonts[_FONT]
        assert isinstance(font, TTFFont)  # noqa: S101 - a font from a file is no other
        self._font = font
        self._missing: dict[str, None] = {}
        self._pdf.set_title(told(TITLE))
        self._pdf.set_lang(READER.get())
        self._pdf.add_page()
        self._heads: tuple[tuple[str, str], ...] = ()

    def printed(self) -> PrintedSheet:
        """All that was drawn."""
        return PrintedSheet(bytes(self._pdf.output()), "".join(self._missing))

    def close(self) -> None:
        """Let go of the font's file, which the library keeps open."""
        self._font.ttfont.close()

    def header_of(self, sheet: Sheet) -> None:
        pdf = self._pdf
        self._ink(_INK, 20)
        pdf.cell(60, 9, told(TITLE))
        self._ink(_GREY, 10)
        pdf.cell(50, 9, self._fit(sheet.rules, 48))
        for label, width in (("Date", 9.0), ("Table", 10.0)):
            pdf.cell(width, 9, told(label))
            left, base = pdf.get_x() + 1, pdf.get_y() + 6.4
            pdf.set_draw_color(*_GREY)
            pdf.set_line_width(0.2)
            pdf.line(left, base, left + 24, base)
            pdf.set_x(left + 26)
        pdf.ln(9)
        self._rule(_GREEN, 0.6)
        pdf.set_y(pdf.get_y() + 3)

    def hands(self, sheet: Sheet) -> None:
        self._heads = sheet.players
        self._heading()
        for row in sheet.rows:
            height = self._height(row)
            if not self._room(height):
                self._pdf.add_page()
                self._heading()
            self._row(row, height)

    def standing(self, sheet: Sheet) -> None:
        if not sheet.standing:
            return
        self._need(12 + 5.5 * (1 + len(sheet.standing)))
        self._title(told("Result"))
        widths = [_STANDING_MM.get(heading, _OTHER_MM) for heading in sheet.headings]
        for number, texts in enumerate((tuple(map(told, sheet.headings)), *sheet.standing)):
            self._ink(_GREY if number == 0 else _INK, 9)
            for heading, text, width in zip(sheet.headings, texts, widths, strict=True):
                side = "L" if heading == "Player" else "R"
                self._pdf.cell(width, 5.5, self._fit(text, width - 2), align=side)
            self._pdf.ln(5.5)
            self._rule(_GREEN if number == 0 else _HAIR, 0.2, sum(widths))

    def lists(self, sheet: Sheet) -> None:
        if sheet.rulings:
            self._need(16)
            self._title(told("Rulings"))
        for text in sheet.rulings:
            self._paragraph(text, _INK)
        if sheet.notes:
            self._pdf.ln(2)
        for text in sheet.notes:
            self._paragraph(text, _GREY)

    def signatures(self, sheet: Sheet) -> None:
        """Five places at the foot of the last page."""
        self._need(_SIGNATURES_MM)
        pdf = self._pdf
        top = pdf.h - _MARGIN_MM - 12
        gap = 4.0
        width = (_WIDTH_MM - 4 * gap) / 5
        for number, (role, name) in enumerate(sheet.signatures):
            left = _MARGIN_MM + number * (width + gap)
            pdf.set_draw_color(*_INK)
            pdf.set_line_width(0.25)
            pdf.line(left, top, left + width, top)
            self._ink(_GREY, 7.5)
            pdf.set_xy(left, top + 1)
            pdf.cell(width, _SMALL_MM, role)
            self._ink(_INK, 9.5)
            pdf.set_xy(left, top + 1 + _SMALL_MM)
            pdf.cell(width, _LINE_MM + 0.6, self._fit(name, width))

    def _heading(self) -> None:
        pdf = self._pdf
        top = pdf.get_y()
        left = _MARGIN_MM + _HAND_MM + _RESULT_MM
        for number, (wind, name) in enumerate(self._heads):
            self._ink(_GREY, 7.5)
            pdf.set_xy(left + number * _PLAYER_MM, top)
            pdf.cell(_PLAYER_MM, _SMALL_MM, wind, align="R")
            self._ink(_INK, 9.5)
            pdf.set_xy(left + number * _PLAYER_MM, top + _SMALL_MM)
            pdf.cell(_PLAYER_MM, _LINE_MM + 0.6, self._fit(name, _PLAYER_MM - 2), align="R")
        pdf.set_xy(_MARGIN_MM, top + _SMALL_MM)
        pdf.cell(_HAND_MM, _LINE_MM + 0.6, told(HEADINGS[0]))
        pdf.cell(_RESULT_MM, _LINE_MM + 0.6, told(HEADINGS[1]))
        pdf.set_y(top + _SMALL_MM + _LINE_MM + 1.2)
        self._rule(_GREEN, 0.3)

    def _height(self, row: SheetRow) -> float:
        lines = sum(
            _LINE_MM * len(self._wrapped(text, size_pt=_TEXT_PT))
            + _SMALL_MM * len(self._wrapped(detail))
            for text, detail in row.results
        )
        return max(lines, _LINE_MM + _SMALL_MM) + 1.6

    def _row(self, row: SheetRow, height: float) -> None:
        pdf = self._pdf
        top = pdf.get_y()
        pdf.set_xy(_MARGIN_MM, top + 0.8)
        self._ink(_GREY if row.void else _INK, 9.5)
        pdf.cell(_HAND_MM, _LINE_MM, row.hand)
        self._ink(_GREY, 7)
        pdf.set_xy(_MARGIN_MM, top + 0.8 + _LINE_MM)
        pdf.cell(_HAND_MM, _SMALL_MM, row.sticks)
        self._results(row, top + 0.8)
        for number, cell in enumerate(row.cells):
            left = _MARGIN_MM + _HAND_MM + _RESULT_MM + number * _PLAYER_MM
            self._cell(cell, left, top, height)
        if row.void:
            pdf.set_draw_color(*_GREY)
            pdf.line(_MARGIN_MM, top + height / 2, _MARGIN_MM + _WIDTH_MM, top + height / 2)
        pdf.set_y(top + height)
        self._rule(_HAIR, 0.2)

    def _results(self, row: SheetRow, top: float) -> None:
        pdf = self._pdf
        left = _MARGIN_MM + _HAND_MM
        for text, detail in row.results:
            for line in self._wrapped(text, size_pt=_TEXT_PT):
                self._ink(_GREY if row.void else _INK, _TEXT_PT)
                pdf.set_xy(left, top)
                pdf.cell(_RESULT_MM, _LINE_MM, line)
                top += _LINE_MM
            for line in self._wrapped(detail):
                self._ink(_GREY, 7.5)
                pdf.set_xy(left, top)
                pdf.cell(_RESULT_MM, _SMALL_MM, line)
                top += _SMALL_MM

    def _cell(self, cell: Cell, left: float, top: float, height: float) -> None:
        pdf = self._pdf
        if cell.dealer:
            pdf.set_fill_color(*_TINT)
            pdf.rect(left + 1, top + 0.2, _PLAYER_MM - 0.5, height - 0.3, style="F")
        if cell.riichi:
            self._stick(left + 2.2, top + 2.2)
        pdf.set_xy(left, top + 0.8)
        self._ink(_INK, 9.5)
        pdf.cell(_PLAYER_MM, _LINE_MM, cell.score, align="R")
        pdf.set_xy(left, top + 0.8 + _LINE_MM)
        self._ink(_GREEN if cell.change.startswith("+") else _RED, 7.5)
        pdf.cell(_PLAYER_MM, _SMALL_MM, cell.change, align="R")

    def _stick(self, left: float, top: float) -> None:
        """A riichi stick, as it lies on the table."""
        pdf = self._pdf
        pdf.set_draw_color(*_RED)
        pdf.set_fill_color(*_RED)
        pdf.set_line_width(0.2)
        pdf.rect(left, top, 5, 1.5, style="D", round_corners=True, corner_radius=0.7)
        pdf.ellipse(left + 2.1, top + 0.35, 0.8, 0.8, style="F")

    def _title(self, text: str) -> None:
        self._pdf.ln(4)
        self._ink(_GREEN, 11)
        self._pdf.cell(_WIDTH_MM, 6.5, text, new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def _paragraph(self, text: str, ink: tuple[int, int, int]) -> None:
        for line in self._wrapped(text, _WIDTH_MM, 8.5):
            self._need(_LINE_MM)
            self._ink(ink, 8.5)
            self._pdf.cell(_WIDTH_MM, _LINE_MM, line, new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def _ink(self, colour: tuple[int, int, int], size_pt: float) -> None:
        self._pdf.set_text_color(*colour)
        self._pdf.set_font(_FONT, size=size_pt)

    def _rule(self, colour: tuple[int, int, int], width: float, length: float = _WIDTH_MM) -> None:
        pdf = self._pdf
        pdf.set_draw_color(*colour)
        pdf.set_line_width(width)
        pdf.line(_MARGIN_MM, pdf.get_y(), _MARGIN_MM + length, pdf.get_y())

    def _room(self, height: float) -> bool:
        return self._pdf.get_y() + height <= self._pdf.h - _MARGIN_MM

    def _need(self, height: float) -> None:
        if not self._room(height):
            self._pdf.add_page()

    def _printable(self, text: str) -> str:
        known = self._font.cmap
        self._missing |= dict.fromkeys(mark for mark in text if ord(mark) not in known)
        return "".join(mark if ord(mark) in known else MISSING for mark in text)

    def _fit(self, text: str, width: float) -> str:
        """The text, cut with an ellipsis where it is wider than that in the present font."""
        text = self._printable(text)
        if self._pdf.get_string_width(text) <= width:
            return text
        while text and self._pdf.get_string_width(text + "…") > width:
            text = text[:-1]
        return text + "…"

    def _wrapped(self, text: str, width: float = _RESULT_MM - 2, size_pt: float = 7.5) -> list[str]:
        """The text in lines that are no wider than that."""
        if not text:
            return []
        self._pdf.set_font(_FONT, size=size_pt)
        lines = [""]
        for word in self._printable(text).split(" "):
            longer = f"{lines[-1]} {word}".strip()
            if self._pdf.get_string_width(longer) <= width:
                lines[-1] = longer
            else:
                lines += self._broken(word, width)
        return [line for line in lines if line]

    def _broken(self, word: str, width: float) -> list[str]:
        """A word in lines: as it is, or letter by letter where it is wider than a line."""
        lines = [""]
        for letter in word:
            if self._pdf.get_string_width(lines[-1] + letter) > width:
                lines.append("")
            lines[-1] += letter
        return lines
