"""Tenpai or noten at the end of the wall: who speaks when, and what was said stays said."""

from collections.abc import Collection
from dataclasses import dataclass

from scoring.seats import Seat


@dataclass(frozen=True, slots=True)
class Announced:
    """All words so far, and what there is to say about the last of them."""

    words: tuple[tuple[Seat, bool], ...]
    """Who said whether he is tenpai; each seat once, in the order of speaking."""
    notes: tuple[str, ...] = ()
    """early: before his turn, and binding; repeated: the first word stands; must_show: a player in
    riichi says noten."""

    @property
    def tenpai(self) -> frozenset[Seat]:
        """Who said tenpai."""
        return frozenset(seat for seat, ready in self.words if ready)


def due(words: tuple[tuple[Seat, bool], ...], oya: Seat) -> Seat | None:
    """Who speaks next, from east on; those who have spoken are left out (WRR-5.7.2-ORDER)."""
    spoken = {seat for seat, _ in words}
    order = (oya.after(turn) for turn in range(4))
    return next((seat for seat in order if seat not in spoken), None)


def announce(
    words: tuple[tuple[Seat, bool], ...],
    seat: Seat,
    ready: bool,
    oya: Seat,
    riichi: Collection[Seat] = (),
) -> Announced:
    """Take a word. One before its turn counts; nobody may change his.

    A player in riichi who says noten is treated as a noten riichi (WRR-5.7.2-RIICHI).
    """
    if any(seat == spoken for spoken, _ in words):
        return Announced(words, ("repeated",))
    notes = []
    if seat != due(words, oya):
        notes.append("early")
    if seat in riichi and not ready:
        notes.append("must_show")
    return Announced((*words, (seat, ready)), tuple(notes))
