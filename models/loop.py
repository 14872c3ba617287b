"""The one training loop: minutes instead of epochs, in bfloat16, resumable at any kill.

On a GPU where there is one, else on the CPU.
"""

import argparse
import hashlib
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import torch
from torch import Tensor, nn

from models.checkpoints import checkpoint, fill
from models.commands import COUNT, SEED, file_there
from models.nets import Average, parameters
from models.prepare import PREPARED
from models.warm import warm_start
from table.cli.options import within

WEIGHTS = file_there("an ONNX file or a checkpoint")
WARM_UP = 200
SAVE_EVERY = 250
TELL_EVERY = 50

Losses: TypeAlias = dict[str, Tensor]


def command_line(purpose: str, minutes: float, rate: float, batch: int) -> argparse.ArgumentParser:
    """The options that both trainings share."""
    parser = argparse.ArgumentParser(description=purpose)
    parser.add_argument(
        "--data", type=PREPARED, nargs="+", required=True, help="what models.prepare made"
    )
    parser.add_argument("--out", type=Path, required=True, help="folder of the checkpoint")
    parser.add_argument("--minutes", type=within(float, 1e-6, 1e6), default=minutes)
    parser.add_argument("--seed", type=SEED, default=1)
    parser.add_argument(
        "--rate", type=within(float, 1e-9, 1.0), default=rate, help="the highest learning rate"
    )
    parser.add_argument("--warm", type=WEIGHTS, help="an ONNX file or checkpoint to begin with")
    parser.add_argument("--threads", type=COUNT, default=2)
    parser.add_argument("--batch", type=COUNT, default=batch)
    parser.add_argument(
        "--device", type=device, default="cuda" if torch.cuda.is_available() else "cpu"
    )
    return parser


def device(text: str) -> torch.device:
    """What torch calculates on, for argparse."""
    try:
        return torch.device(text)
    except RuntimeError:
        raise argparse.ArgumentTypeError(f"{text!r}: expected cpu or cuda") from None


class Run:
    """A model on its way: optimizer, averaged weights, minutes spent, and the file of it all."""

    def __init__(
        self,
        model: nn.Module,
        args: argparse.Namespace,
        name: str,
        decay: float,
        example: Callable[[], Tensor],
        scenes: int = 0,
    ) -> None:
        torch.manual_seed(args.seed)
        torch.set_num_threads(args.threads)
        args.out.mkdir(parents=True, exist_ok=True)
        self.file: Path = args.out / f"{name}.pt"
        self.begun_with = hashlib.sha256(args.warm.read_bytes()).hexdigest() if args.warm else ""
        if args.warm and not self.file.exists():
            warm_start(model, args.warm, example())
        self.device = torch.device(args.device)
        torch.backends.cudnn.benchmark = True
        self.model = model.to(self.device, memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.optimizer = torch.optim.AdamW(model.parameters(), lr=args.rate, weight_decay=decay)
        self.average = Average(model)
        self.rate, self.limit = float(args.rate), float(args.minutes)
        self.minutes, self.step, self.seed = 0.0, 0, int(args.seed)
        self.scenes = scenes
        if self.file.exists():
            self.load()
        size = f"{parameters(model):,} parameters"
        print(f"{name}: {size}; step {self.step}, minute {self.minutes:.1f}", flush=True)

    def load(self) -> None:
        """Go on where the file stops."""
        saved = checkpoint(
            self.file, "model", "optimizer", "average", "minutes", "step", device=self.device
        )
        fill(self.model, saved["model"], self.file)
        self.optimizer.load_state_dict(saved["optimizer"])
        self.average.state, self.average.steps = saved["average"], saved["step"]
        self.minutes, self.step = saved["minutes"], saved["step"]
        self.seed = saved.get("seed", self.seed)
        self.scenes = max(self.scenes, saved.get("scenes", 0))
        self.begun_with = saved.get("begun_with", "") or self.begun_with

    def save(self) -> None:
        """Write the file whole or not at all."""
        state: dict[str, Any] = {
            "model": self.model.state_dict(), "optimizer": self.optimizer.state_dict(),
            "average": self.average.state, "minutes": self.minutes, "step": self.step,
            "begun_with": self.begun_with, "seed": self.seed, "scenes": self.scenes,
        }  # fmt: skip
        fresh = self.file.with_suffix(".new")
        torch.save(state, fresh)
        fresh.replace(self.file)

    def train(
        self, batches: Iterator[tuple[Tensor, Any]], losses: Callable[[Any, Any], Losses]
    ) -> None:
        """Train on (images, truth) until the minutes are spent; ``losses`` are summed."""
        began, before = time.monotonic(), self.minutes
        sums: dict[str, Tensor] = {}
        for images, truth in batches:
            self.minutes = before + (time.monotonic() - began) / 60
            share = min(1.0, self.minutes / self.limit)
            falling = max(0.02, 0.5 * (1 + np.cos(np.pi * share)))
            for group in self.optimizer.param_groups:
                group["lr"] = float(self.rate * min(1.0, (self.step + 1) / WARM_UP) * falling)
            self.advance(images, truth, losses, sums)
            if self.step % TELL_EVERY == 0:
                told = (f"{name} {value.item() / TELL_EVERY:.4f}" for name, value in sums.items())
                print(f"{self.step} {self.minutes:.1f} min", *told, flush=True)
                sums.clear()
            if self.step % SAVE_EVERY == 0 or share >= 1:
                self.save()
            if share >= 1:
                return

    def advance(
        self,
        images: Tensor,
        truth: Any,
        losses: Callable[[Any, Any], Losses],
        sums: dict[str, Tensor],
    ) -> None:
        """One step."""
        shown = images.to(self.device, non_blocking=True).float()
        with torch.autocast(self.device.type, torch.bfloat16):
            outputs = self.model(shown.contiguous(memory_format=torch.channels_last))
        parts = losses(outputs, truth)
        self.optimizer.zero_grad(set_to_none=True)
        torch.stack(list(parts.values())).sum().backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self.model.parameters(), 5.0)
        self.optimizer.step()
        self.average.update(self.model)
        self.step += 1
        for name, part in parts.items():
            sums[name] = part.detach() + sums.get(name, 0.0)
