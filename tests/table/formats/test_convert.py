"""`jantaku convert`: what it writes, what it refuses, and that a refusal leaves nothing behind."""

import json
import re
import subprocess
import sys
from urllib.parse import quote

import pytest

from table.cli.convert import FORMATS
from table.cli.main import main


@pytest.fixture
def source(tmp_path, mjai):
    path = tmp_path / "game.mjai.jsonl"
    path.write_bytes(mjai)
    return path


def convert(source, target, out, *more):
    return main(["convert", str(source), "--to", target, "--out", str(out), *map(str, more)])


def test_to_tenhou6_and_back_is_the_same_file(source, tmp_path):
    assert convert(source, "tenhou6", tmp_path / "game.json") == 0
    assert convert(tmp_path / "game.json", "mjai", tmp_path / "back.jsonl") == 0
    assert convert(source, "mjai", tmp_path / "again.jsonl") == 0
    assert (tmp_path / "back.jsonl").read_bytes() == (tmp_path / "again.jsonl").read_bytes()


def test_one_seat_sees_its_own_tiles_only(source, tmp_path):
    assert convert(source, "mjai", tmp_path / "seat1.jsonl", "--seat", 1) == 0
    for line in (tmp_path / "seat1.jsonl").read_text().splitlines():
        event = json.loads(line)
        if event["type"] == "tsumo":
            assert (event["pai"] == "?") == (event["actor"] != 1)
        if event["type"] == "start_kyoku":
            assert [hand.count("?") for hand in event["tehais"]] == [13, 0, 13, 13]


def start_of(path):
    return json.loads(path.read_text().splitlines()[0])


SAID = [
    {"rules": {"kuitan": False, "starting_points": 30000, "of_others": [1, None]}},
    {"rules": {"ruleset": "rcr", "double_wind_fu": 2}},
    {"preset": "mahjong-soul"},
]


@pytest.mark.parametrize("said", SAID)
@pytest.mark.parametrize("seat", [(), ("--seat", 2)])
def test_what_an_mjai_record_says_of_its_rules_is_said_again(source, tmp_path, said, seat):
    first, *rest = source.read_text().splitlines()
    source.write_text("\n".join([json.dumps(json.loads(first) | said), *rest]))
    assert convert(source, "mjai", tmp_path / "again.jsonl", *seat) == 0
    again = start_of(tmp_path / "again.jsonl")
    assert {name: again[name] for name in again.keys() & {"rules", "preset"}} == said
    assert convert(source, "tenhou6", tmp_path / "log.json") == 0
    assert json.loads((tmp_path / "log.evidence.json").read_text())["rules"] == said


@pytest.mark.parametrize("value", ["NaN", "-Infinity", "1e999", '[{"a": NaN}]'])
def test_a_rule_that_is_no_json_is_left_out_and_said(source, tmp_path, value):
    first, *rest = source.read_text().splitlines()
    rules = f'"rules":{{"kuitan":false,"uma":{value}}}'
    source.write_text("\n".join([first[:-1] + f",{rules}}}", *rest]))
    for target, out in (("mjai", "again.jsonl"), ("tenhou6", "log.json")):
        assert convert(source, target, tmp_path / out) == 0
        evidence = tmp_path / f"{out.split('.')[0]}.evidence.json"
        for line in (tmp_path / out).read_text().splitlines():
            json.loads(line, parse_constant=pytest.fail)
        (note,) = json.loads(evidence.read_text(), parse_constant=pytest.fail)["notes"]
        assert note["text"] == "rules 'uma': left out, expected a value that JSON has"
    assert start_of(tmp_path / "again.jsonl")["rules"] == {"kuitan": False}


@pytest.mark.parametrize("value", ["NaN", "-Infinity", "1e999", '{"a": [NaN]}'])
def test_a_rating_that_is_no_json_is_left_out_and_said(tmp_path, tenhou6, value):
    document = json.dumps(json.loads(tenhou6) | {"dan": ["", "初段"], "rate": 0})
    (tmp_path / "log.json").write_text(document.replace('"rate": 0', f'"rate": [1500.5, {value}]'))
    assert convert(tmp_path / "log.json", "mjai", tmp_path / "game.jsonl") == 0
    evidence = (tmp_path / "game.evidence.json").read_text()
    beside = json.loads(evidence, parse_constant=pytest.fail)
    (note,) = (one for one in beside["notes"] if one["place"] == "head")
    assert note["text"] == "rate: left out, expected a value that JSON has"
    assert "rate" not in beside["source"]
    assert beside["source"]["dan"] == ["", "初段"]


def test_a_ruleset_that_is_asked_for_is_said_to_a_seat_as_well(source, tmp_path):
    for out, seat in (("all.jsonl", ()), ("seat1.jsonl", ("--seat", 1))):
        assert convert(source, "mjai", tmp_path / out, "--rules", "wrr2015", *seat) == 0
    said = start_of(tmp_path / "seat1.jsonl")["rules"]
    assert said == start_of(tmp_path / "all.jsonl")["rules"]
    assert said["starting_points"] == 30000


def test_a_record_with_holes_is_no_replay(source, tmp_path, capsys):
    assert convert(source, "mjai", tmp_path / "seat1.jsonl", "--seat", 1) == 0
    capsys.readouterr()
    for target in ("mjai", "tenhou6"):
        assert convert(tmp_path / "seat1.jsonl", target, tmp_path / "no") == 2
        said = capsys.readouterr().err
        assert "E1.0 event 0: 13 dealt tiles of seat 0 are unknown" in said
        assert said.count("\n") == 1
    assert not (tmp_path / "no").exists()
    assert convert(tmp_path / "seat1.jsonl", "csv", tmp_path / "hands.csv") == 0


def test_a_cut_record_is_refused_with_its_place(source, tmp_path, capsys):
    source.write_bytes(source.read_bytes()[:1700])
    out = tmp_path / "no.json"
    out.write_text("as it was")
    assert convert(source, "tenhou6", out) == 2
    said = capsys.readouterr().err
    assert "line " in said
    assert "events before it can be read" in said
    assert said.count("\n") == 1
    assert out.read_text() == "as it was"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.mjai.jsonl", "no.json"]


def test_the_record_itself_is_not_overwritten(source, capsys):
    before = source.read_bytes()
    assert convert(source, "tenhou6", source) == 2
    assert "it is the record itself" in capsys.readouterr().err
    assert source.read_bytes() == before


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (("--rules", "nope"), "nope"),
        (("--seat", "0"), "--seat 0"),
    ],
)
def test_bad_options_are_one_line(source, tmp_path, capsys, more, message):
    assert convert(source, "tenhou6", tmp_path / "no", *more) == 2
    said = capsys.readouterr().err
    assert message in said
    assert said.count("\n") == 1


def test_json_says_what_was_written(tmp_path, tenhou6, capsys):
    (tmp_path / "game.json").write_bytes(tenhou6)
    out = tmp_path / "game.mjai.jsonl"
    assert convert(tmp_path / "game.json", "mjai", out, "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["out"] == str(out)
    assert answer["sidecar"] == str(tmp_path / "game.mjai.evidence.json")
    assert json.loads((tmp_path / "game.mjai.evidence.json").read_text())["rules"]


@pytest.mark.parametrize("target", ["csv", "html", "pdf"])
def test_a_score_sheet_tells_the_notes_that_no_place_on_it_is_for(source, tmp_path, capsys, target):
    lines = source.read_text().splitlines()
    name = json.loads(lines[0])["names"][0]
    lines[0] = lines[0].replace(json.dumps(name), json.dumps(f"{name}\t"))
    kept = [line for line in lines if '"end_kyoku"' not in line]
    source.write_text("\n".join(kept))
    assert convert(source, target, tmp_path / "sheet", "--json") == 0
    said = capsys.readouterr()
    warnings = json.loads(said.out)["warnings"]
    assert said.err.splitlines() == [f"jantaku: {warning}" for warning in warnings]
    assert sum("no end_kyoku: the hand ends with its result" in one for one in warnings) == (
        len(lines) - len(kept)
    )
    assert sum(f"name '{name}\\t'" in one for one in warnings) == 1
    assert convert(source, "mjai", tmp_path / "game.jsonl", "--json") == 0  # has a sidecar for them
    assert len(json.loads(capsys.readouterr().out)["warnings"]) == 1


def test_nothing_is_written_beside_what_is_open_already(tmp_path, tenhou6, capfd):
    (tmp_path / "game.json").write_bytes(tenhou6)
    with (tmp_path / "out").open("wb") as out:
        name = f"/dev/fd/{out.fileno()}"
        assert convert(tmp_path / "game.json", "mjai", name, "--json") == 0
        said = capfd.readouterr()
    words = f"{name}: no sidecar can lie there; what mjai cannot say is left out"
    assert json.loads(said.out)["sidecar"] is None
    assert json.loads(said.out)["warnings"] == [words]
    assert words in said.err
    assert start_of(tmp_path / "out")["type"] == "start_game"


def test_a_sidecar_of_another_record_does_not_stay(source, tmp_path, tenhou6, capsys):
    out, beside = tmp_path / "out.jsonl", tmp_path / "out.evidence.json"
    (tmp_path / "log.json").write_bytes(tenhou6)
    assert convert(tmp_path / "log.json", "mjai", out) == 0
    assert beside.exists()
    capsys.readouterr()
    assert convert(source, "mjai", out) == 0
    assert not beside.exists()
    assert f"{beside}: lay beside another record, and is removed" in capsys.readouterr().err


@pytest.mark.parametrize("told", ["kept", "[1]", '{"jantaku_evidence": 1, "beside": "tenhou6"}'])
def test_what_is_no_sidecar_of_such_a_file_stays(source, tmp_path, told):
    beside = tmp_path / "out.evidence.json"
    beside.write_text(told)
    assert convert(source, "mjai", tmp_path / "out.jsonl") == 0
    assert beside.read_text() == told


def named(source, names):
    """The same game as mjai, tenhou.net/6 and mjlog, of players with these names."""
    events = [json.loads(line) for line in source["mjai"].splitlines()]
    document = json.loads(source["tenhou6"]) | {"name": names}
    events[0] |= {"names": names}
    mjlog = source["mjlog"]
    for seat, name in enumerate(names):
        quoted = quote(name, errors="surrogatepass")
        mjlog = re.sub(rf'(<UN [^>]*?n{seat}=")[^"]*', lambda m, q=quoted: m[1] + q, mjlog, count=1)
    return {
        "mjai": "\n".join(map(json.dumps, events)).encode(),
        "tenhou6": json.dumps(document).encode(),
        "mjlog": mjlog.encode(),
    }


@pytest.fixture
def formats(mjai, tenhou6, dealing):
    return {"mjai": mjai, "tenhou6": tenhou6, "mjlog": dealing.random_game(1)[1]}


def test_names_in_any_script_survive(tmp_path, formats, capsys):
    for data in named(formats, names := ["東風", "Zoë", "=1+1", ""]).values():
        (tmp_path / "game").write_bytes(data)
        for target in ("mjai", "csv"):
            assert convert(tmp_path / "game", target, tmp_path / target) == 0
        assert start_of(tmp_path / "mjai")["names"] == names
        assert "'=1+1" in (tmp_path / "csv").read_text()
    assert "read as" not in capsys.readouterr().err


def test_what_no_name_may_have_enters_nowhere_and_is_said(tmp_path, formats, capsys):
    names = ["a\x00b\r\nc", "x" * 1000, "\u202e<b>", "\x1b"]
    fair = ["ab c", "x" * 40, "<b>", ""]
    for data in named(formats, names).values():
        (tmp_path / "game").write_bytes(data)
        for target in FORMATS:
            assert convert(tmp_path / "game", target, tmp_path / target) == 0
            said = capsys.readouterr().err
            assert "name 'a\\x00b\\r\\nc': read as 'ab c', expected at most 40 letters" in said
            assert said.count("read as") == 4
        assert start_of(tmp_path / "mjai")["names"] == fair
        assert json.loads((tmp_path / "tenhou6").read_text())["name"] == fair
        for target in ("csv", "html"):
            text = (tmp_path / target).read_bytes().decode()
            assert not {"\0", "\x1b", "\u202e", "x" * 41} & {*text, *re.findall("x{41}", text)}


def test_the_command_starts_without_heavy_imports():
    code = (
        "import sys; from table.cli import convert; "
        "print(any(name in sys.modules for name in ('fpdf', 'scoring', 'cv2')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


@pytest.mark.parametrize("rules", [(), ("--rules", "tenhou")])
def test_closed_tanyao_stays_closed_in_every_format(source, tmp_path, rules):
    first, *rest = source.read_text().splitlines()
    said = {"rules": {"kuitan": False}}
    source.write_text("\n".join([json.dumps(json.loads(first) | said), *rest]))
    assert convert(source, "tenhou6", tmp_path / "log.json", *rules) == 0
    assert json.loads((tmp_path / "log.json").read_text())["rule"]["disp"] == "般南赤"
    assert convert(source, "mjai", tmp_path / "again.jsonl", *rules) == 0
    assert start_of(tmp_path / "again.jsonl")["rules"]["kuitan"] is False


def test_the_rules_in_short_are_the_usual_ones_where_nobody_says_others(source, tmp_path):
    usual, closed = tmp_path / "usual.json", tmp_path / "closed.json"
    for rules in ((), ("--rules", "tenhou")):
        assert convert(source, "tenhou6", usual, *rules) == 0
        assert json.loads(usual.read_text())["rule"] == {"disp": "般南喰赤", "aka": 1}
    closed.write_text(usual.read_text().replace("喰", ""))
    for rules in ((), ("--rules", "tenhou")):
        assert convert(closed, "tenhou6", usual, *rules) == 0
        assert json.loads(usual.read_text())["rule"] == {"disp": "般南赤", "aka": 1}
