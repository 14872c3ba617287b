"""`jantaku hall load`: every entry once, in order, unchanged, through kills of everything."""

import json

import pytest

from table.hall.load.check import Outcome
from table.hall.load.run import Load, run_load


def clean(result):
    told = {name: result[name] for name in ("lost", "doubled", "changed", "disordered", "refused")}
    assert told == dict.fromkeys(told, 0)
    assert result["written"] == result["arrived"]
    assert result["good"]


@pytest.mark.timeout(240)
def test_a_short_run_with_a_kill_of_each_kind_loses_nothing(broker, postgres):
    load = Load(
        tables=6,
        events=60,
        speed=0,
        seed=4,
        broker_kills=1,
        ingest_kills=1,
        database_restarts=1,
        table_kills=2,
        database="postgres",
    )
    result = run_load(load, lambda _line: None)
    clean(result)
    assert (result["written"], result["chains_whole"]) == (360, 6)


@pytest.mark.timeout(120)
def test_a_small_hall_needs_neither_broker_nor_server(jantaku):
    code, said, _ = jantaku(
        "hall", "load", "--tables", 2, "--events", 30, "--speed", 0, "--https", "--json"
    )
    result = json.loads(said)
    clean(result)
    assert (code, result["way"], result["database"]) == (0, "https", "sqlite")


@pytest.mark.parametrize("option", ["--minutes", "--speed", "--events", "--broker-kills"])
@pytest.mark.parametrize("amount", ["nan", "inf", "-1", "1e300", "much"])
def test_an_amount_that_is_none_is_named(jantaku, option, amount):
    code, said, told = jantaku("hall", "load", "--tables", 1, option, amount)
    assert (code, said, told.count("\n")) == (2, "", 1)
    assert f"{option}: {amount!r}: expected 0 to 999999" in told


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_a_hundred_tables_a_thousand_events_each_through_every_kill(broker, postgres):
    load = Load(
        tables=100,
        events=1000,
        speed=0,
        minutes=15,
        seed=11,
        broker_kills=6,
        ingest_kills=3,
        database_restarts=3,
        table_kills=20,
        database="postgres",
    )
    result = run_load(load, print)
    print(json.dumps(result))
    clean(result)
    assert (result["arrived"], result["chains_whole"]) == (100_000, 100)
    assert result["faults"]["broker killed"] == 6
    assert result["faults"]["ingest killed"] == 3
    assert result["faults"]["database restarted"] == 3
    assert result["faults"]["tables killed"] == 20


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--tables", "0"], "--tables 0: expected 1 to 2000"),
        (["--speed", "0"], "--speed 0: expected --events too"),
        (["--database-restarts", "1"], "SQLite has none, expected postgres"),
        (["--https", "--broker-kills", "1"], "there is no broker with --https"),
        (["--minutes", "-1"], "--minutes: '-1': expected 0 to 999999"),
        (["--minutes", "0"], "expected numbers above zero"),
    ],
)
def test_a_load_that_cannot_be_is_refused(jantaku, words, said):
    code, _, err = jantaku("hall", "load", *words)
    assert (code, said in err) == (2, True)


def test_what_is_missing_or_other_is_not_good():
    assert Outcome(written=3, arrived=3, chains=1).good
    for bad in ("lost", "doubled", "changed", "disordered", "refused"):
        assert not Outcome(**{"written": 3, "arrived": 3, bad: 1}).good
    assert not Outcome(written=3, arrived=2).good
    assert Outcome(latencies_ms=[1.0, 2.0, 3.0, 100.0]).percentile(0.5) == 3.0


def test_the_checks_find_what_is_wrong():
    from table.hall.load.check import _compare

    found = {}
    for name, rows in {
        "good": [(1, "a"), (2, "b"), (3, "c")],
        "lost": [(1, "a"), (3, "c")],
        "changed": [(1, "a"), (2, "x"), (3, "c")],
        "disordered": [(2, "b"), (1, "a"), (3, "c")],
        "doubled": [(1, "a"), (2, "b"), (3, "c"), (3, "c"), (4, "d")],
    }.items():
        outcome = Outcome()
        _compare(outcome, ["a", "b", "c"], rows)
        found[name] = (
            outcome.good, outcome.lost, outcome.changed, outcome.disordered, outcome.doubled,
            outcome.chains,
        )  # fmt: skip
    assert found == {
        "good": (True, 0, 0, 0, 0, 1),
        "lost": (False, 1, 0, 0, 0, 0),
        "changed": (False, 0, 1, 0, 0, 0),
        "disordered": (False, 0, 0, 1, 0, 0),
        "doubled": (False, 0, 0, 0, 2, 0),
    }
