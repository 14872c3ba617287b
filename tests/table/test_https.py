"""HTTPS with an own certificate: made once, renewed in time, trusted by who is told of it."""

import ssl
import threading
from datetime import UTC, datetime, timedelta
from queue import Queue

import httpx

from table.bootstrap.certificate import LASTS, certificate_for
from table.bootstrap.compose import compose
from table.bootstrap.serve import TableServer, take_port
from table.bootstrap.settings import Settings


def test_a_certificate_is_made_once_and_renewed_before_its_end(tmp_path):
    now = datetime(2026, 3, 1, tzinfo=UTC)
    first = certificate_for(tmp_path, "192.168.1.5", now)
    assert first.key.stat().st_mode & 0o077 == 0
    assert certificate_for(tmp_path, "192.168.1.5", now + timedelta(days=300)) == first
    renewed = certificate_for(tmp_path, "192.168.1.5", now + LASTS - timedelta(days=5))
    assert renewed.fingerprint != first.fingerprint
    other = certificate_for(tmp_path, "192.168.1.77", now + LASTS)
    assert other.fingerprint != renewed.fingerprint
    first.certificate.write_text("no certificate", encoding="utf-8")
    assert certificate_for(tmp_path, "192.168.1.77", now).fingerprint != other.fingerprint


def test_the_table_answers_over_https_and_keeps_its_cookie_there(tmp_path, eyes):
    ready = Queue()
    table = compose(Settings(https=True, port=0), tmp_path / "data", eyes)
    with take_port("127.0.0.1", 0) as taken:
        server = TableServer(table, taken, announce=ready.put)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [taken]})
        thread.start()
        try:
            url = ready.get(timeout=20)
            assert url.startswith("https://127.0.0.1:")
            trusted = ssl.create_default_context(cafile=str(table.certificate.certificate))
            with httpx.Client(base_url=url, verify=trusted) as http:
                assert http.get("/api/state").status_code == 200
                http.put("/api/access/pins", json={"role": "viewer", "pin": "4711"})
                answer = http.post("/api/sessions", json={"pin": "4711"})
                assert "secure" in answer.headers["set-cookie"].lower()
        finally:
            server.should_exit = True
            thread.join()
            table.close()
