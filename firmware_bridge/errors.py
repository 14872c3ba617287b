"""The failures of the bridge, one tree; every message is one line: the value, what was expected.

BridgeError
├── FrameError                bytes that are no frame of ours
├── MessageError              a whole frame whose content cannot be
├── RefusedDeviceError        it speaks another protocol, or another edition of it
├── PortError                 the serial port cannot be used
│   ├── NoPortError           there is none of this name, or no table with this UUID
│   ├── BusyPortError         another program has it open
│   ├── ForbiddenPortError    this user may not open it
│   └── LostPortError         it went away while it was open
├── ScriptError               a line for the virtual table that cannot be read
└── DriverError               a driver that cannot be found, or counts that cannot be read
"""


class BridgeError(Exception):
    """Any failure that the bridge names; prints as one line."""


class FrameError(BridgeError):
    """Bytes that are no frame of ours."""


class MessageError(BridgeError):
    """A whole frame whose content cannot be."""


class RefusedDeviceError(BridgeError):
    """It speaks another protocol, or another edition of it."""


class PortError(BridgeError):
    """The serial port cannot be used."""


class NoPortError(PortError):
    """There is none of this name, or no table with this UUID."""


class BusyPortError(PortError):
    """Another program has it open."""


class ForbiddenPortError(PortError):
    """This user may not open it."""


class LostPortError(PortError):
    """It went away while it was open."""


class ScriptError(BridgeError):
    """A line for the virtual table that cannot be read."""


class DriverError(BridgeError):
    """A driver that cannot be found, or counts that cannot be read."""
