"""One seat's takes and discards of a tenhou.net/6 round as turns, its hand checked on the way."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from scoring.errors import ScoringError
from scoring.seats import Seat
from scoring.tiles import Tile
from table.core.events import (
    Ankan,
    Chi,
    Dahai,
    Daiminkan,
    Kakan,
    PlayEvent,
    Pon,
    Reach,
    Tsumo,
    UnseenHand,
)
from table.formats.tenhou6_calls import Claim, parse_claim, parse_own_kan
from table.formats.tiles import HIDDEN, TSUMOGIRI, from_tenhou6

MOST_TAKES = 60
"""No seat draws and calls more often in one hand: 70 live tiles, 4 kans, 4 seats."""


@dataclass(slots=True)
class Turn:
    """What a seat does from its draw or call to its discard."""

    seat: Seat
    claim: Claim | None = None
    """The call that opens the turn; None where a draw does."""
    events: list[PlayEvent] = field(default_factory=list)
    """Draw or call, kans and their draws, riichi, discard."""
    discard: Tile | None = None
    """The tile that others may claim; None as well where nobody saw it."""
    ended: bool = False
    """Whether the turn ends with a discard; else the hand ended in it."""
    riichi: bool = False


class SeatError(ValueError):
    """A seat's takes and discards do not fit each other."""


class _Hand:
    """The tiles of a seat; where some were never seen, a missing tile may be one of those."""

    def __init__(self, tiles: UnseenHand) -> None:
        self.known = Counter(tile for tile in tiles if tile is not None)
        self.unseen = sum(tile is None for tile in tiles)

    def take(self, tile: Tile | None) -> None:
        if tile is None:
            self.unseen += 1
        else:
            self.known[tile] += 1

    def give(self, tile: Tile | None, doing: str) -> None:
        if tile is not None and self.known[tile]:
            self.known[tile] -= 1
        elif self.unseen:
            self.unseen -= 1
        else:
            raise SeatError(f"{doing} {tile}: the hand does not hold it")


class SeatReader:
    """Reads one seat; `turns` is the answer."""

    def __init__(
        self, seat: Seat, haipai: UnseenHand, takes: Sequence[object], discards: Sequence[object]
    ) -> None:
        if len(takes) > MOST_TAKES or len(discards) > MOST_TAKES:
            raise SeatError(
                f"{max(len(takes), len(discards))} moves, expected {MOST_TAKES} at most"
            )
        self.seat = seat
        self.turns: list[Turn] = []
        self._hand = _Hand(haipai)
        self._takes = list(reversed(takes))
        self._discards = list(reversed(discards))
        self._pons: list[Pon] = []
        self._in_riichi = False
        while self._takes:
            self._turn()
        if self._discards:
            raise SeatError(f"discard {self._discards[-1]!r} has no draw or call before it")

    def _turn(self) -> None:
        turn = Turn(self.seat)
        self.turns.append(turn)
        drawn = self._open(turn)
        while True:
            if not self._discards:
                if self._takes:
                    raise SeatError(f"no discard before the take {self._takes[-1]!r}")
                return
            code = self._discards.pop()
            if isinstance(code, str) and not code.startswith("r"):
                self._own_kan(turn, code)
            elif code == HIDDEN:
                if not isinstance(turn.events[-1], Daiminkan):
                    raise SeatError("discard 0, expected a tile: an unseen one cannot be told here")
            else:
                self._discard(turn, code, drawn)
                return
            if not self._takes:
                return
            drawn = self._draw(turn)

    def _open(self, turn: Turn) -> Tsumo | None:
        code = self._takes[-1]
        if not isinstance(code, str):
            return self._draw(turn)
        self._takes.pop()
        claim = parse_claim(code, self.seat)
        if self._in_riichi:
            raise SeatError(f"call {type(claim).__name__.lower()} after the seat's own riichi")
        for tile in claim.consumed:
            self._hand.give(tile, "call with")
        if isinstance(claim, Pon):
            self._pons.append(claim)
        turn.claim = claim
        turn.events.append(claim)
        return None

    def _draw(self, turn: Turn) -> Tsumo:
        code = self._takes.pop()
        if isinstance(code, str):
            raise SeatError(f"take {code[:40]!r}, expected the tile drawn after a kan")
        drawn = Tsumo(self.seat, None if code == HIDDEN else from_tenhou6(code))
        self._hand.take(drawn.pai)
        turn.events.append(drawn)
        return drawn

    def _own_kan(self, turn: Turn, code: str) -> None:
        kan = parse_own_kan(code, self.seat)
        if isinstance(kan, Ankan):
            for tile in kan.consumed:
                self._hand.give(tile, "concealed kan with")
        else:
            self._added(kan)
            self._hand.give(kan.pai, "added kan with")
        turn.events.append(kan)

    def _added(self, kan: Kakan) -> None:
        for pon in self._pons:
            if Counter((pon.pai, *pon.consumed)) == Counter(kan.consumed):
                self._pons.remove(pon)
                return
        raise SeatError(f"added kan of {kan.pai}: the seat has no such pon")

    def _discard(self, turn: Turn, code: object, drawn: Tsumo | None) -> None:
        if isinstance(code, str):
            if self._in_riichi or any(isinstance(event, CLAIMS) for event in turn.events):
                raise SeatError(f"riichi {code[:40]!r}: in riichi already, or the hand is open")
            code = _number(code)
            turn.riichi = self._in_riichi = True
            turn.events.append(Reach(self.seat))
        if code == TSUMOGIRI:
            if drawn is None or drawn is not _last_play(turn.events):
                raise SeatError(f"discard {TSUMOGIRI}: no tile was drawn just before")
            dahai = Dahai(self.seat, drawn.pai, tsumogiri=True)
        else:
            dahai = Dahai(self.seat, from_tenhou6(code), tsumogiri=False)
        self._hand.give(dahai.pai, "discard")
        turn.events.append(dahai)
        turn.discard = dahai.pai
        turn.ended = True


CLAIMS = (Chi, Pon, Daiminkan)


def read_hand(codes: Iterable[object]) -> UnseenHand:
    """The dealt tiles, None for one that nobody saw. Raises ValueError."""
    try:
        return tuple(None if code == HIDDEN else from_tenhou6(code) for code in codes)
    except ScoringError as failure:
        raise ValueError(str(failure)) from None


def _last_play(events: Sequence[PlayEvent]) -> PlayEvent:
    """The last event but for a declaration of riichi."""
    return events[-2] if isinstance(events[-1], Reach) else events[-1]


def _number(text: str) -> int:
    digits = text[1:]
    if len(digits) != 2 or not (digits.isascii() and digits.isdigit()):
        raise SeatError(f"discard {text[:40]!r}, expected r and a tile")
    return int(digits)
