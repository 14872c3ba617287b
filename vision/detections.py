"""The detections of one picture: parallel arrays, validated at construction and frozen."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.errors import DetectionsError
from vision.labels import LABELS

CLASSES = len(LABELS)

Floats: TypeAlias = NDArray[np.float32]
Ints: TypeAlias = NDArray[np.int64]
Mask: TypeAlias = NDArray[np.bool_]
Reals: TypeAlias = NDArray[np.float64]
Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels."""

Index: TypeAlias = NDArray[np.bool_] | NDArray[np.int64] | slice


def _no_classes() -> Ints:
    return np.empty(0, np.int64)


def _no_probabilities() -> Floats:
    return np.empty((0, CLASSES), np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Detections:
    """The faces found in a picture, the n-th entry of each array being the n-th face.

    The arrays are copied and made read-only. Raises ``DetectionsError`` where they do not fit
    together, naming the shape or value met and the one expected.
    """

    quadrilaterals: Floats
    """float32 [n,4,2]: corners (x, y) in pixels, clockwise from the face's own top-left."""

    confidence: Floats
    """float32 [n]: probability 0..1 that a face is there."""

    class_id: Ints = field(default_factory=_no_classes)
    """int64 [n]: index into ``labels.LABELS``."""

    probabilities: Floats = field(default_factory=_no_probabilities)
    """float32 [n,40]: probability of each class, rows summing to 1."""

    def __post_init__(self) -> None:
        """Check and freeze the arrays."""
        quads = _array("quadrilaterals", self.quadrilaterals, np.float32, (None, 4, 2))
        count = len(quads)
        arrays = {
            "quadrilaterals": quads,
            "confidence": _array("confidence", self.confidence, np.float32, (count,)),
            "class_id": _array("class_id", self.class_id, np.int64, (count,)),
            "probabilities": _array(
                "probabilities", self.probabilities, np.float32, (count, CLASSES)
            ),
        }
        _check_values(arrays)
        for name, array in arrays.items():
            array.setflags(write=False)
            object.__setattr__(self, name, array)

    @classmethod
    def empty(cls) -> Self:
        """No faces."""
        return cls(np.empty((0, 4, 2), np.float32), np.empty(0, np.float32))

    @classmethod
    def merge(cls, parts: Sequence["Detections"]) -> Self:
        """All faces of several detections, in order."""
        if not parts:
            return cls.empty()
        return cls(
            np.concatenate([part.quadrilaterals for part in parts]),
            np.concatenate([part.confidence for part in parts]),
            np.concatenate([part.class_id for part in parts]),
            np.concatenate([part.probabilities for part in parts]),
        )

    def __len__(self) -> int:
        """How many faces."""
        return len(self.quadrilaterals)

    def __getitem__(self, index: Index) -> "Detections":
        """The faces at a mask, an index array or a slice, in that order."""
        if not isinstance(index, slice) and np.asarray(index).ndim != 1:
            raise DetectionsError(
                f"detections are indexed by a slice, mask or index array, got {index!r}"
            )
        return Detections(
            self.quadrilaterals[index],
            self.confidence[index],
            self.class_id[index],
            self.probabilities[index],
        )

    @property
    def labels(self) -> tuple[str, ...]:
        """The class names."""
        return tuple(LABELS[index] for index in self.class_id)


def _array(name: str, value: Any, dtype: type[Any], shape: tuple[int | None, ...]) -> NDArray[Any]:
    array = np.array(value, dtype=dtype)
    fits = array.ndim == len(shape) and all(
        want is None or want == got for want, got in zip(shape, array.shape, strict=True)
    )
    if not fits:
        wanted = "(" + ", ".join("n" if size is None else str(size) for size in shape) + ")"
        raise DetectionsError(f"{name} must have shape {wanted}, but has shape {array.shape}")
    return array


def _check_values(arrays: dict[str, NDArray[Any]]) -> None:
    for name in ("quadrilaterals", "confidence", "probabilities"):
        if not np.isfinite(arrays[name]).all():
            raise DetectionsError(
                f"{name} must be finite, but holds {_first_not_finite(arrays[name])}"
            )
    for name in ("confidence", "probabilities"):
        array = arrays[name]
        if array.size and (array.min() < 0 or array.max() > 1 + 1e-4):
            raise DetectionsError(
                f"{name} must lie in 0..1, but spans {array.min():.3g}..{array.max():.3g}"
            )
    classes = arrays["class_id"]
    if classes.size and (classes.min() < 0 or classes.max() >= CLASSES):
        raise DetectionsError(
            f"class_id must lie in 0..{CLASSES - 1}, but spans {classes.min()}..{classes.max()}"
        )


def _first_not_finite(array: NDArray[Any]) -> float:
    return float(array[~np.isfinite(array)].flat[0])
