"""Train the face detector on invented photos. Resumes from its checkpoint.

python -m models.train_detector --data DATA… --out RUN [--minutes 45] [--seed 1]
    [--warm models/detector.onnx --rate 1e-3]
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional
from torch.utils.data import DataLoader, Dataset

from models.loop import Losses, Run, command_line
from models.nets import Detector
from models.prepare import training_shards
from models.targets import targets

SIZE = 512
BATCH = 12
RATE = 2.5e-3
NEGATIVES, FAINT = 0.1, 0.25
"""Shares of the windows shown as a negative, and with little contrast."""

Bytes: TypeAlias = NDArray[np.uint8]


class Photos(Dataset[tuple[Tensor, ...]]):
    """Random windows of the invented photos, turned, mirrored, scaled and tinted."""

    def __init__(self, data: list[Path], seed: int) -> None:
        self.shards = training_shards(data)
        self.truths = [json.loads((s / "truth.json").read_text()) for s in self.shards]
        self.seed = seed

    def __len__(self) -> int:
        return 1 << 30

    def __getitem__(self, number: int) -> tuple[Tensor, ...]:
        rng = np.random.default_rng([self.seed, number])
        shard = int(rng.integers(len(self.shards)))
        index = int(rng.integers(len(self.truths[shard])))
        image = cv2.imread(str(self.shards[shard] / f"{index}.jpg"))[..., ::-1]
        faces = self.truths[shard][index]
        quads = np.array([f["quad"] for f in faces], np.float32).reshape(-1, 4, 2)
        window, quads = self.view(rng, image, quads)
        if rng.random() < 0.3:
            window = window[..., rng.permutation(3)]
        window = toned(rng, window)
        target = targets(list(quads), [f["visible"] for f in faces], SIZE)
        pixels = torch.from_numpy(np.ascontiguousarray(window.transpose(2, 0, 1)))
        maps = (target.heat, target.ask, target.quads, target.hold, target.clear)
        return (pixels, *(torch.from_numpy(m) for m in maps))

    def view(self, rng: np.random.Generator, image: Any, quads: Any) -> tuple[Any, Any]:
        """A window of SIZE pixels about a face, at another scale, angle and stretch."""
        scale = float(np.exp(rng.uniform(np.log(0.65), np.log(2.4))))
        stretch = float(np.exp(rng.normal(0, 0.3 if rng.random() < 0.35 else 0.12)))
        angle = float(rng.integers(0, 4)) * np.pi / 2 + (
            rng.normal(0, 0.05) if rng.random() < 0.5 else 0
        )
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        turn = turn @ np.diag([scale * stretch * rng.choice([1, -1]), scale / stretch])
        if len(quads) and rng.random() < 0.9:
            centre = quads[int(rng.integers(len(quads)))].mean(axis=0) + rng.normal(0, 80, 2)
        else:
            centre = rng.uniform(100, 540, 2)
        matrix = np.column_stack([turn, SIZE / 2 - turn @ centre])
        shrink = cv2.INTER_AREA if scale < 0.7 else cv2.INTER_LINEAR
        fill = tuple(float(v) for v in rng.uniform(0, 255, 3))
        window = cv2.warpAffine(image, matrix, (SIZE, SIZE), flags=shrink, borderValue=fill)
        moved = quads @ turn.T.astype(np.float32) + matrix[:, 2].astype(np.float32)
        return window, moved.astype(np.float32)


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


def losses(outputs: tuple[Tensor, Tensor], maps: list[Tensor]) -> Losses:
    """Focal loss of the heat (Law & Deng 2018); corner error in shares of the face's short side.

    An order of the corners counts by how clear it is where it begins.
    """
    logits, quads = outputs[0].float()[:, 0], outputs[1].float()
    heat, ask, wanted, hold, clear = maps
    chance = torch.sigmoid(logits)
    positive = (heat == 1).float()
    miss = -functional.logsigmoid(logits) * (1 - chance) ** 2 * positive
    false = -functional.logsigmoid(-logits) * chance**2 * (1 - heat) ** 4 * (1 - positive)
    focal = ((miss + false) * ask).sum() / positive.sum().clamp(min=1)
    scale = hold[:, None]
    error = functional.smooth_l1_loss(quads * scale, wanted * scale, beta=0.05, reduction="none")
    weights = clear.repeat_interleave(8, dim=1)
    corners = 2 * (error * weights).sum() / weights.sum().clamp(min=1)
    return {"heat": focal, "corners": corners}


def batches(loader: DataLoader[tuple[Tensor, ...]]) -> Iterator[tuple[Tensor, list[Tensor]]]:
    """Pictures and their maps."""
    for images, *maps in loader:
        yield images, maps


def main() -> None:
    """Read the command line and train."""
    args = command_line("Train the face detector", minutes=45, rate=RATE).parse_args()
    first = Photos(args.data, args.seed)
    run = Run(
        Detector(), args, "detector", decay=1e-4,
        example=lambda: torch.stack([first[number][0] for number in range(3 * BATCH)]),
    )  # fmt: skip
    loader = DataLoader(Photos(args.data, args.seed + run.step), BATCH, num_workers=1)
    run.train(batches(loader), losses)


if __name__ == "__main__":
    main()
