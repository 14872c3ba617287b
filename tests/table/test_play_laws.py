"""Laws of play: whatever comes, legal or not, tiles and points stay what they are."""

import random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from loading import load

from scoring.melds import MeldKind
from scoring.seats import Seat
from scoring.tiles import COPIES, TILES
from table.config import load_ruleset, ruleset_ids
from table.core.codec import NAMES, event_mapping, parse_event
from table.core.events import (
    Ankan,
    Chi,
    Dahai,
    Daiminkan,
    Dora,
    Hora,
    Kakan,
    Pon,
    Reach,
    Ryukyoku,
    Tsumo,
)
from table.core.expected import expected
from table.core.faces import of_kind, pack, unpack
from table.core.incidents import DeadHand, OutOfSync, PutBack, Reveal, RulingCancelled
from table.core.legal import flagged, judge
from table.core.play import UNREAD
from table.core.state import EMPTY, Phase, apply, fold
from table.errors import IllegalActionError

RULESETS = sorted(ruleset_ids())
PLAIN = TILES[:34]


GAMES = load("tests/table/random_game.py")


def lying(play):
    """All known tiles, counted anew from where they lie."""
    tiles = [tile for tile in (*play.markers, *play.ura) if tile is not None]
    for seat in play.seats:
        tiles += seat.known_tiles
        tiles += [one.tile for one in seat.river if one.tile is not None and one.caller is None]
        tiles += [tile for meld in seat.melds for tile in meld.tiles]
    return tiles


def check_tiles(play):
    """The counts of a hand in progress hold together."""
    assert play.seen == pack(lying(play))
    assert all(of_kind(play.seen, kind) <= COPIES for kind in range(34))
    held = sum(seat.size + sum(len(meld.tiles) for meld in seat.melds) for seat in play.seats)
    rivers = sum(one.caller is None for seat in play.seats for one in seat.river)
    assert held + rivers == 4 * 13 + 70 - play.live
    assert [kind for kind in play.kinds if kind != UNREAD] == [
        one.tile.kind for one in play.offered if one.tile and one.kan is not MeldKind.ANKAN
    ]
    for seat in play.seats:
        assert len(unpack(seat.known)) + seat.hidden == seat.size
        kinds = {tile.kind for tile in seat.discards}
        assert {kind for kind in range(34) if seat.discarded >> kind & 1} == kinds


class AnythingGoes(RuleBasedStateMachine):
    """Legal moves and others, in any order, seen whole and from outside."""

    @initialize(seed=st.integers(0, 1 << 32), rules=st.sampled_from(RULESETS))
    def sit_down(self, seed, rules):
        self.ruleset = load_ruleset(rules)
        self.game = GAMES.RandomGame(seed, self.ruleset)
        self.dice = random.Random(seed)
        self.total = None
        self.legal = True
        for _ in range(2):
            self.game.step()
        self.total = self.game.state.total

    @precondition(lambda self: self.legal and not self.game.over)
    @rule(steps=st.integers(1, 12))
    def play_on(self, steps):
        for _ in range(steps):
            if self.game.over:
                return
            before = self.game.state
            event = self.game.step()
            assert judge(before, event, self.ruleset).allowed is not False

    @rule(kind=st.integers(0, 12), actor=st.sampled_from(list(Seat)), other=st.integers(1, 3))
    def do_anything(self, kind, actor, other):
        state = self.game.state
        if state.play is None or state.phase is not Phase.HAND:
            return
        event = self.anything(kind, actor, actor.after(other))
        ruling = judge(state, event, self.ruleset)
        assert ruling.reasons
        assert (flagged(event, ruling) is None) == (ruling.allowed is not False)
        try:
            self.game.state = apply(state, event)
        except IllegalActionError:
            return
        self.game.events.append(event)
        self.game.queue.clear()
        self.legal = False

    def anything(self, kind, actor, target):
        play = self.game.state.play
        own = list(play.seats[actor].known_tiles) or [PLAIN[0]]
        tile = self.dice.choice([self.dice.choice(own), self.dice.choice(PLAIN)])
        called = play.offered[-1].tile if play.offered else tile
        pair = tuple(self.dice.sample(own, min(2, len(own))))
        makers = (
            lambda: Tsumo(actor, self.dice.choice([tile, None])),
            lambda: Dahai(actor, self.dice.choice([tile, None]), self.dice.choice([None, True])),
            lambda: Chi(actor, target, called or tile, pair),
            lambda: Pon(actor, target, called or tile, (called or tile,) * 2),
            lambda: Daiminkan(actor, target, called or tile, (called or tile,) * 3),
            lambda: Ankan(actor, (tile,) * 4),
            lambda: Kakan(actor, tile, (tile,) * 3),
            lambda: Dora(self.dice.choice([tile, None])),
            lambda: Reach(actor),
            lambda: PutBack(actor),
            lambda: DeadHand(actor, "empty_call", riichi_void=self.dice.random() < 0.5),
            lambda: self.dice.choice([OutOfSync("an arm"), RulingCancelled(0, "a mistake")]),
            lambda: Reveal(actor, tuple(own[: self.dice.randrange(1, len(own) + 1)])),
        )
        return makers[kind]()

    @invariant()
    def points_and_sticks_are_conserved(self):
        if getattr(self, "total", None) is not None:
            assert self.game.state.total == self.total

    @invariant()
    def tiles_are_where_they_are_counted(self):
        play = self.game.state.play if hasattr(self, "game") else None
        if play is not None:
            check_tiles(play)

    @invariant()
    def the_state_is_the_fold_of_the_record(self):
        if hasattr(self, "game"):
            assert fold(self.game.events) == self.game.state


AnythingGoes.TestCase.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)


@pytest.mark.timeout(180)
class TestAnythingGoes(AnythingGoes.TestCase):
    pass


@pytest.mark.parametrize("rules", RULESETS)
def test_a_game_of_expected_events_is_legal_to_whoever_sees_less(rules):
    """Each event is judged by one who sees all and by one who sees no hand."""
    ruleset = load_ruleset(rules)
    for seed in range(2):
        game, observer = GAMES.RandomGame(seed, ruleset), EMPTY
        while not game.over:
            before = game.state
            event = game.step()
            seen = GAMES.hidden(event)
            assert judge(before, event, ruleset).allowed is not False, (seed, event)
            assert judge(observer, seen, ruleset).allowed is not False, (seed, seen)
            assert listed(before, event, ruleset), (seed, event)
            assert listed(observer, seen, ruleset), (seed, seen)
            assert parse_event(event_mapping(event)) == event
            observer = apply(observer, seen)
            if observer.play is not None:
                check_tiles(observer.play)
                assert observer.play.live == game.state.play.live
        assert observer.scores == game.state.scores


def listed(state, event, ruleset):
    """Whether `expected` has the event."""
    return any(
        choice.kind == NAMES[type(event)] and choice.actor in {None, getattr(event, "actor", None)}
        for choice in expected(state, ruleset)
    )


def candidates(play):
    """Everything that the four could try with the tiles that they hold."""
    offer = play.offered[-1] if play.offered else None
    for actor in Seat:
        own = play.seats[actor].known_tiles
        yield Tsumo(actor)
        yield Reach(actor)
        yield Hora(actor, actor, (0, 0, 0, 0), pai=play.drawn)
        yield Hora(actor, actor, (0, 0, 0, 0), yakus=(("nagashi mangan", 5),))
        for tile in set(own):
            yield Dahai(actor, tile)
        for meld in play.seats[actor].melds:
            added = [tile for tile in own if tile.kind == meld.tiles[0].kind]
            if added and len(meld.tiles) == 3 and len({tile.kind for tile in meld.tiles}) == 1:
                yield Kakan(actor, added[0], meld.tiles)
        for kind in {tile.kind for tile in own}:
            four = tuple(tile for tile in own if tile.kind == kind)
            if len(four) == COPIES:
                yield Ankan(actor, four)
        back = play.earlier.last if play.earlier is not None else None
        if back is not None and back.seat != actor:
            yield Hora(actor, back.seat, (0, 0, 0, 0), pai=back.tile)
        if offer is not None and offer.seat != actor:
            yield Hora(actor, offer.seat, (0, 0, 0, 0), pai=offer.tile)
            if offer.kan is None:
                yield from _calls(actor, offer, own)
    for reason in ("exhaustive_draw", "nine_kinds", "four_winds", "four_kans", "four_riichi"):
        yield Ryukyoku((0, 0, 0, 0), reason=reason)


def _calls(actor, offer, own):
    same = tuple(tile for tile in own if tile.kind == offer.tile.kind)
    if len(same) >= 2:
        yield Pon(actor, offer.seat, offer.tile, same[:2])
    if len(same) >= 3:
        yield Daiminkan(actor, offer.seat, offer.tile, same[:3])
    kind = offer.tile.kind
    by_kind = {tile.kind: tile for tile in own}
    for low in (kind - 2, kind - 1, kind):
        run = [low, low + 1, low + 2]
        if low >= 0 and run[2] < 27 and low // 9 == run[2] // 9:
            run.remove(kind)
            if all(one in by_kind for one in run):
                yield Chi(actor, offer.seat, offer.tile, tuple(by_kind[one] for one in run))


@pytest.mark.parametrize("rules", RULESETS)
def test_expected_lists_exactly_what_the_judge_does_not_refuse(rules):
    ruleset = load_ruleset(rules)
    game = GAMES.RandomGame(7, ruleset, calls=0.4)
    tried = 0
    while not game.over and len(game.events) < 700:
        state = game.state
        if state.play is not None and state.phase is Phase.HAND and not state.play.owed:
            want = {
                (NAMES[type(event)], getattr(event, "actor", None))
                for event in candidates(state.play)
                if state.play.watched or isinstance(event, Tsumo | Dahai)
                if judge(state, event, ruleset).allowed is not False
                and GAMES.possible(state, event)
            }
            got = {
                (one.kind, one.actor)
                for one in expected(state, ruleset)
                if one.kind not in {"dora", "reach_accepted", "tenpai"}
            }
            assert got == want, (len(game.events), game.events[-3:])
            tried += len(got)
        game.step()
    assert tried > 500
