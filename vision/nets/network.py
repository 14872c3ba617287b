"""One ONNX network on the CPU: its threads bound, its contract checked once, at opening."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from vision.errors import ModelCorruptError

_ERRORS_ONLY: Final = 3

SHIFT: Final = "shift"
"""What a file calls the number that it adds to the weights of some layers and to their zero points,
and to which they are therefore the same; with another one than 0 they are multiplied as matrices.
"""

_AS_STORED, _SHIFTED = (b"\x42\x05%s\x4a\x01%s" % (SHIFT.encode(), at) for at in (b"\0", b"\xff"))
"""That number in a file, 0 or -1, after its name."""

_TILES: Final = "amx_int8"
_PROCESSOR: Final = Path("/proc/cpuinfo")


class Network(Protocol):
    """What turns named input arrays into named output arrays."""

    def __call__(self, **inputs: NDArray[np.uint8]) -> Mapping[str, NDArray[np.float32]]:
        """Run once."""
        ...


class OnnxNetwork:
    """A network in an ONNX file, run by onnxruntime on the CPU."""

    def __init__(
        self,
        path: Path,
        inputs: set[str],
        outputs: set[str],
        threads: int,
        extras: frozenset[str] = frozenset(),
    ) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = _ERRORS_ONLY
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            self._session = onnxruntime.InferenceSession(
                fitting(path.read_bytes()), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # its exceptions share no base of their own
            first = str(error).splitlines()[0]
            raise ModelCorruptError(f"{path} cannot be loaded: {first}") from error
        self._check(path, "inputs", {i.name for i in self._session.get_inputs()}, inputs)
        offered = {o.name for o in self._session.get_outputs()}
        self._check(path, "outputs", offered, outputs)
        self._outputs = sorted(outputs | (extras & offered))

    @staticmethod
    def _check(path: Path, side: str, found: set[str], wanted: set[str]) -> None:
        if not wanted <= found:
            raise ModelCorruptError(f"{path} has {side} {sorted(found)}; expected {sorted(wanted)}")

    def __call__(self, **inputs: NDArray[np.uint8]) -> Mapping[str, NDArray[np.float32]]:
        """Run once; by name, the outputs asked for at opening and the extras that the file has."""
        values: list[Any] = self._session.run(self._outputs, inputs)
        return dict(zip(self._outputs, values, strict=True))


def fitting(network: bytes) -> bytes:
    """A network's file, its shiftable weights shifted where the processor has tiles for matrices.

    There a product of matrices takes half the time of a convolution, elsewhere half as much again;
    what the network says is the same to the bit (`models.shift`).
    """
    return network.replace(_AS_STORED, _SHIFTED) if has_tiles() else network


@cache
def has_tiles() -> bool:
    """Whether the processor multiplies matrices of bytes (AMX)."""
    return _PROCESSOR.is_file() and _TILES in _PROCESSOR.read_text(encoding="ascii")
