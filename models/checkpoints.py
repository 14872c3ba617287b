"""Checkpoints of trainings, read so that one which is none, or another network's, is named."""

import pickle
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from models.commands import UnusableError


def checkpoint(file: Path, *needed: str, device: torch.device | str = "cpu") -> dict[str, Any]:
    """What a training wrote, with all that is ``needed`` of it. Raises ``UnusableError``."""
    if not file.is_file():
        raise UnusableError(f"{file}: is not there; expected the checkpoint of a training")
    try:
        saved = torch.load(file, weights_only=True, map_location=device)
    except (EOFError, KeyError, RuntimeError, ValueError, pickle.UnpicklingError):
        raise UnusableError(f"{file}: is damaged or no checkpoint; expected one") from None
    lacking = [key for key in needed if not isinstance(saved, dict) or key not in saved]
    if lacking:
        raise UnusableError(f"{file}: has no {' '.join(lacking)}; expected a training's checkpoint")
    return saved  # type: ignore[no-any-return]


def fill(model: nn.Module, weights: dict[str, Tensor], file: Path) -> None:
    """Put a checkpoint's weights into the network they are of. Raises ``UnusableError``."""
    try:
        model.load_state_dict(weights)
    except RuntimeError:
        name = type(model).__name__.lower()
        raise UnusableError(
            f"{file}: holds the weights of another network; expected a {name}'s"
        ) from None
