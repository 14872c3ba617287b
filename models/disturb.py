"""What happens to face crops while the classifier learns: blurred, exposed too long, compressed.

Batches are float (n, 3, 64, 64) with values 0–255, on torch's default device.
"""

import torch
from torch import Tensor
from torch.nn import functional

from vision.nets.crops import SIDE

COARSE_SHARE = 0.25
"""This part of a batch is shown as a small tile looks, enlarged."""
COARSEST, FINEST = 13.0, 52.0
"""Pixels a side that such a crop had."""

HEAVY_SHARE, HEAVIEST = 0.2, 0.65
"""This part of a batch has its strokes made thicker or thinner, by so much of a pixel each side."""

BURNT_SHARE, BURNING, GLOW, TELLING = 0.12, 2.2, 0.5, 0.45
"""So many are exposed up to so many times too long: what is brighter than white is cut off, and so
much of it shines over what is beside it. A face keeps so much contrast, or stays as it is."""

FADED_SHARE, LEAST_LEFT, MOST_LEFT, SLANT = 0.1, 0.04, 0.5, 0.8
LIGHT, OVER, TOLD = 90.0, 0.45, 1.3
"""So many are light faces nearly burnt white: of what is darker than white so much is left, up to
so many times (as a logarithm) more at one side. A face whose print is told by fewer grey levels
then stays as it is, for nobody could name it; a white dragon may be as white as it will."""

PROCESSED_SHARE, SHARPEST = 0.15, 1.5
"""So many are sharpened as telephones do, and as many have blurred colours, as films do."""

COVERED_SHARE = 0.12
"""So many have something lying over a part of them."""

FILMED_SHARE, FILMED_SIDES, BLOCK = 0.2, (24, 56), 4
LEAST_STEP, MOST_STEP, HELD_BACK = 6.0, 34.0, 1 / 3
"""So many were packed as a film's pictures are, so many pixels a side: what varies within a block
of a few pixels is told in steps (of such sizes at the quantisers 20 to 34 of H.264), and what is
less than two thirds of a step is not told at all (Richardson 2010, "The H.264 Advanced Video
Compression Standard")."""


def coarse(crops: Tensor, noise: torch.Generator) -> Tensor:
    """The first part of the batch as if its tiles had been small in the picture."""
    some = int(len(crops) * COARSE_SHARE)
    if not some:
        return crops
    share = float(torch.rand((), generator=noise))
    side = round(COARSEST * (FINEST / COARSEST) ** share)
    small = functional.interpolate(crops[:some], size=(side, side), mode="area")
    crops[:some] = functional.interpolate(small, size=(SIDE, SIDE), mode="bilinear")
    return crops


def reweighed(crops: Tensor, noise: torch.Generator) -> Tensor:
    """Some of the batch with bolder or lighter print: sets differ in nothing as much."""
    some = int(len(crops) * HEAVY_SHARE)
    pick = torch.randperm(len(crops), generator=noise)[:some]
    sign = torch.where(torch.rand(some, 1, 1, 1, generator=noise) < 0.5, -1.0, 1.0)
    share = HEAVIEST * torch.rand(some, 1, 1, 1, generator=noise)
    before = crops[pick]
    spread = sign * functional.max_pool2d(sign * before, 3, stride=1, padding=1)
    crops[pick] = torch.lerp(before, spread, share)
    return crops


def burnt(crops: Tensor, spared: Tensor, noise: torch.Generator) -> Tensor:
    """Some of the batch exposed too long: white runs into fine strokes, colours turn pale.

    Those that are ``spared`` (n) stay as they are: a back burnt white could be a white dragon.
    """
    some = int(len(crops) * BURNT_SHARE)
    pick = torch.randperm(len(crops), generator=noise)[:some]
    before = crops[pick]
    shone = before * (1 + (BURNING - 1) * torch.rand(some, 1, 1, 1, generator=noise))
    over = functional.avg_pool2d((shone - 255).clamp_(min=0), 5, 1, 2, count_include_pad=False)
    after = (shone + GLOW * over).clamp_(0, 255)
    told = torch.stack([contrast(after), contrast(before)])
    legible = (told[0] >= TELLING * told[1]) & ~spared[pick]
    crops[pick] = torch.where(legible[:, None, None, None], after, before)
    return crops


def faded(crops: Tensor, spared: Tensor, blank: Tensor, noise: torch.Generator) -> Tensor:
    """Some of the batch nearly burnt white, evenly or more to one side, in whole grey levels.

    Those that are ``spared`` (n) stay as they are; ``blank`` (n) are those that need no print.
    """
    some = int(len(crops) * FADED_SHARE)
    if not some:
        return crops
    pick = torch.randperm(len(crops), generator=noise)[:some]
    before = crops[pick]
    body = before.amin(dim=1).flatten(1).quantile(0.6, dim=1)
    over = torch.exp(OVER * torch.rand(some, generator=noise))
    shone = before * (255 * over / body.clamp(min=LIGHT))[:, None, None, None]
    share = torch.rand(some, 1, 1, generator=noise)
    left = LEAST_LEFT * (MOST_LEFT / LEAST_LEFT) ** share
    slope = SLANT * torch.randn(some, 2, 1, 1, generator=noise)
    across = torch.linspace(-1, 1, crops.shape[-1])
    left = left * torch.exp(slope[:, 0] * across + slope[:, 1] * across[:, None])
    rough = torch.rand(some, 1, 1, 1, generator=noise) ** 3 * 4 * grain(some, noise)
    clean = 255 - (255 - shone).clamp(min=0) * left.clamp(max=1)[:, None]
    told = (contrast(clean) >= TOLD) | blank[pick]
    after = filmed((clean + rough).clamp(0, 255), noise, 0.5).round()
    told &= (body >= LIGHT) & ~spared[pick]
    crops[pick] = torch.where(told[:, None, None, None], after, before)
    return crops


def contrast(crops: Tensor) -> Tensor:
    """How far the pixels (n) of each crop's middle lie from their mean."""
    low, high = crops.shape[2] // 4, crops.shape[2] * 3 // 4
    return crops[:, :, low:high, low:high].mean(dim=1).flatten(1).std(dim=1)


def processed(crops: Tensor, noise: torch.Generator) -> Tensor:
    """Some of the batch as cameras and films leave them: sharpened, or with colours blurred."""
    some = int(len(crops) * PROCESSED_SHARE)
    order = torch.randperm(len(crops), generator=noise)
    pick, other = order[:some], order[some : 2 * some]
    much = SHARPEST * torch.rand(some, 1, 1, 1, generator=noise)
    before = crops[pick]
    soft = functional.avg_pool2d(before, 3, 1, 1, count_include_pad=False)
    crops[pick] = torch.lerp(soft, before, 1 + much).clamp_(0, 255)
    before = crops[other]
    grey = before.mean(dim=1, keepdim=True)
    hue = functional.avg_pool2d(before - grey, 5, 1, 2, count_include_pad=False)
    crops[other] = (grey + hue).clamp_(0, 255)
    return crops


def filmed(crops: Tensor, noise: torch.Generator, share: float = FILMED_SHARE) -> Tensor:
    """A share of the batch as a film keeps small tiles: in blocks, colours at half the detail."""
    some = int(len(crops) * share)
    pick = torch.randperm(len(crops), generator=noise)[:some]
    low, high = (limit // (2 * BLOCK) for limit in FILMED_SIDES)
    side = 2 * BLOCK * int(torch.randint(low, high + 1, (), generator=noise))
    small = functional.interpolate(crops[pick], size=(side, side), mode="area")
    coarse_by = torch.rand(some, 1, 1, 1, generator=noise)
    step = LEAST_STEP * (MOST_STEP / LEAST_STEP) ** coarse_by
    light = small.mean(dim=1, keepdim=True)
    hue = functional.avg_pool2d(small - light, 2)
    hue = functional.interpolate(packed(hue, step), size=(side, side), mode="bilinear")
    told = (packed(light, step) + hue).clamp_(0, 255)
    crops[pick] = functional.interpolate(told, size=crops.shape[2:], mode="bilinear")
    return crops


def packed(planes: Tensor, step: Tensor) -> Tensor:
    """Planes (n, c, s, s) with each block's cosines in whole steps (n, 1, 1, 1), but its mean."""
    count, channels, side = planes.shape[:3]
    cells = side // BLOCK
    blocks = planes.reshape(count, channels, cells, BLOCK, cells, BLOCK).transpose(3, 4)
    basis = cosines(BLOCK)
    turned = basis @ blocks @ basis.T
    times = step.reshape(count, 1, 1, 1, 1, 1)
    told = turned.sign() * (turned.abs() / times + HELD_BACK).floor() * times
    told[..., 0, 0] = turned[..., 0, 0]
    back = basis.T @ told @ basis
    return back.transpose(3, 4).reshape(planes.shape)


def cosines(size: int) -> Tensor:
    """The rows (size, size) of the orthonormal cosine transform."""
    at = torch.arange(size)
    rows = torch.cos(torch.pi / size * (at + 0.5) * at[:, None]) * (2 / size) ** 0.5
    rows[0] *= 0.5**0.5
    return rows


def grain(count: int, noise: torch.Generator) -> Tensor:
    """Unit noise for ``count`` crops: a few fresh fields, shifted, for noise is dear to draw."""
    fields = torch.randn(32, 3, SIDE, SIDE, generator=noise)
    repeats = -(-count // 32)
    x, y = torch.randint(1, SIDE, (2,), generator=noise).tolist()
    moved = [fields.roll((i * y, i * x), (2, 3)) for i in range(repeats)]
    return torch.cat(moved)[:count]


def disturbed(crops: Tensor, noise: torch.Generator) -> Tensor:
    """Other light, other ink, noise, and something laid over a corner; values stay 0–255."""
    count = len(crops)

    def draw(*shape: int) -> Tensor:
        return torch.randn(*shape, generator=noise)

    gain = torch.exp(draw(count, 1, 1, 1) * 0.2) * torch.exp(draw(count, 3, 1, 1) * 0.06)
    middle = crops.mean(dim=(2, 3), keepdim=True)
    contrast = torch.exp(draw(count, 1, 1, 1) * 0.25) * gain
    crops = crops.sub_(middle).mul_(contrast).add_(middle * gain)
    dull = torch.rand(count, 1, 1, 1, generator=noise)
    dull = torch.where(dull < 0.25, dull * 4, torch.ones(()))
    crops = torch.lerp(crops.mean(dim=1, keepdim=True).expand_as(crops), crops, dull)
    sigma = torch.rand(count, 1, 1, 1, generator=noise) ** 3 * 22
    crops.addcmul_(sigma.expand(count, 3, SIDE, SIDE), grain(count, noise))
    return covered(crops, noise).clamp_(0, 255)


def covered(crops: Tensor, noise: torch.Generator) -> Tensor:
    """Some of the batch with a plain rectangle over a part of them."""
    some = int(len(crops) * COVERED_SHARE)
    pick = torch.randperm(len(crops), generator=noise)[:some]
    x, y, w, h = torch.randint(0, SIDE, (4, some, 1), generator=noise)
    at = torch.arange(SIDE)
    across, down = ((at >= low) & (at < low + size // 3) for low, size in ((x, w), (y, h)))
    grey = torch.rand(some, 1, 1, 1, generator=noise) * 255
    over = down[:, None, :, None] & across[:, None, None, :]
    crops[pick] = torch.where(over, grey, crops[pick])
    return crops
