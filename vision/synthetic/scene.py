"""One invented photo of tiles on a table, with the exact truth. Deterministic by seed."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.detections import Mask
from vision.labels import LABELS
from vision.synthetic.camera import Camera, look_at
from vision.synthetic.clutter import cover, lay_thing
from vision.synthetic.hands import hands
from vision.synthetic.layouts import LAYOUTS, ODDS, Deal
from vision.synthetic.lens import Lens, defocused
from vision.synthetic.pen import Ink
from vision.synthetic.photo import USUAL_TILE, develop
from vision.synthetic.render import Faces, Light, Painter, Shine, Truth
from vision.synthetic.sheet import Sheet, Stencil
from vision.synthetic.solids import Body, Floats, Placement, corners
from vision.synthetic.surfaces import Image, Picture, noise, surface

PLAYED = LABELS[:37]
"""The labels of tiles that are dealt: 34 kinds and three red fives."""
CLUTTER = (0.2, 0.17, 0.17, 0.14, 0.11, 0.08, 0.06, 0.04, 0.03)
"""How often so many things lie about the tiles."""
ONE_PIECE = 0.25
"""How often a tile's sides are of its face's colour nearly down to the back."""
FARTHEST = 3000.0
HALF = 127
BENT, DEFOCUSED, STREWN, FRAMED = 0.3, 0.12, 0.06, 0.05
"""How often a lens bends, is sharp at one distance; things lie on tiles; bars frame a picture."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A finished picture, RGB (h, w, 3), and every face in it."""

    image: Image
    truths: list[Truth]


def random_body(rng: np.random.Generator) -> Body:
    """Sizes from small riichi to large Hong Kong tiles."""
    width = float(rng.uniform(19, 32))
    height = width * float(np.clip(rng.normal(1.34, 0.1), 1.08, 1.6))
    seam = float(rng.uniform(0.75, 1.0) if rng.random() < ONE_PIECE else rng.uniform(0.35, 0.75))
    return Body(width, height, width * float(rng.uniform(0.55, 0.95)), seam)


def random_deal(rng: np.random.Generator) -> Deal:
    """Draws labels: every kind alike, with some reds and a few faces of no kind."""
    odds = np.ones(len(PLAYED))
    odds[34:] = 0.7
    odds /= odds.sum()
    strange = 0.08 if rng.random() < 0.3 else 0.0

    def deal() -> str:
        if rng.random() < strange:
            return "other"
        return PLAYED[int(rng.choice(len(PLAYED), p=odds))]

    return deal


def footprint(placements: list[Placement], body: Body) -> Floats:
    """The ground corners of each tile, shape (n, 4, 2), in millimetres."""
    solid = corners(placements, body)[..., :2]
    hulls = [cv2.boxPoints(cv2.minAreaRect(tile.astype(np.float32))) for tile in solid]
    return np.array(hulls, np.float64)


def moved(placements: list[Placement], yaw: float, to: Floats) -> list[Placement]:
    """The group turned by ``yaw`` about its middle and set down at ``to``."""
    middle = np.mean([p.centre[:2] for p in placements], axis=0)
    c, s = np.cos(yaw), np.sin(yaw)
    result = []
    for p in placements:
        x, y = np.array(p.centre[:2]) - middle
        at = (float(c * x - s * y + to[0]), float(s * x + c * y + to[1]), p.centre[2])
        result.append(Placement(p.label, at, p.yaw + yaw, p.pose))
    return result


def arrange(rng: np.random.Generator, body: Body, deal: Deal) -> list[Placement]:
    """One to four groups of tiles that do not overlap."""
    reach, step = 700.0, 2.0
    taken = np.zeros((int(2 * reach / step),) * 2, np.uint8)
    placements: list[Placement] = []
    common = float(rng.uniform(0, 2 * np.pi))
    for number in range(int(rng.choice([1, 2, 3, 4], p=[0.4, 0.25, 0.2, 0.15]))):
        group = LAYOUTS[int(rng.choice(len(LAYOUTS), p=ODDS))](rng, body, deal)
        for _ in range(6):
            spot = rng.normal(0, 110, 2) if number else np.zeros(2)
            yaw = common + (
                rng.integers(0, 4) * np.pi / 2 if rng.random() < 0.8 else rng.uniform(0, 6.3)
            )
            candidate = moved(group, float(yaw), spot)
            mask = np.zeros_like(taken)
            cells = (footprint(candidate, body) + reach) / step
            cv2.fillPoly(mask, [c.astype(np.int32) for c in cells], 1)
            if not (mask & taken).any():
                taken = np.maximum(
                    taken, np.asarray(cv2.dilate(mask, np.ones((3, 3), np.uint8)), np.uint8)
                )
                placements += candidate
                break
    return placements


def random_camera(
    rng: np.random.Generator, placements: list[Placement], body: Body, size: tuple[int, int]
) -> Camera:
    """A view in which the tiles are 16 to 120 pixels wide, from above to low over the table."""
    width, height = size
    centres = np.array([p.centre for p in placements])
    target = (
        centres[int(rng.integers(len(centres)))] if rng.random() < 0.4 else centres.mean(axis=0)
    )
    wanted = float(np.exp(rng.uniform(np.log(16), np.log(105))))
    spread = float(np.ptp(centres[:, :2], axis=0).max()) + body.width
    if rng.random() < 0.75:
        fitting = min(size) * body.width / spread * rng.uniform(0.6, 1.15)
        wanted = float(np.clip(fitting, 16.0, 120.0))
    focal = width * float(rng.uniform(0.75, 1.6))
    stretch = float(np.exp(rng.normal(0, 0.35))) if rng.random() < 0.6 else 1.0
    distance = focal * body.width / wanted
    tilt = float(np.abs(rng.normal(0, 0.42)))
    standing = any(p.pose == "standing" for p in placements)
    walled = sum(p.pose in ("down", "side") for p in placements) > len(placements) / 2
    lower = 0.5 if standing else float(rng.uniform(0, 0.7)) if walled else 0.0
    tilt = float(np.clip(tilt + lower, 0, 1.15))
    heading = float(rng.uniform(0, 2 * np.pi))
    if standing:
        yaw = next(p.yaw for p in placements if p.pose == "standing")
        heading = -yaw + float(rng.normal(0, 0.3))
    roll = (
        float(rng.integers(0, 4) * np.pi / 2 + rng.normal(0, 0.12))
        if rng.random() < 0.7
        else float(rng.uniform(0, 6.3))
    )
    if rng.random() < 0.5:
        roll, heading = (
            roll if standing else 0.0,
            heading if standing else float(-placements[0].yaw + rng.normal(0, 0.08)),
        )
    jitter = rng.normal(0, 0.06, 2) * [width, height]
    centre = (width / 2 + float(jitter[0]), height / 2 + float(jitter[1]))
    root = np.sqrt(stretch)
    return look_at(
        np.asarray(target), distance, tilt, heading, roll, (focal * root, focal / root), centre
    )


def table_top(
    rng: np.random.Generator,
    camera: Camera,
    middle: Floats,
    size: tuple[int, int],
    like: Ink | None = None,
) -> Picture:
    """The furnished table as the camera sees it."""
    image = cloth(rng, camera, middle, size, like)
    sheet = Sheet(image, camera)
    ground = np.linalg.inv(camera.plane_homography())
    common = float(rng.uniform(0, 2 * np.pi))
    for _ in range(int(rng.choice(9, p=CLUTTER))):
        x, y, w = ground @ np.array([*rng.uniform(0, 1, 2) * size, 1.0])
        angle = common + float(rng.integers(0, 4) * np.pi / 2 + rng.normal(0, 0.1))
        spot = np.array([x, y]) / w
        if w > 0 and np.linalg.norm(spot - middle[:2]) < FARTHEST:
            lay_thing(rng, sheet, spot, angle)
    return image


def cloth(
    rng: np.random.Generator,
    camera: Camera,
    middle: Floats,
    size: tuple[int, int],
    like: Ink | None = None,
) -> Picture:
    """The bare table: a surface far about the middle, and its grain as near as the camera is."""
    texels = 512
    reach = float(rng.uniform(300, 900))
    top = surface(rng, texels, like)
    mm = texels / (2 * reach)
    to_texel = np.array(
        [[mm, 0, mm * (reach - middle[0])], [0, -mm, mm * (reach + middle[1])], [0, 0, 1]]
    )
    matrix = camera.plane_homography() @ np.linalg.inv(to_texel)
    edge = cv2.BORDER_REFLECT if rng.random() < 0.7 else cv2.BORDER_CONSTANT
    beyond = tuple(rng.uniform(0, 255, 3))
    image: Picture = np.asarray(
        cv2.warpPerspective(
            top, matrix, size, flags=cv2.INTER_LINEAR, borderMode=edge, borderValue=beyond
        )
    )
    if rng.random() < 0.6:
        grain = noise(rng, image.shape[:2], (rng.uniform(1, 3), rng.uniform(1, 3)))
        image *= (1 + np.float32(rng.uniform(0.005, 0.06)) * grain)[..., None]
    return image


def box_in(
    rng: np.random.Generator,
    image: Picture,
    camera: Camera,
    placements: list[Placement],
    body: Body,
) -> None:
    """A tray or rail around the tiles, drawn on the table before they are."""
    points = footprint(placements, body).reshape(-1, 2).astype(np.float32)
    centre, extent, angle = cv2.minAreaRect(points)
    for grow, colour in (
        (rng.uniform(6, 16), rng.uniform(5, 90, 3)),
        (rng.uniform(0.5, 4), rng.uniform(5, 60, 3)),
    ):
        rectangle = cv2.boxPoints((centre, (extent[0] + 2 * grow, extent[1] + 2 * grow), angle))
        outline = camera.project(np.column_stack([rectangle, np.zeros(4)]))
        cv2.fillConvexPoly(image, np.round(outline).astype(np.int32), colour.tolist(), cv2.LINE_AA)


@dataclass(frozen=True, slots=True)
class Conditions:
    """What happens to a photo besides its tiles."""

    boxed: bool
    glare: bool
    hand: bool
    alike: bool = False
    """Whether the table has nearly the tiles' colour."""


def photograph(
    rng: np.random.Generator,
    faces: Faces,
    body: Body,
    placements: list[Placement],
    camera: Camera,
    size: tuple[int, int],
    conditions: Conditions,
) -> Scene:
    """The photo, ``size`` (width, height), that ``camera`` takes of tiles on an invented table."""
    middle = np.mean([p.centre for p in placements], axis=0)
    image = table_top(rng, camera, middle, size, faces.body_rgb if conditions.alike else None)
    if conditions.boxed:
        box_in(rng, image, camera, placements, body)
    direction = np.array([*rng.normal(0, 0.5, 2), 1.0])
    light = Light(
        direction / np.linalg.norm(direction),
        float(rng.uniform(0, 1)),
        float(rng.uniform(0.2, 0.8)),
    )
    edge = (float(rng.uniform(0.06, 0.2)), float(rng.uniform(0.05, 0.14)))
    painter = Painter(image, camera, light, faces, body, edge, Shine.random(rng))
    drawn = painter.draw(placements)
    quads = [quad for _, quad in drawn]
    tile = tile_width(quads)
    if conditions.glare:
        painter.glare(rng)
    if rng.random() < STREWN and quads:
        painter.hide(strewn(rng, image, camera, quads, body.thickness))
    if conditions.hand:
        painter.hide(hands(rng, image, tile) > HALF)
    if rng.random() < DEFOCUSED:
        image = defocused(rng, image, camera, tile)
    if rng.random() < BENT:
        lens = Lens.random(rng, size)
        image, painter.owner = lens.through(image), lens.owners(painter.owner)
        drawn = [(index, lens.bent(quad)) for index, quad in drawn]
    pixels = develop(rng, image, tile=tile)
    if rng.random() < FRAMED:
        painter.hide(framed(rng, pixels))
    return Scene(pixels, painter.truths(placements, drawn))


def framed(rng: np.random.Generator, pixels: Image) -> Mask:
    """Bars along some edges, as cut and shared pictures have them; where they are."""
    height, width = pixels.shape[:2]
    over = np.zeros((height, width), np.bool_)
    upright, sides = rng.random(2) < (0.5, 0.7)
    deep = max(1, int(rng.uniform(0.01, 0.2) * (width if upright else height)))
    lane = over.T if upright else over
    if sides or rng.random() < 0.5:
        lane[:deep] = True
    if sides or not lane.any():
        lane[-deep:] = True
    tone = rng.uniform(0, 255, 3) if rng.random() < 0.3 else float(rng.choice((0, 0, 255, 40)))
    pixels[over] = np.asarray(tone, np.float64).astype(np.uint8)
    return over


def strewn(
    rng: np.random.Generator, image: Picture, camera: Camera, quads: list[Floats], height: float
) -> Mask:
    """One or two things that lie on tiles; where they are."""
    over = Stencil((image.shape[1], image.shape[0]), camera, height * 1.05)
    ground = np.linalg.inv(camera.plane_homography())
    for _ in range(int(rng.integers(1, 3))):
        quad = quads[int(rng.integers(len(quads)))]
        x, y, w = ground @ np.array([*(quad.mean(axis=0) + rng.normal(0, 30, 2)), 1.0])
        angle, seed = float(rng.uniform(0, 2 * np.pi)), int(rng.integers(1 << 31))
        for sheet in (Sheet(image, camera, over.height), over):
            cover(np.random.default_rng(seed), sheet, np.array([x, y]) / w, angle)
    return np.asarray(over.image > HALF / 255)


def tile_width(quads: list[Floats]) -> float:
    """The pixels that a usual tile is wide whose faces are these."""
    if not quads:
        return USUAL_TILE
    sides = np.array([(quad[1] - quad[0], quad[3] - quad[0]) for quad in quads])
    return float(np.median(np.linalg.norm(sides, axis=2).min(axis=1)))


def random_scene(
    rng: np.random.Generator,
    faces: Faces,
    size: tuple[int, int] = (640, 640),
    *,
    alike: bool = False,
) -> Scene:
    """A photo of ``size`` (width, height) with tiles of one set, in any layout and light."""
    body = random_body(rng)
    placements = arrange(rng, body, random_deal(rng))
    camera = random_camera(rng, placements, body, size)
    boxed, glare, hand = (
        bool(chance < odds) for chance, odds in zip(rng.random(3), (0.25, 0.25, 0.08), strict=True)
    )
    conditions = Conditions(boxed, glare, hand, alike)
    return photograph(rng, faces, body, placements, camera, size, conditions)
