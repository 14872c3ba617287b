"""The table as clients see it, and the commands that change it."""

from typing import Any, Literal

from pydantic import Field, field_validator

from table.web.views.base import (
    MAX_SEATS,
    ClientId,
    PlayerName,
    Probability,
    Request,
    RulesetId,
    SeatNumber,
    Sequence,
    View,
    WindLetter,
)
from table.web.views.play import PlayView
from table.wording.fields import Clause, Words


class PlayerView(View):
    """One seat, as it stands now."""

    seat: SeatNumber
    name: str
    wind: WindLetter
    points: int
    dealer: bool
    riichi: bool = Field(description="its stick was laid in this hand")
    dead: bool = Field(description="the hand is dead: no calls, no win, noten")
    penalty: float = Field(description="points that rulings take off the overall score")


class RulesetView(View):
    """A ruleset that games can be played by."""

    id: str
    name: Words
    abortive: list[str] = Field(description="its abortive draws, by their names")
    several_winners: bool = Field(description="each of several rons on one tile wins")
    red_fives: bool


class DueView(View):
    """One payment of a settled hand."""

    payer: SeatNumber | None = Field(description="null: the sticks on the table")
    receiver: SeatNumber
    points: int
    counters: int = Field(description="points of it that are for counters")
    why: Literal["ron", "tsumo", "liable", "sticks", "noten", "nagashi", "chombo", "returned"]
    clause: Clause


class HandResultView(View):
    """One finished hand of the current game."""

    commit: int = Field(description="the first journal entry of the commit that settled it")
    bakaze: WindLetter
    kyoku: int
    honba: int
    oya: SeatNumber
    kind: Literal["win", "draw", "chombo"]
    winner: SeatNumber | None
    discarder: SeatNumber | None = Field(description="null for a draw and for tsumo")
    tenpai: list[SeatNumber] | None = Field(description="null for a win or a chombo alone")
    deltas: list[int] = Field(description="of the win or draw; sticks laid before are not in them")
    dues: list[DueView] = Field(description="who paid whom, and why; they add up to the deltas")
    points: list[int] = Field(description="after the hand")
    summary: Words


class RulingView(View):
    """One ruling of the game."""

    ruling: int = Field(description="its place among them; what cancelling names")
    kind: Literal["chombo", "penalty", "warning", "dead_hand", "reach_void"]
    actor: SeatNumber
    reason: str
    clause: Clause
    penalty: float = Field(description="points off the overall score")
    hand: int = Field(description="how many hands were finished when it was made")
    cancelled: bool


class StandingView(View):
    """A seat's place and session score when the game has ended."""

    seat: SeatNumber
    place: int = Field(description="1-4; tied seats share the better place")
    points: int
    uma: float = Field(description="in thousands of points")
    score: float = Field(description="in thousands of points")
    penalty: float = Field(description="points that rulings take off")
    total: float = Field(description="the score less the penalty")
    ranked: bool = Field(description="false for a substitute, and for who is disqualified")


class UndoView(View):
    """The commit that the next undo takes back, or the next redo restores."""

    commit: int
    what: Words


class TableView(View):
    """The whole table; the same for every client."""

    game: int = Field(description="which game of the journal it is, counted from 1")
    phase: Literal["hand", "ended"]
    ruleset: RulesetView
    bakaze: WindLetter
    kyoku: int
    honba: int
    kyotaku: int = Field(description="riichi sticks on the table")
    riichi_bet: int = Field(description="points that a stick stands for")
    oya: SeatNumber
    players: list[PlayerView] = Field(description="by seat")
    hands: list[HandResultView] = Field(description="oldest first")
    rulings: list[RulingView] = Field(description="of this game, in their order")
    play: PlayView | None = Field(description="the hand in progress; null between hands")
    gong: bool = Field(description="the end signal has been given")
    total: int = Field(description="points and sticks together; no hand changes it")
    questions: int = Field(description="how many questions are open")
    standings: list[StandingView] | None = Field(description="best first; null before the end")
    undo: UndoView | None
    redo: UndoView | None


class SnapshotView(View):
    """The table and the number of the journal entry it rests on."""

    journal: str = Field(description="which journal the numbers belong to")
    seq: Sequence
    state: TableView


class EntryView(View):
    """One line of the journal."""

    seq: int
    commit: int = Field(description="the first entry written together with this one")
    at: str = Field(description="ISO 8601, UTC")
    source: str
    confidence: Probability | None
    event: dict[str, Any] = Field(description="mjai's names and fields")
    about: Words = Field(description="why, which foul, which word; empty where there is nothing")
    supersedes: int | None = Field(description="the commit that this one takes back")
    hash: str


class EvidenceEntryView(EntryView):
    """A line of the journal with its evidence."""

    evidence: dict[str, Any] | None


class CommandRequest(Request):
    """A change to the table: made once, and only to the state that its sender saw."""

    expected_seq: Sequence
    client_id: ClientId


class DrawRequest(CommandRequest):
    """An exhaustive draw and who showed tenpai."""

    tenpai: list[SeatNumber] = Field(max_length=MAX_SEATS)

    @field_validator("tenpai")
    @classmethod
    def _each_seat_once(cls, seats: list[int]) -> list[int]:
        if len(set(seats)) < len(seats):
            raise ValueError(f"got {seats}; expected each seat once")
        return seats


class RiichiRequest(CommandRequest):
    """A riichi whose discard has passed: the stick is laid."""

    seat: SeatNumber


class UndoRequest(CommandRequest):
    """Take back the last commit that still stands."""


class RedoRequest(CommandRequest):
    """Restore what the last undo took back."""


class GameRequest(CommandRequest):
    """A new game; the one before stays in the journal."""

    names: list[PlayerName] = Field(min_length=MAX_SEATS, max_length=MAX_SEATS)
    ruleset: RulesetId


class ConfirmedView(SnapshotView):
    """A command that is safe on disk, and the table now."""

    repeated: bool = Field(description="this client_id was confirmed before; nothing was added")
    notes: list[Words] = Field(description="what else was done, in words")
    deltas: list[int] = Field(description="what it changed on each seat; zeros when repeated")
