"""The two networks: a detector of oriented faces and a classifier of face crops."""

from functools import partial

import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.labels import LABELS

STEM = 32
"""Channels of the detector's first map."""
GRID = 4
"""Cells a side of the classifier's last map."""
NUDGE = 0.25
"""Sides that the classifier's last layer says as 1."""
FAR = 32.0
"""Pixels from a cell to a corner that the last layer says as 1."""


def conv(inputs: int, outputs: int, size: int = 3, stride: int = 1) -> nn.Sequential:
    """Convolution, batch norm, ReLU."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, size, stride, (size - 1) // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Two convolutions around a shortcut; between them there may be fewer channels.

    ``within`` says how many, as a part of those around the pair (`models.slim`).
    """

    def __init__(self, width: int, within: float = 1.0) -> None:
        super().__init__()
        between = round(width * within)
        self.first = conv(width, between)
        self.second = nn.Sequential(
            nn.Conv2d(between, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width)
        )

    def forward(self, x: Tensor) -> Tensor:
        """Maps of the same shape."""
        return functional.relu(x + self.second(self.first(x)))


class Detector(nn.Module):
    """Centre heat map and two quadrilateral maps at stride 8, from RGB bytes as float (n, 3, h, w).

    After CenterNet (Zhou et al. 2019); the two corner orders hide each other's discontinuity. The
    first layer takes in every pixel and leaves a quarter of each side, so that a picture costs what
    one of half its size would; the names of the others count from such a half.
    """

    def __init__(self, within: float = 1.0) -> None:
        super().__init__()
        pair = partial(Residual, within=within)
        self.stem = nn.Sequential(conv(3, STEM, 6, 4), conv(STEM, 32, stride=2), pair(32))
        self.down8 = nn.Sequential(conv(32, 64, stride=2), pair(64), pair(64))
        self.down16 = nn.Sequential(conv(64, 112, stride=2), pair(112), pair(112))
        self.down32 = nn.Sequential(conv(112, 144, stride=2), pair(144), pair(144))
        self.side16, self.side8, self.side4 = conv(144, 112, 1), conv(112, 64, 1), conv(64, 48, 1)
        self.skip4 = conv(32, 48, 1)
        self.up16, self.up8, self.up4 = pair(112), pair(64), pair(48)
        self.heat = nn.Sequential(conv(48, 32), nn.Conv2d(32, 1, 1))
        self.quads = nn.Sequential(conv(48, 64), nn.Conv2d(64, 16, 1))
        nn.init.constant_(self.heat[1].bias, -4.0)  # type: ignore[arg-type]

    def features(self, image: Tensor) -> Tensor:
        """What both heads look at: maps (n, 48, h/8, w/8)."""
        return self.after_first(self.stem[0](image / 127.5 - 1.0))

    def after_first(self, first: Tensor) -> Tensor:
        """The same from the first layer's map (n, STEM, h/4, w/4)."""
        s4 = self.stem[1:](first)
        s8 = self.down8(s4)
        s16 = self.down16(s8)
        s32 = self.down32(s16)
        x = self.up16(s16 + functional.interpolate(self.side16(s32), scale_factor=2.0))
        x = self.up8(s8 + functional.interpolate(self.side8(x), scale_factor=2.0))
        return self.up4(self.skip4(s4) + functional.interpolate(self.side4(x), scale_factor=2.0))  # type: ignore[no-any-return]

    def forward(self, image: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Heat logits (n, 1, h/8, w/8), both quads (n, 16, h/8, w/8) in pixels, the features."""
        x = self.features(image)
        return self.heat(x), self.quads(x) * FAR, x


class Classifier(nn.Module):
    """Kind, turn and mirror logits from face crops, RGB bytes as float (n, 3, s, s).

    The side s is 64, 48 or 40, in use and in training.
    """

    def __init__(self, within: float = 1.0) -> None:
        super().__init__()
        pair = partial(Residual, within=within)
        self.body = nn.Sequential(
            conv(3, 24, stride=2), conv(24, 32),
            conv(32, 64, stride=2), pair(64), pair(64),
            conv(64, 128, stride=2), pair(128), pair(128),
            conv(128, 256, stride=2), pair(256),
        )  # fmt: skip
        self.neck = nn.Sequential(
            conv(256, 64, 1), nn.Flatten(), nn.Dropout(0.2), nn.Linear(64 * GRID**2, 256), nn.ReLU()
        )
        self.kind = nn.Linear(256, len(LABELS))
        self.turn = nn.Linear(256, 4)
        self.mirror = nn.Linear(256, 1)
        self.edges = nn.Sequential(nn.Linear(64 * GRID**2, 64), nn.ReLU(), nn.Linear(64, 8))
        nn.init.zeros_(self.edges[2].weight)  # type: ignore[arg-type]

    def features(self, crops: Tensor) -> Tensor:
        """What all answers are linear in: (n, 256)."""
        return self.features_and_edges(self.body[0](crops / 127.5 - 1.0))[0]

    def features_and_edges(self, first: Tensor) -> tuple[Tensor, Tensor]:
        """The same and the offsets (n, 8) of the face's corners, from the first layer's map.

        A crop of any size ends in the same grid of cells.
        """
        cells = self.neck[0](self.body[1:](first))
        grid = functional.interpolate(cells, size=(GRID, GRID), mode="bilinear").flatten(1)
        return self.neck[2:](grid), self.edges(grid) * NUDGE

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
        """Logits (n, 40) of the label, (n, 4) of the quarter turns, (n) of being mirrored.

        And (n, 8) from the corners of what was cut to the face's own, in sides of what was cut;
        and the features (n, 256).
        """
        x, edges = self.features_and_edges(self.body[0](crops / 127.5 - 1.0))
        return self.kind(x), self.turn(x), self.mirror(x)[:, 0], edges, x


def parameters(model: nn.Module) -> int:
    """How many numbers a model has."""
    return sum(p.numel() for p in model.parameters())


DECAY = 0.998
"""How much of the running mean stays at a step."""


class Average:
    """A running mean of a model's weights, which reads better than its last step."""

    def __init__(self, model: nn.Module) -> None:
        self.steps = 0
        self.state = {k: v.detach().clone() for k, v in model.state_dict().items()}

    @torch.no_grad()
    def update(self, model: nn.Module) -> None:
        """Move towards the model's present weights."""
        self.steps += 1
        decay = min(DECAY, self.steps / (self.steps + 10))
        now = model.state_dict()
        moved = [name for name, value in now.items() if value.is_floating_point()]
        torch._foreach_lerp_(
            [self.state[name] for name in moved], [now[name] for name in moved], 1 - decay
        )
        for name in now.keys() - set(moved):
            self.state[name] = now[name].detach().clone()
