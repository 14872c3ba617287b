"""The two networks: a detector of oriented faces and a classifier of face crops."""

import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.labels import LABELS


def conv(inputs: int, outputs: int, size: int = 3, stride: int = 1) -> nn.Sequential:
    """Convolution, batch norm, ReLU."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, size, stride, size // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Two convolutions around a shortcut."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = conv(width, width)
        self.second = nn.Sequential(
            nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width)
        )

    def forward(self, x: Tensor) -> Tensor:
        """Maps of the same shape."""
        return functional.relu(x + self.second(self.first(x)))


class Detector(nn.Module):
    """Centre heat map and two quadrilateral maps at stride 4, from RGB bytes as float (n, 3, h, w).

    After CenterNet (Zhou et al. 2019); the two corner orders hide each other's discontinuity.
    """

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(conv(3, 16, stride=2), conv(16, 32, stride=2), Residual(32))
        self.down8 = nn.Sequential(conv(32, 64, stride=2), Residual(64), Residual(64))
        self.down16 = nn.Sequential(conv(64, 112, stride=2), Residual(112), Residual(112))
        self.down32 = nn.Sequential(conv(112, 144, stride=2), Residual(144), Residual(144))
        self.side16, self.side8, self.side4 = conv(144, 112, 1), conv(112, 64, 1), conv(64, 48, 1)
        self.skip4 = conv(32, 48, 1)
        self.up16, self.up8, self.up4 = Residual(112), Residual(64), Residual(48)
        self.heat = nn.Sequential(conv(48, 32), nn.Conv2d(32, 1, 1))
        self.quads = nn.Sequential(conv(48, 64), nn.Conv2d(64, 16, 1))
        nn.init.constant_(self.heat[1].bias, -4.0)  # type: ignore[arg-type]

    def features(self, image: Tensor) -> Tensor:
        """What both heads look at: maps (n, 48, h/4, w/4)."""
        s4 = self.stem(image / 127.5 - 1.0)
        s8 = self.down8(s4)
        s16 = self.down16(s8)
        s32 = self.down32(s16)
        x = self.up16(s16 + functional.interpolate(self.side16(s32), scale_factor=2.0))
        x = self.up8(s8 + functional.interpolate(self.side8(x), scale_factor=2.0))
        return self.up4(self.skip4(s4) + functional.interpolate(self.side4(x), scale_factor=2.0))  # type: ignore[no-any-return]

    def forward(self, image: Tensor) -> tuple[Tensor, Tensor]:
        """Heat logits (n, 1, h/4, w/4) and both quads (n, 16, h/4, w/4) in pixels."""
        x = self.features(image)
        return self.heat(x), self.quads(x) * 16.0


class Classifier(nn.Module):
    """Kind, turn and mirror logits from face crops, RGB bytes as float (n, 3, 64, 64)."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 24, stride=2), conv(24, 32),
            conv(32, 56, stride=2), Residual(56), Residual(56),
            conv(56, 112, stride=2), Residual(112), Residual(112),
            conv(112, 160, stride=2), Residual(160),
        )  # fmt: skip
        self.neck = nn.Sequential(
            conv(160, 64, 1), nn.Flatten(), nn.Dropout(0.2), nn.Linear(64 * 16, 256), nn.ReLU()
        )
        self.kind = nn.Linear(256, len(LABELS))
        self.turn = nn.Linear(256, 4)
        self.mirror = nn.Linear(256, 1)

    def features(self, crops: Tensor) -> Tensor:
        """What all answers are linear in: (n, 256)."""
        return self.neck(self.body(crops / 127.5 - 1.0))  # type: ignore[no-any-return]

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Logits (n, 40) of the label, (n, 4) of the quarter turns, (n) of being mirrored."""
        x = self.features(crops)
        return self.kind(x), self.turn(x), self.mirror(x)[:, 0]


def parameters(model: nn.Module) -> int:
    """How many numbers a model has."""
    return sum(p.numel() for p in model.parameters())


class Average:
    """A running mean of a model's weights, which reads better than its last step."""

    def __init__(self, model: nn.Module, decay: float = 0.998) -> None:
        self.decay, self.steps = decay, 0
        self.state = {k: v.detach().clone().float() for k, v in model.state_dict().items()}

    @torch.no_grad()
    def update(self, model: nn.Module) -> None:
        """Move towards the model's present weights."""
        self.steps += 1
        decay = min(self.decay, self.steps / (self.steps + 10))
        for name, value in model.state_dict().items():
            if value.is_floating_point():
                self.state[name].lerp_(value.float(), 1 - decay)
            else:
                self.state[name] = value.detach().clone()
