"""What a photo of a hand seems to show: a person confirms or mends it."""

from dataclasses import dataclass

from scoring.melds import MeldKind
from scoring.tiles import Tile


@dataclass(frozen=True, slots=True)
class MeldProposal:
    """A called set or a concealed kan, as it seems to lie there."""

    kind: MeldKind
    tiles: tuple[Tile, ...]
    called: Tile | None
    """The turned tile; None for a concealed kan."""

    source: int | None
    """Whose tile it was, in turns from the owner: 1 to the right, 2 across, 3 to the left."""

    indices: tuple[int, ...]
    """Which of the tiles given, left to right."""


@dataclass(frozen=True, slots=True)
class HandProposal:
    """The winning hand that a photo seems to show; a person confirms or mends it."""

    concealed: tuple[str, ...]
    """MPSZ texts from left to right with the winning tile last where known; ``?`` where unread."""

    melds: tuple[MeldProposal, ...]
    win_tile: str | None
    notes: tuple[str, ...]
    """What a person should look at, in words."""

    concealed_indices: tuple[int, ...]
    """Which of the tiles given, in the order of ``concealed``."""
