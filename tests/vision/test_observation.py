"""What lies on the table at one moment, as a value."""

import pytest

from vision.errors import ObservationError
from vision.labels import CLASS_OF
from vision.observation import REST, Observation, Sighting, StickSighting


def face(track=1, name="5m", **changes):
    chances = [0.0] * (REST + 1)
    chances[CLASS_OF[name]] = 0.9
    chances[REST] = 0.1
    values = {
        "track": track,
        "x_mm": 0.0,
        "y_mm": -80.0,
        "angle_deg": 90.0,
        "face_up": True,
        "probabilities": tuple(chances),
        "visible": 1.0,
        "first_ns": 5,
        "last_ns": 9,
    }
    return Sighting(**(values | changes))


def test_a_sighting_knows_its_likeliest_tile():
    assert face(name="0p").best == "0p"
    assert face(face_up=False, probabilities=()).best is None
    foreign = [0.0] * (REST + 1)
    foreign[REST] = 1.0
    assert face(probabilities=tuple(foreign)).best is None


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"x_mm": float("nan")}, "x_mm is nan"),
        ({"angle_deg": 360.0}, "angle_deg is 360.0"),
        ({"visible": 1.2}, "visible is 1.2"),
        ({"last_ns": 4}, "last_ns 4 is before first_ns 5"),
        ({"face_up": False}, "a back has 38 probabilities"),
        ({"probabilities": (1.0,)}, "a face has 1 probabilities"),
        ({"probabilities": (0.5,) + (0.0,) * REST}, "sum 0.5000"),
        ({"probabilities": (float("nan"),) * (REST + 1)}, "sum nan"),
    ],
)
def test_what_no_look_can_give_is_refused(changes, told):
    with pytest.raises(ObservationError, match=told):
        face(**changes)


def test_a_cover_has_finite_corners():
    corners = ((0.0, 0.0), (float("inf"), 0.0), (1.0, 1.0))
    with pytest.raises(ObservationError, match="covered is inf"):
        Observation(9, 0, 27.0, (), covered=(corners,))


def test_an_observation_lists_each_track_once():
    with pytest.raises(ObservationError, match="track 1 is there twice"):
        Observation(9, 0, 27.0, (face(), face(name="6m")))
    seen = Observation(9, 0, 27.0, (face(), face(track=2, name="6m")))
    assert seen == Observation(9, 0, 27.0, (face(), face(track=2, name="6m")))


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"frame": -1}, "frame is -1"),
        ({"tile_width_mm": 2.0}, "tile_width_mm is 2.0"),
        ({"covered": (((0.0, 0.0), (1.0, 1.0)),)}, "covered has 2 corners"),
    ],
)
def test_parts_that_do_not_belong_together_are_refused(changes, told):
    values = {"captured_ns": 9, "frame": 0, "tile_width_mm": 27.0, "sightings": ()}
    with pytest.raises(ObservationError, match=told):
        Observation(**(values | changes))


def test_a_stick_is_worth_what_sticks_are_worth():
    assert StickSighting(0.0, 0.0, 90.0, 1000).value == 1000
    with pytest.raises(ObservationError, match="value is 300"):
        StickSighting(0.0, 0.0, 90.0, 300)
    with pytest.raises(ObservationError, match=r"angle_deg is 180\.0"):
        StickSighting(0.0, 0.0, 180.0, None)
