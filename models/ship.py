"""The networks as they are shipped: pre- and postprocessing inside, corners only at faces."""

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.nn.utils.fusion import fuse_conv_bn_eval

from models.nets import Classifier, Detector

LEAST_HEAT = 0.1
"""Peaks below this are not shipped out of the detector; the reader's own threshold is higher."""
REACH = 1
"""Cells around a peak that are asked for its corners as well."""


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

    def forward(self, image: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Cells (n, 2) as row and column; heat (n, 3, 3); corners (n, 16, 3, 3) in pixels."""
        x = self.model.features(image.permute(0, 3, 1, 2).float())
        heat = torch.sigmoid(self.model.heat(x))
        highest = functional.max_pool2d(heat, 3, 1, 1)
        cells = ((heat >= highest) & (heat >= LEAST_HEAT))[0, 0].nonzero()
        warmth = around(heat, cells, REACH)[:, 0]
        faces = functional.relu(self.corners(around(x, cells, REACH + 1)))
        return cells, warmth, self.last(faces) * 16.0


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
    """RGB bytes (n, 64, 64, 3) in; calibrated probabilities, and what they come from, out."""

    def __init__(self, model: Classifier, temperature: float) -> None:
        super().__init__()
        self.model, self.temperature = model, temperature

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Kind (n, 40), turn (n, 4), mirror (n), features (n, 256)."""
        features = self.model.features(crops.permute(0, 3, 1, 2).float())
        kind = self.model.kind(features) / self.temperature
        turn = self.model.turn(features) / self.temperature
        mirror = torch.sigmoid(self.model.mirror(features))[:, 0]
        return torch.softmax(kind, 1), torch.softmax(turn, 1), mirror, features
