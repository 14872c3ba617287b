"""The parts of a hall that serves: where one ends, it is said; where its broker is looked for."""

import contextlib
import ssl

import pytest

from table.errors import AuthorityError
from table.hall import serve
from table.hall.folder import HallFolder, HallSettings
from table.hall.members import Members
from table.hall.security.authority import client_context


async def test_a_part_that_ends_by_a_fault_is_told_of(intake, caplog):
    async def gong():
        raise OSError("no room")

    await serve._run_part(intake, "gong", gong())
    (notice,) = intake.notices.open()
    assert notice["words"] == "a part of the hall has ended (gong): no room"
    assert "no room" in caplog.text


@pytest.mark.parametrize(
    ("listens", "dialled"),
    [("0.0.0.0", "127.0.0.1"), ("::", "::1"), ("192.168.1.10", "192.168.1.10")],
)
def test_the_broker_is_looked_for_where_it_listens(listens, dialled):
    assert serve.broker_host(listens) == dialled


def greeted(folder, table, host):
    """Whether a table's TLS believes the hall under this name; no network is needed for that."""
    authority = folder.authority
    issued = authority.issue(table)
    files = folder.path / f"{table}.crt", folder.path / f"{table}.key"
    files[0].write_bytes(issued.certificate)
    files[1].write_bytes(issued.key)
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    table = client_context(authority.ca, *files).wrap_bio(back, there, server_hostname=host)
    hall = authority.server_context().wrap_bio(there, back, server_side=True)
    for _ in range(3):
        for side in (table, hall):
            with contextlib.suppress(ssl.SSLWantReadError):
                side.do_handshake()
    return table.version() is not None


def test_an_address_that_tables_cannot_check_is_refused_and_can_be_added(tmp_path):
    folder = HallFolder(tmp_path / "hall")
    folder.create(HallSettings(title="Open", hosts=["127.0.0.1"]))
    settings = folder.settings()
    with folder.database(settings) as database:
        with pytest.raises(AuthorityError, match=r"'hall.local'.*expected one of 127\.0\.0\.1; or"):
            Members(folder, settings, database).invite("A1", host="hall.local")
        folder.write(settings.model_copy(update={"hosts": ["127.0.0.1", "hall.local"]}))
        Members(folder, folder.settings(), database).invite("A1", host="hall.local")
    with pytest.raises(ssl.SSLCertVerificationError):
        greeted(folder, "A1", "hall.local")
    folder.authority.serve_as(folder.settings().hosts)  # as `hall serve` does
    assert greeted(folder, "A1", "hall.local")
    before = folder.authority.server[0].read_bytes()
    folder.authority.serve_as(folder.settings().hosts)
    assert folder.authority.server[0].read_bytes() == before
