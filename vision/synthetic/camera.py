"""A pinhole camera anywhere above the table."""

from dataclasses import dataclass

import numpy as np

from vision.synthetic.solids import Floats


@dataclass(frozen=True, slots=True)
class Camera:
    """Where it stands (mm), how it looks, and its lens.

    The rotation's rows are image right, image down, forward; focal length and centre are in pixels.
    """

    position: Floats
    rotation: Floats
    focal: tuple[float, float]
    centre: tuple[float, float]

    def project(self, points: Floats) -> Floats:
        """Pixels of points in millimetres, (..., 3) -> (..., 2), all before the camera."""
        local = (points - self.position) @ self.rotation.T
        depth = np.maximum(local[..., 2:3], 1.0)
        pixels = local[..., :2] / depth * np.array(self.focal) + np.array(self.centre)
        return np.asarray(pixels)

    def plane_homography(self) -> Floats:
        """The map from table millimetres (x, y, 1) to pixels, shape (3, 3)."""
        intrinsics = np.array(
            [[self.focal[0], 0.0, self.centre[0]], [0.0, self.focal[1], self.centre[1]], [0, 0, 1]]
        )
        columns = np.column_stack(
            [self.rotation[:, 0], self.rotation[:, 1], -self.rotation @ self.position]
        )
        return np.asarray(intrinsics @ columns)


def look_at(
    target: Floats, distance: float, tilt: float, heading: float, roll: float,
    focal: tuple[float, float], centre: tuple[float, float],
) -> Camera:  # fmt: skip
    """A camera ``distance`` mm from ``target``, leaning ``tilt`` from straight down (radians).

    ``heading`` is the side it leans to (0: from the viewer's side), ``roll`` turns it on its axis.
    """
    away = np.array(
        [-np.sin(heading) * np.sin(tilt), -np.cos(heading) * np.sin(tilt), np.cos(tilt)]
    )
    forward = -away
    right = np.array([np.cos(heading), -np.sin(heading), 0.0])
    down = np.cross(forward, right)
    c, s = np.cos(roll), np.sin(roll)
    rotation = np.stack([c * right + s * down, -s * right + c * down, forward])
    return Camera(target + away * distance, rotation, focal, centre)
