"""The record event by event, and its corrections."""

from typing import Any, Literal

from pydantic import Field

from table.web.views.base import Request, SeatNumber, View, WindLetter
from table.web.views.rulings import PreviewEndRequest, ShortText
from table.web.views.table import CommandRequest, ConfirmedView
from table.wording.fields import Words


class EventView(View):
    """One event of the record as it stands."""

    entry: int = Field(description="the number of its journal entry; what a correction names")
    commit: int
    at: str
    source: str
    confidence: float | None
    event: dict[str, Any] = Field(description="mjai's names and fields")
    about: Words = Field(description="why, which foul, which word; empty where there is nothing")
    seat: SeatNumber | None
    pictures: list[str] = Field(description="ids for /api/evidence/: the crop, the frame, the clip")
    film_s: float | None = Field(description="its place in the film, where there is one")
    why: Words = Field(description="why it was written, as its observer said")
    allowed: bool | None = Field(description="by the rules; null: it cannot be known")
    reasons: list[Words] = Field(description="why not, with the clause")


class HandEventsView(View):
    """One hand's events, the deal first."""

    hand: int = Field(description="its place in the game, from 0")
    bakaze: WindLetter
    kyoku: int
    honba: int
    over: bool
    events: list[EventView]


class HistoryView(View):
    """One hand of the present game."""

    seq: int
    hands: int = Field(description="how many hands the game has, the one in progress included")
    shown: HandEventsView


class EditRequest(Request):
    """One change of the record: replace, insert, reseat, or end: how a hand ended instead."""

    kind: Literal["replace", "insert", "reseat", "end"]
    entry: int | None = Field(
        default=None, ge=1, description="replace: the entry that goes; end: any of its hand"
    )
    before: int | None = Field(default=None, ge=0, description="insert: 0 puts it at the end")
    events: list[dict[str, Any]] | None = Field(
        default=None, max_length=16, description="what comes, in mjai's words; none removes"
    )
    seats: list[SeatNumber] | None = Field(
        default=None, max_length=4, description="reseat: what is said of seat i, seats[i] did"
    )
    end: PreviewEndRequest | None = Field(
        default=None, description="end: how the hand of this entry really ended"
    )
    first: int | None = Field(default=None, ge=1)
    last: int | None = Field(default=None, ge=1)


class EditsRequest(Request):
    """Changes that belong together."""

    edits: list[EditRequest] = Field(min_length=1, max_length=16)


class CorrectionCommand(EditsRequest, CommandRequest):
    """A correction to write."""

    reason: ShortText
    ruled_by: ShortText = ""


class HandChangeView(View):
    """One hand that a correction changes."""

    hand: int
    before: Words | None = Field(description="null: the correction adds it")
    after: Words | None = Field(description="null: the correction takes it away")
    deltas_before: list[int] | None
    deltas_after: list[int] | None


class CorrectionView(View):
    """What a correction would change; nothing is changed."""

    rewritten: int = Field(description="how many events would be written again")
    points_before: list[int]
    points_after: list[int]
    hands: list[HandChangeView]
    now_before: Words = Field(description="the hand in progress, as in East 2, honba 1")
    now_after: Words
    notes: list[Words] = Field(description="what could not be decided again and stays as written")


class CorrectedView(ConfirmedView):
    """A correction that is safe on disk."""
