"""The results of mjlog: AGARI and RYUUKYOKU as events, and the standing at the end."""

from collections.abc import Sequence

from scoring.seats import Seat
from table.core.events import Hora, Points, Ryukyoku
from table.formats.mjlog_values import number, numbers, seat_of
from table.formats.tiles import from_136
from table.formats.words import DORA, DRAWS_MJLOG, YAKU_BY_NUMBER, Claimed

_HUNDREDS = 100


def read_win(attributes: dict[str, str], *, reds: bool) -> Hora:
    """One winner. Raises ValueError."""
    actor, target = seat_of(attributes, "who"), seat_of(attributes, "fromWho")
    claimed = _claimed(attributes)
    deltas = _deltas(attributes)
    ura = attributes.get("doraHaiUra", "")
    markers = numbers(attributes, "doraHaiUra", ura.count(",") + 1) if ura else []
    return Hora(
        actor=actor,
        target=target,
        deltas=deltas,
        ura_markers=tuple(from_136(copy, reds=reds) for copy in markers),
        pai=from_136(number(attributes, "machi"), reds=reds),
        yakus=claimed.yakus,
        fan=claimed.fan,
        fu=claimed.fu,
        hora_points=deltas[actor],
        pao=seat_of(attributes, "paoWho") if "paoWho" in attributes else None,
    )


def read_draw(attributes: dict[str, str]) -> Ryukyoku:
    """A draw. Raises ValueError."""
    kind = attributes.get("type", "")
    if kind not in DRAWS_MJLOG:
        raise ValueError(f"RYUUKYOKU type {kind[:20]!r}, expected one of {' '.join(DRAWS_MJLOG)}")
    deltas = _deltas(attributes) if "sc" in attributes else (0, 0, 0, 0)
    first, second, third, fourth = (f"hai{seat}" in attributes for seat in range(4))
    shown = (first, second, third, fourth)
    if kind == "yao9":
        declarer = Seat(shown.index(True)) if sum(shown) == 1 else None
        return Ryukyoku(deltas, None, DRAWS_MJLOG[kind], declarer)
    return Ryukyoku(deltas, shown if kind in {"", "nm"} else None, DRAWS_MJLOG[kind])


def final_scores(attributes: dict[str, str]) -> Points | None:
    """The points at the end of the game, where this result ends it. Raises ValueError."""
    text = attributes.get("owari")
    if text is None:
        return None
    scores = dict(enumerate(text.split(",")[:8:2]))
    return four_hundreds([number({"owari": scores.get(seat, "")}, "owari") for seat in range(4)])


def four_hundreds(values: Sequence[int]) -> Points:
    """Four numbers of hundreds, as points."""
    first, second, third, fourth = (value * _HUNDREDS for value in values)
    return first, second, third, fourth


def _deltas(attributes: dict[str, str]) -> Points:
    return four_hundreds(numbers(attributes, "sc", 8)[1::2])


def _claimed(attributes: dict[str, str]) -> Claimed:
    if attributes.get("yakuman"):
        count = attributes["yakuman"].count(",") + 1
        names = [_name(value) for value in numbers(attributes, "yakuman", count)]
        return Claimed(tuple((name, 0) for name in names))
    text = attributes.get("yaku", "")
    if not text:
        return Claimed()
    values = numbers(attributes, "yaku", text.count(",") + 1)
    if len(values) % 2 or any(han < 0 for han in values[1::2]):
        raise ValueError(f"yaku {text[:60]!r}, expected pairs of a number and han")
    pairs = list(zip(values[::2], values[1::2], strict=True))
    fu = numbers(attributes, "ten", 3)[0]
    yakus = tuple((_name(value), han) for value, han in pairs if value not in _DORA_NUMBERS)
    return Claimed(yakus, sum(han for _, han in pairs), fu)


_DORA_NUMBERS = range(DORA, DORA + 3)


def _name(value: int) -> str:
    if not 0 <= value < len(YAKU_BY_NUMBER):
        raise ValueError(f"yaku {value}, expected 0-{_DORA_NUMBERS[-1]}")
    return YAKU_BY_NUMBER[value]
