"""Train the face classifier on crops of invented photos and of the real photos marked for training.

python -m models.train_classifier --data DATA… --out RUN [--minutes 30] [--real CROPS.npz]
    [--warm models/classifier.onnx --rate 1e-3]
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from models.disturb import coarse, disturbed, leaning, turned
from models.loop import Losses, Run, command_line
from models.nets import Classifier
from models.prepare import training_shards
from vision.labels import BACK, CLASS_OF

BATCH = 256
RATE = 2e-3
REAL_SHARE = 0.08
MINED_SHARE = 0.25
"""Parts of a batch that are real crops, and crops as a detector found them (``models.mine``)."""
UNSAID = -100
"""A class, turn or mirroring that is not asked about."""
MIRRORED_SHARE = 0.06
CHIRAL = [CLASS_OF[label] for label in (*(f"{n}m" for n in range(10)), "3p", "7p", "4z", "6z")]
"""Faces that a mirror changes beyond doubt."""

Crops = tuple[Tensor, Tensor]
Truth = tuple[Tensor, Tensor, Tensor]
"""Classes, turns, and whether a crop is mirrored."""


def load(shards: list[Path], file: str = "crops.npz") -> Crops:
    """All crops (n, 64, 64, 3) and class numbers of the shards, from one of their files."""
    crops, classes = [torch.empty(0, 64, 64, 3, dtype=torch.uint8)], [torch.empty(0).long()]
    for shard in shards:
        if (shard / file).exists():
            with np.load(shard / file) as kept:
                crops.append(torch.from_numpy(kept["crops"]))
                classes.append(torch.from_numpy(kept["classes"]))
    return torch.cat(crops), torch.cat(classes)


def load_real(file: Path, *, held: bool) -> Crops:
    """Crops and class numbers of the real photos, those held out or the others."""
    with np.load(file) as kept:
        chosen = kept["held"] == held
        return torch.from_numpy(kept["crops"][chosen]), torch.from_numpy(kept["classes"][chosen])


def losses(outputs: tuple[Tensor, ...], truth: Truth) -> Losses:
    """Cross entropies of label, turn and mirroring."""
    kind, turn, mirror = (part.float() for part in outputs)
    classes, turns, mirrored = truth
    asked = mirrored != UNSAID
    return {
        "kind": functional.cross_entropy(kind, classes, label_smoothing=0.03, ignore_index=UNSAID),
        "turn": 0.3 * functional.cross_entropy(turn, turns, ignore_index=UNSAID),
        "mirror": 0.1 * functional.binary_cross_entropy_with_logits(
            mirror[asked], mirrored[asked].float(), pos_weight=torch.tensor(1 / MIRRORED_SHARE)
        ),
    }  # fmt: skip


class Feed:
    """Batches of invented crops with a share of real ones."""

    def __init__(self, data: list[Path], real: Path | None, generator: torch.Generator) -> None:
        shards = training_shards(data)
        sources = [(load(shards, "mined.npz"), MINED_SHARE)]
        if real:
            sources.append((load_real(real, held=False), REAL_SHARE))
        self.generator = generator
        self.real = real is not None
        self.parts = [(crops, int(BATCH * share)) for crops, share in sources if len(crops[0])]
        cut = load(shards)
        self.parts.insert(0, (cut, BATCH - sum(count for _, count in self.parts)))
        print(*(f"{count} of {len(crops[0])} crops" for crops, count in self.parts), flush=True)

    def batches(self) -> Iterator[tuple[Tensor, Truth]]:
        """Batches for ever."""
        while True:
            yield self.batch()

    def batch(self) -> tuple[Tensor, Truth]:
        """Crops as float (n, 3, 64, 64), and what is to be said of them."""
        picked, told = [], []
        for kept, count in self.parts:
            pick = torch.randint(len(kept[0]), (count,), generator=self.generator)
            picked.append(kept[0][pick])
            told.append(kept[1][pick])
        crops, classes = torch.cat(picked).permute(0, 3, 1, 2), torch.cat(told)
        mirrored = torch.rand(BATCH, generator=self.generator) < MIRRORED_SHARE
        crops = torch.where(mirrored[:, None, None, None], crops.flip(3), crops)
        turns = torch.randint(4, (BATCH,), generator=self.generator)
        pixels = turned(crops, turns)
        turns = torch.where(classes >= BACK, UNSAID, turns)
        if self.real:
            turns[BATCH - self.parts[-1][1] :] = UNSAID
        flipped = torch.where(torch.isin(classes, torch.tensor(CHIRAL)), mirrored.long(), UNSAID)
        turns, classes = (torch.where(mirrored, UNSAID, part) for part in (turns, classes))
        order = torch.randperm(BATCH, generator=self.generator)
        pixels = coarse(leaning(pixels[order].float(), self.generator), self.generator)
        truth = classes[order], turns[order], flipped[order]
        return disturbed(pixels, self.generator), truth


def main() -> None:
    """Read the command line and train."""
    parser = command_line("Train the face classifier", minutes=30, rate=RATE)
    parser.add_argument("--real", type=Path, default=None, help="what models.real_crops made")
    args = parser.parse_args()
    feed = Feed(args.data, args.real, torch.Generator().manual_seed(args.seed))
    run = Run(Classifier(), args, "classifier", decay=0.02, example=lambda: feed.batch()[0])
    feed.generator.manual_seed(args.seed + run.step)
    run.train(feed.batches(), losses)


if __name__ == "__main__":
    main()
