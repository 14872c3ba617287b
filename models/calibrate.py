"""How honest a network's probabilities are, and the temperature that makes them more so."""

import torch
from torch import Tensor
from torch.nn import functional

BINS = 15
COLDEST, HOTTEST, STEPS = 0.3, 4.0, 160


def fit_temperature(logits: Tensor, classes: Tensor) -> float:
    """The temperature with the least negative log likelihood (Guo et al. 2017)."""
    choices = torch.logspace(
        float(torch.log10(torch.tensor(COLDEST))), float(torch.log10(torch.tensor(HOTTEST))), STEPS
    )
    losses = [float(functional.cross_entropy(logits / t, classes)) for t in choices]
    return float(choices[min(range(STEPS), key=losses.__getitem__)])


def calibration_error(chances: Tensor, classes: Tensor) -> float:
    """The expected calibration error over bins of confidence."""
    confidence, named = chances.max(dim=1)
    right = (named == classes).float()
    bins = (confidence * BINS).long().clamp(max=BINS - 1)
    gaps = torch.zeros(BINS).index_add_(0, bins, confidence - right)
    return float(gaps.abs().sum() / len(classes))
