"""Train the face detector on invented photos. Resumes from its checkpoint.

python -m models.train_detector --data DATA… --out RUN [--minutes 45] [--seed 1]
    [--warm models/detector.onnx --rate 1e-3] [--calm 0.5] [--workers 1] [--hold]
    [--follow FILE]

With a network to follow (`models.follow`) all its answers are to be given as well.
"""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional
from torch.utils.data import DataLoader, Dataset

from models.commands import SHARE, UnusableError, in_a_line
from models.follow import Leader, detectors_apart
from models.loop import WEIGHTS, Losses, Run, command_line
from models.patterned import PATTERNED_SHARE, between, patterned
from models.prepare import training_shards, truths_of
from models.targets import targets
from models.widths import begun, leading
from vision import geometry
from vision.labels import BACK, LABELS

SIZE = 512
BATCH = 12
RATE = 2.5e-3
NEGATIVES, FAINT = 0.1, 0.25
"""Shares of the windows shown as a negative, and with little contrast."""
NEAR, LIKE = 1.7, 0.5
"""Tiles side by side are no more of their widths apart. Of the windows about a face so many are
about one that lies beside its like, where there is one: between those it is hardest to cut."""

Bytes: TypeAlias = NDArray[np.uint8]
Quads: TypeAlias = NDArray[np.float32]
Truth: TypeAlias = tuple[list[Tensor], tuple[Tensor, ...]]
"""Maps as `models.targets` has them, and the answers of the network that is followed, if any is."""


@dataclass(frozen=True)
class Photo:
    """An invented photo and its faces."""

    file: Path
    quads: Quads
    labels: NDArray[np.str_]
    visible: Quads

    @cached_property
    def held(self) -> Bytes:
        """Its pixels, blue first, kept once they were asked for."""
        return self.pixels()

    def pixels(self) -> Bytes:
        """Its pixels, blue first. Raises ``UnusableError``."""
        found = cv2.imread(str(self.file))
        if found is None:
            raise UnusableError(f"{self.file}: expected a picture that models.prepare made")
        return np.asarray(found, np.uint8)


def photos(shard: Path) -> list[Photo]:
    """The photos of a shard."""
    return [
        Photo(
            shard / f"{index}.jpg",
            np.array([face["quad"] for face in faces], np.float32).reshape(-1, 4, 2),
            np.array([face["label"] for face in faces]),
            np.array([face["visible"] for face in faces], np.float32),
        )
        for index, faces in enumerate(truths_of(shard))
    ]


class Windows(Dataset[tuple[Tensor, ...]]):
    """Random windows of photos, turned, mirrored, scaled and tinted.

    A share of them is ``calm``: turned by quarters, mirrored, and else nearly as rendered. Of all
    some lie in patterned light.
    """

    def __init__(
        self, photos: list[Photo], seed: int, calm: float = 0.0, *, hold: bool = False
    ) -> None:
        self.photos, self.seed, self.calm, self.hold = photos, seed, calm, hold
        if hold:
            with ThreadPoolExecutor() as pool:
                list(pool.map(lambda photo: photo.held, photos))

    def __len__(self) -> int:
        return 1 << 30

    def __getitem__(self, number: int) -> tuple[Tensor, ...]:
        rng = np.random.default_rng([self.seed, number])
        photo = self.photos[int(rng.integers(len(self.photos)))]
        centre = middle(rng, photo.quads, photo.labels)
        calm = rng.random() < self.calm
        image = photo.held if self.hold else photo.pixels()
        window, quads = view(rng, image, photo.quads, centre, calm)
        window = window[..., ::-1]
        if rng.random() < PATTERNED_SHARE:
            window = patterned(rng, window)
        if not calm:
            if rng.random() < 0.3:
                window = window[..., rng.permutation(3)]
            window = toned(rng, window)
        target = targets(list(quads), photo.visible.tolist(), SIZE)
        pixels = torch.from_numpy(np.ascontiguousarray(window.transpose(2, 0, 1)))
        maps = (target.heat, target.ask, target.quads, target.hold, target.clear)
        return (pixels, *(torch.from_numpy(m) for m in maps))


def middle(rng: np.random.Generator, quads: Quads, labels: NDArray[np.str_]) -> Quads:
    """About where [2] a window is cut out: near a face [n,4,2], often one beside its like."""
    if not len(quads) or rng.random() >= 0.9:
        return np.asarray(rng.uniform(100, 540, 2), np.float32)
    some = np.arange(len(quads))
    if rng.random() < LIKE and (like := beside_like(quads, labels)).any():
        some = np.flatnonzero(like)
    spot = quads[int(rng.choice(some))].mean(axis=0) + rng.normal(0, 80, 2)
    return np.asarray(spot, np.float32)


def beside_like(quads: Quads, labels: NDArray[np.str_]) -> NDArray[np.bool_]:
    """Which faces [n], no backs, have one with the same label beside them."""
    middles = quads.mean(axis=1)
    away = geometry.lengths(middles[:, None] - middles[None])
    near = (away > 0) & (away < NEAR * geometry.short_sides(quads)[:, None])
    alike = labels[:, None] == labels[None]
    return np.asarray((near & alike).any(axis=1) & (labels != LABELS[BACK]))


def view(
    rng: np.random.Generator, image: Bytes, quads: Quads, centre: Quads, calm: bool
) -> tuple[Bytes, Quads]:
    """A window of SIZE pixels about a place, at another scale, angle and stretch."""
    least, most, stretched, slanted = (0.85, 1.2, 0.02, 0.2) if calm else (0.65, 2.4, 0.12, 0.5)
    scale = between(rng, least, most)
    wide = 0.3 if not calm and rng.random() < 0.35 else stretched
    stretch = float(np.exp(rng.normal(0, wide)))
    angle = float(rng.integers(0, 4)) * np.pi / 2
    angle += rng.normal(0, 0.05) if rng.random() < slanted else 0
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    turn = turn @ np.diag([scale * stretch * rng.choice([1, -1]), scale / stretch])
    matrix = np.column_stack([turn, SIZE / 2 - turn @ centre])
    shrink = cv2.INTER_AREA if scale < 0.7 else cv2.INTER_LINEAR
    fill = tuple(float(v) for v in rng.uniform(0, 255, 3))
    window = cv2.warpAffine(image, matrix, (SIZE, SIZE), flags=shrink, borderValue=fill)
    moved = quads @ turn.T.astype(np.float32) + matrix[:, 2].astype(np.float32)
    return np.asarray(window, np.uint8), moved.astype(np.float32)


def toned(rng: np.random.Generator, window: Bytes) -> Bytes:
    """The window, now and then as a negative (light tiles become dark) or with little contrast.

    Half of the latter are dark: there edges hardly show.
    """
    if rng.random() < NEGATIVES:
        window = 255 - window
    if rng.random() >= FAINT:
        return window
    contrast = float(rng.uniform(0.15, 0.7))
    top = 255 * (1 - contrast)
    floor = float(rng.uniform(0, 0.15 * top if rng.random() < 0.5 else top))
    levels = np.clip(contrast * np.arange(256) + floor, 0, 255).astype(np.uint8)
    return np.asarray(levels[window], np.uint8)


def losses(outputs: tuple[Tensor, ...], truth: Truth) -> Losses:
    """Focal loss of the heat (Law & Deng 2018); corner error in shares of the face's short side.

    An order of the corners counts by how clear it is where it begins.
    """
    maps, led = truth
    mine = tuple(part.float() for part in outputs)
    logits, quads = mine[0][:, 0], mine[1]
    heat, ask, wanted, hold, clear = (part.to(logits.device, non_blocking=True) for part in maps)
    chance = torch.sigmoid(logits)
    positive = (heat == 1).float()
    miss = -functional.logsigmoid(logits) * (1 - chance) ** 2 * positive
    false = -functional.logsigmoid(-logits) * chance**2 * (1 - heat) ** 4 * (1 - positive)
    focal = ((miss + false) * ask).sum() / positive.sum().clamp(min=1)
    scale = hold[:, None]
    error = functional.smooth_l1_loss(quads * scale, wanted * scale, beta=0.05, reduction="none")
    weights = clear.repeat_interleave(8, dim=1)
    corners = 2 * (error * weights).sum() / weights.sum().clamp(min=1)
    parts = {"heat": focal, "corners": corners}
    if led:
        parts["apart"] = detectors_apart(mine, led)
    return parts


def batches(
    loader: DataLoader[tuple[Tensor, ...]], leader: Leader | None, device: torch.device
) -> Iterator[tuple[Tensor, Truth]]:
    """Pictures and what is to be said of them. Raises ``UnusableError``."""
    try:
        for images, *maps in loader:
            yield images, (maps, leader(images.to(device)) if leader else ())
    except UnusableError as fault:  # of another process torch tells the whole traceback
        raise UnusableError(str(fault).rstrip().rpartition("UnusableError: ")[2]) from None


@in_a_line
def main() -> None:
    """Read the command line and train."""
    parser = command_line("Train the face detector", minutes=45, rate=RATE, batch=BATCH)
    parser.add_argument(
        "--calm", type=SHARE, default=0.0, help="share of windows shown as they were rendered"
    )
    parser.add_argument("--workers", type=int, default=1, help="processes that cut windows")
    parser.add_argument(
        "--hold", action="store_true", help="keep all pictures in memory, 6 MB a whole table"
    )
    parser.add_argument(
        "--follow", type=WEIGHTS, help="an ONNX file or checkpoint whose answers are to be given"
    )
    args = parser.parse_args()
    leader = leading("detector", args.follow, args.device)
    cv2.setNumThreads(1)
    shown = [photo for shard in training_shards(args.data) for photo in photos(shard)]
    first = Windows(shown, args.seed, args.calm)
    run = Run(
        begun("detector", args), args, "detector", decay=1e-4,
        example=lambda: torch.stack([first[number][0] for number in range(3 * BATCH)]),
        scenes=len(shown),
    )  # fmt: skip
    loader = DataLoader(
        Windows(shown, args.seed + run.step, args.calm, hold=args.hold), args.batch,
        num_workers=args.workers,
    )  # fmt: skip
    run.train(batches(loader, leader, args.device), losses)


if __name__ == "__main__":
    sys.exit(main())
