"""`jantaku record` on what is no film of a table: one clear line, exit 2, nothing lost."""

import json

import cv2
import numpy as np
import pytest

from table.bootstrap.recording import Recording
from table.bootstrap.table_eye import Places
from table.cli.main import main
from table.config import load_ruleset
from vision.capture.frames import Frame
from vision.observation import Observation


@pytest.fixture
def blank(tmp_path):
    path = tmp_path / "blank.mp4"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"mp4v"), 10, (160, 96))
    for _ in range(6):
        writer.write(np.full((96, 160, 3), 90, np.uint8))
    writer.release()
    return path


def complaint(capsys, *arguments):
    assert main(["record", *map(str, arguments)]) == 2
    said = capsys.readouterr().err.strip()
    assert "\n" not in said
    return said


def test_a_film_without_a_table_is_named(blank, tmp_path, capsys):
    said = complaint(capsys, blank, "--out", tmp_path / "out")
    assert "no table in 6 frames" in said
    assert "0 tiles in sight; expected 8 or more" in said


def test_a_calibration_of_another_camera_is_named(blank, tmp_path, capsys):
    file = tmp_path / "calibration.json"
    corners = [[10, 5], [90, 5], [90, 85], [10, 85]]
    file.write_text(json.dumps({"size": [1920, 1080], "corners": corners}))
    said = complaint(capsys, blank, "--out", tmp_path / "out", "--calibration", file)
    assert "calibration is for pictures of 1920x1080; expected 160x96" in said
    file.write_text("{}")
    assert "expected a calibration" in complaint(
        capsys, blank, "--out", tmp_path / "out", "--calibration", file
    )


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ("no json", "expected a JSON object"),
        ('{"side": ["top"]}', "expected the four of"),
        ("[1]", "expected a JSON object, start_kyoku"),
    ],
)
def test_a_start_that_is_none_is_named(blank, tmp_path, capsys, told, expected):
    file = tmp_path / "start.json"
    file.write_text(told)
    assert expected in complaint(capsys, blank, "--out", tmp_path / "out", "--start", file)


@pytest.mark.parametrize("amount", ["-1", "nan", "inf", "1e300", "much"])
def test_an_amount_of_evidence_that_is_none_is_named(jantaku, tmp_path, amount):
    code, _, err = jantaku("record", "0", "--out", tmp_path / "out", "--evidence-gb", amount)
    assert (code, err.count("\n")) == (2, 1)
    assert f"--evidence-gb: '{amount}': expected 0 to 100000" in err


def test_a_calibration_that_is_no_text_is_named_in_short(blank, tmp_path, capsys):
    file = tmp_path / "calibration.json"
    for told in (b"\xff\xd8" * 4000, b'{"size": ["%s", 1]}' % (b"x" * 5000)):
        file.write_bytes(told)
        said = complaint(capsys, blank, "--out", tmp_path / "out", "--calibration", file)
        assert "expected a calibration" in said
        assert len(said) < 300 + len(str(file))


@pytest.mark.parametrize("port", ["/dev/nope", "foo:bar", "", "ftp://x"])
def test_a_bridge_that_is_none_is_named_before_anything_is_written(blank, tmp_path, capsys, port):
    out = tmp_path / "out"
    assert f"port {port}: " in complaint(capsys, blank, "--out", out, "--bridge", port)
    assert not out.exists()


def test_what_is_assumed_of_a_record_that_does_not_tell_is_said(blank, tmp_path, capsys):
    folder = tmp_path / "out"
    begun = Recording(folder, load_ruleset("wrr2015"), None, (0, 1, 2, 3))
    begun.see(Observation(0, 0, 26.0, ()), Frame(0, 0, np.zeros((9, 16, 3), np.uint8)), Places())
    begun.close()
    (folder / "origin.json").unlink()
    assert main(["record", str(blank), "--out", str(folder)]) == 1
    assert capsys.readouterr().err == (
        f"jantaku: {folder}: its record does not tell what it was begun from;"
        " assumed: the same source, log, rules and start\n"
    )


def test_a_stream_that_is_not_there_is_one_line(tmp_path, capfd):
    complaint(capfd, "http://127.0.0.1:9/x", "--out", tmp_path / "out")


def test_sources_that_are_none_are_named(tmp_path, capsys):
    out = tmp_path / "out"
    assert "expected one of" in complaint(capsys, "hand7=0", "--out", out)
    assert "No such file" in complaint(capsys, tmp_path / "gone.mp4", "--out", out)
    assert "is not there" in complaint(capsys, "97", "--out", out)
    assert not out.exists()
