"""Whether many hands at once get the answers that the engine gives them one by one."""

from dataclasses import replace

from scoring.batch.convert import hands_of
from scoring.batch.engine import BatchScorer
from scoring.engine import Scorer
from scoring.errors import ScoringError
from scoring.melds import MeldKind
from scoring.seats import Wind
from scoring.win import Context


def of_engine(answer):
    """What the batch can say, too, of the engine's answer."""
    if not answer.valid:
        return (answer.reason,)
    return (
        "",
        answer.han,
        answer.fu,
        answer.limit,
        answer.yakuman,
        answer.counted,
        answer.dora.total,
        answer.payments,
        answer.liable_seat,
        answer.total,
        tuple(yaku.name for yaku in answer.yaku),
    )


def of_row(scores, row):
    """The same of a row of the batch."""
    if not scores.valid[row]:
        return (scores.reason_of(row),)
    han, fu, seat = (int(column[row]) for column in (scores.han, scores.fu, scores.liable_seat))
    return (
        "",
        None if han < 0 else han,
        None if fu < 0 else fu,
        scores.limit_of(row),
        int(scores.yakuman[row]),
        bool(scores.counted[row]),
        int(scores.dora[row]),
        scores.payments_of(row),
        None if seat < 0 else list(Wind)[seat],
        int(scores.total[row]),
        scores.yaku_of(row),
    )


def assert_agreement(wins, ruleset):
    """Score hands and wins in both ways; return how many are granted."""
    scores = BatchScorer(ruleset).score(hands_of(wins))
    engine = Scorer(ruleset)
    for row, (hand, win) in enumerate(wins):
        answer = engine.score(hand, win)
        assert of_row(scores, row) == of_engine(answer), f"{ruleset.id}: {hand} {win}"
    return int(scores.valid.sum())


def _feeder(meld, win, someone):
    if meld.kind is MeldKind.CHI:
        return win.seat_wind.after(3)
    return someone if meld.is_open else None


def deal(dealing, random):
    """Deal a win, now and then with a feeder, a discarder, a robbed kan, tiles not kept apart."""
    while True:
        hand, win = dealing.deal(random)
        others = [wind for wind in Wind if wind is not win.seat_wind]
        if random.random() < 0.5:
            melds = tuple(
                replace(meld, source=_feeder(meld, win, random.choice(others)))
                for meld in hand.melds
            )
            hand = replace(hand, melds=melds)
        context = Context(
            winning_tile_kept_apart=random.random() > 0.1,
            robbed_kan=random.choice([None, MeldKind.KAKAN, MeldKind.ANKAN])
            if win.chankan
            else None,
            dead_hand=random.random() < 0.01,
            dealer_consecutive_wins=random.choice([0, 0, 0, 7, 8]),
            discarder_seat=None if win.tsumo else random.choice([None, *others]),
        )
        try:
            return hand, replace(win, context=context, honba=random.choice([0, 1, 4, 5, 6]))
        except ScoringError:
            continue
