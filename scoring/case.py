"""One win as a mapping of plain values: the format of the scoring cases and of the command line."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeVar

from scoring.errors import InvalidCaseError
from scoring.hand import Hand
from scoring.meld_notation import read_meld, read_wind
from scoring.melds import MeldKind
from scoring.notation import read_tile, read_tiles
from scoring.tiles import Tile, format_tiles
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
    "open_riichi",
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
        "clauses",
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

    Tiles may be in any notation of `scoring.notation`, as text or as a list of names or numbers.
    Raises InvalidCaseError for missing, unknown or ill-typed fields, and the errors of the values.
    """
    check_keys(mapping)
    ruleset, options = parse_rules(mapping)
    concealed = _tiles(mapping, "concealed")
    win = parse_win(mapping)
    melds = [read_meld(meld, win.seat_wind) for meld in _get(mapping, "melds", list, [])]
    return Case(
        hand=Hand(concealed, tuple(melds)),
        win=win,
        ruleset=ruleset,
        options=options,
    )


def parse_rules(mapping: Mapping[str, Any]) -> tuple[str | None, dict[str, Any]]:
    """Read the id of the ruleset, if there is one, and its switches."""
    return _get(mapping, "ruleset", str, None), _get(mapping, "options", dict, {})


def write_case(case: Case) -> dict[str, Any]:
    """Return the mapping that `parse_case` reads back; what is as usual is left out."""
    win = case.win
    written: dict[str, Any] = {
        "concealed": format_tiles(case.hand.concealed),
        "melds": [str(meld) for meld in case.hand.melds],
        "win_tile": str(win.win_tile),
        "win": "tsumo" if win.tsumo else "ron",
        "seat_wind": str(win.seat_wind),
        "round_wind": str(win.round_wind),
        "dora_indicators": format_tiles(win.dora_indicators),
        "ura_indicators": format_tiles(win.ura_indicators),
        "honba": win.honba,
        "riichi_sticks": win.riichi_sticks,
        "context": _write_context(win.context),
        **{flag: True for flag in FLAGS if getattr(win, flag)},
        **({} if case.ruleset is None else {"ruleset": case.ruleset}),
        "options": case.options,
    }
    return {key: value for key, value in written.items() if value not in ("", 0, [], {})}


def check_keys(mapping: Mapping[str, Any]) -> None:
    """Raise InvalidCaseError for a field that no case has: a slip there would change the score."""
    for key in mapping:
        if key not in _KEYS:
            raise InvalidCaseError(f"field {key!r}: expected one of {' '.join(sorted(_KEYS))}")


def check_context_keys(mapping: Mapping[str, Any]) -> None:
    """Raise InvalidCaseError for what no context has, where a person wrote it for one hand."""
    for key in mapping:
        if key not in _CONTEXT_KEYS:
            wanted = " ".join(sorted(_CONTEXT_KEYS))
            raise InvalidCaseError(f"context {key!r}: expected one of {wanted}")


def parse_win(mapping: Mapping[str, Any]) -> Win:
    """Read the circumstances alone: the fields of a case besides the hand."""
    way = _get(mapping, "win", str)
    if way not in {"tsumo", "ron"}:
        raise InvalidCaseError(f"win {way!r}: expected tsumo or ron")
    dora, ura = (_tiles(mapping, f"{name}_indicators", "") for name in ("dora", "ura"))
    if len(ura) > len(dora):
        raise InvalidCaseError(
            f"ura_indicators {format_tiles(ura)!r} with {len(dora)} dora indicators: expected at"
            " most as many, for they lie beneath them"
        )
    return Win(
        win_tile=_tile(mapping, "win_tile"),
        tsumo=way == "tsumo",
        seat_wind=read_wind(_get(mapping, "seat_wind", str)),
        round_wind=read_wind(_get(mapping, "round_wind", str)),
        dora_indicators=dora,
        ura_indicators=ura,
        honba=_get(mapping, "honba", int, 0),
        riichi_sticks=_get(mapping, "riichi_sticks", int, 0),
        context=parse_context(_get(mapping, "context", dict, {})),
        **{flag: _get(mapping, flag, bool, False) for flag in FLAGS},
    )


def parse_context(mapping: Mapping[str, Any]) -> Context:
    """Read what the table knows; keys that scoring has no use for are noted in the score."""
    discards = _tiles(mapping, "own_discards", "")
    claimed = _tiles(mapping, "own_discards_claimed_by_others", "")
    robbed = _get(mapping, "robbed_kan", str, None)
    seat = _get(mapping, "discarder_seat", str, None)
    return Context(
        own_discards=discards + tuple(tile for tile in claimed if tile not in discards),
        passed_winning_tiles=tuple(
            map(_passed_tile, _get(mapping, "passed_winning_tiles", list, []))
        ),
        winning_tile_kept_apart=_get(mapping, "winning_tile_kept_apart", bool, True),
        robbed_kan=None if robbed is None else MeldKind.parse(robbed),
        dead_hand=_get(mapping, "dead_hand", bool, False),
        dealer_consecutive_wins=_get(mapping, "dealer_consecutive_wins", int, 0),
        discarder_seat=None if seat is None else read_wind(seat),
        kakan_last=_get(mapping, "kakan_last", bool, False),
        unused=tuple(
            f"context {key!r} has no bearing on the score"
            for key in mapping
            if key not in _CONTEXT_KEYS
        ),
    )


def _write_context(context: Context) -> dict[str, Any]:
    """Return what `parse_context` reads back."""
    written = {
        "own_discards": format_tiles(context.own_discards),
        "passed_winning_tiles": [
            {
                "tile": str(one.tile),
                "after_own_last_draw": one.after_own_last_draw,
                "after_riichi": one.after_riichi,
                "own_call_since": one.own_call_since,
            }
            for one in context.passed_winning_tiles
        ],
        "robbed_kan": "" if context.robbed_kan is None else str(context.robbed_kan),
        "dead_hand": context.dead_hand,
        "dealer_consecutive_wins": context.dealer_consecutive_wins,
        "discarder_seat": "" if context.discarder_seat is None else str(context.discarder_seat),
        "kakan_last": context.kakan_last,
    }
    kept = {key: value for key, value in written.items() if value}
    return kept if context.winning_tile_kept_apart else {**kept, "winning_tile_kept_apart": False}


_CONTEXT_KEYS: Final = frozenset(
    {"own_discards_claimed_by_others", "events", *Context.__slots__} - {"unused"}
)


def _passed_tile(value: object) -> PassedTile:
    """Read {"tile", "after_own_last_draw", "after_riichi", "own_call_since"}."""
    if not isinstance(value, dict):
        raise InvalidCaseError(f"passed winning tile {value!r}: expected a table with a tile")
    return PassedTile(
        _tile(value, "tile"),
        after_own_last_draw=_get(value, "after_own_last_draw", bool, False),
        after_riichi=_get(value, "after_riichi", bool, False),
        own_call_since=bool(value.get("own_call_since")),
    )


_REQUIRED: Final = object()


def _tiles(mapping: Mapping[str, Any], key: str, default: Any = _REQUIRED) -> tuple[Tile, ...]:
    """Return a field of tiles, in any notation."""
    if isinstance(mapping.get(key), list):
        return read_tiles(mapping[key])
    return read_tiles(_get(mapping, key, str, default))


def _tile(mapping: Mapping[str, Any], key: str) -> Tile:
    """Return a field of one tile, in any notation."""
    if type(mapping.get(key)) is int:
        return read_tile(mapping[key])
    return read_tile(_get(mapping, key, str))


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
