"""The hall's broker as a child: restarted for a new list, told of where it does not stay up."""

import asyncio
import contextlib
from pathlib import Path

import pytest

from table.hall.folder import HallFolder
from table.hall.load.throwaway import free_port
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
