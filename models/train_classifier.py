"""Train the face classifier on crops of invented photos and of the real photos marked for training.

python -m models.train_classifier --data DATA --out RUN [--minutes 30] [--real CROPS.npz]
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from models.loop import Losses, Run, command_line
from models.nets import Classifier
from models.prepare import shards_of
from vision.labels import BACK

BATCH = 256
RATE = 2e-3
REAL_SHARE = 0.08
UNKNOWN_TURN = -1
HELD_SHARDS = 2
"""So many shards are kept out of training, to measure and calibrate on."""


def load(shards: list[Path]) -> tuple[Tensor, Tensor]:
    """All crops (n, 64, 64, 3) and class numbers of the shards."""
    crops, classes = [], []
    for shard in shards:
        with np.load(shard / "crops.npz") as kept:
            crops.append(torch.from_numpy(kept["crops"]))
            classes.append(torch.from_numpy(kept["classes"]))
    return torch.cat(crops), torch.cat(classes)


def load_real(file: Path, *, held: bool) -> tuple[Tensor, Tensor]:
    """Crops and class numbers of the real photos, those held out or the others."""
    with np.load(file) as kept:
        chosen = kept["held"] == held
        return torch.from_numpy(kept["crops"][chosen]), torch.from_numpy(kept["classes"][chosen])


def turned(crops: Tensor, turns: Tensor) -> Tensor:
    """Each crop (n, 3, 64, 64) turned clockwise by its quarter turns."""
    result = torch.empty_like(crops)
    for k in range(4):
        chosen = turns == k
        result[chosen] = torch.rot90(crops[chosen], -k, (2, 3))
    return result


def grain(count: int, noise: torch.Generator) -> Tensor:
    """Unit noise for ``count`` crops: a few fresh fields, shifted, for noise is dear to draw."""
    fields = torch.randn(32, 3, 64, 64, generator=noise)
    shifts = torch.randint(1, 64, (2,), generator=noise).tolist()
    repeats = -(-count // 32)
    x, y = shifts
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
    crops.addcmul_(sigma.expand(count, 3, 64, 64), grain(count, noise))
    covers = torch.rand(count, generator=noise) < 0.12
    for index in covers.nonzero()[:, 0].tolist():
        x, y, w, h = torch.randint(0, 64, (4,), generator=noise).tolist()
        crops[index, :, y : y + h // 3, x : x + w // 3] = torch.rand((), generator=noise) * 255
    return crops.clamp_(0, 255)


def losses(outputs: tuple[Tensor, Tensor], truth: tuple[Tensor, Tensor]) -> Losses:
    """Cross entropy of label and turn; turns that nobody knows do not count."""
    classes, turns = truth
    kind = functional.cross_entropy(outputs[0].float(), classes, label_smoothing=0.03)
    known = turns != UNKNOWN_TURN
    turn = functional.cross_entropy(outputs[1].float()[known], turns[known])
    return {"kind": kind, "turn": 0.3 * turn}


class Feed:
    """Batches of invented crops with a share of real ones."""

    def __init__(self, data: Path, real: Path | None, generator: torch.Generator) -> None:
        self.crops, self.classes = load(shards_of(data)[HELD_SHARDS:])
        self.generator = generator
        self.real: tuple[Tensor, Tensor] | None = None
        if real:
            self.real = load_real(real, held=False)

    def batches(self) -> Iterator[tuple[Tensor, tuple[Tensor, Tensor]]]:
        """Batches for ever."""
        while True:
            yield self.batch()

    def batch(self) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        """Crops as float (n, 3, 64, 64); classes and turns."""
        real = int(BATCH * REAL_SHARE) if self.real else 0
        pick = torch.randint(len(self.crops), (BATCH - real,), generator=self.generator)
        crops, classes = self.crops[pick], self.classes[pick]
        if self.real:
            pick = torch.randint(len(self.real[0]), (real,), generator=self.generator)
            crops = torch.cat([crops, self.real[0][pick]])
            classes = torch.cat([classes, self.real[1][pick]])
        turns = torch.randint(4, (BATCH,), generator=self.generator)
        pixels = turned(crops.permute(0, 3, 1, 2), turns).float()
        turns = torch.where(classes >= BACK, torch.tensor(UNKNOWN_TURN), turns)
        turns[BATCH - real :] = UNKNOWN_TURN
        return disturbed(pixels, self.generator), (classes, turns)


def main() -> None:
    """Read the command line and train."""
    parser = command_line("Train the face classifier", minutes=30)
    parser.add_argument("--real", type=Path, default=None, help="what models.real_crops made")
    args = parser.parse_args()
    run = Run(Classifier(), args, "classifier", rate=RATE, decay=0.02)
    feed = Feed(args.data, args.real, torch.Generator().manual_seed(args.seed + run.step))
    run.train(feed.batches(), losses)


if __name__ == "__main__":
    main()
