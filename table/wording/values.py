"""The values of a ruleset's entries in words: units, choices, what stands for none."""

from __future__ import annotations

from typing import Any, Final

from scoring.yaku import BY_NAME
from table.wording.entries import ENTRIES

CHOICES: Final = {
    "win.temporary_furiten_ends": {
        "draw": "with the own next draw",
        "tile": "with the own next tile, called or drawn",
    },
    "win.liability_ron": {
        "half": "half each with the discarder",
        "discarder": "the discarder pays alone",
    },
    "win.liability_counters": {
        "discarder": "the discarder pays them",
        "liable": "the liable player pays them",
    },
    "win.liability_scope": {"hand": "for the whole hand", "yakuman": "for his yakuman only"},
    "riichi.order": {
        "any": "in any order",
        "stick_before_discard": "before the discard",
        "stick_after_discard": "after the discard",
    },
    "riichi.ankan": {
        "triplet": "same waits, a triplet in every reading",
        "structure": "same waits and same sets",
        "waits": "same waits",
        "never": "never",
    },
    "calls.ron_until": {
        "window": "as long as other calls",
        "discard": "until the next discard",
        "discard_or_declaration": "until the next discard, riichi or kan",
    },
    "calls.tsumo_against_ron": {
        "tsumo": "the tsumo counts",
        "window": "a ron in time counts",
        "referee": "a referee decides",
    },
    "calls.precedence": {
        "type": "pon and kan before chi",
        "first_caller": "the first caller",
    },
    "calls.order": {"either": "in either order", "take_first": "take, then discard"},
    "calls.take_before": {
        "two_discards": "before two further discards",
        "own_draw": "before the own next draw",
        "own_discard": "before the own discard",
    },
    "calls.kuikae": {
        "allowed": "allowed",
        "same": "the same tile is forbidden",
        "both": "same tile and other end forbidden",
    },
    "calls.kakan_display": {
        "beside": "beside the turned tile",
        "stacked": "on the turned tile",
        "either": "beside or on the turned tile",
    },
    "calls.kan_dora": {"at_once": "at once", "before_discard": "with the discard"},
    "calls.fifth_kan": {"impossible": "not possible", "draw": "an abortive draw"},
    "draws.nagashi": {"none": "no", "win": "a mangan win", "draw": "a draw, paid as mangan"},
    "draws.own_fifth_tile": {
        "noten": "is noten",
        "noten_concealed": "is noten, melds and kans aside",
        "tenpai": "is tenpai",
    },
    "game.several_winners": {
        "head_bump": "the next in turn order wins alone",
        "all": "each wins",
    },
    "game.pot_several": {
        "first": "all to the first winner",
        "own_back_rest_first": "a winner's own back, the rest to the first",
    },
    "game.counters_several": {"first": "to the first winner", "each": "to each winner"},
    "game.ties": {"share": "share", "seat_order": "the earlier seat is ahead"},
    "game.final_rounding": {
        "none": "no",
        "half_up": "to thousands, 500 up",
        "half_down": "to thousands, 500 down",
    },
    "game.leftover_sticks": {"nobody": "nobody", "leader": "the leader"},
    "game.payment_errors_until": {
        "next_hand": "before the next hand",
        "sheet": "before the sheet is signed",
        "game_end_agreed": "until the end, if all agree",
        "never": "there are none",
    },
    "fouls.chombo": {"points": "from the overall score", "table": "at the table"},
    "fouls.chombo_sticks": {"hand": "those of this hand", "stay": "none"},
    "fouls.chombo_with_win": {"both": "both count", "void": "the chombo is void"},
    "fouls.several_chombo": {"each": "each is paid", "one": "one is paid"},
    "fouls.dealer_order_hands": {"stand": "stand", "void": "void, points restored"},
    "timing.between_hands": {"ends": "ends the session", "next_started": "the next is played"},
    "timing.hand_begins": {
        "dice": "with its dice",
        "scoring": "when the last was won or drawn",
    },
    "timing.chombo_last_hand": {"ends": "ends the session", "redeal": "is dealt again"},
    "timing.game_begins": {
        "signal": "with the signal",
        "first_roll": "with the first roll",
        "deal": "with the deal",
    },
    "setup.seating": {
        "four_tiles": "four wind tiles",
        "six_two_rolls": "six tiles, two rolls",
        "six_four_rolls": "six tiles, four rolls",
        "program": "by the program",
    },
    "setup.dice_outside": {
        "reroll": "are thrown again",
        "reroll_unless_agreed": "are thrown again unless all agree",
    },
    "setup.replacement_laid_down": {
        "may": "may be",
        "should": "should be",
        "must": "must be",
        "last_tile": "the last tile is",
    },
    "setup.wrong_indicator": {"corrected": "is turned back", "stands": "stays the indicator"},
}
"""Entry -> its choices in words."""

_COSTS: Final = {
    "none": "nothing",
    "dead_hand": "dead hand",
    "riichi_void": "riichi void",
    "dead_hand+riichi_void": "dead hand, riichi void",
    "corrected_if_agreed": "corrected, if all agree",
    "dead_hand_if_agreed": "dead hand, if the others agree",
    "riichi_void_if_agreed": "riichi void, if the others agree",
    "redeal": "the hand again",
    "referee": "a referee decides",
}
_ABORTIVE: Final = {
    "four_winds": "four winds",
    "nine_kinds": "nine kinds",
    "four_kans": "four kans",
    "four_riichi": "four riichi",
    "triple_ron": "three ron",
}
_NONE: Final = {
    "limits.counted_yakuman": "none",
    "win.two_han_from_counters": "never",
    "win.liable_yaku": "none",
    "win.red_five_tiles": "none",
    "calls.window_s": "until the next draw",
    "calls.rob_window_s": "until the replacement tile is drawn",
    "draws.abortive": "none",
    "game.extension_target": "no further round",
    "game.oka": "none",
    "game.uma": "none",
    "fouls.chombo_points": "no points",
    "fouls.chombo_table": "nothing",
    "fouls.revealed_limit": "no number",
    "fouls.late_per_minute": "nothing",
    "fouls.late_limit_minutes": "no such rule",
    "fouls.late_penalty": "nothing",
    "timing.minutes": "no clock",
    "setup.wall_rolls": "by the program",
    "setup.automatic_rolls": "by the program",
    "setup.wrong_break_until": "cannot happen",
    "penalties.dead_hand": "left open",
}
"""Entry -> what 0, or an empty list or text, says."""
_UNITS: Final = {
    "win.minimum_han": "{} han",
    "win.two_han_from_counters": "from {} counters on",
    "calls.window_s": "for {} seconds",
    "calls.rob_window_s": "for {} seconds",
    "draws.noten_payment": "{} points",
    "riichi.bet": "{} points",
    "game.counter_value": "{} points",
    "game.extension_target": "{} points",
    "game.return_points": "{} points",
    "game.oka": "{} points",
    "fouls.chombo_points": "{} overall points",
    "fouls.revealed_limit": "{} tiles",
    "fouls.late_per_minute": "{} overall point",
    "fouls.late_limit_minutes": "more than {} minutes",
    "fouls.late_penalty": "{} overall points",
    "timing.minutes": "{} minutes",
    "setup.wrong_break_until": "the dealer's block {}",
}
_ROUNDS: Final = {1: "east", 2: "east and south", 4: "east, south, west and north"}
_YAKUMAN: Final = ("", "yakuman", "double yakuman")


def label(path: str) -> str:
    """Return what a person calls an entry, as in "fu.edge_wait" or "yaku.tanyao"."""
    section, _, name = path.partition(".")
    if section != "yaku":
        return ENTRIES[path]
    english = BY_NAME[name].english
    return english if english.lower() == name else f"{english} ({name})"


def words(path: str, value: Any) -> str:
    """Return the value of an entry in words."""
    section = path.partition(".")[0]
    if value is None:
        return ""
    if section == "yaku":
        return _worth(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if path in _NONE and (not value or not any(value if isinstance(value, tuple) else (1,))):
        return _NONE[path]
    if isinstance(value, tuple):
        return _list(path, value)
    if path in CHOICES:
        return CHOICES[path][value]
    if path == "game.rounds":
        return _ROUNDS.get(value, str(value))
    if section == "limits":
        return f"{value} han"
    if isinstance(value, int):
        return _UNITS.get(path, "{}").format(value)
    return _COSTS.get(value, value) or "left open"


def _worth(value: dict[str, Any]) -> str:
    """Return what a yaku is worth."""
    if "limit" in value:
        return f"always {value['limit']}"
    if value.get("yakuman"):
        many = value["closed"]
        text = _YAKUMAN[many] if many < len(_YAKUMAN) else f"{many}-fold yakuman"
        return text if value.get("open") else f"{text}, closed"
    opened = value.get("open", 0)
    text = f"{value['closed']} han"
    if not opened:
        text += ", closed"
    elif opened != value["closed"]:
        text += f", {opened} open"
    return f"{text}, alone" if value.get("alone") else text


def _list(path: str, value: tuple[Any, ...]) -> str:
    """Return a list in words."""
    if path.startswith("fu."):
        return f"{value[0]} simples, {value[1]} others"
    if path == "game.uma":
        return " ".join(f"{points:+d}" for points in value)
    if path == "win.red_five_tiles":
        suits = ("characters", "dots", "bamboo")
        return ", ".join(f"{many} of {suit}" for many, suit in zip(value, suits, strict=True))
    if path == "fouls.chombo_table":
        return f"{value[0]} to each, {value[1]} to the dealer; the dealer {value[2]} to each"
    if path == "limits.counted_yakuman":
        return " / ".join(f"{han}" for han in value) + " han"
    return ", ".join(_ABORTIVE.get(one, one) for one in value)
