"""An observed record held against the truth: what agrees, what differs, what was asked about."""

import json

import pytest

from table.cli.main import main
from table.config import load_ruleset
from table.core.codec import event_mapping, parse_event
from table.core.events import StartKyoku
from table.replay.agreement import agreement
from table.simulator.game import simulate


@pytest.fixture(scope="module")
def game():
    return list(simulate(load_ruleset("wrr2015"), 3))


def rounds_of(game):
    return sum(isinstance(event, StartKyoku) for event in game)


def changed(event, **values):
    return parse_event(event_mapping(event) | values)


def nth(game, kind, number=0):
    return [i for i, event in enumerate(game) if event_mapping(event)["type"] == kind][number]


def test_a_game_agrees_with_itself(game):
    found = agreement(game, game)
    assert found.f1 == 1
    assert found.exact == found.rounds == found.points == rounds_of(game)
    assert found.silent == 0
    assert found.draws_same == found.draws_true > 0


def test_a_tile_that_was_misread_is_one_error_in_one_round(game):
    place = nth(game, "dahai", 5)
    pai = "1m" if event_mapping(game[place])["pai"] != "1m" else "2m"
    wrong = [*game[:place], changed(game[place], pai=pai), *game[place + 1 :]]
    found = agreement(wrong, game)
    assert found.exact == found.rounds - 1
    assert found.silent == 1
    assert found.same == found.true - 1
    assert found.f1 == pytest.approx(1 - 1 / found.true)
    assert found.differences[0].round == 1
    asked = [{"round": 1, "event": place}]
    assert agreement(wrong, game, asked).silent == 0
    assert agreement(wrong, game, [{"round": 2, "event": place}]).silent == 1


def test_a_dora_indicator_that_was_misread_is_one_error_of_the_same_round(game):
    place = nth(game, "start_kyoku", 1)
    other = "1m" if event_mapping(game[place])["dora_marker"] != "1m" else "2m"
    wrong = [*game[:place], changed(game[place], dora_marker=other), *game[place + 1 :]]
    found = agreement(wrong, game)
    assert (found.exact, found.silent, found.same) == (found.rounds - 1, 1, found.true - 1)
    assert found.differences[0].round == 2


def test_hidden_draws_are_no_difference(game):
    holes = [
        changed(event, pai="?") if event_mapping(event)["type"] == "tsumo" else event
        for event in game
    ]
    found = agreement(holes, game)
    assert found.f1 == 1
    assert found.draws_same == 0


def test_a_round_that_is_missing_is_missed_whole(game):
    second = nth(game, "start_kyoku", 1)
    third = nth(game, "start_kyoku", 2)
    found = agreement([*game[:second], *game[third:]], game)
    assert found.exact == found.rounds - 1
    assert found.told < found.true
    assert found.same == found.told


def test_a_round_under_another_name_is_the_same_round(game):
    second = nth(game, "start_kyoku", 1)
    renamed = changed(game[second], honba=game[second].honba + 1)
    wrong = [*game[:second], renamed, *game[second + 1 :]]
    found = agreement(wrong, game)
    assert found.exact == found.rounds - 1
    assert (found.told, found.same, found.silent) == (found.true, found.true - 1, 1)
    assert agreement(wrong, game, [{"round": 1, "event": 9, "kind": "end"}]).silent == 0
    assert agreement(wrong, game, [{"round": 1, "event": 9, "kind": "tile"}]).silent == 1
    discard = nth(game[second:], "dahai", 1) + second
    wrong[discard] = changed(game[discard], pai="1m" if game[discard].pai != "1m" else "2m")
    assert agreement(wrong, game, [{"round": 1, "event": 9, "kind": "end"}]).silent == 1


def test_other_points_are_counted_apart(game):
    place = nth(game, "hora")
    deltas = event_mapping(game[place])["deltas"]
    deltas = [deltas[1], deltas[0], *deltas[2:]]
    wrong = [*game[:place], changed(game[place], deltas=deltas), *game[place + 1 :]]
    found = agreement(wrong, game)
    assert found.exact == found.rounds
    assert found.points == found.rounds - 1


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "an empty file"),
        (b"\x00\xff", "expected mjai lines"),
    ],
)
def test_what_is_no_game_is_compared_with_nothing(jantaku, tmp_path, content, why):
    none, game = tmp_path / "none", tmp_path / "game"
    none.write_bytes(content)
    jantaku("simulate", "--seed", "3", "--out", game)
    for pair in ((none, none), (none, game), (game, none)):
        code, out, err = jantaku("compare", *pair)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert f"{none}: " in err
        assert why in err


def test_a_record_of_a_table_on_which_nothing_was_seen_lacks_every_round(jantaku, tmp_path):
    seen, game = tmp_path / "seen", tmp_path / "game"
    jantaku("simulate", "--seed", "3", "--out", game)
    seen.write_text(game.read_text().splitlines()[0] + "\n")
    code, out, _ = jantaku("compare", seen, game)
    assert code == 1
    assert out.startswith("0 of ")
    code, _, err = jantaku("compare", game, seen)
    assert code == 2
    assert "expected end_game" in err


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"questions": 3}'])
def test_a_summary_that_is_none_is_named(jantaku, tmp_path, content):
    jantaku("simulate", "--seed", "3", "--out", tmp_path / "record.mjai.jsonl")
    (tmp_path / "summary.json").write_text(content)
    code, _, err = jantaku("compare", tmp_path, tmp_path / "record.mjai.jsonl")
    assert code == 2
    assert "summary.json: expected a summary with its questions" in err


def test_the_command_says_where_a_record_differs(game, tmp_path, capsys):
    truth = tmp_path / "game.mjai.jsonl"
    assert main(["simulate", "--seed", "3", "--out", str(truth)]) == 0
    lines = truth.read_text().splitlines()
    place = next(i for i, line in enumerate(lines) if '"dahai"' in line)
    del lines[place]
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / "record.mjai.jsonl").write_text("".join(f"{line}\n" for line in lines))
    assert main(["compare", str(folder), str(truth), "--json"]) in {1, 2}
    out = capsys.readouterr()
    if out.out:
        assert json.loads(out.out)["silent"] == 1
    assert main(["compare", str(truth), str(truth)]) == 0
    assert "rounds exact, F1 1.0000" in capsys.readouterr().out
