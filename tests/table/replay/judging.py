"""Another engine's judgement of a whole game: parsed, replayed move by move, every win scored.

Its rules are built from the entries of ours, never taken from its presets of like names.
"""

import json
from dataclasses import asdict
from itertools import pairwise

from jansou.core.rules import Rules
from jansou.core.tiles import Wind
from jansou.io.mjai import parse_mjai
from jansou.io.replay import replay_paifu
from jansou.validation.check import check_paifu

from table.core.events import Hora, Reach, Ryukyoku
from table.core.state import EMPTY, apply
from table.formats.mjai_write import replay_lines


def rules_of(ruleset):
    """The same rules in its words, as far as it has them."""
    game, draws, calls = ruleset.game, ruleset.draws, ruleset.calls
    tanyao = ruleset.yaku.get("tanyao")
    return Rules(
        starting_points=game.starting_points,
        game_length=Wind.EAST if game.rounds == 1 else Wind.SOUTH,
        sudden_death_target=game.extension_target or game.starting_points,
        sudden_death=bool(game.extension_target),
        honba_value=game.counter_value // 3,
        double_wind_fu=ruleset.fu.double_wind_pair,
        kiriage_mangan=ruleset.limits.kiriage,
        kazoe_yakuman=bool(ruleset.limits.counted_yakuman),
        multiple_yakuman=ruleset.limits.yakuman_cumulative,
        double_yakuman="suuankou tanki" in ruleset.yaku,
        aka_dora=ruleset.win.red_fives,
        ura_dora=ruleset.win.ura_dora,
        kan_dora=ruleset.win.kan_dora,
        open_kan_indicator_immediate=calls.kan_dora == "at_once",
        riichi_without_draw=ruleset.riichi.live_tiles < 4,
        kuitan=bool(tanyao and tanyao.open),
        kuikae_ban=calls.kuikae != "allowed",
        multiple_ron=game.several_winners == "all",
        kokushi_ankan_chankan=ruleset.win.kokushi_robs_ankan,
        abort_kyuushu_kyuuhai="nine_kinds" in draws.abortive,
        abort_suufon_renda="four_winds" in draws.abortive,
        abort_suucha_riichi="four_riichi" in draws.abortive,
        abort_suukaikan="four_kans" in draws.abortive,
        abort_sanchahou="triple_ron" in draws.abortive,
        noten_penalty_pool=draws.noten_payment,
        nagashi_mangan=draws.nagashi == "draw",
        dealer_repeat_on_tenpai=draws.dealer_stays_tenpai,
        pao_daisangen="daisangen" in ruleset.win.liable_yaku,
        pao_daisuushi="daisuushii" in ruleset.win.liable_yaku,
        pao_suukantsu="suukantsu" in ruleset.win.liable_yaku,
        pao_honba_to_liable=ruleset.win.liability_counters == "liable",
        allow_negative_scores=not game.bankruptcy,
        agari_yame=game.agari_yame,
        rank_ties_shared=game.ties == "share",
        leftover_deposits_to_first=game.leftover_sticks == "leader",
    )


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
    settings = asdict(rules_of(ruleset))
    settings["game_length"] = "E" if ruleset.game.rounds == 1 else "S"
    start, *rest = replay_lines(events)
    return "\n".join([json.dumps({**json.loads(start), "rules": settings}), *rest]) + "\n"


def verdicts(text):
    """What it finds wrong with the text of a game; raises its own errors for a broken one."""
    game = parse_mjai(text)
    for _ in replay_paifu(game):
        pass
    return [verdict.detail for verdict in check_paifu(game) if not verdict.passed]


def faults(events, ruleset):
    """What it finds wrong with a game; nothing for a good one."""
    return verdicts(lines_for(events, ruleset))
