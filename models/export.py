"""Export both networks to ONNX with their pre- and postprocessing inside, in eight bits.

    python -m models.export --run RUN --data DATA… --real CROPS.npz [--out models] [--only NAME]
        [--lower back=0.7]

Writes ``detector.onnx``, ``classifier.onnx`` and their birth certificate ``manifest.toml``; with
``--only`` one of them, and the other one is taken over as it was released. Each is
held against the trained network in floating point, then quantised and held against itself on scenes
that were not trained on. The classifier's temperature is fitted on what is shipped: on whole tables
that are read, and on real photos held out.
"""

import argparse
import hashlib
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnxruntime
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from models.calibrate import answers_on_tables, calibration_error, fit_temperature
from models.checkpoints import checkpoint, fill
from models.commands import SEED, file_there, folder_there, in_a_line
from models.lean import cells_in_pairs, lean
from models.nets import Classifier, Detector, parameters
from models.parity import same_faces, same_names
from models.prepare import PREPARED, SHARD, held_shards, training_shards
from models.quantise import quantise
from models.shift import DEEP, shiftable
from models.ship import ShippedClassifier, ShippedDetector
from models.train_classifier import load, load_real
from models.views import views
from models.widths import made_like
from table.files import write_atomically
from vision.imagefile import read_image
from vision.labels import CLASS_OF
from vision.model_store import MANIFEST, find_model
from vision.nets.detector import Detector as Finder

HERE = Path(__file__).parent
OPSET = 17
AGREE = 0.01
"""How far the file may differ from the trained network, as a probability or in pixels."""
SAME_FACES, SAME_NAMES = 0.95, 0.98
"""How far eight bits must agree with floating point, as shares of faces and of crops."""
NAMES = ["kind", "turn", "mirror", "features", "edges"]
"""What the classifier's file answers, in this order."""

FLOATING = ["/heat/heat.1/", "/corners/", "/quads.1/", "/kind/", "/turn/", "/mirror/", "/edges/"]
"""What is not quantised: the last step of each answer, which costs next to nothing."""
PICTURES, WINDOW = 40, 576
CROPS = 800
"""On so many pictures and crops the ranges of activations are measured."""
TABLES = 16
"""Whole tables, in designs as they are trained on, that the confidence is fitted on as well."""
HELD = 2000
"""On at most so many crops of each origin the classifier is calibrated and measured."""

Bytes = NDArray[np.uint8]


def trained(model: nn.Module, file: Path) -> dict[str, Any]:
    """Put a checkpoint's averaged weights into ``model``; the rest of the checkpoint."""
    saved = checkpoint(file, "average", "minutes", "step")
    fill(model, saved.pop("average"), file)
    model.eval()
    return saved


def windows(shards: list[Path]) -> list[Bytes]:
    """Parts (WINDOW, WINDOW, 3) of pictures that were not trained on, large and small tiles."""
    rng, found = np.random.default_rng(5), []
    for number in range(PICTURES):
        files = sorted(shards[number % len(shards)].glob("*.jpg"))
        scale = (1.6, 1.3, 1.0)[number % 3]
        picture = read_image(files[number % len(files)])
        picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR)
        x, y = rng.integers(0, np.array(picture.shape[1::-1]) - WINDOW + 1)
        found.append(np.ascontiguousarray(picture[y : y + WINDOW, x : x + WINDOW]))
    return found


def written(
    model: nn.Module, example: Tensor, file: Path, outputs: list[str], free: dict[int, str]
) -> float:
    """Write the ONNX file; returns the largest difference to the trained model on the example.

    ``free`` names the axes of the input that may have any length.
    """
    name = "crops" if 0 in free else "image"
    torch.onnx.export(
        model, (example,), str(file), input_names=[name], output_names=outputs,
        dynamic_axes={name: free}, opset_version=OPSET, dynamo=False,
    )  # fmt: skip
    with torch.no_grad():
        pairs = zip(run(file, example.numpy()), model(example), strict=True)
        apart = [float(np.abs(a - b.numpy()).max(initial=0)) for a, b in pairs]
    difference = float(np.max(apart))
    if not difference <= AGREE:  # nor may it be no number
        raise SystemExit(
            f"{file.name} differs from the trained model by {difference:.4f}; expected <= {AGREE}"
        )
    return difference


def run(file: Path, pictures: Bytes) -> list[NDArray[np.float32]]:
    """All outputs of an ONNX file."""
    session = onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"])
    outputs: list[NDArray[np.float32]] = session.run(None, {session.get_inputs()[0].name: pictures})
    return outputs


def detector(args: argparse.Namespace, file: Path) -> dict[str, Any]:
    """Ship the detector to ``file``; returns its facts for the manifest."""
    model = made_like("detector", args.run / "detector.pt")
    assert isinstance(model, Detector)
    saved = trained(model, args.run / "detector.pt")
    pictures = windows(held_shards(args.data))
    outputs = ["cells", "heat", "corners"]
    example = torch.from_numpy(pictures[0][None])
    parity = written(ShippedDetector(model).eval(), example, file, outputs, {1: "h", 2: "w"})
    whole = file.with_suffix(".whole.onnx")
    shutil.copy(file, whole)
    quantise(file, "image", [picture[None] for picture in pictures[: PICTURES // 2]], FLOATING)
    lean(file)
    shiftable(file, DEEP["detector"])
    faces = same_faces(Finder.open(whole), Finder.open(file), pictures[PICTURES // 2 :])
    if faces.share < SAME_FACES:
        raise SystemExit(f"eight bits keep {faces.share:.3f} of faces; expected {SAME_FACES}")
    return facts(saved, args, model) | {
        "parity": round(parity, 6),
        "eight_bits_same_faces": round(faces.share, 4),
        "eight_bits_corners_moved": round(faces.corners, 4),
    }


def some(crops: Tensor, classes: Tensor) -> tuple[Tensor, Tensor]:
    """An even choice of at most HELD crops, with their classes."""
    step = max(1, -(-len(crops) // HELD))
    return crops[::step], classes[::step]


def shown(crops: Tensor) -> Bytes:
    """What a good detector would cut (n, 64, 64, 3) from the patches, each at a random turn."""
    noise = torch.Generator().manual_seed(7)
    turns = torch.randint(4, (len(crops),), generator=noise)
    parts = [
        views(some.permute(0, 3, 1, 2).float(), turn, noise, wild=0.0).crops
        for some, turn in zip(crops.split(256), turns.split(256), strict=True)
    ]
    pixels = torch.cat(parts).round().clamp(0, 255).byte().permute(0, 2, 3, 1)
    return np.ascontiguousarray(pixels.numpy())


def classifier(args: argparse.Namespace, file: Path) -> dict[str, Any]:
    """Ship the classifier to ``file``; returns its facts for the manifest."""
    model = made_like("classifier", args.run / "classifier.pt")
    assert isinstance(model, Classifier)
    saved = trained(model, args.run / "classifier.pt")
    changed = lower(model, args.lower)
    held = held_shards(args.data)
    sets = [
        some(*found)
        for found in (load(held), load(held, "mined.npz"), load_real(args.real, held=True))
    ]
    crops = shown(torch.cat([crops for crops, _ in sets]))
    classes = torch.cat([classes for _, classes in sets])
    sizes = [len(classes) for _, classes in sets]
    batches = np.array_split(crops[:: max(1, len(crops) // CROPS)], 8)
    example = torch.from_numpy(crops[:64].copy())

    def at(temperature: float) -> float:
        shipped = ShippedClassifier(model, temperature).eval()
        parity = written(shipped, example, file, NAMES, {0: "n", 1: "s", 2: "s"})
        shutil.copy(file, file.with_suffix(".whole.onnx"))
        quantise(file, "crops", batches, FLOATING)
        cells_in_pairs(file)
        shiftable(file, DEEP["classifier"])
        return parity

    at(1.0)
    every = torch.arange(len(crops)).split(sizes)
    parts = dict(zip(("scenes", "mined", "photos"), every, strict=True))
    photos = torch.from_numpy(run(file, crops[parts["photos"].numpy()])[0])
    tables, answers = answers_on_tables(file.with_name("detector.onnx"), file, TABLES)
    truth = torch.cat([answers, classes[parts["photos"]]])
    temperature = fit_temperature(torch.log(torch.cat([tables, photos]) + 1e-9), truth)
    parity = at(temperature)
    chances = torch.from_numpy(run(file, crops)[0])
    tables, answers = answers_on_tables(file.with_name("detector.onnx"), file, TABLES)
    error = calibration_error(tables, answers)
    same = same_names(run(file.with_suffix(".whole.onnx"), crops)[0], chances.numpy())
    if same < SAME_NAMES:
        raise SystemExit(f"eight bits keep {same:.3f} of names; expected {SAME_NAMES}")
    right = (chances.argmax(dim=1) == classes).float()
    known = [(name, part) for name, part in parts.items() if len(part)]
    return facts(saved, args, model) | changed | {
        "parity": round(parity, 6), "eight_bits_same_names": round(same, 4),
        "temperature": round(temperature, 4),
        "calibration_error_tables": round(error, 4),
        "right_on_tables": round(float((tables.argmax(dim=1) == answers).float().mean()), 4),
        **{f"right_on_held_out_{n}": round(float(right[p].mean()), 4) for n, p in known},
    }  # fmt: skip


def lower(model: Classifier, classes: list[tuple[str, float]]) -> dict[str, Any]:
    """Take so many nats from some classes, which training shows oftener than they come.

    Returns what the manifest says of it.
    """
    for label, nats in classes:
        model.kind.bias.data[CLASS_OF[label]] -= nats
    return {f"lowered_{label}": nats for label, nats in classes}


def lowered(told: str) -> tuple[str, float]:
    """A class and the nats to take from it, as ``back=0.7`` says them. Raises ``ValueError``."""
    label, nats = told.split("=")
    if label not in CLASS_OF:
        raise ValueError(label)
    return label, float(nats)


def facts(saved: dict[str, Any], args: argparse.Namespace, model: nn.Module) -> dict[str, Any]:
    """How the checkpoint came to be."""
    return {
        "parameters": parameters(model), "seed": saved.get("seed", args.seed),
        "minutes": round(saved["minutes"], 1), "steps": saved["step"],
        "scenes": saved.get("scenes") or SHARD * len(training_shards(args.data)),
        "begun_with": saved.get("begun_with", ""),
        **{key: saved[key] for key in ("new_share",) if key in saved},
    }  # fmt: skip


def released(name: str, file: Path) -> dict[str, Any]:
    """Fetch a released network to ``file``; what the manifest says of it.

    Raises what ``find_model`` raises.
    """
    known = find_model(name, HERE)
    shutil.copy(known.path, file)
    return known.facts


def release(files: list[Path], manifest: str, out: Path) -> None:
    """Put networks and their manifest into a folder, when all of them are made.

    Each file is the old or the new one; where a kill leaves some of both, no reader opens what its
    manifest does not name by its hash.
    """
    out.mkdir(parents=True, exist_ok=True)
    for file in files:
        write_atomically(out / file.name, file.read_bytes())
    write_atomically(out / MANIFEST, manifest)


def entry(name: str, file: Path, values: dict[str, Any]) -> str:
    """One table of the manifest."""
    known = {
        "file": file.name,
        "sha256": hashlib.sha256(file.read_bytes()).hexdigest(),
        "opset": OPSET,
        "command": f"python -m models.train_{name}",
        **values,
    }
    return table(name, known)


def table(name: str, known: dict[str, Any]) -> str:
    """The lines of a table of plain values."""
    lines = [f"{key} = {value!r}".replace("'", '"') for key, value in known.items()]
    return "\n".join([f"[{name}]", *lines, ""])


@in_a_line
def main() -> None:
    """Export both and write the manifest."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--run", type=folder_there("a folder with checkpoints"), required=True)
    parser.add_argument("--data", type=PREPARED, nargs="+", required=True)
    parser.add_argument("--real", type=file_there("what models.real_crops made"), required=True)
    parser.add_argument("--out", type=Path, default=HERE)
    parser.add_argument("--seed", type=SEED, default=1, help="of trainings that kept none")
    parser.add_argument(
        "--only", choices=("detector", "classifier"), help="the other one stays as it was released"
    )
    parser.add_argument(
        "--lower", type=lowered, nargs="*", default=[], metavar="CLASS=NATS",
        help="take so much from what the classifier's last layer adds for a class",
    )  # fmt: skip
    args = parser.parse_args()
    tables, files = [], []
    with tempfile.TemporaryDirectory() as folder:
        for name, make in (("detector", detector), ("classifier", classifier)):
            file = Path(folder) / f"{name}.onnx"
            if args.only in {None, name}:
                tables.append(entry(name, file, make(args, file)))
            else:
                tables.append(table(name, released(name, file)))
            files.append(file)
        release(files, "\n".join(tables), args.out)
    print("\n".join(tables))


if __name__ == "__main__":
    sys.exit(main())
