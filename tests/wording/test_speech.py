"""Which language a reader gets, and sentences as they are really said."""

import re

import pytest

from table.config import load_ruleset, ruleset_ids
from table.web.setting_up import detail
from table.wording.speech import language_of, said

LATIN = re.compile(r"[A-Za-z]{2}")
"""What a Japanese sentence of ours does not have, ids and notation apart."""


@pytest.mark.parametrize(
    ("accepted", "asked", "language"),
    [
        ("", "", "en"),
        ("ja", "", "ja"),
        ("ja-JP,en;q=0.5", "", "ja"),
        ("en-GB,en;q=0.9,ja;q=0.8", "", "en"),
        ("en;q=0.4, ja;q=0.8", "", "ja"),
        ("de,fr;q=0.9", "", "en"),
        ("ja;q=0, en;q=0.1", "", "en"),
        ("ja;q=rubbish", "", "en"),
        ("ja;;;=,,,q", "", "en"),
        ("ja", "en", "en"),
        ("en", "ja", "ja"),
        ("ja", "tlh", "ja"),
    ],
)
def test_the_language_is_what_was_asked_for_else_what_is_accepted(accepted, asked, language):
    assert language_of(accepted, asked) == language


@pytest.mark.parametrize(
    ("english", "japanese"),
    [
        ("Aki by ron from Dai, 5200", "Aki ロン(Dai 放銃) 5200点"),
        (
            "Aki by ron from Dai, 5200; Chi by tsumo, 2000",
            "Aki ロン(Dai 放銃) 5200点、Chi ツモ 2000点",
        ),
        ("draw, tenpai: Aki, Bo", "流局、テンパイ:Aki、Bo"),
        ("3 han 40 fu, 5200", "3翻40符、5200点"),
        ("5 han 30 fu, mangan, 8000", "5翻30符、満貫、8000点"),
        ("the own discard 3m completes the hand as well", "自分の捨て牌 三萬 でも和了形になります"),
        ("E2, honba 1, sticks 0", "東2局1本場 供託0本"),
        (
            "void hands: they stand under tenhou (TENHOU wrong dealer)",
            "局の無効:tenhou では有効です(TENHOU wrong dealer)",
        ),
        (
            "it is the turn of seat 3 (WRR-5.1-TURN, WRR-5.3-ORDER)",
            "席3の番です(WRR-5.1-TURN, WRR-5.3-ORDER)",
        ),
        (
            "seat 0 has 25000 points, the record says 27700 (TENHOU points)",
            "席0は25000点ですが、記録は27700点です(TENHOU points)",
        ),
        (
            "E1.0 event 0: dora_marker is unknown, expected a record without holes",
            "東1局0本場の出来事0:ドラ表示牌が不明です。欠けのない記録が必要です",
        ),
        (
            "S3.12 event 7: the tile that seat 1 drew is unknown, expected a record without holes",
            "南3局12本場の出来事7:席1のツモ牌が不明です。欠けのない記録が必要です",
        ),
        (
            "E1.0 event 0: 13 dealt tiles of seat 0 are unknown, expected a record without holes",
            "東1局0本場の出来事0:席0の配牌13枚が不明です。欠けのない記録が必要です",
        ),
        ("four winds, nine kinds", "四風連打、九種九牌"),
        (
            "camera 0 is not there; expected one of: none; it is tried again",
            "カメラ 0 がありません。次のいずれかにしてください:なし。もう一度試します",
        ),
        ("1.2.3: 0m or 5m?", "1.2.3:赤五萬 か 五萬 か"),
        (
            "1.2.3: named 2z because that is missing, but looks like 3m",
            "1.2.3:足りないため 南 としましたが、三萬 に見えます",
        ),
        (
            "1.2.3: is no tile of a riichi set; left out",
            "1.2.3:リーチ麻雀の牌ではないため除きました",
        ),
        (
            "2m and 8s cannot be told apart in these photos",
            "二萬 と 八索 は、この写真では見分けられません",
        ),
        (
            "photo: is a GIF picture; expected JPEG, PNG, WebP, BMP or TIFF",
            "写真:GIF 画像です。JPEG、PNG、WebP、BMP、TIFF のどれかにしてください",
        ),
        (
            "chombo (WRR-7.1-CHOMBO): 20.0 points, the hand is dealt again",
            "チョンボ(WRR-7.1-CHOMBO):20.0点、打ち直し",
        ),
        (
            "names.0: name '\\u202eabc': expected 1 to 40 letters and no control characters",
            "names.0:名前 '\\u202eabc' は使えません。1~40文字で、制御文字を入れないでください",
        ),
        ("the clock of table A1 is 3 h 2 min ahead", "卓 A1 の時計が 3時間2分 進んでいます"),
        ("the clock of table A1 is 5 s behind", "卓 A1 の時計が 5秒 遅れています"),
        (
            "no yaku in any reading; dora are no yaku",
            "どう読んでも役がありません(ドラは役ではありません)",
        ),
    ],
)
def test_a_sentence_is_said_in_japanese(english, japanese):
    assert said(english, "ja") == japanese
    assert said(english, "en") == english


def test_what_nobody_translated_is_said_in_english():
    assert said("the moon is full tonight", "ja") == "the moon is full tonight"


def test_a_name_is_never_translated():
    assert said("win of East by ron", "ja") == "East のロン和了"
    assert said("riichi of nobody", "ja") == "nobody のリーチ"


def test_a_name_made_of_holes_and_braces_is_a_name():
    assert said("riichi of {}{0}{", "ja") == "{}{0}{ のリーチ"


def test_a_very_long_text_is_no_sentence():
    text = "riichi of " + "x" * 5000
    assert said(text, "ja") == text


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_where_the_rules_are_silent_it_is_said_why_in_japanese(ruleset):
    reasons = {one for one in load_ruleset(ruleset).clauses.values() if one.startswith("silent: ")}
    assert {one: said(one, "ja") for one in reasons if LATIN.search(said(one, "ja"))} == {}


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_every_entry_of_a_ruleset_is_said_in_japanese(ruleset):
    for rule in detail(load_ruleset(ruleset)).rules:
        for text in (rule.section, rule.words, rule.value):
            assert not LATIN.search(said(text, "ja")), (rule.entry, text, said(text, "ja"))
