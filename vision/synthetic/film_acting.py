"""From one scene to the next, frame by frame: arms reach, carry, slide, cover and leave."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import hypot

import numpy as np

from vision.synthetic.film_scene import LyingStick, LyingTile, Scene
from vision.synthetic.solids import Body, Placement, Pose
from vision.synthetic.table_arm import Arm
from vision.synthetic.table_layout import TURN, Plan, turned

Point = tuple[float, float]
LIFT_MM = 14.0
"""How high a carried tile hangs."""
OUTSIDE_MM = 190.0
"""How far beyond the field's edge an arm rests."""
TOUCH_MM = 7.0
"""How far a fingertip stays from a tile's middle, towards its player."""
STILL_MM = 0.01


@dataclass(frozen=True, slots=True)
class Frame:
    """What one picture of the film shows: what changes on the table, and what is over it."""

    arms: tuple[Arm, ...] = ()
    floating: tuple[Placement, ...] = ()
    put: tuple[LyingTile, ...] = ()
    """Tiles that lie there from this frame on."""
    lifted: tuple[int, ...] = ()
    """Tiles that are gone from this frame on."""
    sticks: tuple[LyingStick, ...] | None = None
    scene: Scene | None = None
    """The scene that is at rest in this frame, no arm of its own over it."""


@dataclass(frozen=True, slots=True)
class Tempo:
    """How long things take, in seconds at pace 1."""

    reach: float = 0.3
    carry: float = 0.3
    leave: float = 0.28
    think: tuple[float, float] = (0.1, 0.4)
    rest: tuple[float, float] = (0.3, 0.6)
    show: float = 2.5
    table: float = 0.8


@dataclass(frozen=True, slots=True)
class Step:
    """One move of an arm: to a place, perhaps with a tile; what is lifted first and put last."""

    to: Point
    seconds: float
    lifted: tuple[int, ...] = ()
    before: tuple[LyingTile, ...] = ()
    """Tiles put as the move begins."""
    carried: tuple[LyingTile, ...] = ()
    slid: bool = False
    put: tuple[LyingTile, ...] = ()
    sticks: tuple[LyingStick, ...] | None = None


class Acting:
    """Plays scenes before a camera of so many frames a second."""

    def __init__(self, seed: int, body: Body, fps: float, tempo: Tempo, pace: float = 1.0) -> None:
        self.rng = np.random.default_rng((seed, 41))
        self.plan, self.body = Plan.of(body), body
        self.fps, self.tempo, self.pace = fps, tempo, pace
        self.left = tuple(bool(self.rng.random() < 0.15) for _ in range(4))

    def play(self, scenes: Iterable[Scene]) -> Iterator[Frame]:
        """All frames of a film."""
        last: Scene | None = None
        for scene in scenes:
            yield from self.between(last, scene)
            last = scene

    def between(self, last: Scene | None, scene: Scene) -> Iterator[Frame]:
        """The frames that lead to a scene, and those in which it rests."""
        if last is None or scene.passage == "build":
            yield replace(whole(scene), scene=None)
        elif scene.passage == "clear":
            yield from self.swept(last, scene)
        else:
            yield from self.handled(last, scene)
        yield from self.rested(scene)

    def rested(self, scene: Scene) -> Iterator[Frame]:
        """The table as it lies, for as long as one looks at it."""
        tempo, event = self.tempo, scene.event or {}
        match scene.passage:
            case "show":
                seconds = tempo.show
            case "clear" | "build" | "deal":
                seconds = tempo.table
            case _:
                low, high = tempo.think if event.get("type") == "tsumo" else tempo.rest
                seconds = float(self.rng.uniform(low, high)) / scene.pace
        for number in range(max(2, self.frames(seconds))):
            yield Frame(scene=scene, sticks=scene.sticks if number == 0 else None)

    def frames(self, seconds: float) -> int:
        """So many frames, at least one."""
        return max(1, round(seconds * self.fps / self.pace))

    def swept(self, last: Scene, scene: Scene) -> Iterator[Frame]:
        """Everybody pushes the tiles into the middle, where they sink in."""
        at = [(float(x), float(y)) for x, y in self.rng.uniform(-60, 60, (4, 2))]
        steps = self.frames(0.9)
        for number in range(steps):
            share = (number + 1) / steps
            arms = tuple(
                self.arm(seat, between(self.out(seat), at[seat], min(1.0, 1.6 * share)))
                for seat in range(4)
            )
            here = [tile for tile in last.tiles if (tile.id * 7 % 11) / 11 >= share]
            gone = tuple(tile.id for tile in last.tiles if (tile.id * 7 % 11) / 11 < share)
            put = tuple(
                replace(
                    tile, x_mm=tile.x_mm * (1 - 0.4 * share), y_mm=tile.y_mm * (1 - 0.4 * share),
                    angle_deg=tile.angle_deg + 40 * share * (tile.id % 5 - 2),
                )
                for tile in here
            )  # fmt: skip
            yield Frame(arms, put=put, lifted=gone)
        yield replace(whole(scene), lifted=tuple(tile.id for tile in last.tiles), scene=None)
        for number in range(steps // 2):
            share = 1 - (number + 1) / max(1, steps // 2)
            yield Frame(
                tuple(self.arm(seat, between(self.out(seat), at[seat], share)) for seat in range(4))
            )

    def handled(self, last: Scene, scene: Scene) -> Iterator[Frame]:
        """Hands move what differs between two scenes, one player after the other."""
        was = {tile.id: tile for tile in last.tiles}
        moved = [tile for tile in scene.tiles if differs(was.get(tile.id), tile)]
        seats = [seat for seat in range(4) if any(self.mover(scene, t) == seat for t in moved)]
        if scene.actor in seats:
            seats.sort(key=lambda seat: seat != scene.actor)
        elif scene.passage == "deal":
            seats.sort(key=lambda seat: (seat - scene.dealer) % 4)
        laid = scene.sticks if scene.sticks != last.sticks else None
        if not seats and laid is not None and scene.actor is not None:
            stick = next((one for one in laid if one not in last.sticks), None)
            at = (0.0, 0.0) if stick is None else (stick.x_mm, stick.y_mm)
            step = Step(at, self.tempo.reach, sticks=laid)
            yield from self.moves(scene.actor, [step], scene.pace)
        for seat in seats:
            mine = [tile for tile in moved if self.mover(scene, tile) == seat]
            steps = self.steps(seat, mine, was, scene)
            yield from self.moves(seat, steps, scene.pace * (2 if scene.passage == "deal" else 1))
        yield whole(scene)

    @staticmethod
    def mover(scene: Scene, tile: LyingTile) -> int:
        """Whose hand moves a tile."""
        if scene.actor is not None and scene.passage != "show":
            return scene.actor
        return tile.seat

    def steps(
        self, seat: int, moved: list[LyingTile], was: dict[int, LyingTile], scene: Scene
    ) -> list[Step]:  # fmt: skip
        """What one arm does to bring these tiles where they lie now."""
        tempo = self.tempo
        pushed = [t for t in moved if t.id in was and alike(was[t.id], t)]
        taken = [t for t in moved if t not in pushed]
        if scene.passage == "mend":
            return self.mended(moved, was)
        if scene.passage == "show":
            return self.shown(taken, pushed)
        steps: list[Step] = []
        for group in grouped(taken, was):
            old = [was[tile.id] for tile in group if tile.id in was]
            source, target = self.touch(seat, middle(old)), self.touch(seat, middle(group))
            if hypot(source[0] - target[0], source[1] - target[1]) < 5:
                steps.append(Step(target, tempo.reach, put=tuple(group)))
                continue
            steps.append(Step(source, tempo.reach))
            lifted = tuple(tile.id for tile in old)
            slid = group[0].zone == "meld" and old[0].zone == "river"
            shown = tuple(group[:3]) if group[0].zone != "hand" else self.hidden(group[:1])
            steps.append(
                Step(target, tempo.carry, lifted, tuple(pushed), shown, slid, tuple(group))
            )
            pushed = []
        if pushed:
            steps.append(Step(self.touch(seat, middle(pushed)), tempo.reach, put=tuple(pushed)))
        return steps

    def mended(self, moved: list[LyingTile], was: dict[int, LyingTile]) -> list[Step]:
        """A finger straightens tiles, in two pushes."""
        steps = []
        for tile in moved:
            old = was.get(tile.id, tile)
            turn = (tile.angle_deg - old.angle_deg + 180) % 360 - 180
            half = replace(
                tile, x_mm=(tile.x_mm + old.x_mm) / 2, y_mm=(tile.y_mm + old.y_mm) / 2,
                angle_deg=(old.angle_deg + turn / 2) % 360,
            )  # fmt: skip
            at = self.touch(tile.seat, (tile.x_mm, tile.y_mm))
            steps += [Step(at, self.tempo.reach, put=(half,)), Step(at, 0.1, put=(tile,))]
        return steps

    def shown(self, taken: list[LyingTile], pushed: list[LyingTile]) -> list[Step]:
        """A row is tipped over, from its left end to its right; other tiles are fetched."""
        row = [tile for tile in taken if tile.zone == "hand"]
        steps = []
        if row:
            seat, ends = row[0].seat, (row[0], row[-1])
            first, last = (self.touch(seat, (end.x_mm, end.y_mm)) for end in ends)
            half = len(row) // 2
            steps += [
                Step(first, self.tempo.reach),
                Step(between(first, last, 0.5), 0.2, put=(*row[:half], *pushed)),
                Step(last, 0.2, put=tuple(row[half:])),
            ]
        steps += [
            Step(self.touch(tile.seat, (tile.x_mm, tile.y_mm)), self.tempo.reach, put=(tile,))
            for tile in taken
            if tile not in row
        ]
        return steps

    def moves(self, seat: int, steps: list[Step], pace: float) -> Iterator[Frame]:
        """An arm comes, goes through its steps and leaves."""
        here = self.out(seat)
        for step in steps:
            count = self.frames(step.seconds / pace)
            for number in range(count):
                share, last = ease((number + 1) / count), number == count - 1
                at = between(here, step.to, share)
                put = (*(step.before if number == 0 else ()), *(step.put if last else ()))
                yield Frame(
                    (self.arm(seat, at),), () if last else self.aloft(seat, step, at, share), put,
                    step.lifted if number == 0 else (), step.sticks if last else None,
                )  # fmt: skip
            here = step.to
        count = self.frames(self.tempo.leave / pace)
        for number in range(count - 1):
            at = between(here, self.out(seat), ease((number + 1) / count))
            yield Frame((self.arm(seat, at),))

    def aloft(self, seat: int, step: Step, at: Point, share: float) -> tuple[Placement, ...]:
        """The tiles in or under a moving hand."""
        if not step.carried:
            return ()
        centre = middle(list(step.carried))
        ahead = turned((0.0, TOUCH_MM), seat * TURN)
        placements = []
        for tile in step.carried:
            x = at[0] + ahead[0] + tile.x_mm - centre[0]
            y = at[1] + ahead[1] + tile.y_mm - centre[1]
            up = 0.0 if step.slid else LIFT_MM * (1 - share)
            half = (self.body.height if tile.standing else self.body.thickness) / 2
            pose: Pose = "standing" if tile.standing else "up" if tile.face_up else "down"
            label = tile.tile if tile.face_up or tile.standing else "back"
            yaw = float(np.radians(tile.angle_deg - 90))
            placements.append(Placement(label, (x, y, half + up), yaw, pose))
        return tuple(placements)

    @staticmethod
    def hidden(tiles: list[LyingTile]) -> tuple[LyingTile, ...]:
        """Tiles as they are carried to a hand: backs up."""
        return tuple(replace(tile, standing=False, face_up=False) for tile in tiles)

    def arm(self, seat: int, at: Point) -> Arm:
        """A seat's arm with its fingertips there."""
        return Arm(seat, at, self.left[seat])

    def out(self, seat: int) -> Point:
        """Where a seat's fingertips rest, off the table."""
        side = -60.0 if self.left[seat] else 60.0
        return turned((side, -(self.plan.edge + OUTSIDE_MM)), seat * TURN)

    @staticmethod
    def touch(seat: int, at: Point) -> Point:
        """Where the fingertips are that hold a tile there."""
        x, y = turned((0.0, -TOUCH_MM), seat * TURN)
        return at[0] + x, at[1] + y


def whole(scene: Scene) -> Frame:
    """A frame that lays everything as the scene has it."""
    return Frame(put=scene.tiles, sticks=scene.sticks, scene=scene)


def differs(old: LyingTile | None, new: LyingTile) -> bool:
    """Whether a tile is seen to lie otherwise than before."""
    if old is None:
        return True
    away = hypot(old.x_mm - new.x_mm, old.y_mm - new.y_mm)
    return away > STILL_MM or not alike(old, new) or abs(old.angle_deg - new.angle_deg) > STILL_MM


def alike(old: LyingTile, new: LyingTile) -> bool:
    """Whether a tile is in the same zone and shows the same side."""
    return (old.zone, old.seat, old.face_up, old.standing, old.level) == (
        new.zone, new.seat, new.face_up, new.standing, new.level,
    )  # fmt: skip


def grouped(tiles: list[LyingTile], was: dict[int, LyingTile]) -> list[list[LyingTile]]:
    """Tiles that are moved together: from one zone to one zone; own ones first."""
    groups: dict[tuple[str, int, str, int], list[LyingTile]] = {}
    for tile in tiles:
        old = was.get(tile.id)
        zone, seat = ("nowhere", tile.seat) if old is None else (old.zone, old.seat)
        key = (zone, seat, tile.zone, tile.seat)
        groups.setdefault(key, []).append(tile)
    return [groups[key] for key in sorted(groups, key=lambda key: key[0] != "hand")]


def middle(tiles: list[LyingTile]) -> Point:
    """The middle of tiles, (0, 0) of none."""
    if not tiles:
        return 0.0, 0.0
    count = len(tiles)
    return sum(t.x_mm for t in tiles) / count, sum(t.y_mm for t in tiles) / count


def between(one: Point, two: Point, share: float) -> Point:
    """The point that lies this share of the way from one to the other."""
    return one[0] + (two[0] - one[0]) * share, one[1] + (two[1] - one[1]) * share


def ease(share: float) -> float:
    """A move that starts and ends slowly."""
    return share * share * (3 - 2 * share)
