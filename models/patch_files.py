"""Files of patches and their classes, as several commands write them and others read them."""

import zipfile
import zlib
from pathlib import Path
from pickle import UnpicklingError
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from models.commands import UnusableError
from models.crops import PATCH
from table.cli.options import one_line
from vision.labels import LABELS

SHAPES: Final = {"patches": (PATCH, PATCH, 3), "classes": (), "held": ()}
KINDS: Final = {"patches": "u", "classes": "i", "held": "b"}
"""What numpy calls whole numbers without and with a sign, and truths."""

_DAMAGED = (
    AttributeError, EOFError, KeyError, OSError, TypeError, UnpicklingError, ValueError,
    zipfile.BadZipFile, zlib.error,
)  # fmt: skip
"""What numpy raises of a file that is none of its own, or not whole."""


def array(file: Path, name: str, count: int | None = None) -> NDArray[Any]:
    """One array of a file, of so many entries where that is known. Raises ``UnusableError``."""
    try:
        with np.load(file) as kept:
            found: NDArray[Any] = kept[name]
    except _DAMAGED as fault:
        told = one_line(fault).removeprefix(f"{file}: ")
        raise UnusableError(f"{file}: {told}; expected patches with their classes") from None
    number = found.shape[:1] if count is None else (count,)
    shape = (*number, *SHAPES[name])
    if not found.ndim or found.shape != shape or found.dtype.kind != KINDS[name]:
        raise UnusableError(f"{file}: {name} {found.dtype} {found.shape}; expected {shape}")
    if name == "classes" and len(found) and not 0 <= found.min() <= found.max() < len(LABELS):
        told = f"{found.min()} to {found.max()}"
        raise UnusableError(f"{file}: classes {told}; expected 0 to {len(LABELS) - 1}")
    return found
