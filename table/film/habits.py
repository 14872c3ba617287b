"""How people put tiles down: each seat's habits, and what chance does to one tile, by seed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random

MOST = 2.5
"""Nothing strays farther than this many standard deviations."""


@dataclass(frozen=True, slots=True)
class Habits:
    """What one seat does the same way all game long; a careless one is less exact in everything."""

    slip_mm: float
    """Standard deviation of a tile's place."""
    twist_deg: float
    """Standard deviation of its direction."""
    gap_mm: float
    """Standard deviation of the space between two tiles of a row."""
    slant_deg: float
    """How far its pond leans as a whole."""
    turn_deg: float
    """The quarter turn it gives a sideways tile."""
    leaves_gap: bool
    """Leaves the place of a called tile empty; else the next discard fills it."""
    stacks_added: bool
    """Lays the tile of an added kan on the turned one; else beside it."""
    ends_down: bool
    """Turns the ends of a concealed kan down; else its middle."""
    takes_ron: bool
    """Fetches the tile it wins on; else points at it in the pond."""
    sorts: bool
    """Keeps its hand sorted."""
    sorts_melds: bool
    """Lays its own tiles of a run in order."""
    ura_in_front: bool
    """Lays ura indicators on its own side of the wall; else beyond it."""
    sloppy: float
    """How often a discard lands far askew and is straightened afterwards."""
    pace: float
    """1 is usual, 2 twice as quick."""

    @classmethod
    def of(cls, seed: int, seat: int) -> Habits:
        """The habits of a seat under a seed."""
        rng = Random(f"habits {seed} {seat}")
        return cls(
            slip_mm=rng.uniform(0.2, 1.1),
            twist_deg=rng.uniform(0.3, 2.0),
            gap_mm=rng.uniform(0.2, 1.0),
            slant_deg=max(-1.5, min(1.5, rng.gauss(0, 0.7))),
            turn_deg=90.0 if rng.random() < 0.75 else -90.0,
            leaves_gap=rng.random() < 0.5,
            stacks_added=rng.random() < 0.35,
            ends_down=rng.random() < 0.85,
            takes_ron=rng.random() < 0.5,
            sorts=rng.random() < 0.9,
            sorts_melds=rng.random() < 0.7,
            ura_in_front=rng.random() < 0.6,
            sloppy=rng.choice((0.0, 0.02, 0.05, 0.1)),
            pace=rng.uniform(0.8, 1.3),
        )


@dataclass(frozen=True, slots=True)
class Stray:
    """What chance does to one tile, in standard deviations; ``gap`` is never negative."""

    x: float
    y: float
    turn: float
    gap: float


@lru_cache(maxsize=1 << 12)
def stray(*key: int | str) -> Stray:
    """The same key strays the same way, so that a tile stays put while others come and go."""
    rng = Random(" ".join(map(str, key)))
    x, y, turn, gap = (max(-MOST, min(MOST, rng.gauss(0, 1))) for _ in range(4))
    return Stray(x, y, turn, abs(gap))
