"""What can go wrong with frames on their way: flipped, torn, doubled, swapped, silenced."""

from dataclasses import dataclass, field
from random import Random


@dataclass(slots=True)
class Faults:
    """How badly a line behaves; probabilities are a frame, `flip` is a byte."""

    flip: float = 0.0
    tear: float = 0.0
    double: float = 0.0
    swap: float = 0.0
    silent: bool = False
    seed: int = 0
    _held: list[bytes] = field(default_factory=list)
    _random: Random = field(default_factory=Random)

    def __post_init__(self) -> None:
        """Begin the same accidents again for the same seed."""
        self._random = Random(self.seed)

    def through(self, frames: list[bytes]) -> bytes:
        """What arrives of these frames."""
        if self.silent:
            self._held.clear()
            return b""
        arriving = bytearray()
        for frame in frames:
            arriving += b"".join(map(self._damaged, self._ordered(frame)))
        return bytes(arriving)

    def _ordered(self, frame: bytes) -> list[bytes]:
        """Now and then a frame waits until the next one has gone before it."""
        if self._held:
            earlier = self._held.copy()
            self._held.clear()
            return [frame, *earlier]
        if self._happens(self.swap):
            self._held.append(frame)
            return []
        return [frame, frame] if self._happens(self.double) else [frame]

    def _damaged(self, frame: bytes) -> bytes:
        if self._happens(self.tear):
            frame = frame[: self._random.randrange(len(frame))]
        if self.flip:
            return bytes(
                byte ^ 1 << self._random.randrange(8) if self._happens(self.flip) else byte
                for byte in frame
            )
        return frame

    def _happens(self, probability: float) -> bool:
        return probability > 0 and self._random.random() < probability
