"""How tiles lie on a table: trays, rows, hands with melds, ponds, walls, heaps."""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from vision.synthetic.solids import Body, Placement, Pose, lay

Deal: TypeAlias = Callable[[], str]
"""Draws the label of the next tile."""

TURN = np.pi / 2


def tray(rng: np.random.Generator, body: Body, deal: Deal) -> list[Placement]:
    """A full grid, tile against tile, as in a tray or a box."""
    rows, columns = int(rng.integers(1, 6)), int(rng.integers(3, 12))
    gap_x, gap_y = rng.uniform(0.0, 1.2, 2) + (rng.uniform(2, 25, 2) if rng.random() < 0.2 else 0.0)
    turned = rng.random() * (rng.random() < 0.35)
    placements = []
    for row in range(rows):
        slip = rng.normal(0, 1.5) if rng.random() < 0.5 else 0.0
        for column in range(columns):
            if rng.random() < 0.03:
                continue
            yaw = rng.normal(0, 0.015) + (np.pi if rng.random() < turned else 0.0)
            at = (column * (body.width + gap_x) + slip, -row * (body.height + gap_y))
            placements.append(lay(deal(), body, at, yaw))
    return placements


def row(rng: np.random.Generator, body: Body, deal: Deal) -> list[Placement]:
    """A hand row, lying or standing, sometimes bent or with tiles upside down."""
    count = int(rng.integers(2, 15))
    pose: Pose = "standing" if rng.random() < 0.3 else "up"
    gap = rng.uniform(0, 0.8) if rng.random() < 0.8 else rng.uniform(1, 8)
    turned = 0.5 if rng.random() < 0.2 else 0.02
    bend = rng.normal(0, 0.01)
    x, placements = 0.0, []
    for index in range(count):
        yaw = bend * (index - count / 2) + rng.normal(0, 0.02)
        yaw += np.pi if pose == "up" and rng.random() < turned else 0.0
        y = rng.normal(0, 0.8) + bend * (index - count / 2) ** 2 * body.width / 2
        placements.append(lay(deal(), body, (x, y), yaw, pose))
        x += body.width + gap
    return placements


def meld(
    rng: np.random.Generator, body: Body, deal: Deal, x: float
) -> tuple[list[Placement], float]:
    """A set from ``x`` on (one tile turned, or a closed kan with backs), and its right end."""
    placements: list[Placement] = []
    kind = rng.choice(["open", "kan", "added", "closed"], p=[0.6, 0.15, 0.1, 0.15])
    gap = rng.uniform(0, 0.8)
    if kind == "closed":
        backs = {1, 2} if rng.random() < 0.7 else {0, 3}
        for index in range(4):
            label = "back" if index in backs else deal()
            pose: Pose = "down" if label == "back" else "up"
            placements.append(
                lay(label, body, (x + body.width / 2, 0.0), rng.normal(0, 0.02), pose)
            )
            x += body.width + gap
        return placements, x
    count = 4 if kind == "kan" else 3
    sideways = int(rng.integers(0, count))
    for index in range(count):
        jitter = rng.normal(0, 0.02)
        if index != sideways:
            placements.append(lay(deal(), body, (x + body.width / 2, 0.0), jitter))
            x += body.width + gap
            continue
        low = (body.width - body.height) / 2
        for step in range(2 if kind == "added" else 1):
            at = (x + body.height / 2, low + step * (body.width + gap))
            placements.append(lay(deal(), body, at, TURN * rng.choice([1, -1]) + jitter))
        x += body.height + gap
    return placements, x


def hand(rng: np.random.Generator, body: Body, deal: Deal) -> list[Placement]:
    """A shown hand: concealed tiles in a row, the winning tile apart, melds to the right."""
    melds = int(rng.choice([0, 1, 2, 3, 4], p=[0.35, 0.25, 0.2, 0.15, 0.05]))
    x, placements, gap = 0.0, [], rng.uniform(0, 0.8)
    for _ in range(13 - 3 * melds):
        placements.append(lay(deal(), body, (x, rng.normal(0, 0.4)), rng.normal(0, 0.012)))
        x += body.width + gap
    if rng.random() < 0.8:
        x += rng.uniform(4, 20)
        yaw = TURN * rng.choice([1, -1]) if rng.random() < 0.2 else rng.normal(0, 0.05)
        placements.append(lay(deal(), body, (x, rng.normal(0, 3)), yaw))
        x += body.width
    for _ in range(melds):
        x += rng.uniform(0.5, 30)
        tiles, x = meld(rng, body, deal, x)
        placements += tiles
    return placements


def pond(rng: np.random.Generator, body: Body, deal: Deal) -> list[Placement]:
    """Discards, six in a row, perhaps with a riichi tile turned."""
    count, riichi = int(rng.integers(3, 22)), int(rng.integers(0, 30))
    placements = []
    x, gap = 0.0, rng.uniform(0, 2)
    for index in range(count):
        line = min(index // 6, 2)
        if index % 6 == 0 and index <= 12:
            x = 0.0
        wide = body.height if index == riichi else body.width
        yaw = rng.normal(0, 0.04) + (TURN if index == riichi else 0.0)
        at = (x + wide / 2 + rng.normal(0, 0.4), -line * (body.height + 1.5) + rng.normal(0, 0.8))
        placements.append(lay(deal(), body, at, yaw))
        x += wide + gap
    return placements


def wall(rng: np.random.Generator, body: Body, deal: Deal) -> list[Placement]:
    """Face-down tiles two high, perhaps with a dora indicator turned up."""
    count, shown = int(rng.integers(3, 18)), int(rng.integers(0, 12))
    placements = []
    for index in range(count):
        x = index * (body.width + rng.uniform(0, 0.3))
        for level in range(2 if rng.random() < 0.95 else 1):
            up = level == 1 and index == shown
            label = deal() if up else "back"
            placements.append(
                lay(label, body, (x, 0.0), rng.normal(0, 0.01), "up" if up else "down", level)
            )
    return placements


def heap(rng: np.random.Generator, body: Body, deal: Deal) -> list[Placement]:
    """Tiles strewn at any angle, some on their face, some standing."""
    count = int(rng.integers(4, 40))
    pitch = body.height * rng.uniform(1.0, 1.6)
    side = int(np.ceil(np.sqrt(count)))
    cells = rng.permutation(side * side)[:count]
    free = rng.random() < 0.75
    placements = []
    for cell in cells:
        x, y = divmod(int(cell), side)
        at = ((x + rng.normal(0, 0.09)) * pitch, (y + rng.normal(0, 0.09)) * pitch)
        yaw = rng.uniform(0, 2 * np.pi) if free else TURN * rng.integers(0, 4) + rng.normal(0, 0.1)
        chance = rng.random()
        if chance < 0.88:
            placements.append(lay(deal(), body, at, yaw))
        elif chance < 0.95:
            placements.append(lay("back", body, at, yaw, "down"))
        else:
            pose: Pose = "standing" if rng.random() < 0.5 else "side"
            placements.append(lay(deal(), body, at, yaw, pose))
    return placements


def stacks(rng: np.random.Generator, body: Body, deal: Deal) -> list[Placement]:
    """Blank flanks everywhere: walls one behind the other, or blocks of tiles on their sides."""
    rows, columns = int(rng.integers(1, 5)), int(rng.integers(1, 12))
    high = int(rng.choice([1, 2, 3], p=[0.2, 0.65, 0.15]))
    pose: Pose = "side" if rng.random() < 0.4 else "down"
    wide = body.height if pose == "side" else body.width
    deep = (body.thickness if pose == "side" else body.height) + rng.choice([0.2, 3.0, 40.0])
    rise = (body.width if pose == "side" else body.thickness) / body.thickness
    turned = np.pi if rng.random() < 0.5 else 0.0
    shown = 0.06 if pose == "down" and rng.random() < 0.6 else 0.0
    placements = []
    for row in range(rows):
        shift = rng.normal(0, 6)
        for column in range(columns):
            at = (column * (wide + rng.uniform(0, 0.4)) + shift, -row * deep)
            for level in range(high):
                top = level == high - 1
                if top and rng.random() < 0.08:
                    continue
                yaw = turned + rng.normal(0, 0.012)
                if top and rng.random() < shown:
                    placements.append(lay(deal(), body, at, yaw, "up", level))
                    continue
                label = deal() if pose == "side" else "back"
                tile = lay(label, body, at, yaw, pose)
                z = tile.centre[2] + level * rise * body.thickness
                placements.append(Placement(label, (*at, z), yaw, pose))
    return placements or [lay("back", body, (0.0, 0.0), turned, "down")]


LAYOUTS = (tray, row, hand, pond, wall, stacks, heap)
ODDS = (0.22, 0.16, 0.15, 0.12, 0.05, 0.08, 0.22)
