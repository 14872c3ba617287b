"""Where a tile lies says whose it is; what lies on the console is nobody's."""

import pytest

from table.watch.places import lay_out
from vision.observation import REST, Observation, Sighting

WIDTH = 26.0


def seen_at(x, y, angle=90.0):
    chances = (1.0, *(0.0,) * REST)
    tile = Sighting(1, x * WIDTH, y * WIDTH, angle, True, chances, 1.0, 0, 0)
    return Observation(5_000_000_000, 50, WIDTH, (tile,), (), (), False)


@pytest.mark.parametrize(
    ("x", "y", "angle", "seat"),
    [(0.3, -1.9, 90, None), (-0.9, 1.4, 270, None), (0.0, -2.8, 90, 0), (2.9, 0.5, 180, 1)],
)
def test_what_is_read_on_the_console_is_no_discard(x, y, angle, seat):
    layout = lay_out(seen_at(x, y, angle), (0, 1, 2, 3))
    assert [place for place, pond in enumerate(layout.ponds) if pond] == (
        [] if seat is None else [seat]
    )
