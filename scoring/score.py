"""What a win is worth and why, or why it is refused: the answers of the engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from scoring.seats import Wind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class ScoredYaku(NamedTuple):
    """One yaku of a scored hand."""

    name: str
    """The name in the cases, as in "sanshoku doujun"."""
    japanese: str
    english: str
    han: int
    """0 for a yakuman."""
    yakuman: int
    """Multiples of a yakuman; 0 for a yaku that gives han."""
    clause: str


class FuItem(NamedTuple):
    """One item of the minipoints."""

    fu: int
    reason: str
    clause: str


class Dora(NamedTuple):
    """Bonus han by where they come from."""

    dora: int = 0
    ura: int = 0
    red: int = 0

    @property
    def total(self) -> int:
        """All kinds together."""
        return self.dora + self.ura + self.red


class Payments(NamedTuple):
    """Who pays what, counters included and sticks not; None where nobody pays by that title."""

    discarder: int | None = None
    """Ron: the player whose tile it was."""
    each: int | None = None
    """Self-draw of the dealer: each of the three others."""
    dealer: int | None = None
    """Self-draw of another: the dealer."""
    nondealer: int | None = None
    """Self-draw of another: each of the two who do not deal."""
    liable: int | None = None
    """The player who fed the last set of a yakuman."""

    @property
    def total(self) -> int:
        """All payments together."""
        return (
            (self.discarder or 0)
            + 3 * (self.each or 0)
            + (self.dealer or 0)
            + 2 * (self.nondealer or 0)
            + (self.liable or 0)
        )

    def to_mapping(self) -> dict[str, int]:
        """Return only the titles by which somebody pays."""
        pairs = zip(self._fields, self, strict=True)
        return {name: points for name, points in pairs if points is not None}


class Score(NamedTuple):
    """A valid win."""

    ruleset: str
    seat_wind: Wind
    tsumo: bool
    groups: tuple[str, ...]
    """The reading that was scored, as text: ("123m", "456p", "789s", "777z", "11z")."""
    yaku: tuple[ScoredYaku, ...]
    dora: Dora
    han: int | None
    """Yaku and dora together; None for a yakuman."""
    fu: int | None
    """Rounded; None for a yakuman."""
    fu_details: tuple[FuItem, ...]
    limit: str | None
    """None, or "mangan" to "sanbaiman", "yakuman", "double yakuman", ..."""
    yakuman: int
    """Multiples of a yakuman paid; 0 below."""
    counted: bool
    """The yakuman was reached by counting han."""
    payments: Payments
    total: int
    """All that the winner receives, sticks included."""
    liable_seat: Wind | None
    value_clauses: tuple[str, ...]
    """What makes han and fu worth this much: formula, limit, rounding."""
    payment_clauses: tuple[str, ...]
    """Who pays: self-draw or ron, liability, counters, sticks."""
    clauses: tuple[str, ...]
    """Every clause that the score rests on, each once and by itself."""
    notes: tuple[str, ...] = ()
    """Irregularities that do not change whether the win is valid."""

    @property
    def valid(self) -> Literal[True]:
        """It is a win."""
        return True

    def changes(self, discarder: Wind | None = None) -> dict[Wind, int]:
        """Return the points that each seat wind wins or loses; the sticks come from the table.

        A ron needs the discarder's seat wind. The sum over all four is the value of the sticks.
        """
        paid = self.payments
        changes = dict.fromkeys(Wind, 0)
        for wind in Wind:
            if wind is self.seat_wind:
                changes[wind] = self.total
                continue
            if wind is discarder and not self.tsumo:
                changes[wind] -= paid.discarder or 0
            if wind is self.liable_seat:
                changes[wind] -= paid.liable or 0
            share = paid.dealer if wind is Wind.EAST else paid.nondealer
            changes[wind] -= paid.each or share or 0
        return changes

    def to_mapping(self) -> dict[str, Any]:
        """Return the `result` of the command line: the keys of a case's `expect`, and why."""
        result: dict[str, Any] = {
            "valid": True,
            "han": self.han,
            "fu": self.fu,
            "yaku": [yaku.name for yaku in self.yaku],
            "dora": self.dora.total,
            "limit": self.limit,
            "yakuman": self.yakuman,
            "counted": self.counted,
            "payments": self.payments.to_mapping(),
            "total": self.total,
        }
        if self.liable_seat is not None:
            result["liable_seat"] = str(self.liable_seat)
        return result | {
            "yaku_han": {yaku.name: yaku.han or None for yaku in self.yaku},
            "yaku_details": [yaku._asdict() for yaku in self.yaku],
            "fu_details": [item._asdict() for item in self.fu_details],
            "dora_details": self.dora._asdict(),
            "groups": list(self.groups),
            "value_clauses": list(self.value_clauses),
            "payment_clauses": list(self.payment_clauses),
            "clauses": list(self.clauses),
            "notes": list(self.notes),
            "ruleset": self.ruleset,
            "seat_wind": str(self.seat_wind),
            "tsumo": self.tsumo,
        }

    @classmethod
    def from_mapping(cls, result: Mapping[str, Any]) -> Score:
        """Build the score again from what `to_mapping` returned."""
        liable = result.get("liable_seat")
        return cls(
            ruleset=result["ruleset"],
            seat_wind=Wind.parse(result["seat_wind"]),
            tsumo=result["tsumo"],
            groups=tuple(result["groups"]),
            yaku=tuple(ScoredYaku(**yaku) for yaku in result["yaku_details"]),
            dora=Dora(**result["dora_details"]),
            han=result["han"],
            fu=result["fu"],
            fu_details=tuple(FuItem(**item) for item in result["fu_details"]),
            limit=result["limit"],
            yakuman=result["yakuman"],
            counted=result["counted"],
            payments=Payments(**result["payments"]),
            total=result["total"],
            liable_seat=None if liable is None else Wind.parse(liable),
            value_clauses=tuple(result["value_clauses"]),
            payment_clauses=tuple(result["payment_clauses"]),
            clauses=tuple(result["clauses"]),
            notes=tuple(result["notes"]),
        )

    def __str__(self) -> str:
        """Say it in one line: "3 han 40 fu, 5200"."""
        han_fu = "" if self.han is None else f"{self.han} han {self.fu} fu"
        return ", ".join(part for part in (han_fu, self.limit or "", str(self.total)) if part)


def each_clause(entries: Iterable[str]) -> tuple[str, ...]:
    """Return each clause once: an entry may name several, as in "RCR-3.2, WRR-5.6-APART"."""
    found = [
        clause
        for entry in entries
        for clause in ([entry] if entry.startswith("silent: ") else entry.split(", "))
    ]
    return tuple(dict.fromkeys(found))


@dataclass(frozen=True, slots=True)
class Finding:
    """One reason why a win is refused."""

    reason: str
    """no_yaku, not_complete, winning_tile_missing, furiten, ankan_not_robbable, dead_hand or
    two_han_minimum."""
    detail: str
    """What proves it, in words."""
    clause: str
    penalty: str | None
    """What the declaration costs, as in "chombo"; None where the rules leave it open."""
    penalty_clause: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """A win that the rules refuse: an answer, not an error."""

    ruleset: str
    findings: tuple[Finding, ...]
    """At least one; the first is the one to name."""

    valid = False

    @property
    def reason(self) -> str:
        """The first reason."""
        return self.findings[0].reason

    @property
    def penalty(self) -> str | None:
        """What the first reason costs."""
        return self.findings[0].penalty

    @property
    def detail(self) -> str:
        """The first reason in words."""
        return self.findings[0].detail

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses of all reasons, each once and by itself."""
        return each_clause(finding.clause for finding in self.findings)

    def to_mapping(self) -> dict[str, Any]:
        """Return the `result` of the command line."""
        return {
            "valid": False,
            "reason": self.reason,
            "penalty": self.penalty,
            "clauses": list(self.clauses),
            "findings": [
                {name: getattr(finding, name) for name in Finding.__slots__}
                for finding in self.findings
            ],
            "ruleset": self.ruleset,
        }

    @classmethod
    def from_mapping(cls, result: Mapping[str, Any]) -> Refusal:
        """Build the refusal again from what `to_mapping` returned."""
        return cls(result["ruleset"], tuple(Finding(**finding) for finding in result["findings"]))

    def __str__(self) -> str:
        """Say it in one line: "no_yaku: dora are no yaku"."""
        return f"{self.reason}: {self.detail}"
