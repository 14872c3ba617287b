"""Another engine's judgement of a whole game: parsed, replayed move by move, every win scored.

Its rules are those that our replays name, never its presets of like names.
"""

from itertools import pairwise

from jansou.core.rules import Rules
from jansou.core.tiles import Wind
from jansou.io.mjai import parse_mjai
from jansou.io.replay import replay_paifu
from jansou.validation.check import check_paifu

from table.core.events import Hora, Reach, Ryukyoku, StartGame
from table.core.state import EMPTY, apply
from table.formats.mjai_write import replay_lines
from table.formats.said_rules import said_rules, start_says


def rules_of(ruleset):
    """The same rules in its words, as our replays name them."""
    start = StartGame(("", "", "", ""), ruleset.id, aka_flag=ruleset.win.red_fives)
    said = said_rules(ruleset, start)
    winds = {"E": Wind.EAST, "S": Wind.SOUTH, "N": Wind.NORTH}
    return Rules(**said | {"game_length": winds[said["game_length"]]})


def beyond(events, ruleset):
    """What of a game it cannot express, in words; empty for one that it can."""
    wins = [event for event in events if isinstance(event, Hora)]
    found = {name for event in wins for name, _ in event.yakus} & {
        "renhou",
        "nagashi mangan",
        "daisharin",
        "parenchan",
        "open riichi",
    }
    if any(isinstance(event, Ryukyoku) and event.reason == "four_kans" for event in events):
        found.add("four kans")
    found |= _shared(events, ruleset)
    if not ruleset.riichi.needs_points and _poor_riichi(events, ruleset.riichi.bet):
        found.add("riichi without the points for it")
    return sorted(found)


def _shared(events, ruleset):
    """Several wins on one discard, where they do not share counters and sticks as it has them."""
    several = any(isinstance(one, Hora) and isinstance(two, Hora) for one, two in pairwise(events))
    usual = ruleset.game.counters_several == "first" and ruleset.game.pot_several == "first"
    return set() if usual or not several else {"several winners share the table otherwise"}


def _poor_riichi(events, bet):
    """Whether somebody declares riichi with less than the bet."""
    state = EMPTY
    for event in events:
        if isinstance(event, Reach) and state.scores[event.actor] < bet:
            return True
        state = apply(state, event)
    return False


def lines_for(events, ruleset):
    """The game as mjai text that names its rules in its words."""
    return "\n".join(replay_lines(events, start_says(events, ruleset))) + "\n"


def verdicts(text):
    """What it finds wrong with the text of a game; raises its own errors for a broken one."""
    game = parse_mjai(text)
    for _ in replay_paifu(game):
        pass
    return [verdict.detail for verdict in check_paifu(game) if not verdict.passed]


def faults(events, ruleset):
    """What it finds wrong with a game; nothing for a good one."""
    return verdicts(lines_for(events, ruleset))
