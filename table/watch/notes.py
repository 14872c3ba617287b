"""What is told to the watcher besides observations: by hand cameras, an automatic table, people."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.seats import Seat
from table.watch.faces import Chances, as_played


@dataclass(frozen=True, slots=True)
class HandSeen:
    """The concealed tiles of a seat, as its own camera sees them at rest."""

    seat: Seat
    captured_ns: int
    tiles: tuple[Chances, ...]
    """From left to right before their owner."""
    apart: int | None = None
    """Which of them lies apart from the others."""
    looks: tuple[int, ...] = ()
    """What each of them looks like, by number: tiles of one look are of one face."""
    renamed: tuple[tuple[int, Chances], ...] = ()
    """Looks, of earlier rows too, that are taken for something else now, and for what."""

    def as_played(self, unused: Sequence[tuple[int, int]]) -> "HandSeen":
        """The row with red faces that the rules do not know as plain ones."""
        tiles = tuple(as_played(tile, unused) for tile in self.tiles)
        renamed = tuple((look, as_played(tile, unused)) for look, tile in self.renamed)
        return replace(self, tiles=tiles, renamed=renamed)


@dataclass(frozen=True, slots=True)
class StickLaid:
    """A riichi stick was laid on its place, or taken from it."""

    seat: Seat
    laid: bool = True


@dataclass(frozen=True, slots=True)
class Dealer:
    """Somebody has pressed a button as dealer: dice, or the dealer's own."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TableSet:
    """The tiles were pushed into the table: the hand is over."""


@dataclass(frozen=True, slots=True)
class Said:
    """A word that somebody said: riichi, chi, pon, kan, ron, tsumo, tenpai or noten."""

    seat: Seat
    word: str


BridgeNote = StickLaid | Dealer | TableSet
