"""`jantaku score`, from the command line to what is printed."""

import io

import pytest

PINFU = ["score", "234567m345p22678s", "--win", "8s", "--ron", "--seat", "S"]


def test_one_hand_is_explained(jantaku):
    code, out, err = jantaku(
        *PINFU, "--riichi", "--ippatsu", "--dora", "9p", "--ura", "4s", "--sticks", 2, "--honba", 1
    )

    assert (code, err) == (0, "")
    indicated = "dora 1p (shown 9p), ura dora 5s (shown 4s)"
    assert out.splitlines()[:5] == [
        "South wins by ron on 8s, East round: World Riichi Rules 2015 (wrr2015)",
        f"  riichi, ippatsu, {indicated}, 1 counter, 2 sticks on the table",
        "",
        "  234m  567m  345p  678s  22s   on 8s",
        "",
    ]
    for words in (
        ("Riichi ", "立直", "1 han", "WRR-6.5.1-RII"),
        ("All simples (tanyao)", "断么九", "1 han", "W15-ABS-OPENTAN"),
        ("closed hand, ron", "10 fu", "WRR-6.3-CLOSEDRON"),
        ("the discarder pays South", "8300"),
        ("of which for 1 counter ", "300"),
        ("from the table, riichi sticks", "2000"),
        ("South receives", "10300"),
    ):
        lines = [line for line in out.splitlines() if all(word in line for word in words)]
        assert len(lines) == 1, words
    assert "4 han 30 fu: mangan, base 2000   W15-ABS-KIRI" in out
    assert "\x1b" not in out


def test_fu_and_dora_and_notes_are_explained(jantaku):
    code, out, _ = jantaku(
        "score", "340m11999s", "ankan:2222m", "pon:777z", "--win", "0m", "--tsumo", "--seat", "E",
        "--dora", "8s", "--option", "red_fives=true",
    )  # fmt: skip

    assert code == 0
    assert "concealed kan 2222m" in out
    assert "50 rounded" not in out
    assert "Dora" in out
    assert "赤ドラ" in out
    _, out, _ = jantaku("score", "340m345p22678s678p", "--win", "8s", "--ron", "--seat", "S")
    assert "note: 0m: red fives are not used, counted as plain fives" in out


def test_rounded_fu_are_said_to_be(jantaku):
    _, out, _ = jantaku(
        "score", "123m456p11s", "pon:777z", "chi:789s", "--win", "3m", "--tsumo", "--seat", "S"
    )

    assert "28 rounded up" in out
    assert "30 fu  WRR-6.1-FUROUND" in out
    assert "1 han 30 fu, base 30 × 2^(1 + 2) = 240   WRR-6.1-FUROUND, WRR-6.1-BASE" in out


def test_a_yakuman_is_explained(jantaku):
    code, out, _ = jantaku(
        "score", "234m99p", "pon:555z@N", "pon:666z@E", "pon:777z@W", "--win", "2m", "--tsumo",
        "--seat", "S", "--rules", "wrr2013",
    )  # fmt: skip

    assert code == 0
    assert "1 yakuman  WRR-6.5.6-DSG" in out
    assert "yakuman, base 8000   WRR-6.1-YKM" in out
    assert "[pon 777z from West]" in out
    assert "West, who is liable, pays South  32000" in out


def test_a_refused_win_is_a_no(jantaku):
    code, out, err = jantaku(
        "score", "678m456p33789s", "chi:123m", "--win", "8s", "--ron", "--seat", "S"
    )

    assert (code, err) == (1, "")
    assert out.startswith("South does not win by ron on 8s, East round")
    assert "Not a win\n  no yaku: no yaku in any reading" in out
    assert "    WRR-5.2-YAKU; costs chombo (WRR-7.2-EMPTYWIN)\n" in out


def test_every_reason_of_a_refusal_is_said(jantaku, tmp_path):
    file = tmp_path / "context.json"
    file.write_text('{"own_discards": "5s", "dead_hand": true}', encoding="utf-8")
    code, out, _ = jantaku(*PINFU, "--context", file)

    assert code == 1
    assert "  dead hand: the hand was declared dead\n    WRR-7.1-DEAD; costs 20 points (" in out
    assert "  furiten: the own discard 5s completes the hand as well\n    WRR-5.7.5-DISC" in out


@pytest.mark.parametrize(
    ("seat", "words"),
    [
        ("E", ["South pays East  500", "West pays East  500", "North pays East  500"]),
        ("W", ["East, who deals, pays West  500", "South pays West  300", "North pays West  300"]),
    ],
)
def test_every_payer_is_named(jantaku, seat, words):
    hand = ["score", "123m456p11s", "pon:777z", "chi:789s", "--win", "3m", "--tsumo"]
    _, out, _ = jantaku(*hand, "--seat", seat)

    assert [" ".join(line.split()) for line in out.splitlines() if " pays " in line] == [
        " ".join(word.split()) for word in words
    ]


def test_the_discarder_is_named_where_he_is_known(jantaku, tmp_path):
    file = tmp_path / "context.json"
    file.write_text('{"discarder_seat": "north"}', encoding="utf-8")

    assert "North, who discarded, pays South  2000" in jantaku(*PINFU, "--context", file)[1]


def test_every_reading_is_shown_on_request(jantaku, result):
    hand = ["score", "123567m678p23444s", "--win", "4s", "--ron", "--seat", "S", "--riichi"]
    _, out, _ = jantaku(*hand, "--readings")

    shown = [line.split() for line in out.splitlines()[-2:]]
    assert " ".join(shown[0]).endswith("44s two-sided wait 2 han 30 fu, 2000 scored")
    assert " ".join(shown[1]).endswith("44s pair wait 1 han 40 fu, 1300 pays 1300, not 2000")
    assert "Readings" not in jantaku(*hand)[1]
    ways = result(*hand, "--readings")["readings"]
    assert [way["total"] for way in ways] == [2000, 1300]
    assert "readings" not in result(*hand)


def test_colours_are_for_terminals(monkeypatch, jantaku):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr("table.cli.score._colours", lambda: True)
    _, out, _ = jantaku(*PINFU)

    assert "\x1b[1mYaku\x1b[0m" in out
    assert "\x1b[2mWRR-6.5.1-PINFU\x1b[0m" in out


def test_the_tiles_may_come_in_any_order_and_notation(result):
    ways = (
        ["876s", "22s", "0p4p3p", "765432m"],
        ["5mr 6m 7m 2m 3m 4m 3p 4p 5p 2s 2s 6s 7s 8s"],
        ["ids:4,8,12,17,20,24,44,48,53,76,77,92,96,100"],
        ["ids:4,8,12,17,20,24,44,48,53", "22678S"],
    )
    plain = result(*PINFU)
    for hand in ways:
        answer = result("score", *hand, *PINFU[2:])
        answer["notes"] = []
        assert answer == plain

    melds = result("score", "pon:CCC@west", "11s", "789p 123m 456m", "--win", "1s", *PINFU[4:])
    assert melds["yaku"] == ["yakuhai: chun"]
    assert result("score", "123456m789p1s", "pung:777z@W", "--win", "1s", *PINFU[4:]) == melds


def test_the_winning_tile_may_come_apart(result):
    whole = result(*PINFU)
    apart = result("score", "234567m345p2267s", "--win", "8s", "--ron", "--seat", "S")

    assert whole == apart
    assert (whole["han"], whole["fu"], whole["total"]) == (2, 30, 2000)
    assert whole["yaku_han"] == {"pinfu": 1, "tanyao": 1}
    assert {"fu": 20, "reason": "winning", "clause": "WRR-6.3-20"} in whole["fu_details"]


def test_every_circumstance_has_its_flag(result):
    cases = {
        "--double-riichi": "double riichi",
        "--houtei": "houtei",
        "--chankan": "chankan",
        "--renhou": "renhou",
    }
    for flag, yaku in cases.items():
        assert yaku in result(*PINFU, flag)["yaku"]
    drawn = [*PINFU[:4], "--tsumo", "--seat", "S"]
    assert "haitei" in result(*drawn, "--haitei")["yaku"]
    assert result(*drawn, "--chiihou")["yaku"] == ["chiihou"]
    assert result(*drawn[:-1], "E", "--tenhou")["yaku"] == ["tenhou"]
    kan = ["score", "234678m45699s", "ankan:5555p", "--win", "4s", "--tsumo", "--seat", "S"]
    assert "rinshan kaihou" in result(*kan, "--rinshan")["yaku"]


def test_the_round_and_the_rules_and_their_switches(result):
    winds = ["score", "234m678p45699s", "pon:222z", "--win", "4s", "--ron", "--seat", "E"]
    assert result(*winds)["reason"] == "no_yaku"
    assert result(*winds, "--round", "S")["yaku"] == ["yakuhai: round wind"]

    mangan = [*PINFU, "--riichi", "--ippatsu"]
    assert result(*mangan)["total"] == 8000
    assert result(*mangan, "--rules", "wrr2013")["total"] == 7700
    assert result(*mangan, "--option", "kiriage=false")["total"] == 7700
    assert result(*mangan, "--option", "counter_value=1500", "--honba", 1)["total"] == 9500
    assert result(*mangan, "--option", "several_winners=all")["total"] == 8000


def test_what_the_table_knows_comes_from_a_file(result, tmp_path):
    file = tmp_path / "context.json"
    file.write_text('{"own_discards": "5s"}', encoding="utf-8")

    assert result(*PINFU, "--context", file)["reason"] == "furiten"


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ([], "expected one of HAND, --cases FILE, --uncertain FILE"),
        (["11m", "--cases", "x"], "expected one of HAND, --cases FILE, --uncertain FILE"),
        (["11m"], "--win: missing, expected with HAND"),
        (["11m", "--win", "1m"], "--seat: missing, expected with HAND"),
        (["11m", "--win", "1m", "--seat", "E"], "--tsumo or --ron: missing"),
        (["11m", "--win", "1m", "--seat", "E", "--ron", "--tsumo"], "not allowed with"),
        ([*PINFU[1:], "--honba", "many"], "invalid int value: 'many'"),
        ([*PINFU[1:], "--honba", "-1"], "honba -1: expected 0..100000"),
        ([*PINFU[1:], "--honba", "9" * 4299], "expected 0..100000"),
        ([*PINFU[1:], "--rules", "emma"], "ruleset 'emma': expected one of "),
        ([*PINFU[1:], "--rules", ""], "ruleset '': expected one of "),
        ([*PINFU[1:], "--option", "mangan=" + "9" * 5000], "expected int"),
        ([*PINFU[1:], "--option", "mangan=-5"], "limits.mangan = -5: expected 0..1000000"),
        ([*PINFU[1:], "--option", "kiriage"], "--option 'kiriage': expected NAME=VALUE"),
        ([*PINFU[1:], "--option", "kiriage=perhaps"], "limits.kiriage = 'perhaps': expected bool"),
        ([*PINFU[1:], "--option", "joker=1"], "option 'joker'"),
        ([*PINFU[1:], "--context", "nowhere.json"], "nowhere.json: No such file"),
        (["123456789m123p", *PINFU[2:]], "12 concealed tiles"),
        (["234567m345p226789s", *PINFU[2:]], "15 concealed tiles and 0 melds, expected 14"),
        (["22222m345p33678s9m", *PINFU[2:]], "5 copies of 2m, expected at most 4"),
        (["2345x", *PINFU[2:]], "tiles '2345x': expected m, p, s or z after '2345'"),
        (["2345m5mr5p", *PINFU[2:]], "the r in '5mr5' may belong to the tile before or behind"),
        (["kan:1111m", *PINFU[2:]], "kind of meld 'kan': expected daiminkan, ankan or kakan"),
        (["--cases", "nowhere.jsonl"], "nowhere.jsonl: No such file"),
        (["--uncertain", "nowhere.json"], "nowhere.json: No such file"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(jantaku, args, message):
    code, out, err = jantaku("score", *args)

    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert message in err


@pytest.mark.parametrize("option", ["--uncertain", "--context"])
def test_a_file_that_is_no_json_is_named(jantaku, tmp_path, option):
    file = tmp_path / "hand.json"
    file.write_text("{", encoding="utf-8")
    hand = PINFU[1:] if option == "--context" else ()
    code, out, err = jantaku("score", *hand, option, file)

    assert (code, out, err.count("\n")) == (2, "", 1)
    assert f"{file}: '{{': expected JSON" in err


def test_a_context_with_a_slip_is_refused(jantaku, tmp_path):
    file = tmp_path / "context.json"
    file.write_text('{"own_discard": ["6p"]}', encoding="utf-8")
    code, out, err = jantaku("score", *PINFU[1:], "--context", file)

    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "context 'own_discard': expected one of dead_hand dealer_consecutive_wins" in err


def test_a_context_may_come_from_the_standard_input(result, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO('{"own_discards": "5s"}'))

    assert result(*PINFU, "--context", "-")["reason"] == "furiten"


def test_a_price_that_the_rules_leave_open_is_said_to_be(pinfu_hand, ron):
    from dataclasses import replace

    from scoring.engine import score
    from scoring.ruleset import Ruleset, amend
    from scoring.win import Context
    from table.cli.score_report import report
    from table.config import load_ruleset

    free = {"penalties": {"dead_hand": {"value": "", "silent": "of this test"}}}
    rules = Ruleset.from_mapping(amend(load_ruleset().to_mapping(), free))
    win = replace(ron, context=Context(dead_hand=True))

    text = report(pinfu_hand, win, rules, score(pinfu_hand, win, rules))
    assert text.endswith("    WRR-7.1-DEAD; what it costs is left open (silent: of this test)")
