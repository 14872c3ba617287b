"""One invented design of a mahjong set: every face of it, drawn when asked for."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from vision.synthetic import drawn_art, ink
from vision.synthetic.bamboo import BambooSuit
from vision.synthetic.birds import Bird
from vision.synthetic.characters import Forms
from vision.synthetic.circles import Box, CircleSuit
from vision.synthetic.extras import CornerIndex, draw_back, draw_flower
from vision.synthetic.honours import CharacterSuit, HonourStyle
from vision.synthetic.palette import Palette
from vision.synthetic.pen import HEIGHT, WIDTH, Ink, Pen
from vision.synthetic.red_fives import FiveStyle

Face = npt.NDArray[np.uint8]
"""A face as [256, 192, 3] RGB: upright, to the rim, flat and unlit."""

ART_SHARE = {"m": 0.17, "p": 0.1, "s": 0.1, "z": 0.17, "bird": 0.1}
"""How often a part of a set comes from the drawn art."""
ONE_INK, LARGE_DIGITS = 0.12, 0.2
"""How often sticks are of one ink, and how often digits are large where a set has them."""
LABELS = (
    *(f"{number}{suit}" for suit in "mps" for number in range(1, 10)),
    *(f"{number}z" for number in range(1, 8)),
    *("0m", "0p", "0s", "back", "other"),
)


@dataclass(frozen=True, slots=True)
class Design:
    """Every choice that makes a set; drawing from it needs no further chance."""

    palette: Palette
    finish: ink.Finish
    characters: CharacterSuit
    circles: CircleSuit
    bamboo: BambooSuit
    bird: Bird
    honours: HonourStyle
    index: CornerIndex | None
    boxes: dict[str, Box]
    art: frozenset[str]  # what comes from the drawn art: m p s z and "bird"
    art_size: tuple[float, float]
    art_lean: float
    five: FiveStyle
    seed: int

    @classmethod
    def random(
        cls, rng: np.random.Generator, forms: Forms = "training", black: float | None = None
    ) -> Design:
        """A whole set in one style; with "unseen" every part of it is of no training set."""
        palette = Palette.random(rng, forms, black)
        chinese = palette.scheme in ("hongkong", "chinese", "colour")
        indexed = rng.random() < (0.4 if chinese else 0.05)
        from_art = forms == "training"
        scale = float(rng.triangular(0.7, 0.9, 0.97)) - (0.09 if indexed else 0.0)
        index = CornerIndex.random(rng, palette, forms) if indexed else None
        away = index.push(rng) if index else (0.0, 0.0)
        whole = cls(
            palette,
            ink.Finish.random(rng),
            CharacterSuit.random(rng, palette, forms),
            CircleSuit.random(rng, palette, forms),
            BambooSuit.random(rng, palette, forms),
            Bird.random(rng, palette, forms),
            _honours(rng, palette, forms),
            index,
            {part: _box(rng, scale, away) for part in ("m", "p", "s", "bird", "z", "white")},
            frozenset(part for part, share in ART_SHARE.items() if rng.random() < share * from_art),
            (float(rng.uniform(0.78, 0.97)), float(rng.uniform(0.78, 0.97))),
            float(rng.normal(0, 0.05)),
            FiveStyle.random(rng, palette),
            int(rng.integers(1 << 31)),
        )
        return whole.seldom(np.random.default_rng((whole.seed, len(LABELS))), forms)

    def seldom(
        self, rng: np.random.Generator, forms: Forms = "training", share: float | None = None
    ) -> Design:
        """The design, now and then (or in such a ``share`` of cases) in a style that few sets have.

        All sticks in one ink: only the gaps between rows tell a nine from a six. Digits so large
        that motifs make room for them.
        """
        design = self
        if rng.random() < (ONE_INK if share is None else share):
            bamboo = replace(design.bamboo, inks=design.bamboo.inks[:1] * 3)
            design = replace(design, bamboo=bamboo)
        large = LARGE_DIGITS if share is None else share
        if rng.random() < (large if design.index else 0.0):
            design = design.with_large_digits(rng, forms)
        return design

    def with_large_digits(self, rng: np.random.Generator, forms: Forms = "training") -> Design:
        """The design with digits up to a third of the face high, and motifs that make room."""
        index = CornerIndex.large(rng, self.palette, forms)
        return replace(self, index=index, boxes=dict.fromkeys(self.boxes, index.left_free(rng)))


@dataclass(frozen=True, slots=True)
class TileSet:
    """The faces of one design; each is drawn once and then kept."""

    design: Design
    _faces: dict[str, Face] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def random(
        cls, rng: np.random.Generator, forms: Forms = "training", black: float | None = None
    ) -> TileSet:
        """A new invented set, black in the share ``black`` of cases (None: as such sets are sold).

        The same state of `rng` gives the same faces.
        """
        return cls(Design.random(rng, forms, black))

    @property
    def body_rgb(self) -> Ink:
        """The colour of the tile's front part, 0..255."""
        return self.design.palette.body

    @property
    def back_rgb(self) -> Ink:
        """The colour of the tile's back part, 0..255."""
        return self.design.palette.back

    def face(self, label: str) -> Face:
        """The face of a label of LABELS (shared, do not write into it); KeyError for others."""
        if label not in self._faces:
            if label not in LABELS:
                raise KeyError(f"no face {label!r}, expected one of {' '.join(LABELS)}")
            drawn = _draw(self.design, label)
            drawn.flags.writeable = False
            self._faces[label] = drawn
        return self._faces[label]


def _honours(rng: np.random.Generator, palette: Palette, forms: Forms) -> HonourStyle:
    """Honours; where a back is as pale as a face, the white dragon is never bare."""
    style = HonourStyle.random(rng, palette, forms)
    return replace(style, frame="double") if palette.one_tone and style.frame == "blank" else style


def _box(rng: np.random.Generator, scale: float, away: tuple[float, float]) -> Box:
    """Where a motif stands: centre and half sizes, face pixels."""
    wide, tall = scale + rng.normal(0, 0.025), scale + rng.normal(0.005, 0.025)
    wide, tall = (float(np.clip(side, 0.6, 0.97)) for side in (wide, tall))
    x = WIDTH / 2 + float(rng.normal(0, 1.5))
    y = HEIGHT / 2 + float(rng.normal(0, 2.5))
    return x + away[0], y + away[1], WIDTH / 2 * wide, HEIGHT / 2 * tall


def _draw(design: Design, label: str) -> Face:
    rng = np.random.default_rng((design.seed, LABELS.index(label)))
    palette = design.palette
    pen = Pen()
    if label == "back":
        if rng.random() < 0.3:
            tone = tuple(
                int(v) for v in np.clip(np.array(palette.back) + rng.choice((-40, 40)), 0, 255)
            )
            draw_back(pen, design.boxes["p"], (tone[0], tone[1], tone[2]), rng)
        return ink.lay(pen.image, ink.body(palette.back, design.finish, rng), design.finish, rng)
    if label == "other":
        draw_flower(pen, design.boxes["s"], palette, rng)
    else:
        _draw_kind(design, pen, int(label[0]), label[1])
    red = label[0] == "0" and label[1] not in design.art
    bare = (design.five.ground if red else None) or palette.body
    ground = ink.body(bare, design.finish, rng)
    return ink.lay(pen.image, ground, design.finish, rng, fine=label in ("1s", "other"))


def _draw_kind(design: Design, pen: Pen, number: int, suit: str) -> None:
    """One of the 34 kinds or a red five onto the pen."""
    part = "bird" if (number, suit) == (1, "s") else suit
    five = design.five.ink if number == 0 else None
    shown = number or 5
    drawn = part in design.art and (number, suit) != (5, "z")
    if drawn:
        number_ink = design.characters.inks[0]
        label = f"{number}{suit}"
        pen.image[:] = drawn_art.motif(
            label, design.palette, number_ink, design.art_size, design.art_lean
        )
    elif suit == "m":
        design.characters.draw(pen, shown, design.boxes["m"], five)
    elif suit == "p":
        design.circles.draw(pen, shown, design.boxes["p"], five)
    elif part == "bird":
        design.bird.draw(pen, design.boxes["bird"])
    elif suit == "s":
        design.bamboo.draw(pen, shown, design.boxes["s"], five)
    else:
        design.honours.draw(pen, shown, design.boxes["white" if shown == 5 else "z"])
    if number == 0 and not drawn:
        design.five.mark(pen)
    if design.index is not None and not (
        suit == "z" and shown == 5 and design.honours.frame == "blank"
    ):
        design.index.draw(pen, shown, suit)
