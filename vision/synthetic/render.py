"""Draws tiles as lit solids, and says exactly what is to be seen of each face."""

from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detections import Mask
from vision.synthetic.camera import Camera
from vision.synthetic.solids import SIDES, Body, Floats, Placement, Pose, corners
from vision.synthetic.surfaces import Image, Picture

FACE = (192, 256)
"""Width and height of a face texture in pixels."""
FINE = 4
"""cv2 draws with 1/16 pixel: coordinates are shifted by this many bits."""
FEW_PIXELS = 5.0
"""A side that is no higher shows its two colours only."""
NOBODY, HIDDEN = -1, -2
"""Whose a pixel is that shows no tile, and one that something else lies over."""
STREAKED = 0.25
"""How often a window is reflected by the tiles."""


class Faces(Protocol):
    """What the renderer asks of a tile set."""

    @property
    def body_rgb(self) -> tuple[int, int, int]:
        """The colour of the front part, 0..255."""
        ...

    @property
    def back_rgb(self) -> tuple[int, int, int]:
        """The colour of the back part, 0..255."""
        ...

    def face(self, label: str) -> Image:
        """The upright face, RGB bytes, shape (256, 192, 3)."""
        ...


@dataclass(frozen=True, slots=True)
class Truth:
    """A face that looks at the camera."""

    label: str
    pose: Pose
    quad: Floats
    """Its corners in pixels, clockwise from its own top-left, shape (4, 2)."""
    visible: float
    """The share of it that nothing hides and the frame holds."""


@dataclass(frozen=True, slots=True)
class Light:
    """Where the light comes from (unit vector towards it) and how hard it is (0 soft, 1 hard)."""

    direction: Floats
    hardness: float
    gloss: float

    def on(self, normal: Floats) -> float:
        """Brightness of a surface that looks along ``normal``; 1 for the table's own plane."""
        ambient = 0.75 - 0.3 * self.hardness
        lit = max(0.0, float(normal @ self.direction)) / max(0.2, float(self.direction[2]))
        return ambient + (1 - ambient) * min(lit, 1.5) - 0.06 * (1 - float(normal[2]))


@dataclass(frozen=True, slots=True)
class Shine:
    """How light plays on a picture's tiles beyond their plain shade; all 0 for not at all."""

    seam: float = 0.0
    """How much darker a face is at its very edge, 0 to 1."""
    flank: float = 0.0
    """Width of the darker rim of a side, as a share of that side."""
    spread: float = 0.0
    """Spread of brightness from tile to tile."""
    streak: float = 0.0
    """Strength of a window's reflection across the tiles, 0 to 1."""
    across: tuple[float, float, float] = (0.0, 0.0, 1.0)
    """Direction across that reflection on the table (x, y), and its width in mm."""
    seed: int = 0

    @classmethod
    def random(cls, rng: np.random.Generator) -> "Shine":
        """Matt tiles to glossy ones under a bright window."""
        angle = rng.uniform(0, 2 * np.pi)
        return cls(
            float(rng.uniform(0.0, 0.5)), float(rng.uniform(0.0, 0.09)),
            float(rng.exponential(0.02)),
            float(rng.uniform(0.15, 0.6)) if rng.random() < STREAKED else 0.0,
            (float(np.cos(angle)), float(np.sin(angle)), float(np.exp(rng.uniform(1.8, 4.6)))),
            int(rng.integers(1 << 31)),
        )  # fmt: skip

    def of(self, tile: Placement) -> tuple[float, float]:
        """Brightness of a tile, and by how many mm it leans the reflection away."""
        place = [int(mm) // 8 + 4096 for mm in tile.centre[:2]]
        rng = np.random.default_rng((self.seed, *place, *tile.label.encode()))
        return 1 + self.spread * float(rng.normal()), 0.4 * self.across[2] * float(rng.normal())


MATT = Shine()
UP: Floats = np.array([0.0, 0.0, 1.0])


def rim(radius: float, width: float) -> tuple[Picture, Picture]:
    """The rounded outline of a face, alpha (h, w), and its edge normals (h, w, 2)."""
    w, h = FACE
    x = np.abs(np.arange(w, dtype=np.float32) + 0.5 - w / 2)[None, :] - (w / 2 - radius * w)
    y = np.abs(np.arange(h, dtype=np.float32) + 0.5 - h / 2)[:, None] - (h / 2 - radius * w)
    outside = np.hypot(np.maximum(x, 0), np.maximum(y, 0)) + np.minimum(np.maximum(x, y), 0)
    inside = radius * w - outside
    alpha = np.clip(inside / 3 + 0.5, 0, 1)
    bend = np.clip(1 - inside / (width * w), 0, 1) ** 2
    normal_x = np.where(x >= y, 1.0, 0.0) * np.sign(np.arange(w) + 0.5 - w / 2)[None, :]
    normal_y = np.where(y >= x, 1.0, 0.0) * np.sign(np.arange(h) + 0.5 - h / 2)[:, None]
    normals = np.stack([normal_x * bend, normal_y * bend], axis=-1).astype(np.float32)
    return alpha.astype(np.float32), normals


def fine(points: Floats) -> NDArray[np.int32]:
    """Corners as cv2's fixed-point integers."""
    return np.round((points - 0.5) * (1 << FINE)).astype(np.int32)


class Painter:
    """Paints placements onto a picture, far ones first."""

    def __init__(
        self,
        image: Picture,
        camera: Camera,
        light: Light,
        faces: Faces,
        body: Body,
        edge: tuple[float, float],
        shine: Shine = MATT,
    ) -> None:
        self.image = image
        self.camera = camera
        self.light = light
        self.faces = faces
        self.body = body
        self.shine = shine
        self.rims = [rim(*edge)]
        self.owner = np.full(image.shape[:2], NOBODY, np.int16)
        self._textures: dict[tuple[str, int], Picture] = {}

    def paint(self, placements: list[Placement]) -> list[Truth]:
        """Shadows first, then every tile; the truth of all faces that look at the camera."""
        return self.truths(placements, self.draw(placements))

    def truths(self, placements: list[Placement], drawn: list[tuple[int, Floats]]) -> list[Truth]:
        """The truth of faces that were drawn, now that all is laid over them."""
        return [
            Truth(
                placements[index].label,
                "standing" if placements[index].pose == "side" else placements[index].pose,
                quad, self.visible(index, quad),
            )
            for index, quad in drawn
        ]  # fmt: skip

    def draw(self, placements: list[Placement]) -> list[tuple[int, Floats]]:
        """Paint all, far ones first; index and corners of each face that looks at the camera."""
        if not placements:
            return []
        solids = corners(placements, self.body)
        pixels = self.camera.project(solids)
        self.shadow(solids, pixels)
        distance = np.linalg.norm(solids.mean(axis=1) - self.camera.position, axis=1)
        seen: list[tuple[int, Floats]] = []
        for index in np.argsort(-distance):
            quad = self.tile(int(index), placements[index], pixels[index])
            if quad is not None:
                seen.append((int(index), quad))
        return seen

    def shadow(self, solids: Floats, pixels: Floats) -> None:
        """Darken the table beside and beneath the tiles."""
        height, width = self.image.shape[:2]
        cast = np.zeros((height // 2, width // 2), np.float32)
        near = np.zeros_like(cast)
        toward = self.light.direction
        ground = solids.copy()
        ground[..., :2] -= solids[..., 2:3] * (toward[:2] / max(0.3, toward[2]))
        ground[..., 2] = 0
        fallen = self.camera.project(ground)
        base = solids.copy()
        base[..., 2] = 0
        foot = self.camera.project(base)
        for index in range(len(solids)):
            hull = cv2.convexHull(np.concatenate([fallen[index], foot[index]]).astype(np.float32))
            cv2.fillConvexPoly(cast, fine(hull[:, 0] / 2), 1.0, cv2.LINE_AA, FINE)
            cv2.fillConvexPoly(
                near,
                fine(cv2.convexHull(foot[index].astype(np.float32))[:, 0] / 2),
                1.0,
                cv2.LINE_AA,
                FINE,
            )
        size = float(np.linalg.norm(pixels[0, 0] - pixels[0, 1])) / 2
        cast = cv2.GaussianBlur(cast, (0, 0), max(0.5, size * (0.35 - 0.3 * self.light.hardness)))
        near = cv2.GaussianBlur(near, (0, 0), max(0.5, size * 0.12))
        dark = 1 - (0.2 + 0.4 * self.light.hardness) * cast - 0.25 * near
        self.image *= cv2.resize(dark, (width, height), interpolation=cv2.INTER_LINEAR)[..., None]

    def tile(self, index: int, placement: Placement, pixels: Floats) -> Floats | None:
        """Paint one tile; its face's corners where face or back looks at the camera."""
        axes = placement.axes()
        view = self.camera.position - np.array(placement.centre)
        for hang, axis, sign in SIDES:
            normal = axes[axis] * sign
            half = (self.body.width if axis == 0 else self.body.height) / 2
            if float(normal @ view) > half:
                self.side(index, hang, normal, pixels)
        facing = float(axes[2] @ view) > self.body.thickness / 2
        if not facing and float(-axes[2] @ view) <= self.body.thickness / 2:
            return None
        down = placement.pose == "down"
        quad = pixels[:4] if facing else pixels[[5, 4, 7, 6]]
        label = placement.label if facing else "back"
        if down:
            label, quad = "back", pixels[[5, 4, 7, 6]]
        self.face(index, label, quad, axes if facing else -axes, placement)
        counts = facing or down or placement.pose in ("standing", "side")
        return quad if counts and label == placement.label else None

    def side(self, index: int, hang: tuple[int, int], normal: Floats, pixels: Floats) -> None:
        """One side in its two colours, lighter at the face's edge, darker at its foot."""
        a, b = hang
        down = pixels[[a + 4, b + 4]] - pixels[[a, b]]
        shade = self.light.on(normal)
        back = np.array(self.faces.back_rgb, np.float64) * shade
        front = np.array(self.faces.body_rgb, np.float64) * shade * 0.95
        dark = 1 - 0.6 * self.shine.seam
        edge = (front + np.array(self.faces.body_rgb) * self.light.on(UP)) * 0.5
        bands = [(1.0, back * dark), (0.94, back), (self.body.seam, front), (0.1, edge)]
        if np.abs(down).max() < FEW_PIXELS:
            bands = bands[::2]
        for high, colour in bands:
            band = fine(np.concatenate([pixels[[a, b]], pixels[[b, a]] + high * down[::-1]]))
            cv2.fillConvexPoly(self.image, band, colour.tolist(), cv2.LINE_AA, FINE)
            if high >= 1:
                cv2.fillConvexPoly(self.owner, band, index, cv2.LINE_8, FINE)
        self.turned_edges(pixels[[a, b]], down, front * (1 - 0.5 * self.shine.seam))

    def turned_edges(self, top: Floats, down: Floats, colour: Floats) -> None:
        """Darken a side where it turns into the next one: a flank looks as round as a face."""
        wide = float(np.linalg.norm(top[1] - top[0]))
        thick = round(wide * self.shine.flank)
        if thick < 1 or np.abs(down).max() < FEW_PIXELS:
            return
        for end in (0, 1):
            line = fine(np.stack([top[end], top[end] + self.body.seam * down[end]]))
            ends = [(int(x), int(y)) for x, y in line]
            cv2.line(self.image, ends[0], ends[1], colour.tolist(), thick, cv2.LINE_AA, FINE)

    def texture(self, label: str, level: int) -> Picture:
        """A face as float, shrunk by 2**level."""
        key = (label, level)
        if key not in self._textures:
            if level == 0:
                self._textures[key] = self.faces.face(label).astype(np.float32)
            else:
                finer = self.texture(label, level - 1)
                size = (FACE[0] >> level, FACE[1] >> level)
                self._textures[key] = np.asarray(
                    cv2.resize(finer, size, interpolation=cv2.INTER_AREA)
                )
        return self._textures[key]

    def rim_at(self, level: int) -> tuple[Picture, Picture]:
        """Outline and edge normals of a face shrunk by 2**level."""
        while len(self.rims) <= level:
            size = (FACE[0] >> len(self.rims), FACE[1] >> len(self.rims))
            shrunk = [cv2.resize(m, size, interpolation=cv2.INTER_AREA) for m in self.rims[0]]
            self.rims.append((np.asarray(shrunk[0]), np.asarray(shrunk[1])))
        return self.rims[level]

    def face(
        self, index: int, label: str, quad: Floats, axes: Floats, placement: Placement
    ) -> None:
        """Warp the texture onto its quadrilateral, with rounded corners and a lit rim."""
        low = np.floor(quad.min(axis=0)).astype(int) - 1
        high = np.ceil(quad.max(axis=0)).astype(int) + 2
        x0, y0 = np.maximum(low, 0)
        x1, y1 = np.minimum(high, [self.image.shape[1], self.image.shape[0]])
        if x1 <= x0 or y1 <= y0:
            return
        shade = self.light.on(axes[2])
        corner = 0.8 - 0.5 * self.shine.seam
        body = [float(c) * shade * corner for c in self.faces.body_rgb]
        cv2.fillConvexPoly(self.image, fine(quad), body, cv2.LINE_AA, FINE)
        cv2.fillConvexPoly(self.owner, fine(quad), index, cv2.LINE_8, FINE)
        wide = float(np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[3])) / 2
        texels = max(1.0, FACE[0] / max(4.0, wide))
        level = int(np.clip(np.floor(np.log2(texels) + 0.35), 0, 5))
        layered = self.lit(self.texture(label, level), level, axes, placement)
        size = (layered.shape[1], layered.shape[0])
        source = (
            np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float32) - 0.5
        )
        target = (quad - [x0, y0] - 0.5).astype(np.float32)
        matrix = cv2.getPerspectiveTransform(source, target)
        warped = cv2.warpPerspective(
            layered, matrix, (int(x1 - x0), int(y1 - y0)), flags=cv2.INTER_LINEAR
        )
        region = self.image[y0:y1, x0:x1]
        region *= 1 - warped[..., 3:]
        region += warped[..., :3]

    def lit(self, skin: Picture, level: int, axes: Floats, placement: Placement) -> Picture:
        """A face in this picture's light, premultiplied RGBA (h, w, 4)."""
        alpha, normals = self.rim_at(level)
        lean = (axes[:2] @ self.light.direction).astype(np.float32)
        bright, away = self.shine.of(placement)
        rimlight = normals @ lean
        tone = 1 + 0.5 * rimlight - 0.1 * np.abs(rimlight)
        tone -= np.float32(self.shine.seam) * np.abs(normals).max(axis=2)
        shaded = skin * (tone * np.float32(self.light.on(axes[2]) * bright))[..., None]
        if self.shine.streak:
            x, y, width = self.shine.across
            across = np.array([x, y, 0.0])
            middle = float(across @ np.array(placement.centre)) - away
            u = np.linspace(-0.5, 0.5, skin.shape[1]) * float(axes[0] @ across) * self.body.width
            v = np.linspace(-0.5, 0.5, skin.shape[0]) * float(axes[1] @ across) * self.body.height
            far = ((middle + u[None, :] + v[:, None]) / width).astype(np.float32)
            glow = (np.float32(self.shine.streak) * np.exp(-far * far))[..., None]
            shaded += (255 - shaded) * glow
        out = np.empty((*alpha.shape, 4), np.float32)
        np.multiply(shaded, alpha[..., None], out=out[..., :3])
        out[..., 3] = alpha
        return out

    def visible(self, index: int, quad: Floats) -> float:
        """Share of the face that is neither hidden nor outside the frame."""
        area = abs(float(cv2.contourArea(quad.astype(np.float32))))
        if area < 4:
            return 0.0
        low = np.maximum(np.floor(quad.min(axis=0)).astype(int), 0)
        high = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + 1, self.owner.shape[::-1])
        if (high <= low).any():
            return 0.0
        mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
        cv2.fillConvexPoly(mask, fine(quad - low), 1, cv2.LINE_8, FINE)
        mine = self.owner[low[1] : high[1], low[0] : high[0]] == index
        return min(1.0, float((mask.astype(bool) & mine).sum()) / area)

    def hide(self, over: Mask) -> None:
        """Something was laid over these parts of the picture."""
        self.owner[over] = HIDDEN

    def glare(self, rng: np.random.Generator) -> None:
        """Soft white reflections, on tiles only."""
        height, width = self.image.shape[:2]
        spot = np.zeros((height // 4, width // 4), np.float32)
        for _ in range(int(rng.integers(1, 4))):
            at = (int(rng.uniform(0, width / 4)), int(rng.uniform(0, height / 4)))
            axes = (int(rng.uniform(3, width / 14)), int(rng.uniform(3, width / 14)))
            cv2.ellipse(
                spot,
                at,
                axes,
                float(rng.uniform(0, 180)),
                0,
                360,
                float(rng.uniform(0.3, 1.0)),
                -1,
                cv2.LINE_AA,
            )
        spot = cv2.GaussianBlur(spot, (0, 0), float(rng.uniform(1.5, 8)))
        spot = cv2.resize(spot, (width, height), interpolation=cv2.INTER_LINEAR) * (self.owner >= 0)
        strength = (self.light.gloss * spot)[..., None]
        self.image *= 1 - strength
        self.image += 255 * strength
