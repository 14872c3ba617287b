"""Train the face classifier on crops of invented photos and of the real photos marked for training.

python -m models.train_classifier --data DATA… --out RUN [--minutes 30] [--real CROPS.npz]
    [--flat FLAT…] [--warm models/classifier.onnx --rate 1e-3 [--frozen 5]]
    [--follow FILE] [--calm 0.5]

With a network to follow (`models.follow`) all its answers are to be given as well.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import torch
from torch import Tensor
from torch.nn import functional

from models.commands import SHARE, UnusableError, file_there, folder_there, in_a_line
from models.crops import PATCH
from models.disturb import burnt, coarse, disturbed, faded, filmed, processed, reweighed
from models.follow import Leader, classifiers_apart
from models.lamps import glared, lit
from models.loop import WEIGHTS, Losses, Run, command_line
from models.nets import Classifier
from models.patch_files import array
from models.prepare import SHARD, training_shards
from models.views import views
from models.widths import begun, leading
from vision.labels import BACK, CLASS_OF

BATCH = 256
RATE = 2e-3
REAL_SHARE = 0.07
MINED_SHARE = 0.15
HARD_SHARE = 0.12
FLAT_SHARE = 0.27
"""Parts of a batch that are real, that are no faces although a detector found them, that a
classifier did not know (both ``models.mine``), and that are faces laid flat (``models.flat``)."""
EVENED = 0.65
"""A class comes as often as this power of how many crops it has: kinds alike, few backs."""
OFTENER = {"5z": 1.6, "back": 0.6}
"""So many times as often as that: half of the hakus are bare, and have to be told from backs."""
UNSAID = -100
"""A class, turn or mirroring that is not asked about."""
MIRRORED_SHARE = 0.06
SMALLER = {48: 0.3, 40: 0.25}
"""So many batches are shown in fewer pixels a side: faces of any sharpness, and less work."""
CHIRAL = [CLASS_OF[label] for label in (*(f"{n}m" for n in range(10)), "4z", "6z")]
"""Faces that a mirror changes beyond doubt; the slant of a 3p and a 7p goes either way in sets."""
FIVES = [CLASS_OF[f"{number}{suit}"] for suit in "mps" for number in (0, 5)]
"""Faces that the colour of their ink tells apart."""

Patches = tuple[Tensor, Tensor]
Truth = tuple[Tensor, Tensor, Tensor, Tensor, tuple[Tensor, ...]]
"""Classes, turns, whether a crop is mirrored, the offsets of the corners (not a number where
nothing is asked); the answers of the network that is followed, if any is."""


def load(shards: list[Path], file: str = "patches.npz") -> Patches:
    """All patches (n, 96, 96, 3) and class numbers of the shards, from one of their files."""
    files = [shard / file for shard in shards if (shard / file).exists()]
    classes = [torch.empty(0).long(), *(torch.from_numpy(array(one, "classes")) for one in files)]
    every = torch.empty(sum(map(len, classes)), PATCH, PATCH, 3, dtype=torch.uint8)
    at = 0
    for one, kinds in zip(files, classes[1:], strict=True):
        every[at : at + len(kinds)] = torch.from_numpy(array(one, "patches", len(kinds)))
        at += len(kinds)
    return every, torch.cat(classes)


def load_real(file: Path, *, held: bool) -> Patches:
    """Patches and class numbers of the real photos, those held out or the others."""
    chosen = array(file, "held") == held
    crops, kinds = (array(file, name, len(chosen))[chosen] for name in ("patches", "classes"))
    return torch.from_numpy(crops), torch.from_numpy(kinds)


def losses(outputs: tuple[Tensor, ...], truth: Truth) -> Losses:
    """Cross entropies of label, turn and mirroring; how far off the corners are."""
    kind, turn, mirror, edges, features = (part.float() for part in outputs)
    classes, turns, mirrored, offsets, led = truth
    asked, faces = mirrored != UNSAID, ~offsets.isnan().any(dim=1)
    parts = {
        "kind": functional.cross_entropy(kind, classes, label_smoothing=0.03, ignore_index=UNSAID),
        "turn": 0.3 * functional.cross_entropy(turn, turns, ignore_index=UNSAID),
        "mirror": 0.1 * functional.binary_cross_entropy_with_logits(
            mirror[asked], mirrored[asked].float(), pos_weight=mirror.new_tensor(1 / MIRRORED_SHARE)
        ),
        "edges": 3 * functional.smooth_l1_loss(edges[faces], offsets[faces], beta=0.03),
    }  # fmt: skip
    if led:
        parts["apart"] = classifiers_apart((kind, turn, mirror, edges, features), led)
    return parts


def evened(classes: Tensor) -> Tensor:
    """Running sums of how often each crop is to be drawn."""
    counts = classes.bincount().double().clamp(min=1)
    weights = counts ** (EVENED - 1)
    for label, times in OFTENER.items():
        if CLASS_OF[label] < len(weights):
            weights[CLASS_OF[label]] *= times
    return weights[classes].cumsum(0)


class Feed:
    """Batches of invented crops with a share of real ones, on the device that draws them."""

    def __init__(
        self,
        data: list[Path],
        real: Path | None,
        generator: torch.Generator,
        flat: Sequence[Path] = (),
        leader: Leader | None = None,
        calm: float = 0.0,
        size: int = BATCH,
    ) -> None:
        self.leader, self.calm, self.size = leader, calm, size
        for lacking in (folder for folder in flat if not (folder / "flat.npz").exists()):
            raise UnusableError(f"{lacking}: no flat.npz; expected what models.flat made")
        shards = training_shards(data)
        self.scenes = SHARD * sum((shard / "patches.npz").exists() for shard in shards)
        if not self.scenes:
            raise UnusableError(f"{shards[0]}: no patches.npz, nor in another shard; expected one")
        sources = [
            (load(shards, "mined.npz"), MINED_SHARE),
            (load(shards, "hard.npz"), HARD_SHARE),
            (load(list(flat), "flat.npz"), FLAT_SHARE),
        ]
        if real:
            sources.append((load_real(real, held=False), REAL_SHARE))
        self.generator = generator
        self.real = real is not None
        parts = [(crops, int(size * share)) for crops, share in sources if len(crops[0])]
        parts.insert(0, (load(shards), size - sum(count for _, count in parts)))
        at = generator.device
        self.parts = [((crops.to(at), kinds.to(at)), count) for (crops, kinds), count in parts]
        self.often = [evened(crops[1]) for crops, _ in self.parts]
        print(*(f"{count} of {len(crops[0])} crops" for crops, count in self.parts), flush=True)

    def batches(self) -> Iterator[tuple[Tensor, Truth]]:
        """Batches for ever."""
        while True:
            yield self.batch()

    def example(self) -> Tensor:
        """Crops of a batch, where a file's weights are put into a network."""
        return self.batch()[0].cpu()

    def batch(self) -> tuple[Tensor, Truth]:
        """Crops as float (n, 3, s, s), and what is to be said of them."""
        with self.generator.device:
            return self.drawn()

    def drawn(self) -> tuple[Tensor, Truth]:
        """A batch, where torch makes its tensors."""
        picked, told = [], []
        for (kept, count), often in zip(self.parts, self.often, strict=True):
            at = torch.rand(count, generator=self.generator, dtype=torch.float64) * often[-1]
            pick = torch.searchsorted(often, at).clamp(max=len(often) - 1)
            picked.append(kept[0][pick])
            told.append(kept[1][pick])
        patches, classes = torch.cat(picked).permute(0, 3, 1, 2), torch.cat(told)
        mirrored = torch.rand(self.size, generator=self.generator) < MIRRORED_SHARE
        patches = torch.where(mirrored[:, None, None, None], patches.flip(3), patches)
        turns = torch.randint(4, (self.size,), generator=self.generator)
        pixels, offsets = views(patches.float(), turns, self.generator)
        offsets[classes == CLASS_OF["none"]] = torch.nan
        turns = torch.where(classes >= BACK, UNSAID, turns)
        if self.real:
            turns[self.size - self.parts[-1][1] :] = UNSAID
            offsets[self.size - self.parts[-1][1] :] = torch.nan
        flipped = torch.where(torch.isin(classes, torch.tensor(CHIRAL)), mirrored.long(), UNSAID)
        turns, classes = (torch.where(mirrored, UNSAID, part) for part in (turns, classes))
        order = torch.randperm(self.size, generator=self.generator)
        pixels, shown = pixels[order], classes[order]
        if torch.rand((), generator=self.generator) >= self.calm:
            pixels = self.spoilt(pixels, shown)
        unlike = (shown == BACK) | (shown == CLASS_OF["none"]) | (shown == UNSAID)
        pixels = faded(pixels, unlike, shown == CLASS_OF["5z"], self.generator)
        chance = float(torch.rand((), generator=self.generator))
        for side, share in SMALLER.items():
            if chance < share:
                pixels = functional.interpolate(
                    pixels, size=(side, side), mode="bilinear", antialias=True
                )
                break
            chance -= share
        truth = (shown, turns[order], flipped[order], offsets[order])
        return pixels, (*truth, self.leader(pixels) if self.leader else ())

    def spoilt(self, pixels: Tensor, classes: Tensor) -> Tensor:
        """Crops (n, 3, s, s) as worse cameras would show them than those that took them."""
        pixels = coarse(reweighed(pixels, self.generator), self.generator)
        pixels = lit(pixels, torch.isin(classes, torch.tensor(FIVES)), self.generator)
        pixels = glared(disturbed(pixels, self.generator), self.generator)
        pixels = burnt(pixels, classes == BACK, self.generator)
        return filmed(processed(pixels, self.generator), self.generator)


def freeze(model: Classifier, layers: int) -> None:
    """Let the first layers of the body stay as they are, batch norms too."""
    for layer in model.body[:layers]:
        layer.eval().requires_grad_(requires_grad=False)


@in_a_line
def main() -> None:
    """Read the command line and train."""
    parser = command_line("Train the face classifier", minutes=30, rate=RATE, batch=BATCH)
    parser.add_argument(
        "--real", type=file_there("what models.real_crops made"), help="what models.real_crops made"
    )
    parser.add_argument(
        "--flat",
        type=folder_there("a folder that models.flat or models.flat_alike made"),
        nargs="*",
        default=[],
        help="what models.flat or models.flat_alike made",
    )
    parser.add_argument(
        "--frozen", type=int, default=0, help="layers that stay: 5 of 10 are half of the work"
    )
    parser.add_argument(
        "--follow", type=WEIGHTS, help="an ONNX file or checkpoint whose answers are to be given"
    )
    parser.add_argument(
        "--calm", type=SHARE, default=0.0, help="share of batches shown as they were rendered"
    )
    args = parser.parse_args()
    leader = leading("classifier", args.follow, args.device)
    noise = torch.Generator(args.device).manual_seed(args.seed)
    feed = Feed(args.data, args.real, noise, args.flat, leader, args.calm, args.batch)
    model = begun("classifier", args)
    assert isinstance(model, Classifier)
    run = Run(model, args, "classifier", decay=0.02, example=feed.example, scenes=feed.scenes)
    freeze(model, args.frozen)
    feed.generator.manual_seed(args.seed + run.step)
    run.train(feed.batches(), losses)


if __name__ == "__main__":
    sys.exit(main())
