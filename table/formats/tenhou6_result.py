"""How a tenhou.net/6 round ended: its wins with what they claim to be worth, or its draw."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.seats import Seat
from scoring.tiles import Tile
from table.core.events import SEATS, Hora, Points, Ryukyoku
from table.formats.tenhou6_order import Ending
from table.formats.words import DRAWS, Claimed, read_claims

WIN = "和了"
_ALL_TENPAI = "全員聴牌"
_NOBODY_TENPAI = "全員不聴"
MOST_WINNERS = 3


@dataclass(frozen=True, slots=True)
class Win:
    """One winner."""

    winner: Seat
    target: Seat
    pao: Seat | None
    deltas: Points
    claimed: Claimed
    note: str = ""
    """Why nothing is claimed, where words could not be read."""


@dataclass(frozen=True, slots=True)
class Result:
    """Wins, or else a draw."""

    wins: tuple[Win, ...]
    draw: Ryukyoku | None
    ura: tuple[Tile, ...]

    @property
    def ending(self) -> Ending:
        """What the result says about the last turn."""
        if self.wins:
            return Ending(self.wins[0].target, self.wins[0].winner == self.wins[0].target)
        return Ending()

    def events(self, in_riichi: Sequence[Seat], win_tile: Tile | None) -> list[Hora | Ryukyoku]:
        """The events of the result."""
        if self.draw is not None:
            return [self.draw]
        return [
            Hora(
                actor=win.winner,
                target=win.target,
                deltas=win.deltas,
                ura_markers=self.ura if win.winner in in_riichi else (),
                pai=win_tile,
                yakus=win.claimed.yakus,
                fan=win.claimed.fan,
                fu=win.claimed.fu,
                hora_points=win.deltas[win.winner],
                pao=win.pao,
            )
            for win in self.wins
        ]


def read_result(item: object, ura: tuple[Tile, ...]) -> Result:
    """Read the last item of a round. Raises ValueError."""
    if not isinstance(item, list) or not item or not isinstance(item[0], str):
        raise ValueError(f"result {str(item)[:60]!r}, expected a list that begins with a word")
    if item[0] == WIN:
        return Result(_wins(item[1:]), None, ura)
    if item[0] not in DRAWS:
        known = " ".join((WIN, *DRAWS))
        raise ValueError(f"result {item[0][:20]!r}, expected one of {known}")
    deltas = _points(item[1]) if len(item) > 1 and item[1] != [] else (0, 0, 0, 0)
    return Result((), _draw(item[0], deltas), ura)


def _draw(word: str, deltas: Points) -> Ryukyoku:
    tenpais = None
    if word in {_ALL_TENPAI, _NOBODY_TENPAI}:
        tenpais = (word == _ALL_TENPAI,) * 4
    elif word == "流局" and any(deltas):
        first, second, third, fourth = (change > 0 for change in deltas)
        tenpais = first, second, third, fourth
    # Tenhou says 流局 of a payment only; others say it of every draw, so it is looked into.
    reason = DRAWS[word] if any(deltas) or word != "流局" else ""
    return Ryukyoku(deltas, tenpais, reason)


def _wins(items: list[object]) -> tuple[Win, ...]:
    if not items or len(items) % 2 or len(items) > 2 * MOST_WINNERS:
        raise ValueError(f"result: {len(items)} items after {WIN}, expected 2, 4 or 6")
    wins = tuple(
        _win(_points(deltas), detail)
        for deltas, detail in zip(items[::2], items[1::2], strict=True)
    )
    if len({win.target for win in wins}) > 1 or len({win.winner for win in wins}) < len(wins):
        raise ValueError("result: several winners, expected different ones with one discarder")
    if len(wins) > 1 and wins[0].target in {win.winner for win in wins}:
        raise ValueError("result: a self-drawn win beside another, expected one winner")
    return wins


def _win(deltas: Points, detail: object) -> Win:
    if not isinstance(detail, list) or len(detail) < 3:
        raise ValueError(f"result: win {str(detail)[:60]!r}, expected seats and texts")
    winner, target, pao = (_seat(value) for value in detail[:3])
    texts = detail[3:]
    if not all(isinstance(text, str) for text in texts):
        raise ValueError(f"result: {repr(texts)[:60]}, expected texts")
    claimed, note = Claimed(), ""
    if texts:
        try:
            claimed = read_claims(texts[0], texts[1:])
        except ValueError as failure:  # payments stand without the words for them
            note = f"the worth of a win is left out: {failure}"
    return Win(winner, target, None if pao == winner else pao, deltas, claimed, note)


def _seat(value: object) -> Seat:
    if type(value) is not int or not 0 <= value <= 3:
        raise ValueError(f"result: seat {str(value)[:20]!r}, expected 0-3")
    return SEATS[value]


def _points(value: object) -> Points:
    if isinstance(value, list) and len(value) == 4:
        first, second, third, fourth = value
        if all(type(one) is int and abs(one) < 10**7 for one in value):
            return first, second, third, fourth
    raise ValueError(f"result: deltas {repr(value)[:60]}, expected four numbers of points")
