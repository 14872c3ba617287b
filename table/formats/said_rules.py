"""The rules of a game as mjai's `start_game` says them: one flat object under ``rules``.

mjai has no word for rules. The names are those of jansou (PyPI), which replays a game by what it
finds there, by its own usual values for names that are missing, and as Tenhou plays where nothing
is said at all; all other readers pass the field over. Our own id of the ruleset goes with a record
that is ours.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from scoring.ruleset import Ruleset
from table.core.events import StartGame, TableEvent
from table.formats.record import is_json

ID: Final = "ruleset"
"""Our id among the names."""

_LENGTHS: Final = {1: "E", 2: "S", 4: "N"}
"""The last wind of games of so many."""

_TAKEN: Final = {
    "honba_value": (0, 100), "double_wind_fu": (2, 4), "noten_penalty_pool": (0, 3000),
}  # fmt: skip
"""Values that are taken; of another one nothing is said, for the game could not be read."""


def said_rules(ruleset: Ruleset, start: StartGame) -> dict[str, bool | int | str]:
    """What those names can say of the rules of a game that begins so.

    The tiles and the winds that it is played with are its own. Of how tenpai is declared nothing is
    said, since no draw in mjai says who did.
    """
    said = _said(ruleset) | {"aka_dora": start.aka_flag}
    if start.kyoku_first:
        said["game_length"] = "E"
    return {name: value for name, value in said.items() if value in _TAKEN.get(name, (value,))}


def start_says(
    events: Iterable[TableEvent], ruleset: Ruleset, **known: bool
) -> dict[str, dict[str, bool | int | str]]:
    """What the ``start_game`` of these events is to say of the rules; `known` is known better."""
    start = next((event for event in events if isinstance(event, StartGame)), None)
    return {} if start is None else {"rules": said_rules(ruleset, start) | known}


def _said(ruleset: Ruleset) -> dict[str, bool | int | str]:
    game, draws, calls = ruleset.game, ruleset.draws, ruleset.calls
    tanyao = ruleset.yaku.get("tanyao")
    return {
        "starting_points": game.starting_points,
        "game_length": _LENGTHS.get(game.rounds, "S"),
        "sudden_death": bool(game.extension_target),
        "sudden_death_target": game.extension_target or game.starting_points,
        "honba_value": game.counter_value // 3,
        "double_wind_fu": ruleset.fu.double_wind_pair,
        "kiriage_mangan": ruleset.limits.kiriage,
        "kazoe_yakuman": bool(ruleset.limits.counted_yakuman),
        "multiple_yakuman": ruleset.limits.yakuman_cumulative,
        "double_yakuman": "suuankou tanki" in ruleset.yaku,
        "ura_dora": ruleset.win.ura_dora,
        "kan_dora": ruleset.win.kan_dora,
        "open_kan_indicator_immediate": calls.kan_dora == "at_once",
        "riichi_without_draw": ruleset.riichi.live_tiles < 4,
        "kuitan": bool(tanyao and tanyao.open),
        "formal_tenpai": True,
        "ippatsu": "ippatsu" in ruleset.yaku,
        "closed_kan_after_riichi": ruleset.riichi.ankan != "never",
        "kuikae_ban": calls.kuikae != "allowed",
        "multiple_ron": game.several_winners == "all",
        "kokushi_ankan_chankan": ruleset.win.kokushi_robs_ankan,
        "abort_kyuushu_kyuuhai": "nine_kinds" in draws.abortive,
        "abort_suufon_renda": "four_winds" in draws.abortive,
        "abort_suucha_riichi": "four_riichi" in draws.abortive,
        "abort_suukaikan": "four_kans" in draws.abortive,
        "abort_sanchahou": "triple_ron" in draws.abortive,
        "noten_penalty_pool": draws.noten_payment,
        "nagashi_mangan": draws.nagashi == "draw",
        "dealer_repeat_on_tenpai": draws.dealer_stays_tenpai,
        "pao_daisangen": "daisangen" in ruleset.win.liable_yaku,
        "pao_daisuushi": "daisuushii" in ruleset.win.liable_yaku,
        "pao_suukantsu": "suukantsu" in ruleset.win.liable_yaku,
        "pao_honba_to_liable": ruleset.win.liability_counters == "liable",
        "allow_negative_scores": not game.bankruptcy,
        "agari_yame": game.agari_yame,
        "rank_ties_shared": game.ties == "share",
        "leftover_deposits_to_first": game.leftover_sticks == "leader",
    }


def said_of(start: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """What a ``start_game`` says of its rules, as it stands: ``rules``, or the name of a preset.

    The list has the names among the rules that are left out, for JSON has no word for their value.
    """
    kinds = {"rules": Mapping, "preset": str}
    said = {name: start[name] for name, kind in kinds.items() if isinstance(start.get(name), kind)}
    rules = said.get("rules", {})
    bad = [name for name, value in rules.items() if not is_json(value)]
    if bad:
        said["rules"] = {name: value for name, value in rules.items() if name not in bad}
    return said, bad


def named_id(said: Any) -> str:
    """The id of our ruleset in what a ``start_game`` has under ``rules``; empty for none.

    Our own records had the bare id there.
    """
    found = said.get(ID) if isinstance(said, Mapping) else said
    return found if isinstance(found, str) else ""
