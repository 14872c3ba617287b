"""`jantaku bridge ports`: what the system lists is what we say, and nothing is opened."""

import json

import pytest
from serial.tools.list_ports_common import ListPortInfo

from firmware_bridge import ports
from table.cli.main import main


def port(device, **facts):
    info = ListPortInfo(device, skip_link_detection=True)
    for name, value in facts.items():
        setattr(info, name, value)
    return info


USB = port("/dev/ttyUSB0", description="USB Serial", vid=0x1A86, pid=0x7523, serial_number="A1")
BOARD = port("/dev/ttyS0")


@pytest.fixture
def plugged(monkeypatch):
    def plug(*infos):
        monkeypatch.setattr(ports.list_ports, "comports", lambda: iter(infos))

    return plug


def test_ports_come_by_device_name_with_what_is_known(plugged):
    plugged(USB, BOARD)
    assert ports.list_serial_ports() == (
        ports.SerialPort("/dev/ttyS0", "", None, None),
        ports.SerialPort("/dev/ttyUSB0", "USB Serial", "1a86:7523", "A1"),
    )


def test_small_usb_numbers_keep_their_zeros(plugged):
    plugged(port("/dev/ttyACM0", vid=0x0403, pid=0x1))
    assert ports.list_serial_ports()[0].usb == "0403:0001"


def test_json_is_a_line_a_port(plugged, capsys):
    plugged(USB, BOARD)
    assert main(["bridge", "ports", "--json"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [json.loads(line)["device"] for line in lines] == ["/dev/ttyS0", "/dev/ttyUSB0"]


def test_people_see_device_number_and_name(plugged, capsys):
    plugged(USB)
    assert main(["bridge", "ports"]) == 0
    assert capsys.readouterr().out == "/dev/ttyUSB0  1a86:7523  USB Serial\n"


def test_no_port_is_said_and_is_no_failure(plugged, capsys):
    plugged()
    assert main(["bridge", "ports", "--json"]) == 0
    said = capsys.readouterr()
    assert said.out == ""
    assert "no serial ports" in said.err
