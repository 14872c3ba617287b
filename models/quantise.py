"""Eight-bit weights and activations for a network that was exported in floating point.

Ranges come from pictures that were not trained on; weights have a scale a channel. Bytes of a
picture are eight bits already: the graph takes them as they are.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import numpy_helper
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

HALF_RANGE = 127.5
GREY = 128


class Pictures(CalibrationDataReader):  # type: ignore[misc]
    """Inputs to measure the ranges of activations on."""

    def __init__(self, name: str, pictures: list[NDArray[np.uint8]]) -> None:
        self.rest: Iterator[NDArray[np.uint8]] = iter(pictures)
        self.name = name

    def get_next(self) -> dict[str, NDArray[np.uint8]] | None:
        """The next input, or None at the end."""
        picture = next(self.rest, None)
        return None if picture is None else {self.name: picture}


def quantise(file: Path, name: str, pictures: list[NDArray[np.uint8]], kept: list[str]) -> None:
    """Quantise ``file`` in place; nodes whose name holds one of ``kept`` stay in floating point."""
    quant_pre_process(str(file), str(file), skip_symbolic_shape=True)
    nodes = [node.name for node in onnx.load(file).graph.node]
    quantize_static(
        str(file), str(file), Pictures(name, pictures),
        quant_format=QuantFormat.QDQ, per_channel=True,
        activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8,
        nodes_to_exclude=[node for node in nodes if any(part in node for part in kept)],
        op_types_to_quantize=["Conv", "Relu", "Add", "Resize", "MaxPool", "Gemm"],
    )  # fmt: skip
    model = onnx.load(file)
    take_bytes(model)
    onnx.checker.check_model(model)
    onnx.save(model, file)


def take_bytes(model: Any) -> None:
    """Feed the picture's bytes to the first quantised node: nothing to scale, shift or round.

    The network normalises bytes to -1..1 by ``x / 127.5 - 1``. As quantised values with scale
    1 / 127.5 and zero point 128 they mean the same, but for half a step of grey.
    """
    graph = model.graph
    by_output = {output: node for node in graph.node for output in node.output}
    first = next(n for n in graph.node if n.op_type == "QuantizeLinear" and normal(n, by_output))
    chain = [first, by_output[first.input[0]]]
    while chain[-1].op_type != "Cast":
        chain.append(by_output[chain[-1].input[0]])
    bytes_in = chain[-1].input[0]
    after = next(n for n in graph.node if first.output[0] in n.input)
    if chain[1].op_type == "Pad":
        take_rim(graph, chain[1], after.output[0])
    scale, zero = f"{bytes_in}.scale", f"{bytes_in}.grey"
    graph.initializer.extend(
        [
            numpy_helper.from_array(np.array(1 / HALF_RANGE, np.float32), scale),
            numpy_helper.from_array(np.array(GREY, np.uint8), zero),
        ]
    )
    del after.input[:]
    after.input.extend([bytes_in, scale, zero])
    for node in chain:
        graph.node.remove(node)


def take_rim(graph: Any, pad: Any, padded: str) -> None:
    """Let the convolution that reads ``padded`` add the rim that ``pad`` added before."""
    kept = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    rim = kept[pad.input[1]].tolist()  # of n, c, h, w: all beginnings, then all ends
    reader = next(node for node in graph.node if padded in node.input)
    pads = next(a for a in reader.attribute if a.name == "pads")
    pads.ints[:] = [rim[2], rim[3], rim[6], rim[7]]


def normal(node: Any, by_output: dict[str, Any]) -> bool:
    """Whether a node quantises the normalised picture, with a rim or without."""
    source = by_output.get(node.input[0])
    if source is not None and source.op_type == "Pad":
        source = by_output.get(source.input[0])
    return source is not None and source.op_type == "Sub"
