"""Columns of text on a terminal: aligned whatever the width of the letters, coloured if asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from unicodedata import east_asian_width

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_STYLES: Final = {"strong": "1", "faint": "2", "good": "32", "bad": "31"}


class Paint:
    """Colours for a terminal, or none: `Paint(on=False)` leaves every text as it is."""

    def __init__(self, *, on: bool) -> None:
        self._on = on

    def __call__(self, style: str, text: str) -> str:
        """Return the text as "strong", "faint", "good" or "bad"."""
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if self._on and text else text


def width(text: str) -> int:
    """Return how many columns a text takes; Japanese letters take two."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def lines(rows: Iterable[Sequence[str]], aligned: str, paint: Paint) -> list[str]:
    """Return rows of cells as lines; `aligned` has l or r a column, the last one is faint."""
    rows = list(rows)
    widths = [max(map(width, column), default=0) for column in zip(*rows, strict=True)]
    texts = []
    for row in rows:
        cells = []
        for cell, columns, side in zip(row, widths, aligned, strict=True):
            gap = " " * (columns - width(cell))
            cells.append(gap + cell if side == "r" else cell + gap)
        cells[-1] = paint("faint", row[-1])
        shown = (cell for cell, columns in zip(cells, widths, strict=True) if columns)
        texts.append(f"  {'  '.join(shown)}".rstrip())
    return texts
