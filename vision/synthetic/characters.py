"""Characters from the glyph pack: which fonts have them, and drawing them into a box."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

import numpy as np

from vision.synthetic.pen import Ink, Pen, Points, turned

ART = Path(__file__).parent / "art"
EM = 853.0  # one em of the fonts in the units of the pack

# How often a font is taken: tiles bear brush and kai hands far more than print.
HAND = {
    "kouzan-mouhitsu": 3.0,
    "kouzan-gyosho": 3.0,
    "aoyagi-kouzan-t": 3.0,
    "aoyagi-soseki": 2.0,
    "yuji-boku": 3.0,
    "yuji-mai": 3.0,
    "yuji-syuku": 3.0,
    "lxgw-wenkai-tc": 3.0,
    "klee-one": 2.0,
    "kaisei-tokumin": 2.0,
    "ma-shan-zheng": 3.0,
    "zhi-mang-xing": 1.5,
    "liu-jian-mao-cao": 0.6,
    "long-cang": 1.0,
    "zen-antique": 1.5,
    "reggae-one": 0.6,
    "yusei-magic": 0.6,
    "potta-one": 0.6,
}
OTHER_WEIGHT = 0.5

Forms: TypeAlias = Literal["training", "unseen"]
"""Which half of all fonts and shapes a design is made of: nothing unseen is ever trained on."""
UNSEEN_FONTS = frozenset(
    ("yuji-syuku", "klee-one", "kaisei-tokumin", "shippori-mincho", "seto", "rocknroll-one")
)


@cache
def glyphs() -> dict[str, dict[str, list[Points]]]:
    """Outlines by font and character: polygons to be filled even-odd, in a box of 1024."""
    with np.load(ART / "glyphs.npz") as pack:
        fonts, codes, owners = pack["fonts"], pack["codes"], pack["owners"]
        glyph_sizes, contour_sizes = pack["glyph_sizes"], pack["contour_sizes"]
        points = pack["points"].astype(np.float64)
    contours = np.split(points, np.cumsum(contour_sizes)[:-1])
    ends = np.cumsum(glyph_sizes, dtype=int)
    found: dict[str, dict[str, list[Points]]] = {str(name): {} for name in fonts}
    for code, owner, end, size in zip(codes, owners, ends, glyph_sizes, strict=True):
        found[str(fonts[owner])][chr(code)] = contours[end - int(size) : end]
    return found


@cache
def coverage(font: str, character: str) -> float:
    """The share of its own bounding box that a character blackens, 0..1."""
    outlines = glyphs()[font][character]
    points = np.concatenate(outlines)
    area = 0.0
    for x, y in (outline.T for outline in outlines):
        area += float(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1))) / 2
    return abs(area) / float(np.prod(np.ptp(points, axis=0)))


def fonts_with(characters: str) -> list[str]:
    """The fonts that have every one of the characters, sorted."""
    return sorted(n for n, known in glyphs().items() if all(c in known for c in characters))


def choose_font(rng: np.random.Generator, characters: str, forms: Forms = "training") -> str:
    """A font that has the characters; brush and kai hands come most often."""
    names = [n for n in fonts_with(characters) if (n in UNSEEN_FONTS) == (forms == "unseen")]
    weights = np.array([HAND.get(name, OTHER_WEIGHT) for name in names])
    return names[int(rng.choice(len(names), p=weights / weights.sum()))]


@dataclass(frozen=True, slots=True)
class Hand:
    """How a writer bends every character: all zero leaves it as the font has it."""

    turn: float = 0.0  # radians
    slant: float = 0.0
    taper: float = 0.0  # wider below (+) or above (-)
    bow: float = 0.0  # level strokes arch
    rise: float = 0.0  # level strokes climb to the right
    lozenge: float = 0.0  # narrower above and below than in the middle
    wave: tuple[float, float, float] = (0.0, 0.0, 0.0)  # strength, waves, phase
    nib: tuple[float, float] = (0.0, 0.0)  # reach of a broad pen each way, face pixels
    loose: float = 0.0  # how far each character goes its own way
    seed: int = 0

    @classmethod
    def random(cls, rng: np.random.Generator) -> Hand:
        """A mild hand; bends stay well within what keeps a character legible."""
        reach = float(rng.uniform(0.4, 2.2)) if rng.random() < 0.4 else 0.0
        angle = float(rng.uniform(-1.2, 0.2))
        return cls(
            float(rng.normal(0, 0.03)),
            float(rng.normal(0, 0.05)),
            float(rng.normal(0, 0.06)),
            float(rng.normal(0, 0.04)),
            float(rng.normal(0.02, 0.05)),
            float(np.clip(rng.normal(0, 0.1), -0.12, 0.3)),
            (
                float(rng.gamma(1.0, 0.015)),
                float(rng.uniform(0.6, 1.6)),
                float(rng.uniform(0, 6.3)),
            ),
            (reach * float(np.cos(angle)), reach * float(np.sin(angle))),
            float(rng.gamma(1.0, 0.5)),
            int(rng.integers(1 << 31)),
        )

    def of(self, character: str) -> Hand:
        """The hand as it writes this character."""
        if not self.loose:
            return self
        rng = np.random.default_rng((self.seed, ord(character)))
        turn, slant, taper, bow, strength, waves, phase = self.loose * rng.normal(
            0, (0.02, 0.04, 0.05, 0.05, 0.025, 0.3, 3.0)
        )
        return replace(
            self, turn=self.turn + turn, slant=self.slant + slant,
            taper=float(np.clip(self.taper + taper, -0.25, 0.25)), bow=self.bow + bow,
            wave=(
                float(np.clip(self.wave[0] + abs(strength), 0, 0.07)),
                float(np.clip(self.wave[1] + waves, 0.5, 1.8)), self.wave[2] + phase,
            ),
        )  # fmt: skip

    def bend(self, points: Points) -> Points:
        """Points in the box -1..1, bent."""
        x, y = points[:, 0], points[:, 1]
        strength, waves, phase = self.wave
        bent_x = (
            x * (1 + self.taper * y - self.lozenge * (np.abs(y) - 0.5))
            - self.slant * y
            + strength * np.sin(waves * np.pi * y + phase)
        )
        bent_y = (
            y
            - self.rise * x
            + self.bow * (x * x - 0.4)
            + strength * np.sin(waves * np.pi * x + phase * 2)
        )
        return turned(np.stack([bent_x, bent_y], 1), self.turn)


STRAIGHT = Hand()


def draw_character(
    pen: Pen,
    font: str,
    character: str,
    box: tuple[float, float, float, float],
    ink: Ink,
    *,
    weight: float = 0.0,
    tight: float = 0.0,
    hand: Hand = STRAIGHT,
    turn: bool = False,
) -> None:
    """Draw a character into box (centre x, centre y, width, height), face pixels.

    weight: pixels added to (or taken from) the strokes; tight: 0 keeps the proportions of the em,
    1 stretches the strokes to fill the box; turn: upside down.
    """
    hand = hand.of(character)
    outlines = glyphs()[font][character]
    everything = np.concatenate(outlines)
    low, high = everything.min(0), everything.max(0)
    middle = (low + high) / 2
    size = (high - low) * tight + np.maximum(EM * 0.94, high - low) * (1 - tight)
    size = np.maximum(size, (high - low) * 0.98)
    half = np.array(box[2:]) / 2 * (-1 if turn else 1)
    place = np.array(box[:2])
    shapes = [hand.bend((o - middle) * 2 / size) * half + place for o in outlines]
    spare = max(0.0, 0.62 - coverage(font, character)) * 0.11 * float(min(box[2:]))
    weight = min(weight, spare)
    nib = np.array(hand.nib)
    nib = nib * min(1.0, max(0.0, spare - max(weight, 0.0)) / max(float(np.hypot(*nib)), 1e-6))
    for way in (-1, 1) if nib.any() else (0,):
        moved = [shape + nib * way for shape in shapes]
        pen.fill(moved, ink)
        if weight >= 0.25:
            pen.outline(moved, 2 * weight, ink)
    if weight <= -0.25 and not nib.any():
        pen.outline(shapes, -2 * weight, None)
