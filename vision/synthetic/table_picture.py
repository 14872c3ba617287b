"""A picture of a whole table in play, with the truth of every tile. Deterministic by seed."""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from vision.detections import Mask
from vision.errors import TableViewError
from vision.synthetic.camera import Camera, look_at
from vision.synthetic.hands import hands
from vision.synthetic.lens import Lens
from vision.synthetic.occlusion import share_free
from vision.synthetic.photo import ANY, USUAL_TILE, Care, develop
from vision.synthetic.render import NOBODY, Faces, Light, Painter, Shine
from vision.synthetic.solids import Body, Floats, Placement, corners
from vision.synthetic.surfaces import Image
from vision.synthetic.table_arm import Arm, Look, lay_arm
from vision.synthetic.table_ground import ground, lay_stick
from vision.synthetic.table_layout import (
    Laid,
    LaidStick,
    Plan,
    Zone,
    lay_sticks,
    lay_table,
    outline,
)
from vision.synthetic.table_view import TableView

RIICHI_BODY = Body(width=20.5, height=27.0, thickness=16.5, seam=0.55)
HALF = 127
HALF_SEEN = 0.5
NEAREST = 40.0
"""Millimetres before the lens within which nothing is drawn."""


@dataclass(frozen=True, slots=True)
class TableTruth:
    """A tile or point stick that lies on the table, seen or not."""

    tile: str
    """Its label; ``back`` face down, ``stick`` and ``counter`` for point sticks."""
    seat: int
    zone: Zone
    place: int
    face_up: bool
    sideways: bool
    polygon: Floats
    """Corners of the face (face down: of the back) in pixels, clockwise from its own top-left."""
    visible: float
    """The share of the polygon that is seen: 0 for a face that looks away."""

    def as_mapping(self) -> dict[str, object]:
        """The plain values that a line of truth holds."""
        return {
            "tile": self.tile, "seat": self.seat, "zone": self.zone, "place": self.place,
            "face_up": self.face_up, "sideways": self.sideways,
            "polygon": self.polygon.round(2).tolist(), "visible": round(self.visible, 3),
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class TablePicture:
    """A finished picture, RGB (h, w, 3), all that lies there, and the table's corners (4, 2)."""

    image: Image
    tiles: tuple[TableTruth, ...]
    table: Floats


def watching(
    size: tuple[int, int], reach: float, *, tilt: float = 0.0, heading: float = 0.0,
    roll: float = 0.0, lens: float = 1.1, fill: float = 0.96,
) -> Camera:  # fmt: skip
    """A camera that holds everything within ``reach`` mm of the table's middle in its picture.

    ``size`` is (width, height); ``tilt`` leans it from straight down towards ``heading`` (0:
    seat 0's side), while seat 0 stays at the bottom unless ``roll`` turns the picture (radians).
    ``lens`` is its focal length in widths, ``fill`` the share of the picture that the field takes.
    """
    width, height = size
    if not 0 <= tilt <= 1 or min(size) < 16 or reach <= 0:
        raise TableViewError(
            f"camera: tilt {tilt}, size {width}x{height}, reach {reach}, "
            "expected a tilt of 0 to 1, 16 pixels or more and a positive reach"
        )
    focal = lens * width
    spread = np.array([[x, y, 0.0] for x in (-reach, reach) for y in (-reach, reach)])
    middle = np.array([width / 2, height / 2])

    def placed(distance: float) -> Camera:
        return look_at(
            np.zeros(3), distance, tilt, heading, roll - heading, (focal, focal),
            (width / 2, height / 2),
        )  # fmt: skip

    near, far = 1.5 * reach, 200 * reach
    for _ in range(30):
        trial = (near + far) / 2
        within = np.abs(placed(trial).project(spread) - middle) <= fill * middle
        near, far = (near, trial) if within.all() else (trial, far)
    return placed(far)


class Studio:
    """A table, its set of tiles, its light and a camera: all that stays from picture to picture."""

    def __init__(
        self, faces: Faces, seed: int, *, body: Body = RIICHI_BODY,
        size: tuple[int, int] = (1280, 720), camera: Camera | None = None, lens: Lens | None = None,
        care: Care = ANY, alike: bool = False,
    ) -> None:  # fmt: skip
        """With ``alike`` the cloth has nearly the tiles' colour."""
        rng = np.random.default_rng((seed, 1))
        self.faces, self.body, self.size, self.seed = faces, body, size, seed
        self.plan, self.lens, self.care = Plan.of(body), lens, care
        self.camera = camera or watching(
            size, self.plan.edge, tilt=float(rng.uniform(0, 0.35)),
            heading=float(rng.uniform(0, 2 * np.pi)), roll=float(rng.normal(0, 0.02)),
        )  # fmt: skip
        towards = np.array([*rng.normal(0, 0.45, 2), 1.0])
        self.light = Light(
            towards / np.linalg.norm(towards),
            float(rng.uniform(0, 1)),
            float(rng.uniform(0.2, 0.8)),
        )
        self.edge = (float(rng.uniform(0.06, 0.2)), float(rng.uniform(0.05, 0.14)))
        self.shine = Shine.random(rng)
        self.empty = ground(rng, self.plan, self.camera, size, faces.body_rgb if alike else None)

    def shoot(
        self, view: TableView, arms: tuple[Arm, ...] = (), *, exposure: int = 0, frame: int = 0,
        glare: bool = False, hand: bool = False, clean: bool = False,
    ) -> TablePicture:  # fmt: skip
        """The picture of a view and its truth.

        ``exposure`` draws another light, camera, glare and hand for the same table, ``frame`` only
        other noise; ``arms`` and, of nobody in particular, a ``hand`` hide what they are over;
        ``clean`` leaves out what a camera does.
        """
        image = self.empty.copy()
        sticks = lay_sticks(self.seed, self.body, view)
        quads = [lay_stick(image, self.camera, stick) for stick in sticks]
        painter = Painter(
            image, self.camera, self.light, self.faces, self.body, self.edge, self.shine
        )
        truths, drawn = self.tiles(painter, lay_table(view, self.body, self.seed))
        under = painter.owner != NOBODY
        for stick, quad in zip(sticks, quads, strict=True):
            truths.append(stick_truth(stick, quad, share_free(under, quad)))
        rng = np.random.default_rng((self.seed, 2, exposure))
        grain = np.random.default_rng((self.seed, 3, frame))
        if glare:
            painter.glare(rng)
        over = np.zeros(image.shape[:2], np.uint8)
        for arm in arms:
            look, own = Look.of(self.seed, arm.seat), np.random.default_rng((self.seed, 4))
            laid = lay_arm(own, image, self.camera, self.light, self.plan, arm, look)
            over = np.maximum(over, laid)
        if hand:
            over = np.maximum(over, hands(rng, image, usual_width(truths)))
        if over.any():
            truths = [replace(t, visible=roughly_seen(t, over > HALF)) for t in truths]
        table = self.camera.project(outline(self.plan))
        if self.lens:
            image, table = self.lens.through(image), self.lens.bent(table)
            truths = [replace(t, polygon=self.lens.bent(t.polygon)) for t in truths]
        seen = self.still_seen(truths, painter, drawn, over > HALF)
        if clean:
            return TablePicture(np.clip(image, 0, 255).astype(np.uint8), seen, table)
        photo = develop(rng, image, grain, usual_width(truths), self.care)
        return TablePicture(photo, seen, table)

    def still_seen(
        self, truths: list[TableTruth], painter: Painter, drawn: dict[int, int], over: Mask
    ) -> tuple[TableTruth, ...]:
        """What is seen of all in the finished picture, with arms ``over`` it and bent by its lens.

        ``drawn`` has the painter's number of each tile whose face it drew.
        """
        if not over.any() and self.lens is None:
            return tuple(truths)
        painter.hide(over)
        if self.lens:
            painter.owner = self.lens.owners(painter.owner)
        sticks = painter.owner != NOBODY
        shares = [
            share_free(sticks, truth.polygon)
            if truth.zone == "stick"
            else painter.visible(drawn[place], truth.polygon)
            if place in drawn
            else 0.0
            for place, truth in enumerate(truths)
        ]
        return tuple(replace(t, visible=v) for t, v in zip(truths, shares, strict=True))

    def tiles(
        self, painter: Painter, laid: tuple[Laid, ...]
    ) -> tuple[list[TableTruth], dict[int, int]]:
        """Paint the tiles; the truth of each, in the order they are given.

        And by its place in that order, the painter's number of each tile whose face was drawn.
        """
        if not laid:
            return [], {}
        placements = [tile.placement for tile in laid]
        before = np.flatnonzero(self.before_the_lens(placements))
        drawn = painter.draw([placements[index] for index in before])
        number = {int(before[index]): index for index, _ in drawn}
        shown = {int(before[index]): painter.visible(index, quad) for index, quad in drawn}
        pixels = self.camera.project(corners(placements, self.body))
        truths = [
            TableTruth(
                tile.placement.label, tile.seat, tile.zone, tile.place,
                tile.placement.pose == "up", tile.sideways,
                pixels[index][[5, 4, 7, 6] if tile.placement.pose == "down" else [0, 1, 2, 3]],
                shown.get(index, 0.0),
            )
            for index, tile in enumerate(laid)
        ]  # fmt: skip
        return truths, number

    def before_the_lens(self, placements: list[Placement]) -> NDArray[np.bool_]:
        """Which tiles [n] the camera can draw: before it, and in or near its picture."""
        solid = corners(placements, self.body)
        depth = (solid - self.camera.position) @ self.camera.rotation[2]
        pixels = self.camera.project(solid)
        margin = np.array(self.size) * 0.25
        near = (pixels > -margin) & (pixels < np.array(self.size) + margin)
        drawable = (depth.min(axis=1) > NEAREST) & np.any(np.all(near, axis=2), axis=1)
        return np.asarray(drawable, np.bool_)


def roughly_seen(truth: TableTruth, over: Mask) -> float:
    """The share seen if arms hid as much of what tiles hide: blur is measured out by it.

    Were it exact, the pictures of old seeds would change.
    """
    return truth.visible * share_free(over, truth.polygon, beyond=1.0)


def usual_width(truths: list[TableTruth]) -> float:
    """The pixels that a tile is wide whose face or back is seen."""
    seen = [t.polygon for t in truths if t.zone != "stick" and t.visible > HALF_SEEN]
    if not seen:
        return USUAL_TILE
    sides = np.array([(quad[1] - quad[0], quad[3] - quad[0]) for quad in seen])
    return float(np.median(np.linalg.norm(sides, axis=2).min(axis=1)))


def stick_truth(stick: LaidStick, quad: Floats, visible: float) -> TableTruth:
    """The truth of a point stick."""
    name: Literal["counter", "stick"] = "counter" if stick.counter else "stick"
    return TableTruth(name, stick.seat, "stick", stick.place, True, False, quad, visible)
