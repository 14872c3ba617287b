"""Confidence as honest as measured: what is said of a name is as often right as it says.

The networks' own chances, averaged over several looks and weighed with the other tiles, are too
unsure of wide faces. Two temperatures, fitted on pictures that are never trained on
(`models.confidence`), mend that: one of narrow faces, one of wide ones.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.detections import Floats

NARROW: Final = 18.0
WIDE: Final = 28.0
"""Pixels across a face from which down and up one temperature holds; between, both have a part.
So chosen, what was read of pictures held back is likeliest: strokes are clear from there on."""

_MOST: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Honesty:
    """By how much to cool the chances of faces."""

    narrow: float = 1.0
    wide: float = 1.0

    def told(self, chances: Floats, widths: Floats) -> Floats:
        """Chances [n,c] as they are told of faces [n] so many pixels wide.

        The likeliest one's odds are raised to 1 / temperature; the others share what is left.
        """
        if not len(chances) or (self.narrow, self.wide) == (1.0, 1.0):
            return chances
        best = np.clip(chances.max(axis=1), _MOST, 1 - _MOST).astype(np.float64)
        odds = np.log(best / (1 - best)) / self.temperatures(widths)
        fresh = 1 / (1 + np.exp(-odds))
        told = chances * ((1 - fresh) / (1 - best))[:, None]
        told[np.arange(len(told)), chances.argmax(axis=1)] = fresh
        return np.asarray(told, np.float32)

    def temperatures(self, widths: Floats) -> Floats:
        """The temperature [n] of faces so many pixels wide."""
        across = np.log(np.clip(widths, NARROW, WIDE) / NARROW) / np.log(WIDE / NARROW)
        return np.asarray(self.narrow + (self.wide - self.narrow) * across)


AS_SEEN: Final = Honesty()
"""As the networks say."""
