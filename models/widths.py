"""Networks as wide between their pairs of convolutions as the file that holds their weights."""

import argparse
from pathlib import Path

import onnx
import torch
from google.protobuf.message import DecodeError

from models.checkpoints import checkpoint, fill
from models.commands import UnusableError
from models.follow import Leader
from models.nets import Classifier, Detector
from models.warm import CHECKPOINT, constants, module_name, place

NETWORKS: dict[str, type[Detector] | type[Classifier]] = {
    "detector": Detector, "classifier": Classifier,
}  # fmt: skip
PAIR = "first.0"
"""The first convolution of a pair, in whichever module."""


def made_like(name: str, file: Path | None) -> Detector | Classifier:
    """A network as wide as that in a file, without its weights; of full width if there is none.

    Raises ``UnusableError``.
    """
    return NETWORKS[name](within(file) if file else 1.0)


def network_of(name: str, file: Path) -> Detector | Classifier:
    """The network in a file. Raises ``UnusableError``.

    A checkpoint (``.pt``) has its averaged weights, an ONNX file those that were shipped.
    """
    model = made_like(name, file)
    if file.suffix == CHECKPOINT:
        fill(model, checkpoint(file, "average")["average"], file)
    else:
        place(model, file)
    return model


def within(file: Path) -> float:
    """How many channels there are within pairs, as a part of those around them.

    What holds no pairs is told by those who need its weights.
    """
    shapes = of_checkpoint(file) if file.suffix == CHECKPOINT else of_onnx(file)
    outputs, inputs = next(iter(shapes), (1, 1))
    return outputs / inputs


def of_checkpoint(file: Path) -> list[tuple[int, int]]:
    """Channels out of and into the first convolutions of pairs."""
    weights = checkpoint(file, "average")["average"]
    return [tuple(w.shape[:2]) for key, w in weights.items() if key.endswith(f".{PAIR}.weight")]


def of_onnx(file: Path) -> list[tuple[int, int]]:
    """The same of a file as it is shipped."""
    try:
        graph = onnx.load(file).graph
    except DecodeError:
        raise UnusableError(
            f"{file}: expected an ONNX file of a network as it is shipped"
        ) from None
    kept = constants(graph)
    convolutions = [node for node in graph.node if node.op_type == "Conv"]
    pairs = [node for node in convolutions if module_name(node.name).endswith(f".{PAIR}")]
    return [kept[node.input[1]].shape[:2] for node in pairs if node.input[1] in kept]


def begun(name: str, args: argparse.Namespace) -> Detector | Classifier:
    """A network as wide as the checkpoint that a training goes on from, or begins with."""
    file = Path(args.out) / f"{name}{CHECKPOINT}"
    return made_like(name, file if file.exists() else args.warm)


def leading(name: str, file: Path | None, device: torch.device) -> Leader | None:
    """The network to follow, if a file is given. Raises ``UnusableError``."""
    return Leader(network_of(name, file), device) if file else None
