"""The three kinds of furiten, each with the tile that proves it and its clause."""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.engine import score
from scoring.furiten import furiten, is_temporary, robbable
from scoring.hand import Hand
from scoring.melds import MeldKind
from scoring.seats import Wind
from scoring.tally import key_of, tiles_of
from scoring.tiles import TILES, Tile, parse_tiles
from scoring.waits import shape_waits_of, waits
from scoring.win import Context, PassedTile, Win
from table.config import load_ruleset, ruleset_ids

RULES = load_ruleset("wrr2013")
LIFTED = replace(RULES, win=RULES.win._replace(temporary_furiten_ends="tile"))
S5 = Tile.parse("5s")
WAITS_5_8 = shape_waits_of(key_of(parse_tiles("123m456p789s33z67s")))
PASSED = st.builds(PassedTile, st.just(S5), st.booleans(), st.booleans(), st.booleans())
ORPHANS = key_of(parse_tiles("19m19p19s1234567z"))


def proofs(*, rules=RULES, **knowledge):
    return [
        (one.kind, str(one.tile), one.place, one.clause)
        for one in furiten(WAITS_5_8, rules, **knowledge)
    ]


@pytest.mark.clause(
    "WRR-5.7.5-DISC", "WRR-5.7.5-SHAPE", "RCR-3.3.11", "JPB-FUR-DISC", "SAI-40.1", "W15-CALL-SIDE"
)
def test_each_own_discard_that_completes_the_shape_proves_furiten():
    assert proofs(discards=parse_tiles("1m0s9p8s")) == [
        ("discard", "0s", 1, "WRR-5.7.5-DISC"),
        ("discard", "8s", 3, "WRR-5.7.5-DISC"),
    ]


@pytest.mark.clause("WRR-5.7.5-CHANGE")
def test_another_hand_is_free_of_the_same_discards():
    waits = shape_waits_of(key_of(parse_tiles("123m456p789s33z68s")))

    assert not furiten(waits, RULES, discards=parse_tiles("1m5s9p8s"))


@pytest.mark.clause(
    "WRR-5.7.5-TEMP", "WRR-5.7.5-CHANKAN", "WRR-5.7.5-SHAPE", "JPB-FUR-TEMP", "SAI-36.4"
)
@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_a_tile_let_go_bars_until_the_own_draw(ruleset):
    rules = load_ruleset(ruleset)
    clause = rules.clauses["win.temporary_furiten_ends"]

    assert proofs(rules=rules, passed=[PassedTile(S5), PassedTile(S5, True)]) == [
        ("temporary", "5s", 1, clause)
    ]


@pytest.mark.clause("WRR-5.7.5-UNTIL", "JPB-FUR-TEMP", "SAI-21.2", "SAI-36.4")
def test_an_own_call_lifts_it_only_where_any_tile_does():
    called = PassedTile(S5, after_own_last_draw=True, own_call_since=True)

    assert is_temporary(called, RULES)
    assert not is_temporary(called, LIFTED)
    assert is_temporary(replace(called, own_call_since=False), LIFTED)


@pytest.mark.clause("WRR-5.7.5-RIICHI", "RCR-3.3.14-PASS", "JPB-FUR-PERM", "SAI-35.8")
@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_after_riichi_it_lasts_to_the_end(ruleset):
    rules = load_ruleset(ruleset)
    passed = [PassedTile(S5, after_riichi=True)]

    assert proofs(rules=rules, passed=passed, riichi=True) == [
        ("riichi", "5s", 0, rules.clauses["cited.furiten_riichi"])
    ]


def test_every_proof_is_named():
    kinds = [
        kind
        for kind, *_ in proofs(
            discards=parse_tiles("8s"),
            passed=[PassedTile(S5, after_riichi=True), PassedTile(S5, after_own_last_draw=True)],
            riichi=True,
        )
    ]

    assert kinds == ["discard", "riichi", "temporary"]


@given(st.lists(st.sampled_from(TILES), max_size=20))
def test_discard_furiten_is_a_wait_among_the_discards(discards):
    waits = {tile.kind for tile in tiles_of(WAITS_5_8)}

    assert bool(furiten(WAITS_5_8, RULES, discards=discards)) == bool(
        waits & {tile.kind for tile in discards}
    )


@pytest.mark.clause("WRR-5.5-RON", "WRR-5.7.5-SHAPE", "WRR-5.7.5-TSUMO")
@given(st.data())
def test_the_engine_refuses_exactly_what_is_furiten(drawing, data):
    hand = data.draw(drawing.hands())
    tiles = waits(hand)
    assume(tiles)
    tile = data.draw(st.sampled_from(tiles))
    full = drawing.with_tile(hand, tile.kind)
    free = [kind for kind, count in enumerate(full.counts()) if count < 4]
    discards = tuple(map(Tile.of, data.draw(st.lists(st.sampled_from(free), unique=True))))
    passed = tuple(data.draw(st.lists(PASSED, max_size=2)))
    riichi = hand.is_closed and data.draw(st.booleans())
    context = Context(own_discards=discards, passed_winning_tiles=passed)
    win = Win(tile, tsumo=False, seat_wind=Wind.SOUTH, riichi=riichi, context=context)
    proofs = furiten(
        shape_waits_of(hand.key), RULES, discards=discards, passed=passed, riichi=riichi
    )

    answer = score(full, win, RULES)
    refused = () if answer.valid else answer.findings
    assert {one.detail for one in refused if one.reason == "furiten"} <= {
        proof.detail for proof in proofs
    }
    assert any(one.reason == "furiten" for one in refused) == bool(proofs)
    drawn = score(full, replace(win, tsumo=True), RULES)
    assert drawn.valid or drawn.reason != "furiten"


@pytest.mark.clause("WRR-5.4.8-ROB", "WRR-6.5.1-CHANKOK", "W15-ABS-KOKANKAN", "RCR-3.3.6-ROB")
def test_which_kans_could_have_been_robbed():
    plain = key_of(Hand.parse("123m456p789s33z67s").concealed)
    without = replace(RULES, win=RULES.win._replace(kokushi_robs_ankan=False))
    east = Tile.parse("1z")

    assert robbable(MeldKind.KAKAN, S5, plain, RULES)
    assert not robbable(MeldKind.KAKAN, east, plain, RULES)
    assert not robbable(MeldKind.ANKAN, S5, plain, RULES)
    assert not robbable(MeldKind.DAIMINKAN, S5, plain, RULES)
    assert robbable(MeldKind.ANKAN, east, ORPHANS, RULES)
    assert not robbable(MeldKind.ANKAN, east, ORPHANS, without)
