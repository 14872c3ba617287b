"""Build hook: puts the built dashboard and the released models into the package."""

import sys
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MODELS_IN_WHEEL = "vision/_models"


class JantakuBuildHook(BuildHookInterface[Any]):
    """Builds the dashboard where it is stale; adds the models that the manifest names."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Prepare one target; an editable install needs neither and works from the checkout."""
        if version == "editable":
            return
        root = Path(self.root)
        sys.path.insert(0, str(root / "scripts"))
        try:
            import build_dashboard
        finally:
            sys.path.pop(0)
        try:
            build_dashboard.build(root)
        except build_dashboard.DashboardError as failure:
            # A plain exit keeps the words together; a traceback would bury them.
            sys.exit(f"jantaku: cannot build the dashboard: {failure}")
        if self.target_name == "wheel":
            build_data["force_include"].update(released_models(root))


def released_models(root: Path) -> dict[str, str]:
    """Source path to wheel path of the manifest and every file that it names.

    Raises FileNotFoundError naming a file that the manifest promises and the tree lacks.
    """
    manifest = root / "models" / "manifest.toml"
    tables = tomllib.loads(manifest.read_text(encoding="utf-8"))
    names = [t["file"] for t in tables.values() if isinstance(t, dict) and "file" in t]
    for name in names:
        if not (manifest.parent / name).is_file():
            raise FileNotFoundError(f"models/{name}: named by models/manifest.toml, but not there")
    return {
        str(manifest.parent / name): f"{MODELS_IN_WHEEL}/{name}"
        for name in ("manifest.toml", *names)
    }
