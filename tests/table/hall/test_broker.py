"""The hall's broker as a child: restarted for a new list, told of where it does not stay up."""

import asyncio
import contextlib
import errno
import json
import socket
import sys
from pathlib import Path

import pytest

from table.hall.folder import HallFolder, HallSettings
from table.hall.load.throwaway import Child, free_port
from table.hall.security import broker as brokers
from table.hall.security.authority import Authority
from table.hall.security.broker import Broker

pytestmark = [pytest.mark.usefixtures("broker"), pytest.mark.timeout(300)]


@pytest.fixture
def authority(tmp_path):
    authority = Authority(tmp_path / "pki")
    authority.create("Open", ["127.0.0.1"])
    return authority


@contextlib.asynccontextmanager
async def running(broker):
    task = asyncio.create_task(broker.run())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])


def test_a_hall_has_one_folder_from_wherever_it_is_called(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert HallFolder(Path("hall")).broker == HallFolder(tmp_path / "hall").broker


async def test_a_new_list_of_revoked_certificates_starts_the_broker_again(
    authority, tables, tmp_path
):
    """Whoever wrote it: who is revoked is cut off."""
    folder = tmp_path / "broker"
    broker = Broker(authority, folder, "127.0.0.1", free_port())

    def number():
        with contextlib.suppress(OSError):
            return (folder / "broker.pid").read_text()

    async with running(broker):
        await tables.until(number)
        first = number()
        broker.renew()
        assert number() == first
        authority.revoke([authority.issue("A1").serial])
        broker.renew()
        await tables.until(lambda: number() not in {None, first})


async def test_a_full_disk_at_the_start_is_told_and_tried_again(
    authority, tables, tmp_path, monkeypatch
):
    told, write = [], brokers.write_atomically
    broker = Broker(authority, tmp_path / "broker", "127.0.0.1", free_port(), told=told.append)
    monkeypatch.setattr(brokers, "STAYS_S", 0.2)

    def full(path, *_, **__):
        monkeypatch.setattr(brokers, "write_atomically", write)
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr(brokers, "write_atomically", full)
    async with running(broker):
        await tables.until(lambda: "" in told)
        assert "No space left on device" in told[0]
        assert (tmp_path / "broker" / "broker.pid").is_file()


async def test_a_broker_that_cannot_start_is_shown_until_it_stays_up(jantaku, tables, tmp_path):
    folder, port = HallFolder(tmp_path / "hall"), free_port()
    folder.create(
        HallSettings(
            title="Open", hosts=["127.0.0.1"], host="127.0.0.1", mqtt_port=port, link_port=0
        )
    )
    command = [sys.executable, "-m", "table", "hall", "serve", "--port", "0"]
    child = Child([*command, "--data", str(folder.path)], tmp_path / "log", ready="ready ")

    def shown():
        _, said, _ = jantaku("hall", "status", "--data", folder.path, "--json")
        return [one["words"] for one in json.loads(said)["notices"]]

    with socket.create_server(("127.0.0.1", port)):
        child.start()
        try:
            await tables.until(shown)
            (words,) = shown()
        except BaseException:
            child.stop()
            raise
    try:
        assert words.endswith("no table reaches the hall by MQTT: Address already in use")
        await tables.until(lambda: not shown())
    finally:
        child.stop()
