"""Scenes become a film: every frame is painted, finished and written, and the truth is told."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from itertools import tee, zip_longest
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import FilmError
from vision.synthetic.characters import Forms
from vision.synthetic.faces import TileSet
from vision.synthetic.film_acting import Acting, Frame
from vision.synthetic.film_faults import Faults
from vision.synthetic.film_finish import CALM, Finish, Weather
from vision.synthetic.film_look import FilmLook
from vision.synthetic.film_manners import CALM as CALM_MANNERS
from vision.synthetic.film_manners import Manners
from vision.synthetic.film_moves import Tempo
from vision.synthetic.film_optics import FilmLens, Optics
from vision.synthetic.film_scene import SEATS, Scene
from vision.synthetic.film_stage import Cast, Stage
from vision.synthetic.film_truth import hand_truth, truth
from vision.synthetic.film_writer import PRESET, QUALITY, FilmWriter, check_size
from vision.synthetic.solids import Floats
from vision.synthetic.surfaces import Image
from vision.synthetic.table_arm import Arm
from vision.synthetic.table_picture import RIICHI_BODY

TABLE = "table"
HAND_SIZE = (960, 320)
"""Width and height of a hand's film."""
Planes = NDArray[np.uint8]
TURNS = (None, cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_180, cv2.ROTATE_90_COUNTERCLOCKWISE)


@dataclass(frozen=True, slots=True)
class Settings:
    """How a film is made; the same settings and scenes give the same film."""

    seed: int = 0
    size: tuple[int, int] = (1920, 1080)
    fps: float = 10.0
    pace: float = 1.0
    """2 plays twice as quick."""
    forms: Forms = "training"
    """Which tile designs: those that training sees, or others."""
    calm: bool = False
    """Neither light nor camera nor noise is restless."""
    simple: bool = False
    """Lenses bend nothing, shutters smear nothing, arms are plain and take turns."""
    turns: int = 0
    """Quarter turns clockwise by which the film is turned."""
    mirrored: bool = False
    quality: int = QUALITY
    """x264's constant rate factor: less is better and larger."""
    preset: str = PRESET
    """x264's: the slower, the smaller."""
    faults: Faults = field(default_factory=Faults)

    def __post_init__(self) -> None:
        """Refuse what no film can be."""
        check_size(self.size)
        if not 1 <= self.fps <= 120:
            raise FilmError(f"{self.fps} frames a second, expected 1 to 120")
        if not 0.1 <= self.pace <= 20:
            raise FilmError(f"pace {self.pace}, expected 0.1 to 20")
        if self.turns not in range(4):
            raise FilmError(f"{self.turns} quarter turns, expected 0 to 3")
        if self.seed < 0:
            raise FilmError(f"seed {self.seed}, expected 0 or more")


class View:
    """One camera, and what its film is made of."""

    def __init__(self, stage: Stage, finish: Finish, settings: Settings, optics: Optics) -> None:
        self.stage, self.finish = stage, finish
        self.turns, self.mirrored = settings.turns, settings.mirrored
        self.lens = FilmLens(stage.size, optics.bend)
        self.shutter = min(1.0, optics.shutter_s * settings.fps)
        """The share of a frame's time in which light comes in."""

    def take(self, frame: Frame, arms: tuple[Arm, ...], number: int) -> tuple[Planes, Floats]:
        """A finished picture, and by how many pixels it was shaken."""
        self.stage.change(frame.put, frame.lifted, frame.sticks)
        trails = tuple((self.shutter * x, self.shutter * y) for x, y in frame.trails)
        picture = self.lens.through(self.stage.frame(arms, frame.floating, trails))
        return self.finish.picture(self.turned(picture), number)

    def turned(self, picture: Image) -> Image:
        """The picture as the film has it, turned and mirrored."""
        turn = TURNS[self.turns]
        if turn is not None:
            picture = np.asarray(cv2.rotate(picture, turn), np.uint8)
        if self.mirrored:
            picture = np.asarray(cv2.flip(picture, 1), np.uint8)
        return picture

    def placed(self, points: Floats, shift: Floats) -> Floats:
        """Pixels of the stage as pixels of the finished frame."""
        points = self.lens.bent(points)
        wide, high = self.stage.size
        x, y = points[..., 0], points[..., 1]
        match self.turns:
            case 1:
                x, y = high - y, x
            case 2:
                x, y = wide - x, high - y
            case 3:
                x, y = y, wide - x
        if self.mirrored:
            x = self.finish.size[0] - x
        return np.stack([x, y], axis=-1) + shift


class Shooting:
    """The cameras over the table and, where wanted, before the hands, from first frame to last."""

    def __init__(self, settings: Settings, *, hands: bool = False) -> None:
        self.settings, body = settings, RIICHI_BODY
        rng = np.random.default_rng((settings.seed, 30))
        cast = Cast(TileSet.random(rng, settings.forms))
        seed, simple = settings.seed, settings.calm or settings.simple
        self.look = look = FilmLook(seed, body, max(cast.body_rgb), simple=simple)
        weather = CALM if settings.calm else Weather.of(seed)
        size, fps = settings.size, settings.fps
        final = (size[1], size[0]) if settings.turns % 2 else size
        stage = Stage(cast, look, look.camera(size), size, body)
        finish = Finish(seed, final, fps, weather)
        self.views = {TABLE: View(stage, finish, settings, look.optics[0])}
        upright = replace(settings, turns=0, mirrored=False)
        for seat in range(SEATS * hands):
            stage = Stage(cast, look, look.hand_camera(seat, HAND_SIZE), HAND_SIZE, body)
            finish = Finish(seed + 101 * (seat + 1), HAND_SIZE, fps, weather)
            self.views[f"hand{seat}"] = View(stage, finish, upright, look.optics[seat + 1])
        manners = CALM_MANNERS if simple else Manners.of(seed)
        self.acting = Acting(seed, body, fps, Tempo(), settings.pace, manners)
        self.rng = np.random.default_rng((seed, 34))
        self.told = -1
        """The last scene of which the truth was told."""

    @property
    def table(self) -> View:
        """The camera over the table."""
        return self.views[TABLE]

    def shoot(
        self, scenes: Iterable[Scene], out: Path, hands: Path | None = None
    ) -> Iterator[Mapping[str, Mapping[str, Any]]]:
        """Write the film, and those of the hands into the folder ``hands``.

        Yields a line of truth for each camera at the first frame in which each scene rests. Raises
        FilmError where a film cannot be written; then none is.
        """
        settings, writers = self.settings, {}
        with ExitStack() as stack:
            for role, view in self.views.items():
                if role != TABLE and hands is None:
                    continue
                path = out if role == TABLE else Path(hands or "") / f"{role}.mp4"
                writer = FilmWriter(
                    path, view.finish.size, settings.fps, quality=settings.quality,
                    preset=settings.preset,
                )  # fmt: skip
                writers[role] = stack.enter_context(writer)
            for frame, number, stays in self.frames(scenes):
                if self.loses(frame.scene, stays=stays):
                    for view in self.views.values():
                        view.stage.change(frame.put, frame.lifted, frame.sticks)
                    continue
                yield from self.take(frame, number, writers)

    def loses(self, scene: Scene | None, *, stays: bool) -> bool:
        """Whether a frame in which this scene rests is lost; ``stays``: it also rests in the next.

        The last one that could tell of a scene is not: before a hasty player there is but one.
        """
        if scene is None or self.rng.random() >= self.settings.faults.lost:
            return False
        return stays or scene.number == self.told

    def frames(self, scenes: Iterable[Scene]) -> Iterator[tuple[Frame, int, bool]]:
        """Every frame, the number of the scene that it leads to, and whether the next rests too."""
        begun = -1
        played, ahead = tee(self.acting.play(scenes))
        next(ahead, None)
        for (frame, scene), after in zip_longest(played, ahead):
            for nudge in self.settings.faults.nudges:
                if nudge.scene == scene.number != begun:
                    stage = self.table.stage
                    stage.aim(nudge.moved(stage.camera))
            begun = scene.number
            yield frame, scene.number, after is not None and after[0].scene is frame.scene

    def take(
        self, frame: Frame, number: int, writers: Mapping[str, FilmWriter]
    ) -> Iterator[Mapping[str, Mapping[str, Any]]]:
        """One frame of every camera; its truth where a scene comes to rest in it."""
        staying = tuple(one.arm for one in self.settings.faults.covers if one.over(number))
        at = writers[TABLE].frames
        shifts = {}
        for role, writer in writers.items():
            planes, shifts[role] = self.views[role].take(frame, (*frame.arms, *staying), at)
            writer.write(planes)
        scene = frame.scene
        if scene is None or scene.number == self.told:
            return
        self.told = scene.number
        head = {
            "frame": at, "t": round(at / self.settings.fps, 3), "event": scene.event,
            "event_number": scene.event_number, "scene": scene.number,
            "passage": scene.passage,
        }  # fmt: skip
        arms = (*frame.arms, *staying)
        yield {role: head | self.truth(role, arms, shifts[role]) for role in writers}

    def truth(self, role: str, arms: tuple[Arm, ...], shift: Floats) -> dict[str, object]:
        """What a camera truly has before it."""
        view = self.views[role]

        def moved(points: Floats) -> Floats:
            return view.placed(points, shift)

        covered = view.stage.covered(arms)
        if role == TABLE:
            return truth(view.stage, covered, moved, view.lens)
        return hand_truth(view.stage, covered, moved, int(role[-1]), view.lens)
