"""The pieces of one hand as they are moved about: whose row, pond or set each lies in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

Pose: TypeAlias = Literal["standing", "up", "down"]
UNKNOWN = "?"


class Piece(NamedTuple):
    """One tile of the set: its label and its drawing number in this hand's wall."""

    label: str
    id: int

    @property
    def order(self) -> tuple[str, str, int]:
        """What players sort by: suit, number with the red fives among the fives."""
        number = "5" if self.label[0] == "0" else self.label[0]
        return self.label[-1], number, self.id


class Slot(NamedTuple):
    """One place of a pond."""

    piece: Piece
    number: int
    """Which discard of its seat it is, from 0, the called ones counted."""
    turned: bool = False
    taken: bool = False
    """Its tile is gone and left a gap."""
    askew: bool = False
    """It was thrown down carelessly, and nobody has straightened it yet."""


class Row(NamedTuple):
    """A declared set, its pieces from left to right as its owner reads them."""

    pieces: tuple[Piece, ...]
    turned: int | None = None
    """Which of them was called and lies sideways; None in a concealed kan."""
    down: tuple[int, ...] = ()
    added: Piece | None = None


@dataclass(slots=True)
class SeatThings:
    """All that lies before one seat."""

    row: list[Piece] = field(default_factory=list)
    apart: Piece | None = None
    """The tile just drawn or won on, to the right of the row."""
    pose: Pose = "standing"
    pond: list[Slot] = field(default_factory=list)
    melds: list[Row] = field(default_factory=list)
    discards: int = 0
    stick: bool = False

    @property
    def held(self) -> list[Piece]:
        """Row and drawn tile."""
        return [*self.row, *([self.apart] if self.apart is not None else [])]

    def part(self, label: str, *, drawn: bool | None = None) -> Piece | None:
        """Take a piece of this label out of the hand; one that nobody knew turns out to be it.

        ``drawn`` says whether it is the tile drawn last; None where nobody could tell. The drawn
        tile stays apart until `tidy`. None where the hand has no such piece.
        """
        row = [piece for piece in self.row if piece.label == label]
        blank = [piece for piece in self.row if piece.label == UNKNOWN]
        apart = self.apart if self.apart is not None else Piece("", -1)
        fits = apart.label in {label, UNKNOWN}
        if fits and (drawn or (drawn is None and not row) or not (row or blank)):
            self.apart = None
            return apart._replace(label=label)
        for piece in (*row, *blank):
            self.row.remove(piece)
            return piece._replace(label=label)
        return None

    def tidy(self, *, sort: bool) -> None:
        """The drawn tile joins the row."""
        if self.apart is not None:
            self.row.append(self.apart)
            self.apart = None
        if sort:
            self.row.sort(key=lambda piece: piece.order)

    def learn(self, labels: list[str]) -> None:
        """Name unknown pieces of the hand, now that these labels are shown."""
        left = list(labels)
        for piece in self.held:
            if piece.label in left:
                left.remove(piece.label)
        for place, piece in enumerate(self.row):
            if piece.label == UNKNOWN and left:
                self.row[place] = piece._replace(label=left.pop(0))
        if self.apart is not None and self.apart.label == UNKNOWN and left:
            self.apart = self.apart._replace(label=left.pop(0))


@dataclass(slots=True)
class WallThings:
    """What is left of the wall, by drawing number."""

    gone: set[int] = field(default_factory=set)
    indicators: list[str] = field(default_factory=list)
    ura: list[str] = field(default_factory=list)
    live: int = 0
    """The next live tile to be drawn."""
    replaced: int = 0
