"""Simulated games: legal by our own rules and by another engine, varied, and the same by seed."""

import json
from collections import Counter

import pytest

from table.config import load_ruleset
from table.core.events import Dahai, EndGame, EndKyoku, Hora, Reach
from table.core.state import EMPTY, apply, fold
from table.formats.convert import convert
from table.formats.mjai_write import replay_lines
from table.formats.read import read_record
from table.replay.checking import check
from table.simulator.deck import full_set
from table.simulator.game import simulate

A_RUN = 9
"""Games of each ruleset that are judged in every run; 54 with six rulesets."""
KINDS = {"Hora", "Ryukyoku", "Chi", "Pon", "Reach", "ReachAccepted", "Dora"}


def test_every_game_is_good_by_our_own_rules(game, rules):
    ruleset = load_ruleset(rules)
    for seed in range(A_RUN):
        report = check(game(rules, seed), ruleset)
        assert report.mismatches == (), (rules, seed)
        assert report.unknown == 0
        assert report.rounds >= 4 * ruleset.game.rounds or min(report.scores) < 0


def test_every_game_is_good_by_another_engine(game, rules, judging):
    ruleset = load_ruleset(rules)
    judged = 0
    for seed in range(A_RUN):
        events = game(rules, seed)
        if judging.beyond(events, ruleset):
            continue
        assert judging.faults(events, ruleset) == [], (rules, seed)
        judged += 1
    assert judged > A_RUN // 2


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_a_thousand_games_are_good_by_another_engine(rules, judging):
    ruleset = load_ruleset(rules)
    judged = 0
    for seed in range(1000, 1200):
        events = simulate(ruleset, seed)
        assert check(events, ruleset).mismatches == (), (rules, seed)
        if not judging.beyond(events, ruleset):
            assert judging.faults(events, ruleset) == [], (rules, seed)
            judged += 1
    assert judged > 100


def test_points_and_sticks_are_kept_all_through(game, rules):
    ruleset = load_ruleset(rules)
    state = EMPTY
    for event in game(rules, 0):
        state = apply(state, event)
        if any(state.scores):
            assert state.total == 4 * ruleset.game.starting_points


def test_the_same_seed_is_the_same_game(game, rules):
    assert simulate(load_ruleset(rules), 3) == game(rules, 3)
    assert game(rules, 3) != game(rules, 4)


def test_the_players_win_call_riichi_and_deal_in(game, rules):
    seen = Counter(type(event).__name__ for seed in range(A_RUN) for event in game(rules, seed))
    wins = [
        event for seed in range(A_RUN) for event in game(rules, seed) if isinstance(event, Hora)
    ]
    assert seen.keys() >= KINDS
    assert seen["Ankan"] + seen["Kakan"] > 0
    assert {win.tsumo for win in wins} == {False, True}
    assert len({win.actor for win in wins}) == 4
    assert seen["Hora"] > seen["Ryukyoku"] > 0


def test_the_set_has_the_red_fives_of_the_ruleset():
    assert len(full_set(load_ruleset("tenhou"))) == 136
    assert sorted(map(str, (tile for tile in full_set(load_ruleset("tenhou")) if tile.red))) == [
        "0m",
        "0p",
        "0s",
    ]
    club = load_ruleset("jpml-b", {"red_fives": True})
    assert [str(tile) for tile in full_set(club) if tile.red] == ["0m", "0p", "0p", "0s"]
    assert not any(tile.red for tile in full_set(load_ruleset("wrr2015")))


def test_a_written_game_is_read_back_and_good(game, rules):
    events = game(rules, 1)
    record = read_record("".join(f"{line}\n" for line in replay_lines(events)).encode())
    assert record.fault is None
    report = check(record.events, load_ruleset(rules))
    assert report.mismatches == ()
    assert report.wins == sum(isinstance(event, Hora) for event in events)


def test_simulate_writes_a_game_that_replay_accepts(jantaku, tmp_path):
    path = tmp_path / "game.mjai.jsonl"
    assert jantaku("simulate", "--seed", 5, "--rules", "tenhou", "--out", path)[0] == 0
    code, out, _ = jantaku("replay", path, "--rules", "tenhou", "--check", "--json")
    report = json.loads(out)
    assert code == 0
    assert report["mismatches"] == []
    assert report["rounds"] >= 4
    code, out, _ = jantaku("replay", path, "--rules", "tenhou", "--check")
    assert code == 0
    assert "everything agrees" in out
    code, out, _ = jantaku("replay", path, "--rules", "wrr2015")
    assert code == 0
    assert "agrees" not in out
    again = jantaku("simulate", "--seed", 5, "--rules", "tenhou")[1]
    assert again == path.read_text()


def test_a_record_that_cannot_be_read_to_its_end_does_not_agree(jantaku, tmp_path):
    path = tmp_path / "cut.json"
    path.write_text("{}")
    code, out, said = jantaku("replay", path, "--check")
    assert (code, said.count("\n")) == (2, 1)
    assert "agrees" not in out


def test_what_could_not_be_judged_is_said_with_its_reason(jantaku, game, tmp_path):
    start, first, *rest = map(json.loads, replay_lines(game("wrr2015", 5)))
    path = tmp_path / "taken_up.mjai.jsonl"
    path.write_text("\n".join(map(json.dumps, [start, first | {"honba": 1}, *rest])))
    out = jantaku("replay", path, "--check")[1]
    assert "1 events could not be judged: the record begins in the middle of a game" in out


def test_the_other_rules_find_fault_with_it(jantaku, tmp_path):
    path = tmp_path / "game.mjai.jsonl"
    jantaku("simulate", "--seed", 5, "--rules", "tenhou", "--out", path)
    code, out, _ = jantaku("replay", path, "--rules", "wrr2015", "--check", "--json")
    assert code == 1
    assert any(one["what"] == "scores" for one in json.loads(out)["mismatches"])


def test_an_end_and_all_discards_are_there(game):
    events = game("wrr2015", 0)
    assert isinstance(events[-1], EndGame)
    assert sum(isinstance(event, Dahai) for event in events) > 100
    assert sum(isinstance(event, Reach) for event in events) > 0


def test_a_record_of_the_east_wind_only_is_checked_as_one(jantaku, tmp_path):
    ruleset = load_ruleset("wrr2015", {"rounds": 1})
    events = simulate(ruleset, 2)
    path = tmp_path / "east.mjai.jsonl"
    path.write_text("".join(f"{line}\n" for line in replay_lines(events)))
    assert json.loads(path.read_text().splitlines()[0])["kyoku_first"] == 4
    assert jantaku("replay", path, "--rules", "wrr2015", "--check")[0] == 0
    code, out, _ = jantaku("replay", path, "--check", "--option", "rounds=2", "--json")
    assert code == 1
    assert [one["what"] for one in json.loads(out)["mismatches"]] == ["game_goes_on"]


def test_a_changed_payment_is_found_where_it_is(jantaku, game, tmp_path):
    lines = list(replay_lines(game("wrr2015", 2)))
    place = next(place for place, line in enumerate(lines) if '"hora"' in line)
    won = json.loads(lines[place])
    won["deltas"][won["actor"]] += 100
    won["deltas"][(won["actor"] + 1) % 4] -= 100
    lines[place] = json.dumps(won)
    path = tmp_path / "changed.mjai.jsonl"
    path.write_text("\n".join(lines) + "\n")
    code, out, _ = jantaku("replay", path, "--check", "--json")
    assert code == 1
    first = json.loads(out)["mismatches"][0]
    assert (first["what"], first["event"], first["place"]) == (
        "deltas",
        place,
        f"line {place + 1}",
    )
    assert first["got"] == won["deltas"]


def test_an_impossible_event_is_named_and_the_rest_is_checked(game):
    events = list(game("wrr2015", 2))
    place = next(at for at, event in enumerate(events) if isinstance(event, Dahai))
    del events[place]
    report = check(events, load_ruleset("wrr2015"))
    assert report.mismatches[0].event == place
    assert {one.round for one in report.mismatches} == {1}


@pytest.mark.parametrize(
    "content", ["", "{", '{"type":"tsumo","actor":0,"pai":"5m"}\n', "\x00" * 99]
)
def test_what_is_no_record_is_one_line(jantaku, tmp_path, content):
    path = tmp_path / "broken.jsonl"
    path.write_text(content)
    code, _, err = jantaku("replay", path, "--check", "--json")
    assert code == 2
    assert err.count("\n") == 1
    assert "broken.jsonl" in err


def test_a_record_without_end_kyoku_is_good_too(game):
    lines = [line for line in replay_lines(game("tenhou", 1)) if '"end_kyoku"' not in line]
    record = read_record("\n".join(lines).encode())
    assert record.fault is None
    assert sum(isinstance(event, EndKyoku) for event in record.events) == len(record.notes) > 3
    assert check(record.events, load_ruleset("tenhou")).mismatches == ()


def test_sticks_left_at_the_end_are_known_to_go_to_the_leader(game):
    """Seed 23 ends with a draw and a riichi; neither mjai nor a document without `sc` says more."""
    rules, events = load_ruleset("tenhou"), game("tenhou", 23)
    end = events[-1].scores
    record = read_record("\n".join(replay_lines(events)).encode())
    document = json.loads(convert(record, "tenhou6", ruleset=rules).content)
    assert document.pop("sc")[::2] == list(end)
    again = read_record(json.dumps(document).encode())
    assert sum(fold(again.events[:-1]).scores) == sum(end) - 1000
    assert check(again.events, rules).mismatches == ()
