"""The table's plane in a picture: pixels to millimetres and back, lens distortion included."""

from dataclasses import dataclass, field, replace
from math import atan2, degrees, inf
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import PlaneError

Matrix: TypeAlias = NDArray[np.float64]

NOMINAL_TILE_MM: Final = 26.0
"""The width given to tiles where nothing else tells the scale; all else is in proportion."""

TILE_ASPECT: Final = 1.33
"""A usual tile's height in its widths."""

_LIFT: Final = 0.7
"""How far the lying faces are above the table, in tile widths."""

_UNDISTORTING: Final = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 40, 1e-7)


@dataclass(frozen=True, slots=True)
class Lens:
    """What a lens does to a straight line: OpenCV's k1, k2, p1, p2, k3 about a focal length."""

    focal: float
    """Pixels."""
    centre: tuple[float, float]
    distortion: tuple[float, ...]

    def __post_init__(self) -> None:
        """Raise ``PlaneError`` for no lens."""
        if not 0 < self.focal < inf or len(self.distortion) != 5:
            raise PlaneError(
                f"lens: focal {self.focal} and {len(self.distortion)} coefficients; "
                "expected more than 0, and 5"
            )

    @property
    def matrix(self) -> Matrix:
        """The camera matrix [3,3]."""
        (x, y), f = self.centre, self.focal
        return np.array([[f, 0.0, x], [0.0, f, y], [0.0, 0.0, 1.0]])

    def straightened(self, pixels: Matrix) -> Matrix:
        """Where points [n,2] would be without the lens's distortion."""
        if not len(pixels):
            return np.empty((0, 2))
        points = np.ascontiguousarray(pixels, np.float64).reshape(-1, 1, 2)
        bent = np.array(self.distortion)
        straight = cv2.undistortPoints(
            points, self.matrix, bent, R=np.eye(3), P=self.matrix, criteria=_UNDISTORTING
        )
        return np.asarray(straight, np.float64).reshape(-1, 2)

    def bent(self, pixels: Matrix) -> Matrix:
        """Where the lens puts points [n,2] of a straight picture."""
        flat = (pixels - np.array(self.centre)) / self.focal
        rays = np.column_stack([flat, np.ones(len(flat))])
        if not len(rays):
            return np.empty((0, 2))
        zero = np.zeros(3)
        points, _ = cv2.projectPoints(rays, zero, zero, self.matrix, np.array(self.distortion))
        return np.asarray(points, np.float64).reshape(-1, 2)


@dataclass(frozen=True)
class TablePlane:
    """Where the plane of the lying faces is in a picture. Millimetres as in an ``Observation``."""

    size: tuple[int, int]
    """Width and height of the pictures that it is for."""

    matrix: Matrix
    """[3,3]: millimetres (x, y, 1) to pixels of the straight picture."""

    tile_mm: tuple[float, float]
    """Width and height of a face."""

    half_mm: float
    """From the centre to the playing field's edge."""

    lens: Lens | None = None
    how: str = "tiles"
    """What told it: markers, tiles, clicks, file."""

    _inverse: Matrix = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Raise ``PlaneError`` for measures that no table has, and a matrix that no camera has."""
        for name in ("size", "tile_mm"):
            if not all(0 < side < inf for side in getattr(self, name)):
                raise PlaneError(f"plane: {name} {getattr(self, name)}; expected more than 0")
        if not 0 < self.half_mm < inf:
            raise PlaneError(f"plane: half_mm {self.half_mm}; expected more than 0")
        matrix = np.asarray(self.matrix, np.float64)
        if matrix.shape != (3, 3) or not np.isfinite(matrix).all() or not matrix.any():
            raise PlaneError(
                f"plane: a matrix of shape {matrix.shape}; expected finite (3, 3), not all 0"
            )
        if abs(float(np.linalg.det(matrix / np.abs(matrix).max()))) < 1e-12:
            raise PlaneError("plane: its matrix maps the table to a line; expected an area")
        object.__setattr__(self, "matrix", matrix)
        object.__setattr__(self, "_inverse", np.linalg.inv(matrix))

    def to_mm(self, pixels: Matrix) -> Matrix:
        """Millimetres [n,2] of pixels [n,2]."""
        points = np.asarray(pixels, np.float64).reshape(-1, 2)
        straight = points if self.lens is None else self.lens.straightened(points)
        return mapped(self._inverse, straight)

    def to_px(self, spots: Matrix) -> Matrix:
        """Pixels [n,2] of millimetres [n,2]."""
        pixels = mapped(self.matrix, np.asarray(spots, np.float64).reshape(-1, 2))
        return pixels if self.lens is None else self.lens.bent(pixels)

    def tile_px(self, spot: tuple[float, float] = (0.0, 0.0)) -> float:
        """How many pixels wide a tile is there."""
        around = np.array([[-0.5, 0.0], [0.5, 0.0], [0.0, -0.5], [0.0, 0.5]]) * self.tile_mm[0]
        ends = self.to_px(np.array(spot) + around)
        across = np.linalg.norm(ends[1] - ends[0]) + np.linalg.norm(ends[3] - ends[2])
        return float(across / 2)

    def moved(self, step: Matrix) -> "TablePlane":
        """The same plane after the picture moved by a homography [3,3] of its pixels.

        The lens stays with the camera; for the small steps that a nudge makes this is exact enough.
        """
        return replace(self, matrix=np.asarray(step, np.float64) @ self.matrix)

    def turned(self, quarters: int) -> "TablePlane":
        """The same plane with another side at the bottom, ``quarters`` counter-clockwise on."""
        c, s = [(1, 0), (0, 1), (-1, 0), (0, -1)][quarters % 4]
        spin = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
        return replace(self, matrix=self.matrix @ spin)

    def upright(self) -> "TablePlane":
        """The same plane, its bottom side the one that is lowest in the picture."""
        ends = self.to_px(np.array([[0.0, 0.0], [0.0, -0.5 * self.half_mm]]))
        down = ends[1] - ends[0]
        quarters = round(degrees(atan2(float(down[0]), float(down[1]))) / 90)
        return self.turned(-quarters)

    @property
    def mirrored(self) -> bool:
        """Whether the picture shows the table as a mirror would."""
        ends = self.to_px(np.array([[0.0, 0.0], [10.0, 0.0], [0.0, 10.0]]))
        (ax, ay), (bx, by) = ends[1] - ends[0], ends[2] - ends[0]
        return bool(ax * by - ay * bx > 0)


def mapped(matrix: Matrix, points: Matrix) -> Matrix:
    """Points [n,2] through a homography [3,3]."""
    lifted = points @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(lifted[:, :2] / lifted[:, 2:])


def lifted(plane: TablePlane) -> TablePlane:
    """The plane of the lying faces, above that of the field's edges."""
    width, height = plane.size
    focal = _focal(plane.matrix, (width, height))
    lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1.0]])
    pose = np.linalg.inv(lens) @ plane.matrix
    pose /= (np.linalg.norm(pose[:, 0]) + np.linalg.norm(pose[:, 1])) / 2
    pose *= np.sign(pose[2, 2])
    up = np.cross(pose[:, 0], pose[:, 1])
    pose[:, 2] += _LIFT * plane.tile_mm[0] * up
    return replace(plane, matrix=lens @ pose)


def _focal(matrix: Matrix, size: tuple[int, int]) -> float:
    """The focal length in pixels that makes the plane's axes square; the usual where unsure."""
    shift = np.array([[1, 0, -size[0] / 2], [0, 1, -size[1] / 2], [0, 0, 1.0]])
    h = shift @ matrix
    usual = 1.2 * size[0]
    lean = float(np.hypot(h[2, 0], h[2, 1]) / np.linalg.norm(h[:2, :2]) * usual)
    if lean < 0.15:  # looked at from straight above, the lens makes no difference
        return usual
    top = h[0, 0] * h[0, 1] + h[1, 0] * h[1, 1]
    bottom = h[2, 0] * h[2, 1]
    top2 = h[0, 0] ** 2 + h[1, 0] ** 2 - h[0, 1] ** 2 - h[1, 1] ** 2
    bottom2 = h[2, 0] ** 2 - h[2, 1] ** 2
    weight = bottom**2 + bottom2**2
    squared = -(top * bottom + top2 * bottom2) / max(weight, 1e-30)
    low, high = 0.5 * size[0], 3.0 * size[0]
    return float(np.clip(np.sqrt(max(squared, low**2)), low, high))
