"""What the broker's log says about those who were refused, as notices in words."""

import re
from collections.abc import Iterator

from table.hall.notices import HALL, Trouble
from table.hall.wire import TABLE_NAME

_DENIED = re.compile(r"Denied (PUBLISH|SUBSCRIBE) (?:from|to) (\S+) .*?'?(jantaku/\S+?)['\s(]")
_CALLER = re.compile(r"New connection from (\S+?)(?::\d+)? on port")
_TLS = re.compile(r"OpenSSL Error.*?(certificate revoked|certificate verify failed|[^:]+)$")
_SENDER = re.compile(rf"({TABLE_NAME.pattern})-[0-9a-f]{{8,}}")


class Watch:
    """Reads the log line by line."""

    def __init__(self) -> None:
        self._caller = "an unknown address"

    def read(self, line: str) -> Iterator[Trouble]:
        """The notices that a line is worth; mostly none."""
        if caller := _CALLER.search(line):
            self._caller = caller[1]
        elif denied := _DENIED.search(line):
            who = _SENDER.fullmatch(denied[2])
            name = who[1] if who else HALL
            words = (
                f"the client {denied[2]} was refused the topic {denied[3]}: its certificate is of"
                " another table"
            )
            way = (
                "nothing entered; whoever holds that certificate speaks for a table that it is"
                " not: look at the machine, and revoke it in doubt"
            )
            yield Trouble(name, "spoofed", denied[3][:80], words, way)
        elif tls := _TLS.search(line):
            words = f"somebody at {self._caller} was refused: {tls[1].strip()}"
            way = (
                "its certificate is revoked or not of this hall; if it is a table of yours, invite"
                " it anew: jantaku hall invite NAME"
            )
            yield Trouble(HALL, "refused", self._caller[:80], words, way)
