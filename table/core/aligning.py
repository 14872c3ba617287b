"""Which events of a new record were in the old one: most are equal, as draws of hidden tiles are.

Which is which is told by what stands around them.
"""

from collections.abc import Sequence
from difflib import SequenceMatcher

from table.core.events import TableEvent


def same_places(old: Sequence[TableEvent], new: Sequence[TableEvent]) -> dict[int, int]:
    """For the place of each event that stood before: where that was."""
    head = _alike(old, new)
    tail = _alike(old[head:][::-1], new[head:][::-1])
    places = {at: at for at in range(head)}
    between = old[head : len(old) - tail], new[head : len(new) - tail]
    for block in SequenceMatcher(None, *between, autojunk=False).get_matching_blocks():
        places |= {head + block.b + at: head + block.a + at for at in range(block.size)}
    return places | {len(new) - at: len(old) - at for at in range(1, tail + 1)}


def _alike(old: Sequence[TableEvent], new: Sequence[TableEvent]) -> int:
    """With how many equal events both begin."""
    pairs = enumerate(zip(old, new, strict=False))
    return next((at for at, (one, other) in pairs if one != other), min(len(old), len(new)))
