"""Characters of numbers, winds and dragons, and the frames of the white dragon."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.synthetic.brushwork import Brushwork
from vision.synthetic.characters import Forms, Hand, choose_font, draw_character, fonts_with
from vision.synthetic.circles import Box
from vision.synthetic.palette import Palette
from vision.synthetic.pen import Ink, Pen, Points, ellipse
from vision.synthetic.skeletons import SKELETONS

NUMBERS = "一二三四五六七八九"
WINDS = "東南西北"
FRAMES = (
    *("blank", "single", "double", "corners", "notched", "dots", "thick", "hatched"),
    *("written", "rounded"),
)


@dataclass(frozen=True, slots=True)
class CharacterSuit:
    """How one set writes its thousands: a number above, the same character below."""

    font: str
    low_font: str
    five: str
    low: str
    inks: tuple[Ink, Ink]
    share: float  # of the height, for the number
    squeeze: tuple[float, float]  # width and tightness of the number
    low_squeeze: tuple[float, float]
    weight: float
    hand: Hand
    gap: float
    brush: Brushwork | None  # writes what it can instead of the font
    low_brush: bool  # and the lower character too
    shift: tuple[float, float]  # of the number and of the lower character, shares of the width

    @classmethod
    def random(
        cls, rng: np.random.Generator, palette: Palette, forms: Forms = "training"
    ) -> CharacterSuit:
        """A hand, the older or newer five, and 萬 or 万."""
        low = "萬" if rng.random() < 0.93 else "万"
        five = "伍" if rng.random() < 0.5 else "五"
        font = choose_font(rng, NUMBERS + "伍", forms)
        same = rng.random() < 0.6 and font in fonts_with(low)
        number = palette.wind
        if rng.random() < 0.25:
            options = (palette.dark, palette.blue, palette.green, palette.dark)
            number = options[int(rng.integers(4))]
        lower = palette.red
        if rng.random() < 0.08:
            lower = palette.dark
        return cls(
            font,
            font if same else choose_font(rng, low, forms),
            five,
            low,
            (number, lower),
            float(rng.uniform(0.38, 0.52)),
            (float(rng.uniform(0.72, 1.0)), float(rng.uniform(0.0, 0.75))),
            (float(rng.uniform(0.74, 1.0)), float(rng.uniform(0.2, 0.9))),
            float(rng.normal(0.5, 0.9)),
            Hand.random(rng),
            float(rng.uniform(-0.02, 0.05)),
            Brushwork.random(rng, forms) if rng.random() < 0.48 else None,
            rng.random() < 0.4,
            (float(rng.normal(0, 0.04)), float(rng.normal(0, 0.03))),
        )

    def draw(self, pen: Pen, number: int, box: Box, five: Ink | None = None) -> None:
        """Draw the number in the box; `five` writes a red five in that ink."""
        x, y, width, height = box
        character = self.five if number == 5 else NUMBERS[number - 1]
        tall = 2 * height * self.share
        wide = 2 * width * self.squeeze[0]
        top = (x + width * self.shift[0], y - height + tall / 2, wide, tall * (1 - self.gap))
        rest = 2 * height - tall
        wide = 2 * width * self.low_squeeze[0]
        bottom = (x + width * self.shift[1], y + height - rest / 2, wide, rest * (1 - self.gap))
        inks = self.inks if five is None else (five, five)
        tight = self.squeeze[1] if number > 3 else self.squeeze[1] * 0.25
        weight, hand = self.weight, self.hand
        if self.brush and character in SKELETONS:
            self.brush.write(pen, character, top, inks[0])
        else:
            draw_character(
                pen, self.font, character, top, inks[0], weight=weight, tight=tight, hand=hand
            )
        if self.brush and self.low_brush and self.low in SKELETONS:
            self.brush.write(pen, self.low, bottom, inks[1])
            return
        draw_character(
            pen,
            self.low_font,
            self.low,
            bottom,
            inks[1],
            weight=weight * (1.0 if self.low == "万" else 0.6),
            tight=self.low_squeeze[1],
            hand=hand,
        )


@dataclass(frozen=True, slots=True)
class HonourStyle:
    """How one set draws winds and dragons."""

    font: str
    dragon_font: str
    red_font: str
    green: str
    east: str
    inks: tuple[Ink, Ink, Ink, Ink]  # winds, green dragon, red dragon, frame
    size: tuple[float, float]
    tight: float
    weight: float
    hand: Hand
    frame: str
    frame_inset: float
    frame_width: float
    frame_corner: float
    brushes: tuple[Brushwork | None, Brushwork | None]  # winds, red dragon
    red_width: float

    @classmethod
    def random(
        cls, rng: np.random.Generator, palette: Palette, forms: Forms = "training"
    ) -> HonourStyle:
        """Hands and inks of the seven honours."""
        green = str(rng.choice(("發", "发", "発"), p=(0.86, 0.07, 0.07)))
        east = "東" if rng.random() < 0.96 else "东"
        font = choose_font(rng, east + "南西北", forms)
        same = font in fonts_with(green) and rng.random() < 0.6
        frame = str(
            rng.choice(FRAMES, p=(0.38, 0.09, 0.14, 0.12, 0.07, 0.05, 0.04, 0.03, 0.02, 0.06))
        )
        frame_ink = (palette.blue, palette.blue, palette.dark, palette.green, palette.red)
        plain_green = rng.random() < 0.2
        return cls(
            font,
            font if same else choose_font(rng, green, forms),
            choose_font(rng, "中", forms),
            green,
            east,
            (
                palette.wind if rng.random() < 0.85 else palette.green,
                palette.dark if plain_green else palette.green,
                palette.red,
                frame_ink[int(rng.integers(5))],
            ),
            (float(rng.uniform(0.62, 1.0)), float(rng.uniform(0.58, 0.98))),
            float(rng.uniform(0.2, 0.95)),
            float(rng.normal(0.9, 1.3)),
            Hand.random(rng),
            frame,
            float(rng.uniform(0.0, 0.16) if rng.random() < 0.75 else rng.uniform(0.16, 0.4)),
            float(rng.triangular(2.0, 3.5, 9.0)),
            float(rng.uniform(0.06, 0.2)),
            (
                Brushwork.random(rng, forms) if rng.random() < 0.3 else None,
                Brushwork.random(rng, forms) if rng.random() < 0.4 else None,
            ),
            float(rng.uniform(0.55, 1.0)),
        )

    def draw(self, pen: Pen, number: int, box: Box) -> None:
        """Draw the honour 1 to 7 (east, south, west, north, white, green, red)."""
        x, y, width, height = box
        area = (x, y, 2 * width * self.size[0], 2 * height * self.size[1])
        if number == 5 and self.frame == "written":
            self._write(pen, self.font, "白", area, self.inks[3], None)
            return
        if number == 5:
            self._white(pen, box)
            return
        if number <= 4:
            character = self.east if number == 1 else WINDS[number - 1]
            self._write(pen, self.font, character, area, self.inks[0], self.brushes[0])
        elif number == 6:
            self._write(pen, self.dragon_font, self.green, area, self.inks[1], self.brushes[0])
        else:
            narrow = (x, y, area[2] * self.red_width, area[3])
            self._write(pen, self.red_font, "中", narrow, self.inks[2], self.brushes[1])

    def _write(
        self,
        pen: Pen,
        font: str,
        character: str,
        area: tuple[float, float, float, float],
        ink: Ink,
        brush: Brushwork | None,
    ) -> None:
        if brush and character in SKELETONS:
            brush.write(pen, character, area, ink)
            return
        draw_character(
            pen, font, character, area, ink, weight=self.weight, tight=self.tight, hand=self.hand
        )

    def _white(self, pen: Pen, box: Box) -> None:
        """The white dragon: bare, or a frame of one of FRAMES."""
        if self.frame == "blank":
            return
        x, y, width, height = box
        half = np.array([width, height]) * (1 - self.frame_inset) - self.frame_width / 2
        line, ink = self.frame_width, self.inks[3]
        outer = _rectangle(half, self.frame_corner if self.frame == "notched" else 0.0)
        gap = line * 2.2 + 2
        middle = np.array([x, y])
        if self.frame == "rounded":
            outer = _rounded(half, self.frame_corner * 2)
        pen.outline([outer + middle], line * (2.2 if self.frame == "thick" else 1), ink)
        inner = half - gap
        if self.frame == "double":
            pen.outline([_rectangle(inner, 0) + middle], line * 0.6, ink)
        elif self.frame == "corners":
            pen.outline([_rectangle(inner, self.frame_corner) + middle], line * 0.6, ink)
            for sx in (-1, 1):
                for sy in (-1, 1):
                    tip = half * (sx, sy)
                    to = tip * (1 - self.frame_corner * 1.1)
                    pen.outline([np.stack([tip, to]) + middle], line * 0.6, ink)
        elif self.frame == "notched":
            pen.outline([_rectangle(inner, self.frame_corner) + middle], line * 0.5, ink)
        elif self.frame == "dots":
            for px, py in _round(inner, 18):
                pen.fill([ellipse((x + px, y + py), (line * 0.7,) * 2, count=10)], ink)
        elif self.frame == "hatched":
            for (px, py), (qx, qy) in zip(_round(half, 44), _round(inner, 44), strict=True):
                dash = np.array([[px, py], [qx, qy]]) + middle
                pen.outline([dash], line * 0.4, ink)
            pen.outline([_rectangle(inner, 0) + middle], line * 0.6, ink)


def _rectangle(half: Points, notch: float) -> Points:
    """A rectangle of these half sizes with corners cut by a share of the half width."""
    width, height = half
    if notch <= 0:
        return np.array([[-width, -height], [width, -height], [width, height], [-width, height]])
    c = notch * width * 1.5
    corner = [(width - c, -height), (width - c, -height + c), (width, -height + c)]
    out = [*corner]
    out += [(x, -y) for x, y in corner[::-1]]
    out += [(-x, -y) for x, y in corner]
    out += [(-x, y) for x, y in corner[::-1]]
    return np.array(out)


def _rounded(half: Points, share: float) -> Points:
    """A rectangle of these half sizes with round corners."""
    t = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    radius = share * float(half.min())
    arc = radius * np.stack([np.cos(t), np.sin(t)], 1)
    return np.asarray(arc + np.sign(arc) * (half - radius))


def _round(half: Points, count: int) -> Points:
    """Points evenly around a rectangle."""
    t = np.linspace(0, 4, count, endpoint=False)
    side, along = t.astype(int), (t % 1) * 2 - 1
    x = np.choose(side, [along, np.ones_like(t), -along, -np.ones_like(t)])
    y = np.choose(side, [-np.ones_like(t), along, np.ones_like(t), -along])
    return np.stack([x, y], 1) * half
