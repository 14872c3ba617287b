"""What `jantaku record` notes of a camera that shows nothing new, and of a film that breaks off."""

import numpy as np
import pytest

from table.bootstrap import recording_run
from table.bootstrap.recording_run import Faults, Watch, Wish
from table.config import load_ruleset
from vision.capture.frames import FilmCapture, Frame
from vision.capture.live import LiveCapture
from vision.capture.source import parse_sources

FROZEN = "0: the same frame for 4 s; expected a living picture"
AWAY = "hand2=1: no frame for 2 s; expected one each moment"
BROKEN = "hand0.mp4: breaks off after 4 s; expected 9 s"


class Camera(LiveCapture):
    """A camera with an alarm, or without."""

    alarm, ended = None, False

    def __init__(self):
        pass

    def read(self, _timeout_s=1.0):
        return None

    def close(self):
        pass


class Film(FilmCapture):
    """A film of so many frames, that may break off behind them."""

    def __init__(self, frames, broken=None):
        self.frames = self.left = frames
        self.behind = broken
        self.broken = None

    @property
    def ended(self):
        return self.broken is not None or (self.left == 0 and self.behind is None)

    def read(self, _timeout_s=1.0):
        if self.left == 0:
            self.broken = self.behind
            return None
        self.left -= 1
        number = self.frames - self.left
        return Frame(number, number * 100_000_000, np.zeros((4, 4, 3), np.uint8))

    def close(self):
        pass


class Eye:
    """Sees no table, and says that it has found one."""

    found, fault = True, ""

    def __init__(self, *_):
        pass

    def known(self):
        return []

    def looks(self, _frame):
        return []


class Row:
    """Sees no hand."""

    def __init__(self, *_):
        pass

    def look(self, _frame):
        return None


@pytest.fixture
def lost(monkeypatch, tmp_path):
    """Records these captures; what the summary says was lost."""

    def record(table, hand):
        monkeypatch.setattr(recording_run, "open_source", lambda _source: table)
        monkeypatch.setattr(recording_run, "open_hand", lambda _source: hand)
        monkeypatch.setattr(recording_run.Reader, "open", lambda *_, **__: None)
        monkeypatch.setattr(recording_run, "TableEye", Eye)
        monkeypatch.setattr("table.bootstrap.table_eye.HandRow", Row)
        films = [tmp_path / name for name in ("table.mp4", "hand0.mp4")]
        for film in films:
            film.write_text(f"a film, {film.name}")
        sources = parse_sources([str(films[0]), f"hand0={films[1]}"])
        return Watch(Wish(sources, load_ruleset("wrr2015"), tmp_path / "kept")).run()["lost"]

    return record


def test_a_camera_that_freezes_is_noted_once_each_time():
    lost = []
    camera = Camera()
    faults = Faults([camera], lost.append)
    for alarm in (None, FROZEN, FROZEN, None, FROZEN):
        camera.alarm = alarm
        faults.heed()
    assert lost == [FROZEN, FROZEN]


def test_a_hands_camera_that_goes_away_is_noted(lost):
    hand = Camera()
    hand.alarm = AWAY
    assert lost(Film(5), hand)[0] == AWAY


def test_a_hands_film_that_breaks_off_is_noted(lost):
    assert lost(Film(5), Film(2, BROKEN))[0] == BROKEN


def test_the_tables_film_that_breaks_off_is_noted(lost):
    assert lost(Film(2, BROKEN), Film(5)).count(BROKEN) == 1
