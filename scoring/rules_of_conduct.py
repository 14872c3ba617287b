"""The sections of a ruleset that say what a foul costs, what the clock does, and how to begin."""

from __future__ import annotations

from typing import Literal, NamedTuple

Cost = Literal[
    "none",
    "corrected",
    "corrected_if_agreed",
    "warning",
    "1 point",
    "20 points",
    "30 points",
    "dead_hand",
    "dead_hand_if_agreed",
    "riichi_void",
    "riichi_void_if_agreed",
    "dead_hand+riichi_void",
    "chombo",
    "redeal",
    "referee",
    "disqualified",
]
"""What a foul costs. Points are those of the overall score; corrected: put right, nothing more;
riichi_void: the bet comes back and the riichi never was; redeal: the hand again, no penalty;
if_agreed: where the other players agree on it, otherwise nothing."""


class FoulRules(NamedTuple):
    """What a foul costs. A refused win has its own section, penalties."""

    chombo: Literal["points", "table"]
    """Chombo is taken from the overall score, or paid at the table."""
    chombo_points: int
    """Overall points that a chombo costs; 0 where it is paid at the table."""
    chombo_table: tuple[int, int, int]
    """Points from a nondealer to each nondealer, from a nondealer to the dealer, and from the
    dealer to each; zeros where chombo is taken from the overall score."""
    chombo_sticks: Literal["hand", "stay"]
    """Bets given back: those of this hand, or none."""
    chombo_with_win: Literal["both", "void"]
    """Another player wins rightly: both count, or the chombo is void."""
    several_chombo: Literal["each", "one"]
    """Several at once: each is paid, or one."""
    false_win_shown: Cost
    """A false win, the hand shown."""
    hidden_false_win: Cost
    """A false win called, the hand not shown."""
    dead_hand_call: Cost
    """Calling, though the hand was declared dead."""
    undeclared_dead_hand_call: Cost
    """Calling with a hand that is dead, but that nobody has declared so."""
    empty_call: Cost
    """A chi, pon or open kan that cannot be made."""
    empty_kan: Cost
    """A concealed or added kan that cannot be made."""
    empty_riichi: Cost
    """A riichi that may not be declared, as with too few tiles left."""
    false_set_before_discard: Cost
    """Wrong tiles shown for a call, noticed before the discard."""
    false_set: Cost
    """Wrong tiles shown for a call, noticed after the discard."""
    untaken_tile: Cost
    """A called tile not taken in time (calls.take_before)."""
    kuikae: Cost
    """A discard that calls.kuikae forbids."""
    kuikae_attempt: Cost
    """The same, taken back in time."""
    foreign_word: Cost
    """A word for a call that is not among calls.words."""
    wrong_win_word: Cost
    """ron for tsumo, or the other way round."""
    wrong_call_word: Cost
    """One of chi, pon and kan said for another."""
    unsaid_call: Cost
    """A call not said."""
    late_call: Cost
    """A call said too late."""
    wrong_tile_count: Cost
    """Too many or too few tiles."""
    noten_riichi: Cost
    """A riichi that proves noten when its player wins or the wall runs out."""
    illegal_ankan: Cost
    """A concealed kan after riichi that riichi.ankan forbids, found at the same times."""
    riichi_unsaid: Cost
    """Riichi, but the word was not said."""
    riichi_not_rotated: Cost
    """Riichi, but the discard was not turned."""
    riichi_open_hand: Cost
    """Riichi with an open hand."""
    riichi_no_stick: Cost
    """Riichi, but no stick was laid."""
    riichi_order: Cost
    """Riichi in another order than riichi.order."""
    revealed_limit: int
    """From how many tiles shown by accident `revealed_many` counts; 0: never."""
    revealed_live: Cost
    """Fewer tiles of the live wall shown."""
    revealed_dead_wall: Cost
    """Fewer tiles of the dead wall shown."""
    revealed_own: Cost
    """Fewer own tiles shown."""
    revealed_other: Cost
    """Fewer tiles of another player shown."""
    revealed_many: Cost
    """Many tiles shown."""
    revealed_no_fault: Cost
    """Many tiles shown by nobody's fault."""
    wrong_draw: Cost
    """A wrong tile drawn from the live wall, noticed after the discard."""
    wrong_draw_dead_wall: Cost
    """A wrong tile drawn from the dead wall, noticed after the discard."""
    early_draw: Cost
    """Drawing before the turn has come."""
    wrong_rotation: Cost
    """A called tile turned to the wrong side."""
    front_chii: Cost
    """A chi laid as if from the player opposite."""
    unplayable: Cost
    """Tiles disturbed so that the hand cannot go on, to the culprit."""
    disturbed_win: Cost
    """Mixing hands or wall before a win was confirmed."""
    payment_error: Cost
    """A wrong payment found before game.payment_errors_until."""
    dealer_order: Cost
    """Hands played with the wrong dealer."""
    dealer_order_hands: Literal["stand", "void"]
    """Those hands: a referee may let them stand, or they are void and points are restored."""
    cheating: Cost
    """A foul on purpose."""
    obstruction: Cost
    """Slowness, feints and the like, repeated."""
    late_per_minute: int
    """Overall points for each minute begun."""
    late_limit_minutes: int
    """More minutes than these: a substitute plays; 0: no such rule."""
    late_penalty: int
    """Overall points for such lateness, in place of the minutes."""
    missed_session: Cost
    """A session missed."""


class TimingRules(NamedTuple):
    """The clock of a session."""

    minutes: int
    """Length of a session; 0: no clock."""
    hand_finished: bool
    """A hand begun before the signal is played to its end."""
    between_hands: Literal["ends", "next_started"]
    """The signal comes between two hands: the session ends, or the next is played."""
    hand_begins: Literal["dice", "scoring"]
    """For the clock a hand begins with its dice; or when the last was won or its last tile fell."""
    chombo_last_hand: Literal["ends", "redeal"]
    """A chombo in the last hand after the signal."""
    game_begins: Literal["signal", "first_roll", "deal"]
    """What begins the game."""
    scores_before_last: bool
    """Scores are announced before the last hand."""


class SetupRules(NamedTuple):
    """Seats, walls, and what is done when they go wrong."""

    seating: Literal["four_tiles", "six_two_rolls", "six_four_rolls", "program"]
    """Four wind tiles; six tiles and two rolls; six tiles and four rolls; the program."""
    wall_rolls: int
    """Rolls of two dice that break a wall built by hand; 0: a program does it."""
    automatic_rolls: int
    """Rolls of two dice at an automatic table; 0: a program does it."""
    wrong_break_until: int
    """A wall broken wrongly is built anew if noticed before this block of four of the dealer."""
    dice_outside: Literal["reroll", "reroll_unless_agreed"]
    """Dice that leave the middle."""
    dice_before_signal: bool
    """The dice may be thrown before the signal."""
    dead_wall_stacks: int
    """Stacks of two tiles in the dead wall."""
    dead_wall_refilled: bool
    """After a kan the last live tile joins the dead wall."""
    dead_wall_movable: bool
    """Tiles may be moved between the players' parts of the wall."""
    replacement_laid_down: Literal["may", "should", "must", "last_tile"]
    """The first replacement tile may, should or must be laid down beside its stack; or the last
    tile of the dead wall is."""
    wrong_indicator: Literal["corrected", "stands"]
    """A wrong tile turned as indicator: turned back, or it is the indicator now."""
