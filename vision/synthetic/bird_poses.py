"""More birds: roosters, doves, swallows, cranes in flight, birds with trains, scrolls and signs."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from vision.synthetic.feathers import Brush, Spot, body, eyes_in, fan, head, legs, neck
from vision.synthetic.pen import Ink, Points, curve, ellipse, ribbon, turned


def clip(spot: Spot, low: float = -1.0) -> Spot:
    """The spot, moved into the box."""
    return float(np.clip(spot[0], -1, 1)), float(np.clip(spot[1], low, 1))


def _inside(path: Points) -> Points:
    """The path, moved into the box."""
    return np.asarray(np.clip(path, -1, 1), np.float64)


def rooster(brush: Brush) -> None:
    """Strutting in profile: deep breast, comb and wattles, sickle feathers over the back."""
    main, second, red, _ = brush.inks
    y = brush.pick(0.05, 0.3)
    for index in range(brush.some(3, 4, 5, 7)):
        high = y - brush.pick(0.35, 0.95)
        tip = clip((brush.pick(0.55, 1.0), high + brush.pick(0.2, 0.8)))
        path = _inside(curve((0.25, y), (0.35, high - 0.4), (tip[0] + 0.1, high), tip, count=16))
        ink = (second, red, main)[index % 3] if brush.chance(0.6) else second
        share = np.sin(np.pi * np.linspace(0.1, 1, 16)) ** 0.7
        brush.fill([ribbon(path, brush.pick(0.08, 0.2) * share)], ink)
        if brush.chance(0.3):
            brush.lines([path], brush.width * 0.6, None)
    at = (brush.pick(-0.6, -0.35), brush.pick(-0.75, -0.45))
    breast = curve(at, (-0.85, y - 0.2), (-0.7, y + 0.4), (0.0, y + 0.32), count=16)
    back = curve((0.0, y + 0.32), (0.5, y + 0.2), (0.3, y - 0.35), (-0.1, y - 0.1), at, count=16)
    shape = np.concatenate([breast, back])
    brush.fill([shape], None)
    if brush.skin == "solid":
        brush.fill([shape], main)
    else:
        brush.lines([shape], brush.width * 1.2, main, closed=True)
        hackles = [
            curve((at[0], at[1] + 0.1), (x - 0.2, y - 0.3), (x, y - brush.pick(-0.05, 0.15)))
            for x in np.linspace(-0.55, -0.05, brush.some(2, 3, 5))
        ]
        brush.lines(hackles, brush.width * 0.8, second)
    if brush.chance(0.7):
        tip = (brush.pick(0.2, 0.5), y + brush.pick(-0.1, 0.25))
        brush.feather((-0.25, y), tip, brush.pick(0.0, 0.4), brush.pick(0.18, 0.34), second)
    legs(brush, (brush.pick(-0.15, 0.05), y + 0.3), max(0.12, 0.93 - y - 0.3))
    size = brush.pick(0.09, 0.16)
    for drop in range(brush.some(1, 2)):
        spot = (at[0] - size * (0.5 - 0.5 * drop), at[1] + size * 1.1)
        brush.fill([ellipse(spot, (size * 0.32, size * 0.55), count=12)], red)
    for nth in range(brush.some(3, 4, 5)):
        spot = (at[0] + size * (0.45 * nth - 0.9), at[1] - size * (0.9 + 0.25 * (nth % 2)))
        brush.fill([ellipse(spot, (size * 0.34, size * 0.45), count=12)], red)
    head(brush, at, size, -1)


def dove(brush: Brush) -> None:
    """A plump bird at rest or on water: one flowing outline, folded wing, upturned tail."""
    main, second, red, eye = brush.inks
    y = brush.pick(0.0, 0.25)
    at = (brush.pick(-0.65, -0.45), y - brush.pick(0.35, 0.8))
    tail = clip((brush.pick(0.7, 1.0), y - brush.pick(-0.25, 0.5)))
    back = curve(at, (-0.2, at[1]), (0.0, y - 0.35), (0.5, y - 0.1), tail, count=20)
    belly = curve(tail, (0.5, y + 0.4), (0.0, y + 0.55), (-0.85, y + 0.4), at, count=20)
    shape = _inside(np.concatenate([back, belly]))
    if brush.skin == "solid":
        brush.fill([shape], main)
    else:
        brush.lines([shape], brush.width * brush.pick(1.0, 1.8), main, closed=True)
    for nth in range(brush.some(1, 2, 3, 4)):
        tip = (brush.pick(0.3, 0.65), y + brush.pick(-0.25, 0.2) + 0.08 * nth)
        ink = None if brush.skin == "solid" and brush.chance(0.5) else (second, red)[nth % 2]
        path = curve((-0.35, y + 0.04 * nth), (0.0, y + 0.3), tip, count=12)
        brush.line(path, brush.pick(3, 10), ink)
    if brush.chance(0.5):
        for nth in range(brush.some(2, 3)):
            wave = [(x, 0.72 + 0.13 * nth + 0.03 * (k % 2)) for k, x in enumerate(_steps(9))]
            brush.lines([np.array(wave)], brush.width, eye)
    else:
        legs(brush, (0.0, y + 0.4), brush.pick(0.15, 0.3))
    head(brush, at, brush.pick(0.13, 0.24), -1)


def _steps(count: int) -> list[float]:
    return [float(x) for x in np.linspace(-0.9, 0.9, count)]


def swallow(brush: Brush) -> None:
    """A plain bird seen from above or below: two pointed wings, a forked tail, one shape."""
    main, second, red, _ = brush.inks
    lean = brush.pick(-0.9, 0.9)
    wide, sweep = brush.pick(0.7, 1.0), brush.pick(-0.3, 0.6)
    deep = brush.pick(0.15, 0.4)
    parts: list[tuple[Points, Ink]] = []
    for side in (-1, 1):
        reach = wide * brush.pick(0.75, 1.0)
        lead = curve((0.08 * side, -0.3), (0.5 * side, -0.6), (side * reach, sweep), count=12)
        trail = curve(
            (side * reach, sweep), (0.4 * side, sweep * 0.3 + deep), (0.05 * side, deep), count=12
        )
        parts.append((np.concatenate([lead, trail]), second))
        end = (side * brush.pick(0.15, 0.45), brush.pick(0.75, 1.0))
        outer = curve((0.1 * side, 0.2), (0.12 * side, 0.5), end, count=10)
        inner = curve(end, (0.08 * side, 0.6), (0.0, 0.45), count=10)
        parts.append((np.concatenate([outer, inner]), main))
    for part, ink in parts:
        shape = _inside(turned(part, lean))
        if brush.texture in ("hollow", "spine"):
            brush.lines([shape], brush.width * 1.3, ink, closed=True)
        else:
            brush.fill([shape], ink)
            if brush.texture in ("barbed", "striped"):
                middle = shape.mean(0)
                brush.lines(
                    [np.stack([middle, shape[k]]) for k in range(2, len(shape) - 2, 3)],
                    brush.width * 0.6, None,
                )  # fmt: skip
    body(brush, (0.0, 0.0), (brush.pick(0.28, 0.4), brush.pick(0.1, 0.18)), lean + np.pi / 2, main)
    at = turned(np.array([[0.0, -0.45]]), lean)[0]
    spot = (float(at[0]), float(at[1]))
    if brush.chance(0.5):
        throat = (spot[0] * 0.7, spot[1] * 0.7)
        brush.dot(throat, brush.pick(4, 9), red)
    head(brush, spot, brush.pick(0.1, 0.18), 1.0 if lean > 0 else -1.0)


def soaring(brush: Brush) -> None:
    """A crane in flight: neck stretched, legs streaming, both wings raised or one each way."""
    main, second, _, _ = brush.inks
    lean = brush.pick(-0.8, 0.5)
    toward = (float(-np.cos(lean)), float(np.sin(lean)))
    for side in (-1, 1) if brush.chance(0.6) else (-1, -1):
        rise = side * brush.pick(0.5, 0.95)
        tip = clip((brush.pick(-0.2, 0.9), rise))
        arm = curve((-0.05, 0.0), (-0.2, rise * 0.6), tip, count=14)
        brush.line(arm, brush.pick(5, 12), main)
        for share in np.linspace(0.3, 1.0, brush.some(5, 7, 9)):
            root = arm[int(share * 13)]
            end = clip((float(root[0]) + brush.pick(0.25, 0.5), float(root[1]) - rise * 0.25))
            fat = brush.pick(0.06, 0.12)
            ink = main if share > 0.8 and brush.chance(0.5) else second
            brush.feather((float(root[0]), float(root[1])), end, brush.pick(-0.2, 0.2), fat, ink)
    far = clip((toward[0] * 0.95, toward[1] * 0.95))
    foot = clip((-toward[0], -toward[1] + brush.pick(0.0, 0.3)))
    brush.lines([np.array([(0.0, 0.0), foot]), np.array([(0.05, 0.06), foot])], brush.width, second)
    neck(brush, (0.0, 0.0), far, brush.pick(-0.3, 0.1), brush.pick(5, 10))
    body(brush, (0.0, 0.0), (brush.pick(0.25, 0.4), brush.pick(0.12, 0.18)), -lean, main)
    head(brush, far, brush.pick(0.08, 0.13), -1)


def train(brush: Brush) -> None:
    """A peacock on a perch or rock, its train of eyes hanging down or swept aside."""
    main, second, red, eye = brush.inks
    side = brush.pick(-0.2, 0.55)
    root, end = (0.0, -0.25), clip((side, 0.97))
    bend = brush.pick(-0.3, 0.3)
    wide = brush.pick(0.4, 0.9)
    spine = curve(root, (side * 0.5 + bend, 0.4), end, count=16)
    shape = ribbon(spine, wide * np.sin(np.pi * np.linspace(0.12, 0.9, 16)) ** 0.8)
    style = brush.some(0, 1, 2)
    if style == 0:
        brush.fill([shape], second)
        middle = spine[9]
        eyes_in(brush, (float(middle[0]), float(middle[1])), (wide * 0.38, 0.55), 0.12)
    elif style == 1:
        for off in np.linspace(-0.4, 0.4, brush.some(3, 5, 7)):
            brush.feather(root, clip((end[0] + off, end[1] - abs(off) * 0.4)), bend, 0.14, second)
        for k in range(3, 15, brush.some(2, 3)):
            for way in (-0.24, 0.24):
                spot = (float(spine[k][0]) + way * wide, float(spine[k][1]))
                brush.dot(spot, brush.pick(5, 9), None)
                brush.dot(spot, brush.pick(3, 6), (red, eye)[k % 2])
    else:
        brush.lines([shape], brush.width, second, closed=True)
        brush.lines(
            [np.stack([spine[k], shape[k]]) for k in range(1, 15)]
            + [np.stack([spine[k], shape[-1 - k]]) for k in range(1, 15)],
            brush.width * 0.7, second,
        )  # fmt: skip
    at = (brush.pick(-0.55, -0.1), brush.pick(-0.9, -0.7))
    if brush.chance(0.6):
        y = brush.pick(0.1, 0.5)
        path = curve((-0.95, y + brush.pick(-0.1, 0.3)), (0.0, y), (0.95, y - 0.1))
        brush.line(path, brush.pick(4, 12), eye)
    legs(brush, (-0.1, 0.05), brush.pick(0.15, 0.35))
    neck(brush, (-0.05, -0.2), at, brush.pick(-0.4, 0.2), brush.pick(7, 18))
    body(brush, (-0.02, -0.12), (0.34, brush.pick(0.17, 0.26)), brush.pick(0.5, 1.4), main)
    if brush.chance(0.5):
        brush.feather((-0.15, -0.3), (brush.pick(0.1, 0.4), 0.2), 0.2, 0.24, second)
    head(brush, at, brush.pick(0.1, 0.17), -1)


def scroll(brush: Brush) -> None:
    """Almost an ornament: a bird that is a few curls ending in knobs around an eye."""
    main, second, red, _ = brush.inks
    middle = np.array([brush.pick(-0.2, 0.2), brush.pick(-0.1, 0.3)])
    for nth in range(brush.some(3, 4, 5, 6)):
        start = brush.pick(0, 2 * np.pi) if brush.chance(0.4) else nth * 1.1 + brush.pick(-0.3, 0.3)
        turns = brush.pick(0.5, 1.5) * (1 if brush.chance(0.5) else -1)
        t = np.linspace(0, 1, 24)
        radius = brush.pick(0.6, 1.0) * (1 - 0.75 * t)
        far = np.stack([np.cos(start + turns * np.pi * t), np.sin(start + turns * np.pi * t)], 1)
        path = _inside(middle + far * radius[:, None])[::-1]
        ink = (main, second, red)[nth % 3] if brush.chance(0.7) else main
        brush.line(path, brush.pick(5, 16), ink, taper=brush.chance(0.7))
        if brush.chance(0.5):
            brush.dot((float(path[-1][0]), float(path[-1][1])), brush.pick(4, 10), ink)
    at = (brush.pick(-0.6, -0.1), brush.pick(-0.95, -0.65))
    neck(brush, (float(middle[0]), float(middle[1])), at, brush.pick(-0.5, 0.4), brush.pick(6, 16))
    if brush.chance(0.6):
        body(brush, (float(middle[0]), float(middle[1])), (0.32, 0.22), brush.pick(0, 3), main)
    head(brush, at, brush.pick(0.12, 0.24), -1)


def emblem(brush: Brush) -> None:
    """A sign for a bird: drop or disc, an eye, a beak, a few strokes for wing and tail."""
    main, second, red, eye = brush.inks
    tall, wide = brush.pick(0.5, 0.8), brush.pick(0.4, 0.75)
    y = brush.pick(0.0, 0.2)
    t = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    point = brush.pick(0.0, 0.6) * (1 if brush.chance(0.7) else -1)
    drop = np.stack([np.cos(t) * wide * (1 - point * np.sin(t)), np.sin(t) * tall + y], 1)
    if brush.skin == "solid":
        brush.fill([_inside(drop)], main)
    else:
        brush.lines([_inside(drop)], brush.width * brush.pick(1.2, 2.4), main, closed=True)
    ink = None if brush.skin == "solid" and brush.chance(0.6) else second
    for nth in range(brush.some(2, 3, 4, 5)):
        low = y + tall * (nth * 0.3 - 0.4)
        rows = curve((-wide * 0.6, low), (0.0, low + brush.pick(0.1, 0.4)), (wide * 0.6, low))
        brush.lines([rows], brush.width * brush.pick(0.8, 1.6), ink)
    for tip in fan(
        brush, (0.0, y + tall * 0.8), np.pi / 2, brush.pick(0.2, 0.9), 0.4, brush.some(1, 2, 3, 5)
    ):
        brush.feather((0.0, y + tall * 0.7), clip(tip), 0.0, brush.pick(0.08, 0.2), red)
    for side in (-1, 1) if brush.chance(0.6) else (1,):
        for tip in fan(brush, (side * wide * 0.6, y), 0 if side > 0 else np.pi, 0.5, 0.45, 3):
            brush.feather((side * wide * 0.6, y), clip(tip), 0.1, 0.12, second)
    at = (brush.pick(-0.2, 0.2), y - tall * brush.pick(0.8, 1.05))
    if brush.chance(0.3):  # it looks at us
        size = brush.pick(0.06, 0.12)
        brush.fill([ellipse(at, (size * 2.6, size * 2.2))], main)
        for off in (-1.2, 1.2):
            brush.fill([ellipse((at[0] + off * size, at[1]), (size, size))], None)
            brush.fill([ellipse((at[0] + off * size, at[1]), (size * 0.5, size * 0.5))], eye)
        beak = np.array([[-0.6, 0.6], [0.6, 0.6], [0.0, 2.2]]) * size + at
        brush.fill([beak], red)
    else:
        head(brush, at, brush.pick(0.14, 0.26), -1)


def among_bamboo(brush: Brush) -> None:
    """A small bird on a stalk with leaves, or beneath a flower: most of the face is plant."""
    main, second, red, eye = brush.inks
    x = brush.pick(0.2, 0.6)
    stalk = curve((x + brush.pick(-0.3, 0.3), 1.0), (x, 0.0), (x + brush.pick(-0.4, 0.1), -0.95))
    brush.line(stalk, brush.pick(5, 14), eye, taper=brush.chance(0.5))
    for k in range(3, 15, brush.some(3, 4, 5)):
        root = (float(stalk[k][0]), float(stalk[k][1]))
        brush.dot(root, brush.pick(3, 6), None)
        side = -1 if brush.chance(0.5) else 1
        for tip in fan(brush, root, np.pi / 2 - side * 1.1, 0.5, brush.pick(0.3, 0.5), 3):
            brush.feather(root, clip(tip), 0.1, brush.pick(0.08, 0.14), second)
    if brush.chance(0.4):
        flower = (brush.pick(-0.5, 0.3), brush.pick(-0.85, -0.5))
        for tip in fan(brush, flower, 0.0, np.pi, 0.24, brush.some(5, 6, 8)):
            brush.feather(flower, clip(tip), 0.0, 0.13, red)
        brush.dot(flower, brush.pick(3, 7), eye)
    perch = brush.pick(0.1, 0.6)
    brush.lines([curve((x, perch + 0.2), (0.0, perch), (-0.95, perch + 0.1))], brush.width, eye)
    middle = (brush.pick(-0.5, -0.1), perch - 0.25)
    for tip in fan(brush, middle, brush.pick(0.3, 1.5), 0.3, 0.55, brush.some(2, 3, 4)):
        brush.feather(middle, clip(tip), 0.1, 0.12, (main, red)[brush.some(0, 1)])
    body(brush, middle, (0.3, brush.pick(0.17, 0.25)), brush.pick(0.2, 1.2), main)
    at = (middle[0] - brush.pick(0.1, 0.3), middle[1] - brush.pick(0.25, 0.4))
    head(brush, at, brush.pick(0.12, 0.2), -1)


def folded(brush: Brush) -> None:
    """Seated before its own tail, which stands folded like a long leaf, with leaves beside it."""
    main, second, _, eye = brush.inks
    root = (brush.pick(-0.1, 0.3), brush.pick(0.3, 0.55))
    lean, reach, fat = brush.pick(-0.55, 0.55), brush.pick(1.05, 1.5), brush.pick(0.36, 0.75)
    for side in (-1, 1):
        for nth in range(brush.some(0, 1, 2, 2, 3)):
            way = lean + side * (0.45 + 0.4 * nth + brush.pick(-0.1, 0.2))
            far = reach * brush.pick(0.4, 0.75)
            tip = clip((root[0] + far * float(np.sin(way)), root[1] - far * float(np.cos(way))))
            brush.feather(root, tip, brush.pick(-0.2, 0.2), brush.pick(0.13, 0.3), second)
    tip = (root[0] + reach * float(np.sin(lean)), root[1] - reach * float(np.cos(lean)))
    bent = ((root[0] + tip[0]) / 2 + brush.pick(-0.25, 0.25), (root[1] + tip[1]) / 2)
    spine = _inside(curve(root, bent, clip(tip), count=24))
    share = np.sin(np.pi * np.linspace(0.12, 1, 24) ** brush.pick(0.8, 1.8)) ** brush.pick(0.5, 1)
    _tail_eyes(brush, spine, fat * share, main if brush.chance(0.7) else eye)
    left = -1 if brush.chance(0.7) else 1
    y = min(root[1] + brush.pick(0.0, 0.25), 0.7)
    at = clip((root[0] + left * brush.pick(0.45, 0.8), y - brush.pick(0.0, 0.3)))
    wide = (brush.pick(0.3, 0.5), brush.pick(0.13, 0.24))
    neck(brush, (root[0] + left * 0.15, y), at, left * brush.pick(0.0, 0.4), brush.pick(8, 20))
    body(brush, (root[0], y), wide, -left * brush.pick(-0.2, 0.6), main)
    if brush.chance(0.6):
        end = (root[0] - left * brush.pick(0.2, 0.5), y - brush.pick(-0.1, 0.35))
        brush.feather((root[0] + left * 0.15, y), end, 0.2, brush.pick(0.2, 0.34), second)
    legs(brush, (root[0], y + 0.12), max(0.1, brush.pick(0.8, 0.95) - y - 0.12))
    head(brush, at, brush.pick(0.09, 0.15), left)


def _tail_eyes(brush: Brush, spine: Points, widths: Points, ink: Ink) -> None:
    """A tail along its spine: solid, ringed or of barbs, its rim smooth or ragged, with eyes."""
    brush.fill([ribbon(spine, widths * 1.1)], None)
    solid = brush.chance(0.65)
    if solid:
        brush.fill([ribbon(spine, widths)], ink)
    else:
        brush.lines([ribbon(spine, widths)], brush.width, ink, closed=True)
    step = np.gradient(spine, axis=0)
    side = np.stack([-step[:, 1], step[:, 0]], 1)
    side /= np.maximum(np.hypot(side[:, 0], side[:, 1]), 1e-6)[:, None]
    if brush.chance(0.6):
        ends = [
            (spine[k] + way * side[k] * widths[k] * (0.4, 0.62)[out] + step[k] * out * 1.2)
            for k in range(1, 23) for way in (-1, 1) for out in (0, 1)
        ]  # fmt: skip
        rays = [_inside(np.stack(pair)) for pair in zip(ends[::2], ends[1::2], strict=True)]
        brush.lines(rays, brush.width * brush.pick(0.8, 2.0), ink)
    size, rows = brush.pick(3.0, 7.0), brush.some(3, 4, 5, 7)
    across, style = brush.some(1, 2, 2, 3), brush.some(0, 1, 1, 2)
    for nth, k in enumerate(np.linspace(5, 20, rows).astype(int)):
        for place in np.linspace(-0.28, 0.28, across) if across > 1 else [0.2 * (-1) ** nth]:
            spot = spine[k] + side[k] * widths[k] * place
            eye = (float(spot[0]), float(spot[1]))
            brush.dot(eye, size, None if solid else ink)
            if style:
                brush.dot(eye, size * 0.55, ink if solid else None)
            if style == 2:
                brush.dot(eye, size * 0.25, brush.inks[2])


DRAWERS: dict[str, Callable[[Brush], None]] = {
    "rooster": rooster,
    "dove": dove,
    "swallow": swallow,
    "soaring": soaring,
    "train": train,
    "scroll": scroll,
    "emblem": emblem,
    "among_bamboo": among_bamboo,
    "folded": folded,
}
