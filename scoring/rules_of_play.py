"""The sections of a ruleset that say how a hand and a game run."""

from __future__ import annotations

from typing import Literal, NamedTuple


class RiichiRules(NamedTuple):
    """Who may declare riichi, how, and what binds him afterwards."""

    live_tiles: int
    """Tiles that must be left in the wall at the declaration."""
    needs_points: bool
    """The player must own the bet; otherwise his score may fall below zero."""
    bet: int
    """Points laid on the table."""
    order: Literal["any", "stick_before_discard", "stick_after_discard"]
    """When the stick is laid; "any": the order is not enforced."""
    void_when_ronned: bool
    """A ron on the declaration tile undoes the riichi, and the bet is not paid."""
    called_tile_rotates: bool
    """If the declaration tile is called, the next discard is turned."""
    furiten_allowed: bool
    """A furiten player may declare."""
    ankan: Literal["triplet", "structure", "waits", "never"]
    """Concealed kan with the drawn tile: same waits and a triplet in every reading; waits and
    sets of every reading unchanged; same waits; never."""
    ippatsu_ends_with_false_call: bool
    """A call that proves invalid ends ippatsu too."""


class CallRules(NamedTuple):
    """Chi, pon, kan and ron: what may be called, until when, and whose call counts."""

    window_s: int
    """Seconds for chi, pon and kan after a discard; 0: until the next player draws."""
    ron_until: Literal["window", "discard", "discard_or_declaration"]
    """Until when ron may be called: in `window_s`, until the next discard, or until the next
    discard, riichi, ankan or kakan."""
    tsumo_against_ron: Literal["tsumo", "window", "referee"]
    """The next player's tsumo against a late ron: tsumo counts, a ron in time counts, a referee."""
    precedence: Literal["type", "first_caller"]
    """Among chi, pon and kan: pon and kan before chi, or the first, and pon and kan if together."""
    chi_declared_shuts_ron: bool
    """After a proper chi nobody may ron that tile, nor pon or kan it."""
    touching_wall_ends_right: bool
    """Who has touched the wall may not call the last discard, ron included."""
    order: Literal["either", "take_first"]
    """Whether the called tile may be taken after the own discard."""
    take_before: Literal["two_discards", "own_draw", "own_discard"]
    """The called tile must be taken before two further discards of others, the own next draw, or
    the own discard."""
    words: tuple[str, ...]
    """The words that are accepted for calls and wins."""
    kuikae: Literal["allowed", "same", "both"]
    """Discarding from the called set's kinds at once: allowed; the same tile is forbidden; and,
    after a chi, the tile at the other end too."""
    kakan_display: Literal["beside", "stacked", "either"]
    """Where the fourth tile lies: beside the turned tile, or on it."""
    kan_after_call: bool
    """A concealed or added kan may be declared in the turn of an own chi or pon."""
    kan_dora: Literal["at_once", "before_discard"]
    """When an open kan's indicator is turned: before the replacement tile is drawn; or with the
    discard, so that a rinshan win has no use of it. A concealed kan's is turned at once."""
    robbed_kan_dora: bool
    """A robbed kan turns an indicator."""
    rob_window_s: int
    """Seconds to rob a kan; 0: until the replacement tile is drawn."""
    maximum_kans: int
    """Kans in one hand, of all players together."""
    fifth_kan: Literal["impossible", "draw"]
    """Declaring one more: not possible, or an abortive draw."""
    kan_on_last_tile: bool
    """Who draws the last tile may declare a kan."""
    last_discard_callable: bool
    """The last discard may be called for a set; otherwise for a ron only."""


Abortive = Literal["four_winds", "nine_kinds", "four_kans", "four_riichi", "triple_ron"]


class DrawRules(NamedTuple):
    """Hands without a winner."""

    abortive: tuple[Abortive, ...]
    """What ends a hand early. four_kans: by several players, after the unclaimed discard."""
    abortive_counter: bool
    """An abortive draw adds a counter."""
    abortive_dealer_stays: bool
    """The dealer deals again after an abortive draw."""
    nagashi: Literal["none", "win", "draw"]
    """All own discards terminals and honours: nothing, a mangan win, or a draw paid as mangan."""
    nagashi_unclaimed: bool
    """For it none of the discards may have been called."""
    noten_payment: int
    """In all, shared by the noten players."""
    counter: bool
    """An exhaustive draw adds a counter."""
    dealer_stays_tenpai: bool
    """A tenpai dealer deals again."""
    tenpai_optional: bool
    """A tenpai player who is not in riichi may say noten."""
    noten_hidden: bool
    """A noten hand must not be shown."""
    own_fifth_tile: Literal["noten", "noten_concealed", "tenpai"]
    """A hand that holds all of the tiles that would complete it; "noten_concealed": noten only
    if it holds them among its concealed tiles, melds and kans aside."""
    noten_riichi_payments: bool
    """Noten payments take place besides the chombo for a noten riichi (fouls.noten_riichi)."""


class GameRules(NamedTuple):
    """A game: how long, several winners, and the final score."""

    starting_points: int
    """Points at the start."""
    rounds: int
    """1: east only, 2: east and south, 4: all winds."""
    counter_value: int
    """Points that one counter adds to a win."""
    several_winners: Literal["head_bump", "all"]
    """Several ron: the next in turn order wins alone, or each wins."""
    pot_several: Literal["first", "own_back_rest_first"]
    """Bets at several ron: to the first winner; or a winner's own back, the rest to the first."""
    counters_several: Literal["first", "each"]
    """Counters at several ron: paid to the first winner, or to each."""
    dealer_stays_several: bool
    """A dealer among several winners deals again, and a counter is added."""
    agari_yame: bool
    """A leading dealer's win in the last hand ends the game."""
    tenpai_yame: bool
    """A leading dealer's tenpai at the draw of the last hand ends the game."""
    bankruptcy: bool
    """A score below zero ends the game."""
    extension_target: int
    """Points somebody must have, or one further round is played till then; 0: no further round."""
    return_points: int
    """What is subtracted for the final score, in points."""
    oka: int
    """Points that go to the leader at the end."""
    uma: tuple[int, ...]
    """Added to the final score by place, in thousands."""
    ties: Literal["share", "seat_order"]
    """Equal scores: share uma and oka of their places, or the earlier starting seat is ahead."""
    final_rounding: Literal["none", "half_up", "half_down"]
    """Final scores to 0.1; or of points to the nearest thousand, 500 up or down, the leader's
    score balancing the others."""
    leftover_sticks: Literal["nobody", "leader"]
    """Bets left on the table at the end."""
    excess_from_first: bool
    """Points counted beyond the total are taken from the first place, once placed."""
    payment_errors_until: Literal["next_hand", "sheet", "game_end_agreed", "never"]
    """Wrong payments may be put right: before the next hand; before the sheet is signed; until
    the game ends if all agree; a program pays, and none happen."""
