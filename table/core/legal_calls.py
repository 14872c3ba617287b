"""Which discards may be called, by whom, and until when."""

from scoring.errors import ScoringError
from scoring.kans import daiminkan
from scoring.kuikae import leaves_discard
from scoring.melds import Meld, MeldKind
from scoring.ruleset import Ruleset
from scoring.ruling import Ruling
from scoring.seats import Seat
from table.core.events import Chi, Daiminkan, Pon
from table.core.faces import UNITS, unpack
from table.core.play import Play
from table.core.seat import DEALT, NEVER, SeatPlay
from table.core.weighing import Weighing
from table.core.windows import WIN, Claim, Moment, counted, in_time

_WORDS = {Chi: "chi", Pon: "pon", Daiminkan: "kan"}
_SPOKEN = {"chii": "chi", "chow": "chi", "pung": "pon", "kong": "kan"}


def called(play: Play, event: Chi | Pon | Daiminkan, ruleset: Ruleset) -> Ruling:
    """Whether a discard may be called for this set."""
    weighing = Weighing(ruleset)
    actor = event.actor
    offer = play.claimable(event.target)
    if offer is None or offer.kan is not None:
        weighing.refuse("nothing_to_call", "no discard lies there to be called", "cited.claim")
        return weighing.ruling("")
    before = play.before(event.target)
    seat = before.seats[actor]
    if isinstance(event, Chi) and event.target.after() != actor:
        detail = f"seat {actor} may call a run only from seat {actor.after(3)}"
        weighing.refuse("chi_left", detail, "cited.chi")
    if seat.dead:
        weighing.refuse("dead_hand", f"the hand of seat {actor} is dead", "cited.dead_hand")
    if seat.riichi_turn != NEVER:
        weighing.refuse("riichi_lock", f"seat {actor} is in riichi", "cited.riichi_lock")
    if seat.tiles != DEALT:
        detail = f"seat {actor} holds {seat.tiles} tiles, not {DEALT}"
        weighing.refuse("wrong_tile_count", detail, "fouls.wrong_tile_count")
    if before.drew_out and not ruleset.calls.last_discard_callable:
        detail = "the last discard is for a ron only"
        weighing.refuse("last_discard", detail, "calls.last_discard_callable")
    weighing.held(seat, event.consumed)
    _most_kans(weighing, before, event)
    _swaps_nothing(weighing, seat, event)
    _timely(weighing, play, event)
    _precedes(weighing, play, event)
    return weighing.ruling("the last discard, in time", "calls.precedence")


def _most_kans(weighing: Weighing, play: Play, event: Chi | Pon | Daiminkan) -> None:
    if isinstance(event, Daiminkan):
        ruling = daiminkan(
            event.consumed,
            event.pai,
            weighing.ruleset,
            live_tiles=max(play.live, 1),
            kans_declared=play.kans,
        )
        weighing.take(ruling)


def _swaps_nothing(weighing: Weighing, seat: SeatPlay, event: Chi | Pon | Daiminkan) -> None:
    """Whether a tile is left that may be discarded."""
    if isinstance(event, Daiminkan) or seat.hidden:
        return
    kind = MeldKind.CHI if isinstance(event, Chi) else MeldKind.PON
    try:
        meld = Meld(kind, (*event.consumed, event.pai), event.pai)
    except ScoringError:
        return
    rest = seat.known - sum(UNITS[tile.place] for tile in event.consumed)
    if rest >= 0:
        weighing.take(leaves_discard(unpack(rest), meld, weighing.ruleset))


def _timely(weighing: Weighing, play: Play, event: Chi | Pon | Daiminkan) -> None:
    """Whether the call comes in time, as far as times are known."""
    word = _WORDS[type(event)]
    before = play.before(event.target)
    if before is play or spoken(before, event.actor, word):
        return
    said = spoken(play, event.actor, word)
    if said is None and weighing.ruleset.calls.window_s:
        detail = "the next player has drawn, and when the call came is not known"
        weighing.doubt("time_unknown", detail, "calls.window_s")
        return
    claim = said or Claim(event.actor, word, 0)
    drawn = Moment(drawn_by=play.turn, drawn_ms=0)
    weighing.take(in_time(claim, drawn, weighing.ruleset))


def _precedes(weighing: Weighing, play: Play, event: Chi | Pon | Daiminkan) -> None:
    """Whether a word that another has said goes before this call."""
    claims = claims_said(play)
    others = [claim for claim in claims if claim.actor != event.actor]
    if not others:
        return
    own = spoken(play, event.actor, _WORDS[type(event)])
    if own is None:
        detail = f"another has said {others[0].word}, and who was first is not known"
        weighing.doubt("precedence", detail, "calls.precedence")
        return
    winning = counted(claims, weighing.ruleset)
    if winning and own not in winning:
        detail = f"{winning[0].word} of seat {winning[0].actor} goes before"
        weighing.refuse("precedence", detail, "calls.precedence")


def claims_said(play: Play) -> list[Claim]:
    """The timed words since the last discard that claim it."""
    return [
        Claim(call.actor, _SPOKEN.get(call.word, call.word), call.after_ms)
        for call in play.said
        if call.after_ms is not None
    ]


def said_ron(play: Play) -> set[Seat]:
    """Who has said ron since the last discard, whenever that was."""
    return {call.actor for call in play.said if _SPOKEN.get(call.word, call.word) == WIN}


def spoken(play: Play, actor: int, word: str) -> Claim | None:
    """A player's own timed word, if he said it."""
    said = (one for one in claims_said(play) if one.actor == actor and one.word == word)
    return next(said, None)
