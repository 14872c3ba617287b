"""One win as a mapping of plain values: the format of the scoring cases and of the command line."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeVar

from scoring.errors import InvalidCaseError
from scoring.hand import Hand
from scoring.melds import Meld, MeldKind
from scoring.seats import Wind
from scoring.tiles import Tile, parse_tiles
from scoring.win import Context, PassedTile, Win

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Case:
    """A hand, its circumstances, and under what it is scored."""

    hand: Hand
    win: Win
    ruleset: str | None = None
    """The ruleset's id where the case names one."""
    options: dict[str, Any] = field(default_factory=dict)
    """Switches of the ruleset."""


FLAGS: Final = (
    "riichi",
    "double_riichi",
    "ippatsu",
    "haitei",
    "houtei",
    "rinshan",
    "chankan",
    "tenhou",
    "chiihou",
    "renhou",
)
"""Circumstances that are there or not."""
_KEYS: Final = frozenset(
    {
        "id",
        "ruleset",
        "options",
        "clause",
        "basis",
        "note",
        "expect",
        "concealed",
        "melds",
        "win_tile",
        "win",
        "seat_wind",
        "round_wind",
        "dora_indicators",
        "ura_indicators",
        "honba",
        "riichi_sticks",
        "context",
        *FLAGS,
    }
)
_T = TypeVar("_T")


def parse_case(mapping: Mapping[str, Any]) -> Case:
    """Read a case: `concealed` (winning tile included), `melds`, `win_tile`, `win` and so on.

    Raises InvalidCaseError for missing, unknown or ill-typed fields, and the errors of the values.
    """
    check_keys(mapping)
    melds = _get(mapping, "melds", list, [])
    ruleset, options = parse_rules(mapping)
    return Case(
        hand=Hand(parse_tiles(_get(mapping, "concealed", str)), tuple(map(parse_meld, melds))),
        win=parse_win(mapping),
        ruleset=ruleset,
        options=options,
    )


def parse_rules(mapping: Mapping[str, Any]) -> tuple[str | None, dict[str, Any]]:
    """Read the id of the ruleset, if there is one, and its switches."""
    return _get(mapping, "ruleset", str, None), _get(mapping, "options", dict, {})


def check_keys(mapping: Mapping[str, Any]) -> None:
    """Raise InvalidCaseError for a field that no case has: a slip there would change the score."""
    for key in mapping:
        if key not in _KEYS:
            raise InvalidCaseError(f"field {key!r}: expected one of {' '.join(sorted(_KEYS))}")


def parse_win(mapping: Mapping[str, Any]) -> Win:
    """Read the circumstances alone: the fields of a case besides the hand."""
    way = _get(mapping, "win", str)
    if way not in {"tsumo", "ron"}:
        raise InvalidCaseError(f"win {way!r}: expected tsumo or ron")
    return Win(
        win_tile=Tile.parse(_get(mapping, "win_tile", str)),
        tsumo=way == "tsumo",
        seat_wind=Wind.parse(_get(mapping, "seat_wind", str)),
        round_wind=Wind.parse(_get(mapping, "round_wind", str)),
        dora_indicators=parse_tiles(_get(mapping, "dora_indicators", str, "")),
        ura_indicators=parse_tiles(_get(mapping, "ura_indicators", str, "")),
        honba=_get(mapping, "honba", int, 0),
        riichi_sticks=_get(mapping, "riichi_sticks", int, 0),
        context=parse_context(_get(mapping, "context", dict, {})),
        **{flag: _get(mapping, flag, bool, False) for flag in FLAGS},
    )


def parse_meld(value: object) -> Meld:
    """Read a meld as text, "pon:777z@N", or as {"type", "tiles", "called", "from"}."""
    if isinstance(value, str):
        return Meld.parse(value)
    if not isinstance(value, dict):
        raise InvalidCaseError(f"meld {value!r}: expected text or a table of type and tiles")
    for key in value:
        if key not in {"type", "tiles", "called", "from"}:
            raise InvalidCaseError(f"meld field {key!r}: expected type, tiles, called or from")
    called = _get(value, "called", str, None)
    source = _get(value, "from", str, None)
    return Meld(
        MeldKind.parse(_get(value, "type", str)),
        parse_tiles(_get(value, "tiles", str)),
        None if called is None else Tile.parse(called),
        None if source is None else Wind.parse(source),
    )


def parse_context(mapping: Mapping[str, Any]) -> Context:
    """Read what the table knows; keys that scoring has no use for are noted in the score."""
    discards = parse_tiles(_get(mapping, "own_discards", str, ""))
    claimed = parse_tiles(_get(mapping, "own_discards_claimed_by_others", str, ""))
    robbed = _get(mapping, "robbed_kan", str, None)
    seat = _get(mapping, "discarder_seat", str, None)
    known = {*_CONTEXT_KEYS, *Context.__slots__}
    return Context(
        own_discards=discards + tuple(tile for tile in claimed if tile not in discards),
        passed_winning_tiles=tuple(
            map(_passed_tile, _get(mapping, "passed_winning_tiles", list, []))
        ),
        winning_tile_kept_apart=_get(mapping, "winning_tile_kept_apart", bool, True),
        robbed_kan=None if robbed is None else MeldKind.parse(robbed),
        dead_hand=_get(mapping, "dead_hand", bool, False),
        dealer_consecutive_wins=_get(mapping, "dealer_consecutive_wins", int, 0),
        discarder_seat=None if seat is None else Wind.parse(seat),
        unused=tuple(
            f"context {key!r} has no bearing on the score" for key in mapping if key not in known
        ),
    )


_CONTEXT_KEYS: Final = frozenset({"own_discards_claimed_by_others", "events"})


def _passed_tile(value: object) -> PassedTile:
    """Read {"tile", "after_own_last_draw", "after_riichi", "own_call_since"}."""
    if not isinstance(value, dict):
        raise InvalidCaseError(f"passed winning tile {value!r}: expected a table with a tile")
    return PassedTile(
        Tile.parse(_get(value, "tile", str)),
        after_own_last_draw=_get(value, "after_own_last_draw", bool, False),
        after_riichi=_get(value, "after_riichi", bool, False),
        own_call_since=bool(value.get("own_call_since")),
    )


_REQUIRED: Final = object()


def _get(mapping: Mapping[str, Any], key: str, kind: type[_T], default: Any = _REQUIRED) -> Any:
    """Return a field of exactly this type (so that true is no number), or the default."""
    if key not in mapping:
        if default is _REQUIRED:
            raise InvalidCaseError(f"field {key!r}: missing, expected {kind.__name__}")
        return default
    value = mapping[key]
    if type(value) is not kind:
        raise InvalidCaseError(f"field {key!r} = {value!r}: expected {kind.__name__}")
    return value
