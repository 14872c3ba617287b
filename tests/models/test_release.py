"""A folder of released models is whole, or its reader says that it is not."""

import hashlib
import sys
import tomllib

import pytest

torch = pytest.importorskip("torch", reason="NO TORCH: pip install --group train")
pytest.importorskip("onnx", reason="NO ONNX: pip install --group train")

from models import export  # noqa: E402
from table.files import write_atomically  # noqa: E402
from vision.errors import ModelCorruptError  # noqa: E402
from vision.reader import Reader  # noqa: E402

NAMES = ("detector", "classifier")


@pytest.mark.parametrize("name", NAMES)
def test_a_network_that_is_not_exported_stays_as_it_was_released(tmp_path, name):
    known = export.released(name, tmp_path / "net.onnx")
    told = export.table(name, known)
    assert tomllib.loads(told)[name] == known
    assert hashlib.sha256((tmp_path / "net.onnx").read_bytes()).hexdigest() == known["sha256"]


@pytest.fixture
def old(tmp_path):
    """A folder of models that were released before."""
    known = {name: export.released(name, tmp_path / f"{name}.onnx") for name in NAMES}
    manifest = "\n".join(export.table(name, facts) for name, facts in known.items())
    export.release([tmp_path / f"{name}.onnx" for name in NAMES], manifest, tmp_path / "old")
    return tmp_path / "old"


def test_an_export_that_fails_half_way_leaves_the_models_as_they_were(old, monkeypatch):
    made = old / "manifest.toml"

    def fresh(_args, file):
        file.write_bytes(b"a fresh detector")
        return {}

    def refused(_args, _file):
        raise SystemExit("eight bits keep 0.5 of names")

    monkeypatch.setattr(export, "detector", fresh)
    monkeypatch.setattr(export, "classifier", refused)
    words = ("--run", old, "--data", old, "--real", made, "--out", old)
    monkeypatch.setattr(sys, "argv", ["export", *map(str, words)])
    before = {file.name: file.read_bytes() for file in old.iterdir()}
    with pytest.raises(SystemExit, match="eight bits"):
        export.main()
    assert {file.name: file.read_bytes() for file in old.iterdir()} == before


def test_a_kill_between_networks_and_manifest_is_told_by_the_reader(old, tmp_path, monkeypatch):
    def killed(path, content):
        if path.name == "manifest.toml":
            raise KeyboardInterrupt
        write_atomically(path, content)

    fresh = tmp_path / "detector.onnx"
    fresh.write_bytes(b"a fresh detector")
    monkeypatch.setattr(export, "write_atomically", killed)
    with pytest.raises(KeyboardInterrupt):
        export.release([fresh], "", old)
    with pytest.raises(ModelCorruptError, match=r"detector\.onnx has sha256 .* expected .*"):
        Reader.open(old)
