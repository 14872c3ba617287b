"""Tiles as solids: where each one lies on the table, and its eight corners in millimetres.

The table is the plane z = 0, x to the right, y away from the viewer, z up. A tile's own axes are
``right`` and ``down`` (as its face is read) and ``out`` (from the face towards its reader).
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Pose: TypeAlias = Literal["up", "down", "standing", "side"]
"""Face up or down, upright on its foot, or on its long side: the last two show blank flanks."""


@dataclass(frozen=True, slots=True)
class Body:
    """The size of one set's tiles in millimetres, and where its two colours meet."""

    width: float
    height: float
    thickness: float
    seam: float
    """Share of the thickness, from the face, that has the face's colour."""


@dataclass(frozen=True, slots=True)
class Placement:
    """One tile on the table: its label, the middle of its body, and its axes."""

    label: str
    centre: tuple[float, float, float]
    yaw: float
    pose: Pose

    def axes(self) -> Floats:
        """Rows ``right``, ``down``, ``out`` as unit vectors, shape (3, 3)."""
        c, s = np.cos(self.yaw), np.sin(self.yaw)
        if self.pose == "standing":
            return np.array([[c, s, 0.0], [0.0, 0.0, -1.0], [s, -c, 0.0]])
        if self.pose == "side":
            return np.array([[0.0, 0.0, 1.0], [c, s, 0.0], [s, -c, 0.0]])
        if self.pose == "down":
            return np.array([[-c, -s, 0.0], [s, -c, 0.0], [0.0, 0.0, -1.0]])
        return np.array([[c, s, 0.0], [s, -c, 0.0], [0.0, 0.0, 1.0]])


CORNER_SIGNS = np.array(
    [
        [-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1],
        [-1, -1, -1], [1, -1, -1], [1, 1, -1], [-1, 1, -1],
    ],
    dtype=np.float64,
)  # fmt: skip
"""The corners along (right, down, out): the face clockwise from its own top-left, then the back."""

SIDES: tuple[tuple[tuple[int, int], int, int], ...] = (
    ((0, 1), 1, -1),
    ((1, 2), 0, 1),
    ((2, 3), 1, 1),
    ((3, 0), 0, -1),
)
"""Each side: the two face corners it hangs from, its axis, and which way along it it looks."""


def lay(
    label: str, body: Body, at: tuple[float, float], yaw: float, pose: Pose = "up", level: int = 0
) -> Placement:
    """A tile resting at ``at`` (mm) on ``level`` tiles lying below it."""
    half = {"standing": body.height, "side": body.width}.get(pose, body.thickness) / 2
    return Placement(label, (at[0], at[1], half + level * body.thickness), yaw, pose)


def corners(placements: list[Placement], body: Body) -> Floats:
    """The corners of every tile in millimetres, shape (n, 8, 3), ordered as CORNER_SIGNS."""
    half = np.array([body.width, body.height, body.thickness]) / 2
    axes = np.stack([p.axes() for p in placements])
    centres = np.array([p.centre for p in placements])
    offsets = np.einsum("ka,nax->nkx", CORNER_SIGNS * half, axes)
    return np.asarray(centres[:, None, :] + offsets)
