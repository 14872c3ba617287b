"""Patches of faces laid flat: many more designs than scenes have time for, of characters above all.

    python -m models.flat --out DATA [--sets 1500] [--birds 0] [--hands 0] [--whites 0] [--seed 1]

Writes ``flat.npz``, patches like those of ``models.prepare``: a face of an invented set in a soft
light, beside others of the set or on a plain ground, sharp or not. Backs lie among backs, as in a
wall, some with a lamp's reflection that burns them white; what lies half on one face and half on
the next is no tile, nor is the top of a standing one, half body and half back. Of so many more sets
only birds are shown, of many kinds, most of them blots of one ink, beside what a blot is taken for;
of others only the numbers and sticks that are taken for each other, in many hands, now and then
with a digit anywhere on them, or all in one ink; of others only white dragons, framed and written.
"""

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.commands import AMOUNT, SEED, in_a_line
from models.crops import AROUND, PATCH
from vision.labels import CLASS_OF
from vision.synthetic.bamboo import BambooSuit
from vision.synthetic.birds import Bird
from vision.synthetic.brushwork import Brushwork
from vision.synthetic.circles import CircleSuit
from vision.synthetic.extras import CornerIndex
from vision.synthetic.faces import TileSet
from vision.synthetic.honours import CharacterSuit, HonourStyle
from vision.synthetic.pen import HEIGHT, WIDTH

Bytes = NDArray[np.uint8]

LABELS: Final = (
    *(f"{number}m" for number in range(10)), *(f"{number}z" for number in range(1, 8)),
    *("1s", "other"),
)  # fmt: skip
"""Characters, honours, birds: they differ from set to set far more than circles and sticks do."""

AGAIN: Final = ("1m", "2m", "2m", "3m", "3m", "8m", "8m", "9m", "4z", "6z", "5z", "1s", "1s")
ONE_OF: Final = (
    ("4m", "6m"), ("2z", "3z"), ("4s", "6s", "8s"), ("2s", "4s", "6s"), ("6s", "9s"),
    ("2p", "4p", "8p", "9p"), ("6p", "7p"),
)  # fmt: skip
"""Those that are taken for another more than most are shown more often; of each of ONE_OF one."""

BACKS, SEAMS = 2, 5
"""So many backs and places between two faces a set."""

BURNT, TOPS = 2, 2
"""So many backs that a lamp burns white, and tops of standing tiles, a set."""

MARKED: Final = (*(f"{number}{suit}" for suit in "mps" for number in range(1, 10)), "0p", "0s")
"""Half of one of these and half of the next often look like a whole third one."""

SHINING: Final = 0.1
"""So many of the other patches have a lamp's reflection, too."""

BRUSHED: Final = 0.5
"""So many sets' honours are written by a brush, all in one hand."""

PALE: Final = 0.25
"""So many sets' backs are as light as their faces."""

FLOCK, MISTAKEN = 6, ("6z", "1z", "7z")
"""So many birds a set of birds, and what else of it."""

FOLDED: Final = 0.4
"""So many of those birds sit before a folded tail, as on many sets that are sold."""

SMALLEST: Final = 0.5
"""So much of a face's room the smallest of their motifs take."""

HANDS, WRITTEN, NUMBERED, ONE_INK = 4, 0.6, 0.35, 0.3
"""So many hands a set of hands, how many of them are brushes, how many have digits, and how many
draw all suits in one ink."""

BOLD, BOLDER, HAIRLINE, FINEST = 0.3, (1.15, 1.6), 0.3, (0.02, 0.07)
"""So many of those hands draw sticks and circles so much thicker than most, and of the brushes so
many write in strokes so thin, as shares of the character."""

SLIM, SLIMMER, RINGED, MEETING = 0.35, (0.45, 0.8), (1.2, 2.0), (0.92, 1.0)
"""So many hands draw slimmer sticks, often with rings so much wider, and rows (nearly) meet."""

WHITES, UNLIKE = 5, ("2z", "3z", "1z", "1p", "7p", "8p", "back")
"""So many white dragons a set of them, half of them written, and what else of it."""

ALIKE: Final = (
    ("8m",), ("9m",), ("1m", "2m", "3m"), ("3m", "5m"), ("5m", "6m"), ("4s", "8s"), ("6s", "9s"),
    ("4p", "5p", "6p", "8p", "9p"), ("2z", "3z", "4z"), ("4s", "6s", "8p"), ("6m", "8m"),
    ("1m", "2m"),
)  # fmt: skip
"""What each hand writes: of each few one."""

FINE: Final = 2
"""Patches are laid out so many times larger, and shrunk."""

TOUCHING: Final = 0.7
SEAM: Final = (0.01, 0.06)
LIGHT: Final = 0.2


def patch(
    rng: np.random.Generator,
    face: Bytes,
    beside: list[Bytes],
    ground: Bytes,
    touching: float = TOUCHING,
    off: tuple[float, float] = (0.0, 0.0),
    lamp: float = 0.0,
) -> Bytes:
    """One face in the middle of uint8 [96,96,3], with ``beside`` at its sides and ends.

    Each of them is there with a chance of ``touching``; the middle lies ``off`` the face's, in
    faces. A ``lamp`` mirrors itself in it so brightly: from 1 on it burns the middle white.
    """
    side = PATCH * FINE
    step = side / (1 + 2 * AROUND)
    canvas = np.empty((side, side, 3), np.uint8)
    canvas[:] = ground
    seam = float(rng.uniform(*SEAM))
    places = [(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)]
    for (x, y), one in zip(places, [face, *beside], strict=False):
        if (x or y) and rng.random() > touching:
            continue
        left, top = (
            round((AROUND + at * (1 + seam) - away) * step)
            for at, away in zip((x, y), off, strict=True)
        )
        size = round(step)
        paste(canvas, cv2.resize(one, (size, size), interpolation=cv2.INTER_AREA), left, top)
    return finished(rng, shone_on(rng, canvas, lamp) if lamp else canvas)


def shone_on(rng: np.random.Generator, canvas: Bytes, lamp: float) -> Bytes:
    """The canvas with a soft white spot near its middle, which is as bright as ``lamp``."""
    side = len(canvas)
    middle = side * rng.normal(0.5, 0.09, 2)
    spread = side * rng.uniform(0.1, 0.34) * np.exp(rng.normal(0, 0.3, 2))
    across = np.arange(side)
    far = ((across - middle[0]) / spread[0])[None] ** 2 + ((across - middle[1]) / spread[1])[
        :, None
    ] ** 2
    share = np.clip(lamp * np.exp(-far / 2), 0, 1)[..., None]
    warm = 255 - rng.uniform(0, 25, 3) * (rng.random() < 0.5)
    return np.asarray(canvas + (warm - canvas) * share, np.uint8)


def top(rng: np.random.Generator, faces: TileSet) -> Bytes:
    """What is seen from above of a standing tile: a strip of its body, a strip of its back."""
    palette = faces.design.palette
    strip = np.empty((40, 40, 3), np.uint8)
    strip[:] = palette.body
    strip[round(40 * rng.uniform(0.3, 0.75)) :] = palette.back
    return np.asarray(np.rot90(strip, int(rng.integers(0, 4))), np.uint8)


def paste(canvas: Bytes, part: Bytes, left: int, top: int) -> None:
    """Lay ``part`` on the canvas, as far as it is within."""
    size, side = len(part), len(canvas)
    x0, y0, x1, y1 = max(0, left), max(0, top), min(side, left + size), min(side, top + size)
    if x0 < x1 and y0 < y1:
        canvas[y0:y1, x0:x1] = part[y0 - top : y1 - top, x0 - left : x1 - left]


def finished(rng: np.random.Generator, canvas: Bytes) -> Bytes:
    """The canvas in a light that falls off to one side, as sharp as chance has it, compressed."""
    side = len(canvas)
    slope = rng.normal(0, LIGHT, 2)
    across = np.linspace(-1, 1, side)
    light = np.exp(slope[0] * across[None] + slope[1] * across[:, None]) * rng.uniform(0.5, 1.15)
    lit = canvas * light[..., None]
    sigma = float(rng.uniform(0.3, 1) ** 2 * 5 * FINE / 2)
    small = cv2.resize(
        cv2.GaussianBlur(lit, (0, 0), sigma), (PATCH, PATCH), interpolation=cv2.INTER_AREA
    )
    whole = np.clip(small + rng.normal(0, rng.uniform(0, 6), small.shape), 0, 255).astype(np.uint8)
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(40, 96))]
    packed = cv2.imencode(".jpg", whole[..., ::-1], quality)[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR)[..., ::-1], np.uint8)


def of_set(rng: np.random.Generator, faces: TileSet) -> tuple[list[Bytes], list[int]]:
    """A patch of each of LABELS, some again, backs and seams; and the classes."""
    if rng.random() < BRUSHED:
        faces = brushed(rng, faces)
    drawn = {label: np.asarray(faces.face(label)) for label in LABELS}
    ground = rng.integers(0, 256, 3).astype(np.uint8)

    def some() -> list[Bytes]:
        return [drawn[LABELS[at]] for at in rng.integers(0, len(LABELS), 4)]

    labels = [*LABELS, *AGAIN, *(str(rng.choice(few)) for few in ONE_OF)]
    others = [str(label) for label in rng.choice(MARKED, SEAMS)]
    for label in {*labels, *others} - drawn.keys():
        drawn[label] = np.asarray(faces.face(label))
    lamps = rng.uniform(0.2, 0.75, len(labels)) * (rng.random(len(labels)) < SHINING)
    made = [
        patch(rng, drawn[label], some(), ground, lamp=float(lamp))
        for label, lamp in zip(labels, lamps, strict=True)
    ]
    for number in range(BACKS + BURNT):
        back = np.asarray(of_any_back(rng, faces).face("back"))
        lamp = float(rng.uniform(0.6, 2)) if number >= BACKS else 0.0
        made.append(patch(rng, back, [back] * 4, ground, touching=0.9, lamp=lamp))
        labels.append("back")
    for _ in range(TOPS):
        seen = top(rng, faces)
        made.append(patch(rng, seen, [seen] * 4, ground, touching=0.6))
        labels.append("none")
    for label in others:
        off = [float(rng.choice((-1, 1)) * rng.uniform(0.4, 0.6)), float(rng.normal(0, 0.1))]
        across = (off[0], off[1]) if rng.random() < 0.7 else (off[1], off[0])
        beside = [drawn[str(at)] for at in rng.choice(others, 4)]
        made.append(patch(rng, drawn[label], beside, ground, touching=1.0, off=across))
        labels.append("none")
    return made, [CLASS_OF[label] for label in labels]


def among(rng: np.random.Generator, drawn: list[Bytes], ground: Bytes) -> list[Bytes]:
    """A patch of each of some faces, beside others of them."""
    made = []
    for face in drawn:
        beside = [drawn[at] for at in rng.integers(0, len(drawn), 4)]
        made.append(patch(rng, face, beside, ground))
    return made


def flock(rng: np.random.Generator, faces: TileSet) -> tuple[list[Bytes], list[int]]:
    """Patches of a set's faces with one new bird after another, and the classes."""
    ground = rng.integers(0, 256, 3).astype(np.uint8)
    labels = ["1s"] * FLOCK + list(MISTAKEN)
    drawn = [np.asarray(blotted(rng, faces).face("1s")) for _ in range(FLOCK)]
    drawn += [np.asarray(shrunk(rng, faces, "z").face(label)) for label in MISTAKEN]
    return among(rng, drawn, ground), [CLASS_OF[label] for label in labels]


def written(rng: np.random.Generator, faces: TileSet) -> tuple[list[Bytes], list[int]]:
    """Patches of what is taken for another, in one new hand after another, and the classes."""
    ground = rng.integers(0, 256, 3).astype(np.uint8)
    labels: list[str] = []
    drawn: list[Bytes] = []
    for _ in range(HANDS):
        other = handed(rng, faces)
        few = [str(rng.choice(several)) for several in ALIKE]
        labels += few
        drawn += [np.asarray(other.face(label)) for label in few]
    return among(rng, drawn, ground), [CLASS_OF[label] for label in labels]


def whites(rng: np.random.Generator, faces: TileSet) -> tuple[list[Bytes], list[int]]:
    """Patches of one white dragon after another, of what they are taken for; and the classes."""
    ground = rng.integers(0, 256, 3).astype(np.uint8)
    labels = ["5z"] * WHITES + [str(rng.choice(UNLIKE)) for _ in range(WHITES // 2)]
    drawn = [np.asarray(whitened(rng, faces).face(label)) for label in labels]
    return among(rng, drawn, ground), [CLASS_OF[label] for label in labels]


def whitened(rng: np.random.Generator, faces: TileSet) -> TileSet:
    """The set with another white dragon, half of the time the character."""
    honours = HonourStyle.random(rng, faces.design.palette)
    if rng.random() < 0.5:
        honours = replace(honours, frame="written")
    return TileSet(replace(faces.design, honours=honours, art=faces.design.art - {"z"}))


def handed(rng: np.random.Generator, faces: TileSet) -> TileSet:
    """The set with thousands, bamboo and honours of another hand."""
    palette = faces.design.palette
    suit = CharacterSuit.random(rng, palette)
    if rng.random() < WRITTEN:
        brush = Brushwork.random(rng)
        if rng.random() < HAIRLINE:
            brush = replace(brush, width=float(rng.uniform(*FINEST)))
        suit = replace(suit, brush=brush)
    art = faces.design.art - {"m", "s", "p"}
    design = replace(brushed(rng, faces).design, characters=suit, art=art)
    circles, bamboo = CircleSuit.random(rng, palette), BambooSuit.random(rng, palette)
    if rng.random() < BOLD:
        circles = replace(circles, size=max(1.0, circles.size))
        bamboo = replace(bamboo, thick=bamboo.thick * float(rng.uniform(*BOLDER)))
    elif rng.random() < SLIM:
        bamboo = slim(rng, bamboo)
    if rng.random() < ONE_INK:
        ink = suit.inks[0]
        design = replace(design, characters=replace(suit, inks=(ink, ink)))
        bamboo = replace(bamboo, inks=(ink, ink, ink))
        pair = (ink, ink)
        circles = replace(circles, inks=(ink, ink, ink), centre_inks=pair, big_inks=pair)
    index = numbered(rng, faces) if rng.random() < NUMBERED else design.index
    return TileSet(replace(design, circles=circles, bamboo=bamboo, index=index))


def slim(rng: np.random.Generator, bamboo: BambooSuit) -> BambooSuit:
    """The sticks slimmer, one row of them running on into the next."""
    stick = bamboo.stick
    if rng.random() < 0.6:
        stick = replace(stick, joints=2, joint_width=float(rng.uniform(*RINGED)))
    thick = bamboo.thick * float(rng.uniform(*SLIMMER))
    return replace(bamboo, stick=stick, thick=thick, fill=float(rng.uniform(*MEETING)))


def numbered(rng: np.random.Generator, faces: TileSet) -> CornerIndex:
    """Digits in a corner, or half of the time anywhere in the upper left quarter of a face."""
    index = CornerIndex.random(rng, faces.design.palette)
    if rng.random() < 0.5:
        return index
    at = (float(rng.uniform(0.08, 0.5)) * WIDTH, float(rng.uniform(0.08, 0.5)) * HEIGHT)
    return replace(index, inset=at, both=False)


def blotted(rng: np.random.Generator, faces: TileSet) -> TileSet:
    """The set with another bird: often of one ink, its gaps filled, bent and stretched."""
    palette = faces.design.palette
    bird = Bird.random(rng, palette)
    one, blunt, bent = rng.random(3) < (0.5, 0.6, 0.6)
    if rng.random() < FOLDED:
        bird = replace(bird, kind="folded")
    if one:
        ink = (palette.dark, palette.green, palette.blue, palette.red)[int(rng.integers(4))]
        bird = replace(bird, inks=(ink, ink, ink, ink), change=replace(bird.change, zone=None))
    if blunt:
        bird = replace(bird, change=replace(bird.change, blunt=float(rng.uniform(0.008, 0.045))))
    if bent:
        bird = replace(bird, change=replace(bird.change, bend=float(rng.uniform(0.02, 0.09))))
    bird = replace(bird, stretch=float(rng.uniform(1.0, 2.0)))
    art = faces.design.art - {"bird"}
    return shrunk(rng, TileSet(replace(faces.design, bird=bird, art=art)), "bird")


def shrunk(rng: np.random.Generator, faces: TileSet, part: str) -> TileSet:
    """The set with smaller motifs of one part of it: on many sets there is much white around."""
    x, y, wide, tall = faces.design.boxes[part]
    share = float(rng.uniform(SMALLEST, 1.0))
    boxes = {**faces.design.boxes, part: (x, y, wide * share, tall * share)}
    return TileSet(replace(faces.design, boxes=boxes))


def brushed(rng: np.random.Generator, faces: TileSet) -> TileSet:
    """The set with honours of one hand: else one that is written often gives all its style."""
    hand = Brushwork.random(rng)
    honours = replace(faces.design.honours, brushes=(hand, hand))
    return TileSet(replace(faces.design, honours=honours))


def of_any_back(rng: np.random.Generator, faces: TileSet) -> TileSet:
    """The set, now and then with a back as light as its faces."""
    if rng.random() >= PALE:
        return faces
    design = faces.design
    light = np.clip(np.array(design.palette.body) + rng.normal(0, 10, 3), 4, 253).astype(int)
    back = (int(light[0]), int(light[1]), int(light[2]))
    return TileSet(replace(design, palette=replace(design.palette, back=back)))


@in_a_line
def main() -> None:
    """Make the file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--sets", type=AMOUNT, default=1500)
    parser.add_argument("--birds", type=AMOUNT, default=0, help="sets more, of which only birds")
    parser.add_argument(
        "--hands", type=AMOUNT, default=0, help="and so many of which only hands are"
    )
    parser.add_argument(
        "--whites", type=AMOUNT, default=0, help="and so many of which only hakus are"
    )
    parser.add_argument("--seed", type=SEED, default=1)
    args = parser.parse_args()
    rng = np.random.default_rng([args.seed, 4])
    patches: list[Bytes] = []
    classes: list[int] = []
    kinds_of_sets = [of_set] * args.sets + [flock] * args.birds
    kinds_of_sets += [written] * args.hands + [whites] * args.whites
    if not kinds_of_sets:
        parser.error("--sets 0 and nothing else: expected one set at least")
    for number, shown in enumerate(kinds_of_sets, 1):
        made, kinds = shown(rng, TileSet.random(rng))
        patches += made
        classes += kinds
        if number % 100 == 0:
            print(f"{number} sets", flush=True)
    args.out.mkdir(parents=True, exist_ok=True)
    np.savez(args.out / "flat.npz", patches=np.stack(patches), classes=np.array(classes, np.int64))


if __name__ == "__main__":
    sys.exit(main())
