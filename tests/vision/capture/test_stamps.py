"""Films of uneven rate, as phones make them in the dark: every picture keeps its moment."""

from fractions import Fraction
from itertools import pairwise

import av
import numpy as np
import pytest

from vision.capture.frames import FilmCapture, frames
from vision.capture.stamps import Stamps

SIZE = (96, 64)


def told(fps, *stamps_ms):
    """The moments of a film's pictures in milliseconds."""
    stamps = Stamps(fps)
    return [stamps.moment(number, stamp) / 1e6 for number, stamp in enumerate(stamps_ms)]


def filmed(path, *at_ms):
    """A film with a picture at each moment."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=30)
        stream.width, stream.height = SIZE
        stream.pix_fmt, stream.options = "yuv420p", {"g": "10", "bf": "2"}
        stream.time_base = stream.codec_context.time_base = Fraction(1, 1000)
        for at in at_ms:
            level = np.full((SIZE[1], SIZE[0], 3), len(at_ms) % 200, np.uint8)
            shown = av.VideoFrame.from_ndarray(level, format="bgr24")
            shown.pts, shown.time_base = at, Fraction(1, 1000)
            container.mux(stream.encode(shown))
        container.mux(stream.encode())
    return path


def moments(path, most_fps=1000.0):
    capture = FilmCapture(path, most_fps)
    taken = [round(frame.captured_ns / 1e6) for frame in frames(capture)]
    capture.close()
    return taken, capture


@pytest.mark.parametrize("ending", ["mp4", "mkv"])
def test_a_film_that_slows_down_keeps_its_moments(tmp_path, ending):
    at = [*range(0, 2000, 40), *range(2000, 6000, 80)]
    taken, capture = moments(filmed(tmp_path / f"dusk.{ending}", *at))
    assert taken == pytest.approx(at, abs=1)
    assert capture.broken is None


@pytest.mark.parametrize("ending", ["mp4", "mkv"])
def test_pictures_that_a_camera_left_out_do_not_break_a_film_off(tmp_path, ending):
    at = [round(number * 100 / 3) for number in range(300) if number % 7 not in {3, 4}]
    taken, capture = moments(filmed(tmp_path / f"busy.{ending}", *at))
    assert taken == pytest.approx(at, abs=1)
    assert capture.broken is None


def test_of_an_uneven_film_pictures_are_wanted_by_their_moments(tmp_path):
    at = [*range(0, 2000, 40), *range(2000, 6000, 200)]
    taken, _ = moments(filmed(tmp_path / "dusk.mp4", *at), 5.0)
    apart = [later - earlier for earlier, later in pairwise(taken)]
    assert min(apart) >= 120
    assert taken[-19:] == pytest.approx(at[-19:], abs=1)


@pytest.mark.parametrize("fps", [10.0, 12.5, 30000 / 1001, 30.0, 60.0])
def test_an_even_film_is_counted_where_its_stamps_are_rounded(fps):
    counted = [number / fps * 1000 for number in range(200)]
    for late in (0.0, 41.7):
        rounded = told(fps, *(round(one) + late for one in counted))
        assert rounded == pytest.approx(counted, abs=1e-6)


def test_a_film_without_stamps_is_counted():
    assert told(8.0, 0, 0, 0, 0) == [0, 125, 250, 375]
    assert told(8.0, 20, 145, 270, 0) == [0, 125, 250, 375]


def test_moments_rise_over_every_stamp():
    assert told(10.0, 0, 300, 600, 600, 900) == [0, 300, 600, 700, 1000]
    assert told(10.0, 5000, 5300, 5600, 40, 340) == [0, 300, 600, 700, 1000]
    assert told(10.0, 0, 300, 90_000_000, 90_000_300) == [0, 300, 400, 700]
    near = told(500.0, 0, 1.4, 1.5, 1.6, 1.7, 9)
    assert all(later > earlier for earlier, later in pairwise(near))
