"""How long something lasts, as the hall says it; told in the reader's language as a whole."""


def lasting(seconds: int) -> str:
    """As in "3 h 2 min", "5 min", "1 min 30 s"."""
    minutes, left = divmod(seconds, 60)
    hours, rest = divmod(minutes, 60)
    if hours:
        return f"{hours} h {rest} min" if rest else f"{hours} h"
    if minutes:
        return f"{minutes} min {left} s" if left else f"{minutes} min"
    return f"{left} s"
