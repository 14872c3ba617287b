"""Which serial ports this machine has, and what hangs on each."""

from dataclasses import dataclass

from serial.tools import list_ports


@dataclass(frozen=True, slots=True)
class SerialPort:
    """One serial port as the operating system describes it."""

    device: str
    """What to open: "/dev/ttyUSB0"."""
    description: str
    """What the device calls itself; empty where it says nothing."""
    usb: str | None
    """USB vendor and product, "1a86:7523"; None for a port that is not on USB."""
    serial_number: str | None

    def __str__(self) -> str:
        """`/dev/ttyUSB0  1a86:7523  USB Serial`, for people."""
        return "  ".join(filter(None, (self.device, self.usb, self.description)))


def list_serial_ports() -> tuple[SerialPort, ...]:
    """The ports that are there now, by device name; nothing is opened."""
    found = (
        SerialPort(
            device=port.device,
            # pyserial writes "n/a" where the system says nothing.
            description="" if port.description in {None, "n/a"} else port.description,
            usb=None if port.vid is None else f"{port.vid:04x}:{port.pid:04x}",
            serial_number=port.serial_number,
        )
        for port in list_ports.comports()
    )
    return tuple(sorted(found, key=lambda port: port.device))
