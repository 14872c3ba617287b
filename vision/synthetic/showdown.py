"""A given winning hand as a player shows it: row, winning tile apart, melds to the right."""

from dataclasses import dataclass

import numpy as np

from vision.synthetic.solids import Body, Placement, lay

TURN = np.pi / 2
GAP = 0.4
APART = 14.0
"""Millimetres between neighbours, and between the row, the winning tile and the melds."""


@dataclass(frozen=True, slots=True)
class ShownMeld:
    """A set as it lies: its labels from left to right, and which one is turned."""

    labels: tuple[str, ...]
    turned: int | None
    """Index of the called tile; None for a concealed kan, whose outer tiles lie face down."""


def show(
    rng: np.random.Generator,
    body: Body,
    row: tuple[str, ...],
    winning: str,
    melds: tuple[ShownMeld, ...] = (),
) -> list[Placement]:
    """The tiles of a hand on the table, the row's left end at the origin."""
    placements: list[Placement] = []
    x = 0.0
    for label in row:
        placements.append(resting(rng, body, label, x + body.width / 2))
        x += body.width + GAP
    x += APART
    placements.append(resting(rng, body, winning, x + body.width / 2))
    x += body.width
    for meld in melds:
        x += APART
        for index in range(len(meld.labels)):
            wide = body.height if index == meld.turned else body.width
            placements.append(in_meld(rng, body, meld, index, x + wide / 2))
            x += wide + GAP
    return placements


def resting(rng: np.random.Generator, body: Body, label: str, x: float) -> Placement:
    """A tile of the row, set down by a careful hand."""
    return lay(label, body, (x, float(rng.normal(0, 0.4))), float(rng.normal(0, 0.01)))


def in_meld(
    rng: np.random.Generator, body: Body, meld: ShownMeld, index: int, x: float
) -> Placement:
    """A tile of a set: upright, turned, or face down."""
    if meld.turned is None and index in {0, 3}:
        return lay("back", body, (x, 0.0), float(rng.normal(0, 0.01)), "down")
    if index != meld.turned:
        return resting(rng, body, meld.labels[index], x)
    low = (body.width - body.height) / 2
    return lay(meld.labels[index], body, (x, low), TURN + float(rng.normal(0, 0.01)))
