"""Many won hands as parallel arrays, one row a hand."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Hands:
    """Won hands. Only those that convert.py made are checked.

    Columns that are several numbers wide lie column by column in memory ("F").
    """

    counts: NDArray[np.uint8]
    """[n, 34] concealed tiles by kind, the winning tile among them."""
    win_tile: NDArray[np.uint8]
    """[n] kind of the winning tile."""
    tsumo: NDArray[np.bool_]
    """[n] self-drawn."""
    seat_wind: NDArray[np.uint8]
    """[n] 0..3 for E S W N, as round_wind."""
    round_wind: NDArray[np.uint8]
    melds: NDArray[np.int16]
    """[n, 4] meld codes (codes.py) in the order of their making, -1 for none."""
    feeders: NDArray[np.int8]
    """[n, 4] seat wind of the player who fed the meld, -1 where unknown."""
    flags: NDArray[np.int32]
    """[n] the bits of codes.FLAGS."""
    dora: NDArray[np.uint8]
    """[n, 5] kinds of the indicators turned up, NO_TILE where there are fewer."""
    ura: NDArray[np.uint8]
    """[n, 5] those below them."""
    reds: NDArray[np.uint8]
    """[n] red fives in the whole hand."""
    red_suits: NDArray[np.uint8]
    """[n, 3] how many of them are known to be 5m, 5p and 5s."""
    honba: NDArray[np.int32]
    sticks: NDArray[np.int32]
    """[n] counters, and bets on the table."""
    discarder: NDArray[np.int8]
    """[n] seat wind of the discarder, -1 for unknown or a self-draw."""
    dealer_wins: NDArray[np.int32]
    """[n] hands that the dealer has won in a row."""
    suits: NDArray[np.int32]
    """[n, 4] what suits.py knows the concealed tiles of each suit by; made from the others."""
    win_copies: NDArray[np.uint8]
    """[n] how many of the winning tile are concealed; made from the others."""
    bonus: NDArray[np.uint8]
    """[n, 4] tiles that the first indicator of `dora` points to, all of them, and so of `ura`."""

    def __len__(self) -> int:
        """How many hands there are."""
        return len(self.counts)

    def __getitem__(self, rows: slice) -> Hands:
        """Return some of the hands."""
        return Hands(*[getattr(self, item.name)[rows] for item in fields(self)])

    def chunks(self, size: int) -> Iterator[tuple[slice, Hands]]:
        """Yield the hands in parts of at most so many rows."""
        for first in range(0, len(self), size):
            rows = slice(first, min(first + size, len(self)))
            yield rows, self[rows]
