"""A score as a person wants to read it at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.case import FLAGS
from scoring.limits import BASES, YAKUMAN
from scoring.score import Score
from scoring.seats import Wind
from scoring.tiles import format_tiles
from table.cli.text_table import Paint, lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.hand import Hand
    from scoring.ranking import RankedReading
    from scoring.ruleset import Ruleset
    from scoring.score import Refusal
    from scoring.win import Win

WINDS: Final = {Wind.EAST: "East", Wind.SOUTH: "South", Wind.WEST: "West", Wind.NORTH: "North"}


def report(
    hand: Hand, win: Win, ruleset: Ruleset, result: Score | Refusal, *, colours: bool = False
) -> str:
    """Return the whole explanation, as lines."""
    paint = Paint(on=colours)
    text = [paint("strong", _headline(win, ruleset, result)), *_circumstances(win, paint), ""]
    if isinstance(result, Score):
        text += [f"  {_tiles(hand, win, result)}", ""]
        text += _yaku(result, ruleset, paint)
        text += _fu(result, ruleset, paint)
        text += _value(result, paint)
        text += _payments(result, win, ruleset, paint)
        text += [f"note: {note}" for note in result.notes]
    else:
        text += [f"  {hand}", "", *_refusal(result, paint)]
    return "\n".join(text)


def readings(ways: Sequence[RankedReading], *, colours: bool = False) -> str:
    """Return every reading as a line: its groups, its wait, what it is worth, why it lost."""
    paint = Paint(on=colours)
    rows = [
        (
            f"{number}.",
            "  ".join(one.groups),
            one.wait,
            "" if one.score is None else str(one.score),
            one.why or "scored",
        )
        for number, one in enumerate(ways, start=1)
    ]
    return "\n".join(["", paint("strong", "Readings"), *lines(rows, "rllll", paint)])


def _headline(win: Win, ruleset: Ruleset, result: Score | Refusal) -> str:
    """Say who won how, or did not."""
    way = "self-draw" if win.tsumo else "ron"
    verb = "wins" if result.valid else "does not win"
    who = f"{WINDS[win.seat_wind]}{' (dealer)' if win.dealer else ''}"
    rules = f"{ruleset.name} ({ruleset.id})"
    return f"{who} {verb} by {way} on {win.win_tile}, {WINDS[win.round_wind]} round: {rules}"


def _circumstances(win: Win, paint: Paint) -> list[str]:
    """List what else was said of the win, in one line, or not at all."""
    said = [flag.replace("_", " ") for flag in FLAGS if getattr(win, flag, False)]
    if win.double_riichi:
        said.remove("riichi")
    for name, indicators in (("dora", win.dora_indicators), ("ura dora", win.ura_indicators)):
        if indicators:
            shown = format_tiles(indicators)
            said.append(f"{name} {format_tiles([one.dora for one in indicators])} (shown {shown})")
    if win.honba:
        said.append(f"{win.honba} {_plural('counter', win.honba)}")
    if win.riichi_sticks:
        said.append(f"{win.riichi_sticks} {_plural('stick', win.riichi_sticks)} on the table")
    return [paint("faint", f"  {', '.join(said)}")] if said else []


def _tiles(hand: Hand, win: Win, result: Score) -> str:
    """Write the reading that was scored: its concealed groups, then the declared ones."""
    groups = list(result.groups)
    declared = []
    for meld in hand.melds:
        plain = format_tiles(tile.plain for tile in meld.tiles)
        if plain in groups:
            groups.remove(plain)
        fed = "" if meld.source is None else f" from {WINDS[meld.source]}"
        declared.append(f"[{meld.kind} {format_tiles(meld.tiles)}{fed}]")
    reds = [tile for tile in hand.concealed if tile.red]
    with_reds = f"  (with {format_tiles(reds)})" if reds else ""
    return f"{'  '.join(groups + declared)}{with_reds}   on {win.win_tile}"


def _yaku(result: Score, ruleset: Ruleset, paint: Paint) -> list[str]:
    """List the yaku and the bonus tiles with their worth and clause."""
    rows = []
    for yaku in result.yaku:
        worth = f"{yaku.han} han" if yaku.han else f"{yaku.yakuman} yakuman"
        if result.han is None and not yaku.yakuman:
            worth = result.limit or worth
        same = yaku.english.lower() == yaku.name
        name = yaku.english if same else f"{yaku.english} ({yaku.name})"
        rows.append((name, yaku.japanese, worth, yaku.clause))
    bonus = (
        ("Dora", "ドラ", result.dora.dora, "cited.dora"),
        ("Ura dora", "裏ドラ", result.dora.ura, "win.ura_dora"),
        ("Red fives", "赤ドラ", result.dora.red, "win.red_fives"),
    )
    rows += [
        (name, japanese, f"{han} han", ruleset.clauses[entry])
        for name, japanese, han, entry in bonus
        if han
    ]
    if result.han is not None and len(rows) > 1:
        rows.append(("together", "", f"{result.han} han", ""))
    return [paint("strong", "Yaku"), *lines(rows, "llrl", paint), ""]


def _fu(result: Score, ruleset: Ruleset, paint: Paint) -> list[str]:
    """List the minipoints, each with its reason and clause."""
    if not result.fu_details:
        return []
    rows = [(item.reason, f"{item.fu} fu", item.clause) for item in result.fu_details]
    plain = sum(item.fu for item in result.fu_details)
    if plain != result.fu:
        rounding = ruleset.clauses["cited.fu_rounding"]
        rows.append((f"{plain} rounded up", f"{result.fu} fu", rounding))
    elif len(rows) > 1:
        rows.append(("together", f"{plain} fu", ""))
    return [paint("strong", "Fu"), *lines(rows, "lrl", paint), ""]


def _value(result: Score, paint: Paint) -> list[str]:
    """Say han, fu, limit and the base that they make, in one line."""
    limit = f"{'counted ' if result.counted else ''}{result.limit}" if result.limit else ""
    if result.han is None or result.fu is None:
        worth = limit
    else:
        worth = f"{result.han} han {result.fu} fu" + (f": {limit}" if limit else "")
    if result.yakuman:
        base = f"base {YAKUMAN * result.yakuman}"
    elif result.limit in BASES:
        base = f"base {BASES[result.limit]}"
    else:
        han, fu = result.han or 0, result.fu or 0
        base = f"base {fu} × 2^({han} + 2) = {fu << han + 2}"
    clauses = paint("faint", ", ".join(result.value_clauses))
    return [paint("strong", "Value"), f"  {worth}, {base}   {clauses}", ""]


def _payments(result: Score, win: Win, ruleset: Ruleset, paint: Paint) -> list[str]:
    """Say who pays what to whom, and what the winner has in the end."""
    winner = WINDS[win.seat_wind]
    rows = [(f"{who} {verb} {winner}", str(points)) for who, verb, points in _payers(result, win)]
    if win.honba:
        counters = ruleset.game.counter_value * win.honba
        rows.append((f"(of which for {win.honba} {_plural('counter', win.honba)}", f"{counters})"))
    sticks = result.total - result.payments.total
    if sticks:
        rows.append((f"from the table, {_plural('riichi stick', win.riichi_sticks)}", str(sticks)))
    clauses = ", ".join(result.payment_clauses)
    rows.append((f"{winner} receives", str(result.total)))
    text = lines([(*row, "") for row in rows], "lrl", paint)
    text[-1] = f"{paint('good', text[-1])}   {paint('faint', clauses)}"
    return [paint("strong", "Payment"), *text]


def _payers(result: Score, win: Win) -> list[tuple[str, str, int]]:
    """Return who pays, in words, and how much each."""
    paid = result.payments
    others = [wind for wind in Wind if wind is not win.seat_wind]
    rows = []
    if paid.liable is not None and result.liable_seat is not None:
        rows.append((f"{WINDS[result.liable_seat]}, who is liable,", "pays", paid.liable))
    if paid.discarder is not None:
        seat = win.context.discarder_seat
        who = "the discarder" if seat is None else f"{WINDS[seat]}, who discarded,"
        rows.append((who, "pays", paid.discarder))
    if paid.each is not None:
        rows += [(WINDS[wind], "pays", paid.each) for wind in others]
    if paid.dealer is not None:
        rows.append(("East, who deals,", "pays", paid.dealer))
    if paid.nondealer is not None:
        rows += [(WINDS[one], "pays", paid.nondealer) for one in others if one is not Wind.EAST]
    return rows


def _refusal(result: Refusal, paint: Paint) -> list[str]:
    """Explain why a win is refused: every reason, its clause, what the declaration costs."""
    text = [paint("bad", "Not a win")]
    for finding in result.findings:
        text.append(f"  {finding.reason.replace('_', ' ')}: {finding.detail}")
        cost = "what it costs is left open"
        if finding.penalty is not None:
            cost = f"costs {finding.penalty.replace('_', ' ')}"
        if finding.penalty_clause:
            cost += f" ({finding.penalty_clause})"
        text.append(paint("faint", f"    {finding.clause}; {cost}"))
    return text


def _plural(word: str, count: int) -> str:
    """Return the word for so many."""
    return word if count == 1 else f"{word}s"
