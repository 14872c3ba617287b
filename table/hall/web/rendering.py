"""How the hall's templates are filled: scores, points, times and words as people read them."""

from datetime import datetime
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from table.config import load_ruleset, ruleset_ids
from table.hall.lasting import lasting
from table.hall.web.routes_tables import called
from table.wording.speech import told


@cache
def environment() -> Environment:
    """The templates of the pages; whoever renders one sets the reader's language before."""
    made = Environment(
        loader=FileSystemLoader(Path(__file__).with_name("templates")),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {
        "score": _score,
        "points": _points,
        "moment": _moment,
        "day": _day,
        "lasting": _lasting,
        "rules_name": _rules_name,
        "told": told,
        "called": called,
    }
    return made


def _score(value: float | None) -> str:
    """Overall points with sign and tenth."""
    if value is None:
        return ""
    sign = "\N{MINUS SIGN}" if value < 0 else "+" if value > 0 else ""
    return f"{sign}{abs(value):.1f}"


def _points(value: int | None) -> str:
    return "" if value is None else f"{value:,}".replace("-", "\N{MINUS SIGN}")


def _moment(text: str | None) -> str:
    """A time of day on the hall's clock."""
    return _local(text, "%H:%M:%S")


def _lasting(seconds: int) -> str:
    return told(lasting(seconds))


def _day(text: str | None) -> str:
    """A day and a time of it on the hall's clock."""
    return _local(text, "%Y-%m-%d %H:%M")


def _local(text: str | None, how: str) -> str:
    if not text:
        return ""
    try:
        return datetime.fromisoformat(text).astimezone().strftime(how)
    except (ValueError, OverflowError):  # the last hours of the year 9999 are in 10000 elsewhere
        return text[:19]


def _rules_name(rules: str) -> str:
    """A ruleset's name; a table may play by one that only its own program knows."""
    return told(load_ruleset(rules).name) if rules in ruleset_ids() else rules
