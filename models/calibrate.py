"""How honest a network's probabilities are, and the temperature that makes them more so."""

from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from models.measure import matched
from vision import geometry
from vision.labels import CLASS_OF
from vision.nets.classifier import Classifier
from vision.nets.detector import Detector
from vision.synthetic.evaluation import evaluation_table

BINS = 15
COLDEST, HOTTEST, STEPS = 0.3, 4.0, 160

FIRST_TABLE = 90_000
SEEN = 0.7


def answers_on_tables(detector: Path, classifier: Path, count: int) -> tuple[Tensor, Tensor]:
    """Probabilities [n,40] and true classes [n] of the faces found on whole tables.

    The tables show designs as they are trained on, so that none that is measured is calibrated on.
    """
    finder, namer = Detector.open(detector), Classifier.open(classifier)
    every, classes = [torch.empty(0, len(CLASS_OF))], [torch.empty(0).long()]
    for seed in range(FIRST_TABLE, FIRST_TABLE + count):
        picture = evaluation_table(seed, forms="training")
        truths = [t for t in picture.tiles if t.face_up and t.visible >= SEEN and t.zone != "stick"]
        true = geometry.boxes(np.array([t.polygon for t in truths], np.float32).reshape(-1, 4, 2))
        quads, chances, *_ = namer.settle(picture.image, finder.detect(picture.image)[0])
        pairs = matched(geometry.boxes(quads), true)
        every.append(torch.from_numpy(chances[list(pairs)]))
        classes.append(torch.tensor([CLASS_OF[truths[at].tile] for at in pairs.values()]))
    return torch.cat(every), torch.cat(classes).long()


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
