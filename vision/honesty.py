"""Confidence as honest as measured: what is said of a name is as often right as it says.

The networks' own chances, averaged over several looks and weighed with the other tiles, are too
unsure of wide faces: of their names said to be right in half the cases, eight in nine are. Two
numbers, fitted on pictures that are never trained on (`models.confidence`), mend that: by how much
the odds of narrow faces are raised, and of wide ones. No one factor of the odds' logarithms (a
temperature) does: it leaves names said to be right in half the cases where they are.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.detections import Floats

NARROW: Final = 18.0
WIDE: Final = 28.0
"""Pixels across a face from which down and up one number holds; between, both have a part.
So chosen, what was read of pictures held back is likeliest: strokes are clear from there on."""

_MOST: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Honesty:
    """By how much, in nats, to raise the odds of faces."""

    narrow: float = 0.0
    wide: float = 0.0

    def told(self, chances: Floats, widths: Floats) -> Floats:
        """Chances [n,c] as they are told of faces [n] so many pixels wide.

        The likeliest one's odds are raised; the others share what is left.
        """
        if not len(chances) or (self.narrow, self.wide) == (0.0, 0.0):
            return chances
        best = np.clip(chances.max(axis=1), _MOST, 1 - _MOST).astype(np.float64)
        odds = np.log(best / (1 - best)) + self.raised(widths)
        fresh = 1 / (1 + np.exp(-odds))
        told = chances * ((1 - fresh) / (1 - best))[:, None]
        told[np.arange(len(told)), chances.argmax(axis=1)] = fresh
        return np.asarray(told, np.float32)

    def raised(self, widths: Floats) -> Floats:
        """By how many nats [n] the odds of faces so many pixels wide are raised."""
        across = np.log(np.clip(widths, NARROW, WIDE) / NARROW) / np.log(WIDE / NARROW)
        return np.asarray(self.narrow + (self.wide - self.narrow) * across)


AS_SEEN: Final = Honesty()
"""As the networks say."""
