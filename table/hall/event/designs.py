"""Rounds without a second meeting that no shifting of rows makes, for numbers of players.

Each is one round of points; the others follow from it by turning every cycle of points by one,
while the last point or points stay. Found by search; that no two meet twice, the tests count.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cyclic:
    """A base round, turned as often as there are rounds."""

    cycle: int
    """How many points turn together, which is also how many rounds there are."""
    base: tuple[tuple[int, int, int, int], ...]

    def rounds(self) -> list[list[list[int]]]:
        """All rounds, each as tables of points."""
        return [
            [[self._turned(point, number) for point in four] for four in self.base]
            for number in range(self.cycle)
        ]

    def _turned(self, point: int, by: int) -> int:
        turning = 4 * len(self.base) // self.cycle * self.cycle
        if point >= turning:
            return point
        first = point - point % self.cycle
        return first + (point + by - first) % self.cycle


CYCLIC = {
    16: Cyclic(5, ((10, 14, 5, 7), (13, 2, 3, 11), (9, 1, 8, 4), (0, 6, 15, 12))),
    24: Cyclic(
        7,
        (
            (14, 21, 6, 13), (10, 22, 1, 19), (8, 3, 0, 2),
            (4, 20, 7, 23), (15, 17, 18, 5), (9, 16, 12, 11),
        ),
    ),
    28: Cyclic(
        9,
        (
            (21, 22, 5, 25), (11, 1, 0, 7), (13, 4, 19, 27), (26, 9, 3, 17),
            (18, 20, 8, 15), (14, 6, 24, 2), (16, 12, 23, 10),
        ),
    ),
}  # fmt: skip
"""By the number of players."""
