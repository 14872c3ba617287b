"""Observations as lines of JSON, each only what changed since the one before; and back."""

import json
from dataclasses import replace
from typing import Any, Final

from vision.errors import ObservationError
from vision.labels import CLASS_OF
from vision.observation import FACE_NAMES, REST, Observation, Sighting, Spot, StickSighting

_LEAST: Final = 5e-4
"""Chances below this are not kept apart; they share what is left."""


class ObservationWriter:
    """Turns observations into lines."""

    def __init__(self) -> None:
        self._known: dict[int, Sighting] = {}

    def line(self, seen: Observation) -> str:
        """The next observation as one line."""
        now = {sighting.track: sighting for sighting in seen.sightings}
        changed = [
            _sighting_mapping(one, seen.captured_ns)
            for one in seen.sightings
            if one.track not in self._known or _differs(one, self._known[one.track], seen)
        ]
        told: dict[str, Any] = {"t": seen.captured_ns, "frame": seen.frame}
        told["width"] = round(seen.tile_width_mm, 3)
        told["tiles"] = changed
        told["gone"] = sorted(self._known.keys() - now.keys())
        if seen.sticks:
            told["sticks"] = [[s.x_mm, s.y_mm, s.angle_deg, s.value] for s in seen.sticks]
        if seen.covered:
            told["covered"] = [
                [[round(x, 1), round(y, 1)] for x, y in polygon] for polygon in seen.covered
            ]
        if seen.moved:
            told["moved"] = True
        self._known = now
        return json.dumps(told, separators=(",", ":"))


class ObservationReader:
    """Turns lines back into observations, each complete in itself."""

    def __init__(self) -> None:
        self._known: dict[int, Sighting] = {}

    def observation(self, line: str) -> Observation:
        """The observation of the next line. Raises ``ObservationError`` for what is no line."""
        try:
            told = json.loads(line)
            now = int(told["t"])
            for track in told["gone"]:
                self._known.pop(int(track), None)
            for track, known in self._known.items():
                if known.visible > 0.5:
                    self._known[track] = replace(known, last_ns=now)
            for tile in told["tiles"]:
                self._known[int(tile["id"])] = _sighting(tile, now)
            return Observation(
                now, int(told["frame"]), float(told["width"]), tuple(self._known.values()),
                tuple(StickSighting(*one) for one in told.get("sticks", ())),
                tuple(_polygon(one) for one in told.get("covered", ())),
                bool(told.get("moved", False)),
            )  # fmt: skip
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as fault:
            raise ObservationError(f"observation {line[:60]!r}: {fault}") from None


def _differs(one: Sighting, known: Sighting, seen: Observation) -> bool:
    """Whether more than the time has changed."""
    usual = seen.captured_ns if known.visible > 0.5 else known.last_ns
    return replace(one, last_ns=usual) != replace(known, last_ns=usual) or one.last_ns != usual


def _sighting_mapping(one: Sighting, now: int) -> dict[str, Any]:
    told: dict[str, Any] = {
        "id": one.track, "x": round(one.x_mm, 2), "y": round(one.y_mm, 2),
        "angle": round(one.angle_deg, 1) % 360, "visible": round(one.visible, 2),
        "first": one.first_ns,
    }  # fmt: skip
    if one.last_ns != now:
        told["last"] = one.last_ns
    if one.face_up:
        told["chances"] = {
            FACE_NAMES[index] if index < REST else "rest": round(chance, 4)
            for index, chance in enumerate(one.probabilities)
            if chance >= _LEAST
        }
    return told


def _sighting(told: dict[str, Any], now: int) -> Sighting:
    chances: tuple[float, ...] = ()
    if "chances" in told:
        given = {
            REST if name == "rest" else CLASS_OF[name]: float(chance)
            for name, chance in told["chances"].items()
        }
        left = max(0.0, 1 - sum(given.values())) / max(1, REST + 1 - len(given))
        every = [given.get(index, left) for index in range(REST + 1)]
        total = sum(every)
        chances = tuple(chance / total for chance in every)
    return Sighting(
        int(told["id"]), float(told["x"]), float(told["y"]), float(told["angle"]),
        "chances" in told, chances, float(told["visible"]), int(told["first"]),
        int(told.get("last", now)),
    )  # fmt: skip


def _polygon(points: list[list[float]]) -> tuple[Spot, ...]:
    return tuple((float(x), float(y)) for x, y in points)
