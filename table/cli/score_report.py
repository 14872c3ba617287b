"""A score as a person wants to read it at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import east_asian_width

from scoring.score import Score

if TYPE_CHECKING:
    from scoring.hand import Hand
    from scoring.ruleset import Ruleset
    from scoring.score import Refusal
    from scoring.win import Win

_WINDS = {"E": "east", "S": "south", "W": "west", "N": "north"}
_PAYERS = {
    "discarder": "the discarder pays",
    "each": "each of the others pays",
    "dealer": "the dealer pays",
    "nondealer": "each of the other two pays",
    "liable": "the liable player pays",
}


def report(hand: Hand, win: Win, ruleset: Ruleset, result: Score | Refusal) -> str:
    """Return the whole explanation, as lines."""
    way = "self-draw" if win.tsumo else "ron"
    seat, round_wind = _WINDS[str(win.seat_wind)], _WINDS[str(win.round_wind)]
    circumstances = f"{way} on {win.win_tile}, {seat} seat, {round_wind} round"
    lines = [str(hand), f"{circumstances}, {ruleset.name} ({ruleset.id})", ""]
    if isinstance(result, Score):
        lines += _score_lines(result, win, ruleset)
    else:
        lines += _refusal_lines(result)
    return "\n".join(lines)


def _score_lines(result: Score, win: Win, ruleset: Ruleset) -> list[str]:
    """Explain a valid win."""
    lines = [f"read as {' '.join(result.groups)}", "", "yaku"]
    for yaku in result.yaku:
        worth = f"{yaku.han} han" if yaku.han else f"{yaku.yakuman} yakuman"
        same = yaku.english.lower() == yaku.name
        name = yaku.english if same else f"{yaku.english} ({yaku.name})"
        lines.append(_row(name, yaku.japanese, worth, yaku.clause))
    bonus = (
        ("Dora", "ドラ", result.dora.dora, "cited.dora"),
        ("Ura dora", "裏ドラ", result.dora.ura, "win.ura_dora"),
        ("Red fives", "赤ドラ", result.dora.red, "win.red_fives"),
    )
    lines += [
        _row(name, japanese, f"{han} han", ruleset.clauses[entry])
        for name, japanese, han, entry in bonus
        if han
    ]
    if result.fu_details:
        lines += ["", "fu"]
        lines += [_row(item.reason, "", f"{item.fu} fu", item.clause) for item in result.fu_details]
        plain = sum(item.fu for item in result.fu_details)
        if plain != result.fu:
            rounding = ruleset.clauses["cited.fu_rounding"]
            lines.append(_row(f"{plain} rounded up", "", f"{result.fu} fu", rounding))
    lines += ["", f"{_worth(result)}   {', '.join(result.value_clauses)}", ""]
    lines += [
        _row(_PAYERS[who], "", str(points)) for who, points in result.payments.to_mapping().items()
    ]
    if win.honba:
        counters = ruleset.game.counter_value * win.honba
        lines.append(_row(f"of which for {win.honba} counters in all", "", str(counters)))
    if win.riichi_sticks:
        bets = win.riichi_sticks * ruleset.riichi.bet
        lines.append(_row(f"riichi sticks on the table: {win.riichi_sticks}", "", str(bets)))
    received = ", ".join(result.payment_clauses)
    lines.append(_row("the winner receives", "", str(result.total), received))
    lines += [f"note: {note}" for note in result.notes]
    return lines


def _refusal_lines(result: Refusal) -> list[str]:
    """Explain why a win is refused."""
    lines = ["not a win"]
    for finding in result.findings:
        penalty = "left open"
        if finding.penalty is not None:
            penalty = f"{finding.penalty} ({finding.penalty_clause})"
        lines.append(f"  {finding.reason}: {finding.detail}")
        lines.append(f"    clause {finding.clause}, penalty {penalty}")
    return lines


def _worth(result: Score) -> str:
    """Say han, fu and limit in one line."""
    counted = "counted " if result.counted else ""
    limit = "" if result.limit is None else f"{counted}{result.limit}"
    if result.han is None:
        return limit
    return f"{result.han} han {result.fu} fu" + (f": {limit}" if limit else "")


def _row(name: str, japanese: str, worth: str, clause: str = "") -> str:
    """Write one line of the table; Japanese letters take two columns."""
    left = f"  {_padded(name, 48)}{_padded(japanese, 16)}{worth:>8}"
    return f"{left}   {clause}".rstrip()


def _padded(text: str, width: int) -> str:
    """Fill up with blanks to a width on the terminal."""
    used = sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)
    return text + " " * (width - used)
