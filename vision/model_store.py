"""Where the released models lie, and the proof that they are the ones the manifest describes."""

import hashlib
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from vision.errors import ModelCorruptError, ModelMissingError
from vision.honesty import AS_SEEN, Honesty

MANIFEST: Final = "manifest.toml"
_PACKAGED: Final = Path(__file__).parent / "_models"
_CHECKOUT: Final = Path(__file__).parent.parent / "models"


@dataclass(frozen=True, slots=True)
class ModelFile:
    """A model whose bytes are the ones its manifest names."""

    name: str
    """``detector`` or ``classifier``."""

    path: Path
    facts: dict[str, Any]
    """The model's table in the manifest."""


USUALLY_SURE: Final = 0.9
"""From which confidence on names are taken for sure where a manifest says nothing about it."""


def sure_from(folder: Path | None = None) -> float:
    """The confidence from which on a name is told for sure: the manifest's ``reader.sure_from``.

    That is where ``models.sureness`` found one name in a thousand wrong. The released manifest has
    none: names are sure from ``USUALLY_SURE`` on, and ``wrong_when_sure`` says how many are wrong.
    Raises what ``find_model`` raises.
    """
    found = _measured(folder, "sure_from")
    return found if found is not None and 0 <= found <= 1 else USUALLY_SURE


def honesty(folder: Path | None = None) -> Honesty:
    """How the confidence of these models is to be told; as it is seen where nothing was measured.

    Raises what ``find_model`` raises.
    """
    narrow, wide = (_measured(folder, f"nats_{size}") for size in ("narrow", "wide"))
    if narrow is None or wide is None:
        return AS_SEEN
    return Honesty(narrow, wide)


def _measured(folder: Path | None, key: str) -> float | None:
    facts = _table(_manifest(folder)).get("reader")
    found = facts.get(key) if isinstance(facts, dict) else None
    return float(found) if isinstance(found, float | int) else None


def find_model(name: str, folder: Path | None = None) -> ModelFile:
    """A released model by name, its sha256 verified.

    Looks in ``folder`` alone where one is given, else in the installed package, then in the
    checkout's ``models/``. Raises ``ModelMissingError`` naming the file and the places looked at,
    ``ModelCorruptError`` where the manifest or the file is not what it should be.
    """
    return _verified(name, _manifest(folder))


def _manifest(folder: Path | None) -> Path:
    places = (folder,) if folder is not None else (_PACKAGED, _CHECKOUT)
    for place in places:
        manifest = place / MANIFEST
        if manifest.is_file():
            return manifest
    wanted = " or ".join(str(place) for place in places)
    raise ModelMissingError(f"{MANIFEST} is missing: expected it with the models in {wanted}")


def _verified(name: str, manifest: Path) -> ModelFile:
    facts = _facts(name, manifest)
    path = manifest.parent / facts["file"]
    if not path.is_file():
        raise ModelMissingError(f"{facts['file']} is missing: expected it in {manifest.parent}")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    if digest != facts["sha256"]:
        raise ModelCorruptError(
            f"{path} has sha256 {digest[:12]}…; expected {facts['sha256'][:12]}… by {MANIFEST}",
        )
    return ModelFile(name, path, facts)


def _table(manifest: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(manifest.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise ModelCorruptError(f"{manifest} cannot be read: {error}") from error


def _facts(name: str, manifest: Path) -> dict[str, Any]:
    facts = _table(manifest).get(name)
    if not isinstance(facts, dict):
        raise ModelCorruptError(f"{manifest} has no table [{name}]; expected file and sha256 there")
    for key in ("file", "sha256"):
        if not isinstance(facts.get(key), str):
            raise ModelCorruptError(f"{manifest} has no text {name}.{key}; expected one")
    if Path(facts["file"]).name != facts["file"]:
        raise ModelCorruptError(
            f"{manifest}: {name}.file is {facts['file']!r}; expected a bare name"
        )
    return facts
