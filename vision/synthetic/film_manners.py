"""How people play in one film: how hastily, with which hands, how clumsily."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class Manners:
    """What a film's players do besides the game."""

    haste: float = 0.0
    """How often the next player reaches out before the last one's arm has left."""
    helping: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    """How often a seat's free hand comes along and holds its row."""
    bumps: float = 0.0
    """How often fingers push the tile that lies beside the one they put down."""

    @classmethod
    def of(cls, seed: int) -> Manners:
        """A film's under a seed."""
        rng = np.random.default_rng((seed, 43))
        haste = float(rng.choice([0.0, 0.15, 0.4], p=[0.3, 0.4, 0.3]))
        first, second, third, fourth = (
            float(rng.uniform(0.1, 0.6)) if rng.random() < 0.4 else 0.0 for _ in range(4)
        )
        bumps = float(rng.choice([0.0, 0.03, 0.08], p=[0.4, 0.4, 0.2]))
        return cls(haste, (first, second, third, fourth), bumps)


CALM = Manners()
