"""Tiles of the set that is played that look alike."""

from dataclasses import dataclass, field
from typing import Final

import numpy as np

from vision.detections import Floats
from vision.observation import REST
from vision.tracks.how_alike import BACK, FIVES, SURE, Chances

LEAST: Final = 1e-3
"""No tile's reading is surer than this against a face, when its like are named together."""

_POWER: Final = (0.5, 2.0)
"""What each further tile adds, and the most that many count: they were misread alike."""

_FOREIGN: Final = 0.1
"""A face that is there twice is hardly foreign."""

_FAINT: Final = 1e-6
"""So little a chance still tells which of two looks, surely read as one face, is of another."""


@dataclass(slots=True, eq=False)
class Like:
    """Tiles that look alike."""

    total: Floats
    """[2,F]: the sum of their features, as they lie and upside down."""

    members: dict[int, Chances] = field(default_factory=dict)
    """Tile -> what it was read as [39]."""

    named: Chances = field(default_factory=lambda: np.full(BACK + 1, 1 / (BACK + 1)))
    """[39]: what they are taken for."""

    beside: set[int] = field(default_factory=set)
    """Tiles that lay there at once with one of them."""

    mixed: bool = False
    """Whether they are fives of which the reading does not tell the red one."""

    crowded: bool = False
    """Whether too many of them lay there at once to show a face."""

    def read_as(self) -> Chances:
        """[39]: logarithms of what all of them together were read as."""
        if self.crowded:
            return np.asarray(np.log(np.maximum(np.eye(BACK + 1)[BACK], LEAST**2)))
        logs = np.log(np.maximum(np.stack([*self.members.values()]), LEAST))
        step, most = _POWER
        together = np.asarray(logs.mean(axis=0) * min(1 + step * (len(logs) - 1), most))
        if len(logs) > 1:
            together[REST] += np.log(_FOREIGN)
        return together

    def claim(self) -> tuple[int, float]:
        """The face that they were mostly read as, and how much surer than any other, in nats."""
        logs = np.log(np.maximum(np.stack([*self.members.values()]), _FAINT)).mean(axis=0)[:REST]
        logs[FIVES[:, 0]] = np.logaddexp(logs[FIVES[:, 0]], logs[FIVES[:, 1]])
        logs[FIVES[:, 1]] = -np.inf
        second, first = np.argsort(logs)[-2:].tolist()
        return first, float(logs[first] - logs[second])

    def most(self, face: int) -> float:
        """How surely that of them was read as a face that was read so most."""
        return float(max(chances[face] for chances in self.members.values()))

    def sure(self) -> bool:
        """Whether they were mostly read as one thing surely."""
        return float(np.mean([chances.max() for chances in self.members.values()])) > SURE

    @property
    def backs(self) -> bool:
        """Whether they were mostly read as backs, or must be."""
        if self.crowded:
            return True
        read = sum(bool(chances[BACK] > 0.5) for chances in self.members.values())
        return 2 * read > len(self.members)
