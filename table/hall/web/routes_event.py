"""The organisers' API: the event's settings, players, draws, rounds, clock and results."""

import secrets

from fastapi import APIRouter

from table.hall.event import judging, players, rounds, settings
from table.hall.event.book import round_of
from table.hall.web import views
from table.hall.web.requests import (
    DrawRequest,
    EndRequest,
    ExtraTime,
    NewPlayers,
    Number,
    PlayerChange,
    ResultRequest,
    SettingsRequest,
    SubstituteRequest,
    Withdrawal,
)
from table.hall.web.services import HallDep
from table.wording.speech import told

router = APIRouter(prefix="/api", tags=["event"])
Json = dict[str, object]


@router.put("/event")
def describe_event(hall: HallDep, request: SettingsRequest) -> Json:
    """Agree on rules, stages and tie-breaks; the rules stay once a round is drawn."""
    facts = request.model_dump(mode="json", exclude={"seen"})
    with hall.change("event", facts) as (connection, book):
        drawn = [one.stage for one in book.rounds]
        settings.write(connection, settings.parse(facts), drawn, request.seen)
    return views.event_view(hall.book(), hall.now())


@router.get("/players")
def list_players(hall: HallDep) -> list[Json]:
    """Everybody who is entered, substitutes too, with every game."""
    return views.players_view(hall.book())


@router.post("/players")
def enter_players(hall: HallDep, request: NewPlayers) -> list[Json]:
    """Enter players; all or none. A name that is there already is refused by name."""
    names = [(one.name, one.team) for one in request.players]
    with hall.change("players", request.model_dump()) as (connection, _):
        added = players.add(connection, names, substitute=request.substitute)
    return [{"id": one.id, "name": one.name, "team": one.team} for one in added]


@router.post("/players/fill")
def fill_players(hall: HallDep) -> list[Json]:
    """Enter as many substitutes as make the players a multiple of four."""
    with hall.change("fill", {}) as (connection, book):
        added = players.fill(connection, book.disqualified())
    return [{"id": one.id, "name": one.name} for one in added]


@router.patch("/players/{player}")
def change_player(hall: HallDep, player: Number, request: PlayerChange) -> Json:
    """Put a name or a team right; a name only before the player is drawn."""
    with hall.change("player", {"id": player, **request.model_dump()}) as (connection, _):
        players.change(connection, player, request.name, request.team)
    return views.player_view(hall.book(), player)


@router.delete("/players/{player}")
def remove_player(hall: HallDep, player: Number) -> Json:
    """Take out somebody who was entered by mistake, before the draw."""
    with hall.change("remove", {"id": player}) as (connection, _):
        players.remove(connection, player)
    return {"removed": player}


@router.post("/players/{player}/withdraw")
def withdraw_player(hall: HallDep, player: Number, request: Withdrawal) -> Json:
    """A player plays no more; a substitute takes the seats that are drawn already."""
    facts = {"id": player, **request.model_dump()}
    with hall.change("withdraw", facts) as (connection, book):
        if request.substitute is not None:
            rounds.substitute(connection, book, player, request.substitute, request.from_round)
        players.withdraw(connection, player, request.from_round, request.reason)
    return views.player_view(hall.book(), player)


@router.post("/rounds/draw")
def draw_rounds(hall: HallDep, request: DrawRequest) -> Json:
    """Draw the next rounds: all of a balanced stage, one of a stage seated by rank."""
    seed = secrets.randbelow(1 << 32) if request.seed is None else request.seed
    with hall.change("draw", {"seed": seed}) as (connection, book):
        numbers = rounds.draw(connection, book, seed, hall.tables(), hall.now())
    made = round_of(hall.book(), numbers[0])
    return {"rounds": numbers, "seed": seed, "draw": told(made.words)}


@router.post("/rounds/undraw")
def undraw_rounds(hall: HallDep) -> Json:
    """Take back the draw of every round that has not started."""
    with hall.change("undraw", {}) as (connection, book):
        return {"rounds": rounds.undraw(connection, book)}


@router.post("/rounds/{number}/start")
def start_round(hall: HallDep, number: Number) -> Json:
    """The start signal, for all tables."""
    with hall.change("start", {"round": number}) as (connection, book):
        rounds.start(connection, book, number, hall.now())
    return views.clock_view(hall.book(), hall.now())


@router.post("/rounds/{number}/pause")
def pause_round(hall: HallDep, number: Number) -> Json:
    """Stop the clock for all tables."""
    with hall.change("pause", {"round": number}) as (connection, book):
        rounds.pause(connection, book, number, hall.now())
    return views.clock_view(hall.book(), hall.now())


@router.post("/rounds/{number}/resume")
def resume_round(hall: HallDep, number: Number) -> Json:
    """Let the clock go on."""
    with hall.change("resume", {"round": number}) as (connection, book):
        rounds.resume(connection, book, number, hall.now())
    return views.clock_view(hall.book(), hall.now())


@router.post("/rounds/{number}/end")
def end_round(hall: HallDep, number: Number, request: EndRequest) -> Json:
    """Close a round; tables without a final result are named, unless it is ended anyway."""
    with hall.change("end", {"round": number, **request.model_dump()}) as (connection, book):
        rounds.end(connection, book, number, hall.now(), anyway=request.anyway)
    return views.round_view(hall.book(), round_of(hall.book(), number), hall.now())


@router.post("/rounds/{number}/extra")
def give_time(hall: HallDep, number: Number, request: ExtraTime) -> Json:
    """Give one table more time; its gong comes later."""
    with hall.change("extra", {"round": number, **request.model_dump()}) as (connection, book):
        total = rounds.give_time(connection, book, number, request.table, request.seconds)
    return {"table": request.table, "extra_s": total}


@router.post("/rounds/{number}/substitute")
def seat_substitute(hall: HallDep, number: Number, request: SubstituteRequest) -> Json:
    """Somebody plays for a player from this round on, scored at the table and not ranked."""
    facts = {"round": number, **request.model_dump()}
    with hall.change("substitute", facts) as (connection, book):
        changed = rounds.substitute(connection, book, request.player, request.substitute, number)
    return {"rounds": changed}


@router.put("/rounds/{number}/results/{table}")
def enter_result(hall: HallDep, number: Number, table: str, request: ResultRequest) -> Json:
    """Enter a result by hand; it stands instead of the journal's, which is kept."""
    facts = {"round": number, "table": table, **request.model_dump()}
    with hall.change("result", facts) as (connection, book):
        judging.enter_result(
            connection,
            book,
            number=number,
            table=table,
            scores=tuple(request.scores),
            tenths=tuple(request.tenths),
            entered_by=request.entered_by,
            reason=request.reason,
            at=hall.now(),
        )
    return views.table_view(hall.book(), round_of(hall.book(), number), table)


@router.delete("/rounds/{number}/results/{table}")
def drop_result(hall: HallDep, number: Number, table: str) -> Json:
    """Believe the table's journal again."""
    with hall.change("drop_result", {"round": number, "table": table}) as (connection, _):
        judging.drop_result(connection, number, table)
    return views.table_view(hall.book(), round_of(hall.book(), number), table)
