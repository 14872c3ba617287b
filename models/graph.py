"""An ONNX graph that is being rewritten: its nodes, its constants, and chains of new ones."""

from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import helper, numpy_helper

from table.files import write_atomically


class Graph:
    """A graph that is being rewritten."""

    def __init__(self, model: Any) -> None:
        self.model, self.graph = model, model.graph
        self.kept = {tensor.name: tensor for tensor in self.graph.initializer}
        self.makers = {output: node for node in self.graph.node for output in node.output}

    def nodes(self, kind: str) -> list[Any]:
        """All nodes of a kind."""
        return [node for node in self.graph.node if node.op_type == kind]

    def readers(self, name: str) -> list[Any]:
        """The nodes that read a value."""
        return [node for node in self.graph.node if name in node.input]

    def value(self, name: str) -> NDArray[Any]:
        """A constant."""
        return np.asarray(numpy_helper.to_array(self.kept[name]))

    def constant(self, values: Any, like: str) -> str:
        """A new constant's name, made unique by its reader's."""
        name = f"{like}.{len(self.graph.initializer)}"
        self.graph.initializer.append(numpy_helper.from_array(np.asarray(values), name))
        return name

    def chain(self, *steps: tuple[str, list[str], dict[str, Any]], out: str) -> None:
        """Add a chain of nodes that makes ``out``; "" stands for what the one before made."""
        before = ""
        for number, (kind, inputs, options) in enumerate(steps):
            name = out if number == len(steps) - 1 else f"{out}.{kind}.{number}"
            taken = [one or before for one in inputs]
            self.graph.node.append(
                helper.make_node(kind, taken, [name], name=f"{name}/{kind}", **options)
            )
            before = name

    def drop(self, *nodes: Any) -> None:
        """Take nodes away."""
        for node in nodes:
            self.graph.node.remove(node)

    def sort(self) -> None:
        """Put the nodes in an order in which each comes after those that it reads."""
        waiting = list(self.graph.node)
        made = {output for node in waiting for output in node.output}
        ordered: list[Any] = []
        while waiting:
            ready = [node for node in waiting if not made.intersection(node.input)]
            made.difference_update(output for node in ready for output in node.output)
            waiting = [node for node in waiting if node not in ready]
            ordered += ready
        del self.graph.node[:]
        self.graph.node.extend(ordered)

    def save(self, file: Path) -> None:
        """Put the graph, in order and found whole, in the place of a file."""
        self.sort()
        onnx.checker.check_model(self.model)
        write_atomically(file, self.model.SerializeToString())
