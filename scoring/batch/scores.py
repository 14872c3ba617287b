"""What many hands are worth, as parallel arrays, one row a hand."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Final

import numpy as np

from scoring.batch.codes import REASONS, limit_name, yaku_names
from scoring.score import Payments

if TYPE_CHECKING:
    from numpy.typing import NDArray

PAYMENTS: Final = ("discarder", "each", "dealer", "nondealer", "liable")
"""The columns of payments, as scoring.score.Payments has them."""


@dataclass(frozen=True, slots=True, eq=False)
class Scores:
    """The answers, in the order of the hands. A refused win has zeros, and its reason."""

    reason: NDArray[np.uint8]
    """[n] number in codes.REASONS; 0 for a valid win."""
    han: NDArray[np.int16]
    """[n] yaku and dora together; -1 where the engine says None (yakuman, a fixed limit)."""
    fu: NDArray[np.int16]
    """[n] rounded; -1 as han."""
    base: NDArray[np.int32]
    """[n] the base value."""
    limit: NDArray[np.uint8]
    """[n] see codes.limit_name."""
    yakuman: NDArray[np.uint8]
    """[n] multiples of a yakuman paid."""
    counted: NDArray[np.bool_]
    """[n] the yakuman was reached by counting han."""
    yaku: NDArray[np.uint64]
    """[n] the bits of codes.YAKU_NAMES."""
    dora: NDArray[np.int16]
    """[n] bonus han of all kinds that count."""
    discarder: NDArray[np.int32]
    """[n] payments of a ron, and of self-draws: each, dealer, nondealer; 0 where nobody pays."""
    each: NDArray[np.int32]
    dealer: NDArray[np.int32]
    nondealer: NDArray[np.int32]
    liable: NDArray[np.int32]
    liable_seat: NDArray[np.int8]
    """[n] seat wind of the liable player, -1 for none."""
    total: NDArray[np.int32]
    """[n] all that the winner receives, bets included."""

    @classmethod
    def empty(cls, rows: int) -> Scores:
        """Return answers to be filled in."""
        types = (np.uint8, np.int16, np.int16, np.int32, np.uint8, np.uint8, np.bool_, np.uint64)
        more = (np.int16, *[np.int32] * 5, np.int8, np.int32)
        return cls(*[np.zeros(rows, kind) for kind in (*types, *more)])

    def put(self, rows: slice, part: Scores) -> None:
        """Fill in some rows."""
        for item in fields(self):
            getattr(self, item.name)[rows] = getattr(part, item.name)

    def __len__(self) -> int:
        """How many answers there are."""
        return len(self.reason)

    @property
    def valid(self) -> NDArray[np.bool_]:
        """[n] whether the win is granted."""
        return np.equal(self.reason, 0)

    def reason_of(self, row: int) -> str:
        """Return why the win of a row is refused, "" if it is not."""
        return REASONS[self.reason[row]]

    def yaku_of(self, row: int) -> tuple[str, ...]:
        """Return the names of the yaku of a row."""
        return yaku_names(int(self.yaku[row]))

    def limit_of(self, row: int) -> str | None:
        """Return the limit of a row as the engine writes it."""
        return limit_name(int(self.limit[row])) or None

    def payments_of(self, row: int) -> Payments:
        """Return the payments of a row as the engine has them."""
        paid = {name: int(getattr(self, name)[row]) for name in PAYMENTS}
        return Payments(**{name: points for name, points in paid.items() if points})
