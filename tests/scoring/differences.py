"""Where another engine answers differently, and who is right: a table, not a tolerance.

Each difference names the entry of the ruleset whose clause settles it. Its test says exactly what
the other engine answers instead; anything beyond that is unexplained.
"""

from collections.abc import Callable
from dataclasses import dataclass

from scoring.tiles import Tile
from scoring.yaku import BY_NAME

COPIES = 4


@dataclass(frozen=True)
class Question:
    """One win under one ruleset, with both answers."""

    ruleset: object
    hand: object
    win: object
    ours: object
    theirs: object

    @property
    def yakuman(self) -> int:
        """Multiples of a yakuman that our yaku would add up to."""
        names = [name for name in self.ours.yaku if name in BY_NAME]
        rules = [self.ruleset.yaku[name] for name in names]
        return sum(rule.closed for rule in rules if rule.yakuman)

    @property
    def counters(self) -> int:
        """What the counters add in all."""
        return self.ruleset.game.counter_value * self.win.honba


@dataclass(frozen=True)
class Difference:
    """A known difference of one engine."""

    name: str
    entry: str
    """The entry of the ruleset whose clause settles it."""
    right: str
    """"ours", "theirs", or "either" where it is a matter of house rules."""
    why: str
    holds: Callable[[Question], bool]


def multiplied(question: Question, times: int) -> tuple[tuple[int, int, int], int]:
    """Return our payments and total, the hand's own value so many times."""
    ours, win = question.ours, question.win
    share = question.counters if win.ron else question.counters // 3
    paid = tuple((part - share) * times + share if part else 0 for part in ours.payments)
    value = ours.total - question.counters - 1000 * win.riichi_sticks
    return paid, value * times + question.counters + 1000 * win.riichi_sticks


def several_yakuman_added(question: Question) -> bool:
    """Theirs adds up several yakuman although the ruleset pays one."""
    if question.ruleset.limits.yakuman_cumulative or question.yakuman < 2:
        return False
    paid, total = multiplied(question, question.yakuman)
    return question.theirs == question.ours._replace(payments=paid, total=total)


def one_of_several_yakuman(question: Question) -> bool:
    """Theirs lists the highest alone where several yakuman pay as one; the payments agree."""
    if question.ruleset.limits.yakuman_cumulative or question.yakuman < 2:
        return False
    return (
        question.theirs.yaku < question.ours.yaku
        and len(question.theirs.yaku) == 1
        and question.theirs == question.ours._replace(yaku=question.theirs.yaku)
    )


def refuses_rinshan_on_the_last_tile(question: Question) -> bool:
    """Theirs does not answer where a replacement tile is the last tile as well."""
    return question.win.rinshan and question.win.haitei and not question.theirs.valid


def counts_rinshan_and_haitei(question: Question) -> bool:
    """Theirs counts the last tile beside the replacement tile."""
    ours, theirs = question.ours, question.theirs
    return (
        question.win.rinshan
        and question.win.haitei
        and theirs.yaku == ours.yaku | {"haitei"}
        and theirs.han == ours.han + 1
    )


def renhou_is_five_han(question: Question) -> bool:
    """Theirs adds 5 han where the ruleset has a mangan to which nothing adds."""
    ours, theirs = question.ours, question.theirs
    rest = theirs.yaku - {"renhou"}
    return rest != theirs.yaku and theirs.han >= 5 and ours.yaku in ({"renhou"}, rest)


def renhou_is_unknown(question: Question) -> bool:
    """Theirs knows no renhou, so that other yaku or none remain."""
    return "renhou" in question.ours.yaku and "renhou" not in question.theirs.yaku


def double_wind_pair(question: Question) -> bool:
    """The pair is of the wind that is seat and round wind, and the ruleset gives 2 for it."""
    win, ours, theirs = question.win, question.ours, question.theirs
    return (
        question.ruleset.fu.double_wind_pair == 2
        and win.seat_wind is win.round_wind
        and question.hand.counts()[win.seat_wind.kind] == 2
        and ours.han is not None
        and (ours.yaku, ours.han) == (theirs.yaku, theirs.han)
        and theirs.fu == ours.fu + 10
    )


def fourth_five(question: Question) -> bool:
    """Four plain fives of a suit: theirs makes the fourth the red one."""
    tiles = [*question.hand.all_tiles()]
    suits = [
        suit
        for suit in "mps"
        if tiles.count(Tile.parse(f"5{suit}")) == COPIES and question.ruleset.win.red_fives
    ]
    return bool(suits) and question.theirs.dora == question.ours.dora + len(suits)


def daisharin(question: Question) -> bool:
    """A yakuman of one ruleset that theirs does not know; it sees two or seven pairs."""
    return "daisharin" in question.ours.yaku


def honours_in_seven_pairs(question: Question) -> bool:
    """Theirs sees any hand of honours where the ruleset has a double one in seven pairs."""
    name = "tsuuiisou chiitoitsu"
    ours, theirs = question.ours.yaku, question.theirs.yaku
    return name in ours and theirs == ours - {name} | {"tsuuiisou"}


def counted_beyond_thirteen(question: Question) -> bool:
    """Theirs knows one counted yakuman at most, the ruleset two or three."""
    counted = question.ruleset.limits.counted_yakuman
    ours, theirs = question.ours, question.theirs
    return (
        len(counted) > 1
        and ours.han is not None
        and ours.han >= counted[1]
        and (ours.yaku, ours.han, ours.fu) == (theirs.yaku, theirs.han, theirs.fu)
    )


SEVERAL_ADDED = Difference(
    "several yakuman are added up",
    "limits.yakuman_cumulative",
    "ours",
    "PyPI mahjong has no switch against it; the ruleset pays one yakuman at most",
    several_yakuman_added,
)
ONE_OF_SEVERAL = Difference(
    "one of several yakuman is named",
    "limits.yakuman_cumulative",
    "ours",
    "jansou drops what does not pay; the hand has both yaku, and liability needs to know",
    one_of_several_yakuman,
)
RINSHAN_REFUSED = Difference(
    "rinshan on the last tile is refused",
    "yaku.rinshan kaihou",
    "ours",
    "PyPI mahjong does not score it; the documents count rinshan and not haitei",
    refuses_rinshan_on_the_last_tile,
)
RINSHAN_AND_HAITEI = Difference(
    "rinshan and haitei together",
    "yaku.rinshan kaihou",
    "ours",
    "jansou counts both; the documents count rinshan alone",
    counts_rinshan_and_haitei,
)
RENHOU_FIVE_HAN = Difference(
    "renhou adds up",
    "yaku.renhou",
    "ours",
    "PyPI mahjong adds 5 han to the rest; where renhou is a mangan nothing adds to it",
    renhou_is_five_han,
)
RENHOU_UNKNOWN = Difference(
    "renhou is not known",
    "yaku.renhou",
    "ours",
    "jansou does not know it",
    renhou_is_unknown,
)
DOUBLE_WIND_PAIR = Difference(
    "a pair of double wind",
    "fu.double_wind_pair",
    "ours",
    "PyPI mahjong gives 4 always",
    double_wind_pair,
)
DAISHARIN = Difference(
    "big wheels",
    "yaku.daisharin",
    "ours",
    "jansou does not know this yakuman",
    daisharin,
)
COUNTED = Difference(
    "a second and a third counted yakuman",
    "limits.counted_yakuman",
    "ours",
    "jansou stops at one; the ruleset goes on at 26 and 39 han",
    counted_beyond_thirteen,
)
FOURTH_FIVE = Difference(
    "a fourth five is red",
    "win.red_five_tiles",
    "ours",
    "PyPI mahjong numbers the tiles, and one five of each suit is red; ours is told the colour",
    fourth_five,
)
SEVEN_HONOURS = Difference(
    "all honours in seven pairs",
    "yaku.tsuuiisou chiitoitsu",
    "ours",
    "jansou pays one yakuman; with several yakuman switched on this form is a double one",
    honours_in_seven_pairs,
)
OF_MAHJONG = (
    SEVERAL_ADDED,
    RINSHAN_REFUSED,
    RENHOU_FIVE_HAN,
    DOUBLE_WIND_PAIR,
    FOURTH_FIVE,
)
OF_JANSOU = (ONE_OF_SEVERAL, RINSHAN_AND_HAITEI, RENHOU_UNKNOWN, DAISHARIN, COUNTED, SEVEN_HONOURS)
