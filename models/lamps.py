"""Light that differs across a face crop: shade, even in stripes, and reflections, also coloured.

Batches are float (n, 3, s, s) with values 0-255, on torch's default device.
"""

import torch
from torch import Tensor
from torch.nn import functional

LIT_SHARE = 0.35
"""This part of a batch lies in such light, the first half of it in shade."""

KNOTS = (3, 6)
"""So coarse and so fine are the fields of light, in knots a side."""

DARKEST, MOST_SHINE = 0.7, 0.5
"""Shade takes so much of the light at most; so much of what is seen is a reflection."""

GAMMA = 2.2
"""Reflections add up in linear light."""

STRIPES, HARD = (0.4, 6.0), (1.0, 20.0)
"""Waves of stripes a side, and how hard their edges are."""

COLOURFUL = 0.6
"""How far colours of a shade are from grey."""

GLARED_SHARE = 0.1
SPREAD, BRIGHT = (0.08, 0.4), (0.4, 2.5)
"""So many have a lamp's image on them, a spot of such a spread in sides and so many times white."""


def lit(crops: Tensor, plain: Tensor, noise: torch.Generator) -> Tensor:
    """Some of the batch in uneven light; on those that are ``plain`` (n) it has no colour.

    For what is told by the colour of its ink is not to be told otherwise because of a lamp.
    """
    some = int(len(crops) * LIT_SHARE)
    pick = torch.randperm(len(crops), generator=noise)[:some]
    side, half = crops.shape[-1], some // 2
    field = coloured(fields(some, side, noise), plain[pick], noise)
    share = torch.rand(some, 1, 1, 1, generator=noise)
    crops[pick[:half]] *= 1 - DARKEST * share[:half] * field[:half]
    seen = (crops[pick[half:]] / 255).clamp(0, 1) ** GAMMA
    shone = torch.lerp(seen, field[half:], MOST_SHINE * share[half:])
    crops[pick[half:]] = 255 * shone ** (1 / GAMMA)
    return crops


def fields(count: int, side: int, noise: torch.Generator) -> Tensor:
    """Light (n, 3, s, s), 0 to 1: smooth and other in each colour, or spots or stripes, grey."""
    coarse, fine = (
        functional.interpolate(
            torch.rand(count, colours, knots, knots, generator=noise), size=side, mode="bicubic"
        )
        for knots, colours in zip(KNOTS, (3, 1), strict=True)
    )
    hard = HARD[0] * (HARD[1] / HARD[0]) ** torch.rand(count, 1, 1, 1, generator=noise)
    edge = 0.6 * torch.rand(count, 1, 1, 1, generator=noise) - 0.3
    spots = 0.5 + hard * (fine - 0.5 + edge / 2)
    lines = 0.5 + hard * (waves(count, side, noise) / 2 + edge)
    which = torch.rand(count, 1, 1, 1, generator=noise)
    field = torch.where(which < 0.5, coarse, torch.where(which < 0.75, spots, lines))
    return field.clamp_(0, 1)


def waves(count: int, side: int, noise: torch.Generator) -> Tensor:
    """Waves (n, 1, s, s) between -1 and 1, each across a direction of its own."""
    angle, phase, often = 2 * torch.pi * torch.rand(3, count, 1, 1, generator=noise)
    often = STRIPES[0] * (STRIPES[1] / STRIPES[0]) ** (often / (2 * torch.pi))
    along = torch.linspace(0, 2 * torch.pi, side)
    across = angle.cos() * along + angle.sin() * along[:, None]
    return (often * across + phase).sin()[:, None]


def coloured(field: Tensor, plain: Tensor, noise: torch.Generator) -> Tensor:
    """The light with colours: its own, and one over all; those that are ``plain`` (n) lose both."""
    lamp = torch.exp(-COLOURFUL * torch.rand(len(field), 3, 1, 1, generator=noise))
    much = torch.rand(len(field), 1, 1, 1, generator=noise) * ~plain[:, None, None, None]
    return torch.lerp(field.mean(dim=1, keepdim=True), field * lamp, much)


def glared(crops: Tensor, noise: torch.Generator) -> Tensor:
    """Some of the batch with a spot of glare, which hides what it burns white."""
    some = int(len(crops) * GLARED_SHARE)
    pick = torch.randperm(len(crops), generator=noise)[:some]
    x, y = 1.4 * torch.rand(2, some, 1, 1, generator=noise) - 0.2
    wide, much = torch.rand(2, some, 1, 1, generator=noise)
    spread = SPREAD[0] * (SPREAD[1] / SPREAD[0]) ** wide
    at = torch.linspace(0, 1, crops.shape[-1])
    away = ((at - x) ** 2 + (at[:, None] - y) ** 2) / (2 * spread**2)
    light = BRIGHT[0] * (BRIGHT[1] / BRIGHT[0]) ** much * torch.exp(-away)
    seen = (crops[pick] / 255).clamp(0, 1) ** GAMMA
    crops[pick] = 255 * (seen + light[:, None]).clamp(max=1) ** (1 / GAMMA)
    return crops
