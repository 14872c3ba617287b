"""Which shapes are for training and which for evaluation only, so that "unseen" is true."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import TypeVar

from vision.synthetic.characters import Forms

Part = TypeVar("Part")
ONE_IN = 6
"""One shape in so many is kept for evaluation."""


def is_unseen(shape: object) -> bool:
    """Whether a shape, known by its plain description, is kept for evaluation."""
    return zlib.crc32(repr(shape).encode()) % ONE_IN == 0


def drawn(make: Callable[[], Part], shape: Callable[[Part], object], forms: Forms) -> Part:
    """The first part made whose shape belongs to these forms."""
    while is_unseen(shape(part := make())) != (forms == "unseen"):
        pass
    return part
