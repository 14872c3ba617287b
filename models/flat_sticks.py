"""Sticks that are taken for other sticks, and for circles: suits of them, each number as often.

Slim sticks whose rows meet, thick ones beside close circles, and such as are dots from afar, with a
knot in their middle or drawn as leaves and beads.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

import numpy as np

from models.flat import Bytes, slim
from vision.synthetic.bamboo import BambooSuit, Stick
from vision.synthetic.circles import CircleSuit
from vision.synthetic.designs import drawn
from vision.synthetic.faces import TileSet
from vision.synthetic.palette import Palette

Rng: TypeAlias = np.random.Generator
Shown: TypeAlias = tuple[list[Bytes], list[str]]
"""Faces, and what they are."""

Suits: TypeAlias = tuple[BambooSuit, CircleSuit]

SUITS: Final = 2
"""So many suits a set draw sticks, and as many sticks and circles."""

STICKS: Final = ("4s", "5s", "6s", "7s", "8s", "9s", "0s")
DOTTED: Final = (
    *(f"{number}s" for number in (2, 3, 4, 5, 0, 6, 7, 9)),
    *(f"{number}p" for number in (2, 3, 4, 5, 0, 6, 7, 9)),
)
ROUNDS: Final = ("4s", "6s", "8s", "4p", "6p", "8p", "9p")
ONE_INK, MEETING = 0.6, (0.94, 1.0)
BOLDER: Final = (1.1, 1.6)

LADDERS, RINGED, CLOSE = 0.5, (1.1, 1.9), (0.35, 0.8)
"""So many suits of thick sticks have rings so much wider at their ends and joints, and their pairs
stand so close: two beside each other are a ladder, or two circles."""

KNOTS, SHORT, DOTS = ((1.4, 2.4), (0.08, 0.2)), (0.6, 0.9), (0.7, 1.0)
"""A knot is so much wider than its slim and short stick, and so high beside it: from afar a dot. So
small are circles beside them."""

LOOSE, SPARE = ("leaf", "leaf", "beads"), (0.45, 0.95)
"""Sticks of these shapes take so much of a row's height."""
STOUT, STOUTER = 0.4, (1.2, 1.9)
"""So many suits of them are so much wider: from afar they are rings."""


def sticks(rng: Rng, faces: TileSet) -> Shown:
    """Slim sticks whose rows (nearly) meet, mostly in one ink."""

    def suits(palette: Palette) -> Suits:
        suit = slim(rng, BambooSuit.random(rng, palette))
        suit = replace(suit, fill=float(rng.uniform(*MEETING)))
        if rng.random() < ONE_INK:
            suit = replace(suit, inks=(suit.inks[0],) * 3)
        return suit, faces.design.circles

    return shown(faces, STICKS, suits)


def rounds(rng: Rng, faces: TileSet) -> Shown:
    """Thick sticks and circles that (nearly) touch, half of them in one ink."""

    def suits(palette: Palette) -> Suits:
        suit, circles = BambooSuit.random(rng, palette), CircleSuit.random(rng, palette)
        suit = replace(suit, thick=suit.thick * float(rng.uniform(*BOLDER)))
        if rng.random() < LADDERS:
            stick = replace(suit.stick, joints=2, joint_width=float(rng.uniform(*RINGED)))
            suit = replace(suit, stick=stick, pairs=float(rng.uniform(*CLOSE)))
        circles = replace(circles, size=float(rng.uniform(0.9, 1.08)))
        if rng.random() < 0.5:
            ink = suit.inks[0]
            suit = replace(suit, inks=(ink, ink, ink))
            circles = replace(circles, inks=(ink, ink, ink), centre_inks=(ink, ink))
        return suit, circles

    return shown(faces, ROUNDS, suits)


def knots(rng: Rng, faces: TileSet) -> Shown:
    """Short sticks with a knot in their middle, and circles as small."""
    (least, most), high = KNOTS

    def suits(palette: Palette) -> Suits:
        suit, circles = BambooSuit.random(rng, palette), CircleSuit.random(rng, palette)
        wide = float(rng.uniform(least, most))
        stick = replace(
            suit.stick, nodes=1, joints=1, joint_width=wide, joint_height=float(rng.uniform(*high)),
            thick=suit.stick.thick / wide * float(rng.uniform(1.0, 1.3)),
        )  # fmt: skip
        fill, spread = (float(part) for part in rng.uniform(*SHORT, 2))
        suit = replace(suit, stick=stick, fill=fill, spread=spread)
        if rng.random() < ONE_INK:
            suit = replace(suit, inks=(suit.inks[0], suit.inks[0], suit.inks[2]))
        return suit, replace(circles, size=circles.size * float(rng.uniform(*DOTS)))

    return shown(faces, DOTTED, suits)


def leaves(rng: Rng, faces: TileSet) -> Shown:
    """Sticks as leaves and as beads, each alone, and circles as small."""

    def stick() -> Stick:
        return replace(Stick.random(rng), shape=str(rng.choice(LOOSE)))

    def suits(palette: Palette) -> Suits:
        suit, circles = BambooSuit.random(rng, palette), CircleSuit.random(rng, palette)
        suit = replace(suit, stick=drawn(stick, Stick.form, "training"))
        suit = replace(suit, fill=float(rng.uniform(*SPARE)))
        if rng.random() < STOUT:
            suit = replace(suit, thick=suit.thick * float(rng.uniform(*STOUTER)))
        return suit, replace(circles, size=circles.size * float(rng.uniform(*DOTS)))

    return shown(faces, DOTTED, suits)


def shown(faces: TileSet, labels: Sequence[str], suits: Callable[[Palette], Suits]) -> Shown:
    """The labels' faces of the set, with SUITS such suits one after another."""
    made: list[Bytes] = []
    for _ in range(SUITS):
        bamboo, circles = suits(faces.design.palette)
        other = TileSet(replace(faces.design, bamboo=bamboo, circles=circles, art=frozenset()))
        made += [np.asarray(other.face(label)) for label in labels]
    return made, list(labels) * SUITS
