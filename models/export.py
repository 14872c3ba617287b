"""Export both networks to ONNX with their pre- and postprocessing inside, and prove they agree.

    python -m models.export --run RUN --data DATA --real CROPS.npz

Writes ``models/detector.onnx``, ``models/classifier.onnx`` and their birth certificate
``models/manifest.toml``. The classifier's temperature is fitted on what it was not trained on.
"""

import argparse
import hashlib
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import numpy_helper
from torch import Tensor, nn
from torch.nn import functional

from models.nets import Classifier, Detector, parameters
from models.prepare import shards_of
from models.train_classifier import HELD_SHARDS, load, load_real, turned

HERE = Path(__file__).parent
OPSET = 17
LARGE = 512
"""Initializers with more numbers than this are stored in half precision."""
AGREE = 0.02
"""How far the shipped model may differ from the trained one, as a probability."""


class ShippedDetector(nn.Module):
    """RGB bytes (1, h, w, 3) in; heat 0–1, and the two quadrilateral maps out."""

    def __init__(self, model: Detector) -> None:
        super().__init__()
        self.model = model

    def forward(self, image: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Heat, quad_a, quad_b."""
        heat, quads = self.model(image.permute(0, 3, 1, 2).float())
        return torch.sigmoid(heat), quads[:, :8], quads[:, 8:]


class ShippedClassifier(nn.Module):
    """RGB bytes (n, 64, 64, 3) in; calibrated label and turn probabilities out."""

    def __init__(self, model: Classifier, temperature: float) -> None:
        super().__init__()
        self.model, self.temperature = model, temperature

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor]:
        """Kind, turn."""
        kind, turn = self.model(crops.permute(0, 3, 1, 2).float())
        return torch.softmax(kind / self.temperature, 1), torch.softmax(turn / self.temperature, 1)


def trained(model: nn.Module, file: Path) -> tuple[nn.Module, dict[str, Any]]:
    """The averaged weights of a checkpoint, ready to answer."""
    saved = torch.load(file, weights_only=True)
    model.load_state_dict(saved["average"])
    return model.eval(), saved


@torch.no_grad()
def logits_of(model: nn.Module, crops: Tensor) -> Tensor:
    """Label logits of all crops, each at a random turn."""
    turns = torch.randint(4, (len(crops),), generator=torch.Generator().manual_seed(7))
    parts = zip(crops.split(512), turns.split(512), strict=True)
    return torch.cat([model(turned(c.permute(0, 3, 1, 2).float(), t))[0] for c, t in parts])


def fit_temperature(logits: Tensor, classes: Tensor) -> float:
    """The temperature with the least negative log likelihood (Guo et al. 2017)."""
    choices = np.exp(np.linspace(np.log(0.3), np.log(4.0), 80))
    losses = [float(functional.cross_entropy(logits / float(t), classes)) for t in choices]
    return float(choices[int(np.argmin(losses))])


def halve(file: Path) -> None:
    """Store large weights as float16; the runtime widens them once, at loading."""
    model = onnx.load(file)
    graph = model.graph
    casts = []
    for tensor in list(graph.initializer):
        values = numpy_helper.to_array(tensor)
        if values.dtype != np.float32 or values.size <= LARGE:
            continue
        graph.initializer.remove(tensor)
        graph.initializer.append(
            numpy_helper.from_array(values.astype(np.float16), f"{tensor.name}.half")
        )
        casts.append(
            onnx.helper.make_node(
                "Cast", [f"{tensor.name}.half"], [tensor.name], to=onnx.TensorProto.FLOAT
            )
        )
    for cast in reversed(casts):
        graph.node.insert(0, cast)
    onnx.checker.check_model(model)
    onnx.save(model, file)


def ship(
    model: nn.Module,
    example: Tensor,
    file: Path,
    names: tuple[list[str], list[str]],
    axes: dict[str, Any],
) -> float:
    """Write the ONNX file; returns the largest difference to the trained model on the example."""
    torch.onnx.export(
        model, (example,), str(file), input_names=names[0], output_names=names[1],
        dynamic_axes=axes, opset_version=OPSET, dynamo=False,
    )  # fmt: skip
    halve(file)
    session = onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"])
    shipped = session.run(None, {names[0][0]: example.numpy()})[0]
    with torch.no_grad():
        difference = float(np.abs(shipped - model(example)[0].numpy()).max())
    if difference > AGREE:
        raise SystemExit(
            f"{file.name} differs from the trained model by {difference:.4f}; expected <= {AGREE}"
        )
    return difference


def entry(name: str, values: dict[str, Any]) -> str:
    """One table of the manifest."""
    file = HERE / f"{name}.onnx"
    facts = {
        "file": file.name,
        "sha256": hashlib.sha256(file.read_bytes()).hexdigest(),
        "opset": OPSET,
        **values,
    }
    lines = [f"{key} = {value!r}".replace("'", '"') for key, value in facts.items()]
    return "\n".join([f"[{name}]", *lines, ""])


def export_detector(args: argparse.Namespace) -> str:
    """Ship the detector; returns its manifest entry."""
    model, saved = trained(Detector(), args.run / "detector.pt")
    example = torch.randint(0, 256, (1, 128, 160, 3), dtype=torch.uint8)
    axes = {
        "image": {1: "h", 2: "w"},
        "heat": {2: "h4", 3: "w4"},
        "quad_a": {2: "h4", 3: "w4"},
        "quad_b": {2: "h4", 3: "w4"},
    }
    names = (["image"], ["heat", "quad_a", "quad_b"])
    shipped = ShippedDetector(model).eval()  # type: ignore[arg-type]
    difference = ship(shipped, example, HERE / "detector.onnx", names, axes)
    return entry("detector", {
        "command": "python -m models.train_detector", "parameters": parameters(model),
        **told(saved, args),
        "parity": round(difference, 6),
    })  # fmt: skip


def export_classifier(args: argparse.Namespace) -> str:
    """Ship the classifier; returns its manifest entry."""
    model, saved = trained(Classifier(), args.run / "classifier.pt")
    invented, answers = load(shards_of(args.data)[:HELD_SHARDS])
    real, kinds = load_real(args.real, held=True)
    logits = [logits_of(model, invented), logits_of(model, real)]
    temperature = fit_temperature(torch.cat(logits), torch.cat([answers, kinds]))
    right = [
        float((part.argmax(1) == truth).float().mean())
        for part, truth in zip(logits, (answers, kinds), strict=True)
    ]
    axes = {"crops": {0: "n"}, "kind": {0: "n"}, "turn": {0: "n"}}
    shipped = ShippedClassifier(model, temperature).eval()  # type: ignore[arg-type]
    difference = ship(
        shipped, invented[:64], HERE / "classifier.onnx", (["crops"], ["kind", "turn"]), axes
    )
    return entry("classifier", {
        "command": "python -m models.train_classifier", "parameters": parameters(model),
        **told(saved, args),
        "parity": round(difference, 6), "temperature": round(temperature, 4),
        "right_on_held_out_scenes": round(right[0], 4),
        "right_on_held_out_photos": round(right[1], 4),
    })  # fmt: skip


def told(saved: dict[str, Any], args: argparse.Namespace) -> dict[str, Any]:
    """How the checkpoint came to be."""
    return {
        "seed": args.seed, "minutes": round(saved["minutes"], 1), "steps": saved["step"],
        "scenes": 50 * len(shards_of(args.data)),
    }  # fmt: skip


def main() -> None:
    """Export both and write the manifest."""
    parser = argparse.ArgumentParser(description="Export the trained networks")
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--real", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    manifest = "\n".join([export_detector(args), export_classifier(args)])
    (HERE / "manifest.toml").write_text(manifest)
    print(manifest)


if __name__ == "__main__":
    main()
