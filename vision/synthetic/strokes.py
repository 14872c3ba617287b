"""Strokes of written characters, and how a hand chooses among their forms.

A stroke is a kind and control points in the box -1..1 (y down). The kinds are those of `skeletons`,
and two more: t turning (heavy to the bend, then drawn out to a point), k hook (from full width to a
point).
"""

from __future__ import annotations

import numpy as np

from vision.synthetic.pen import Points

Stroke = tuple[str, Points]
Rng = np.random.Generator


def line(kind: str, *points: tuple[float, float]) -> Stroke:
    """A stroke of a kind through these points."""
    return kind, np.array(points, float)


def pick(rng: Rng, *names: str) -> str:
    """One of the names."""
    return names[int(rng.integers(len(names)))]


def between(rng: Rng, low: float, high: float) -> float:
    """A number from `low` to `high`."""
    return float(rng.uniform(low, high))


def set_in(rng: Rng, strokes: list[Stroke]) -> list[Stroke]:
    """The strokes as a hand sets them: now and then squat, tall, narrow or leaning."""
    if rng.random() < 0.5:
        return strokes
    wide, tall = between(rng, 0.7, 1.0), between(rng, 0.6, 1.0)
    lean = float(rng.normal(0, 0.12))
    matrix = np.array([[wide, 0.0], [-lean * tall, tall]])
    return [(kind, points @ matrix) for kind, points in strokes]
