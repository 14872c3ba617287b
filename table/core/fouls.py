"""What a foul costs: its name looked up in the ruleset, with the clause.

The names are those of [fouls] in the presets; `false_win` stands for a refused win, shown or not,
and `late` for a player who comes late.
"""

from dataclasses import dataclass
from typing import get_args

from scoring.rules_of_conduct import Cost, FoulRules
from scoring.ruleset import Ruleset
from scoring.seats import Seat
from table.errors import IllegalActionError

COSTS = frozenset(get_args(Cost))
FOULS = frozenset(
    {*FoulRules._fields}
    - {
        "chombo",
        "chombo_points",
        "chombo_table",
        "chombo_sticks",
        "chombo_with_win",
        "several_chombo",
        "revealed_limit",
        "dealer_order_hands",
        "late_per_minute",
        "late_limit_minutes",
        "late_penalty",
    }
    | {"false_win", "late"}
)
"""The names of fouls."""
REVEALED = frozenset({"revealed_live", "revealed_dead_wall", "revealed_own", "revealed_other"})
TENTHS_A_POINT = 10
_NO_FAULT = 6
"""So many tiles shown by nobody's fault are many where no number is said (WRR-7.2-REVNOFAULT)."""
_DIGITS = 5
"""No ruling takes more points than have so many."""
IF_AGREED = "_if_agreed"
"""Ends a cost that only counts where the other players agree (SAI-22.5, SAI-33.1, SAI-35.2x)."""


@dataclass(frozen=True, slots=True)
class Foul:
    """Something that the rules do not allow, and who did it."""

    kind: str
    """One of FOULS."""
    actor: Seat
    count: int = 0
    """Tiles shown by accident; minutes of lateness, each begun one counting."""
    shown: bool = True
    """For a false win: the hand was shown."""
    refusal: str = ""
    """For a false win: why it was refused, as in [penalties]."""
    blameless: bool = False
    """It was nobody's fault."""
    agreed: bool = True
    """The other players agree that it is one, where the rules ask them."""
    ruling: str = ""
    """What a referee decided, where the rules leave it to him: one of COSTS, or "7 points"."""
    reason: str = ""
    """In words, for the record."""
    ruled_by: str = ""
    evidence: str = ""

    def __post_init__(self) -> None:
        """Refuse a name that no ruleset knows."""
        if self.kind not in FOULS:
            raise IllegalActionError(
                f"foul {self.kind!r}: expected one of {', '.join(sorted(FOULS))}"
            )
        if self.count < 0:
            raise IllegalActionError(f"foul {self.kind}: count {self.count}, expected 0 or more")


@dataclass(frozen=True, slots=True)
class Price:
    """What the rules make of a foul."""

    cost: str
    """One of COSTS, or some other number of points."""
    clause: str
    substitute: bool = False
    """A substitute plays the session."""

    @property
    def parts(self) -> tuple[str, ...]:
        """Its single consequences."""
        return tuple(self.cost.split("+"))

    @property
    def tenths(self) -> int:
        """Tenths of an overall point: 200 for "20 points"; 0 where it costs none."""
        number, _, unit = self.cost.partition(" ")
        return TENTHS_A_POINT * int(number) if unit in {"point", "points"} else 0


def price(foul: Foul, ruleset: Ruleset) -> Price:
    """Look the foul up. A referee's ruling goes before the rules."""
    entry = _entry(foul, ruleset)
    clause = ruleset.clauses.get(entry, "")
    if foul.ruling:
        return Price(_readable(foul.ruling), clause)
    if foul.kind == "late":
        return _late(foul.count, ruleset)
    section, _, name = entry.partition(".")
    if section == "penalties":
        return Price(ruleset.penalties.get(name, ""), clause)
    cost = getattr(ruleset.fouls, name)
    asked = cost.removesuffix(IF_AGREED)
    return Price(asked if asked == cost or foul.agreed else "none", clause)


def word_foul(act: str, word: str, ruleset: Ruleset) -> str:
    """The foul of saying this word for chii, pon, kan, riichi, ron or tsumo; "" for none."""
    word = {"chi": "chii", "reach": "riichi"}.get(word, word)
    if word == act:
        return ""
    wins = {"ron", "tsumo"}
    calls = {"chii", "pon", "kan", "riichi"}
    if word == "":
        return "riichi_unsaid" if act == "riichi" else "unsaid_call"
    if word in _MEANS and act in _MEANS[word]:
        return "" if word in ruleset.calls.words else "foreign_word"
    if word in wins and act in wins:
        return "wrong_win_word"
    if word in calls and act in calls:
        return "wrong_call_word"
    return "foreign_word"


_MEANS = {
    "chow": {"chii"},
    "pung": {"pon"},
    "kong": {"kan"},
    "mahjong": {"ron", "tsumo"},
}
"""Words of other tables, and what they stand for."""


def _entry(foul: Foul, ruleset: Ruleset) -> str:
    """The entry of the ruleset that decides."""
    kind = foul.kind
    if kind == "late":
        return "fouls.late_per_minute"
    if kind == "false_win":
        if not foul.shown:
            dead = foul.refusal == "dead_hand"
            return "fouls.dead_hand_call" if dead else "fouls.hidden_false_win"
        if foul.refusal == "dead_hand":
            return "fouls.false_win_shown"
        refused = f"penalties.{foul.refusal}"
        return refused if refused in ruleset.clauses else "fouls.false_win_shown"
    limit = ruleset.fouls.revealed_limit
    many = kind in REVEALED and foul.count >= (limit or _NO_FAULT)
    if foul.blameless and (many or kind == "unplayable"):
        return "fouls.revealed_no_fault"
    return "fouls.revealed_many" if many and limit else f"fouls.{kind}"


def _late(minutes: int, ruleset: Ruleset) -> Price:
    """Lateness: so much a minute; beyond the limit a substitute plays (WRR-7.2-LATE10)."""
    rules, clauses = ruleset.fouls, ruleset.clauses
    if rules.late_limit_minutes and minutes > rules.late_limit_minutes:
        cost = f"{rules.late_penalty} points"
        return Price(cost, clauses["fouls.late_penalty"], substitute=True)
    points = minutes * rules.late_per_minute
    cost = f"{points} point{'s' * (points != 1)}" if points else "none"
    return Price(cost, clauses["fouls.late_per_minute"])


def _readable(ruling: str) -> str:
    number, _, unit = ruling.partition(" ")
    counted = number.isascii() and number.isdecimal() and len(number) <= _DIGITS
    if ruling in COSTS or (counted and unit in {"point", "points"}):
        return ruling
    raise IllegalActionError(
        f"ruling {ruling!r}: expected a number of points or one of {', '.join(sorted(COSTS))}"
    )
