"""Beliefs about faces: probabilities over the 37 tiles and the rest, and what a set has of each."""

from collections.abc import Sequence
from math import log, sqrt

from scoring.ruleset import Ruleset
from scoring.tiles import COPIES, FIVES, KINDS, Tile
from vision.observation import FACE_NAMES, REST

FACES = tuple(Tile.parse(name) for name in FACE_NAMES)
"""The tiles in the order of a sighting's probabilities."""
INDEX = {tile: at for at, tile in enumerate(FACES)}
KIND = tuple(tile.kind for tile in FACES)
OF_KIND = tuple(
    tuple(at for at, kind in enumerate(KIND) if kind == wanted) for wanted in range(KINDS)
)
"""Kind -> the faces of that kind."""
LEAST = 1e-6
"""No reading is surer than this against a face."""
FAINT = 0.01
"""What is read as a red five with less than this is left alone."""
Chances = tuple[float, ...]
UNTOLD: Chances = (1 / (REST + 1),) * (REST + 1)
"""Of a face that was not read, or taken for a back of late."""


def capacities(ruleset: Ruleset) -> tuple[int, ...]:
    """How many tiles of each face the set has."""
    reds = dict(zip(sorted(FIVES), ruleset.win.red_five_tiles, strict=True))
    return tuple(
        reds.get(tile.kind, 0) if tile.red else COPIES - reds.get(tile.kind, 0) for tile in FACES
    )


def faces_of(ruleset: Ruleset) -> tuple[Tile, ...]:
    """The faces of the set: without the reds that the rules leave out."""
    return tuple(tile for tile, most in zip(FACES, capacities(ruleset), strict=True) if most)


def unused(ruleset: Ruleset) -> tuple[tuple[int, int], ...]:
    """Red faces that the rules do not know, and the plain ones that such tiles count as."""
    reds = (at for at, most in enumerate(capacities(ruleset)) if not most and FACES[at].red)
    return tuple((at, INDEX[Tile.of(KIND[at])]) for at in reds)


def as_played(chances: Chances, unused: Sequence[tuple[int, int]]) -> Chances:
    """A reading with red faces that the rules do not know as plain ones."""
    if not chances or all(chances[red] < FAINT for red, _ in unused):
        return chances
    told = [*chances]
    for red, plain in unused:
        told[plain] += told[red]
        told[red] = 0.0
    return tuple(told)


def best(chances: Chances) -> int:
    """The likeliest face."""
    faces = chances[:REST]
    return faces.index(max(faces))


def chance(chances: Chances, face: int) -> float:
    """How likely a face is, never quite impossible."""
    return max(chances[face], LEAST)


def cost(chances: Chances, face: int) -> float:
    """The price of taking a tile for this face."""
    return -log(chance(chances, face))


def kind_chance(chances: Chances, kind: int) -> float:
    """How likely a kind is, red or not."""
    return max(sum(chances[face] for face in OF_KIND[kind]), LEAST)


def alike(first: Chances, second: Chances) -> float:
    """How far two readings may be of one face: 1 the same, 0 never."""
    return sum(sqrt(one * other) for one, other in zip(first, second, strict=True))


def fused(first: Chances, second: Chances) -> Chances:
    """Two independent readings of one tile."""
    product = [
        max(one, LEAST) * max(other, LEAST) for one, other in zip(first, second, strict=True)
    ]
    total = sum(product)
    return tuple(one / total for one in product)


def named(chances: Chances, least: float = 0.005) -> tuple[tuple[str, float], ...]:
    """The faces that a tile may be, likeliest first."""
    ranked = sorted(range(REST), key=lambda face: -chances[face])[:4]
    return tuple(
        (FACE_NAMES[face], round(chances[face], 4)) for face in ranked if chances[face] > least
    )


def certain(tiles: Sequence[Tile]) -> tuple[Chances, ...]:
    """Beliefs that leave no doubt."""
    return tuple(
        tuple(1.0 if at == INDEX[tile] else 0.0 for at in range(REST + 1)) for tile in tiles
    )
