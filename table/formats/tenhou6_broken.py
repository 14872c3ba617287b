"""What is left of a tenhou.net/6 document that breaks off: its head and its whole rounds."""

import json
import re
from typing import Any

_DECODER = json.JSONDecoder()
_SPACE = re.compile(r"[\s,:]*")


def salvage(text: str) -> dict[str, Any]:
    """The members before the break; of `log` the rounds before it."""
    found: dict[str, Any] = {}
    place = text.find("{") + 1
    try:
        while place:
            name, place = _value(text, place)
            place = _skip(text, place)
            if name == "log" and text[place : place + 1] == "[":
                found["log"] = rounds = []
                place = _skip(text, place + 1)
                while text[place : place + 1] != "]":
                    each, place = _value(text, place)
                    rounds.append(each)
                    place = _skip(text, place)
                place += 1
            else:
                found[str(name)], place = _value(text, place)
    except (ValueError, RecursionError):
        pass
    return found


def _value(text: str, place: int) -> tuple[Any, int]:
    return _DECODER.raw_decode(text, _skip(text, place))


def _skip(text: str, place: int) -> int:
    """Past space and the marks between values."""
    found = _SPACE.match(text, place)
    return place if found is None else found.end()
