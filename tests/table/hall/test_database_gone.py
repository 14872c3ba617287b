"""A database that restarts while reports come: the hall listens on, and its tables send again."""

import asyncio
from types import SimpleNamespace

from table.errors import HallDataError
from table.hall import ingest as ingesting
from table.hall.ingest import Ingest, MqttIngest
from table.hall.wire import report_topic


class Messages:
    """Reports of one table, one at a time, and then silence."""

    def __init__(self, count):
        self.left = count

    def __len__(self):
        return 0

    async def __anext__(self):
        if not self.left:
            await asyncio.Event().wait()
        self.left -= 1
        return SimpleNamespace(topic=report_topic().replace("+", "T1"), payload=b"")


class Client:
    """A broker's client that is greeted at once."""

    greeted = 0

    def __init__(self, *_, **__):
        self.messages = Messages(2)

    async def __aenter__(self):
        Client.greeted += 1
        return self

    async def __aexit__(self, *_):
        pass

    async def subscribe(self, *_, **__):
        pass


def test_who_belongs_cannot_be_asked_for_a_moment_and_the_hall_listens_on(intake, monkeypatch):
    monkeypatch.setattr(ingesting.aiomqtt, "Client", Client)
    monkeypatch.setattr(ingesting, "_TROUBLE_S", 0.0)
    asked, again = [], asyncio.Event()

    async def belongs(table):
        asked.append(table)
        if len(asked) == 1:
            raise HallDataError("database: starting up")
        again.set()
        return False

    ingest = Ingest(intake, belongs)

    async def listen():
        task = asyncio.create_task(MqttIngest(ingest, "127.0.0.1", 1, None).run())
        waiting = asyncio.create_task(again.wait())
        await asyncio.wait({task, waiting}, timeout=20, return_when=asyncio.FIRST_COMPLETED)
        task.cancel()
        waiting.cancel()

    asyncio.run(listen())
    assert asked == ["T1", "T1"]
    assert Client.greeted == 1
