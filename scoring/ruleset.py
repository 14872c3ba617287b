"""What differs between rulesets, as one frozen value in which every entry names its clause."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final, TypeVar, get_type_hints

from scoring.errors import InvalidRulesetError, UnknownOptionError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


@dataclass(frozen=True, slots=True)
class YakuRule:
    """What one yaku is worth; a yaku that a ruleset does not list is not played there."""

    clause: str
    closed: int
    """Han in a closed hand."""
    open: int = 0
    """Han in an open hand; 0 means that the hand must be closed."""
    yakuman: bool = False
    """The numbers are multiples of a yakuman, not han."""
    alone: bool = False
    """Scored instead of, not together with, other yaku and dora."""


@dataclass(frozen=True, slots=True)
class FuRules:
    """Minipoints. A pair of numbers is: of simples, of terminals and honours."""

    winning: int
    seven_pairs: int
    closed_ron: int
    tsumo: int
    rinshan_tsumo: int
    edge_wait: int
    middle_wait: int
    pair_wait: int
    open_pinfu: int
    """Added to an open hand that has nothing besides `winning`."""
    value_pair: int
    double_wind_pair: int
    melded_kotsu: tuple[int, int]
    concealed_kotsu: tuple[int, int]
    melded_kantsu: tuple[int, int]
    concealed_kantsu: tuple[int, int]


@dataclass(frozen=True, slots=True)
class LimitRules:
    """From how many han each limit is reached, and what is rounded up to one."""

    mangan: int
    haneman: int
    baiman: int
    sanbaiman: int
    counted_yakuman: int
    """0: there is none."""
    kiriage: bool
    """4 han 30 fu and 3 han 60 fu are mangan."""
    yakuman_cumulative: bool
    """Several yakuman, and the double ones, add up; otherwise one is the most."""


@dataclass(frozen=True, slots=True)
class WinRules:
    """What makes a win valid, which dora count, and who is liable."""

    minimum_han: int
    """Han from yaku, dora not counted."""
    two_han_from_counters: int
    """From this many counters on two han are needed; 0: never."""
    kept_apart: bool
    """A self-drawn winning tile not kept apart loses wait fu and pinfu."""
    kokushi_robs_ankan: bool
    ura_dora: bool
    red_fives: bool
    """Red fives are dora; otherwise they count as plain fives."""
    temporary_furiten_ends: str
    """"draw": at the own next draw; "tile": also at an own call."""
    liable_yaku: tuple[str, ...]
    """The yakuman whose last visible set makes its feeder liable."""
    liability_counts_ankan: bool
    """A concealed kan is one of the visible sets."""
    liability_ron: str
    """"half": shared with the discarder; "discarder": the discarder pays alone."""


@dataclass(frozen=True, slots=True)
class GameRules:
    """What the table needs between the wins."""

    starting_points: int
    rounds: int
    """1: east only, 2: east and south."""
    counter_value: int
    riichi_bet: int
    riichi_live_tiles: int
    """Tiles that must be left in the wall for a riichi."""
    noten_payment: int
    """In all, shared by the noten players."""
    several_winners: str
    """"head_bump": the next in turn order wins alone; "all": each wins."""
    dealer_stays_tenpai: bool
    agari_yame: bool
    bankruptcy: bool
    uma: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One way to score. Build it with `from_mapping`, which checks every entry."""

    id: str
    name: str
    yaku: Mapping[str, YakuRule]
    fu: FuRules
    limits: LimitRules
    win: WinRules
    game: GameRules
    penalties: Mapping[str, str]
    """Reason of a refused win -> what it costs; "" where the document leaves it open."""
    clauses: Mapping[str, str]
    """Entry, as in "fu.edge_wait" or "yaku.riichi" -> clause, or "silent: why"."""

    def __hash__(self) -> int:
        """Hash by name alone: rulesets are looked up for every hand."""
        return hash(self.id)

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, Any]) -> Ruleset:
        """Build a ruleset from the tables of a preset; see presets/wrr2013.toml for the shape.

        Raises InvalidRulesetError for a missing, unknown or ill-typed entry.
        """
        unknown = set(mapping) - _KEYS
        if unknown:
            raise InvalidRulesetError(
                f"ruleset entry {min(unknown)!r}: expected one of {' '.join(sorted(_KEYS))}"
            )
        clauses: dict[str, str] = {}
        cited = _table(mapping, "cited")
        for entry in (*CITED, *cited):
            if entry not in CITED:
                raise InvalidRulesetError(
                    f"ruleset entry cited.{entry}: expected one of {' '.join(CITED)}"
                )
            clauses[f"cited.{entry}"] = _typed(f"cited.{entry}", cited.get(entry), str)
        return cls(
            id=_typed("id", mapping.get("id"), str),
            name=_typed("name", mapping.get("name"), str),
            yaku=_read_yaku(_table(mapping, "yaku"), clauses),
            fu=_read(FuRules, "fu", mapping, clauses),
            limits=_read(LimitRules, "limits", mapping, clauses),
            win=_read(WinRules, "win", mapping, clauses),
            game=_read(GameRules, "game", mapping, clauses),
            penalties={
                reason: _typed(
                    f"penalties.{reason}", _value("penalties", reason, entry, clauses), str
                )
                for reason, entry in _table(mapping, "penalties").items()
            },
            clauses=clauses,
        )

    def to_mapping(self) -> dict[str, Any]:
        """Return the tables that `from_mapping` reads back."""
        tables: dict[str, Any] = {"id": self.id, "name": self.name}
        for path, value in self.entries():
            section, _, key = path.partition(".")
            clause = self.clauses[path]
            if section == "cited":
                entry: Any = clause
            elif section == "yaku":
                entry = {**value}
            else:
                entry = {"value": list(value) if isinstance(value, tuple) else value}
            if section != "cited":
                word, _, why = clause.partition(": ")
                entry.update({"silent": why} if word == "silent" else {"clause": clause})
            tables.setdefault(section, {})[key] = entry
        return tables

    def entries(self) -> Iterator[tuple[str, Any]]:
        """Yield every entry as ("fu.edge_wait", 2) or ("yaku.riichi", {"closed": 1})."""
        for section in _SECTIONS:
            rules = getattr(self, section)
            for item in fields(rules):
                yield f"{section}.{item.name}", getattr(rules, item.name)
        for name, rule in self.yaku.items():
            worth = {item.name: getattr(rule, item.name) for item in fields(rule)}
            yield (
                f"yaku.{name}",
                {key: value for key, value in worth.items() if value and key != "clause"},
            )
        for reason, penalty in self.penalties.items():
            yield f"penalties.{reason}", penalty
        for path in self.clauses:
            if path.startswith("cited."):
                yield path, None


def amend(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the tables of `base`, the entries of `changes` replacing those of the same name."""
    amended = dict(base)
    for key, value in changes.items():
        old = amended.get(key)
        if isinstance(old, dict) and isinstance(value, dict):
            amended[key] = {**old, **value}
        else:
            amended[key] = value
    return amended


def with_options(mapping: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the tables with single values switched: {"kiriage": False, "red_fives": True}.

    An option is the name of an entry of [limits], [win] or [game]. Raises UnknownOptionError.
    """
    changed = dict(mapping)
    for name, value in options.items():
        section = next((one for one in _SWITCHED if name in mapping.get(one, {})), None)
        if section is None:
            known = [entry for one in _SWITCHED for entry in mapping.get(one, {})]
            raise UnknownOptionError(
                f"option {name!r} of ruleset {mapping.get('id')}: expected one of {' '.join(known)}"
            )
        entry = {"value": value, "silent": "switched by an option"}
        changed = amend(changed, {section: {name: entry}})
    return changed


_SECTIONS: Final = ("fu", "limits", "win", "game")
_SWITCHED: Final = ("limits", "win", "game")
_KEYS: Final = frozenset({"id", "name", "yaku", "penalties", "cited", *_SECTIONS})
CITED: Final = (
    "shapes",
    "dora",
    "fu_rounding",
    "formula",
    "cap",
    "yakuman",
    "tsumo_payment",
    "ron_payment",
    "liability_tsumo",
    "furiten_discard",
    "furiten_riichi",
    "dead_hand",
)
"""Rules that no entry carries, being the same everywhere; a preset names their clauses."""
_CHOICES: Final = {
    "win.temporary_furiten_ends": ("draw", "tile"),
    "win.liability_ron": ("half", "discarder"),
    "game.several_winners": ("head_bump", "all"),
}
_Rules = TypeVar("_Rules", FuRules, LimitRules, WinRules, GameRules)
_T = TypeVar("_T")


def _read(
    cls: type[_Rules], section: str, mapping: Mapping[str, Any], clauses: dict[str, str]
) -> _Rules:
    """Read one section into its dataclass, in which every field must be given."""
    table = _table(mapping, section)
    hints = get_type_hints(cls)
    names = [item.name for item in fields(cls)]
    for key in table:
        if key not in names:
            raise InvalidRulesetError(
                f"ruleset entry {section}.{key}: expected one of {' '.join(names)}"
            )
    values: dict[str, Any] = {}
    for name in names:
        if name not in table:
            raise InvalidRulesetError(f"ruleset entry {section}.{name}: missing")
        value = _value(section, name, table[name], clauses)
        path = f"{section}.{name}"
        values[name] = _tuple(path, value, hints[name]) if isinstance(value, list) else value
        if not isinstance(value, list):
            _typed(path, value, hints[name])
        if value not in _CHOICES.get(path, (value,)):
            raise InvalidRulesetError(
                f"ruleset entry {path} = {value!r}: expected one of {_CHOICES[path]}"
            )
    return cls(**values)


def _read_yaku(table: Mapping[str, Any], clauses: dict[str, str]) -> dict[str, YakuRule]:
    """Read the yaku that are played."""
    hints = get_type_hints(YakuRule)
    rules = {}
    for name, entry in table.items():
        path = f"yaku.{name}"
        given = dict(_typed(path, entry, dict))
        clause = _clause(path, given)
        for key, value in given.items():
            if key not in hints:
                raise InvalidRulesetError(
                    f"ruleset entry {path}.{key}: expected closed, open, yakuman or alone"
                )
            _typed(f"{path}.{key}", value, hints[key])
        if "closed" not in given:
            raise InvalidRulesetError(f"ruleset entry {path}.closed: missing")
        clauses[path] = clause
        rules[name] = YakuRule(clause=clause, **given)
    return rules


def _value(section: str, key: str, entry: object, clauses: dict[str, str]) -> object:
    """Take the value out of {"value", "clause" or "silent"} and note the clause."""
    path = f"{section}.{key}"
    given = dict(_typed(path, entry, dict))
    clauses[path] = _clause(path, given)
    if set(given) != {"value"}:
        raise InvalidRulesetError(
            f"ruleset entry {path} has {sorted(given)}: expected value, and clause or silent"
        )
    return given["value"]


def _clause(path: str, given: dict[str, Any]) -> str:
    """Take the clause out of an entry: an id, or why the value stands where none says it."""
    if ("clause" in given) == ("silent" in given):
        raise InvalidRulesetError(f"ruleset entry {path}: expected either a clause or silent = why")
    if "silent" in given:
        return f"silent: {_typed(path, given.pop('silent'), str)}"
    return _typed(path, given.pop("clause"), str)


def _table(mapping: Mapping[str, Any], key: str) -> dict[str, Any]:
    """Return a table of the preset."""
    return _typed(key, mapping.get(key), dict)


def _tuple(path: str, value: list[Any], hint: object) -> tuple[Any, ...]:
    """Check a list against tuple[int, int], tuple[int, ...] or tuple[str, ...]."""
    *kinds, last = hint.__args__ if hasattr(hint, "__args__") else (object, None)
    if (last is not Ellipsis and len(value) != len(kinds) + 1) or any(
        type(item) is not kinds[0] for item in value
    ):
        raise InvalidRulesetError(f"ruleset entry {path} = {value!r}: expected {hint}")
    return tuple(value)


def _typed(path: str, value: object, kind: type[_T]) -> _T:
    """Return the value if it is of exactly this type (so that true is no number)."""
    if type(value) is not kind:
        name = getattr(kind, "__name__", kind)
        raise InvalidRulesetError(f"ruleset entry {path} = {value!r}: expected {name}")
    return value
