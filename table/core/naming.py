"""The one rule for names of people, wherever they are entered."""

import re

LONGEST_NAME = 40
_JOINERS = "\u200c\u200d"
"""Not to be seen, but part of how names are written in Persian, Hindi and other languages."""
_CONTROLS = re.compile(
    "[\x00-\x1f\x7f-\x9f"  # of a terminal
    "\u2028\u2029"  # of lines
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # of direction: they turn the text around them
    "\ud800-\udfff]"  # halves of letters
)


def person_name(given: str) -> str:
    """A name without blanks that say nothing. Raises ValueError with the name and the rule."""
    name = " ".join(given.split())
    if not name.strip(_JOINERS) or len(name) > LONGEST_NAME or _CONTROLS.search(name):
        raise ValueError(
            f"name {given[:80]!r}: expected 1 to {LONGEST_NAME} letters and no control characters"
        )
    return name


def as_name(given: str) -> str:
    """What of a text can be a name, for one that nobody is asked about; empty where nothing can."""
    name = " ".join(_CONTROLS.sub("", " ".join(given.split())).split())[:LONGEST_NAME].rstrip()
    return name if name.strip(_JOINERS) else ""


def alike(name: str) -> str:
    """What is the same for names that people would take for the same."""
    return " ".join(name.split()).casefold().translate(dict.fromkeys(map(ord, _JOINERS)))
