"""From one scene to the next, frame by frame: arms reach, carry, slide, cover and leave."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from math import hypot

import numpy as np

from vision.synthetic.film_manners import CALM, Manners
from vision.synthetic.film_moves import (
    Point,
    Step,
    Tempo,
    alike,
    between,
    differs,
    ease,
    grouped,
    middle,
)
from vision.synthetic.film_scene import LyingStick, LyingTile, Scene
from vision.synthetic.solids import Body, Placement, Pose
from vision.synthetic.table_arm import Arm
from vision.synthetic.table_layout import TURN, Plan, turned

LIFT_MM = 14.0
"""How high a carried tile hangs."""
OUTSIDE_MM = 190.0
"""How far beyond the field's edge an arm rests."""
TOUCH_MM = 7.0
"""How far a fingertip stays from a tile's middle, towards its player."""
LINGERING = 2
"""Frames by which an arm leaves later where the next player does not wait for it."""


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
    """The scene that is at rest in this frame; at most an arm that leaves is still over it."""
    trails: tuple[Point, ...] = ()
    """By how many mm each arm has come nearer since the last frame."""


class Acting:
    """Plays scenes before a camera of so many frames a second."""

    def __init__(
        self, seed: int, body: Body, fps: float, tempo: Tempo, pace: float = 1.0,
        manners: Manners = CALM,
    ) -> None:  # fmt: skip
        self.rng = np.random.default_rng((seed, 41))
        self.plan, self.body = Plan.of(body), body
        self.fps, self.tempo, self.pace = fps, tempo, pace
        self.left = tuple(bool(self.rng.random() < 0.15) for _ in range(4))
        self.manners, self.chance = manners, np.random.default_rng((seed, 42))
        self.leaving: list[tuple[Arm, Point]] = []
        """An arm on its way out while the next player acts, frame by frame."""
        self.bumped: dict[int, tuple[float, float, float]] = {}
        """Tiles that fingers have pushed: by how many mm (x, y) and degrees."""

    def play(self, scenes: Iterable[Scene]) -> Iterator[tuple[Frame, Scene]]:
        """All frames of a film, each with the scene that it leads to."""
        last: Scene | None = None
        for scene, after in pairwise([*scenes, None]):
            if scene is not None:
                for frame in self.between(last, scene, after):
                    yield frame, scene
            last = scene

    def between(
        self, last: Scene | None, scene: Scene, after: Scene | None = None
    ) -> Iterator[Frame]:  # fmt: skip
        """The frames that lead to a scene, and those in which it rests; `after` comes next."""
        for frame in self.led(last, scene, after):
            if not self.leaving:
                yield frame
                continue
            arm, trail = self.leaving.pop(0)
            trails = (*frame.trails, *[(0.0, 0.0)] * (len(frame.arms) - len(frame.trails)), trail)
            yield replace(frame, arms=(*frame.arms, arm), trails=trails)

    def led(self, last: Scene | None, scene: Scene, after: Scene | None) -> Iterator[Frame]:
        """The frames, but for an arm that is still leaving."""
        if last is None or scene.passage == "build":
            self.bumped.clear()
            yield replace(self.whole(scene), scene=None)
        elif scene.passage == "clear":
            yield from self.swept(last, scene)
        else:
            yield from self.handled(last, scene, hasty=self.hastens(scene, after))
            if self.leaving:
                return
        yield from self.rested(scene)

    def hastens(self, scene: Scene, after: Scene | None) -> bool:
        """Whether the next player does not wait for this one's arm to leave."""
        if after is None or scene.passage != "play" or after.passage != "play":
            return False
        others = None not in {scene.actor, after.actor} and scene.actor != after.actor
        return others and self.chance.random() < self.manners.haste

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
            here = [self.lying(tile) for tile in last.tiles if (tile.id * 7 % 11) / 11 >= share]
            gone = tuple(tile.id for tile in last.tiles if (tile.id * 7 % 11) / 11 < share)
            put = tuple(
                replace(
                    tile, x_mm=tile.x_mm * (1 - 0.4 * share), y_mm=tile.y_mm * (1 - 0.4 * share),
                    angle_deg=tile.angle_deg + 40 * share * (tile.id % 5 - 2),
                )
                for tile in here
            )  # fmt: skip
            yield Frame(arms, put=put, lifted=gone)
        yield replace(self.whole(scene), lifted=tuple(tile.id for tile in last.tiles), scene=None)
        for number in range(steps // 2):
            share = 1 - (number + 1) / max(1, steps // 2)
            yield Frame(
                tuple(self.arm(seat, between(self.out(seat), at[seat], share)) for seat in range(4))
            )

    def handled(self, last: Scene, scene: Scene, *, hasty: bool = False) -> Iterator[Frame]:
        """Hands move what differs between two scenes, one player after the other."""
        was = {tile.id: tile for tile in last.tiles}
        moved = [tile for tile in scene.tiles if differs(was.get(tile.id), tile)]
        for tile in moved:
            self.bumped.pop(tile.id, None)
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
            steps = self.clumsy(seat, self.steps(seat, mine, was, scene), scene, mine)
            pace = scene.pace * (2 if scene.passage == "deal" else 1)
            yield from self.moves(
                seat, steps, pace, hasty=hasty and seat == seats[-1],
                helped=scene.passage in {"play", "show"},
            )  # fmt: skip
        yield self.whole(scene)

    def clumsy(
        self, seat: int, steps: list[Step], scene: Scene, mine: list[LyingTile]
    ) -> list[Step]:  # fmt: skip
        """The steps, at whose end a finger may push the tile beside the one put down."""
        beside = [
            tile
            for tile in scene.tiles
            if (tile.zone, tile.seat) == ("river", seat) and tile not in mine
        ]
        laid = any(tile.zone == "river" for tile in mine)
        if not (laid and beside and self.chance.random() < self.manners.bumps):
            return steps
        last = max(beside, key=lambda tile: tile.place)
        far, aside, turn = self.chance.normal(0, 1, 3).clip(-2, 2)
        x, y = turned((0.3 * aside, 1.2 * far), seat * TURN)
        self.bumped[last.id] = (x, y, 1.5 * turn)
        return [*steps[:-1], replace(steps[-1], put=(*steps[-1].put, self.lying(last)))]

    def lying(self, tile: LyingTile) -> LyingTile:
        """A tile where it lies after all that fingers have done to it."""
        x, y, turn = self.bumped.get(tile.id, (0.0, 0.0, 0.0))
        if not (x or y or turn):
            return tile
        angle = (tile.angle_deg + turn) % 360
        return replace(tile, x_mm=tile.x_mm + x, y_mm=tile.y_mm + y, angle_deg=angle)

    def whole(self, scene: Scene) -> Frame:
        """A frame that lays everything as the scene has it."""
        put = tuple(map(self.lying, scene.tiles)) if self.bumped else scene.tiles
        return Frame(put=put, sticks=scene.sticks, scene=scene)

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

    def moves(
        self, seat: int, steps: list[Step], pace: float, *, hasty: bool = False,
        helped: bool = False,
    ) -> Iterator[Frame]:  # fmt: skip
        """An arm comes, goes through its steps and leaves; ``hasty``: leaves as others go on."""
        here = self.out(seat)
        helping = helped and self.chance.random() < self.manners.helping[seat]
        counts = [self.frames(step.seconds / pace) for step in steps]
        going = self.frames(self.tempo.leave / pace)
        done, every = 0, sum(counts) + going
        for step, count in zip(steps, counts, strict=True):
            at = here
            for number in range(count):
                share, last = ease((number + 1) / count), number == count - 1
                was, at, done = at, between(here, step.to, share), done + 1
                put = (*(step.before if number == 0 else ()), *(step.put if last else ()))
                arms = (self.arm(seat, at), *self.free(seat, done / every, there=helping))
                yield Frame(
                    arms, () if last else self.aloft(seat, step, at, share), put,
                    step.lifted if number == 0 else (), step.sticks if last else None,
                    trails=(away(was, at), *[(0.0, 0.0)] * (len(arms) - 1)),
                )  # fmt: skip
            here = step.to
        slowly = going + LINGERING * (hasty and not helping)
        spots = [between(here, self.out(seat), ease((n + 1) / slowly)) for n in range(slowly - 1)]
        leaving = [(self.arm(seat, at), away(was, at)) for was, at in pairwise([here, *spots])]
        if slowly > going:
            self.leaving = leaving
            return
        for number, (arm, trail) in enumerate(leaving, done + 1):
            other = self.free(seat, number / every, there=helping)
            yield Frame((arm, *other), trails=(trail, *[(0.0, 0.0)] * len(other)))

    def free(self, seat: int, share: float, *, there: bool) -> tuple[Arm, ...]:
        """The other arm of a seat, at its row all the while."""
        if not there:
            return ()
        side = 75.0 if self.left[seat] else -75.0
        row = turned((side, -(self.plan.hand + 12)), seat * TURN)
        off = turned((side, -(self.plan.edge + OUTSIDE_MM)), seat * TURN)
        at = between(off, row, ease(min(1.0, 4 * min(share, 1 - share))))
        return (Arm(seat, at, not self.left[seat]),)

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


def away(one: Point, two: Point) -> Point:
    """How far it is from one to the other."""
    return two[0] - one[0], two[1] - one[1]
