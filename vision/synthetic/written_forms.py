"""Numbers as brushes have written them for centuries: each form drawn from the ways of a stroke.

Where `skeletons` lists single forms, these are families: a stroke may be a dot or a sweep, stand
upright and turn, begin with a flick from the side, end in a hook, touch its neighbour or keep away.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from vision.synthetic.strokes import Rng, Stroke, between, line, pick, set_in
from vision.synthetic.written_honours import hatsu, west


def eight(rng: Rng) -> list[Stroke]:
    """Write 八: two strokes apart, touching at the top or joined; the right one in seven ways."""
    gap = between(rng, 0.3, 0.6) if rng.random() < 0.6 else between(rng, -0.02, 0.3)
    middle = between(rng, -0.15, 0.15)
    low = between(rng, 0.4, 0.95)
    left = _eight_left(rng, middle - gap / 2, low)
    low = float(np.clip(low + rng.normal(0, 0.2), 0.4, 0.98))
    right = _eight_right(rng, middle + gap / 2, between(rng, -0.98, -0.45), low)
    return set_in(rng, [*left, *right])


def _eight_left(rng: Rng, x: float, low: float) -> list[Stroke]:
    """Write the left stroke of 八 from a top near x down to `low`."""
    top = between(rng, -0.7, 0.1)
    end = (between(rng, -1.0, -0.68), low)
    bow = between(rng, 0.0, 0.3)
    way = pick(
        rng, "sweep", "sweep", "upright", "dot", "spurred", "spurred", "level", "hooked", "short"
    )
    if way == "short":  # little more than a dot, drawn out level or rising to the left
        high = between(rng, -0.1, 0.4)
        tip = (end[0], high + between(rng, 0.05, 0.4))
        return [line("p", (x, high), (x - 0.1, tip[1]), tip)]
    if way == "dot":
        return [line("d", (x, top), (x - between(rng, 0.2, 0.5), between(rng, 0.3, 0.75)))]
    if way == "upright":
        return [line("p", (x, top), (x, low * 0.5), (x - 0.15, low), end)]
    path = ((x, top), (x - 0.12, top * 0.4 + low * 0.6 + bow), end)
    if way == "spurred":  # the brush is set down sideways before it sweeps
        size = between(rng, 0.14, 0.3)
        spur = (x - size * between(rng, -0.4, 1.0), top - size * between(rng, -0.3, 0.9))
        after = (x + size * between(rng, 0.2, 0.9), top + size * between(rng, 0.0, 0.8))
        start = pick(rng, "d", "k")
        return [line(start, spur, after), line("p", *path)]
    if way == "level":  # the stroke is drawn out flat to the left
        return [line("p", (x, top), (x - 0.1, low - 0.05), (end[0], low - 0.05))]
    if way == "hooked":  # the tip turns back towards the right stroke
        back = (end[0] * 0.4 + x * 0.6, low - between(rng, 0.2, 0.6))
        hook = (end[0] * 0.8 + x * 0.2, low + between(rng, 0.0, 0.12))
        return [line("v", *path), line("k", end, hook, back)]
    return [line("p", *path)]


def _eight_right(rng: Rng, x: float, top: float, low: float) -> list[Stroke]:
    """Write the right stroke of 八 from (x, top)."""
    end = (between(rng, 0.72, 1.0), low)
    way = pick(rng, "press", "turn", "turn", "flick", "wave", "hooked", "dot", "arched", "foot")
    if way == "foot":  # upright, then a long level foot that grows heavy
        bend = between(rng, -0.1, 0.2)
        return [line("n", (x, top), (x + bend, low), (x + bend, low), (1.0, low * 0.9))]
    if way == "turn":  # tall and upright, then level to a point
        bend = between(rng, 0.0, 0.25)
        return [line("t", (x, top), (x + bend * 0.2, low * 0.7), (x + bend, low + 0.15), end)]
    if way == "flick":  # a level flick comes first
        length = between(rng, 0.2, 0.55)
        flick = line(
            "h", (x - length, top + between(rng, -0.05, 0.22)), (x - 0.05, top - 0.1), (x, top)
        )
        return [flick, line("n", (x, top), (x, low * 0.4), end)]
    if way == "wave":
        return [line("n", (x, top), (x + 0.5, top * 0.5), (x, low * 0.8), end)]
    if way == "hooked":
        hook = (end[0] - between(rng, -0.05, 0.2), low - between(rng, 0.2, 0.45))
        return [line("v", (x, top), (x + 0.05, low), end), line("k", end, hook)]
    if way == "dot":
        return [line("d", (x, top * 0.7), (x + 0.25, 0.0), (end[0] * 0.8, low * 0.85))]
    if way == "arched":  # it rises before it falls
        start = (x - between(rng, 0.1, 0.4), top + between(rng, 0.15, 0.4))
        return [line("n", start, (x, top - 0.2), (x + 0.1, low * 0.5), end)]
    return [line("n", (x, top), (x + between(rng, 0.0, 0.4), low * 0.4), end)]


def nine(rng: Rng) -> list[Stroke]:
    """Write 九: a sweep crossed by a stroke that turns down and hooks up, round or square."""
    x, cross = between(rng, -0.45, -0.1), between(rng, -0.55, -0.2)
    sweep = line(
        "p", (x, between(rng, -0.98, -0.75)), (x + between(rng, -0.15, 0.12), 0.3),
        (between(rng, -1.0, -0.7), between(rng, 0.6, 0.95)),
    )  # fmt: skip
    corner = (between(rng, 0.1, 0.45), cross - between(rng, 0.0, 0.25))
    low = between(rng, 0.6, 0.9)
    across = line("h", (between(rng, -0.98, -0.6), cross), corner)
    end = (between(rng, 0.8, 1.0), between(rng, 0.3, low - 0.05))
    way = pick(rng, "round", "round", "square", "sloped", "flat", "parted")
    if way == "parted":  # the hook is a stroke of its own, upright, hardly joined
        foot = (end[0], low + between(rng, -0.05, 0.1))
        rest = [line("v", corner, (corner[0] - 0.15, low + 0.2), foot)]
        top = (foot[0] + between(rng, -0.05, 0.1), between(rng, -0.3, 0.2))
        hook = line(pick(rng, "k", "v", "d"), (foot[0], foot[1] - 0.1), top)
        return set_in(rng, [sweep, across, *rest, hook])
    if way == "square":
        foot = (corner[0] + 0.02, low)
        rest = [line("v", corner, foot), line("h", foot, (end[0], low))]
    elif way == "sloped":
        foot = (corner[0] - between(rng, 0.05, 0.3), low * 0.5)
        rest = [line("v", corner, foot, (end[0] * 0.6, low + 0.1), (end[0], low))]
    elif way == "flat":
        rest = [line("t", corner, (corner[0] - 0.1, low), (corner[0] + 0.1, low), (end[0], low))]
        return set_in(rng, [sweep, across, *rest])
    else:
        rest = [line("v", corner, (corner[0] - 0.15, low + 0.25), (end[0], low))]
    hook = line("k", (end[0], low), (end[0] + between(rng, -0.15, 0.06), end[1]))
    return set_in(rng, [sweep, across, *rest, hook])


def six(rng: Rng) -> list[Stroke]:
    """Write 六: a dot or stroke on top, a long level one, and two legs in many ways."""
    level = between(rng, -0.45, -0.1)
    x = between(rng, -0.15, 0.12)
    tops = {
        "dot": line("d", (x - 0.12, -1), (x + 0.12, level - 0.28)),
        "upright": line("v", (x, -1), (x, level)),
        "sweep": line("p", (x + 0.15, -1), (x - 0.12, level - 0.15)),
        "level": line("h", (x - 0.15, -0.9), (x + 0.2, level - 0.3)),
    }
    rise = between(rng, 0.0, 0.12)
    bar = line("h", (between(rng, -0.98, -0.8), level + rise), (0.9, level - rise))
    low = between(rng, 0.65, 0.95)
    head = level + between(rng, 0.1, 0.4)
    left, right = (-between(rng, 0.1, 0.35), head), (between(rng, 0.1, 0.35), head)
    way = pick(rng, "sweep", "dots", "hooked", "joined")
    far = (between(rng, -0.9, -0.5), low)
    legs = {
        "sweep": [line("p", left, (left[0] - 0.1, low * 0.6), far)],
        "dots": [line("d", left, (far[0] * 0.8, low * 0.9))],
        "hooked": [line("v", left, far), line("k", far, (far[0] + 0.35, low - 0.25))],
        "joined": [line("v", left, far), line("k", right, (0, low * 0.4), far)],
    }[way]
    end = (between(rng, 0.55, 0.95), between(rng, 0.6, 0.95))
    last = pick(rng, "d", "n", "d")
    legs.append(line(last, right, (right[0] + 0.2, end[1] * 0.6), end))
    return [tops[pick(rng, *tops)], bar, *legs]


def seven(rng: Rng) -> list[Stroke]:
    """Write 七: a rising level stroke and an upright one that turns, with or without a hook."""
    rise = between(rng, 0.05, 0.32)
    y = between(rng, -0.1, 0.12)
    bar = line("h", (between(rng, -0.98, -0.8), y + rise), (0, y), (0.95, y - rise))
    x = between(rng, -0.3, 0.1)
    low = between(rng, 0.65, 0.9)
    end = (between(rng, 0.6, 0.95), between(rng, low - 0.15, low + 0.05))
    top = (x + between(rng, -0.05, 0.2), -0.95)
    way = pick(rng, "round", "square", "drawn", "slanted")
    if way == "square":
        down = [line("v", top, (x, low)), line("h", (x, low), end)]
    elif way == "slanted":
        foot = (x - 0.25, 0.4)
        down = [line("p", top, foot), line("h", foot, (x, low + 0.2), end)]
    elif way == "drawn":
        return [bar, line("t", top, (x - 0.05, low), (x, low + 0.1), end)]
    else:
        down = [line("v", top, (x - 0.1, low + 0.3), end)]
    if rng.random() < 0.6:
        down.append(line("k", end, (end[0] + between(rng, -0.1, 0.08), end[1] - 0.42)))
    return [bar, *down]


def four(rng: Rng) -> list[Stroke]:
    """Write 四: a frame, upright or narrowing, and two legs within that run out or turn."""
    narrow = between(rng, 0.0, 0.3)
    top, low = between(rng, -0.75, -0.45), between(rng, 0.5, 0.8)
    a, b = (-0.85, top), (0.85, top - between(rng, 0.0, 0.12))
    c, d = (-0.85 + narrow, low), (0.85 - narrow, low)
    frame = [line("v", a, c), line("h", a, b), line("v", b, d)]
    if rng.random() < 0.85:
        frame.append(line("h", (c[0], low - 0.05), (d[0], low - 0.08)))
    x = between(rng, 0.15, 0.3)
    turn = pick(rng, "upright", "turn", "dots", "wave")
    left = line("p", (-x, top), (-x, 0.0), (c[0] + 0.2, low * between(rng, 0.2, 0.7)))
    if turn == "upright":
        left, legs = line("v", (-x, top), (-x, low)), [line("v", (x, top), (x, low))]
    elif turn == "turn":
        legs = [line("v", (x, top), (x, 0.25)), line("h", (x, 0.22), (d[0] - 0.02, 0.18))]
    elif turn == "dots":
        left = line("d", (-x, top + 0.15), (-x - 0.15, 0.2))
        legs = [line("d", (x, top + 0.15), (x + 0.12, 0.2))]
    else:
        legs = [line("v", (x, top), (x - 0.1, 0.3), (d[0] - 0.05, 0.25))]
    return [*frame, left, *legs]


def five(rng: Rng) -> list[Stroke]:
    """Write 五: upright or leaning, its turn square or run on to the base line."""
    rise = between(rng, 0.0, 0.1)
    top = line("h", (between(rng, -0.85, -0.5), -0.76), (between(rng, 0.5, 0.85), -0.76 - rise))
    base = between(rng, 0.68, 0.85)
    lean = between(rng, 0.0, 0.5)
    foot = (-lean, base)
    x = between(rng, -0.1, 0.15)
    corner = (between(rng, 0.4, 0.62), -0.1 - rise)
    mid = line("h", (between(rng, -0.7, -0.4), -0.02), corner)
    down = (corner[0] - between(rng, 0.0, 0.2), base)
    ways = {
        "plain": [line("v", (x, -0.76), foot), mid, line("v", corner, down)],
        "sweep": [line("p", (x, -0.76), (x, 0.2), foot), mid, line("p", corner, down)],
        "run": [line("v", (x, -0.76), foot), mid, line("v", corner, (corner[0], 0.5), down)],
    }
    bar = line("h", (between(rng, -1, -0.85), base), (0, base - rise), (0.95, base - rise))
    return [top, *ways[pick(rng, *ways)], bar]


def old_five(rng: Rng) -> list[Stroke]:
    """Write 伍: a standing person beside a narrow five."""
    x = between(rng, -0.62, -0.5)
    person = [
        line("p", (x + 0.15, -0.95), (x - 0.05, -0.4), (-1.0, between(rng, -0.15, 0.1))),
        line("v", (x - 0.06, -0.35), (x - 0.06, 0.95)),
    ]
    wide = between(rng, 0.6, 0.68)
    beside = [(kind, points * (wide, 0.95) + (0.36, 0.0)) for kind, points in five(rng)]
    return [*person, *beside]


FAMILIES: dict[str, Callable[[Rng], list[Stroke]]] = {
    "四": four,
    "五": five,
    "伍": old_five,
    "六": six,
    "七": seven,
    "八": eight,
    "九": nine,
    "西": west,
    "發": hatsu,
}
"""Characters with a family of forms, and what draws one of them."""
