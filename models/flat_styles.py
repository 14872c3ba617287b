"""Styles that sets are sold in and invented ones seldom have: whole suits of them.

Sticks of one ink whatever their shape, so that only the gaps between rows tell a nine from a six;
large digits beside motifs that make room for them; numbers squat and bold; a 西 whose bar stands
away from what is below it; a 發 and a bird in one ink.
"""

import colorsys
from dataclasses import replace
from typing import Final

import numpy as np

from models.flat import Bytes, handed
from models.flat_sticks import SUITS, Rng, Shown, shown
from vision.synthetic.bamboo import BambooSuit
from vision.synthetic.birds import Bird
from vision.synthetic.brushwork import Brushwork
from vision.synthetic.characters import choose_font
from vision.synthetic.circles import CircleSuit
from vision.synthetic.extras import CornerIndex
from vision.synthetic.faces import TileSet
from vision.synthetic.palette import Palette
from vision.synthetic.pen import HEIGHT, WIDTH, Ink

STICKS: Final = ("2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "6s", "9s", "4p", "6p")
DARK: Final = 0.3
APART: Final = (0.74, 1.0)
"""So many of them are as dark as characters; they take so much of a row's height."""

COMPACT: Final = (0.6, 1.0)
"""So much of the face's height their suits take."""

KINDS: Final = (
    *(f"{number}{suit}" for suit in "mps" for number in range(10)),
    *(f"{number}z" for number in range(1, 8)),
)
DIGIT: Final = 0.3
"""So many sets have small digits within their motifs, not large ones beside them."""

NUMBERS: Final = tuple(f"{number}m" for number in range(1, 10))
SQUAT, BOLD = (0.26, 0.4), (0.5, 3.0)
"""Squat numbers take so much of the height, and their strokes are so much bolder than most."""

WESTS: Final = ("3z", "1m", "3z", "4m", "3z", "2z")
DRAGONS: Final = ("6z", "1s", "6z", "1s", "6z", "7z")
COLOURFUL, DEEP = (0.0, 0.8), (0.1, 0.5)
"""Saturation and value of the one ink that dragons and birds have."""


def plain(rng: Rng, faces: TileSet) -> Shown:
    """Sticks of any shape in one ink, rows apart or meeting; and circles in one."""

    def suits(palette: Palette) -> tuple[BambooSuit, CircleSuit]:
        suit, circles = BambooSuit.random(rng, palette), CircleSuit.random(rng, palette)
        ink = palette.dark if rng.random() < DARK else suit.inks[0]  # red ones would be red fives
        suit = replace(suit, inks=(ink,) * 3, fill=float(rng.uniform(*APART)))
        other = circles.inks[int(rng.integers(2))]
        pair = (other, other)
        return suit, replace(circles, inks=(other,) * 3, centre_inks=pair, big_inks=pair)

    x, y, wide, tall = faces.design.boxes["s"]
    low = tall * float(rng.uniform(*COMPACT))
    boxes = {**faces.design.boxes, "s": (x, y, wide, low), "p": (x, y, wide, low)}
    return shown(TileSet(replace(faces.design, boxes=boxes)), STICKS, suits)


def indexed(rng: Rng, faces: TileSet) -> Shown:
    """A whole set with digits as high as a third of the face, or with small ones in the motif."""
    hand = handed(rng, faces).design
    if rng.random() < DIGIT:
        at = (float(rng.uniform(0.3, 0.7)) * WIDTH, float(rng.uniform(0.3, 0.7)) * HEIGHT)
        index = replace(CornerIndex.random(rng, hand.palette), inset=at, both=False)
        return _all_kinds(TileSet(replace(hand, index=index)))
    return _all_kinds(TileSet(hand.with_large_digits(rng)))


def _all_kinds(faces: TileSet) -> Shown:
    return [np.asarray(faces.face(label)) for label in KINDS], list(KINDS)


def squat(rng: Rng, faces: TileSet) -> Shown:
    """Numbers that are wide and low, in bold strokes, of several hands."""
    drawn: list[Bytes] = []
    for _ in range(SUITS):
        hand = handed(rng, faces).design
        suit = replace(
            hand.characters, share=float(rng.uniform(*SQUAT)), weight=float(rng.uniform(*BOLD)),
            squeeze=(float(rng.uniform(0.75, 1.0)), float(rng.uniform(0.0, 0.4))),
            font=choose_font(rng, "一二三四五六七八九伍"),
        )  # fmt: skip
        if suit.brush:
            suit = replace(suit, brush=replace(suit.brush, width=float(rng.uniform(0.14, 0.26))))
        other = TileSet(replace(hand, characters=suit))
        drawn += [np.asarray(other.face(label)) for label in NUMBERS]
    return drawn, list(NUMBERS) * SUITS


def wests(rng: Rng, faces: TileSet) -> Shown:
    """西 as brushes write it, now and then with its bar away; beside what that is taken for."""
    drawn = []
    for label in WESTS:
        hand = handed(rng, faces).design
        honours = replace(hand.honours, brushes=(Brushwork.random(rng),) * 2)
        drawn.append(np.asarray(TileSet(replace(hand, honours=honours)).face(label)))
    return drawn, list(WESTS)


def dragons(rng: Rng, faces: TileSet) -> Shown:
    """發 as brushes write it beside birds, in one ink of any hue: what tells them is their form."""
    drawn = []
    for label in DRAGONS:
        hand = handed(rng, faces).design
        palette, brushes = hand.palette, (Brushwork.random(rng),) * 2
        honours = replace(hand.honours, green="發", brushes=brushes)
        if min(palette.body) > 255 * DEEP[1]:
            ink = deep(rng)
            palette = replace(palette, dark=ink, blue=ink, green=ink)
            honours = replace(honours, inks=(ink,) * 4)
        bird, art = Bird.random(rng, palette), hand.art - {"bird", "z"}
        own = replace(hand, honours=honours, bird=bird, art=art)
        drawn.append(np.asarray(TileSet(own).face(label)))
    return drawn, list(DRAGONS)


def deep(rng: Rng) -> Ink:
    """A dark ink of any hue."""
    red, green, blue = colorsys.hsv_to_rgb(
        rng.random(), rng.uniform(*COLOURFUL), rng.uniform(*DEEP)
    )
    return round(255 * red), round(255 * green), round(255 * blue)
