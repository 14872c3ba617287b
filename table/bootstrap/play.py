"""Plays a short session through a real server: photo, score, confirmation, undo and redo."""

import json
import socket
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from typing import Any
from uuid import uuid4

from scoring.errors import ScoringError
from scoring.hand import Hand
from scoring.melds import Meld, MeldKind
from scoring.tiles import Tile, parse_tiles
from table.bootstrap.compose import Table, compose, demo_folder
from table.bootstrap.eyes import WorkerEyes
from table.bootstrap.serve import TableServer, take_port
from table.bootstrap.settings import Settings
from table.errors import IllegalActionError, InvalidOptionError
from table.web.demo import DemoPhoto
from table.web.ports import Eyes

Say = Callable[[str], None]


def play(settings: Settings, folder: Path, say: Say = print, eyes: Eyes | None = None) -> bool:
    """Play the demo's photos; whether every hand was read as it truly is.

    Raises what serving raises, and InvalidOptionError where no demo photos are installed.
    """
    with take_port("127.0.0.1", 0) as taken:
        table = compose(settings, folder, eyes or WorkerEyes(settings.models), demo_folder())
        try:
            photos = list(table.services.demo.shelf.values())
            if not photos:
                raise InvalidOptionError("demo: its photos are not installed, expected demo.toml")
            with _serving(table, taken) as url:
                return _Walk(_Client(url), say).play(photos)
        finally:
            table.close()


@contextmanager
def _serving(table: Table, taken: socket.socket) -> Iterator[str]:
    """The server in a thread of its own; gives its address."""
    ready: Queue[str | BaseException] = Queue()
    server = TableServer(table, taken, announce=ready.put)

    def run() -> None:
        try:
            server.run(sockets=[taken])
        except BaseException as failure:  # noqa: BLE001 - the waiting thread raises it
            ready.put(failure)

    thread = threading.Thread(target=run, name="server")
    thread.start()
    try:
        answer = ready.get()
        if isinstance(answer, BaseException):
            raise answer
        yield answer
    finally:
        server.should_exit = True
        thread.join()


class _Client:
    """Asks the server, as a page would."""

    def __init__(self, url: str) -> None:
        self._url = url

    def get(self, path: str) -> Any:
        """The JSON at a path."""
        return self._ask(urllib.request.Request(self._url + path))  # noqa: S310 - our own server

    def post(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """The JSON that answers a request."""
        data = json.dumps(body or {}).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(self._url + path, data, headers)  # noqa: S310 - as above
        return self._ask(request)

    def command(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """The answer to a command on the table as it is now."""
        seq = self.get("/api/state")["seq"]
        return self.post(path, {**(body or {}), "expected_seq": seq, "client_id": uuid4().hex})

    def _ask(self, request: urllib.request.Request) -> Any:
        try:
            with urllib.request.urlopen(request) as answer:  # noqa: S310 - our own server
                return json.load(answer)
        except urllib.error.HTTPError as refused:
            raise IllegalActionError(f"demo: {json.load(refused)['detail']}") from None


class _Walk:
    """The session, told line by line."""

    def __init__(self, client: _Client, say: Say) -> None:
        self._client = client
        self._say = say

    def play(self, photos: Sequence[DemoPhoto]) -> bool:
        """Win with every photo, then take the last win back and restore it."""
        right = [self._win(photo) for photo in photos]
        self._points("undo", self._client.command("/api/undo"))
        self._points("redo", self._client.command("/api/redo"))
        self._say(f"hands read right: {sum(right)} of {len(right)}")
        return all(right)

    def _win(self, photo: DemoPhoto) -> bool:
        seen = self._client.post(f"/api/demo/{photo.name}")
        read, win_tile = hand_of(seen["proposal"])
        right = read == photo.truth and win_tile == photo.win_tile
        self._say(f"{photo.title}: {len(seen['tiles'])} tiles read, {_text(read, win_tile)}")
        if not right:
            self._say(f"  it truly is {_text(photo.truth, photo.win_tile)}; mended by hand")
        request = _request(photo)
        score = self._client.post("/api/score", request)
        self._say(f"  {score['summary']}: {', '.join(yaku['name'] for yaku in score['yaku'])}")
        confirmed = self._client.command("/api/wins", {**request, "photo": seen["id"]})
        self._points("confirmed", confirmed)
        return right

    def _points(self, what: str, confirmed: dict[str, Any]) -> None:
        state = confirmed["state"]
        points = " ".join(f"{player['name']} {player['points']}" for player in state["players"])
        hand = f"{state['bakaze']}{state['kyoku']}, honba {state['honba']}"
        self._say(f"  {what}: {points}; next {hand}")


def hand_of(proposal: dict[str, Any]) -> tuple[Hand | None, Tile | None]:
    """The hand that a photo seems to show; None where a tile is unread or too many are there."""
    try:
        melds = tuple(
            Meld(MeldKind.parse(meld["kind"]), parse_tiles("".join(meld["tiles"])))
            for meld in proposal["melds"]
        )
        hand = Hand(parse_tiles("".join(proposal["concealed"])), melds)
        return hand, proposal["win_tile"] and Tile.parse(proposal["win_tile"])
    except ScoringError:
        return None, None


def _text(hand: Hand | None, win_tile: Tile | None) -> str:
    return "not a whole hand" if hand is None else f"{hand} on {win_tile or 'an unknown tile'}"


def _request(photo: DemoPhoto) -> dict[str, Any]:
    """The win as a person who looks at the photo declares it."""
    return {
        "winner": photo.winner,
        "discarder": photo.discarder,
        "concealed": [str(tile) for tile in photo.truth.concealed],
        "melds": [
            {"kind": str(meld.kind), "tiles": [str(tile) for tile in meld.tiles]}
            for meld in photo.truth.melds
        ],
        "win_tile": str(photo.win_tile),
        "riichi": photo.riichi,
        "ippatsu": photo.ippatsu,
        "dora": [str(tile) for tile in photo.dora],
        "ura": [str(tile) for tile in photo.ura],
    }
