"""Begin a training where a released ONNX file ended: its weights, put back into the network.

A checkpoint (``.pt``) has them before eight bits: that of a run, or of a mean (`models.blend`).

The export folds every batch norm into the convolution before it. So that training can go on, the
norms are laid open again: their statistics are measured on training pictures, and their scale and
shift chosen so that the network answers as the file does. A network may have more channels than the
file: they are silent until then, see at random, and what the file has does not listen to them yet
(after Chen et al. 2016, "Net2Net").
"""

from pathlib import Path

import numpy as np
import onnx
import torch
from google.protobuf.message import DecodeError
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor, nn
from torch.nn import functional

from models.checkpoints import checkpoint, fill
from models.commands import UnusableError
from models.nets import FAR

Array = NDArray[np.float32]

SHIPPED_AS = {"corners": "quads.0.0"}
"""Modules that the shipped detector calls by other names."""
CHECKPOINT = ".pt"
CONVOLVED = 4
"""Dimensions of a convolution's weights."""
BLOCKED = "first.conv"
"""What both shipped networks call their first layer, which sees several pixels as one."""


def warm_start(model: nn.Module, file: Path, example: Tensor) -> None:
    """Put the file's weights into ``model``; ``example`` are pictures that training will show."""
    if file.suffix == CHECKPOINT:
        fill(model, checkpoint(file, "average")["average"], file)
        folded(model)
    else:
        place(model, file)
    lay_open(model, example)


def place(model: nn.Module, file: Path) -> None:
    """The file's weights as the model's, its batch norms made to do nothing but add the bias.

    Raises ``UnusableError`` where the file holds no such network.
    """
    try:
        put(model, onnx.load(file).graph)
    except (DecodeError, KeyError, RuntimeError, StopIteration, ValueError):
        name = type(model).__name__.lower()
        raise UnusableError(f"{file}: expected an ONNX file of a {name} as it is shipped") from None


def put(model: nn.Module, graph: onnx.GraphProto) -> None:
    """The graph's weights as the model's."""
    kept = constants(graph)
    modules = dict(model.named_modules())
    for node in graph.node:
        if node.op_type not in {"Conv", "Gemm"}:
            continue
        name = module_name(node.name)
        if name == BLOCKED:
            name = "stem.0.0" if "stem.0.0" in modules else "body.0.0"
        weight, bias = (torch.from_numpy(kept[key].copy()) for key in node.input[1:3])
        layer = modules[name]
        if module_name(node.name) == BLOCKED:
            weight, bias = of_one_cell(weight, bias, layer.weight.shape[0])  # type: ignore[union-attr, operator, index]
            weight = unblocked(weight)
        known = len(bias)
        if weight.ndim == CONVOLVED:
            weight, bias = finer(weight, bias, layer.weight.shape)  # type: ignore[union-attr, arg-type]
        layer.weight.data.copy_(weight.reshape(layer.weight.shape))  # type: ignore[union-attr, operator, arg-type]
        if layer.bias is not None:
            layer.bias.data.copy_(bias)  # type: ignore[union-attr, operator]
        else:
            neutral(modules[following(name)], bias)
            modules[following(name)].weight.data[known:] = 0.0  # type: ignore[union-attr, operator, index]
        if "corners" in node.output:  # its scale was folded into the weights
            times = modules["stem.0.0"].kernel_size[0] // first_kernel(graph)  # type: ignore[union-attr, operator]
            layer.weight.data.mul_(times / FAR)  # type: ignore[union-attr, operator]
            layer.bias.data.mul_(times / FAR)  # type: ignore[union-attr, operator]


def constants(graph: onnx.GraphProto) -> dict[str, Array]:
    """What the graph holds, by name, weights in floating point."""
    kept = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    for node in graph.node:
        values = [kept[name] for name in node.input if name in kept]
        if len(values) == len(node.input) and node.op_type in MADE_OF:
            kept[node.output[0]] = MADE_OF[node.op_type](values)
    return kept


def of_one_cell(weight: Tensor, bias: Tensor, outputs: int) -> tuple[Tensor, Tensor]:
    """The weights and bias of a first layer that makes one cell, where `models.lean` paired two."""
    if len(weight) != 2 * outputs or weight.shape[1] % 2:
        return weight, bias
    both = weight[outputs:, :, :, -1]
    return torch.stack(both.chunk(2, dim=1), dim=-1), bias[:outputs]


def unblocked(weight: Tensor) -> Tensor:
    """The weights (o, 3, k, k) of a first layer that was shipped as ``models.ship`` blocks it."""
    outputs, channels, side, blocks = weight.shape
    split = weight.reshape(outputs, channels // 3, 3, side, blocks).permute(0, 2, 3, 4, 1)
    return split.reshape(outputs, 3, side, -1)[..., -side:]


def first_kernel(graph: onnx.GraphProto) -> int:
    """The kernel of the file's first convolution."""
    first = next(node for node in graph.node if node.op_type == "Conv")
    shape = next(a.ints for a in first.attribute if a.name == "kernel_shape")
    return int(shape[0])


def finer(weight: Tensor, bias: Tensor, shape: tuple[int, ...]) -> tuple[Tensor, Tensor]:
    """A layer's weights where the network sees more pixels a side, or has more channels.

    Each tap of a first layer of 3 x 3 looks at four pixels in its place, if there are twice as many
    a side; channels that the file has not see at random, and nobody listens to them yet.
    """
    times = shape[2] // weight.shape[2]
    more = weight.repeat_interleave(times, 2).repeat_interleave(times, 3) / times**2
    outputs, inputs = weight.shape[:2]
    full = torch.zeros(shape)
    full[outputs:] = torch.randn(full[outputs:].shape) * more.std()
    full[:outputs, :inputs] = more
    return full, functional.pad(bias, (0, shape[0] - outputs))


def widened(values: list[Array]) -> Array:
    """Weights in floating point: from half precision, or from integers with a scale a channel."""
    stored = values[0].astype(np.float32)
    if len(values) == 1:
        return stored
    shape = (-1, *[1] * (stored.ndim - 1)) if values[1].ndim else ()
    scale, zero = (value.astype(np.float32).reshape(shape) for value in values[1:3])
    return np.asarray((stored - zero) * scale, np.float32)


def total(values: list[Array]) -> Array:
    """Weights, or their zero points, and what `models.shift` adds to both."""
    return np.asarray(values[0] + values[1], np.float32)


MADE_OF = {"Cast": widened, "DequantizeLinear": widened, "Add": total}
"""How a file makes weights of its constants."""


def module_name(node: str) -> str:
    """The module behind a node: ``/model/down8/down8.1/first/first.0/Conv``: down8.1.first.0."""
    steps = [step for step in node.strip("/").split("/")[:-1] if step != "model"]
    name = ".".join([*steps[:1], *(step.rsplit(".", 1)[-1] for step in steps[1:])])
    return SHIPPED_AS.get(name, name)


def following(name: str) -> str:
    """The module after this one in its sequence: the norm after a convolution."""
    above, _, last = name.rpartition(".")
    return f"{above}.{int(last) + 1}"


def neutral(norm: nn.Module, bias: Tensor) -> None:
    """Make a batch norm add ``bias`` and do nothing else."""
    norm.running_mean.zero_()  # type: ignore[union-attr, operator]
    norm.running_var.fill_(1 - norm.eps)  # type: ignore[union-attr, operator]
    norm.weight.data.fill_(1.0)  # type: ignore[union-attr, operator]
    norm.bias.data.copy_(bias)  # type: ignore[union-attr, operator]


def folded(model: nn.Module) -> dict[str, Tensor]:
    """The model's weights with each batch norm's work done by the convolution before it."""
    modules = dict(model.named_modules())
    for name, layer in modules.items():
        above, _, last = name.rpartition(".")
        norm = modules.get(f"{above}.{int(last) + 1}") if last.isdigit() else None
        if isinstance(layer, nn.Conv2d) and isinstance(norm, nn.BatchNorm2d):
            assert norm.running_mean is not None
            assert norm.running_var is not None
            scale = norm.weight.data / torch.sqrt(norm.running_var + norm.eps)
            layer.weight.data *= scale[:, None, None, None]
            neutral(norm, norm.bias.data - norm.running_mean * scale)
    return model.state_dict()


@torch.no_grad()
def lay_open(model: nn.Module, example: Tensor) -> None:
    """Let each batch norm normalise by what comes into it, and still answer the same.

    Channels that were silent speak from here on, each for about half of what comes in.
    """

    def opened(norm: nn.Module, inputs: tuple[Tensor, ...]) -> None:
        values = inputs[0].float()
        assert isinstance(norm, nn.BatchNorm2d)
        assert norm.running_mean is not None
        assert norm.running_var is not None
        silent = norm.weight.data == 0
        mean, variance = values.mean(dim=(0, 2, 3)), values.var(dim=(0, 2, 3))
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(variance)
        spread = torch.sqrt(variance + norm.eps)
        norm.weight.data.copy_(torch.where(silent, spread[~silent].mean(), spread))
        norm.bias.data.add_(torch.where(silent, 0.0, mean))

    norms = [module for module in model.modules() if isinstance(module, nn.BatchNorm2d)]
    hooks = [norm.register_forward_pre_hook(opened) for norm in norms]
    model.eval()
    model(example.float())
    for hook in hooks:
        hook.remove()
    model.train()
