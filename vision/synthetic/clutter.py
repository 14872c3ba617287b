"""Things that lie about a table and are no tiles: sticks, chips, cups, phones, cards, plates."""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from vision.synthetic.characters import choose_font
from vision.synthetic.console import any_ink, bright, button, console, dice, display, plate
from vision.synthetic.palette import BACK, BODY
from vision.synthetic.pen import curve
from vision.synthetic.sheet import Sheet, circle, placed, rectangle
from vision.synthetic.solids import Floats
from vision.synthetic.surfaces import WOODS, muted

Thing: TypeAlias = Callable[[np.random.Generator, Sheet, Floats, float], None]
"""Draws a thing at a place (mm), turned by an angle."""
PRINT = "0123456789一二三四五六七八九東南西北中ESWN"


def sticks(rng: np.random.Generator, sheet: Sheet, at: Floats, angle: float) -> None:
    """A bundle of point sticks side by side, or strewn."""
    tidy = rng.random() < 0.6
    size = (float(rng.uniform(60, 100)), float(rng.uniform(4.5, 8)))
    ivory = rng.uniform(195, 250, 3) if rng.random() < 0.7 else muted(rng)
    for step in range(int(rng.integers(1, 11))):
        spot = placed(np.array([rng.normal(0, 2), step * size[1] * 1.06]), at, angle)
        turn = angle + float(rng.normal(0, 0.01))
        if not tidy:
            spot, turn = at + rng.normal(0, 25, 2), float(rng.uniform(0, np.pi))
        sheet.slab(spot, size, turn, ivory.tolist(), 1.0)
        stick_dots(rng, sheet, spot, size, turn)


def stick_dots(
    rng: np.random.Generator, sheet: Sheet, at: Floats, size: tuple[float, float], angle: float
) -> None:
    """The dots that tell a stick's worth: one red, eight small, rows of five."""
    kind = int(rng.integers(4))
    radius = size[1] * (0.3, 0.12, 0.14, 0.2)[kind]
    columns = ((0.0,), (-9.0, -3.0, 3.0, 9.0), (-12.0, 0.0, 12.0), (-14.0, -7.0, 0.0, 7.0, 14.0))
    rows = ((0.0,), (-0.22, 0.22), (-0.25, 0.0, 0.25), (0.0,))
    ink = [195.0, 35.0, 35.0] if kind in (0, 3) and rng.random() < 0.8 else [30.0, 30.0, 36.0]
    dots = [(x, y * size[1]) for x in columns[kind] for y in rows[kind]]
    sheet.fill_all([circle(placed(np.array(d), at, angle), radius) for d in dots], ink)


def chip(rng: np.random.Generator, sheet: Sheet, at: Floats, angle: float) -> None:
    """A stack of chips or coins from above."""
    radius = float(rng.uniform(9, 22))
    for _ in range(int(rng.integers(1, 4))):
        spot = at + rng.normal(0, radius * 0.8, 2)
        ground, mark = any_ink(rng), any_ink(rng)
        sheet.disc(spot + np.array([1.0, -1.2]), radius, [18.0, 18.0, 20.0])
        sheet.disc(spot, radius, ground)
        notches = int(rng.choice([0, 4, 6, 8]))
        for turn in np.arange(notches) * 2 * np.pi / max(notches, 1):
            far = spot + radius * 0.86 * np.array([np.cos(turn), np.sin(turn)])
            sheet.box(far, (radius * 0.26, radius * 0.3), turn, mark)
        if rng.random() < 0.7:
            sheet.ring(spot, radius * 0.7, radius * rng.uniform(0.5, 0.66), mark)
        if rng.random() < 0.7:
            text = PRINT[int(rng.integers(len(PRINT)))]
            sheet.write(choose_font(rng, text), text, spot, radius * 0.8, angle, mark)


def cup(rng: np.random.Generator, sheet: Sheet, at: Floats, _angle: float) -> None:
    """A cup, bottle, ashtray or coaster from above: circles within circles."""
    radius = float(rng.uniform(14, 45))
    sheet.disc(at + np.array([4.0, -4.0]), radius * 1.04, [20.0, 20.0, 20.0])
    share = 1.0
    for _ in range(int(rng.integers(2, 5))):
        tone = muted(rng).tolist() if rng.random() < 0.6 else any_ink(rng)
        sheet.disc(at, radius * share, tone)
        share *= float(rng.uniform(0.55, 0.93))


def phone(rng: np.random.Generator, sheet: Sheet, at: Floats, angle: float) -> None:
    """A phone, dark or lit, with rows of pictures or of text on it."""
    size = (float(rng.uniform(62, 80)), float(rng.uniform(130, 165)))
    sheet.slab(at, size, angle, rng.uniform(5, 60, 3).tolist(), 9.0)
    if rng.random() < 0.3:
        return
    ground = muted(rng).tolist()
    sheet.fill(rectangle(at, (size[0] * 0.92, size[1] * 0.94), angle), ground)
    columns, rows = int(rng.integers(2, 6)), int(rng.integers(2, 8))
    cell = np.array([size[0] * 0.86 / columns, size[1] * 0.86 / rows])
    part = (float(rng.uniform(0.5, 0.9)), float(rng.uniform(0.3, 0.9)))
    for x in range(columns):
        for y in range(rows):
            if rng.random() < 0.75:
                spot = placed(
                    (np.array([x, y]) - [(columns - 1) / 2, (rows - 1) / 2]) * cell, at, angle
                )
                sheet.box(spot, (cell[0] * part[0], cell[1] * part[1]), angle, any_ink(rng))


def card(rng: np.random.Generator, sheet: Sheet, at: Floats, angle: float) -> None:
    """A printed card or score sheet: ruled lines, digits, characters, pips."""
    size = (float(rng.uniform(35, 150)), float(rng.uniform(45, 180)))
    ground = rng.uniform(205, 252, 3) if rng.random() < 0.75 else muted(rng)
    sheet.slab(at, size, angle, ground.tolist(), float(rng.uniform(0, 5)))
    ink = any_ink(rng)
    columns, rows = int(rng.integers(1, 6)), int(rng.integers(2, 9))
    pitch = np.array([size[0] * 0.86 / columns, size[1] * 0.86 / rows])
    ruled, written = rng.random(2) < (0.5, 0.7)
    font = choose_font(rng, PRINT)
    for y in range(rows):
        for x in range(columns):
            cell = (np.array([x, y]) - [(columns - 1) / 2, (rows - 1) / 2]) * pitch
            spot = placed(cell, at, angle)
            if ruled:
                edges = (pitch[0], pitch[1])
                outline = rectangle(spot, edges, angle)
                inner = rectangle(spot, (edges[0] - 0.8, edges[1] - 0.8), angle)
                sheet.fill_all([outline, inner], ink)
            if rng.random() > 0.7:
                continue
            if written:
                text = PRINT[int(rng.integers(len(PRINT)))]
                height = float(pitch.min()) * float(rng.uniform(0.4, 0.9))
                sheet.write(
                    font, text, spot, height, angle, ink if rng.random() < 0.8 else any_ink(rng)
                )
            else:
                long = (float(pitch[0] * rng.uniform(0.3, 0.95)), float(rng.uniform(0.6, 3)))
                sheet.box(spot, long, angle, ink)


def bar(rng: np.random.Generator, sheet: Sheet, at: Floats, angle: float) -> None:
    """A rack, rail or ruler in the colours of tiles and of wood: long, bare, no tile."""
    pool = (BODY, BACK, WOODS)[int(rng.integers(3))]
    tone = np.array(pool[int(rng.integers(len(pool)))]) + rng.normal(0, 8, 3)
    size = (float(rng.uniform(110, 420)), float(rng.uniform(8, 45)))
    sheet.slab(at, size, angle, tone.clip(4, 252).tolist(), float(rng.uniform(0, 4)))
    if rng.random() < 0.4:
        low = (size[0], size[1] * float(rng.uniform(0.1, 0.5)))
        sheet.box(at, low, angle, (tone * rng.uniform(0.6, 0.95)).clip(4, 252).tolist())


def pads(rng: np.random.Generator, sheet: Sheet, at: Floats, angle: float) -> None:
    """A row or block of keys, as on a remote control or a calculator."""
    columns, rows = int(rng.integers(1, 5)), int(rng.integers(2, 6))
    pitch = float(rng.uniform(8, 22))
    case = ((columns + 0.4) * pitch, (rows + 0.4) * pitch)
    sheet.slab(at, case, angle, any_ink(rng), 4.0)
    ink, round_keys = any_ink(rng), rng.random() < 0.5
    label = any_ink(rng)
    for x in range(columns):
        for y in range(rows):
            cell = (np.array([x, y]) - [(columns - 1) / 2, (rows - 1) / 2]) * pitch
            spot = placed(cell, at, angle)
            if round_keys:
                sheet.disc(spot, pitch * 0.4, ink)
            else:
                sheet.box(spot, (pitch * 0.8, pitch * 0.7), angle, ink)
            if rng.random() < 0.5:
                sheet.write("noto-sans-tc", str(rng.integers(10)), spot, pitch * 0.4, angle, label)


def cable(rng: np.random.Generator, sheet: Sheet, at: Floats, _angle: float) -> None:
    """A cable, string or seam that wanders over the table."""
    control = at + rng.normal(0, 160, (4, 2))
    path = curve(*((float(x), float(y)) for x, y in control), count=24)
    sheet.line(path, float(rng.uniform(0.6, 6)), any_ink(rng))


def seams(rng: np.random.Generator, sheet: Sheet, at: Floats, angle: float) -> None:
    """The straight gaps of an automatic table's doors, with dark plates at their ends."""
    for turn in (angle, angle + np.pi / 2):
        along = np.array([np.cos(turn), np.sin(turn)])
        path = np.stack([at - along * 600, at + along * 600])
        sheet.line(path, float(rng.uniform(0.5, 3)), [float(rng.uniform(5, 60))] * 3)
        end = at + along * float(rng.uniform(-250, 250))
        sheet.box(end, (float(rng.uniform(30, 90)), float(rng.uniform(15, 35))), turn, [28.0] * 3)


def emblem(rng: np.random.Generator, sheet: Sheet, at: Floats, angle: float) -> None:
    """A large character or ring printed on the cloth."""
    text = "中發東福王"[int(rng.integers(3))]
    size = float(rng.uniform(60, 220))
    tone = muted(rng).tolist()
    if rng.random() < 0.5:
        sheet.ring(at, size * 0.8, size * 0.8 - float(rng.uniform(2, 14)), tone)
    sheet.write(choose_font(rng, text), text, at, size, angle, tone)


def lamp(rng: np.random.Generator, sheet: Sheet, at: Floats, _angle: float) -> None:
    """One round button or ring lamp by itself."""
    button(rng, sheet, at, float(rng.uniform(6, 40)))


def throw(rng: np.random.Generator, sheet: Sheet, at: Floats, _angle: float) -> None:
    """Two or three dice."""
    size = float(rng.uniform(8, 20))
    for _ in range(int(rng.integers(1, 4))):
        dice(rng, sheet, at + rng.normal(0, 18, 2), size)


def readout(rng: np.random.Generator, sheet: Sheet, at: Floats, angle: float) -> None:
    """A lit display in a case."""
    size = float(rng.uniform(6, 26))
    sheet.slab(at, (size * 7, size * 3), angle, rng.uniform(4, 50, 3).tolist(), 2.0)
    display(rng, sheet, at, size, angle, bright(rng))


def machine(rng: np.random.Generator, sheet: Sheet, at: Floats, _angle: float) -> None:
    """A whole console."""
    console(rng, sheet, float(rng.uniform(45, 90)), at)


THINGS: tuple[tuple[Thing, float], ...] = (
    (machine, 2.0), (lamp, 2.0), (plate, 2.0), (sticks, 2.0), (chip, 1.0), (cup, 1.2),
    (phone, 0.8), (card, 1.5), (bar, 1.5), (pads, 0.7), (cable, 0.6), (seams, 0.8),
    (emblem, 0.5), (throw, 1.0), (readout, 0.8),
)  # fmt: skip
"""What may lie about, and how often."""
_ODDS = np.array([odds for _, odds in THINGS]) / sum(odds for _, odds in THINGS)


def lay_thing(rng: np.random.Generator, sheet: Sheet, at: Floats, angle: float) -> None:
    """Any one thing."""
    THINGS[int(rng.choice(len(THINGS), p=_ODDS))][0](rng, sheet, at, angle)


COVERS: tuple[Thing, ...] = (sticks, chip, phone, card, bar, throw, cup, cable)


def cover(rng: np.random.Generator, sheet: Sheet, at: Floats, angle: float) -> None:
    """Any one thing that may lie on tiles."""
    COVERS[int(rng.integers(len(COVERS)))](rng, sheet, at, angle)
