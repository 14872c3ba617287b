"""A record that was read: its events, where each stood, and the first fault if there was one."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from table.core.events import TableEvent

MJAI = "mjai"
TENHOU6 = "tenhou6"
MJLOG = "mjlog"
_CLOSED_TANYAO = 0x04
"""The bit of an mjlog's kind of game that forbids open tanyao."""
_DISPLAYED = re.compile(r"[般上特鳳若銀琥孔]*[東南]喰?赤?[速祝]?\d?")
"""How Tenhou writes the rules of a game; 喰 stands for open tanyao."""


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing in a record that cannot be; prints as one line."""

    place: str
    """As in "line 12" or "round 3 (E2.1)"; empty for the file as a whole."""
    reason: str
    """The value, and what was expected."""

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}" if self.place else self.reason


@dataclass(frozen=True, slots=True)
class Note:
    """Something that a reader should know, and that is no fault."""

    place: str
    text: str

    def __str__(self) -> str:
        return f"{self.place}: {self.text}" if self.place else self.text


@dataclass(frozen=True, slots=True)
class Record:
    """What a file says, up to its first fault."""

    source: str
    """MJAI, TENHOU6 or MJLOG."""
    events: tuple[TableEvent, ...] = ()
    places: tuple[str, ...] = ()
    """Where each event stood; as long as `events`."""
    fault: Fault | None = None
    """None where the whole record could be read."""
    notes: tuple[Note, ...] = ()
    ambiguous: tuple[str, ...] = ()
    """The rounds whose order of events the format leaves open; the earliest claim was taken."""
    title: tuple[str, ...] = ()
    rule_text: str = ""
    """What the record itself says about its rules."""
    sidecar: dict[str, object] = field(default_factory=dict)
    """What the format carries besides: results and uma as printed, names of lobbies, ..."""
    said: dict[str, Any] = field(default_factory=dict)
    """What the `start_game` of an mjai record says of its rules."""

    @property
    def has_closed_tanyao(self) -> bool:
        """Whether it says itself that open tanyao is not played."""
        if self.source == MJLOG:
            kind = self.sidecar.get("go")
            text = kind.get("type", "") if isinstance(kind, dict) else ""
            return bool(text.isdigit() and int(text) & _CLOSED_TANYAO)
        if self.source == MJAI:
            rules = self.said.get("rules")
            return isinstance(rules, Mapping) and rules.get("kuitan") is False
        shown = self.rule_text.strip()
        return self.source == TENHOU6 and bool(_DISPLAYED.fullmatch(shown)) and "喰" not in shown


def is_json(value: Any) -> bool:
    """Whether it can be written; Python reads NaN and Infinity where JSON has neither."""
    try:
        json.dumps(value, allow_nan=False)
    except (ValueError, RecursionError):
        return False
    return True
