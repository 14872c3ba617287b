"""Train the face classifier on crops of invented photos and of the real photos marked for training.

python -m models.train_classifier --data DATA… --out RUN [--minutes 30] [--real CROPS.npz]
    [--flat FLAT…] [--warm models/classifier.onnx --rate 1e-3 [--frozen 5]]
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from models.crops import PATCH
from models.disturb import coarse, disturbed, reweighed
from models.loop import Losses, Run, command_line
from models.nets import Classifier
from models.prepare import training_shards
from models.views import views
from vision.labels import BACK, CLASS_OF

BATCH = 256
RATE = 2e-3
REAL_SHARE = 0.08
MINED_SHARE = 0.18
HARD_SHARE = 0.1
FLAT_SHARE = 0.24
"""Parts of a batch that are real, that are no faces although a detector found them, that a
classifier did not know (both ``models.mine``), and that are faces laid flat (``models.flat``)."""
UNSAID = -100
"""A class, turn or mirroring that is not asked about."""
MIRRORED_SHARE = 0.06
SMALL_SIDE, SMALL_SHARE = 48, 0.5
"""So many batches are shown smaller: faces of any sharpness, and half the work."""
CHIRAL = [CLASS_OF[label] for label in (*(f"{n}m" for n in range(10)), "3p", "7p", "4z", "6z")]
"""Faces that a mirror changes beyond doubt."""

Patches = tuple[Tensor, Tensor]
Truth = tuple[Tensor, Tensor, Tensor, Tensor]
"""Classes, turns, whether a crop is mirrored, and the offsets of the corners (not a number where
they are not asked about)."""


def load(shards: list[Path], file: str = "patches.npz") -> Patches:
    """All patches (n, 96, 96, 3) and class numbers of the shards, from one of their files."""
    every, classes = [torch.empty(0, PATCH, PATCH, 3, dtype=torch.uint8)], [torch.empty(0).long()]
    for shard in shards:
        if (shard / file).exists():
            with np.load(shard / file) as kept:
                every.append(torch.from_numpy(kept["patches"]))
                classes.append(torch.from_numpy(kept["classes"]))
    return torch.cat(every), torch.cat(classes)


def load_real(file: Path, *, held: bool) -> Patches:
    """Patches and class numbers of the real photos, those held out or the others."""
    with np.load(file) as kept:
        chosen = kept["held"] == held
        return torch.from_numpy(kept["patches"][chosen]), torch.from_numpy(kept["classes"][chosen])


def losses(outputs: tuple[Tensor, ...], truth: Truth) -> Losses:
    """Cross entropies of label, turn and mirroring; how far off the corners are."""
    kind, turn, mirror, edges = (part.float() for part in outputs)
    classes, turns, mirrored, offsets = truth
    asked, faces = mirrored != UNSAID, ~offsets.isnan().any(dim=1)
    return {
        "kind": functional.cross_entropy(kind, classes, label_smoothing=0.03, ignore_index=UNSAID),
        "turn": 0.3 * functional.cross_entropy(turn, turns, ignore_index=UNSAID),
        "mirror": 0.1 * functional.binary_cross_entropy_with_logits(
            mirror[asked], mirrored[asked].float(), pos_weight=torch.tensor(1 / MIRRORED_SHARE)
        ),
        "edges": 3 * functional.smooth_l1_loss(edges[faces], offsets[faces], beta=0.03),
    }  # fmt: skip


class Feed:
    """Batches of invented crops with a share of real ones."""

    def __init__(
        self,
        data: list[Path],
        real: Path | None,
        generator: torch.Generator,
        flat: Sequence[Path] = (),
    ) -> None:
        shards = training_shards(data)
        sources = [
            (load(shards, "mined.npz"), MINED_SHARE),
            (load(shards, "hard.npz"), HARD_SHARE),
            (load(list(flat), "flat.npz"), FLAT_SHARE),
        ]
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
        """Crops as float (n, 3, s, s), and what is to be said of them."""
        picked, told = [], []
        for kept, count in self.parts:
            pick = torch.randint(len(kept[0]), (count,), generator=self.generator)
            picked.append(kept[0][pick])
            told.append(kept[1][pick])
        patches, classes = torch.cat(picked).permute(0, 3, 1, 2), torch.cat(told)
        mirrored = torch.rand(BATCH, generator=self.generator) < MIRRORED_SHARE
        patches = torch.where(mirrored[:, None, None, None], patches.flip(3), patches)
        turns = torch.randint(4, (BATCH,), generator=self.generator)
        pixels, offsets = views(patches.float(), turns, self.generator)
        offsets[classes == CLASS_OF["none"]] = torch.nan
        turns = torch.where(classes >= BACK, UNSAID, turns)
        if self.real:
            turns[BATCH - self.parts[-1][1] :] = UNSAID
            offsets[BATCH - self.parts[-1][1] :] = torch.nan
        flipped = torch.where(torch.isin(classes, torch.tensor(CHIRAL)), mirrored.long(), UNSAID)
        turns, classes = (torch.where(mirrored, UNSAID, part) for part in (turns, classes))
        order = torch.randperm(BATCH, generator=self.generator)
        pixels = coarse(reweighed(pixels[order], self.generator), self.generator)
        pixels = disturbed(pixels, self.generator)
        if torch.rand((), generator=self.generator) < SMALL_SHARE:
            pixels = functional.interpolate(
                pixels, size=(SMALL_SIDE, SMALL_SIDE), mode="bilinear", antialias=True
            )
        return pixels, (classes[order], turns[order], flipped[order], offsets[order])


def freeze(model: Classifier, layers: int) -> None:
    """Let the first layers of the body stay as they are, batch norms too."""
    for layer in model.body[:layers]:
        layer.eval().requires_grad_(requires_grad=False)


def main() -> None:
    """Read the command line and train."""
    parser = command_line("Train the face classifier", minutes=30, rate=RATE)
    parser.add_argument("--real", type=Path, default=None, help="what models.real_crops made")
    parser.add_argument("--flat", type=Path, nargs="*", default=[], help="what models.flat made")
    parser.add_argument(
        "--frozen", type=int, default=0, help="layers that stay: 5 of 10 are half of the work"
    )
    args = parser.parse_args()
    feed = Feed(args.data, args.real, torch.Generator().manual_seed(args.seed), args.flat)
    model = Classifier()
    run = Run(model, args, "classifier", decay=0.02, example=lambda: feed.batch()[0])
    freeze(model, args.frozen)
    feed.generator.manual_seed(args.seed + run.step)
    run.train(feed.batches(), losses)


if __name__ == "__main__":
    main()
