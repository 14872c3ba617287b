"""Where in the order of a pond's discards a new tile belongs.

Most tiles are seen as they are laid, so that the new one is the last, wherever about its due place
it lies. What was found late belongs where it lies.
"""

from collections.abc import Iterable, Sequence
from statistics import mean, median
from typing import Final

from table.watch.seen.pieces import Piece
from table.watch.seen.places import HEIGHT

ROW: Final = 0.72
"""Half the pitch of two rows, in widths."""
NEW_ROW: Final = 1.5
ROW_BEGINS, ROW_ENDS = -3.0, 0.5
"""A row begins about here, and none ends farther to the left."""
A_TILE: Final = 0.7
"""So much room between two tiles was another's."""
FILLS: Final = 0.7
"""No two tiles of a row lie so near to each other: one came after the other had gone."""
INSIDE: Final = 1.45
"""What lies so many widths nearer to the centre than the first rows is no discard."""
FEWEST: Final = 3
"""So many seats' first rows tell where the others' begin."""
UNDER: Final = 0.8
"""So much lower a tile lies in the next row."""
TIDY, SLOPPY = 0.4, 1.0
"""So far out of line, in widths, a tile lies in its row as it should, and as it may."""


def place_of(piece: Piece, pieces: Sequence[Piece], *, alone: bool) -> int:
    """At which place among the others of a pond a tile belongs: last where the next is due.

    ``alone``: no others came with it, of which one may belong before it.
    """
    lying = [at for at, one in enumerate(pieces) if not (one.void or _went_before(one, piece))]
    if lying and alone:
        last, gone = pieces[lying[-1]], pieces[lying[-1] + 1 :]
        before = gone and _is_due(gone[0], piece, TIDY)
        there = [pieces[at] for at in lying]
        late = any(
            abs(one.y - piece.y) < ROW and A_TILE < one.x - piece.x < NEW_ROW for one in there
        )
        due = _is_due(piece, last, SLOPPY, len(gone)) or _begins_row(piece, there)
        if due and not (before or late):
            return len(pieces)
    rows = _rows([*pieces, piece])
    row = _nearest(rows, piece.y)
    for place in range(len(pieces), 0, -1):
        other = pieces[place - 1]
        other_row = _nearest(rows, other.y)
        if other_row < row or (other_row == row and _is_after(piece, other)):
            return _past_called(piece, pieces, place)
    return _past_called(piece, pieces, 0)


def nearest(ponds: Iterable[Sequence[Piece]]) -> float:
    """How near to the centre a discard may lie, by where the first rows of the ponds do."""
    rows = [max(piece.y for piece in pieces) for pieces in ponds if pieces]
    return median(rows) + INSIDE if len(rows) >= FEWEST else 0.0


def _past_called(piece: Piece, pieces: Sequence[Piece], place: int) -> int:
    """A place, or after tiles that lay askew and were called before this one came."""
    later = pieces[place:]
    gone = all(_went_before(one, piece) for one in later)
    return len(pieces) if later and gone and not _is_due(later[0], piece, TIDY) else place


def _is_after(piece: Piece, other: Piece) -> bool:
    """Whether a tile comes after another of its row."""
    if other.gone_ns is not None and abs(piece.x - other.x) < FILLS + 0.2 * other.sideways:
        return piece.first_ns >= other.first_ns
    return piece.x > other.x


def _rows(pieces: Iterable[Piece]) -> list[float]:
    """How deep the rows of a pond lie, the first nearest the centre."""
    rows: list[list[float]] = []
    for y in sorted((piece.y for piece in pieces), reverse=True):
        if rows and mean(rows[-1]) - y < ROW:
            rows[-1].append(y)
        else:
            rows.append([y])
    return [mean(row) for row in rows]


def _nearest(rows: Sequence[float], y: float) -> int:
    """The row at this depth."""
    return min(range(len(rows)), key=lambda number: abs(rows[number] - y))


def _went_before(one: Piece, piece: Piece) -> bool:
    """Whether a tile had gone when another came."""
    return one.gone_ns is not None and one.gone_ns <= piece.first_ns


def _is_due(piece: Piece, before: Piece, slack: float, gone: int = 0) -> bool:
    """Whether a tile lies where the one after another is due: beside it, or in the next row.

    ``gone``: so many lay between them.
    """
    x, y = piece.x - before.x, piece.y - before.y
    beside = abs(y) < slack and A_TILE < x < NEW_ROW + HEIGHT * gone
    return beside or (y < -TIDY and piece.x < ROW_BEGINS + NEW_ROW and before.x > ROW_ENDS)


def _begins_row(piece: Piece, lying: Sequence[Piece]) -> bool:
    """Whether a tile lies at the left under the others there, where the last row has ended."""
    near = [one for one in lying if abs(one.x - piece.x) < 1.0]
    under = bool(near) and all(one.y - piece.y > UNDER for one in near)
    return under and piece.x < ROW_BEGINS + NEW_ROW and lying[-1].x > ROW_ENDS
