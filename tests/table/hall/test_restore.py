"""Backups that are damaged, or made to do harm: refused in a line, and nothing is left of them."""

import io
import json
import tarfile
from hashlib import sha256

import pytest

from table.errors import HallDataError
from table.hall import keeping
from table.hall.data.database import head_revision
from table.hall.folder import HallFolder


@pytest.mark.parametrize("spoil", ["cut", "changed", "other"])
def test_a_damaged_backup_is_refused_and_leaves_no_hall(folder, tmp_path, spoil):
    path = tmp_path / "backup.tgz"
    keeping.backup(folder, folder.settings(), path)
    if spoil == "cut":
        path.write_bytes(path.read_bytes()[:-400])
    elif spoil == "other":
        path.write_bytes(b"not a backup")
    else:
        with tarfile.open(path) as tar:
            tar.extractall(tmp_path / "parts", filter="data")
        (tmp_path / "parts/rows/player.jsonl").write_text('{"id": 1}\n', encoding="utf-8")
        with tarfile.open(path, "w:gz") as tar:
            tar.add(tmp_path / "parts", arcname="")
            for part in sorted((tmp_path / "parts").rglob("*")):
                if part.is_file():
                    tar.add(part, arcname=str(part.relative_to(tmp_path / "parts")))
    again = HallFolder(tmp_path / "again")
    with pytest.raises(HallDataError, match=r"whole backup|is damaged"):
        keeping.restore(again, path)
    assert not again.settings_file.exists()


def packed(path, parts, manifest=None):
    """A backup of these parts, with a manifest that fits them unless another is given."""
    if manifest is None:
        manifest = json.loads(parts["manifest.json"])
        manifest["sha256"] = {
            name: sha256(data).hexdigest()
            for name, data in parts.items()
            if name != "manifest.json"
        }
    parts = {**parts, "manifest.json": json.dumps(manifest).encode()}
    with tarfile.open(path, "w:gz") as tar:
        for name, data in parts.items():
            facts = tarfile.TarInfo(name)
            facts.size = len(data)
            tar.addfile(facts, io.BytesIO(data))


@pytest.fixture
def parts(folder, tmp_path):
    """What is in a backup, by name."""
    keeping.backup(folder, folder.settings(), tmp_path / "good.tgz")
    with tarfile.open(tmp_path / "good.tgz") as tar:
        return {member.name: tar.extractfile(member).read() for member in tar}


def test_a_backup_writes_nothing_but_a_halls_files(parts, tmp_path):
    names = (f"files/{tmp_path}/a", f"files/pki/{tmp_path}/b", "files/pki/../../c", "files/d")
    strange = dict.fromkeys(names, b"strange")
    listed = json.loads(parts["manifest.json"])
    packed(tmp_path / "a.tgz", {**parts, **strange})
    packed(tmp_path / "b.tgz", {**parts, "files/join/Z9.join": b"not listed"}, listed)
    for name in ("a", "b"):
        keeping.restore(HallFolder(tmp_path / f"again-{name}"), tmp_path / f"{name}.tgz")
    found = {path.name for path in tmp_path.rglob("*")}
    assert not found & {"a", "b", "c", "d", "Z9.join"}
    assert "ca.key" in found


@pytest.mark.parametrize(
    ("manifest", "words"),
    [
        ([], "is no JSON object"),
        ("x", "is no JSON object"),
        ({}, "format None, known here is 1"),
        ({"format": 1}, "has no revision, rows, sha256"),
        ({"format": 1, "revision": "x", "rows": {}, "sha256": []}, "has no sha256"),
        ({"format": 1, "revision": "x", "rows": {}, "sha256": {}}, "counts no rows"),
        ({"format": 1, "revision": "x", "rows": {"entry": 0}, "sha256": {}}, "lists no settings"),
    ],
)
def test_a_manifest_that_is_none_is_said(parts, tmp_path, manifest, words):
    packed(tmp_path / "odd.tgz", parts, manifest)
    with pytest.raises(HallDataError, match=f"{words}, expected a whole backup"):
        keeping.restore(HallFolder(tmp_path / "again"), tmp_path / "odd.tgz")


@pytest.mark.parametrize("to_postgres", [False, True], ids=["sqlite", "postgres"])
def test_a_restore_that_fails_leaves_nothing_in_the_way(parts, tmp_path, request, to_postgres):
    url = f"sqlite:///{tmp_path / 'apart.db'}"
    url = request.getfixturevalue("postgres_url") if to_postgres else url
    again = HallFolder(tmp_path / "again")
    packed(tmp_path / "odd.tgz", {**parts, "rows/player.jsonl": b"[]\n"})
    with pytest.raises(HallDataError, match="expected a JSON object a line"):
        keeping.restore(again, tmp_path / "odd.tgz", url)
    with pytest.raises(FileNotFoundError):
        keeping.restore(again, tmp_path / "good.tgz", url, [("A1", tmp_path / "none.db")])
    assert not again.path.exists()
    assert keeping.restore(again, tmp_path / "good.tgz", url).rows["entry"] == 0
    other = HallFolder(tmp_path / "other")
    with pytest.raises(HallDataError, match="is not empty"):
        keeping.restore(other, tmp_path / "good.tgz", url)
    with again.database(again.settings()) as database:
        assert database.revision() == head_revision()
