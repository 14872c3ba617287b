"""The networks as they are shipped: pre- and postprocessing inside, corners only at faces."""

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.nn.utils.fusion import fuse_conv_bn_eval

from models.nets import FAR, Classifier, Detector

LEAST_HEAT = 0.1
"""Peaks below this are not shipped out of the detector; the reader's own threshold is higher."""
REACH = 1
"""Cells around a peak that are asked for its corners as well."""


class BlockedFirst(nn.Module):
    """A first layer of stride s on bytes (n, h, w, 3), which sees s pixels of a row as one.

    The same sums in the same memory: but a convolution that gathers 3 bytes at a time gathers more
    than it counts.
    """

    def __init__(self, layer: nn.Module) -> None:
        super().__init__()
        old = fuse_conv_bn_eval(layer[0], layer[1])  # type: ignore[index, arg-type]
        side, step, above = old.kernel_size[0], old.stride[0], old.padding[0]
        before = -(-above // step)
        blocks = before + -(-(side - above) // step)
        wide = torch.zeros(old.out_channels, 3, side, blocks * step)
        start = before * step - above
        wide[..., start : start + side] = old.weight.data
        split = wide.reshape(-1, 3, side, blocks, step).permute(0, 4, 1, 2, 3)
        self.step = step
        self.pad = (before, blocks - 1 - before, above, max(0, side - above - step))
        self.conv = nn.Conv2d(3 * step, old.out_channels, (side, blocks), (step, 1))
        self.conv.weight.data = split.reshape(-1, 3 * step, side, blocks).contiguous()
        assert old.bias is not None
        self.conv.bias = old.bias

    def forward(self, image: Tensor) -> Tensor:
        """The layer's map (n, c, h/s, w/s)."""
        rows = image.reshape(image.shape[0], image.shape[1], -1, 3 * self.step)
        pixels = rows.permute(0, 3, 1, 2).float() / 127.5 - 1.0
        return functional.relu(self.conv(functional.pad(pixels, self.pad)))


class ShippedDetector(nn.Module):
    """RGB bytes (1, h, w, 3) in; the peaks' cells, the heat and the corners around them out.

    The corners' head looks at the peaks' surroundings alone: dense maps of it would cost as much as
    a fifth of the whole network.
    """

    def __init__(self, model: Detector) -> None:
        super().__init__()
        self.model = model
        norm, last = model.quads[0][1], model.quads[1]  # type: ignore[index]
        self.corners = fuse_conv_bn_eval(model.quads[0][0], norm)  # type: ignore[index, arg-type]
        self.corners.padding = (0, 0)
        self.last: nn.Module = last
        self.first = BlockedFirst(model.stem[0])  # type: ignore[arg-type]

    def forward(self, image: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Cells (n, 2) as row and column; heat (n, 3, 3); corners (n, 16, 3, 3) in pixels."""
        x = self.model.after_first(self.first(image))
        heat = torch.sigmoid(self.model.heat(x))
        highest = functional.max_pool2d(heat, 3, 1, 1)
        cells = ((heat >= highest) & (heat >= LEAST_HEAT))[0, 0].nonzero()
        warmth = around(heat, cells, REACH)[:, 0]
        faces = functional.relu(self.corners(around(x, cells, REACH + 1)))
        return cells, warmth, self.last(faces) * FAR


def around(maps: Tensor, cells: Tensor, reach: int) -> Tensor:
    """The surroundings (n, c, 2 reach + 1, 2 reach + 1) of cells (n, 2) in maps (1, c, h, w).

    Zero beyond the maps' edge, as a convolution sees it.
    """
    channels, height, width = maps.shape[1:]
    side = 2 * reach + 1
    steps = torch.arange(-reach, reach + 1)
    rows = (cells[:, 0, None, None] + steps[None, :, None]).expand(-1, -1, side)
    columns = (cells[:, 1, None, None] + steps[None, None, :]).expand(-1, side, -1)
    inside = (rows >= 0) & (rows < height) & (columns >= 0) & (columns < width)
    places = rows.clamp(0, height - 1) * width + columns.clamp(0, width - 1)
    values = maps.reshape(channels, -1)[:, places.reshape(-1)]
    return values.reshape(channels, -1, side, side).transpose(0, 1) * inside[:, None]


class ShippedClassifier(nn.Module):
    """RGB bytes (n, s, s, 3) in; calibrated probabilities, and what they come from, out."""

    def __init__(self, model: Classifier, temperature: float) -> None:
        super().__init__()
        self.model, self.temperature = model, temperature
        self.first = BlockedFirst(model.body[0])  # type: ignore[arg-type]

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
        """Kind (n, 40), turn (n, 4), mirror (n), features (n, 256), edges (n, 8)."""
        features, edges = self.model.features_and_edges(self.first(crops))
        kind = self.model.kind(features) / self.temperature
        turn = self.model.turn(features) / self.temperature
        mirror = torch.sigmoid(self.model.mirror(features))[:, 0]
        return torch.softmax(kind, 1), torch.softmax(turn, 1), mirror, features, edges
