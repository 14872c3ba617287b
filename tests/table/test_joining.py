"""Joining a game in its middle: a fresh record begins with the hand that is told."""

import json

import pytest

from table.bootstrap.compose import compose
from table.bootstrap.joining import join, read_start
from table.bootstrap.settings import Settings
from table.cli.main import main
from table.core.codec import parse_event
from table.core.incidents import Signal
from table.errors import TableError
from table.journal.store import Draft

TOLD = {
    "bakaze": "S", "kyoku": 2, "honba": 1, "kyotaku": 1, "oya": 1,
    "scores": [31000, 28000, 20000, 20000], "side": ["right", "top", "left", "bottom"],
}  # fmt: skip


@pytest.fixture
def told(tmp_path):
    path = tmp_path / "start.json"
    path.write_text(json.dumps(TOLD))
    return path


def test_a_table_joins_a_game_once(tmp_path, eyes, told):
    deal, sides = read_start(told)
    assert sides == (1, 2, 3, 0)
    table = compose(Settings(), tmp_path / "data", eyes, start=deal)
    state = table.services.desk.session.snapshot.state
    assert (str(state.bakaze), state.kyoku, state.honba, state.kyotaku, state.oya) == (
        "S", 2, 1, 1, 1,
    )  # fmt: skip
    assert state.scores == (31000, 28000, 20000, 20000)
    seq = table.services.desk.session.snapshot.seq
    table.close()
    again = compose(Settings(), tmp_path / "data", eyes, start=deal)
    assert again.services.desk.session.snapshot.seq == seq
    again.close()


def test_a_record_that_has_more_is_left_as_it_is(tmp_path, eyes, told):
    deal, _ = read_start(told)
    table = compose(Settings(), tmp_path / "data", eyes)
    journal = table.services.desk.session._journal
    journal.append([Draft(Signal("linked"))], source="table")
    journal.append([Draft(_tsumo())], source="camera")
    seq = journal.seq
    join(journal, deal)
    assert journal.seq == seq
    table.close()


def _tsumo():
    return parse_event({"type": "tsumo", "actor": 0, "pai": "?"})


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"side": ["top"]}, "expected the four of"),
        ({"type": "dora", "dora_marker": "1m"}, "expected start_kyoku"),
        ({"oya": 2}, "oya 2 in kyoku 2, expected 1"),
    ],
)
def test_a_start_that_is_none_is_named(told, change, words):
    told.write_text(json.dumps({**TOLD, **change}))
    with pytest.raises(TableError, match=words):
        read_start(told)


def test_the_command_line_names_a_bad_start(told, tmp_path, capsys):
    told.write_text("no json")
    arguments = ["run", "--port", "0", "--data", str(tmp_path / "data"), "--start", str(told)]
    assert main(arguments) == 2
    assert "expected a JSON object" in capsys.readouterr().err
    assert not (tmp_path / "data").exists()


def test_sources_on_the_command_line_are_checked_before_anything_is_opened(tmp_path, capsys):
    data = ["--data", str(tmp_path / "data")]
    assert main(["run", "--port", "0", "--camera", "hand9=0", *data]) == 2
    assert "expected one of table, hand0" in capsys.readouterr().err
    assert main(["run", "--port", "0", "--camera", "hand1=0", *data]) == 2
    assert "expected one that is the table's" in capsys.readouterr().err
    assert not (tmp_path / "data").exists()


def test_a_beginning_nested_without_end_is_refused(told):
    told.write_text("[" * 100_000)
    with pytest.raises(TableError, match=r"start\.json: .*expected a JSON object"):
        read_start(told)
