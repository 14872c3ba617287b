"""What a win is worth, as tenhou.net/6 prints it: "跳満18000点", "立直(1飜)", "ドラ(2飜)"."""

from collections import Counter
from dataclasses import dataclass

from scoring.limits import BASES, MANGAN, YAKUMAN
from scoring.tiles import Tile
from table.core.events import SEATS, Hora, StartKyoku
from table.formats.words import Claimed, value_words, yaku_words

_LIMITS = {*BASES.values(), YAKUMAN}


@dataclass(frozen=True, slots=True)
class Winner:
    """One win, and what its hand held."""

    win: Hora
    start: StartKyoku
    indicators: tuple[Tile | None, ...]
    held: Counter[Tile | None]
    """All tiles of the winner, melds and the winning tile included."""
    first: bool
    """Whether this winner is the first to be paid."""
    counter_value: int


def win_texts(winner: Winner) -> list[str]:
    """The value and the yaku; the value alone where the record does not say more."""
    win = winner.win
    claimed = Claimed(win.yakus, win.fan, win.fu)
    oya = winner.start.oya
    value = _value(winner)
    base = value // (6 if win.actor == oya else 4)
    is_limit = base * (6 if win.actor == oya else 4) == value and (
        base in _LIMITS or (base > YAKUMAN and base % YAKUMAN == 0)
    )
    points = _points(winner, value, base if is_limit else None)
    text = value_words(base if is_limit else None, claimed, points)
    if value > 0 and not is_limit and claimed.yakus and claimed.fu and claimed.fan:
        text = f"{claimed.fu}符{claimed.fan}飜{points}点"
    suffix = "∀" if win.tsumo and win.actor == oya else ""
    winds = win.actor.wind(oya), winner.start.bakaze
    return [text + suffix, *yaku_words(claimed, winds, _dora(winner))]


def _value(winner: Winner) -> int:
    """The winner's gain without sticks and counters."""
    win = winner.win
    gain = win.deltas[win.actor] - sum(win.deltas)
    counters = winner.start.honba * winner.counter_value
    counted = gain - counters
    if counters and win.fan is not None and win.fu is not None:
        # Whether each winner or only the first gets the counters is the ruleset's; the value tells.
        expected = _ron_value(win, win.actor == winner.start.oya)
        if not win.tsumo and expected in {gain, counted}:
            return expected
    return counted if winner.first else gain


def _ron_value(win: Hora, dealer: bool) -> int:
    base = min(MANGAN, (win.fu or 0) << min(2 + (win.fan or 0), 20))
    return -(-base * (6 if dealer else 4) // 100) * 100


def _points(winner: Winner, value: int, base: int | None) -> str:
    """As in "2000", or by self-draw "500-1000", or of a dealer "1300"."""
    win, oya = winner.win, winner.start.oya
    if not win.tsumo:
        return str(value)
    if base is not None:
        return str(2 * base) if win.actor == oya else f"{base}-{2 * base}"
    counters = winner.start.honba * winner.counter_value // 3
    paid = {seat: -win.deltas[seat] - counters for seat in SEATS if seat != win.actor}
    if win.actor == oya:
        return str(next(iter(paid.values())))
    others = [points for seat, points in paid.items() if seat != oya]
    return f"{others[0]}-{paid[oya]}"


def _dora(winner: Winner) -> tuple[int, int, int]:
    """Han from dora, red fives and ura dora; zeros where the win does not say how many it has."""
    win = winner.win
    if win.fan is None or not win.yakus:
        return 0, 0, 0
    rest = win.fan - sum(han for _, han in win.yakus)
    kinds = Counter(tile.kind for tile in winner.held.elements() if tile is not None)
    dora = sum(kinds[tile.dora.kind] for tile in winner.indicators if tile is not None)
    ura = sum(kinds[tile.dora.kind] for tile in win.ura_markers)
    red = sum(tile.red for tile in winner.held.elements() if tile is not None)
    for counts in ((dora, red, ura), (dora, 0, ura)):
        if sum(counts) == rest:
            return counts
    return max(rest, 0), 0, 0
