"""What a record says of its own rules, as options of the ruleset that it is checked under."""

import re
from typing import Any

from table.core.events import StartGame
from table.formats.record import MJLOG, TENHOU6, Record

_CLOSED_TANYAO = 0x04
"""The bit of an mjlog's kind of game that forbids open tanyao."""
_DISPLAYED = re.compile(r"[般上特鳳若銀琥孔]*[東南]喰?赤?[速祝]?\d?")
"""How Tenhou writes the rules of a game; 喰 stands for open tanyao."""


def options_of(record: Record) -> dict[str, Any]:
    """The options that the record itself asks for: a game of the east wind only, closed tanyao."""
    start = next((event for event in record.events if isinstance(event, StartGame)), None)
    options: dict[str, Any] = {}
    if start is not None and start.kyoku_first:
        options["rounds"] = 1
    if _has_closed_tanyao(record):
        options["closed_tanyao"] = True
    return options


def _has_closed_tanyao(record: Record) -> bool:
    if record.source == MJLOG:
        kind = record.sidecar.get("go")
        text = kind.get("type", "") if isinstance(kind, dict) else ""
        return bool(text.isdigit() and int(text) & _CLOSED_TANYAO)
    shown = record.rule_text.strip()
    return record.source == TENHOU6 and bool(_DISPLAYED.fullmatch(shown)) and "喰" not in shown
