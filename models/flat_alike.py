"""Patches of faces laid flat that are taken for each other, each of them as often as the others.

    python -m models.flat_alike --out DATA [--sets 600] [--seed 1]

Like ``models.flat``, for sets whose numbers, sticks, circles, ones, white dragons and backs are
drawn anew again and again: what a network is shown more often than its likes it sees in them, too.
White dragons and backs lie beside each other: a back has its own colour, a white dragon that of
the faces.
"""

import argparse
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np

from models.flat import Bytes, among, blotted, handed, patch, shrunk, slim
from vision.labels import CLASS_OF
from vision.synthetic.bamboo import BambooSuit
from vision.synthetic.circles import CircleSuit, Wheel
from vision.synthetic.extras import draw_back
from vision.synthetic.faces import TileSet
from vision.synthetic.honours import HonourStyle
from vision.synthetic.ink import body, lay
from vision.synthetic.palette import BACK, DARK_BODY
from vision.synthetic.pen import Pen

Rng: TypeAlias = np.random.Generator
Shown: TypeAlias = tuple[list[Bytes], list[str]]
"""Faces, and what they are."""

NUMBERS: Final = ("1m", "2m", "3m", "5m", "6m", "8m", "9m")
STICKS: Final = ("4s", "5s", "6s", "7s", "8s", "9s", "0s")
ROUNDS: Final = ("4s", "6s", "8s", "4p", "6p", "8p", "9p")
HANDS, SUITS, ONES, WHITES = 3, 2, 3, 4
"""So many hands a set write the numbers, so many suits a set draw sticks, and as many sticks and
circles; so many ones of circles and of birds, and twice so many white dragons and backs."""

SMALL, FLAT_NUMBER = 0.3, (0.3, 0.44)
"""So many hands write smaller, and as many give the number so much of the height only."""

ONE_INK, MEETING = 0.6, (0.94, 1.0)
BOLDER: Final = (1.1, 1.6)
ROSETTE: Final = 0.5
"""So many ones of circles are a flower or a wheel as small circles are."""

PRINTED: Final = 0.6
"""So many backs bear something, in a tone of their own."""
DIM, DIMMEST = 0.25, 0.3
"""So many of the white dragons and backs lie in faint light, which leaves at least so much."""


def numbers(rng: Rng, faces: TileSet) -> Shown:
    """What each of several hands writes."""
    drawn: list[Bytes] = []
    for _ in range(HANDS):
        hand = handed(rng, faces)
        if rng.random() < SMALL:
            hand = shrunk(rng, hand, "m")
        if rng.random() < SMALL:
            low = replace(hand.design.characters, share=float(rng.uniform(*FLAT_NUMBER)))
            hand = TileSet(replace(hand.design, characters=low))
        drawn += [np.asarray(hand.face(label)) for label in NUMBERS]
    return drawn, list(NUMBERS) * HANDS


def sticks(rng: Rng, faces: TileSet) -> Shown:
    """Slim sticks whose rows (nearly) meet, mostly in one ink."""
    drawn: list[Bytes] = []
    for _ in range(SUITS):
        suit = slim(rng, BambooSuit.random(rng, faces.design.palette))
        suit = replace(suit, fill=float(rng.uniform(*MEETING)))
        if rng.random() < ONE_INK:
            suit = replace(suit, inks=(suit.inks[0],) * 3)
        other = TileSet(replace(faces.design, bamboo=suit, art=frozenset()))
        drawn += [np.asarray(other.face(label)) for label in STICKS]
    return drawn, list(STICKS) * SUITS


def rounds(rng: Rng, faces: TileSet) -> Shown:
    """Thick sticks and circles that (nearly) touch, half of them in one ink."""
    drawn: list[Bytes] = []
    for _ in range(SUITS):
        palette = faces.design.palette
        suit, circles = BambooSuit.random(rng, palette), CircleSuit.random(rng, palette)
        suit = replace(suit, thick=suit.thick * float(rng.uniform(*BOLDER)))
        circles = replace(circles, size=float(rng.uniform(0.9, 1.08)))
        if rng.random() < 0.5:
            ink = suit.inks[0]
            suit = replace(suit, inks=(ink, ink, ink))
            circles = replace(circles, inks=(ink, ink, ink), centre_inks=(ink, ink))
        other = TileSet(replace(faces.design, bamboo=suit, circles=circles, art=frozenset()))
        drawn += [np.asarray(other.face(label)) for label in ROUNDS]
    return drawn, list(ROUNDS) * SUITS


def ones(rng: Rng, faces: TileSet) -> Shown:
    """Birds, and ones of circles that are flowers as well as wheels."""
    drawn = [np.asarray(blotted(rng, faces).face("1s")) for _ in range(ONES)]
    for _ in range(ONES):
        circles = CircleSuit.random(rng, faces.design.palette)
        if rng.random() < ROSETTE:
            wheel = Wheel.random(rng) if rng.random() < 0.5 else flower(rng)
            circles = replace(circles, big=wheel, big_size=float(rng.uniform(0.55, 1.0)))
        other = TileSet(replace(faces.design, circles=circles, art=frozenset()))
        drawn.append(np.asarray(other.face("1p")))
    return drawn, ["1s"] * ONES + ["1p"] * ONES


def flower(rng: Rng) -> Wheel:
    """A few petals around a middle."""
    ornate = Wheel.ornate(rng, 2)
    petals = replace(ornate.bands[0], kind="petals", count=int(rng.integers(4, 10)))
    few = (petals,) if rng.random() < 0.5 else (petals, ornate.bands[1])
    return replace(ornate, bands=few)


def whites_and_backs(rng: Rng, faces: TileSet) -> Shown:
    """White dragons of the faces' colour, and backs that are not."""
    drawn = [np.asarray(white(rng, faces).face("5z")) for _ in range(WHITES)]
    return drawn + [back(rng, faces) for _ in range(WHITES)], ["5z"] * WHITES + ["back"] * WHITES


def white(rng: Rng, faces: TileSet) -> TileSet:
    """The set with another white dragon that is not written."""
    palette = faces.design.palette
    honours = HonourStyle.random(rng, palette)
    if palette.one_tone and honours.frame == "blank":
        honours = replace(honours, frame="double")
    elif honours.frame == "written":
        honours = replace(honours, frame="single")
    return TileSet(replace(faces.design, honours=honours, art=frozenset()))


def back(rng: Rng, faces: TileSet) -> Bytes:
    """A back in any colour a back has, mostly with something printed on it in a tone of its own."""
    if rng.random() >= PRINTED:
        return np.asarray(faces.face("back"))
    pool = BACK if rng.random() < 0.8 else DARK_BODY
    colour = np.array(pool[int(rng.integers(len(pool)))]) + rng.normal(0, 14, 3)
    ground, tone = (
        (int(r), int(g), int(b))
        for r, g, b in np.clip([colour, colour + rng.choice((-1, 1)) * rng.uniform(18, 60)], 4, 251)
    )
    pen = Pen()
    draw_back(pen, faces.design.boxes["p"], tone, rng)
    finish = faces.design.finish
    return np.asarray(lay(pen.image, body(ground, finish, rng), finish, rng))


def beside_each_other(rng: Rng, shown: Shown, faces: TileSet, ground: Bytes) -> list[Bytes]:
    """A patch of each, beside its like or the set's other faces, now and then in faint light."""
    drawn, labels = shown
    printed = [np.asarray(faces.face(label)) for label in ("1z", "7z", "2p", "4m")]
    made = []
    for face, label in zip(drawn, labels, strict=True):
        like = [face] * 3 if label == "back" or rng.random() < 0.2 else printed
        other = printed if label == "back" else [drawn[-1]]
        pool = [*like, other[int(rng.integers(len(other)))]]
        cut = patch(rng, face, [pool[at] for at in rng.integers(0, len(pool), 4)], ground)
        if rng.random() < DIM:
            cut = np.asarray(cut * rng.uniform(DIMMEST, 0.8), np.uint8)
        made.append(cut)
    return made


KINDS: Final[tuple[Callable[[Rng, TileSet], Shown], ...]] = (numbers, sticks, rounds, ones)


def of_set(rng: Rng, faces: TileSet) -> tuple[list[Bytes], list[int]]:
    """Patches of all that, and the classes."""
    ground = rng.integers(0, 256, 3).astype(np.uint8)
    made: list[Bytes] = []
    told: list[str] = []
    for kind in KINDS:
        drawn, labels = kind(rng, faces)
        made += among(rng, drawn, ground)
        told += labels
    shown = whites_and_backs(rng, faces)
    made += beside_each_other(rng, shown, faces, ground)
    return made, [CLASS_OF[label] for label in [*told, *shown[1]]]


def main() -> None:
    """Make the file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--sets", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = np.random.default_rng([args.seed, 7])
    patches: list[Bytes] = []
    classes: list[int] = []
    for _ in range(args.sets):
        made, kinds = of_set(rng, TileSet.random(rng))
        patches += made
        classes += kinds
    args.out.mkdir(parents=True, exist_ok=True)
    np.savez(args.out / "flat.npz", patches=np.stack(patches), classes=np.array(classes, np.int64))


if __name__ == "__main__":
    main()
