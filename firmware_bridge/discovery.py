"""Which port a table hangs on: by the UUID that it says, for names and numbers can be shared."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

from firmware_bridge.errors import NoPortError, PortError
from firmware_bridge.happenings import Condition, Kept
from firmware_bridge.messages import Hello
from firmware_bridge.ports import list_serial_ports
from firmware_bridge.serial_port import Port, SerialPort
from firmware_bridge.session import Session

BY_ID = Path("/dev/serial/by-id")
ASK_S = 2.5
"""A board that resets when its port is opened needs nearly two seconds to answer."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Who answers on a port, or why nobody does."""

    port: str
    hello: Hello | None
    words: str


def candidates(by_id: Path = BY_ID) -> tuple[str, ...]:
    """The ports to ask: the lasting names first, then devices that have none."""
    lasting = sorted(by_id.iterdir()) if by_id.is_dir() else []
    known = {str(link.resolve()) for link in lasting}
    others = (port.device for port in list_serial_ports() if port.device not in known)
    return (*map(str, lasting), *others)


def ask(name: str, opener: Callable[[str], Port] = SerialPort, *, wait_s: float = ASK_S) -> Answer:
    """Ask who is on a port; nothing is acknowledged, so nothing is taken from the table."""
    try:
        port = opener(name)
    except PortError as fault:
        return Answer(name, None, str(fault))
    session = Session(Kept())
    words = "nothing answers in our protocol"
    try:
        until = time.monotonic() + wait_s
        session.opened(time.monotonic())
        while (now := time.monotonic()) < until:
            port.write(session.outgoing())
            for happening in (*session.receive(port.read(), now), *session.tick(now)):
                if getattr(happening, "condition", None) is Condition.REFUSED:
                    return Answer(name, None, getattr(happening, "words", words))
            if session.hello is not None:
                return Answer(name, session.hello, f"the table {session.device}")
    except PortError as fault:
        return Answer(name, None, str(fault))
    finally:
        port.close()
    return Answer(name, None, words)


def find(
    target: str, names: Iterable[str] | None = None, asker: Callable[[str], Answer] = ask
) -> str:
    """The port to open for a path, a URL, or the UUID of a table. Raises NoPortError."""
    try:
        wanted = str(UUID(target))
    except ValueError:
        return target
    heard = []
    for name in candidates() if names is None else names:
        answer = asker(name)
        if answer.hello is not None and answer.hello.uuid == wanted:
            return name
        heard.append(f"{name}: {answer.words}")
    said = "; ".join(heard) if heard else "there are no serial ports"
    raise NoPortError(f"no table {wanted}: expected it on one of the ports ({said})")
