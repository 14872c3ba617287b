"""Questions: asked once, answered once, never lost; an answer is taken back with what it did."""

from scoring.seats import Seat
from scoring.tiles import Tile
from table.asking import (
    Alternative,
    Asked,
    asked_mapping,
    parse_asked,
    question_draft,
    withdrawal_draft,
)
from table.bootstrap.compose import compose
from table.bootstrap.settings import Settings
from table.core.corrections import Replace
from table.core.events import Dahai, Reach, ReachAccepted, Tsumo
from table.session import Order

SEVEN, ONE = Tile.parse("7p"), Tile.parse("1p")
RIICHI = Asked(
    "riichi-1",
    "riichi",
    "a stick lies before seat 2: is it a riichi?",
    Seat(2),
    (
        Alternative("yes", probability=0.8, events=(Reach(Seat(2)), ReachAccepted(Seat(2)))),
        Alternative("no", probability=0.2),
    ),
    clause="WRR-1",
    pictures=("ab" * 16,),
)


async def ask(table, asked=RIICHI):
    await write(table, question_draft(asked))


async def write(table, draft):
    """As an observer writes: beside the people, on whatever the state is."""
    await table.services.desk.session.change(Order(source="camera"), lambda *_: (draft,))


async def answer(client, question, choice, **more):
    body = {"id": question, "choice": choice, "client_id": next(client.ids), **more}
    return await client.post("/api/questions/answer", body)


def test_a_question_survives_being_written_down():
    edits = (Replace(4, (Dahai(Seat(0), SEVEN),)),)
    asked = Asked("q", "tile", "?", None, (Alternative("7p", "7p", 0.5, edits=edits),), entry=4)
    assert parse_asked(asked_mapping(asked)) == asked
    assert parse_asked(asked_mapping(RIICHI)) == RIICHI


async def test_a_question_makes_no_page_stale(client, table):
    seq = await client.seq()
    await ask(table)
    [question] = (await client.get("/api/questions")).json()
    assert (question["id"], question["seat"], question["clause"]) == ("riichi-1", 2, "WRR-1")
    assert [choice["label"] for choice in question["choices"]] == ["yes", "no"]
    assert (await client.state())["questions"] == 1
    body = {"seat": 0, "expected_seq": seq, "client_id": "a-stale-page"}
    assert (await client.post("/api/riichi", body)).status_code == 200


async def test_the_second_of_two_answers_is_refused_in_words(client, table, gather):
    await ask(table)
    answers = await gather(
        answer(client, "riichi-1", 0, by="Aki"), answer(client, "riichi-1", 1, by="Ben")
    )
    assert sorted(one.status_code for one in answers) == [200, 409]
    [refused] = [one.json() for one in answers if one.status_code == 409]
    assert refused["title"] == "Answered already"
    assert "answered already by" in refused["detail"]
    [closed] = (await client.get("/api/questions/answered")).json()
    assert closed["answer"]["by"] in {"Aki", "Ben"}
    assert (await client.get("/api/questions")).json() == []


async def test_an_answer_does_what_it_says_and_undo_opens_the_question_again(client, table):
    await ask(table)
    done = (await answer(client, "riichi-1", 0)).json()
    assert done["deltas"] == [0, 0, -1000, 0]
    assert done["question"]["answer"]["choice"] == "yes"
    assert (await client.command("/api/undo")).status_code == 200
    assert (await client.state())["questions"] == 1
    assert await client.points() == [30_000] * 4
    assert (await answer(client, "riichi-1", 1)).json()["deltas"] == [0] * 4


async def test_what_was_proposed_is_not_written_where_the_table_has_gone_on(client, table):
    await ask(table)
    assert (await client.command("/api/riichi", {"seat": 0})).status_code == 200
    refused = await answer(client, "riichi-1", 0)
    assert refused.status_code == 409
    assert "the table has gone on since it was asked" in refused.json()["detail"]
    assert (await client.state())["questions"] == 1
    assert await client.points() == [29_000, 30_000, 30_000, 30_000]
    assert (await client.command("/api/undo")).status_code == 200
    assert (await answer(client, "riichi-1", 0)).json()["deltas"] == [0, 0, -1000, 0]


async def test_an_answer_can_change_what_was_written(client, table):
    await client.command(
        "/api/events",
        {
            "events": [
                {"type": "tsumo", "actor": 0, "pai": "?"},
                {"type": "dahai", "actor": 0, "pai": "1p", "tsumogiri": None},
            ]
        },
    )
    entry = await client.seq()
    fixed = Replace(entry, (Dahai(Seat(0), SEVEN),))
    await ask(table, Asked("t", "tile", "1p or 7p?", Seat(0), (Alternative("7p", edits=(fixed,)),)))
    assert (await answer(client, "t", 0)).status_code == 200
    river = (await client.state())["play"]["seats"][0]["river"]
    assert [discard["tile"] for discard in river] == ["7p"]


def discard(seat, tile):
    return {"type": "dahai", "actor": seat, "pai": tile, "tsumogiri": None}


async def test_an_answer_that_changes_the_record_leaves_later_questions_answerable(client, table):
    """What is behind a correction is written again, with other numbers."""
    turns = [({"type": "tsumo", "actor": seat, "pai": "?"}, discard(seat, "1p")) for seat in (0, 1)]
    await client.command("/api/events", {"events": [event for turn in turns for event in turn]})
    entry = await client.seq()
    for seat, doubted in ((0, entry - 2), (1, entry)):
        fixed = Replace(doubted, (Dahai(Seat(seat), SEVEN),))
        ways = (Alternative("1p"), Alternative("7p", edits=(fixed,)))
        await ask(table, Asked(f"t{seat}", "tile", "1p or 7p?", Seat(seat), ways, entry=doubted))
    for undone in (True, False):
        assert (await answer(client, "t0", 1)).status_code == 200
        [question] = (await client.get("/api/questions")).json()
        assert question["entry"] > entry
        if undone:
            assert (await client.command("/api/undo")).status_code == 200
    assert (await answer(client, "t1", 1)).status_code == 200
    seats = (await client.state())["play"]["seats"]
    assert [seats[seat]["river"][0]["tile"] for seat in (0, 1)] == ["7p", "7p"]


async def test_an_answer_that_cannot_be_leaves_the_question_open(client, table):
    twice = Asked("x", "draw", "?", Seat(3), (Alternative("yes", events=(Tsumo(Seat(3)),)),))
    await ask(table, twice)
    await client.command("/api/riichi", {"seat": 2})
    await ask(table)
    refused = await answer(client, "riichi-1", 0)
    assert refused.status_code == 409
    assert len((await client.get("/api/questions")).json()) == 2
    assert (await answer(client, "riichi-1", None)).json()["question"]["answer"]["choice"] == (
        "dismissed"
    )


async def test_questions_outlive_the_program(client, table, tmp_path, eyes):
    await ask(table)
    await ask(table, Asked("other", "tile", "?"))
    await answer(client, "other", None)
    table.close()
    again = compose(Settings(), tmp_path / "data", eyes)
    assert [case.asked.id for case in again.services.desk.session.questions.waiting()] == [
        "riichi-1"
    ]
    again.close()


async def test_who_asked_can_withdraw(client, table):
    await ask(table)
    await write(table, withdrawal_draft("riichi-1", "the stick was moved"))
    assert (await client.get("/api/questions")).json() == []
    assert (await answer(client, "riichi-1", 0)).status_code == 409
    assert (await answer(client, "nobody asked", 0)).status_code == 404
