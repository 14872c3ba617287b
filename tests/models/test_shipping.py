"""What is done to a network before it is shipped changes no answer."""

import hashlib
import os
import sys

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="NO TORCH: pip install --group train")
pytest.importorskip("onnx", reason="NO ONNX: pip install --group train")

from onnx import TensorProto, helper, numpy_helper  # noqa: E402

from models import export  # noqa: E402
from models.lean import cells_in_pairs, lean, main  # noqa: E402
from models.nets import Classifier, Detector  # noqa: E402
from models.shift import DEEP, shiftable  # noqa: E402
from models.ship import BlockedFirst, ShippedClassifier, ShippedDetector  # noqa: E402
from models.warm import place, unblocked  # noqa: E402
from vision.nets.network import fitting  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")  # torch and onnx warn of their own old ways


def test_a_lean_detector_says_the_same(tmp_path):
    torch.manual_seed(3)
    detector = Detector().eval()
    detector.heat[1].bias.data[:] = 0.0
    pictures = np.random.default_rng(4).integers(0, 256, (3, 1, 128, 192, 3), np.uint8)
    file = tmp_path / "detector.onnx"
    outputs = ["cells", "heat", "corners"]
    example = torch.from_numpy(pictures[0])
    export.written(ShippedDetector(detector).eval(), example, file, outputs, {1: "h", 2: "w"})
    export.quantise(file, "image", list(pictures[1:]), export.FLOATING)
    before = export.run(file, pictures[0])
    lean(file)
    after = export.run(file, pictures[0])
    assert len(before[0]) > 5
    assert np.array_equal(before[0], after[0])
    assert np.abs(before[1] - after[1]).max() < 1e-5
    assert np.array_equal(before[2], after[2])
    again = Detector()
    place(again, file)
    assert torch.allclose(again.heat[1].weight, detector.heat[1].weight)
    with pytest.raises(SystemExit, match="expected one as it was quantised"):
        lean(file)


def test_a_network_that_answers_no_numbers_is_not_shipped(tmp_path):
    classifier = Classifier().eval()
    classifier.mirror.bias.data[:] = torch.nan
    crops = torch.zeros(2, 64, 64, 3, dtype=torch.uint8)
    shipped, outputs = (
        ShippedClassifier(classifier, 1.0).eval(),
        ["kind", "turn", "mirror", "features", "edges"],
    )
    with pytest.raises(SystemExit, match="differs from the trained model by nan"):
        export.written(shipped, crops, tmp_path / "c.onnx", outputs, {0: "n", 1: "s", 2: "s"})


def test_a_classifier_that_makes_two_cells_at_once_says_the_same_to_the_bit(tmp_path):
    torch.manual_seed(3)
    classifier = Classifier().eval()
    crops = np.random.default_rng(4).integers(0, 256, (3, 4, 64, 64, 3), np.uint8)
    file = tmp_path / "classifier.onnx"
    outputs = ["kind", "turn", "mirror", "features", "edges"]
    example = torch.from_numpy(crops[0])
    shipped = ShippedClassifier(classifier, 1.0).eval()
    export.written(shipped, example, file, outputs, {0: "n", 1: "s", 2: "s"})
    export.quantise(file, "crops", list(crops[1:]), export.FLOATING)
    before = [export.run(file, part) for part in (crops[0], crops[0][:, :48, :48])]
    as_quantised = Classifier()
    place(as_quantised, file)
    cells_in_pairs(file)
    after = [export.run(file, part) for part in (crops[0], crops[0][:, :48, :48])]
    assert all(
        np.array_equal(one, other)
        for pair in zip(before, after, strict=True)
        for one, other in zip(*pair, strict=True)
    )
    again = Classifier()
    place(again, file)
    assert torch.equal(again.body[0][0].weight, as_quantised.body[0][0].weight)
    assert torch.equal(again.body[0][1].bias, as_quantised.body[0][1].bias)
    with pytest.raises(SystemExit, match="expected one as it was quantised"):
        cells_in_pairs(file)


def test_weights_that_can_be_shifted_say_the_same_to_the_bit(tmp_path, monkeypatch):
    torch.manual_seed(3)
    classifier = Classifier().eval()
    crops = np.random.default_rng(4).integers(0, 256, (3, 4, 64, 64, 3), np.uint8)
    file = tmp_path / "classifier.onnx"
    outputs = ["kind", "turn", "mirror", "features", "edges"]
    shipped = ShippedClassifier(classifier, 1.0).eval()
    free = {0: "n", 1: "s", 2: "s"}
    export.written(shipped, torch.from_numpy(crops[0]), file, outputs, free)
    export.quantise(file, "crops", list(crops[1:]), export.FLOATING)
    before, as_quantised = export.run(file, crops[0]), Classifier()
    place(as_quantised, file)
    shiftable(file, DEEP["classifier"])
    monkeypatch.setattr("vision.nets.network.has_tiles", lambda: True)
    shifted = tmp_path / "shifted.onnx"
    shifted.write_bytes(fitting(file.read_bytes()))
    assert shifted.read_bytes() != file.read_bytes()
    for some in (file, shifted):
        assert all(map(np.array_equal, before, export.run(some, crops[0])))
        again = Classifier()
        place(again, some)
        for one, other in zip(again.parameters(), as_quantised.parameters(), strict=True):
            assert torch.equal(one, other)
    with pytest.raises(SystemExit, match="expected one that has none"):
        shiftable(file, DEEP["classifier"])


def eight_bits():
    """A network of one deep layer in eight bits, as bytes."""
    constants = {
        "weights": np.ones((144, 144, 3, 3), np.int8),
        "scale": np.ones(1, np.float32),
        "zero": np.zeros(1, np.int8),
    }
    nodes = [
        helper.make_node("DequantizeLinear", [*constants], ["wide"], axis=0, name="widen"),
        helper.make_node("Conv", ["image", "wide"], ["cells"], name="deep"),
    ]
    sides = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, 144, "h", "w"])
        for name in ("image", "cells")
    ]
    kept = [numpy_helper.from_array(values, name) for name, values in constants.items()]
    graph = helper.make_graph(nodes, "network", sides[:1], sides[1:], kept)
    opset = [helper.make_opsetid("", 17)]
    return helper.make_model(graph, opset_imports=opset, ir_version=8).SerializeToString()


@pytest.mark.parametrize("writes", [0, 1])
def test_a_kill_leaves_each_released_file_as_it_was_or_as_it_is_to_be(
    tmp_path, monkeypatch, writes
):
    network, manifest = tmp_path / "detector.onnx", tmp_path / "manifest.toml"
    network.write_bytes(eight_bits())
    manifest.write_text(hashlib.sha256(network.read_bytes()).hexdigest())
    before = network.read_bytes(), manifest.read_text()
    left = [os.fsync] * 2 * writes  # of the file, and of its folder

    def killed(handle):
        if not left:
            raise KeyboardInterrupt
        left.pop()(handle)

    monkeypatch.setattr(os, "fsync", killed)
    monkeypatch.setattr(sys, "argv", ["lean", "--models", str(tmp_path)])
    with pytest.raises(KeyboardInterrupt):
        main()
    assert manifest.read_text() == before[1]
    assert (network.read_bytes() == before[0]) is not bool(writes)
    if writes:
        with pytest.raises(SystemExit, match="expected one that has none"):
            shiftable(network, DEEP["detector"])
    assert sorted(tmp_path.iterdir()) == [network, manifest]


@pytest.mark.parametrize("network", [Detector, Classifier])
def test_a_first_layer_in_blocks_is_the_same_layer(network):
    torch.manual_seed(4)
    made = network()
    layer = made.stem[0] if network is Detector else made.body[0]
    layer.eval()
    picture = torch.randint(0, 256, (2, 64, 128, 3), dtype=torch.uint8)
    blocked = BlockedFirst(layer)
    with torch.no_grad():
        expected = layer(picture.permute(0, 3, 1, 2).float() / 127.5 - 1)
        assert torch.allclose(blocked(picture), expected, atol=1e-4)
    assert torch.allclose(unblocked(blocked.conv.weight), layer[0].weight, atol=1e-4)
