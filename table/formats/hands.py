"""The hands of a game as rows: who won what from whom, and the points after each."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from scoring.seats import Seat
from table.core.events import (
    EndGame,
    EndKyoku,
    Hora,
    Points,
    ReachAccepted,
    Ryukyoku,
    StartGame,
    StartKyoku,
    TableEvent,
)
from table.core.incidents import (
    Chombo,
    DeadHand,
    HandsVoid,
    Penalty,
    ReachVoid,
    Ruled,
    RulingCancelled,
    Substitute,
    WarningGiven,
)
from table.core.units import NO_POINTS
from table.formats.places import hand_name


@dataclass(frozen=True, slots=True)
class Row:
    """One finished hand."""

    start: StartKyoku
    riichi: tuple[Seat, ...]
    """Who laid a stick, in order."""
    wins: tuple[Hora, ...]
    draw: Ryukyoku | None
    chombos: tuple[Chombo, ...]
    scores: Points
    """After the hand."""
    kyotaku: int
    """Sticks on the table after the hand."""
    void: bool = False
    """Declared void afterwards: it does not count."""

    @property
    def name(self) -> str:
        """As in "E2.1"."""
        return hand_name(self.start)

    @property
    def change(self) -> Points:
        """What the hand changed, sticks laid included."""
        return _plus(self.scores, self.start.scores, -1)


@dataclass(frozen=True, slots=True)
class Ruling:
    """One ruling of the game."""

    hand: str
    """During or after which hand; empty before the first."""
    event: Ruled
    cancelled: bool = False


@dataclass(slots=True)
class Game:
    """A game as a sheet has it."""

    start: StartGame = field(default_factory=lambda: StartGame(("", "", "", ""), ""))
    rows: list[Row] = field(default_factory=list)
    rulings: list[Ruling] = field(default_factory=list)
    substitutes: list[Substitute] = field(default_factory=list)
    final: Points | None = None
    """None while no hand is finished."""
    over: bool = False
    kyotaku: int = 0
    """Sticks left on the table."""

    @property
    def penalties(self) -> Points:
        """Tenths of a point off the overall score, by seat."""
        tenths = [0, 0, 0, 0]
        for ruling in self.rulings:
            if not ruling.cancelled:
                tenths[ruling.event.actor] += getattr(ruling.event, "tenths", 0)
        first, second, third, fourth = tenths
        return first, second, third, fourth


def game_of(events: Iterable[TableEvent]) -> Game:
    """The rows of a game; a hand in progress is left out."""
    reader = _Reader()
    for event in events:
        reader.take(event)
    return reader.game


class _Reader:
    """Collects a hand at a time."""

    def __init__(self) -> None:
        self.game = Game()
        self._open: StartKyoku | None = None
        self._scores: Points = NO_POINTS
        self._kyotaku = 0
        self._riichi: list[Seat] = []
        self._wins: list[Hora] = []
        self._draw: Ryukyoku | None = None
        self._chombos: list[Chombo] = []

    def take(self, event: TableEvent) -> None:
        match event:
            case StartGame():
                self.game.start = event
            case StartKyoku():
                self._begin(event)
            case ReachAccepted(actor=actor):
                self._riichi.append(actor)
                self._stick(actor, 1)
            case Hora():
                self._wins.append(event)
                self._pay(event.deltas)
            case Ryukyoku():
                self._draw = event
                self._pay(event.deltas)
            case EndKyoku():
                self._finish()
            case EndGame():
                self._end(event)
            case _:
                self._incident(event)

    def _incident(self, event: TableEvent) -> None:
        match event:
            case Chombo():
                self._chombos.append(event)
                self._pay(event.deltas)
                self._rule(event)
            case ReachVoid() | DeadHand(riichi_void=True):
                if event.actor in self._riichi:
                    self._riichi.remove(event.actor)
                    self._stick(event.actor, -1)
                self._rule(event)
            case Penalty() | WarningGiven() | DeadHand():
                self._rule(event)
            case RulingCancelled(ruling=number) if number < len(self.game.rulings):
                ruling = self.game.rulings[number]
                self.game.rulings[number] = Ruling(ruling.hand, ruling.event, cancelled=True)
            case Substitute():
                self.game.substitutes.append(event)
            case HandsVoid(count=count):
                self._void(count)
            case _:
                pass

    def _begin(self, event: StartKyoku) -> None:
        self._open, self._scores, self._kyotaku = event, event.scores, event.kyotaku
        self._riichi, self._wins, self._chombos, self._draw = [], [], [], None

    def _stick(self, seat: Seat, count: int) -> None:
        bet = self.game.start.riichi_bet
        first, second, third, fourth = (-count * bet * (other == seat) for other in range(4))
        self._scores = _plus(self._scores, (first, second, third, fourth))
        self._kyotaku += count

    def _pay(self, deltas: Points) -> None:
        self._scores = _plus(self._scores, deltas)
        bet = self.game.start.riichi_bet
        if bet:
            self._kyotaku -= sum(deltas) // bet

    def _rule(self, event: Ruled) -> None:
        last = self.game.rows[-1].name if self.game.rows else ""
        name = hand_name(self._open) if self._open is not None else last
        self.game.rulings.append(Ruling(name, event))

    def _finish(self) -> None:
        if self._open is None:
            return
        row = Row(
            self._open,
            tuple(self._riichi),
            tuple(self._wins),
            self._draw,
            tuple(self._chombos),
            self._scores,
            self._kyotaku,
        )
        self.game.rows.append(row)
        self.game.final, self.game.kyotaku = self._scores, self._kyotaku
        self._open = None

    def _void(self, count: int) -> None:
        rows = self.game.rows
        for number in range(max(0, len(rows) - count), len(rows)):
            rows[number] = replace(rows[number], void=True)
        counting = [row for row in rows if not row.void]
        if counting:
            self.game.final, self.game.kyotaku = counting[-1].scores, counting[-1].kyotaku
        self._open = None

    def _end(self, event: EndGame) -> None:
        self.game.over = True
        if event.scores is None:
            return
        bet = self.game.start.riichi_bet
        if self.game.final is not None and bet:
            self.game.kyotaku -= (sum(event.scores) - sum(self.game.final)) // bet
        self.game.final = event.scores


def _plus(points: Points, others: Sequence[int], sign: int = 1) -> Points:
    first, second, third, fourth = (
        one + sign * other for one, other in zip(points, others, strict=True)
    )
    return first, second, third, fourth
