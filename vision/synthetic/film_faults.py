"""What goes wrong while filming: hands that stay, a camera knocked aside, frames that are lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.errors import FilmError
from vision.synthetic.camera import Camera
from vision.synthetic.film_scene import SEATS, Scene
from vision.synthetic.table_arm import Arm
from vision.synthetic.table_layout import TURN, Plan, turned


@dataclass(frozen=True, slots=True)
class Cover:
    """A hand that stays over the table for whole turns."""

    first: int
    """The scene with which it comes."""
    last: int
    """The last scene that it hides."""
    arm: Arm

    def over(self, scene: int) -> bool:
        """Whether it lies there in this scene."""
        return self.first <= scene <= self.last


@dataclass(frozen=True, slots=True)
class Nudge:
    """The camera is knocked, and stays where it comes to rest."""

    scene: int
    shift_mm: tuple[float, float, float]
    turn_deg: tuple[float, float, float]
    """About the picture's right, its down and the line of sight."""

    def moved(self, camera: Camera) -> Camera:
        """The camera afterwards."""
        angles = np.radians(self.turn_deg)
        turn = np.eye(3)
        for axis, angle in enumerate(angles):
            c, s = np.cos(angle), np.sin(angle)
            one, two = (axis + 1) % 3, (axis + 2) % 3
            about = np.eye(3)
            about[one, one], about[one, two], about[two, one], about[two, two] = c, -s, s, c
            turn = about @ turn
        position = camera.position + np.array(self.shift_mm)
        return Camera(position, turn @ camera.rotation, camera.focal, camera.centre)


@dataclass(frozen=True, slots=True)
class Faults:
    """All that goes wrong in one film."""

    covers: tuple[Cover, ...] = ()
    nudges: tuple[Nudge, ...] = ()
    lost: float = 0.0
    """The share of frames at rest that are lost."""

    def __post_init__(self) -> None:
        """Refuse shares that are none."""
        if not 0 <= self.lost < 1:
            raise FilmError(f"{self.lost} of the frames lost, expected 0 or more and less than 1")

    @classmethod
    def some(cls, seed: int, scenes: Sequence[Scene], plan: Plan) -> Faults:
        """One of each kind for every hand: a hand over a pond for some turns, a knock a film."""
        rng = np.random.default_rng((seed, 61))
        covers, nudges = [], []
        deals = [scene.number for scene in scenes if scene.passage == "deal"]
        ends = [*deals[1:], len(scenes)]
        for begin, end in zip(deals, ends, strict=True):
            if end - begin < 20:
                continue
            first = int(rng.integers(begin + 5, end - 10))
            owner, away = int(rng.integers(SEATS)), int(rng.choice([0, 1, 3]))
            spot = (float(rng.uniform(-60, 60)), -plan.river - float(rng.uniform(10, 70)))
            at = turned(spot, owner * TURN)
            last = first + int(rng.integers(6, 16))
            covers.append(Cover(first, last, Arm((owner + away) % SEATS, at)))
        if scenes:
            (x, y, z), (a, b, c) = rng.normal(0, 6, 3), rng.normal(0, 0.5, 3)
            at_scene = int(rng.integers(len(scenes)))
            nudges.append(Nudge(at_scene, (x, y, z), (a, b, c)))
        return cls(tuple(covers), tuple(nudges), 0.05)
