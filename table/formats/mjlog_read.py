"""mjlog XML to events, element by element, up to the first that cannot be."""

import urllib.parse

from scoring.seats import Seat, Wind
from scoring.tiles import Tile
from table.core.events import (
    SEATS,
    Dahai,
    Dora,
    EndGame,
    EndKyoku,
    Reach,
    ReachAccepted,
    StartGame,
    StartKyoku,
    TableEvent,
    Tsumo,
)
from table.formats.mjlog_melds import parse_meld
from table.formats.mjlog_result import final_scores, four_hundreds, read_draw, read_win
from table.formats.mjlog_values import number, numbers, seat_of
from table.formats.mjlog_xml import Element, XmlError, elements
from table.formats.record import MJLOG, Fault, Note, Record
from table.formats.tiles import from_136

_NO_REDS, _TWO_WINDS, _THREE_PLAYERS = 0x02, 0x08, 0x10
_DRAWS, _DISCARDS = "TUVW", "DEFG"
_SILENT = frozenset({"SHUFFLE", "TAIKYOKU", "CHAT"})
"""Elements that say nothing about the play."""


def read_mjlog(data: bytes) -> Record:
    """Read an mjlog document (unpacked)."""
    reader = _Reader()
    try:
        for element in elements(data):
            reader.take(element)
        reader.finish()
    except (XmlError, ValueError) as failure:
        reader.fault = Fault(reader.place, str(failure))
    return reader.record()


class _Reader:
    """The game so far."""

    def __init__(self) -> None:
        self.fault: Fault | None = None
        self.place = ""
        self._events: list[TableEvent] = []
        self._places: list[str] = []
        self._notes: list[Note] = []
        self._sidecar: dict[str, object] = {}
        self._dice: list[list[int]] = []
        self._game: int | None = None
        self._names: tuple[str, str, str, str] | None = None
        self._started = False
        self._rounds = 0
        self._in_hand = False
        self._settled = False
        self._last_tile: Tile | None = None
        self._drawn: int | None = None
        """The copy just drawn, None after a call."""

    def record(self) -> Record:
        """All that could be read."""
        if self._dice:
            self._sidecar["dice"] = self._dice
        return Record(
            MJLOG,
            tuple(self._events),
            tuple(self._places),
            self.fault,
            tuple(self._notes),
            sidecar=self._sidecar,
        )

    def take(self, element: Element) -> None:
        """Read the next element. Raises ValueError."""
        tag = element.tag
        if tag[:1] in _DRAWS and tag[1:].isdecimal():
            self._draw(SEATS[_DRAWS.index(tag[0])], int(tag[1:]))
        elif tag[:1] in _DISCARDS and tag[1:].isdecimal():
            self._discard(SEATS[_DISCARDS.index(tag[0])], int(tag[1:]))
        else:
            self._leaf(tag, element.attributes)

    def finish(self) -> None:
        """Check that the document is a whole game. Raises ValueError."""
        if self._in_hand and not self._settled:
            raise ValueError("the record ends within a hand, expected AGARI or RYUUKYOKU")
        if not self._started:
            raise ValueError("no INIT, expected at least one hand")
        self._close()
        if not any(isinstance(event, EndGame) for event in self._events):
            self._notes.append(
                Note(self.place, "no owari: the record does not say that it is over")
            )

    def _leaf(self, tag: str, attributes: dict[str, str]) -> None:
        match tag:
            case "N":
                self._meld(attributes)
            case "REACH":
                self._reach(attributes)
            case "DORA":
                self._dora(attributes)
            case "INIT":
                self._init(attributes)
            case "AGARI":
                self._win(attributes)
            case "RYUUKYOKU":
                self._drawn_hand(attributes)
            case "GO":
                self._go(attributes)
            case "UN":
                self._players(attributes)
            case "BYE":
                self._left(attributes)
            case _ if tag not in _SILENT:
                raise ValueError(f"element {tag[:40]!r}, expected one of mjlog's")

    def _add(self, *events: TableEvent) -> None:
        self._events += events
        self._places += [self.place] * len(events)

    def _need_hand(self, what: str) -> None:
        if not self._in_hand or self._settled:
            raise ValueError(f"{what} outside of a hand, expected INIT before")

    def _go(self, attributes: dict[str, str]) -> None:
        self._game = number(attributes, "type")
        if self._game & _THREE_PLAYERS:
            raise ValueError(f"GO type {self._game}: a game of three, expected one of four players")
        self._sidecar["go"] = dict(attributes)

    def _players(self, attributes: dict[str, str]) -> None:
        texts = [attributes.get(f"n{seat}") for seat in range(4)]
        if self._names is None:
            first, second, third, fourth = (urllib.parse.unquote(text or "") for text in texts)
            self._names = first, second, third, fourth
            self._sidecar["players"] = {
                key: attributes[key] for key in ("dan", "rate", "sx") if key in attributes
            }
        else:
            back = [str(seat) for seat, text in enumerate(texts) if text is not None]
            self._notes.append(Note(self.place, f"seat {' '.join(back)} came back"))

    def _left(self, attributes: dict[str, str]) -> None:
        seat = seat_of(attributes, "who")
        self._notes.append(Note(self.place, f"seat {seat} left the game"))

    def _init(self, attributes: dict[str, str]) -> None:
        if self._in_hand and not self._settled:
            raise ValueError("INIT within a hand, expected AGARI or RYUUKYOKU before")
        self._close()
        if not self._started:
            self._start()
        seed = numbers(attributes, "seed", 6)
        if not (0 <= seed[0] <= 15 and 0 <= seed[1] <= 999 and 0 <= seed[2] <= 999):
            raise ValueError(
                f"INIT seed {attributes['seed'][:60]!r}, expected round,honba,sticks,…"
            )
        self._rounds += 1
        wind, turn = Wind(seed[0] // 4), seed[0] % 4
        self.place = f"round {self._rounds} ({wind}{turn + 1}.{seed[1]})"
        self._dice.append([seed[3] + 1, seed[4] + 1])
        hands = tuple(
            tuple(self._tile(copy) for copy in numbers(attributes, f"hai{seat}", 13))
            for seat in range(4)
        )
        oya = seat_of(attributes, "oya")
        scores = four_hundreds(numbers(attributes, "ten", 4))
        marker = self._tile(seed[5])
        self._add(StartKyoku(wind, turn + 1, seed[1], seed[2], oya, scores, marker, hands))
        self._in_hand, self._settled, self._drawn = True, False, None

    def _start(self) -> None:
        if self._game is None:
            raise ValueError("INIT before GO, expected the kind of game first")
        names = self._names or ("", "", "", "")
        east_only = not self._game & _TWO_WINDS
        self._add(StartGame(names, "", 4 if east_only else 0, aka_flag=self._reds))
        self._started = True

    @property
    def _reds(self) -> bool:
        return not (self._game or 0) & _NO_REDS

    def _tile(self, copy: int) -> Tile:
        return from_136(copy, reds=self._reds)

    def _draw(self, seat: Seat, copy: int) -> None:
        self._need_hand("a draw")
        self._drawn, self._last_tile = copy, self._tile(copy)
        self._add(Tsumo(seat, self._last_tile))

    def _discard(self, seat: Seat, copy: int) -> None:
        self._need_hand("a discard")
        self._last_tile = self._tile(copy)
        self._add(Dahai(seat, self._last_tile, tsumogiri=copy == self._drawn))
        self._drawn = None

    def _meld(self, attributes: dict[str, str]) -> None:
        self._need_hand("a call")
        meld = parse_meld(number(attributes, "m"), seat_of(attributes, "who"), reds=self._reds)
        self._drawn = None
        self._last_tile = getattr(meld, "pai", meld.consumed[0])
        self._add(meld)

    def _reach(self, attributes: dict[str, str]) -> None:
        self._need_hand("a riichi")
        seat, step = seat_of(attributes, "who"), attributes.get("step")
        if step not in {"1", "2"}:
            raise ValueError(f"REACH step {step!r}, expected 1 or 2")
        self._add(Reach(seat) if step == "1" else ReachAccepted(seat))

    def _dora(self, attributes: dict[str, str]) -> None:
        self._need_hand("a dora indicator")
        self._add(Dora(self._tile(number(attributes, "hai"))))

    def _win(self, attributes: dict[str, str]) -> None:
        if not self._in_hand:
            raise ValueError("AGARI outside of a hand, expected INIT before")
        self._add(read_win(attributes, reds=self._reds))
        self._result(attributes)

    def _drawn_hand(self, attributes: dict[str, str]) -> None:
        self._need_hand("RYUUKYOKU")
        self._add(read_draw(attributes))
        self._result(attributes)

    def _result(self, attributes: dict[str, str]) -> None:
        self._settled = True
        scores = final_scores(attributes)
        if scores is not None:
            self._close()
            self._add(EndGame(scores))
            self._sidecar["owari"] = attributes["owari"][:200]

    def _close(self) -> None:
        if self._in_hand:
            self._add(EndKyoku())
            self._in_hand = False
