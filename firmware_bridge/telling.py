"""How a happening is told: as JSON for programs, as a line for people."""

from enum import IntEnum
from typing import Any

from firmware_bridge import wire
from firmware_bridge.happenings import Event, Gap, Happening, Notice, Started
from firmware_bridge.messages import (
    NOBODY,
    Action,
    Button,
    ButtonMoved,
    Dice,
    Fault,
    FaultCode,
    Quality,
    RiichiStick,
    Sticks,
)


def mapping(happening: Happening) -> dict[str, Any]:
    """The happening for JSON; an event's `seq` counts without end."""
    if isinstance(happening, Notice):
        return {
            "type": happening.condition.value,
            "device": happening.device,
            "words": happening.words,
        }
    common = {"id": happening.key, "device": happening.device, "boot": happening.boot}
    match happening:
        case Event(number=number, t_ms=t_ms, message=message):
            plain = wire.mapping(message)
            kind = plain.pop("message")
            plain.pop("boot")
            return {"type": kind, **common, "seq": number, "t_ms": t_ms, **_named(plain)}
        case Gap(since=since, until=until, dropped=dropped):
            gap = {"first": since, "last": until, "dropped": dropped}
            return {"type": "gap", **common, **gap, "words": happening.words}
        case Started(hello=hello, earlier=earlier, missing=missing):
            rest = {
                "earlier_boot": earlier,
                "missing": missing,
                "cause": happening.cause,
                "firmware": f"{hello.firmware_major}.{hello.firmware_minor}",
            }
            return {"type": "started", **common, **rest, "words": happening.words}


def in_words(happening: Happening) -> str:
    """One line for people."""
    if isinstance(happening, Notice):
        return f"{happening.condition.value}: {happening.words}"
    if isinstance(happening, Event):
        return f"{happening.number}: {event_in_words(happening)}"
    return happening.words


def event_in_words(event: Event) -> str:
    """What a device saw."""
    match event.message:
        case ButtonMoved(button=button, seat=seat, action=action, held_ms=held_ms):
            held = f" after {held_ms} ms" if action == Action.RELEASED else ""
            return f"button {_name(Button, button)}{_of(seat)} {_name(Action, action)}{held}"
        case Dice(seat=seat, first=first, second=second):
            return f"dice {first}+{second}{_of(seat)}"
        case Sticks() as tray:
            counts = " ".join(map(str, tray.counts))
            quality = _name(Quality, tray.quality)
            return f"sticks{_of(tray.seat)}: {counts} = {tray.points} points, {quality}"
        case RiichiStick(seat=seat, present=present):
            return f"riichi stick{_of(seat)} {'laid' if present else 'taken up'}"
        case Fault(code=code, detail=detail):
            return f"fault: {_name(FaultCode, code)} ({detail})"


def _named(plain: dict[str, Any]) -> dict[str, Any]:
    """Names in the place of numbers; no seat is null."""
    kinds: dict[str, type[IntEnum]] = {
        "button": Button,
        "action": Action,
        "quality": Quality,
        "code": FaultCode,
    }
    for field, kind in kinds.items():
        if field in plain:
            plain[field] = _name(kind, plain[field])
    if plain.get("seat") == NOBODY:
        plain["seat"] = None
    return plain


def _name(kind: type[IntEnum], number: int) -> str:
    return next((one.name.lower() for one in kind if one == number), str(number))


def _of(seat: int) -> str:
    return "" if seat == NOBODY else f" of seat {seat}"
