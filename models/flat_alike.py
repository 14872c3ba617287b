"""Patches of faces laid flat that are taken for each other, each of them as often as the others.

    python -m models.flat_alike --out DATA [--sets 600] [--seed 1] [--only fives fives ones ...]

Like ``models.flat``, for sets whose numbers, sticks, circles, ones, white dragons and backs are
drawn anew again and again: what a network is shown more often than its likes it sees in them, too.
White dragons and backs lie beside each other: a back has its own colour, a white dragon that of
the faces. Eights are written as nines begin and end, fives are red by a small mark, many of them on
black tiles; and what lies half on one tile and half on its like is none.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np

from models.commands import COUNT, SEED, in_a_line
from models.flat import Bytes, among, blotted, handed, patch, shrunk
from models.flat_sticks import SUITS, Rng, Shown, knots, leaves, rounds, sticks
from models.flat_styles import dragons, indexed, plain, squat, wests
from vision.labels import CLASS_OF
from vision.synthetic.brushwork import Brushwork
from vision.synthetic.characters import choose_font
from vision.synthetic.circles import CircleSuit, Wheel
from vision.synthetic.extras import draw_back
from vision.synthetic.faces import TileSet
from vision.synthetic.honours import HonourStyle
from vision.synthetic.ink import body, lay
from vision.synthetic.palette import BACK, DARK_BODY
from vision.synthetic.pen import HEIGHT, WIDTH, Ink, Pen
from vision.synthetic.red_fives import FiveStyle
from vision.synthetic.strokes import Stroke

NUMBERS: Final = ("1m", "2m", "3m", "5m", "6m", "8m", "9m")
NINES: Final = ("8m", "9m")
FIVES: Final = ("5m", "0m", "5p", "0p", "5s", "0s")
HANDS, ONES, WHITES = 3, 3, 4
"""So many hands a set write the numbers, so many ones of circles and of birds, and twice so many
white dragons and backs."""

SMALL, FLAT_NUMBER = 0.3, (0.3, 0.44)
"""So many hands write smaller, and as many give the number so much of the height only."""

EIGHTS, LED_IN, ANY_FONT = 2, 0.6, 0.5
"""So many hands a set write eights, so many of those with a brush, as nines are written; of the
others so many in any font, however seldom tiles bear it."""

BLACK, MARKED, SIZES = 0.4, 0.8, (9.0, 20.0)
MARKS: Final = ("dot", "dot", "dot", "ink dot", "band", "ink", "face", "face")
TINTED, USUAL = (0.12, 0.6), 0.7
"""So many suits of fives are on black tiles; so many have one of these marks on a red one, of such
a size in face pixels, or a face with so much red in it, most of them printed in the usual inks."""

LEAFY: Final = 0.4
"""So many ones of circles are green, as birds are."""

LINES, THIN = 0.3, (0.008, 0.03)
"""So many birds are lines only, so wide as shares of the height."""

BARE: Final = 2
"""So many white dragons without a frame a set, and as many backs more."""

TWINS: Final = (
    *(f"{number}m" for number in range(1, 10)), *(f"{number}z" for number in (1, 2, 3, 4, 6, 7)),
    *("1p", "3p", "5p", "7p", "9p", "1s", "3s", "5s", "7s"),
)  # fmt: skip
"""Half of one of these and half of another of its kind never look like a whole tile."""
PAIRS, ACROSS = 4, (0.38, 0.62)
"""So many such places a set, and so far off the one's middle they lie."""

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


def eights(rng: Rng, faces: TileSet) -> Shown:
    """Eights and nines of several hands: eights that begin and end as nines do."""
    drawn: list[Bytes] = []
    for _ in range(EIGHTS):
        hand = handed(rng, faces)
        suit = hand.design.characters
        if rng.random() < LED_IN:
            suit = replace(suit, brush=replace(Brushwork.random(rng), own=(("八", led_in),)))
        elif rng.random() < ANY_FONT:
            fonts = sorted({choose_font(rng, "八九") for _ in range(12)})
            suit = replace(suit, font=str(rng.choice(fonts)), brush=None)
        if rng.random() < SMALL:
            suit = replace(suit, share=float(rng.uniform(*FLAT_NUMBER)))
        other = TileSet(replace(hand.design, characters=suit))
        drawn += [np.asarray(other.face(label)) for label in NINES]
    return drawn, list(NINES) * EIGHTS


def led_in(rng: Rng) -> list[Stroke]:
    """Write 八: what leads into its right stroke is long, and that may end in a hook.

    It is no 九, for its left stroke does not cross what leads in.
    """
    x, top = float(rng.uniform(-0.15, 0.25)), float(rng.uniform(-0.95, -0.6))
    long, low = float(rng.uniform(0.2, 0.75)), float(rng.uniform(0.5, 0.95))
    start = (x - long, top + float(rng.uniform(-0.05, 0.2)))
    end = (float(rng.uniform(0.6, 1.0)), low)
    bend = float(rng.uniform(-0.1, 0.3))
    kind = str(rng.choice(["n", "t", "v"]))
    strokes = [("h", np.array([start, (x, top)]))]
    strokes.append((kind, np.array([(x, top), (x + bend, low * 0.5), (x + bend, low), end])))
    if rng.random() < 0.5:
        back = (end[0] + float(rng.uniform(-0.12, 0.06)), low - float(rng.uniform(0.15, 0.5)))
        strokes.append(("k", np.array([end, back])))
    left = x - float(rng.uniform(0.1, 0.55))
    under = float(rng.uniform(max(start[1], top) + 0.12, 0.1))
    foot = (float(rng.uniform(-1.0, -0.65)), float(rng.uniform(0.4, 0.95)))
    if rng.random() < 0.3:
        sweep = ("d", np.array([(left, under), (left - 0.3, (under + foot[1]) / 2)]))
    else:
        sweep = ("p", np.array([(left, under), (left - 0.12, foot[1] * 0.6), foot]))
    return [sweep, *strokes]


def fives(rng: Rng, faces: TileSet) -> Shown:
    """Red fives and plain ones: a small mark tells them apart, or the ink."""
    drawn: list[Bytes] = []
    for _ in range(SUITS):
        black = rng.random() < BLACK
        design = (TileSet.random(rng, black=1.0) if black else handed(rng, faces)).design
        style = FiveStyle.random(rng, design.palette)
        if rng.random() < MARKED:
            mark = str(rng.choice(MARKS))
            five = design.palette.five if mark.startswith("ink") else None
            size = float(rng.uniform(*SIZES))
            at = rng.choice((0.15, 0.5, 0.85)) * WIDTH, rng.choice((0.11, 0.89)) * HEIGHT
            place = (float(at[0]), float(at[1]))
            style = replace(style, style=mark, ink=five, ground=None, size=size, at=place)
            if mark == "face":
                style = tinted(rng, style, design.palette.body)
        other = TileSet(replace(design, five=style, art=frozenset()))
        drawn += [np.asarray(other.face(label)) for label in FIVES]
    return drawn, list(FIVES) * SUITS


def tinted(rng: Rng, style: FiveStyle, plain: Ink) -> FiveStyle:
    """The style with a face between the plain one's colour and red."""
    share = float(rng.uniform(*TINTED))
    red, green, blue = (
        int(p * (1 - share) + r * share) for p, r in zip(plain, style.red, strict=True)
    )
    ink = None if rng.random() < USUAL else (30, 26, 30)
    return replace(style, ink=ink, ground=(red, green, blue))


def twins(rng: Rng, faces: TileSet, ground: Bytes) -> list[Bytes]:
    """Places half on one tile and half on its like, beside it or above it."""
    made = []
    for label in rng.choice(TWINS, PAIRS):
        face = np.asarray(faces.face(str(label)))
        off = [float(rng.choice((-1, 1)) * rng.uniform(*ACROSS)), float(rng.normal(0, 0.06))]
        across = (off[0], off[1]) if rng.random() < 0.7 else (off[1], off[0])
        made.append(patch(rng, face, [face] * 4, ground, touching=1.0, off=across))
    return made


def ones(rng: Rng, faces: TileSet) -> Shown:
    """Birds, and ones of circles that are flowers as well as wheels."""
    drawn = [np.asarray(lined(rng, blotted(rng, faces)).face("1s")) for _ in range(ONES)]
    for _ in range(ONES):
        circles = CircleSuit.random(rng, faces.design.palette)
        if rng.random() < ROSETTE:
            wheel = Wheel.random(rng) if rng.random() < 0.5 else flower(rng)
            circles = replace(circles, big=wheel, big_size=float(rng.uniform(0.55, 1.0)))
        if rng.random() < LEAFY:
            green = faces.design.palette.green
            circles = replace(circles, big_inks=(green, circles.big_inks[1]))
        other = TileSet(replace(faces.design, circles=circles, art=frozenset()))
        drawn.append(np.asarray(other.face("1p")))
    return drawn, ["1s"] * ONES + ["1p"] * ONES


def lined(rng: Rng, faces: TileSet) -> TileSet:
    """The set, now and then with a bird of lines only."""
    if rng.random() >= LINES:
        return faces
    bird = faces.design.bird
    change = replace(bird.change, lines=float(rng.uniform(*THIN)), blunt=0.0)
    return TileSet(replace(faces.design, bird=replace(bird, change=change)))


def flower(rng: Rng) -> Wheel:
    """A few petals around a middle."""
    ornate = Wheel.ornate(rng, 2)
    petals = replace(ornate.bands[0], kind="petals", count=int(rng.integers(4, 10)))
    few = (petals,) if rng.random() < 0.5 else (petals, ornate.bands[1])
    return replace(ornate, bands=few)


def whites_and_backs(rng: Rng, faces: TileSet) -> Shown:
    """White dragons of the faces' colour, and backs that are not."""
    count = WHITES + BARE
    drawn = [np.asarray(white(rng, faces, bare=n < BARE).face("5z")) for n in range(count)]
    return drawn + [back(rng, faces) for _ in range(count)], ["5z"] * count + ["back"] * count


def white(rng: Rng, faces: TileSet, *, bare: bool = False) -> TileSet:
    """The set with another white dragon that is not written; ``bare`` as far as it can be told."""
    palette = faces.design.palette
    honours = HonourStyle.random(rng, palette)
    if bare:
        honours = replace(honours, frame="blank")
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


KINDS: Final[tuple[Callable[[Rng, TileSet], Shown], ...]] = (
    numbers, eights, sticks, rounds, knots, leaves, fives, ones,
)  # fmt: skip


STYLES: Final[tuple[Callable[[Rng, TileSet], Shown], ...]] = (
    plain, indexed, squat, wests, dragons,
)  # fmt: skip
"""Made where they are asked for by name."""

NAMED: Final = {kind.__name__: kind for kind in KINDS + STYLES}


def of_set(rng: Rng, faces: TileSet, only: Sequence[str] = ()) -> tuple[list[Bytes], list[int]]:
    """Patches of all that, and the classes; or of some kinds, as often as they are named.

    White dragons and backs come with them, places half on one tile and half on another do not.
    """
    ground = rng.integers(0, 256, 3).astype(np.uint8)
    made: list[Bytes] = []
    told: list[str] = []
    for kind in [NAMED[name] for name in only] or KINDS:
        drawn, labels = kind(rng, faces)
        made += among(rng, drawn, ground)
        told += labels
    shown = whites_and_backs(rng, faces)
    made += beside_each_other(rng, shown, faces, ground)
    told += shown[1]
    if not only:
        made += twins(rng, faces, ground)
        told += ["none"] * PAIRS
    return made, [CLASS_OF[label] for label in told]


@in_a_line
def main() -> None:
    """Make the file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--sets", type=COUNT, default=600)
    parser.add_argument("--seed", type=SEED, default=1)
    parser.add_argument("--only", nargs="+", choices=NAMED, default=(), metavar="KIND")
    args = parser.parse_args()
    rng = np.random.default_rng([args.seed, 7])
    patches: list[Bytes] = []
    classes: list[int] = []
    for _ in range(args.sets):
        made, kinds = of_set(rng, TileSet.random(rng), args.only)
        patches += made
        classes += kinds
    args.out.mkdir(parents=True, exist_ok=True)
    np.savez(args.out / "flat.npz", patches=np.stack(patches), classes=np.array(classes, np.int64))


if __name__ == "__main__":
    sys.exit(main())
