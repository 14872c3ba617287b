"""The cheapest one-to-one assignment of rows to columns (Kuhn 1955, by shortest paths)."""

import numpy as np
from numpy.typing import NDArray

from vision.detections import Ints


def assigned(cost: NDArray[np.floating]) -> Ints:
    """Column [n] of each row of finite costs [n,m], n <= m, no column twice, least in sum."""
    rows, columns = cost.shape
    if rows > columns:
        raise ValueError(f"{rows} rows for {columns} columns; expected at least as many columns")
    costs = np.asarray(cost, np.float64)
    row_price, price = np.zeros(rows), np.zeros(columns + 1)
    taker = np.full(columns + 1, -1)  # the last column is where each new row waits
    for row in range(rows):
        taker[columns] = row
        _seat(costs, row_price, price, taker)
    places = np.empty(rows, np.int64)
    for column in range(columns):
        if taker[column] >= 0:
            places[taker[column]] = column
    return places


def _seat(
    costs: NDArray[np.float64],
    row_price: NDArray[np.float64],
    price: NDArray[np.float64],
    taker: Ints,
) -> None:
    """Seat the row that waits, along the path that raises the sum least."""
    columns = costs.shape[1]
    least = np.full(columns, np.inf)
    before = np.full(columns, columns)
    done = np.zeros(columns + 1, np.bool_)
    at = columns
    while taker[at] >= 0:
        done[at] = True
        row = taker[at]
        open_ = ~done[:columns]
        step = costs[row] - row_price[row] - price[:columns]
        better = open_ & (step < least)
        least[better], before[better] = step[better], at
        following = int(np.where(open_, least, np.inf).argmin())
        rise = least[following]
        row_price[taker[done]] += rise
        price[done] -= rise
        least[open_] -= rise
        at = following
    while at != columns:
        taker[at] = taker[before[at]]
        at = int(before[at])
