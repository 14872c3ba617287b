"""Tenpai or noten at the end of the wall: who speaks when, and what has been said.

A word before its turn counts, and the first word stands (WRR-5.7.2-ORDER); `legal` says which words
the rules do not allow.
"""

from scoring.seats import Seat
from table.core.play import Play
from table.core.units import SEATS


def due(play: Play, oya: Seat) -> Seat | None:
    """Who speaks next, from the dealer on; those who have spoken are left out."""
    order = (oya.after(turn) for turn in range(len(SEATS)))
    return next((seat for seat in order if play.at(seat).announced is None), None)


def is_early(play: Play, seat: Seat, oya: Seat) -> bool:
    """Whether a word of this seat would come before its turn; it binds all the same."""
    return play.at(seat).announced is None and due(play, oya) != seat


def said_tenpai(play: Play) -> frozenset[Seat]:
    """Who has said tenpai; who says nothing is noten."""
    return frozenset(seat for seat in SEATS if play.at(seat).announced)
