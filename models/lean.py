"""The same networks in fewer bytes moved: what an eight-bit graph need not widen stays narrow.

    python -m models.lean [--models models]

Of the detector, corners are gathered around the peaks before they become floating point, the heat's
last layer is a product of rows, and maps are enlarged by copying rows of channels. The classifier's
first layer makes two cells of a row at once. The weights of both can be shifted (`models.shift`).
`models.export` does this to each network; run by itself it does it to the released ones that are
not lean yet, and mends the manifest's hashes.
"""

import argparse
import hashlib
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import onnx

from models.graph import Graph
from models.shift import DEEP, shiftable
from table.files import write_atomically

HERE = Path(__file__).parent


def lean(file: Path) -> None:
    """Rewrite an eight-bit detector in place; its answers stay the same but for rounding."""
    graph = Graph(onnx.load(file))
    if not graph.nodes("Resize"):
        raise SystemExit(f"{file} has no map that is enlarged; expected one as it was quantised")
    corners_gathered_first(graph)
    heat_by_rows(graph)
    for resize in graph.nodes("Resize"):
        enlarged_by_copies(graph, resize)
    graph.save(file)


def corners_gathered_first(graph: Graph) -> None:
    """Gather the surroundings of peaks from the eight-bit map, one row of channels a cell."""
    gather, widened = next(
        (node, graph.makers[reshape.input[0]])
        for node in graph.nodes("Gather")
        if (reshape := graph.makers.get(node.input[0])) is not None
        and reshape.op_type == "Reshape"
        and graph.makers[reshape.input[0]].op_type == "DequantizeLinear"
    )
    flat = graph.makers[gather.input[0]]
    narrow, scale, zero = widened.input
    channels = int(graph.value(final_weights(graph)).shape[1])
    rows = graph.constant(np.array([-1, channels], np.int64), gather.name)
    out = gather.output[0]
    graph.chain(
        ("Transpose", [narrow], {"perm": [0, 2, 3, 1]}),
        ("Reshape", ["", rows], {}),
        ("Gather", ["", gather.input[1]], {"axis": 0}),
        ("DequantizeLinear", ["", scale, zero], {}),
        ("Transpose", [""], {"perm": [1, 0]}),
        out=out,
    )
    graph.drop(gather, flat)
    shapes_of_heat(graph, widened.output[0])


def final_weights(graph: Graph) -> str:
    """The weights of the layer that reads the gathered cells."""
    return str(next(n for n in graph.nodes("Conv") if n.name.startswith("/corners")).input[1])


def shapes_of_heat(graph: Graph, wide: str) -> None:
    """Ask the heat, which is there anyway, for height and width, not the widened map."""
    heat = graph.nodes("Sigmoid")[0].output[0]
    channels = int(graph.value(final_weights(graph)).shape[1])
    for shape in [node for node in graph.readers(wide) if node.op_type == "Shape"]:
        shape.input[:] = [heat]
        for side in graph.readers(shape.output[0]):
            if int(graph.value(side.input[1])) == 1:
                known = graph.constant(np.array(channels, np.int64), side.name)
                graph.chain(("Identity", [known], {}), out=side.output[0])
                graph.drop(side)


def heat_by_rows(graph: Graph) -> None:
    """The heat's last layer as a product of a row of channels a cell: no map changes its layout."""
    last = graph.makers[graph.nodes("Sigmoid")[0].input[0]]
    widened = graph.makers[last.input[0]]
    narrow, scale, zero = widened.input
    weights = graph.value(last.input[1]).reshape(1, -1)
    name = last.name.replace("Conv", "Gemm")
    rows = graph.constant(np.array([-1, weights.size], np.int64), name)
    size = f"{name}.size"
    graph.chain(
        ("Transpose", [narrow], {"perm": [0, 2, 3, 1]}),
        ("Shape", [""], {"start": 1, "end": 3}),
        ("Concat", [graph.constant(np.array([1, 1], np.int64), name), ""], {"axis": 0}),
        out=size,
    )
    graph.chain(
        ("Reshape", [f"{size}.Transpose.0", rows], {}),
        ("DequantizeLinear", ["", scale, zero], {}),
        ("Gemm", ["", graph.constant(weights, name), last.input[2]], {"transB": 1}),
        ("Reshape", ["", size], {}),
        out=last.output[0],
    )
    next(n for n in graph.nodes("Gemm") if n.input[2] == last.input[2]).name = name
    graph.drop(last)
    if not graph.readers(widened.output[0]):
        graph.drop(widened)


def enlarged_by_copies(graph: Graph, resize: Any) -> None:
    """Twice the size, by copies of each cell's channels and of each row."""
    widened = graph.makers[resize.input[0]]
    (narrowed,) = graph.readers(resize.output[0])
    narrow, name, out = widened.input[0], resize.name, narrowed.output[0]
    twice = f"{name}.twice"
    graph.chain(
        ("Transpose", [narrow], {"perm": [0, 2, 3, 1]}),
        ("Shape", [""], {}),
        ("Mul", ["", graph.constant(np.array([1, 1, 2, 1], np.int64), name)], {}),
        out=f"{name}.wide",
    )
    source = f"{name}.wide.Transpose.0"
    graph.chain(
        ("Mul", [f"{name}.wide", graph.constant(np.array([1, 2, 1, 1], np.int64), name)], {}),
        out=twice,
    )
    graph.chain(
        ("Concat", [source, source], {"axis": 3}),
        ("Reshape", ["", f"{name}.wide"], {}),
        out=f"{name}.rows",
    )
    graph.chain(
        ("Concat", [f"{name}.rows", f"{name}.rows"], {"axis": 2}),
        ("Reshape", ["", twice], {}),
        ("Transpose", [""], {"perm": [0, 3, 1, 2]}),
        out=out,
    )
    graph.drop(resize, narrowed)
    if not graph.readers(widened.output[0]):
        graph.drop(widened)


def cells_in_pairs(file: Path) -> None:
    """Rewrite an eight-bit classifier in place: its first layer makes two cells of a row at once.

    It gathers twice as many bytes in a piece, and half as many pieces; the answers stay the same to
    the bit. The sides of crops must then be multiples of 4.
    """
    graph = Graph(onnx.load(file))
    conv, reshape = first_layer(graph)
    weights, bias = (graph.makers[name] for name in conv.input[1:])
    values = graph.value(weights.input[0])
    outputs, inputs, rows, blocks = values.shape
    step = int(next(each.ints[0] for each in conv.attribute if each.name == "strides"))
    if blocks != 2 or inputs != 3 * step:
        raise SystemExit(f"{file} has other blocks of pixels; expected one as it was quantised")
    wide = np.zeros((2, outputs, 2, inputs, rows, blocks), values.dtype)
    wide[0, :, 1, :, :, 0], wide[0, :, 0, :, :, 1] = values[..., 0], values[..., 1]
    wide[1, :, 0, :, :, 1], wide[1, :, 1, :, :, 1] = values[..., 0], values[..., 1]
    weights.input[0] = graph.constant(wide.reshape(2 * outputs, -1, rows, blocks), conv.name)
    reshape.input[1] = graph.constant(np.array([0, 0, -1, 2 * inputs], np.int64), reshape.name)
    for node, names in ((weights, weights.input[1:]), (bias, list(bias.input))):
        twice = [graph.constant(np.tile(graph.value(name), 2), conv.name) for name in names]
        node.input[len(node.input) - len(twice) :] = twice
    (relu,) = graph.readers(conv.output[0])
    (narrowed,) = graph.readers(relu.output[0])
    out, narrowed.output[0] = narrowed.output[0], f"{narrowed.output[0]}.pairs"
    cells = graph.constant(np.array([0, 0, -1, outputs], np.int64), conv.name)
    graph.chain(
        ("Transpose", [narrowed.output[0]], {"perm": [0, 2, 3, 1]}),
        ("Reshape", ["", cells], {}),
        ("Transpose", [""], {"perm": [0, 3, 1, 2]}),
        out=out,
    )
    graph.save(file)


def first_layer(graph: Graph) -> tuple[Any, Any]:
    """The convolution of the picture's bytes, and what puts their pixels into blocks."""
    name = graph.graph.input[0].name
    reshape = next(node for node in graph.readers(name) if node.op_type == "Reshape")
    after = reshape
    while after.op_type != "Conv":
        (after,) = graph.readers(after.output[0])
    return after, reshape


def main() -> None:
    """Rewrite the released networks."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--models", type=Path, default=HERE)
    folder = parser.parse_args().models
    manifest = folder / "manifest.toml"
    rewrites = (
        ("detector", lean),
        ("detector", partial(shiftable, channels=DEEP["detector"])),
        ("classifier", cells_in_pairs),
        ("classifier", partial(shiftable, channels=DEEP["classifier"])),
    )
    for name, rewrite in rewrites:
        file = folder / f"{name}.onnx"
        before = hashlib.sha256(file.read_bytes()).hexdigest()
        try:
            rewrite(file)
        except SystemExit as error:
            print(f"as it was: {error}")
            continue
        after = hashlib.sha256(file.read_bytes()).hexdigest()
        told = manifest.read_text(encoding="utf-8").replace(before, after)
        write_atomically(manifest, told)
        print(f"{file}: {before[:12]} -> {after[:12]}")


if __name__ == "__main__":
    main()
