"""What the web needs of the machine's eyes; the composition root gives the real ones."""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from vision.hand_layout import HandProposal
from vision.reading import Reading


@dataclass(frozen=True, slots=True)
class Look:
    """What was seen in one picture."""

    reading: Reading
    proposal: HandProposal


class Eyes(Protocol):
    """Reads pictures away from the event loop, one after another."""

    async def open(self) -> None:
        """Get ready, so that the first picture is not slow. Raises vision.errors.ModelError."""
        ...

    async def look(self, data: bytes, name: str, copy: Path) -> Look:
        """Read a picture file's bytes and write the upright picture to `copy` as JPEG.

        `name` stands in the messages. Raises vision.errors.ImageError.
        """
        ...

    async def capture(self, index: int, copy: Path) -> Look:
        """Read a picture of a camera. Raises vision.errors.CameraError."""
        ...

    async def cameras(self) -> list[tuple[int, str]]:
        """The machine's cameras: index and name."""
        ...

    def close(self) -> None:
        """Stop reading, at once."""
        ...
