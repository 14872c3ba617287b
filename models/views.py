"""Crops as the reader would cut them from a patch: turned, and as far off as a detector is.

Batches are float (n, 3, s, s) with values 0-255, on torch's default device. Offsets are in sides of
what was cut.
"""

from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from models.crops import AROUND
from vision.nets.crops import MARGIN, SIDE

WILD = 0.16
"""This part of the crops is far off, and as many again hold a part of the face only."""
LEAST_PART = 0.5
BENT_SHARE, BENT = 0.3, 0.012
"""This part of the crops is drawn by another hand: bent by so much of what is shown."""
KNOTS = 6
HALF = 0.5 + AROUND
SHOWN = 0.5 + MARGIN
CORNERS = torch.tensor([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])


class Views(NamedTuple):
    """What was cut."""

    crops: Tensor
    offsets: Tensor
    """(n, 8): from each corner of what was cut to the face's own corner there, x and y."""


def views(patches: Tensor, turns: Tensor, noise: torch.Generator, wild: float = WILD) -> Views:
    """Crops (n, 3, 64, 64) of patches (n, 3, 96, 96), turned clockwise by quarter turns (n).

    Where none is ``wild``, none is bent.
    """
    stretch, shift = astray(len(patches), noise, wild)
    angle = -turns * (torch.pi / 2)
    turn = torch.stack([angle.cos(), -angle.sin(), angle.sin(), angle.cos()], 1).reshape(-1, 2, 2)
    shape = turn @ stretch * (SHOWN / HALF)
    middle = turn @ shift[..., None] / HALF
    grid = functional.affine_grid(
        torch.cat([shape, middle], dim=2), [len(patches), 3, SIDE, SIDE], align_corners=False
    )
    if wild:
        grid += bend(len(patches), noise)
    crops = functional.grid_sample(patches, grid, padding_mode="border", align_corners=False)
    corners = CORNERS.to(crops.device)
    face = torch.linalg.solve(stretch, (corners - shift[:, None]).transpose(1, 2))
    return Views(crops, (face.transpose(1, 2) - corners).flatten(1))


def bend(count: int, noise: torch.Generator) -> Tensor:
    """Smooth shifts (n, 64, 64, 2) of where a crop is taken from, none at its edges."""
    knots = torch.zeros(count, 2, KNOTS, KNOTS)
    knots[:, :, 1:-1, 1:-1] = torch.randn(count, 2, KNOTS - 2, KNOTS - 2, generator=noise)
    much = torch.where(torch.rand(count, generator=noise) < BENT_SHARE, 2 * BENT, 0.0)
    smooth = functional.interpolate(knots * much[:, None, None, None], size=SIDE, mode="bicubic")
    return smooth.permute(0, 2, 3, 1)


def astray(count: int, noise: torch.Generator, wild: float) -> tuple[Tensor, Tensor]:
    """Where a detector's quadrilaterals lie on faces of side 1: (n, 2, 2) and shifts (n, 2)."""
    kind = torch.rand(count, generator=noise)
    far = torch.where(kind < wild, 3.0, 1.0)

    def draw(spread: float) -> Tensor:
        return torch.randn(count, generator=noise) * spread * far

    size, aspect = torch.exp(draw(0.045)), torch.exp(draw(0.03))
    across, down, angle = draw(0.03), draw(0.03), draw(0.02)
    rows = [size * aspect, across + angle, down - angle, size / aspect]
    stretch = torch.stack(rows, 1).reshape(-1, 2, 2)
    shift = torch.stack([draw(0.03), draw(0.03)], 1)
    part = LEAST_PART + (1 - LEAST_PART) * torch.rand(count, generator=noise)
    part = torch.where((kind >= wild) & (kind < 2 * wild), part, 1.0)
    side = torch.randint(4, (count,), generator=noise)
    cut = torch.where((side % 2)[:, None] == torch.arange(2), part[:, None], 1.0)
    shift = shift + (1 - cut) / 2 * torch.where(side < 2, 1.0, -1.0)[:, None]
    return stretch * cut[:, None], shift
