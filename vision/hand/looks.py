"""The faces that stand in hands, learnt as they are seen: what looks alike is of one face."""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.club.prototypes import unit
from vision.detections import Floats
from vision.observation import REST
from vision.tracks.played_set import OwnSet

_ALIKE: Final = 0.93
"""Features of one face mostly have at least this cosine, of two faces 0.91 at most: two looks of
one face do no harm, one look of two faces does."""

_LEAST: Final = 1e-3
_SURE: Final = 0.9
"""What lies on the table and is so surely named is an example here too."""

_CHANGED: Final = 0.05
"""What changed less is not told anew."""

_MOST: Final = 400
"""Looks that are remembered."""

Known = Sequence[tuple[Floats, NDArray[np.float64]]]
"""Of each look: its features [2,F], and what it is taken for [39]."""


class Looks:
    """What the tiles before all players look like; each look has a number."""

    def __init__(self) -> None:
        self._set = OwnSet()
        self.elsewhere: Callable[[], Known] = list
        """What tiles of the same set look like that lie on the table."""
        self._first = 0
        self._told: dict[int, tuple[float, ...]] = {}
        self._sums: list[Floats] = []
        """Of each look the sum of its features [2,F]."""
        self._logs: list[NDArray[np.float64]] = []
        self._counts: list[int] = []

    def see(
        self, features: Floats, chances: Sequence[tuple[float, ...]], now_ns: int
    ) -> tuple[int, ...]:
        """The looks of tiles with these features [n,2,F] that are read as [n,38] so.

        No other run has the same numbers, for they begin with the time of the first.
        """
        self._first = self._first or now_ns
        if not features.size or len(self._sums) > _MOST:
            return ()
        for number, (example, named) in enumerate(self.elsewhere(), 1):
            if named[:REST].max() > _SURE:
                self._set.see(-number, example, named)
        return tuple(
            self._first + self._look(seen, np.append(np.asarray(read), 0.0))
            for seen, read in zip(unit(features), chances, strict=True)
        )

    def renamed(self) -> tuple[tuple[int, tuple[float, ...]], ...]:
        """Looks that are now taken for something else than was told, and for what."""
        found = []
        for look, before in self._told.items():
            now = self._named(look)
            if max(map(abs, map(float.__sub__, now, before))) > _CHANGED:
                found.append((self._first + look, now))
        self._told.update((look - self._first, now) for look, now in found)
        return tuple(found)

    def told(self, look: int) -> tuple[float, ...]:
        """What a look is taken for, all others considered: 38 chances."""
        return self._told.setdefault(look - self._first, self._named(look - self._first))

    def _named(self, look: int) -> tuple[float, ...]:
        told = self._set.told(look)
        mean = self._mean(look) if told is None else told
        return (*map(float, mean[:REST]), float(mean[REST:].sum()))

    def _look(self, seen: Floats, read: NDArray[np.float64]) -> int:
        near = unit(np.stack(self._sums))[:, 0] @ seen[0] if self._sums else np.zeros(1)
        look = int(near.argmax())
        if near[look] < _ALIKE:
            look = len(self._sums)
            self._sums.append(np.zeros_like(seen))
            self._logs.append(np.zeros_like(read))
            self._counts.append(0)
        self._sums[look] = self._sums[look] + seen
        self._logs[look] += np.log(np.maximum(read, _LEAST))
        self._counts[look] += 1
        self._set.see(look, self._sums[look], self._mean(look))
        return look

    def _mean(self, look: int) -> NDArray[np.float64]:
        """What a look was read as, all readings considered [39]."""
        weights = np.exp(self._logs[look] / self._counts[look])
        return np.asarray(weights / weights.sum())
