"""Scenes become a film: every frame is painted, finished and written, and the truth is told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.errors import FilmError
from vision.synthetic.characters import Forms
from vision.synthetic.faces import TileSet
from vision.synthetic.film_acting import Acting, Frame, Tempo
from vision.synthetic.film_faults import Faults
from vision.synthetic.film_finish import CALM, Finish, Weather
from vision.synthetic.film_look import FilmLook
from vision.synthetic.film_scene import Scene
from vision.synthetic.film_stage import Cast, Stage
from vision.synthetic.film_truth import truth
from vision.synthetic.film_writer import PRESET, QUALITY, FilmWriter, check_size
from vision.synthetic.solids import Floats
from vision.synthetic.surfaces import Image
from vision.synthetic.table_picture import RIICHI_BODY

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


class Shooting:
    """The camera over the table, from the first frame to the last."""

    def __init__(self, settings: Settings) -> None:
        self.settings, body = settings, RIICHI_BODY
        rng = np.random.default_rng((settings.seed, 30))
        cast = Cast(TileSet.random(rng, settings.forms))
        self.look = FilmLook(settings.seed, body)
        self.stage = Stage(cast, self.look, self.look.camera(settings.size), settings.size, body)
        weather = CALM if settings.calm else Weather.of(settings.seed)
        wide, high = settings.size
        self.final = (high, wide) if settings.turns % 2 else (wide, high)
        self.finish = Finish(settings.seed, self.final, settings.fps, weather)
        self.acting = Acting(settings.seed, body, settings.fps, Tempo(), settings.pace)
        self.rng = np.random.default_rng((settings.seed, 34))
        self.told = -1
        """The last scene of which the truth was told."""

    def shoot(self, scenes: Iterable[Scene], out: Path) -> Iterator[Mapping[str, Any]]:
        """Write the film; yields a line of truth for the first frame in which each scene rests.

        Raises FilmError where it cannot be written; then nothing is.
        """
        settings = self.settings
        quality, preset = settings.quality, settings.preset
        with FilmWriter(out, self.final, settings.fps, quality=quality, preset=preset) as writer:
            for frame, number in self.frames(scenes):
                if frame.scene is not None and self.rng.random() < settings.faults.lost:
                    self.stage.change(frame.put, frame.lifted, frame.sticks)
                    continue
                yield from self.take(frame, number, writer)

    def frames(self, scenes: Iterable[Scene]) -> Iterator[tuple[Frame, int]]:
        """Every frame with the number of the scene that it leads to."""
        last: Scene | None = None
        for scene in scenes:
            for nudge in self.settings.faults.nudges:
                if nudge.scene == scene.number:
                    self.stage.aim(nudge.moved(self.stage.camera))
            for frame in self.acting.between(last, scene):
                yield frame, scene.number
            last = scene

    def take(self, frame: Frame, number: int, writer: FilmWriter) -> Iterator[Mapping[str, Any]]:
        """One frame; its truth where a scene comes to rest in it."""
        stage, settings = self.stage, self.settings
        stage.change(frame.put, frame.lifted, frame.sticks)
        staying = tuple(cover.arm for cover in settings.faults.covers if cover.over(number))
        picture = stage.frame((*frame.arms, *staying), frame.floating)
        at = writer.frames
        planes, shift = self.finish.picture(self.turned(picture), at)
        writer.write(planes)
        scene = frame.scene
        if scene is None or scene.number == self.told:
            return
        self.told = scene.number
        yield {
            "frame": at, "t": round(at / settings.fps, 3), "event": scene.event,
            "event_number": scene.event_number, "scene": scene.number,
            "passage": scene.passage,
            **truth(stage, stage.covered(staying), lambda points: self.placed(points, shift)),
        }  # fmt: skip

    def turned(self, picture: Image) -> Image:
        """The picture as the film has it, turned and mirrored."""
        turn = TURNS[self.settings.turns]
        if turn is not None:
            picture = np.asarray(cv2.rotate(picture, turn), np.uint8)
        if self.settings.mirrored:
            picture = np.asarray(cv2.flip(picture, 1), np.uint8)
        return picture

    def placed(self, points: Floats, shift: Floats) -> Floats:
        """Pixels of the stage as pixels of the finished frame."""
        wide, high = self.settings.size
        x, y = points[..., 0], points[..., 1]
        match self.settings.turns:
            case 1:
                x, y = high - y, x
            case 2:
                x, y = wide - x, high - y
            case 3:
                x, y = y, wide - x
        if self.settings.mirrored:
            x = self.final[0] - x
        return np.stack([x, y], axis=-1) + shift
