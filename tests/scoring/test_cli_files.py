"""`jantaku score` of files: cases, and hands of which some tiles are doubtful."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

CASES = Path(__file__).parents[1] / "data" / "cases.jsonl"


def test_cases_that_have_a_preset_all_pass(jantaku, tmp_path):
    file = tmp_path / "wrr.jsonl"
    lines = [line for line in CASES.read_text(encoding="utf-8").splitlines() if '"wrr20' in line]
    file.write_text("\n".join(lines) + "\n\n", encoding="utf-8")
    code, out, err = jantaku("score", "--cases", file, "--json")

    assert (code, err) == (0, "88 cases: 0 failed, 0 not readable\n")
    outcomes = [json.loads(line) for line in out.splitlines()]
    assert len(outcomes) == 88
    assert all(outcome["ok"] is True for outcome in outcomes)
    assert all(set(outcome) == {"id", "ok", "result"} for outcome in outcomes)


def test_cases_are_read_from_the_standard_input_as_from_a_file(jantaku, monkeypatch, tmp_path):
    told = json.loads(CASES.read_text(encoding="utf-8").splitlines()[0]) | {"id": "一"}
    text = json.dumps(told, ensure_ascii=False).encode("utf-8-sig")
    (tmp_path / "cases").write_bytes(text)
    piped = io.TextIOWrapper(io.BytesIO(text), encoding="ascii", errors="replace")
    monkeypatch.setattr("sys.stdin", piped)
    assert jantaku("score", "--cases", "-") == jantaku("score", "--cases", tmp_path / "cases")


BAD_LINES = [
    ("{", "line 1", "expected JSON"),
    ("[1]", "line 1", "expected a JSON object"),
    ("[" * 100_000, "line 1", "expected JSON"),
    ('{"id": "a"}', "a", "field 'concealed': missing"),
    ('{"id": "b", "ruleset": "emma"}', "b", "field 'concealed'"),
    ('{"id": "c", "honba": NaN}', "line 1", "NaN, expected a finite number"),
    ('{"id": -Infinity}', "line 1", "-Infinity, expected a finite number"),
    ('{"id": 1e999}', "line 1", "1e999, expected a finite number"),
    ("\ufffd\x00", "line 1", "expected JSON"),
    ('{"id": "d", "expect": 7}', "d", "field 'expect' = 7: expected dict"),
]


@pytest.mark.parametrize(("line", "name", "error"), BAD_LINES)
def test_a_bad_line_is_named_and_the_rest_go_on(jantaku, tmp_path, line, name, error):
    good = CASES.read_text(encoding="utf-8").splitlines()[0]
    file = tmp_path / "cases.jsonl"
    file.write_text(f"{line}\n{good}\n", encoding="utf-8")
    code, out, _ = jantaku("score", "--cases", file, "--json")
    bad, outcome = map(json.loads, out.splitlines())

    assert code == 2
    assert bad["id"] == name
    assert error in bad["error"]
    assert outcome["ok"] is True


@pytest.mark.parametrize("content", ["", "\n \n"])
def test_a_file_without_a_case_is_refused(jantaku, tmp_path, content):
    file = tmp_path / "cases.jsonl"
    file.write_text(content)
    code, out, err = jantaku("score", "--cases", file)
    assert (code, out, err) == (2, "", f"jantaku: {file}: no case, expected a line a case\n")


@pytest.mark.parametrize("way", ["--cases", "--uncertain"])
@pytest.mark.parametrize(
    ("option", "why"),
    [
        (("--riichi",), "--riichi: expected with HAND, not with --"),
        (("--double-riichi",), "--double-riichi: expected with HAND"),
        (("--round", "E"), "--round: expected with HAND"),
        (("--honba", "1"), "--honba: expected with HAND"),
        (("--context", "file"), "--context: expected with HAND"),
        (("--readings",), "--readings: expected with HAND"),
        (("--rules", "nope"), "ruleset 'nope': expected one of"),
    ],
)
def test_what_a_file_has_no_use_for_is_refused(jantaku, way, option, why):
    code, out, err = jantaku("score", way, CASES, *option)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert why in err


def test_every_case_is_as_expected(jantaku):
    code, out, err = jantaku("score", "--cases", CASES, "--json")
    outcomes = [json.loads(line) for line in out.splitlines()]

    assert (code, err) == (0, "148 cases: 0 failed, 0 not readable\n")
    assert all(outcome["ok"] is True for outcome in outcomes)


def test_a_ruleset_without_a_preset_is_an_error_of_that_line(jantaku, tmp_path):
    first = json.loads(CASES.read_text(encoding="utf-8").splitlines()[0])
    file = tmp_path / "cases.jsonl"
    unknown = {**first, "id": "unknown", "ruleset": "emma"}
    file.write_text(f"{json.dumps(first)}\n{json.dumps(unknown)}\n", encoding="utf-8")

    code, out, err = jantaku("score", "--cases", file, "--json")
    right, wrong = (json.loads(line) for line in out.splitlines())

    assert (code, err) == (2, "2 cases: 0 failed, 1 not readable\n")
    assert right["ok"] is True
    assert wrong["error"].startswith("ruleset 'emma': expected one of ")


def test_a_failed_case_is_a_no(jantaku, tmp_path):
    first = json.loads(CASES.read_text(encoding="utf-8").splitlines()[0])
    first["expect"]["yaku"] = ["riichi", "ippatsu"]
    unjudged = {**first, "id": "no expectation"}
    del unjudged["expect"]
    file = tmp_path / "cases.jsonl"
    file.write_text(f"{json.dumps(first)}\n{json.dumps(unjudged)}\n", encoding="utf-8")

    code, out, _ = jantaku("score", "--cases", file, "--json")
    assert code == 1
    assert [json.loads(line)["ok"] for line in out.splitlines()] == [False, None]
    code, out, _ = jantaku("score", "--cases", file)
    assert out.splitlines() == ["Y01a-riichi-ron: FAILED: 2300", "no expectation: scored: 2300"]


def test_cases_in_words(jantaku, tmp_path):
    lines = CASES.read_text(encoding="utf-8").splitlines()
    furiten = next(line for line in lines if "I03-discard-furiten" in line)
    file = tmp_path / "cases.jsonl"
    file.write_text(f"{furiten}\n{{\n", encoding="utf-8")
    code, out, _ = jantaku("score", "--cases", file)

    assert code == 2
    assert out.splitlines()[0] == "I03-discard-furiten: ok: refused, furiten"
    assert out.splitlines()[1].startswith("line 2: error: ")


UNCERTAIN = {
    "concealed": [[[tile, 1.0]] for tile in ("2m", "3m", "4m", "5m", "6m", "7m", "3p", "4p", "5p")]
    + [[["2s", 1.0]], [["2s", 1.0]], [["6s", 1.0]], [["7s", 1.0]], [["8s", 0.7], ["5s", 0.2]]],
    "melds": [],
    "win_tile": 13,
    "win": "ron",
    "seat_wind": "S",
    "round_wind": "E",
}


def test_an_uncertain_hand(jantaku, tmp_path):
    file = tmp_path / "hand.json"
    file.write_text(json.dumps(UNCERTAIN), encoding="utf-8")
    code, out, _ = jantaku("score", "--uncertain", file, "--json")
    document = json.loads(out)

    assert code == 0
    assert [reading["concealed"] for reading in document["readings"]] == [
        "234567m345p22678s",
        "234567m345p22567s",
    ]
    assert document["readings"][0]["probability"] == pytest.approx(0.777778)
    assert document["readings"][0]["result"]["total"] == 2000
    assert document["impossible"] == 0
    assert document["check"]["index"] == 13

    code, out, _ = jantaku("score", "--uncertain", file)
    assert " 77.78%  234567m345p22678s: 2 han 30 fu, 2000" in out
    assert "0 combinations are impossible" in out
    assert "check tile 13: 8s (78%) or 5s (22%)" in out

    sure = {**UNCERTAIN, "concealed": [*UNCERTAIN["concealed"][:13], [["8s", 1.0]]]}
    file.write_text(json.dumps(sure), encoding="utf-8")
    _, out, _ = jantaku("score", "--uncertain", file)
    assert out.splitlines()[-1] == "0 combinations are impossible"


def test_an_uncertain_meld_in_words(jantaku, tmp_path):
    chi = {"type": "chi", "tiles": [[["6s", 1]], [["7s", 1]], [["8s", 0.5], ["5s", 0.5]]]}
    hand = {**UNCERTAIN, "concealed": UNCERTAIN["concealed"][:11], "melds": [chi], "win_tile": "2s"}
    file = tmp_path / "hand.json"
    file.write_text(json.dumps(hand), encoding="utf-8")

    assert "check tile 2 of meld 0: " in jantaku("score", "--uncertain", file)[1]


def test_an_uncertain_hand_that_can_be_nothing_is_a_no(jantaku, tmp_path):
    file = tmp_path / "hand.json"
    file.write_text(json.dumps({**UNCERTAIN, "win_tile": "9s"}), encoding="utf-8")
    code, out, _ = jantaku("score", "--uncertain", file, "--json")

    assert code == 1
    assert json.loads(out)["readings"] == []
    assert json.loads(out)["check"] is None


def test_an_uncertain_hand_that_may_not_win_is_a_no(jantaku, tmp_path):
    file = tmp_path / "hand.json"
    file.write_text(json.dumps({**UNCERTAIN, "context": {"dead_hand": True}}), encoding="utf-8")
    code, out, _ = jantaku("score", "--uncertain", file, "--json")

    assert code == 1
    assert {one["result"]["reason"] for one in json.loads(out)["readings"]} == {"dead_hand"}


@pytest.mark.parametrize("text", ["", "3", "[]", '{"options": 3}', '{"ruleset": ["wrr2013"]}'])
def test_an_uncertain_hand_that_is_none(jantaku, tmp_path, text):
    file = tmp_path / "hand.json"
    file.write_text(text, encoding="utf-8")
    code, out, err = jantaku("score", "--uncertain", file)

    assert (code, out, err.count("\n")) == (2, "", 1)


def test_the_installed_command_from_pipe_to_exit_code():
    case = CASES.read_text(encoding="utf-8").splitlines()[0]
    command = [sys.executable, "-m", "table", "score", "--cases", "-", "--json"]
    done = subprocess.run(command, input=case, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "1 cases: 0 failed, 0 not readable\n")
    assert json.loads(done.stdout)["ok"] is True
