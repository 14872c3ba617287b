"""The sections of a ruleset that say what a winning hand is worth."""

from __future__ import annotations

from typing import Literal, NamedTuple


class YakuRule(NamedTuple):
    """What one yaku is worth; a yaku that a ruleset does not list is not played there."""

    clause: str
    closed: int
    """Han in a closed hand."""
    open: int = 0
    """Han in an open hand; 0 means that the hand must be closed."""
    yakuman: bool = False
    """The numbers are multiples of a yakuman, not han."""
    alone: bool = False
    """Scored instead of, not together with, other yaku and dora."""
    limit: Literal["", "mangan"] = ""
    """The hand is worth this limit, without han and fu; `closed` then says only that it counts."""


class FuRules(NamedTuple):
    """Minipoints. A pair of numbers is: of simples, of terminals and honours."""

    winning: int
    """What every hand but seven pairs begins with."""
    seven_pairs: int
    """All that seven pairs has; never rounded."""
    closed_ron: int
    """For a ron with a closed hand."""
    tsumo: int
    """For a self-draw, but not with pinfu."""
    rinshan_tsumo: int
    """In place of `tsumo` when the tile is a replacement tile."""
    edge_wait: int
    """For 3 on 1-2 or 7 on 8-9."""
    middle_wait: int
    """For the middle tile of a run."""
    pair_wait: int
    """For the second tile of the pair."""
    open_pinfu: int
    """Added to an open hand that has nothing besides `winning`."""
    value_pair: int
    """For a pair of dragons, of the seat wind or of the round wind."""
    double_wind_pair: int
    """For a pair of the wind that is both."""
    melded_kotsu: tuple[int, int]
    """For an open triplet, or one that a ron completed."""
    concealed_kotsu: tuple[int, int]
    """For a concealed triplet."""
    melded_kantsu: tuple[int, int]
    """For an open kan."""
    concealed_kantsu: tuple[int, int]
    """For a concealed kan."""


class LimitRules(NamedTuple):
    """From how many han each limit is reached, and what is rounded up to one."""

    mangan: int
    """Han from which a hand is mangan."""
    haneman: int
    """Han from which a hand is haneman."""
    baiman: int
    """Han from which a hand is baiman."""
    sanbaiman: int
    """Han from which a hand is sanbaiman."""
    counted_yakuman: tuple[int, ...]
    """Han from which a hand counts as yakuman, double, triple yakuman; empty: never."""
    kiriage: bool
    """4 han 30 fu and 3 han 60 fu are mangan."""
    yakuman_cumulative: bool
    """Several yakuman, and those worth more than one, add up; otherwise one is the most."""


class WinRules(NamedTuple):
    """What makes a win valid, which dora count, and who is liable."""

    minimum_han: int
    """Han from yaku, dora not counted."""
    two_han_from_counters: int
    """From this many counters on two han are needed; 0: never."""
    kept_apart: bool
    """A self-drawn winning tile not kept apart loses wait fu and pinfu."""
    kokushi_robs_ankan: bool
    """Thirteen orphans may win on the tile of a concealed kan."""
    ura_dora: bool
    """The tiles below the indicators point to dora of a riichi winner."""
    kan_dora: bool
    """Each kan turns one more indicator, and has its ura where there is ura."""
    red_fives: bool
    """Red fives are dora; otherwise they count as plain fives."""
    red_five_tiles: tuple[int, int, int]
    """How many red fives of characters, dots and bamboo are in the set."""
    temporary_furiten_ends: Literal["draw", "tile"]
    """At the own next draw, or at the next own tile, a called one included."""
    liable_yaku: tuple[str, ...]
    """The yakuman whose last visible set makes its feeder liable."""
    liability_counts_ankan: bool
    """A concealed kan is one of the visible sets."""
    liability_ron: Literal["half", "discarder"]
    """A ron is shared with the discarder, or the discarder pays it alone."""
    liability_counters: Literal["discarder", "liable"]
    """Who pays the counters of a shared ron."""
    liability_scope: Literal["hand", "yakuman"]
    """With several yakuman: the liable player answers for the whole hand, or for his one only."""
