"""What holds of every value and of every won hand, whatever it is."""

import json
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scoring.case import Case, parse_case, write_case
from scoring.engine import Scorer, score
from scoring.errors import IllegalHandError
from scoring.facts import facts_of
from scoring.hand import Hand
from scoring.melds import Meld, MeldKind
from scoring.reading import readings
from scoring.ruleset import Ruleset
from scoring.score import Refusal, Score
from scoring.seats import Seat, Wind
from scoring.tiles import DORA_OF_INDICATOR, FIVES, TILES, Tile, format_tiles, parse_tiles
from scoring.win import Context, PassedTile, Win
from table.config import load_ruleset, ruleset_ids

RUNS = [[first, first + 1, first + 2] for first in range(27) if first % 9 < 7]
KOTSU = [[kind] * 3 for kind in range(34)]
groups = st.one_of(st.sampled_from(RUNS), st.sampled_from(KOTSU))


@st.composite
def hands(draw):
    """Draw a hand of four groups and a pair, some groups declared."""
    concealed = [draw(st.integers(0, 33))] * 2
    melds = []
    for group in draw(st.lists(groups, min_size=4, max_size=4)):
        kinds = [MeldKind.CHI] if group[0] != group[1] else list(MeldKind)[1:]
        kind = draw(st.sampled_from([None, None, *kinds]))
        if kind is None:
            concealed += group
        else:
            tiles = tuple(Tile.of(one) for one in (group + group[:1] if kind.is_kan else group))
            melds.append(Meld(kind, tiles))
    try:
        return Hand(tuple(map(Tile.of, concealed)), tuple(melds))
    except IllegalHandError:
        assume(False)


@st.composite
def wins(draw, hand):
    """Draw circumstances under which this hand may have been won."""
    tsumo = draw(st.booleans())
    seat = draw(st.sampled_from(Wind))
    riichi = hand.is_closed and draw(st.booleans())
    spare = [tile for tile in TILES[:34] if hand.counts()[tile.kind] < 3]
    return Win(
        win_tile=draw(st.sampled_from(hand.concealed)),
        tsumo=tsumo,
        seat_wind=seat,
        round_wind=draw(st.sampled_from(Wind)),
        riichi=riichi,
        ippatsu=riichi and draw(st.booleans()),
        haitei=tsumo and draw(st.booleans()),
        houtei=not tsumo and draw(st.booleans()),
        dora_indicators=(draw(st.sampled_from(spare)),),
        ura_indicators=(draw(st.sampled_from(spare)),) if riichi else (),
        honba=draw(st.integers(0, 9)),
        riichi_sticks=draw(st.integers(0, 9)),
    )


@st.composite
def won_hands(draw):
    """Draw a hand with the circumstances of its win."""
    hand = draw(hands())
    return hand, draw(wins(hand))


@st.composite
def contexts(draw):
    """Draw what the table knows besides."""
    tiles = st.sampled_from(TILES)
    passed = st.builds(PassedTile, tiles, st.booleans(), st.booleans(), st.booleans())
    return Context(
        own_discards=tuple(draw(st.lists(tiles, max_size=5))),
        passed_winning_tiles=tuple(draw(st.lists(passed, max_size=2))),
        winning_tile_kept_apart=draw(st.booleans()),
        robbed_kan=draw(st.sampled_from([None, MeldKind.KAKAN, MeldKind.ANKAN])),
        dead_hand=draw(st.booleans()),
        dealer_consecutive_wins=draw(st.integers(0, 8)),
        discarder_seat=draw(st.sampled_from([None, *Wind])),
    )


@st.composite
def fed_yakuman(draw):
    """Draw a hand whose great sets lie open, each fed by somebody, and its win."""
    sets = draw(st.sampled_from(["555666777z", "111222333444z", "1111m2222p3333s4444z"]))
    size = 4 if "m" in sets else 3
    tiles = parse_tiles(sets)
    seat = draw(st.sampled_from(Wind))
    others = [wind for wind in Wind if wind is not seat]
    melds = []
    for first in range(0, len(tiles), size):
        group = tiles[first : first + size]
        kinds = [MeldKind.DAIMINKAN, MeldKind.KAKAN, MeldKind.ANKAN]
        kind = MeldKind.PON if size == 3 else draw(st.sampled_from(kinds))
        fed = None if kind is MeldKind.ANKAN else draw(st.sampled_from([*others, None]))
        melds.append(Meld(kind, group, source=fed))
    concealed = "55p" if len(melds) == 4 else "789s55p"
    tsumo = draw(st.booleans())
    win = Win(
        Tile.parse("5p"),
        tsumo=tsumo,
        seat_wind=seat,
        honba=draw(st.integers(0, 5)),
        riichi_sticks=draw(st.integers(0, 3)),
    )
    discarder = None if tsumo else draw(st.sampled_from(others))
    if discarder is not None:
        win = replace(win, context=Context(discarder_seat=discarder))
    return Hand(parse_tiles(concealed), tuple(draw(st.permutations(melds)))), win


@pytest.fixture(scope="module", params=ruleset_ids())
def ruleset(request):
    return load_ruleset(request.param)


@given(st.lists(st.sampled_from(TILES)))
def test_tiles_read_what_they_write(tiles):
    assert parse_tiles(format_tiles(tiles)) == tuple(tiles)


@pytest.mark.parametrize("tile", TILES, ids=str)
def test_a_tile_has_one_object_and_two_names(tile):
    assert Tile.parse(str(tile)) is tile
    assert Tile.from_mjai(tile.mjai) is tile
    assert Tile.of(tile.kind, red=tile.red) is tile


def test_winds_and_seats_read_what_they_write():
    assert [Wind.parse(str(wind)) for wind in Wind] == list(Wind)
    assert [Seat.parse(str(seat)) for seat in Seat] == list(Seat)


@given(st.sampled_from(Seat), st.sampled_from(Seat))
def test_seats_and_winds_turn_into_each_other(seat, dealer):
    assert Seat.of_wind(seat.wind(dealer), dealer) is seat
    assert seat.after(4) is seat
    assert seat.wind(dealer).after().tile.kind == 27 + (seat - dealer + 1) % 4


def test_the_words_for_melds_read_what_they_write():
    assert [MeldKind.parse(str(kind)) for kind in MeldKind] == list(MeldKind)


@given(hands(), st.sampled_from(Wind))
def test_melds_and_hands_read_what_they_write(hand, source):
    assert Hand.parse(str(hand)) == hand
    for meld in hand.melds:
        assert Meld.parse(str(meld)) == meld
        if meld.is_open:
            fed = replace(meld, called=meld.tiles[0], source=source)
            assert Meld.parse(str(fed)) == fed


def test_a_ruleset_reads_what_it_writes(ruleset):
    written = ruleset.to_mapping()

    assert Ruleset.from_mapping(written) == ruleset
    assert Ruleset.from_mapping(json.loads(json.dumps(written))) == ruleset


@given(won=won_hands())
def test_an_answer_reads_what_it_writes(ruleset, won):
    answer = score(*won, ruleset)
    written = json.loads(json.dumps(answer.to_mapping()))

    assert type(answer).from_mapping(written) == answer


@given(won=won_hands(), context=contexts(), options=st.sampled_from([{}, {"kiriage": True}]))
def test_a_case_reads_what_it_writes(won, context, options):
    hand, win = won
    discarder = context.discarder_seat
    if win.tsumo or discarder is win.seat_wind:
        discarder = None
    known = replace(
        context,
        discarder_seat=discarder,
        robbed_kan=context.robbed_kan if win.chankan else None,
        kakan_last=any(meld.kind is MeldKind.KAKAN for meld in hand.melds),
    )
    case = Case(hand, replace(win, context=known), "wrr2013", options)

    assert parse_case(json.loads(json.dumps(write_case(case)))) == case


@given(won=won_hands(), data=st.data())
def test_neither_the_order_of_the_tiles_nor_of_the_melds_matters(ruleset, won, data):
    hand, win = won
    shuffled = Hand(
        tuple(data.draw(st.permutations(hand.concealed))),
        tuple(data.draw(st.permutations(hand.melds))),
    )
    answer, again = (score(one, win, ruleset).to_mapping() for one in (hand, shuffled))

    for part in ("groups", "fu_details", "notes"):
        answer.pop(part, None)
        again.pop(part, None)
    for one in (answer, again):
        one["clauses"] = sorted(one["clauses"])
    assert again == answer


@given(won=won_hands(), discarder=st.sampled_from(Wind))
def test_what_is_won_is_what_is_paid(ruleset, won, discarder):
    hand, win = won
    answer = score(hand, win, ruleset)
    assume(answer.valid and discarder is not win.seat_wind)
    changes = answer.changes(discarder)

    assert sum(changes.values()) == 1000 * win.riichi_sticks
    assert (
        changes[win.seat_wind] == answer.total == answer.payments.total + 1000 * win.riichi_sticks
    )
    assert all(points <= 0 for wind, points in changes.items() if wind is not win.seat_wind)
    assert all(points % 100 == 0 for points in changes.values())


@given(won=fed_yakuman())
def test_whoever_is_liable_what_is_won_is_what_is_paid(ruleset, won):
    hand, win = won
    answer = score(hand, win, ruleset)
    changes = answer.changes(win.context.discarder_seat)
    payers = {wind for wind, points in changes.items() if points < 0}

    assert answer.yakuman
    assert sum(changes.values()) == 1000 * win.riichi_sticks
    assert changes[win.seat_wind] == answer.total
    if answer.liable_seat is not None:
        assert answer.liable_seat in {meld.source for meld in hand.melds}
        assert answer.liable_seat in payers
    elif win.ron:
        assert payers == {win.context.discarder_seat}
    else:
        assert len(payers) == 3
    alone = score(Hand(hand.concealed, tuple(map(unfed, hand.melds))), win, ruleset)
    assert alone.total == answer.total


def unfed(meld):
    return replace(meld, source=None)


@given(won=won_hands())
def test_limit_and_payments_follow_from_han_and_fu(ruleset, won):
    answer = score(*won, ruleset)
    assume(answer.valid)
    win = won[1]
    bases = {"mangan": 2000, "haneman": 3000, "baiman": 4000, "sanbaiman": 6000}
    base = 8000 * answer.yakuman or bases.get(answer.limit)
    if base is None:
        base = answer.fu * 2 ** (answer.han + 2)
        assert base <= 2000
    elif not answer.yakuman and answer.han < 5:
        kiriage = ruleset.limits.kiriage and answer.fu * 2 ** (answer.han + 2) == 1920
        assert kiriage or answer.fu * 2 ** (answer.han + 2) >= 2000
    parts = [6 if win.dealer else 4] if win.ron else [2, 2, 2] if win.dealer else [2, 1, 1]
    points = sum(-(-base * part // 100) * 100 for part in parts)

    assert (
        answer.total == points + ruleset.game.counter_value * win.honba + 1000 * win.riichi_sticks
    )


@given(won=won_hands())
def test_the_explanation_adds_up(ruleset, won):
    answer = score(*won, ruleset)
    assume(answer.valid and not answer.yakuman)

    assert answer.han == sum(yaku.han for yaku in answer.yaku) + answer.dora.total
    fu = sum(item.fu for item in answer.fu_details)
    assert answer.fu == (fu if fu == 25 else -(-fu // 10) * 10)
    cited = {yaku.clause for yaku in answer.yaku} | {item.clause for item in answer.fu_details}
    named = {*answer.clauses}
    for entry in cited | {*answer.value_clauses, *answer.payment_clauses}:
        assert {entry} <= named or {*entry.split(", ")} <= named
    assert all(", " not in clause or clause.startswith("silent: ") for clause in named)


@given(won=won_hands())
def test_no_reading_is_worth_more_than_the_one_that_is_scored(ruleset, won):
    hand, win = won
    answer = score(hand, win, ruleset)
    assume(answer.valid)
    facts = facts_of(hand, win)
    candidates = Scorer(ruleset).candidates(facts, readings(facts), 0)

    for candidate in candidates:
        alone = replace(win, dora_indicators=(), ura_indicators=())
        assert candidate.worth.value.base <= _base(answer)
        assert score(hand, alone, ruleset).total <= answer.total


@given(won=won_hands(), indicator=st.sampled_from(TILES[:34]))
def test_more_dora_never_make_less(ruleset, won, indicator):
    hand, win = won
    kinds = [tile.kind for tile in hand.all_tiles() + win.dora_indicators + win.ura_indicators]
    assume(kinds.count(indicator.kind) < 4)
    answer = score(hand, win, ruleset)
    more = score(hand, replace(win, dora_indicators=(*win.dora_indicators, indicator)), ruleset)

    assert more.valid is answer.valid
    if answer.valid:
        assert more.total >= answer.total
        dora = hand.counts()[DORA_OF_INDICATOR[indicator.kind]]
        assert answer.yakuman or more.dora.dora == answer.dora.dora + dora


@given(
    tiles=st.lists(st.sampled_from(TILES), min_size=14, max_size=14),
    tsumo=st.booleans(),
)
@settings(max_examples=300)
def test_any_fourteen_tiles_get_an_answer(ruleset, tiles, tsumo):
    try:
        hand = Hand(tuple(tiles))
    except IllegalHandError:
        assume(False)
    win = Win(tiles[0], tsumo=tsumo, seat_wind=Wind.NORTH)
    most = ruleset.win.red_five_tiles
    if any(most) and any(
        tiles.count(Tile.of(kind, red=True)) > reds
        for kind, reds in zip(sorted(FIVES), most, strict=True)
    ):
        with pytest.raises(IllegalHandError, match="copies of 0"):
            score(hand, win, ruleset)
        return
    answer = score(hand, win, ruleset)

    assert isinstance(answer, (Score, Refusal))
    assert str(answer)


def _base(answer):
    """What a player who is not the dealer would pay on a self-draw, or a little more (rounding)."""
    paid = answer.payments
    return max(
        paid.nondealer or 0,
        (paid.each or 0) / 2,
        (paid.discarder or 0) / (6 if answer.seat_wind is Wind.EAST else 4),
    )
