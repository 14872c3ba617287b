"""A journal's entry in one sentence, English or Japanese, as the table's own history says it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from table.core.codec import parse_event
from table.core.words import describe_event
from table.errors import InvalidEventError
from table.wording.speech import READER, told

Event = Mapping[str, Any]

_HONOURS: Final[Mapping[str, tuple[str, str]]] = {
    "E": ("east", "東"),
    "S": ("south", "南"),
    "W": ("west", "西"),
    "N": ("north", "北"),
    "P": ("white dragon", "白"),
    "F": ("green dragon", "發"),
    "C": ("red dragon", "中"),
}
_SUITS: Final[Mapping[str, tuple[str, str]]] = {
    "m": ("man", "萬"),
    "p": ("pin", "筒"),
    "s": ("sou", "索"),
}
_NUMBERS: Final = "〇一二三四五六七八九"
_WINDS: Final[Mapping[str, tuple[str, str]]] = {
    "E": ("East", "東"),
    "S": ("South", "南"),
    "W": ("West", "西"),
    "N": ("North", "北"),
}
_LINES: Final[Mapping[str, tuple[str, str]]] = {
    "start_game": ("A game begins: {names}", "対局開始: {names}"),
    "start_kyoku": (
        "{round} is dealt, {honba} honba, dora indicator {dora}",
        "{round} {honba}本場 配牌、ドラ表示牌 {dora}",
    ),
    "tsumo": ("{actor} draws {pai}", "{actor} ツモ {pai}"),
    "dahai": ("{actor} discards {pai} {how}", "{actor} 打 {pai} {how}"),
    "chi": ("{actor} chi {pai} from {target}", "{actor} チー {pai} {target}から"),
    "pon": ("{actor} pon {pai} from {target}", "{actor} ポン {pai} {target}から"),
    "daiminkan": ("{actor} open kan {pai} from {target}", "{actor} 大明槓 {pai} {target}から"),
    "ankan": ("{actor} closed kan {consumed}", "{actor} 暗槓 {consumed}"),
    "kakan": ("{actor} added kan {pai}", "{actor} 加槓 {pai}"),
    "dora": ("Dora indicator {dora}", "ドラ表示牌 {dora}"),
    "reach": ("{actor} declares riichi", "{actor} リーチ宣言"),
    "reach_accepted": ("{actor} lays the riichi stick", "{actor} リーチ棒供託"),
    "tsumo_win": ("{actor} wins by tsumo, {points} points", "{actor} ツモ和了 {points}点"),
    "hora": (
        "{actor} wins by ron from {target}, {points} points",
        "{actor} 和了 {target}からロン {points}点",
    ),
    "ryukyoku": ("{drawn}", "{drawn}"),
    "end_kyoku": ("The hand is settled", "局の精算"),
    "end_game": ("The game is over: {scores}", "対局終了: {scores}"),
    "correction": ("Corrected: {reason}", "訂正: {reason}"),
    "undo": ("Taken back", "取り消し"),
    "chombo": ("{actor} chombo: {about}", "{actor} チョンボ: {about}"),
    "penalty": ("{actor} penalty: {about}", "{actor} 罰点: {about}"),
    "warning": ("{actor} warning: {about}", "{actor} 注意: {about}"),
    "dead_hand": ("{actor} dead hand: {about}", "{actor} 和了放棄: {about}"),
    "reach_void": ("{actor} riichi void: {about}", "{actor} リーチ無効: {about}"),
    "irregularity": ("{actor} irregularity: {about}", "{actor} 不正規: {about}"),
    "ruling_cancelled": ("A ruling is taken back: {reason}", "裁定の取り消し: {reason}"),
    "call": ("{actor} says {about}", "{actor} 発声 {about}"),
    "reveal": ("{actor} shows the hand {tehai}", "{actor} 手牌公開 {tehai}"),
    "tenpai": ("{actor} says tenpai", "{actor} 聴牌を宣言"),
    "noten": ("{actor} says noten", "{actor} 不聴を宣言"),
    "put_back": ("{actor} puts the tile back", "{actor} 牌を戻す"),
    "counts_as_discard": ("{actor} {pai} counts as discarded", "{actor} {pai} 捨て牌扱い"),
    "seating": ("The seats are drawn: {names}", "場所決め: {names}"),
    "dice": ("{actor} throws the dice: {values}", "{actor} サイコロ: {values}"),
    "wall_break": ("The wall is broken", "開門"),
    "stick_count": ("The sticks are counted: {scores}", "点棒確認: {scores}"),
    "out_of_sync": ("The thread is lost: {reason}", "追跡不能: {reason}"),
    "signal": ("{actor} {detail}", "{actor} {detail}"),
    "timer": ("The clock", "時計"),
    "gong": ("The time is up", "終了合図"),
    "substitute": ("{name} sits down for {actor}", "{actor}の代走 {name}"),
    "hands_void": ("Hands are void", "局の無効"),
}
_HOW: Final[Mapping[bool, tuple[str, str]]] = {
    True: ("(as drawn)", "(ツモ切り)"),
    False: ("(from the hand)", "(手出し)"),
}

_SOURCES: Final[Mapping[str, tuple[str, str]]] = {
    "camera": ("camera", "カメラ"),
    "observer": ("camera", "カメラ"),
    "table": ("table", "卓"),
    "hall": ("hall", "会場"),
    "person": ("person", "人"),
}


def source_words(source: str) -> str:
    """Who wrote an entry."""
    return _pick(_SOURCES.get(source, (source, source)))


def line_of(event: Event, names: Sequence[str]) -> str:
    """An event as it stands in the journal; `names` are the players by seat."""
    line = _LINES.get(_kind(event))
    if line is None:
        return str(event["type"]).replace("_", " ")
    sentence = _pick(line)
    parts = {hole: _part(hole, event, names) for hole in _holes(sentence)}
    return " ".join(sentence.format(**parts).split()).rstrip(" :,、")


def tile_words(tile: object) -> str:
    """A tile of mjai in words: "red 5 pin", "green dragon"; nothing for one that nobody saw."""
    if not isinstance(tile, str) or tile == "?":
        return ""
    honour = _HONOURS.get(tile)
    if honour is not None:
        return _pick(honour)
    suit = _SUITS.get(tile[1:2])
    if suit is None or not tile[0].isdigit():
        return tile[:4]
    japanese = READER.get() == "ja"
    number = _NUMBERS[int(tile[0])] if japanese else f"{tile[0]} "
    red = ("赤" if japanese else "red ") if tile.endswith("r") else ""
    return f"{red}{number}{_pick(suit)}"


def _kind(event: Event) -> str:
    kind = str(event["type"])
    if kind == "hora" and event.get("actor") == event.get("target"):
        return "tsumo_win"
    return "noten" if kind == "tenpai" and event.get("tenpai") is False else kind


def _part(hole: str, event: Event, names: Sequence[str]) -> str:
    """What stands in a hole of a sentence."""
    match hole:
        case "actor" | "target":
            return _name(event.get(hole), names)
        case "pai":
            return tile_words(event.get("pai"))
        case "dora":
            return tile_words(event.get("dora_marker"))
        case "how":
            drawn = event.get("tsumogiri")
            return _pick(_HOW[drawn]) if isinstance(drawn, bool) else ""
        case "round":
            return _round(event)
        case "points":
            return f"{event.get('hora_points') or 0:,}"
        case "about":
            return _about(event)
        case "drawn":  # a draw's kind says that it is one
            about = _about(event) or _pick(("draw", "流局"))
            return about[:1].upper() + about[1:]
        case "reason" | "detail":
            return told(str(event.get(hole) or "").replace("_", " "))
        case _:
            return _listed(hole, event.get(hole))


def _listed(hole: str, value: object) -> str:
    """Names, tiles, points, dice."""
    if not isinstance(value, list | tuple):
        return "" if value is None else str(value)
    if hole in {"consumed", "tehai"}:
        faces = value[:1] if hole == "consumed" else value
        return " ".join(filter(None, map(tile_words, faces)))
    shown = (f"{one:,}" if isinstance(one, int) else str(one) for one in value if one is not None)
    return ("、" if READER.get() == "ja" else ", ").join(shown)


def _about(event: Event) -> str:
    """Why, which foul, which word, with its clause."""
    try:
        about = told(describe_event(parse_event(event)))
    except InvalidEventError:
        about = ""
    clause = event.get("clause")
    return f"{about} ({clause})" if clause else about


def _round(event: Event) -> str:
    wind, kyoku = _WINDS.get(str(event.get("bakaze"))), event.get("kyoku")
    if wind is None:
        return ""
    if READER.get() == "ja":
        number = _NUMBERS[kyoku] if isinstance(kyoku, int) and 0 < kyoku <= 4 else kyoku
        return f"{wind[1]}{number}局"
    return f"{wind[0]} {kyoku}"


def _name(seat: object, names: Sequence[str]) -> str:
    known = isinstance(seat, int) and 0 <= seat < len(names)
    return names[seat] if known and isinstance(seat, int) else ""


def _holes(sentence: str) -> list[str]:
    return [part.partition("}")[0] for part in sentence.split("{")[1:]]


def _pick(pair: tuple[str, str]) -> str:
    return pair[1] if READER.get() == "ja" else pair[0]
