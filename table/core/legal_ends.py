"""Whether a win or a draw may be declared, and what hand may follow."""

from scoring.engine import score
from scoring.errors import ScoringError
from scoring.melds import MeldKind
from scoring.ruleset import Ruleset
from scoring.ruling import Reason, Ruling
from scoring.score import Refusal
from scoring.tally import ORPHANS
from scoring.tiles import Tile
from table.core.circumstances import surely_furiten, win_context, winning_hand
from table.core.draws import draws_now, nagashi
from table.core.events import EndGame, Hora, Ryukyoku, StartKyoku
from table.core.fives import too_many
from table.core.legal_calls import claims_said, said_ron, spoken
from table.core.play import Offer, Play, Stage
from table.core.rotation import end_of_game, first_hand, is_over, next_hand
from table.core.seat import SeatPlay
from table.core.settlement import TRIPLE, ron_winners
from table.core.state import Phase, TableState
from table.core.units import SEATS
from table.core.weighing import Weighing
from table.core.windows import WIN, Claim, Moment, in_time


def hora(state: TableState, play: Play, event: Hora, ruleset: Ruleset) -> Ruling:
    """A win."""
    weighing = Weighing(ruleset)
    if event.tsumo and event.pai is None and event.yakus:
        return _nagashi(play, event, ruleset)
    if play.seats[event.actor].dead:
        weighing.refuse("dead_hand", f"the hand of seat {event.actor} is dead", "cited.dead_hand")
    if state.phase is Phase.SETTLED:
        _another_winner(weighing, state, event)
    if not play.watched:
        weighing.doubt("not_watched", "no tile of the hand was seen")
    elif event.tsumo:
        _own_draw(weighing, play, event)
    else:
        _offered(weighing, play, event)
    if not weighing.against and play.watched:
        if not event.tsumo:
            _bumped(weighing, play, event)
        _worth(weighing, state, play, event)
    return weighing.ruling("a winning hand", "win.minimum_han")


def ryukyoku(state: TableState, play: Play, event: Ryukyoku, ruleset: Ruleset) -> Ruling:
    """A draw."""
    weighing = Weighing(ruleset)
    if event.reason in {"exhaustive_draw", "nagashi_mangan"}:
        if not play.watched:
            weighing.doubt("not_watched", "no tile of the hand was seen")
        elif not play.drew_out or play.stage is not Stage.DRAW:
            detail = f"{play.live} tiles are left, seat {play.turn} has to {play.stage.value}"
            weighing.refuse("wall_left", detail, "cited.exhausted")
        if event.reason == "nagashi_mangan":
            _flows(weighing, play)
        return weighing.ruling("the wall is used up", "cited.exhausted")
    if not event.reason:
        weighing.doubt("reason_unknown", "why the hand was drawn is not said")
        return weighing.ruling("")
    if event.reason not in ruleset.draws.abortive:
        weighing.refuse("no_such_draw", f"{event.reason} draws no hand", "draws.abortive")
    elif not play.watched:
        weighing.doubt("not_watched", "no tile of the hand was seen")
    else:
        _aborted(weighing, state, event)
    return weighing.ruling(f"{event.reason} draws the hand", "draws.abortive")


def _flows(weighing: Weighing, play: Play) -> None:
    """Whether somebody has a nagashi that is a draw."""
    rules = weighing.ruleset
    answers = {nagashi(play, seat, rules) for seat in SEATS}
    if rules.draws.nagashi != "draw":
        weighing.refuse("no_nagashi", "there is no such draw", "draws.nagashi")
    elif True not in answers and play.watched:
        if None in answers:
            weighing.doubt("tile_unknown", "a discard could not be read", "draws.nagashi")
        else:
            weighing.refuse("not_so", "every river has another tile", "draws.nagashi")


def start_kyoku(state: TableState, event: StartKyoku, ruleset: Ruleset) -> Ruling:
    """The hand that follows."""
    weighing = Weighing(ruleset)
    if state.aka_flag:
        dealt = (event.dora_marker, *(tile for tehai in event.tehais for tile in tehai))
        detail = too_many(0, [tile for tile in dealt if tile is not None], ruleset)
        if detail:
            weighing.refuse("not_in_set", detail, "win.red_five_tiles")
    due = next_hand(state, ruleset) if state.hands else first_hand(ruleset.game)
    if isinstance(due, EndGame):
        weighing.refuse("game_over", "the game ends with the last hand", "game.rounds")
        return weighing.ruling("")
    if not state.hands and _hand(event) != _hand(due):
        _taken_up(weighing, event)
        return weighing.ruling("")
    entries = {"honba": "game.counter_value", "scores": "game.starting_points"}
    for name in ("bakaze", "kyoku", "oya", "honba", "kyotaku", "scores"):
        got, expected = getattr(event, name), getattr(due, name)
        if got != expected:
            entry = entries.get(name, "draws.dealer_stays_tenpai")
            weighing.refuse(name, f"{name} {_text(got)}, expected {_text(expected)}", entry)
    return weighing.ruling("the next hand", "draws.dealer_stays_tenpai")


def _hand(event: StartKyoku) -> tuple[object, ...]:
    return event.bakaze, event.kyoku, event.honba, event.kyotaku


def _taken_up(weighing: Weighing, event: StartKyoku) -> None:
    """A record may begin in the middle of a game; only its points can be held against it."""
    rules = weighing.ruleset
    detail = "the record begins in the middle of a game"
    weighing.doubt("taken_up", detail, "game.starting_points")
    total = sum(event.scores) + rules.riichi.bet * event.kyotaku
    if total != 4 * rules.game.starting_points:
        detail = f"points and sticks add up to {total}"
        weighing.refuse("scores", detail, "game.starting_points")
    if event.oya != event.kyoku - 1:
        weighing.refuse("oya", f"seat {event.oya} deals in hand {event.kyoku}", "game.rounds")


def end_game(state: TableState, event: EndGame, ruleset: Ruleset) -> Ruling:
    """The end."""
    weighing = Weighing(ruleset)
    if not (state.hands and (is_over(state, ruleset) or _stopped(state, ruleset))):
        weighing.refuse("game_goes_on", "another hand is to be played", "game.rounds")
    else:
        due = end_of_game(state, ruleset).scores
        if event.scores not in {None, due}:
            detail = f"scores {_text(event.scores)}, expected {_text(due)}"
            weighing.refuse("scores", detail, "game.leftover_sticks")
    return weighing.ruling("the last hand is played", "game.rounds")


def _stopped(state: TableState, ruleset: Ruleset) -> bool:
    """Whether the end signal came between two hands, and the next had not begun."""
    between = state.gong == len(state.hands) and state.phase in {Phase.HAND, Phase.BETWEEN}
    begun = state.play is not None and state.play.watched
    return between and not begun and ruleset.timing.between_hands != "next_started"


def _own_draw(weighing: Weighing, play: Play, event: Hora) -> None:
    if event.actor != play.turn or not play.has_drawn or play.stage is not Stage.DISCARD:
        detail = f"seat {event.actor} has no tile just drawn"
        weighing.refuse("not_drawn", detail, "cited.turn")


def _offered(weighing: Weighing, play: Play, event: Hora) -> None:
    """Whether the tile lies there to be won on, in time."""
    before = play.before(event.target)
    last = before.offered[-1] if before.offered else None
    if last is None or last.seat != event.target:
        detail = f"no tile of seat {event.target} lies there to be won on"
        weighing.refuse("nothing_to_win", detail, "cited.claim")
    elif before is play:
        if not play.open:
            _meanwhile_called(weighing, play, event)
    elif last.kan is not None:
        _robbed_late(weighing)
    elif spoken(before, event.actor, WIN) is None:
        _timed(weighing, play, event, _drawn(play))


def _meanwhile_called(weighing: Weighing, play: Play, event: Hora) -> None:
    """Whether a tile that another has called may still be won on."""
    calls = weighing.ruleset.calls
    run = play.called is not None and play.called.kind is MeldKind.CHI
    if play.uncalled is not None and event.actor == play.turn:
        detail = f"seat {event.actor} has called the tile, and no call is changed"
        weighing.refuse("changed_call", detail, "fouls.empty_call")
    elif run and calls.chi_declared_shuts_ron:
        detail = "a chi was declared on the tile"
        weighing.refuse("chi_declared", detail, "calls.chi_declared_shuts_ron")
    elif play.has_drawn:
        _timed(weighing, play, event, _drawn(play))
    elif calls.ron_until == "window":
        _timed(weighing, play, event, Moment())


def _drawn(play: Play) -> Moment:
    """The player on turn has drawn since the tile was offered."""
    return Moment(drawn_by=play.turn, drawn_ms=0, declared=_declared(play), declared_ms=0)


def _declared(play: Play) -> str:
    """What the player on turn has declared since he drew."""
    seat = play.seats[play.turn]
    if play.stage is Stage.REPLACE and play.offered[-1].kan is not None:
        return str(play.offered[-1].kan)
    if seat.riichi_turn == len(seat.river):
        return "riichi"
    said = [call.word for call in play.said if call.actor == play.turn]
    return "tsumo" if "tsumo" in said else ""


def _robbed_late(weighing: Weighing) -> None:
    """A kan whose replacement tile is drawn is robbed only where there is a time for it."""
    if weighing.ruleset.calls.rob_window_s:
        weighing.doubt("time_unknown", "when the win was called is not known", "calls.rob_window_s")
    else:
        weighing.refuse("late", "the replacement tile is drawn", "calls.rob_window_s")


def _timed(weighing: Weighing, play: Play, event: Hora, since: Moment) -> None:
    said = spoken(play, event.actor, WIN)
    if said is None and weighing.ruleset.calls.ron_until == "window":
        if event.actor == since.drawn_by and weighing.ruleset.calls.touching_wall_ends_right:
            said = Claim(event.actor, WIN, 0)
        else:
            detail = "when the win was called is not known"
            weighing.doubt("time_unknown", detail, "calls.ron_until")
            return
    weighing.take(in_time(said or Claim(event.actor, WIN, 0), since, weighing.ruleset))


def _another_winner(weighing: Weighing, state: TableState, event: Hora) -> None:
    """Whether a second win may stand beside the first."""
    wins = state.hands[-1].wins
    if not wins:
        weighing.refuse("no_hand", f"the table is {state.phase}", "cited.turn")
    elif any(win.actor == event.actor for win in wins):
        weighing.refuse("won_already", f"seat {event.actor} has won", "game.several_winners")
    elif event.tsumo or any(win.tsumo or win.target != event.target for win in wins):
        detail = "only wins on one discard stand together"
        weighing.refuse("one_tile", detail, "game.several_winners")
    elif len(wins) == TRIPLE - 1 and "triple_ron" in weighing.ruleset.draws.abortive:
        weighing.refuse("head_bump", "three rons draw the hand", "draws.abortive")
    elif weighing.ruleset.game.several_winners == "head_bump":
        detail = f"seat {wins[0].actor} has won before"
        weighing.refuse("head_bump", detail, "game.several_winners")


def _bumped(weighing: Weighing, play: Play, event: Hora) -> None:
    """Whether another who has said ron goes before."""
    rons = {claim.actor for claim in claims_said(play) if claim.word == WIN} | {event.actor}
    winners = ron_winners(tuple(rons), event.target, weighing.ruleset)
    if len(rons) > 1 and event.actor not in winners:
        detail = f"seat {winners[0]} goes before" if winners else "three rons draw the hand"
        weighing.refuse("head_bump", detail, "game.several_winners")
        return
    every = tuple(said_ron(play) | {event.actor})
    if event.actor not in ron_winners(every, event.target, weighing.ruleset):
        detail = "when the win was called is not known"
        weighing.doubt("time_unknown", detail, "calls.ron_until")


def _worth(weighing: Weighing, state: TableState, play: Play, event: Hora) -> None:
    """Whether the hand wins by the rules of scoring."""
    tile = event.pai or _tile_of(play, event)
    hand = None
    try:
        if tile is not None:
            hand = winning_hand(state, event.actor, event.target, tile)
        if hand is None or tile is None:
            _hidden_win(weighing, play, event, tile)
            return
        win = win_context(
            state, event.actor, event.target, tile, weighing.ruleset, ura=event.ura_markers
        )
        answer = score(hand, win, weighing.ruleset)
    except ScoringError as fault:
        weighing.refuse("impossible", str(fault), "cited.shapes")
        return
    if isinstance(answer, Refusal):
        weighing.against += [Reason(one.reason, one.detail, one.clause) for one in answer.findings]


def _hidden_win(weighing: Weighing, play: Play, event: Hora, tile: Tile | None) -> None:
    """Of a hand that nobody sees, only a furiten that holds for every hand is known."""
    weighing.doubt("hidden_hand", "the winner's tiles are not known", "cited.shapes")
    if event.tsumo or tile is None:
        return
    before = play.before(event.target)
    detail = surely_furiten(before, event.actor, tile)
    if detail:
        weighing.refuse("furiten", detail, "cited.furiten_discard")
    if not may_rob(before.seats[event.actor], before.offered[-1], weighing.ruleset):
        detail = f"no hand wins on {tile.plain} of a concealed kan"
        weighing.refuse("ankan_not_robbable", detail, "win.kokushi_robs_ankan")


def may_rob(seat: SeatPlay, offer: Offer, ruleset: Ruleset) -> bool:
    """Whether a hidden hand may win; a concealed kan is robbed by thirteen orphans only."""
    if offer.kan is not MeldKind.ANKAN:
        return True
    orphan = offer.tile is None or offer.tile.is_honour or offer.tile.is_terminal
    return ruleset.win.kokushi_robs_ankan and orphan and not seat.melds


def _tile_of(play: Play, event: Hora) -> Tile | None:
    if event.tsumo:
        return play.drawn
    offered = play.before(event.target).offered
    return offered[-1].tile if offered else None


def _nagashi(play: Play, event: Hora, ruleset: Ruleset) -> Ruling:
    """A nagashi that is a win."""
    weighing = Weighing(ruleset)
    river = play.seats[event.actor].river
    if play.seats[event.actor].dead:
        weighing.refuse("dead_hand", f"the hand of seat {event.actor} is dead", "cited.dead_hand")
    if ruleset.draws.nagashi != "win":
        weighing.refuse("no_nagashi", "there is no such win", "draws.nagashi")
    if not play.watched:
        weighing.doubt("not_watched", "no tile of the hand was seen")
    elif not play.drew_out or play.stage is not Stage.DRAW:
        weighing.refuse("wall_left", f"{play.live} tiles are left", "draws.nagashi")
    for discard in river:
        if discard.tile is None:
            weighing.doubt("tile_unknown", "a discard could not be read", "draws.nagashi")
        elif discard.tile.kind not in ORPHANS:
            weighing.refuse("simple", f"{discard.tile} was discarded", "draws.nagashi")
        if discard.caller is not None and ruleset.draws.nagashi_unclaimed:
            weighing.refuse("called", "a discard was called", "draws.nagashi_unclaimed")
    return weighing.ruling("only terminals and honours were discarded", "draws.nagashi")


def _aborted(weighing: Weighing, state: TableState, event: Ryukyoku) -> None:
    """Hold an abortive draw against the table."""
    if event.reason == "triple_ron":
        _three_wins(weighing, state, event)
        return
    ways = draws_now(state, weighing.ruleset)
    found = next((way for way in ways if way.reason == event.reason), None)
    if found is None:
        detail = f"the table does not show {event.reason}"
        weighing.refuse("not_so", detail, "draws.abortive")
    elif found.actor is not None and event.actor not in {None, found.actor}:
        detail = f"seat {event.actor} declares it on the turn of seat {found.actor}"
        weighing.refuse("not_turn", detail, "draws.abortive")
    elif not found.certain:
        weighing.doubt("hidden_hand", "hidden tiles decide", "draws.abortive")


def _three_wins(weighing: Weighing, state: TableState, event: Ryukyoku) -> None:
    """Whether all three others win on the tile that lies there."""
    play = state.play
    if play is None or not play.open:
        weighing.refuse("nothing_to_win", "no tile lies there to be won on", "draws.abortive")
        return
    giver = play.offered[-1].seat
    for seat in SEATS:
        if seat != giver:
            win = Hora(seat, giver, event.deltas)
            if play.seats[seat].dead:
                weighing.refuse("dead_hand", f"the hand of seat {seat} is dead", "draws.abortive")
            else:
                _worth(weighing, state, play, win)


def _text(value: object) -> str:
    return f"{list(value)}" if isinstance(value, tuple) else f"{value}"
