"""The score sheet as one HTML page: no script, nothing from elsewhere, made to be printed on A4.

Letters that not every machine has a font for, as those of Japanese names, are brought along.
"""

from collections.abc import Iterable
from html import escape

from table.formats.sheet import HEADINGS, TITLE, Cell, Sheet, SheetRow
from table.wording.speech import READER, told

_STYLE = """
@page { size: A4; margin: 13mm 14mm; }
* { box-sizing: border-box; }
body { margin: 2rem auto; max-width: 56rem; padding: 0 1rem; color: #1d2420; background: #fff;
  font: 10pt/1.35 "Sheet", "Segoe UI", "Helvetica Neue", Arial, "DejaVu Sans", sans-serif;
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
header { display: flex; flex-wrap: wrap; align-items: baseline; gap: .3rem 1rem;
  border-bottom: 2px solid #1f5c46; padding-bottom: .4rem; margin-bottom: .9rem; }
h1 { font-size: 20pt; font-weight: 600; margin: 0; letter-spacing: .02em; }
header p { margin: 0; color: #5a655f; }
header .blanks { margin-left: auto; white-space: nowrap; }
.blank { display: inline-block; min-width: 7em; border-bottom: 1px solid #9aa5a0; }
h2 { font-size: 11pt; font-weight: 600; color: #1f5c46; margin: 1.2rem 0 .35rem; }
table { border-collapse: collapse; width: 100%; }
.hands { table-layout: fixed; }
.hands thead th { white-space: normal; }
th { text-align: left; font-weight: 600; vertical-align: bottom; padding: .2rem .45rem; }
th small { display: block; font-weight: 400; color: #5a655f; }
thead th { border-bottom: 1px solid #1f5c46; }
td { padding: .28rem .45rem; border-bottom: 1px solid #dfe5e2; vertical-align: top; }
tbody tr { break-inside: avoid; }
.n { text-align: right; white-space: nowrap; }
td small { display: block; color: #5a655f; font-size: 8.5pt; }
td.up small.c { color: #1f5c46; }
td.down small.c { color: #9c2f2a; }
td.dealer { background: #f0f5f2; }
.riichi { display: inline-block; width: 1.5em; height: .42em; border: 1px solid #9c2f2a;
  border-radius: .21em; margin-right: .4em; vertical-align: .15em; position: relative; }
.riichi::after { content: ""; position: absolute; left: 50%; top: 50%; width: .24em; height: .24em;
  margin: -.12em; border-radius: 50%; background: #9c2f2a; }
tr.void td { text-decoration: line-through; color: #8a948f; }
.standing { width: auto; min-width: 60%; }
.standing thead th { overflow-wrap: normal; }
.standing td { min-width: 7em; }
.standing .n { min-width: 0; }
ul { margin: .2rem 0; padding-left: 1.1rem; }
.notes { color: #5a655f; font-size: 9pt; }
.signatures { display: grid; grid-template-columns: repeat(5, 1fr); gap: .9rem; margin-top: 2.4rem;
  break-inside: avoid; }
.signatures div { border-top: 1px solid #1d2420; padding-top: .3rem; }
.signatures small { display: block; color: #5a655f; }
.space { height: 3.2rem; }
@media screen { .wide { overflow-x: auto; } .hands { min-width: 38rem; } }
@media screen and (max-width: 38rem) {
  .signatures { grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); } }
@media print { body { margin: 0; max-width: none; padding: 0; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
""".strip()
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:"
_COMMON = (range(0x250), range(0x2000, 0x2C00))
"""Latin letters, and signs such as minus, are in every machine's fonts."""
_BLANK = '<span class="blank"></span>'
_COLUMNS = '<colgroup><col style="width:14%"><col style="width:32%"></colgroup>'


def write_html(sheet: Sheet) -> str:
    """The page."""
    names = _text(", ".join(name for _, name in sheet.players))
    title, date, table = map(told, (TITLE, "Date", "Table"))
    body = "\n".join(filter(None, _body(sheet)))
    blanks = f'<p class="blanks">{date} {_BLANK} {table} {_BLANK}</p>'
    parts = [
        "<!doctype html>",
        f'<html lang="{READER.get()}"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}: {names}</title>",
        f"<style>{_font(title + date + table + body)}{_STYLE}</style></head><body>",
        f"<header><h1>{title}</h1><p>{_text(sheet.rules)}</p>{blanks}</header>",
        body,
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def _body(sheet: Sheet) -> Iterable[str]:
    yield _hands(sheet)
    yield _standing(sheet)
    yield _list(told("Rulings"), sheet.rulings)
    yield "".join(f'<p class="notes">{_text(note)}</p>' for note in sheet.notes)
    yield _signatures(sheet)


def _font(text: str) -> str:
    """The rule that brings uncommon letters along; empty where there are none."""
    letters = dict.fromkeys(text)
    uncommon = "".join(mark for mark in letters if not any(ord(mark) in one for one in _COMMON))
    if not uncommon:
        return ""
    # The library takes a while to load, and few sheets need it.
    from table.formats.sheet_font import font_rule  # noqa: PLC0415

    return font_rule(uncommon, "Sheet") + "\n"


def _hands(sheet: Sheet) -> str:
    heads = "".join(f"<th>{told(heading)}</th>" for heading in HEADINGS) + "".join(
        f'<th class="n"><small>{wind}</small>{_text(name)}</th>' for wind, name in sheet.players
    )
    rows = "\n".join(map(_row, sheet.rows))
    head = f"<thead><tr>{heads}</tr></thead>"
    return _wide(f'<table class="hands">{_COLUMNS}{head}<tbody>\n{rows}\n</tbody></table>')


def _wide(table: str) -> str:
    """A table that scrolls sideways where the screen is narrow, by keys too."""
    return f'<div class="wide" tabindex="0">{table}</div>'


def _row(row: SheetRow) -> str:
    results = "".join(f"{_text(text)}{_small(detail)}" for text, detail in row.results)
    cells = "".join(map(_cell, row.cells))
    kind = ' class="void"' if row.void else ""
    return f"<tr{kind}><td>{row.hand}{_small(row.sticks)}</td><td>{results}</td>{cells}</tr>"


def _cell(cell: Cell) -> str:
    direction = {"": "", "+": " up"}.get(cell.change[:1], " down")
    dealer = " dealer" if cell.dealer else ""
    stick = '<span class="riichi" title="riichi"></span>' if cell.riichi else ""
    change = f'<small class="c">{cell.change}</small>' if cell.change else ""
    return f'<td class="n{direction}{dealer}">{stick}{cell.score}{change}</td>'


def _standing(sheet: Sheet) -> str:
    if not sheet.standing:
        return ""
    left = {"Player"}
    heads = "".join(_head(heading, left) for heading in sheet.headings)
    rows = "".join(
        "<tr>"
        + "".join(
            f"<td{_side(heading, left)}>{_text(text)}</td>"
            for heading, text in zip(sheet.headings, row, strict=True)
        )
        + "</tr>"
        for row in sheet.standing
    )
    head = f"<thead><tr>{heads}</tr></thead>"
    table = _wide(f'<table class="standing">{head}<tbody>{rows}</tbody></table>')
    return f"<h2>{told('Result')}</h2>{table}"


def _head(heading: str, left: set[str]) -> str:
    return f"<th{_side(heading, left)}>{told(heading)}</th>"


def _side(heading: str, left: set[str]) -> str:
    return "" if heading in left else ' class="n"'


def _list(heading: str, texts: Iterable[str]) -> str:
    items = "".join(f"<li>{_text(text)}</li>" for text in texts)
    return f"<h2>{heading}</h2><ul>{items}</ul>" if items else ""


def _signatures(sheet: Sheet) -> str:
    places = "".join(
        f"<div><small>{_text(role)}</small>{_text(name) or '&nbsp;'}</div>"
        for role, name in sheet.signatures
    )
    return f'<div class="space"></div><div class="signatures">{places}</div>'


def _small(text: str) -> str:
    return f"<small>{_text(text)}</small>" if text else ""


def _text(text: str) -> str:
    return escape(text)
