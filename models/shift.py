"""Weights that can be shifted: some processors multiply matrices faster than they convolve.

onnxruntime convolves with weights of zero point 0 as they are, and with all others as a product of
matrices. A processor with tiles (AMX) takes half to two thirds of the time for the product, where
channels are many and maps small; others take up to half as long again. So the weights of such
layers are stored plus one number, `SHIFT`, which is their zero point as well: they mean the same
to the bit, whatever it is. The file says 0; `vision.nets.network` puts -1 in its place where the
processor has tiles.
"""

from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from models.graph import Graph
from vision.nets.network import SHIFT

DEEP = {"classifier": 48, "detector": 144}
"""So many channels make a layer deep; the detector's others have large maps."""


def shiftable(file: Path, channels: int) -> None:
    """Rewrite an eight-bit network in place: weights of layers so deep are stored plus `SHIFT`."""
    graph = Graph(onnx.load(file))
    if SHIFT in graph.kept:
        raise SystemExit(f"{file} has weights that can be shifted; expected one that has none")
    found = deep(graph, channels)
    if not found:
        raise SystemExit(f"{file} has no deep layer; expected one as it was quantised")
    graph.graph.initializer.append(numpy_helper.from_array(np.zeros(1, np.int8), SHIFT))
    widened = helper.make_node("Cast", [SHIFT], [f"{SHIFT}.wide"], SHIFT, to=TensorProto.INT32)
    graph.graph.node.append(widened)
    for weights in found:
        weights.input[0] = plus_shift(graph, weights.input[0], weights.name)
        weights.input[2] = plus_shift(graph, weights.input[2], weights.name)
    graph.save(file)


def deep(graph: Graph, channels: int) -> list[Any]:
    """What widens the weights of convolutions of several cells and so many channels."""
    makers = [graph.makers.get(conv.input[1]) for conv in graph.nodes("Conv")]
    return [
        node
        for node in makers
        if node is not None
        and node.op_type == "DequantizeLinear"
        and (shape := graph.value(node.input[0]).shape)[1] >= channels
        and shape[2] * shape[3] > 1
    ]


def plus_shift(graph: Graph, name: str, reader: str) -> str:
    """The name of an eight-bit constant plus `SHIFT`; onnxruntime adds them once, at opening."""
    out = f"{reader}.{name}.{SHIFT}"
    graph.chain(
        ("Cast", [name], {"to": TensorProto.INT32}),
        ("Add", ["", f"{SHIFT}.wide"], {}),
        ("Cast", [""], {"to": TensorProto.INT8}),
        out=out,
    )
    return out
