"""The assignment is the cheapest there is, by trying all."""

from itertools import permutations

import numpy as np
import pytest

from vision.assignment import assigned


@pytest.mark.parametrize("seed", range(60))
def test_no_other_assignment_is_cheaper(seed):
    chance = np.random.default_rng(seed)
    rows = int(chance.integers(1, 6))
    columns = int(chance.integers(rows, 7))
    cost = chance.normal(size=(rows, columns)).round(1)
    places = assigned(cost)
    assert len(set(places.tolist())) == rows
    least = min(
        sum(cost[row, column] for row, column in enumerate(one))
        for one in permutations(range(columns), rows)
    )
    assert cost[np.arange(rows), places].sum() == pytest.approx(least)


def test_more_rows_than_columns_are_refused():
    with pytest.raises(ValueError, match="3 rows for 2 columns"):
        assigned(np.zeros((3, 2)))
