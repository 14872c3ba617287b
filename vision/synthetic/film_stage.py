"""A table before a fixed camera, painted bit by bit: only what changes is drawn again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import hypot

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.labels import UNKNOWN
from vision.synthetic.camera import Camera
from vision.synthetic.film_arm import NEAREST_MM, ArmShape, paint_arm
from vision.synthetic.film_look import FilmLook, pixels_a_mm
from vision.synthetic.film_rects import (
    FEWEST,
    Rect,
    about,
    bounds,
    clusters,
    crop,
    evened,
    grown,
    meets,
    sides,
)
from vision.synthetic.film_scene import LyingStick, LyingTile
from vision.synthetic.render import FACE, Faces, Painter
from vision.synthetic.solids import Body, Floats, Placement, corners, lay
from vision.synthetic.surfaces import Image, Picture
from vision.synthetic.table_arm import Arm
from vision.synthetic.table_ground import lay_stick
from vision.synthetic.table_layout import LaidStick

MARGIN = 28
"""Pixels around a change that are drawn too, for the soft edges of shadows."""
NOBODY = -1
Owner = NDArray[np.int16]
Point = tuple[float, float]
SMEAR_PIXELS = 5.0
"""So far apart are the moments of which a smeared picture is made,"""
MOMENTS = 6
"""and so many are there at most."""


@dataclass
class Cast:
    """The faces of a set with one more, the blank of a tile that nobody knows."""

    faces: Faces
    kept: dict[tuple[str, int], Picture] = field(default_factory=dict)
    """Textures, kept from one painter to the next."""

    @property
    def body_rgb(self) -> tuple[int, int, int]:
        """The colour of the front part."""
        return self.faces.body_rgb

    @property
    def back_rgb(self) -> tuple[int, int, int]:
        """The colour of the back part."""
        return self.faces.back_rgb

    def face(self, label: str) -> Image:
        """The upright face, RGB bytes, shape (256, 192, 3)."""
        if label == UNKNOWN:
            return np.full((FACE[1], FACE[0], 3), self.body_rgb, np.uint8)
        return self.faces.face(label)


class FilmPainter(Painter):
    """A painter that keeps its textures for the next one."""

    def __init__(
        self, image: Picture, camera: Camera, look: FilmLook, cast: Cast, body: Body
    ) -> None:
        super().__init__(image, camera, look.light, cast, body, look.edge)
        self._textures = cast.kept


@dataclass(frozen=True, slots=True)
class Moment:
    """What is over the table at one moment."""

    shapes: list[ArmShape]
    aloft: list[Placement]


class Stage:
    """What the camera sees of a table, and which tile each pixel belongs to."""

    def __init__(
        self, cast: Cast, look: FilmLook, camera: Camera, size: tuple[int, int], body: Body
    ) -> None:
        self.cast, self.look, self.size, self.body = cast, look, size, body
        self.camera = camera
        self.tiles: dict[int, LyingTile] = {}
        self.sticks: tuple[LyingStick, ...] = ()
        self.boxes: dict[int, Rect] = {}
        self.aim(camera)

    def aim(self, camera: Camera) -> None:
        """Put the camera elsewhere; everything is drawn again."""
        self.camera, self.pixels_a_mm = camera, pixels_a_mm(camera)
        self.empty = self.look.ground(camera, self.size)
        self.linear: Picture = self.empty.copy()
        self.toning = self.look.toning(self.size)
        self.picture: Image = np.zeros((self.size[1], self.size[0], 3), np.uint8)
        self.owner: Owner = np.full((self.size[1], self.size[0]), NOBODY, np.int16)
        self.boxes = self._boxes(self.tiles.values())
        self.repaint((0, 0, *self.size))

    def change(
        self, put: Iterable[LyingTile] = (), lifted: Iterable[int] = (),
        sticks: tuple[LyingStick, ...] | None = None,
    ) -> None:  # fmt: skip
        """Lay tiles (in place of where they lay before), lift others, lay these sticks instead."""
        gone = [number for number in lifted if self.tiles.pop(number, None) is not None]
        rects = [self.boxes.pop(number) for number in gone]
        fresh = {tile.id: tile for tile in put if self.tiles.get(tile.id) != tile}
        boxes = self._boxes(fresh.values())
        rects += [self.boxes[number] for number in fresh if number in self.boxes]
        rects += list(boxes.values())
        self.tiles.update(fresh)
        self.boxes.update(boxes)
        if sticks is not None and sticks != self.sticks:
            moved = set(sticks) ^ set(self.sticks)
            rects += [self._stick_box(stick) for stick in moved]
            self.sticks = sticks
        for rect in clusters([grown(rect, FEWEST, self.size) for rect in rects]):
            self.repaint(rect)

    def repaint(self, rect: Rect) -> None:
        """Draw a part of the picture again from the empty table up."""
        wide = grown(evened(rect), MARGIN, self.size)
        x, y = wide[0], wide[1]
        if sides(rect) < FEWEST:
            return
        image = crop(self.empty, wide).copy()
        near = self.seen_from(x, y)
        for stick in self.sticks:
            if meets(self._stick_box(stick), wide):
                lay_stick(image, near, as_laid(stick))
        numbers = [number for number, box in self.boxes.items() if meets(box, wide)]
        painter = FilmPainter(image, near, self.look, self.cast, self.body)
        painter.draw([placed(self.tiles[number], self.body) for number in numbers])
        ids = np.array([*numbers, NOBODY], np.int16)
        owner = ids[painter.owner]
        self.look.gloss(image, owner != NOBODY, wide, self.size)
        inner = (rect[0] - x, rect[1] - y, rect[2] - x, rect[3] - y)
        crop(self.linear, rect)[:] = crop(image, inner)
        crop(self.owner, rect)[:] = crop(owner, inner)
        crop(self.picture, rect)[:] = self.develop(crop(image, inner), rect)

    def frame(
        self, arms: tuple[Arm, ...] = (), floating: tuple[Placement, ...] = (),
        trails: tuple[Point, ...] = (),
    ) -> Image:  # fmt: skip
        """The picture with arms and tiles in the air over it; shared where there are none.

        ``trails``: by how many mm (x, y) each arm moves while the picture is taken, the first one
        with what is in the air.
        """
        moments = [
            Moment(
                [self.look.arm(arm, self.camera, self.body) for arm in there],
                self._in_sight(aloft),
            )
            for there, aloft in smeared(arms, floating, trails, self.pixels_a_mm)
        ]  # fmt: skip
        rects = [shape.rect(self.size) for one in moments for shape in one.shapes]
        rects += [box for one in moments for box in self._of(one.aloft)]
        rects = [rect for rect in rects if sides(rect) >= FEWEST]
        if not rects:
            return self.picture
        picture = self.picture.copy()
        for rect in clusters([evened(rect) for rect in rects]):
            total = self._moment(moments[0], rect)
            for moment in moments[1:]:
                cv2.accumulate(self._moment(moment, rect), total)
            total *= 1 / len(moments)
            crop(picture, rect)[:] = self.develop(total, rect)
        return picture

    def _moment(self, moment: Moment, rect: Rect) -> Picture:
        """A part of the picture as it is at one moment, before light and tone."""
        image = crop(self.linear, rect).copy()
        if moment.aloft:
            near = self.seen_from(rect[0], rect[1])
            FilmPainter(image, near, self.look, self.cast, self.body).draw(moment.aloft)
        for shape in moment.shapes:
            paint_arm(image, shape, rect)
        return image

    def _of(self, floating: Iterable[Placement]) -> list[Rect]:
        return [self._box(np.asarray(solid)) for solid in self._solids(floating)]

    def _in_sight(self, floating: tuple[Placement, ...]) -> list[Placement]:
        return [
            one for one, box in zip(floating, self._of(floating), strict=True) if sides(box) > 0
        ]

    def covered(self, arms: tuple[Arm, ...]) -> NDArray[np.bool_] | None:
        """Where arms hide the table; None where there is none."""
        if not arms:
            return None
        mask = np.zeros((self.size[1], self.size[0]), np.uint8)
        for arm in arms:
            self.look.arm(arm, self.camera, self.body).fill(mask)
        return np.asarray(mask > 0)

    def develop(self, image: Picture, rect: Rect) -> Image:
        """Light and tone of the film over a part of the picture."""
        toned = cv2.multiply(image, crop(self.toning, rect), dtype=cv2.CV_8U)
        return np.asarray(cv2.LUT(toned, self.look.curve))

    def seen_from(self, x: int, y: int) -> Camera:
        """The camera of the part of the picture that begins at this pixel."""
        centre = (self.camera.centre[0] - x, self.camera.centre[1] - y)
        return Camera(self.camera.position, self.camera.rotation, self.camera.focal, centre)

    def _solids(self, placements: Iterable[Placement]) -> Floats:
        every = list(placements)
        return corners(every, self.body) if every else np.zeros((0, 8, 3))

    def _boxes(self, tiles: Iterable[LyingTile]) -> dict[int, Rect]:
        every = list(tiles)
        solids = self._solids([placed(tile, self.body) for tile in every])
        return {tile.id: self._box(solid) for tile, solid in zip(every, solids, strict=True)}

    def _box(self, solid: Floats) -> Rect:
        """Where a tile and its shadow are seen; nowhere if it is not before the lens."""
        depth = (solid - self.camera.position) @ self.camera.rotation[2]
        if float(depth.min()) <= NEAREST_MM:
            return 0, 0, 0, 0
        fallen = solid.copy()
        toward = self.look.light.direction
        fallen[..., :2] -= solid[..., 2:3] * (toward[:2] / max(0.3, float(toward[2])))
        fallen[..., 2] = 0
        seen = self.camera.project(np.concatenate([solid, fallen]))
        return grown(bounds(seen), 6, self.size)

    def _stick_box(self, stick: LyingStick) -> Rect:
        ring = about((stick.x_mm, stick.y_mm), 40.0)
        depth = (ring - self.camera.position) @ self.camera.rotation[2]
        if float(depth.min()) <= NEAREST_MM:
            return 0, 0, 0, 0
        return grown(bounds(self.camera.project(ring)), 2, self.size)


def smeared(
    arms: tuple[Arm, ...], floating: tuple[Placement, ...], trails: tuple[Point, ...],
    pixels_a_mm: float,
) -> list[tuple[tuple[Arm, ...], tuple[Placement, ...]]]:  # fmt: skip
    """The moments of an exposure that ends with arms and tiles where they are."""
    farthest = max((hypot(*trail) for trail in trails), default=0.0) * pixels_a_mm
    count = max(1, min(MOMENTS, round(farthest / SMEAR_PIXELS)))
    moments = [(arms, floating)]
    for number in range(1, count):
        back = number / count
        there = tuple(
            replace(arm, at=(arm.at[0] - back * x, arm.at[1] - back * y))
            for arm, (x, y) in zip(arms, (*trails, *[(0.0, 0.0)] * len(arms)), strict=False)
        )
        x, y = (back * trails[0][0], back * trails[0][1])
        aloft = tuple(
            replace(one, centre=(one.centre[0] - x, one.centre[1] - y, one.centre[2]))
            for one in floating
        )
        moments.append((there, aloft))
    return moments


def placed(tile: LyingTile, body: Body) -> Placement:
    """A lying tile as a solid."""
    yaw = float(np.radians(tile.angle_deg - 90))
    at = (tile.x_mm, tile.y_mm)
    if tile.standing:
        return lay(tile.tile, body, at, yaw, "standing", tile.level)
    if tile.face_up:
        return lay(tile.tile, body, at, yaw, "up", tile.level)
    return lay("back", body, at, yaw, "down", tile.level)


def as_laid(stick: LyingStick) -> LaidStick:
    """A stick as the ground draws it."""
    yaw = float(np.radians(stick.angle_deg))
    at = (stick.x_mm, stick.y_mm)
    return LaidStick(at, yaw, stick.seat, 0, counter=stick.value == 100)
