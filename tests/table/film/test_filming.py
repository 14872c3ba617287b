"""Games become films: what is painted bit by bit is what is there, and the truth says where."""

import itertools
import json
from collections import Counter

import cv2
import numpy as np
import pytest

from table.bootstrap.filming import film, first_hands, read_scenes
from table.cli.main import main
from table.config import load_ruleset
from table.film.story import scenes
from table.formats.mjai_write import replay_lines
from table.simulator.game import simulate
from vision.errors import FilmError
from vision.synthetic.faces import TileSet
from vision.synthetic.film_faults import Cover, Faults, Nudge
from vision.synthetic.film_finish import Weather
from vision.synthetic.film_look import FilmLook
from vision.synthetic.film_scene import Scene
from vision.synthetic.film_shooting import Settings, Shooting
from vision.synthetic.film_stage import Cast, Stage
from vision.synthetic.film_truth import truth
from vision.synthetic.film_writer import FilmWriter
from vision.synthetic.table_arm import Arm
from vision.synthetic.table_picture import RIICHI_BODY

SMALL = (192, 144)


@pytest.fixture(scope="module")
def game():
    return simulate(load_ruleset("mleague"), 3)


@pytest.fixture(scope="module")
def told(game):
    return tuple(itertools.islice(scenes(game, seed=3), 26))


@pytest.fixture(scope="module")
def cast():
    return Cast(TileSet.random(np.random.default_rng(3)))


def stage(cast, size=SMALL):
    look = FilmLook(3, RIICHI_BODY, max(cast.body_rgb))
    return Stage(cast, look, look.camera(size), size, RIICHI_BODY)


def shot(told, tmp_path, **settings):
    """The film's frames and its truth."""
    options = {"seed": 3, "size": SMALL, "fps": 5.0, "pace": 4.0, "calm": True, "quality": 12}
    lines, out = tmp_path / "truth.jsonl", tmp_path / "film.mp4"
    made = film(told, out, lines, Settings(**(options | settings)))
    lines = [json.loads(line) for line in lines.read_text().splitlines()]
    return frames_of(out), lines, made


def frames_of(path):
    capture, frames = cv2.VideoCapture(str(path)), []
    while True:
        there, frame = capture.read()
        if not there:
            return frames
        frames.append(frame)


def pond(line):
    return [tile for tile in line["tiles"] if tile["zone"] == "river"]


def test_painting_bit_by_bit_is_painting_the_whole(told, cast):
    bit_by_bit, at_once = stage(cast), stage(cast)
    for scene in told:
        now = {tile.id for tile in scene.tiles}
        gone = [number for number in bit_by_bit.tiles if number not in now]
        bit_by_bit.change(scene.tiles, gone, scene.sticks)
    at_once.change(told[-1].tiles, (), told[-1].sticks)
    apart = np.abs(bit_by_bit.picture.astype(int) - at_once.picture).max(axis=2)
    assert (apart > 6).mean() < 0.004
    assert (bit_by_bit.owner != at_once.owner).mean() < 0.002


@pytest.fixture(scope="module")
def film_of(told, tmp_path_factory):
    """One film of the whole opening: its frames, truth and what the maker says of it."""
    return shot(told, tmp_path_factory.mktemp("film"))


def test_a_film_has_a_line_of_truth_for_every_scene(told, film_of):
    frames, lines, made = film_of
    assert [line["scene"] for line in lines] == [scene.number for scene in told]
    assert [line["event"] for line in lines] == [
        None if scene.event is None else json.loads(json.dumps(scene.event)) for scene in told
    ]
    numbers = [line["frame"] for line in lines]
    assert numbers == sorted(set(numbers))
    assert numbers[-1] < len(frames)
    assert made.frames == numbers[-1] + 1
    assert lines[-1]["t"] == pytest.approx(numbers[-1] / 5)


def test_the_truth_tells_all_tiles_and_how_much_is_seen_of_them(film_of):
    _, lines, _ = film_of
    for line in lines:
        assert len(line["tiles"]) in {0, 136}
        assert np.array(line["table"]).shape == (4, 2)
        assert all(0 <= tile["visible"] <= 1 for tile in line["tiles"])
    assert all(tile["visible"] > 0.6 for tile in pond(lines[-1]))
    under = [tile["visible"] for tile in lines[1]["tiles"] if tile["level"] == 0]
    assert max(under) < 0.5


def test_the_film_shows_what_the_stage_does(told, film_of):
    frames, lines, _ = film_of
    empty = Shooting(Settings(seed=3, size=SMALL, calm=True)).table.stage
    empty.change(told[-1].tiles, (), told[-1].sticks)
    seen = cv2.cvtColor(frames[lines[-1]["frame"]], cv2.COLOR_BGR2RGB)
    assert np.abs(seen.astype(int) - empty.picture).mean() < 8


@pytest.mark.parametrize(("turns", "mirrored"), [(0, False), (1, False), (2, True), (3, True)])
def test_the_truth_is_where_the_picture_shows_it(told, turns, mirrored):
    settings = Settings(seed=3, size=(1280, 960), calm=True, turns=turns, mirrored=mirrored)
    shooting = Shooting(settings)
    shooting.table.stage.change(told[-1].tiles)
    picture = shooting.table.turned(shooting.table.stage.picture)
    line = truth(
        shooting.table.stage, None, lambda points: shooting.table.placed(points, np.zeros(2))
    )
    faces = {label: shooting.table.stage.cast.face(label) for label in ALL}
    right = 0
    for tile in pond(line):
        seen = straightened(picture, tile["polygon"])
        best = max(ALL, key=lambda label, seen=seen: likeness(seen, faces[label]))
        right += best == tile["tile"].replace("0", "5")
    assert right >= 0.75 * len(pond(line))


ALL = [f"{n}{s}" for s in "mps" for n in range(1, 10)] + [f"{n}z" for n in range(1, 8)]


def straightened(frame, polygon):
    square = np.array([[0, 0], [48, 0], [48, 64], [0, 64]], np.float32)
    matrix = cv2.getPerspectiveTransform(np.array(polygon, np.float32), square)
    return cv2.cvtColor(cv2.warpPerspective(frame, matrix, (48, 64)), cv2.COLOR_RGB2GRAY)


def likeness(seen, face):
    grey = cv2.GaussianBlur(cv2.cvtColor(face, cv2.COLOR_RGB2GRAY), (0, 0), 4)
    small = cv2.resize(grey, (48, 64), interpolation=cv2.INTER_AREA)
    return float(np.corrcoef(seen[6:-6, 6:-6].ravel(), small[6:-6, 6:-6].ravel())[0, 1])


def test_the_same_settings_make_the_same_film_and_another_seed_another(told, tmp_path):
    films = []
    for seed in (3, 3, 4):
        folder = tmp_path / str(len(films))
        folder.mkdir()
        films.append(shot(told[:5], folder, seed=seed, calm=False))
    assert films[0][1] == films[1][1]
    assert all(np.array_equal(a, b) for a, b in zip(films[0][0], films[1][0], strict=True))
    assert films[0][1][0]["table"] != films[2][1][0]["table"]


def test_restless_pictures_move_and_the_truth_moves_with_them(told, tmp_path):
    seed = next(seed for seed in range(50) if Weather.of(seed).shake > 0.3)
    _, lines, _ = shot(told[:10], tmp_path, seed=seed, calm=False)
    corners = np.array([line["table"] for line in lines])
    assert corners.std(axis=0).max() > 0.05
    assert np.ptp(corners - corners[:, :1], axis=0).max() < 0.3


def test_a_hand_that_stays_hides_what_is_under_it(told, tmp_path):
    under = next(tile for tile in told[-1].tiles if tile.zone == "river")
    arm = Arm(under.seat, (under.x_mm, under.y_mm))
    faults = Faults(covers=(Cover(9, 20, arm),))
    _, lines, _ = shot(told[:10], tmp_path, faults=faults)
    for line, hidden in ((lines[9], True), (lines[8], False)):
        seen = next(tile["visible"] for tile in pond(line) if tile["id"] == under.id)
        assert (seen < 0.6) is hidden


def test_a_knock_moves_the_table_for_good(told, tmp_path):
    faults = Faults(nudges=(Nudge(5, (8.0, 0.0, 0.0), (0.0, 0.0, 1.0)),))
    _, lines, _ = shot(told[:8], tmp_path, faults=faults)
    corners = [np.array(line["table"]) for line in lines]
    assert np.abs(corners[4] - corners[0]).max() == 0
    assert np.abs(corners[5] - corners[0]).max() > 1
    assert np.abs(corners[7] - corners[5]).max() == 0


def test_lost_frames_are_missing_and_the_truth_counts_without_them(told, film_of, tmp_path):
    some, lines, _ = shot(told, tmp_path, faults=Faults(lost=0.3))
    assert len(some) < len(film_of[0])
    assert lines[-1]["frame"] < len(some)


def test_a_scene_that_rests_in_one_frame_only_is_told_though_frames_are_lost(told, tmp_path):
    played = Shooting(Settings(seed=2, fps=5.0, pace=4.0)).acting.play(told)
    resting = Counter(frame.scene.number for frame, _ in played if frame.scene)
    assert min(resting.values()) == 1
    hasty = {"seed": 2, "size": (64, 64), "calm": False}
    _, lines, _ = shot(told, tmp_path, **hasty, faults=Faults(lost=0.9))
    assert [line["scene"] for line in lines] == [scene.number for scene in told]


def test_faults_of_every_kind_come_by_seed(game):
    told = tuple(scenes(game, seed=1))
    one, two = (Faults.some(seed, told, FilmLook(1, RIICHI_BODY).plan) for seed in (1, 2))
    assert one != two
    assert len(one.covers) >= 4
    assert len(one.nudges) == 1
    assert one == Faults.some(1, told, FilmLook(1, RIICHI_BODY).plan)


def test_a_film_that_fails_leaves_the_old_one(told, tmp_path):
    out = tmp_path / "film.mp4"
    out.write_bytes(b"old")

    def broken(done, _total):
        if done == 2:
            raise RuntimeError("no more")

    with pytest.raises(RuntimeError):
        film(
            told[:4],
            out,
            tmp_path / "truth.jsonl",
            Settings(size=SMALL, calm=True, pace=4.0),
            broken,
        )
    assert out.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["film.mp4"]


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"size": (321, 240)}, "321x240, expected even"),
        ({"size": (32, 32)}, "32x32, expected even numbers of pixels from 64"),
        ({"fps": 0.0}, "0.0 frames a second"),
        ({"pace": -1.0}, "pace -1.0"),
        ({"turns": 4}, "4 quarter turns"),
        ({"seed": -1}, "seed -1"),
    ],
)
def test_settings_that_cannot_be_are_refused(settings, why):
    with pytest.raises(FilmError, match=why):
        Settings(**settings)


def test_an_encoder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(FilmError, match="'nosuch'"):
        FilmWriter(tmp_path / "film.mp4", SMALL, 10, codec="nosuch")
    assert not list(tmp_path.iterdir())


@pytest.fixture
def record(game, tmp_path):
    path = tmp_path / "game.mjai.jsonl"
    path.write_text("".join(f"{line}\n" for line in replay_lines(game)))
    return path


def test_the_command_makes_film_and_truth(record, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("table.bootstrap.filming.first_hands", lambda told, _: told[:5])
    out, truth = tmp_path / "film.mp4", tmp_path / "truth.jsonl.gz"
    arguments = ["--seed", "3", "--size", "320x240", "--fps", "5", "--pace", "4", "--rounds", "1"]
    assert main(["render", str(record), "--out", str(out), "--truth", str(truth), *arguments]) == 0
    assert "5 scenes" in capsys.readouterr().err
    assert len(frames_of(out)) > 5
    assert truth.read_bytes().startswith(b"\x1f\x8b")


def test_a_game_can_be_filmed_in_part(record):
    told = read_scenes(record, 1)
    one = first_hands(told, 1)
    assert [scene.passage for scene in one].count("deal") == 1
    assert one[-1].passage == "clear"
    assert first_hands(told, 100) == told
    with pytest.raises(FilmError, match="0 rounds"):
        first_hands(told, 0)


@pytest.mark.parametrize(
    ("change", "arguments", "why"),
    [
        (lambda _: "tiles", [], "expected mjai lines"),
        (lambda text: text[: len(text) // 2], [], "line "),
        (lambda text: text.replace('"dahai"', '"dora"', 1), [], "line 4"),
        (lambda text: text.replace('"5m"', '"9m"'), [], "9m"),
        (str, ["--size", "large"], "size 'large', expected WIDTHxHEIGHT"),
        (str, ["--size", "321x240"], "size 321x240"),
        (str, ["--out", "nowhere/film.mp4"], "nowhere"),
        (str, ["--truth", "nowhere/truth.jsonl"], "nowhere"),
    ],
)
def test_bad_input_is_one_line(record, tmp_path, capsys, monkeypatch, change, arguments, why):
    monkeypatch.chdir(tmp_path)
    record.write_text(change(record.read_text()))
    before = sorted(tmp_path.iterdir())
    assert main(["render", str(record), "--out", "film.mp4", "--size", "64x64", *arguments]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert why in line
    assert sorted(tmp_path.iterdir()) == before


def test_scenes_without_tiles_film_too(tmp_path):
    empty = Scene(0, (), (), "clear", None)
    shooting = Shooting(Settings(size=(64, 64), calm=True))
    (lines,) = shooting.shoot([empty], tmp_path / "film.mp4")
    assert lines["table"]["tiles"] == []


def test_each_hand_has_a_camera_that_sees_its_faces(told, tmp_path):
    hands = tmp_path / "hands"
    settings = Settings(seed=3, size=SMALL, fps=5.0, pace=4.0, calm=True, quality=12)
    made = film(told[:8], tmp_path / "film.mp4", None, settings, hands=hands)
    table = frames_of(tmp_path / "film.mp4")
    for seat in range(4):
        lines = [
            json.loads(line) for line in (hands / f"hand{seat}.jsonl").read_text().splitlines()
        ]
        frames = frames_of(hands / f"hand{seat}.mp4")
        assert len(frames) == len(table) >= made.frames
        for line, scene in zip(lines, told[:8], strict=True):
            row = [tile.tile for tile in scene.tiles if (tile.zone, tile.seat) == ("hand", seat)]
            assert [tile["tile"] for tile in line["tiles"]] == row
            assert all(tile["visible"] > 0.7 for tile in line["tiles"])
        last, picture = lines[-1], frames[lines[-1]["frame"]]
        for tile in last["tiles"]:
            xs, ys = np.array(tile["polygon"]).T
            assert 0 <= xs.min() < xs.max() < picture.shape[1]
            assert 0 <= ys.min() < ys.max() < picture.shape[0]
