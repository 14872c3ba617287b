"""The settings file: every mistake names the file, the line, the field and the value."""

from pathlib import Path

import pytest

from table.bootstrap.eyes import WorkerEyes
from table.bootstrap.settings import Settings, read_settings
from table.errors import InvalidOptionError, TableError
from vision.errors import UnknownTileSetError


@pytest.fixture
def file(tmp_path):
    return tmp_path / "table.toml"


def test_without_a_file_everything_has_a_default():
    settings = read_settings(None, {"port": None})
    assert settings == Settings()
    assert (settings.host, settings.port, settings.rules) == ("127.0.0.1", 8765, "wrr2015")


def test_a_file_is_read_and_the_command_line_stands_above_it(file):
    file.write_text(
        'rules = "wrr2013"\nport = 9000\ndata = "evening"\nmodels = "/models"\n'
        'names = ["Aki", "Ben", "Chie", "Dai"]\n',
        encoding="utf-8",
    )
    settings = read_settings(file, {"port": 9001, "host": None})
    assert (settings.rules, settings.port) == ("wrr2013", 9001)
    assert settings.data == file.parent / "evening"
    assert settings.models == Path("/models")
    assert settings.names == ["Aki", "Ben", "Chie", "Dai"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "\nport 8765",
            "table.toml: not TOML, Expected '=' after a key in a key/value pair (at line 2",
        ),
        ('# ours\nport = "8765"', "table.toml:2: port = '8765': input should be a valid integer"),
        ("port = 70000", "table.toml:1: port = 70000: input should be less than or equal to 65535"),
        ("port = true", "port = True: input should be a valid integer"),
        ("\n\nlamp = 1", "table.toml:3: lamp = 1: expected one of rules, names, host"),
        ("\n\ncamera = 1", "table.toml:3: camera = 1: input should be a valid dictionary"),
        ("[camera]\nindex = 1", ":2: camera.index = 1: expected one of table, hand0"),
        ("[camera]\naccept = 2.0", ":2: camera.accept = 2.0"),
        ('[camera]\nside = ["top", "top", "left", "right"]', "expected each of"),
        ('names = ["Aki"]', "table.toml:1: names = ['Aki']: list should have at least 4 items"),
        ('names = ["Aki", "Ben", "", "Dai"]', "table.toml:1: names"),
        ('rules = "wrr1999"', "ruleset 'wrr1999': expected one of"),
        ('host = ""', "table.toml:1: host = ''"),
        ("data = 3", "table.toml:1: data = 3"),
        ("port = 1\n[bridge]\n\nport = 7", "table.toml:4: bridge.port = 7: input should be"),
        ("[bridge]\nport = ''", "table.toml:2: bridge.port = ''"),
        ("[bridge]", "table.toml:1: bridge.port = {}: field required"),
        ("[bridge]\nport = 'a'\nspeed = 9", ":3: bridge.speed = 9: expected one of port, first"),
        ("[bridge]\nport = 'a'\nfirst_dealer = 4", ":3: bridge.first_dealer = 4"),
        ("[bridge]\nport = 'a'\nlasting_s = 0", ":3: bridge.lasting_s = 0"),
        ("bridge = '/dev/ttyUSB0'", "table.toml:1: bridge = '/dev/ttyUSB0'"),
    ],
)
def test_a_mistake_is_named_with_its_line(file, text, words):
    file.write_text(text, encoding="utf-8")
    with pytest.raises(TableError) as refused:
        read_settings(file, {})
    assert words in str(refused.value)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('data = "a\\u0000b"', "data"),
        ('models = "a\\u0000b"', "models"),
        ('tile_set = "a\\u0000b"', "tile_set"),
        ('host = "a\\u0000b"', "host"),
        ('camera.table = "a\\u0000b"', "camera.table"),
        ('camera.hand0 = "rtsp://a\\u0000b"', "camera.hand0"),
        ('camera.calibration = "a\\u0000b"', "camera.calibration"),
        ('bridge.port = "a\\u0000b"', "bridge.port"),
    ],
)
def test_what_no_file_and_no_machine_can_be_called_is_refused(file, text, name):
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidOptionError) as refused:
        read_settings(file, {})
    assert f"table.toml:1: {name} = '" in str(refused.value)
    assert "U+0000 in it, expected" in str(refused.value)


def test_a_mistake_on_the_command_line_is_named_as_the_option():
    with pytest.raises(InvalidOptionError, match="--port = 70000: input should be less than"):
        read_settings(None, {"port": 70000})


def test_the_bridge_of_the_command_line_stands_above_that_of_the_file(file):
    assert read_settings(None, {"bridge": "/dev/ttyUSB0"}).bridge.port == "/dev/ttyUSB0"
    file.write_text('[bridge]\nport = "/dev/ttyACM0"\nfirst_dealer = 2\n', encoding="utf-8")
    assert read_settings(file, {"bridge": None}).bridge.port == "/dev/ttyACM0"
    bridge = read_settings(file, {"bridge": "/dev/ttyUSB0"}).bridge
    assert (bridge.port, bridge.first_dealer) == ("/dev/ttyUSB0", 2)
    with pytest.raises(InvalidOptionError, match="--bridge = ''"):
        read_settings(None, {"bridge": ""})


def test_bytes_that_are_no_text_are_named(file):
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InvalidOptionError, match="not TOML"):
        read_settings(file, {})


def test_a_tile_set_is_named_by_file_or_command_line(file):
    file.write_text('tile_set = "club"\n', encoding="utf-8")
    assert read_settings(file, {}).tile_set == "club"
    assert read_settings(file, {"tile_set": "home"}).tile_set == "home"


def test_a_tile_set_that_is_not_there_stops_the_eyes(tmp_path):
    with pytest.raises(UnknownTileSetError, match="no tile set 'club'"):
        WorkerEyes(club=(tmp_path, "club"))


def test_a_camera_of_the_command_line_is_named_as_its_option_and_one_of_the_file_by_its_line(file):
    file.write_text("[camera]\nevidence_gb = 0\n", encoding="utf-8")
    with pytest.raises(InvalidOptionError, match=r"--accept = 2\.0: input should be less than"):
        read_settings(None, {"camera": {"accept": 2.0}})
    with pytest.raises(InvalidOptionError, match=r":2: camera.evidence_gb = 0"):
        read_settings(file, {"camera": {"accept": 0.9}})


@pytest.mark.parametrize("text", ["names = " + "[" * 5000, "port = " + "9" * 5000])
def test_a_file_that_no_reader_takes_is_named(file, text):
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidOptionError, match=r"table\.toml: not TOML, "):
        read_settings(file, {})
