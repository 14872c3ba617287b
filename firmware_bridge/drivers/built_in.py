"""The drivers that come with the program."""

from firmware_bridge.drivers.counts import Counts
from firmware_bridge.drivers.driver import Driver, Factory
from firmware_bridge.drivers.driver import open_driver as _open_driver
from firmware_bridge.drivers.keypad import Keypad
from firmware_bridge.drivers.table import TableDriver

BUILT_IN: dict[str, Factory] = {"serial": TableDriver, "keypad": Keypad, "counts": Counts}


def open_driver(target: str) -> Driver:
    """The driver for `NAME:TARGET`, or for a serial port. Raises DriverError."""
    return _open_driver(target, BUILT_IN)
