"""The classes of the tile reader: one table of names, in the order of the classifier's outputs."""

from typing import Final

KINDS: Final = (
    *(f"{number}m" for number in range(1, 10)),
    *(f"{number}p" for number in range(1, 10)),
    *(f"{number}s" for number in range(1, 10)),
    *(f"{number}z" for number in range(1, 8)),
)
"""The 34 kinds of tile, in MPSZ notation."""

REDS: Final = ("0m", "0p", "0s")
"""The red fives, which count as copies of their plain fives."""

LABELS: Final = (*KINDS, *REDS, "back", "other", "none")
"""Every class: kinds, reds, a face-down tile, a foreign face (flower, season), no tile at all."""

UNKNOWN: Final = "?"
"""How a face that cannot be named is written."""

CLASS_OF: Final = {label: index for index, label in enumerate(LABELS)}

BACK: Final = CLASS_OF["back"]
OTHER: Final = CLASS_OF["other"]
NONE: Final = CLASS_OF["none"]

COPIES: Final = 4
"""How many tiles of a kind a set holds, its red ones included."""

_PLAIN = {"0m": "5m", "0p": "5p", "0s": "5s"}

KIND_OF: Final = tuple(
    CLASS_OF[_PLAIN.get(label, label)] if index < BACK else -1 for index, label in enumerate(LABELS)
)
"""Class → kind 0..33 (a red five is its plain five); -1 for what is not a tile's kind."""


def shown(class_id: int) -> str:
    """The name to report for a class: a foreign face is ``?``."""
    label = LABELS[class_id]
    return UNKNOWN if label in ("other", "none") else label


def plain(label: str) -> str:
    """The label without redness: ``0p`` → ``5p``."""
    return _PLAIN.get(label, label)
