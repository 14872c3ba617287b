"""From the chosen reading to the whole answer: payments, clauses, notes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scoring.liability import completing_meld
from scoring.payments import payments
from scoring.reading import group_texts
from scoring.score import Score

if TYPE_CHECKING:
    from scoring.hand import Hand
    from scoring.limits import Value
    from scoring.reading import Reading
    from scoring.ruleset import Ruleset
    from scoring.score import Dora, FuItem
    from scoring.seats import Wind
    from scoring.win import Win
    from scoring.yaku_table import YakuSet


class Candidate(NamedTuple):
    """One reading with the yaku it may be scored for."""

    reading: Reading
    yaku: YakuSet
    dora: Dora
    """The dora that count with these yaku."""
    han: int
    """Yaku and dora."""
    fu_items: tuple[FuItem, ...]
    fu: int
    value: Value

    @property
    def rank(self) -> tuple[int, int, int, int]:
        """Order candidates by what they pay; a yakuman comes before one counted from han."""
        return self.value.base, self.yaku.yakuman, self.han, self.fu


def explained(ruleset: Ruleset, hand: Hand, win: Win, best: Candidate) -> Score:
    """Put the answer together."""
    yaku, value = best.yaku, best.value
    liable, notes = _liable(ruleset, hand, yaku)
    paid = payments(value.base, win, ruleset, liable)
    value_clauses = _value_clauses(ruleset, best)
    payment_clauses = _payment_clauses(ruleset, win, liable)
    cited = [
        *[one.clause for one in yaku.yaku],
        *_dora_clauses(ruleset, best.dora),
        *[item.clause for item in best.fu_items],
        *value_clauses,
        *payment_clauses,
    ]
    return Score(
        ruleset=ruleset.id,
        seat_wind=win.seat_wind,
        tsumo=win.tsumo,
        groups=group_texts(best.reading),
        yaku=yaku.yaku,
        dora=best.dora,
        han=None if yaku.yakuman else best.han,
        fu=None if yaku.yakuman else best.fu,
        fu_details=best.fu_items,
        limit=value.limit,
        yakuman=value.yakuman,
        counted=value.counted,
        payments=paid,
        total=paid.total + ruleset.riichi.bet * win.riichi_sticks,
        liable_seat=None if paid.liable is None else liable,
        value_clauses=value_clauses,
        payment_clauses=payment_clauses,
        clauses=tuple(dict.fromkeys(cited)),
        notes=notes + _irregularities(ruleset, hand, win),
    )


def _liable(ruleset: Ruleset, hand: Hand, yaku: YakuSet) -> tuple[Wind | None, tuple[str, ...]]:
    """Return who is liable, and a note where it cannot be known."""
    for one in yaku.yaku:
        meld = completing_meld(hand, one.name, ruleset) if one.yakuman else None
        if meld is not None:
            if meld.source is None:
                return None, (f"liability not judged: who fed {meld} is not given",)
            return meld.source, ()
    return None, ()


def _irregularities(ruleset: Ruleset, hand: Hand, win: Win) -> tuple[str, ...]:
    """Note what was given and did not count."""
    notes = []
    if not ruleset.win.red_fives:
        reds = [str(tile) for tile in hand.all_tiles() if tile.red]
        if reds:
            notes.append(f"{' '.join(reds)}: red fives are not used, counted as plain fives")
    if win.ura_indicators and not win.riichi:
        notes.append("ura indicators not counted: no riichi")
    return (*notes, *win.context.unused)


def _dora_clauses(ruleset: Ruleset, dora: Dora) -> list[str]:
    """Return the clauses of the bonus tiles that count."""
    entries = []
    if dora.dora or dora.ura:
        entries.append("cited.dora")
    if dora.ura:
        entries.append("win.ura_dora")
    if dora.red:
        entries.append("win.red_fives")
    return [ruleset.clauses[entry] for entry in entries]


def _value_clauses(ruleset: Ruleset, best: Candidate) -> tuple[str, ...]:
    """Return what makes han and fu worth this much."""
    if best.fu != sum([item.fu for item in best.fu_items]):
        return (ruleset.clauses["cited.fu_rounding"], *best.value.clauses)
    return best.value.clauses


def _payment_clauses(ruleset: Ruleset, win: Win, liable: Wind | None) -> tuple[str, ...]:
    """Return what says who pays."""
    entries = ["cited.tsumo_payment" if win.tsumo else "cited.ron_payment"]
    if liable is not None:
        entries.append("win.liable_yaku")
        entries.append("cited.liability_tsumo" if win.tsumo else "win.liability_ron")
    if win.honba:
        entries.append("game.counter_value")
    if win.riichi_sticks:
        entries.append("riichi.bet")
    return tuple([ruleset.clauses[entry] for entry in entries])
