"""Picture the scenes of `models.path_scenes` by following light, with Blender's Cycles.

    python models/path_trace.py FOLDER [--samples 16] [--threads 2]

Runs where ``import bpy`` does (``pip install bpy``, Python 3.11) and needs nothing else of ours. A
picture of 1920 x 1080 takes minutes; those that are there stay. Its lamps, felts, rails, bevels,
engraving and reflections are its own, chosen by the scene's seed.
"""

import argparse
import json
import math
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import bpy  # brings the other two along

# isort: split
import bmesh
from mathutils import Matrix, Vector

UNIT = 0.01
"""Blender's units a millimetre."""
FELTS = ((13, 77, 51), (26, 41, 82), (64, 69, 71), (89, 20, 26), (40, 100, 90))
RAILS = ((77, 43, 20), (26, 26, 28), (140, 102, 64))
BEVEL, TILE_BEVEL = 1.0, 1.5
ENGRAVED = 0.4
"""How strongly a face's ink is sunk into it."""
Colour = Sequence[float]


def linear(colour: Colour) -> tuple[float, float, float, float]:
    """A colour of 0..255 as light, with full cover."""
    red, green, blue = ((level / 255) ** 2.2 for level in colour)
    return red, green, blue, 1.0


class Surface:
    """A material with Blender's usual shader."""

    def __init__(self, colour: Colour, rough: float, coat: float = 0.0) -> None:
        """A plain one, ``rough`` 0..1, with a clear ``coat`` 0..1 over it."""
        self.colour = colour
        self.made = bpy.data.materials.new("surface")
        self.made.use_nodes = True
        self.nodes, self.links = self.made.node_tree.nodes, self.made.node_tree.links
        self.shader = self.nodes["Principled BSDF"].inputs
        self.shader["Base Color"].default_value = linear(colour)
        self.shader["Roughness"].default_value = rough
        self.shader["Coat Weight"].default_value = coat

    def engraved(self, picture: Path) -> "Surface":
        """With a picture's colours, its dark parts sunk."""
        image = self.nodes.new("ShaderNodeTexImage")
        image.image, image.extension = bpy.data.images.load(str(picture)), "EXTEND"
        grey, bump = self.nodes.new("ShaderNodeRGBToBW"), self.nodes.new("ShaderNodeBump")
        bump.inputs["Strength"].default_value = ENGRAVED
        bump.inputs["Distance"].default_value = 0.4 * UNIT
        self.links.new(image.outputs["Color"], self.shader["Base Color"])
        self.links.new(image.outputs["Color"], grey.inputs[0])
        self.links.new(grey.outputs[0], bump.inputs["Height"])
        self.links.new(bump.outputs[0], self.shader["Normal"])
        return self

    def woven(self, grain: float, contrast: float) -> "Surface":
        """With a noise of ``grain`` spots a unit between a darker and a lighter tone."""
        noise, ramp = self.nodes.new("ShaderNodeTexNoise"), self.nodes.new("ShaderNodeValToRGB")
        where = self.nodes.new("ShaderNodeTexCoord")
        noise.inputs["Scale"].default_value, noise.inputs["Detail"].default_value = grain, 8
        for stop, (at, share) in zip(
            ramp.color_ramp.elements, ((0.3, 1 - contrast), (0.7, 1 + contrast)), strict=True
        ):
            stop.position, stop.color = (
                at,
                linear([min(255, level * share) for level in self.colour]),
            )
        self.links.new(where.outputs["Object"], noise.inputs["Vector"])
        self.links.new(noise.outputs["Fac"], ramp.inputs["Fac"])
        self.links.new(ramp.outputs["Color"], self.shader["Base Color"])
        return self


def solid(size: Sequence[float], bevel: float, cut: float | None = None) -> Any:
    """A block (mm) with rounded edges as a bmesh; ``cut`` adds a ring of edges at that height."""
    mesh = bmesh.new()
    bmesh.ops.create_cube(mesh, size=1)
    bmesh.ops.scale(mesh, vec=[side * UNIT for side in size], verts=mesh.verts)
    ring = []
    if cut is not None:
        upright = [e for e in mesh.edges if abs(e.verts[0].co.z - e.verts[1].co.z) > UNIT]
        made = bmesh.ops.subdivide_edges(mesh, edges=upright, cuts=1)
        for vertex in mesh.verts:
            if abs(vertex.co.z) < UNIT / 10:
                vertex.co.z = cut * UNIT
        ring = [
            e for e in made["geom"]
            if isinstance(e, bmesh.types.BMEdge)
            and all(abs(v.co.z - cut * UNIT) < UNIT / 100 for v in e.verts)
        ]  # fmt: skip
    edges = [e for e in mesh.edges if e not in ring]
    bmesh.ops.bevel(mesh, geom=edges, offset=bevel * UNIT, segments=4, affect="EDGES")
    return mesh


def finished(mesh: Any, surfaces: Sequence[Surface]) -> Any:
    """The bmesh as a mesh of these surfaces."""
    made = bpy.data.meshes.new("mesh")
    mesh.to_mesh(made)
    mesh.free()
    for surface in surfaces:
        made.materials.append(surface.made)
    return made


def put(made: Any, at: Matrix) -> None:
    """Show a mesh at a place."""
    thing = bpy.data.objects.new("thing", made)
    thing.matrix_world = at
    bpy.context.scene.collection.objects.link(thing)


def block(
    at: Sequence[float], size: Sequence[float], surface: Surface, yaw: float = 0.0,
    bevel: float = BEVEL,
) -> None:  # fmt: skip
    """Show a block with its middle at ``at`` (mm)."""
    place = Matrix.Translation(Vector(at) * UNIT) @ Matrix.Rotation(yaw, 4, "Z")
    put(finished(solid(size, bevel), [surface]), place)


class Tiles:
    """The tiles of a set, a mesh for each label."""

    def __init__(self, folder: Path, body: dict[str, Any]) -> None:
        self.folder, self.body = folder, body
        self.front, self.back = Surface(body["front"], 0.28, 0.3), Surface(body["back"], 0.3, 0.3)
        self.printed = Surface(body["back"], 0.3, 0.3).engraved(folder / "back.png")
        self.made: dict[str, Any] = {}

    def mesh(self, label: str) -> Any:
        """The mesh of a label: face, flanks, back."""
        if label not in self.made:
            face = self.front
            if label not in {"back", "?"}:
                face = Surface(self.body["front"], 0.28, 0.3).engraved(self.folder / f"{label}.png")
            self.made[label] = self._shaped([face, self.front, self.back, self.printed])
        return self.made[label]

    def _shaped(self, surfaces: Sequence[Surface]) -> Any:
        wide, tall, thick = self.body["size"]
        seam = thick * (0.5 - self.body["seam"])
        mesh = solid((wide, tall, thick), TILE_BEVEL, seam)
        layer = mesh.loops.layers.uv.new("uv")
        mesh.normal_update()
        for part in mesh.faces:
            part.smooth = True
            height, up = part.calc_center_median().z, part.normal.z
            outer = 0 if up > 0.3 else 1
            inner = 3 if up < -0.3 else 2
            part.material_index = outer if height > seam * UNIT else inner
            across = 1 if part.material_index == 0 else -1
            for loop in part.loops:
                at = loop.vert.co
                loop[layer].uv = (
                    across * at.x / (wide * UNIT) + 0.5, at.y / (tall * UNIT) + 0.5
                )  # fmt: skip
        return finished(mesh, surfaces)


def lay(tiles: Tiles, one: dict[str, Any]) -> None:
    """Show a tile: its axes are right, down (of its face) and out."""
    right, down, out = (Vector(axis) for axis in one["axes"])
    turn = Matrix((right, -down, out)).transposed().to_4x4()
    put(tiles.mesh(one["label"]), Matrix.Translation(Vector(one["centre"]) * UNIT) @ turn)


def furnish(rng: random.Random, edge: float, console: float) -> None:
    """Felt, rails, floor and the console in the middle."""
    felt = Surface(rng.choice(FELTS), 0.95)
    grain, contrast = rng.choice((9.0, 60.0, 160.0)), rng.choice((0.05, 0.12, 0.22))
    block((0, 0, -5), (2 * edge, 2 * edge, 10), felt.woven(grain, contrast))
    rail = Surface(rng.choice(RAILS), 0.4, 0.2).woven(3.0, 0.2)
    for side in range(4):
        at = (*beyond(side, edge + 35), 2)
        block(at, (70, 2 * edge + 140, 34), rail, side * math.pi / 2, 6)
    block((0, 0, -705), (6000, 6000, 10), Surface((115, 107, 102), 0.8).woven(1.0, 0.2))
    block((0, 0, 3), (1.6 * console, 1.6 * console, 8), Surface((16, 16, 18), 0.25, 0.5), bevel=3)
    for side, colour in enumerate(rng.sample([(200, 20, 10)] * 3 + [(20, 180, 50)], 4)):
        block((*beyond(side, 0.65 * console), 7), (9, 9, 2), Surface(colour, 0.3))


def beyond(side: int, distance: float) -> tuple[float, float]:
    """The point so far (mm) from the table's middle towards one of its sides."""
    return distance * math.cos(side * math.pi / 2), distance * math.sin(side * math.pi / 2)


def stick(one: dict[str, Any]) -> None:
    """A point stick with its dot."""
    x, y = one["at"]
    block((x, y, 2), (80, 6.5, 4), Surface((238, 234, 224), 0.3, 0.2), one["yaw"])
    dot = (30, 30, 34) if one["counter"] else (190, 20, 26)
    block((x, y, 4.1), (4, 4, 0.6), Surface(dot, 0.4), one["yaw"], 0.2)


def lamp(at: Sequence[float], size: float, watts: float, colour: Colour) -> None:
    """A lamp of ``size`` units that looks at the table's middle."""
    light = bpy.data.lights.new("lamp", "AREA")
    light.size, light.energy, light.color = size, watts, colour
    thing = bpy.data.objects.new("lamp", light)
    thing.location = at
    thing.rotation_euler = (-Vector(at)).to_track_quat("-Z", "Y").to_euler()
    bpy.context.scene.collection.objects.link(thing)


def illuminate(rng: random.Random) -> None:
    """A lamp over the table, a window beside it, the light of a room."""
    over = (rng.uniform(-6, 6), rng.uniform(-6, 6), 14)
    warm = (1, rng.uniform(0.85, 1), rng.uniform(0.7, 1))
    lamp(over, rng.uniform(2, 6), rng.uniform(1300, 2300), warm)
    lamp((rng.uniform(-14, 14), rng.uniform(8, 14), 12), 5, rng.uniform(300, 1200), (0.95, 0.98, 1))
    world = bpy.data.worlds.new("room")
    world.use_nodes = True
    room = world.node_tree.nodes["Background"].inputs
    room[0].default_value, room[1].default_value = (0.9, 0.95, 1, 1), rng.uniform(0.15, 0.4)
    bpy.context.scene.world = world


def look(told: dict[str, Any], size: Sequence[int]) -> None:
    """The camera of the scene: rows of its rotation are image right, image down, forward."""
    right, down, forward = (Vector(axis) for axis in told["rotation"])
    turn = Matrix((right, -down, -forward)).transposed().to_4x4()
    camera = bpy.data.cameras.new("camera")
    camera.sensor_fit, camera.sensor_width = "HORIZONTAL", 36
    camera.lens, camera.clip_end = 36 * told["focal"] / size[0], 1000
    thing = bpy.data.objects.new("camera", camera)
    thing.matrix_world = Matrix.Translation(Vector(told["position"]) * UNIT) @ turn
    bpy.context.scene.collection.objects.link(thing)
    bpy.context.scene.camera = thing


def stage(rng: random.Random, size: Sequence[int], samples: int, threads: int) -> None:
    """An empty scene, and how it is to be worked out."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine, scene.cycles.device = "CYCLES", "CPU"
    scene.cycles.samples, scene.cycles.use_denoising = samples, True
    scene.cycles.max_bounces = 5
    scene.cycles.caustics_reflective = scene.cycles.caustics_refractive = False
    scene.render.resolution_x, scene.render.resolution_y = size
    scene.render.threads_mode, scene.render.threads = "FIXED", threads
    scene.render.image_settings.file_format = "JPEG"
    scene.render.image_settings.quality = rng.choice((80, 88, 94))
    scene.view_settings.view_transform = rng.choice(("Standard", "AgX"))
    scene.view_settings.exposure = rng.uniform(-0.3, 0.3)


def picture(folder: Path, out: Path, samples: int, threads: int) -> None:
    """Picture one scene, whole or not at all."""
    told = json.loads((folder / "scene.json").read_text(encoding="utf-8"))
    rng = random.Random(told["seed"])
    stage(rng, told["size"], samples, threads)
    furnish(rng, told["edge"], told["console"])
    illuminate(rng)
    look(told["camera"], told["size"])
    tiles = Tiles(folder, told["body"])
    for one in told["tiles"]:
        lay(tiles, one)
    for one in told["sticks"]:
        stick(one)
    part = out.with_name(f"part-{out.name}")
    bpy.context.scene.render.filepath = str(part.resolve())
    bpy.ops.render.render(write_still=True)
    part.replace(out)


def main() -> None:
    """Picture all scenes of a folder that have no picture yet."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--samples", type=int, default=16)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    for told in sorted(args.folder.glob("*/scene.json")):
        out = args.folder / f"{told.parent.name}.jpg"
        if not out.exists():
            picture(told.parent, out, args.samples, args.threads)
            print(out, flush=True)


if __name__ == "__main__":
    main()
