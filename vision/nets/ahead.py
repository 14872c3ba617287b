"""Looks at faces that were begun before anybody asks for them, while others think of the rest."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.detections import Floats
from vision.together import Together

Crops: TypeAlias = NDArray[np.uint8]

Looks: TypeAlias = Callable[[Any], Floats]
"""From faces [m,4,2], or from crops of them, to what the classifier sees [m,...,F] in them."""

_PIECE: Final = 8
"""So many faces at a time are begun with."""


class See(Protocol):
    """From crops uint8 [m,s,s,3] to what the classifier sees [m,...,F] in them."""

    def __call__(self, crops: Crops, *, alone: bool) -> Floats:
        """``alone`` it is all done by the thread that asks."""


@dataclass(frozen=True, slots=True)
class Looking:
    """Looks at faces of one picture."""

    cut: Callable[[Floats], Crops]
    see: See

    def __call__(self, quads: Floats) -> Floats:
        """What the classifier sees [n,...,F] in faces [n,4,2]."""
        return self.see(self.cut(quads), alone=False)

    def begun(self, asked: Floats, together: Together) -> Looks:
        """The same, while helpers begin with some faces [n,4,2] that may be asked for.

        They are cut here: each cut takes the interpreter, for which a helper would have to wait.
        """
        if together.threads == 1 or not len(asked):
            return self
        pieces = np.array_split(self.cut(asked), -(-len(asked) // _PIECE))
        begun = together.begin(lambda crops: self.see(crops, alone=True), pieces)
        return Ahead(asked, lambda: np.concatenate(begun()), self)


class Ahead:
    """Looks at faces, of which those at some places [n,4,2] have been begun.

    What ``begun`` waits for is [n,...,F]; ``looks`` looks at all others when they are asked for.
    """

    def __init__(self, quads: Floats, begun: Callable[[], Floats], looks: Looks) -> None:
        self._at = {quad.tobytes(): at for at, quad in enumerate(quads)}
        self._begun = begun
        self._looks = looks

    def __call__(self, quads: Floats) -> Floats:
        """What the classifier sees in faces, in their order."""
        at = np.array([self._at.get(quad.tobytes(), -1) for quad in quads], np.int64)
        known = at >= 0
        if not known.any():
            return self._looks(quads)
        begun = self._begun()
        seen = np.empty((len(quads), *begun.shape[1:]), np.float32)
        seen[known] = begun[at[known]]
        if not known.all():
            seen[~known] = self._looks(quads[~known])
        return seen
