"""Write measured figures into the manifest, so that the models carry what they reach.

    python -m models.evaluate --json | python -m models.record

Replaces the ``[measured.SET]`` tables of the sets that were measured in ``models/manifest.toml``;
the rest stays as it is. Figures of other models than the manifest describes are refused.
"""

import json
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

from table.files import write_atomically

MANIFEST = Path(__file__).parent / "manifest.toml"
NETWORKS = ("detector", "classifier")
FIGURES = (
    "photos",
    "tiles",
    "recall",
    "precision",
    "class_accuracy",
    "class_accuracy_by_errata",
    "class_accuracy_given_boxes",
    "end_to_end",
    "photos_perfect",
    "photos_perfect_by_errata",
    "false_faces_a_photo",
    "red_fives",
    "reading_direction",
    "calibration_error",
    "accepted_share",
    "sure_share",
    "wrong_when_sure",
)


def merged(manifest: str, results: dict[str, dict[str, Any]]) -> str:
    """The manifest with the figures of these sets in their places, new ones at its end."""
    fresh = {
        f"[measured.{name}]": _figures(figures)
        for name, figures in results.items()
        if name not in {"robustness", "models"}
    }
    tables = []
    for table in re.split(r"^(?=\[)", manifest, flags=re.MULTILINE):
        heading = table.partition("\n")[0].strip()
        told = fresh.pop(heading, None)
        tables.append(table.strip() if told is None else f"{heading}\n{told}")
    tables += [f"{heading}\n{told}" for heading, told in fresh.items()]
    return "\n\n".join(filter(None, tables)) + "\n"


def check_models(manifest: str, results: dict[str, Any]) -> None:
    """See that the models that were measured are the manifest's. Raises ``ValueError``."""
    tables = tomllib.loads(manifest)
    for name in NETWORKS:
        measured, known = results["models"][name], tables[name]["sha256"]
        if measured != known:
            raise ValueError(f"measured a {name} of sha256 {measured[:12]}…, not {known[:12]}…")


def _figures(figures: dict[str, Any]) -> str:
    """Lines of TOML; what was not measured is left out."""
    known = ((key, figures.get(key)) for key in FIGURES)
    return "\n".join(
        f"{key} = {round(value, 4) if isinstance(value, float) else value}"
        for key, value in known
        if value is not None
    )


def main() -> int:
    """Merge standard input into the manifest; 2 where it is none of models.evaluate."""
    try:
        results = json.load(sys.stdin)
        manifest = MANIFEST.read_text(encoding="utf-8")
        check_models(manifest, results)
        manifest = merged(manifest, results)
    except (ValueError, AttributeError, KeyError, TypeError) as fault:
        print(f"standard input: {fault}; expected models.evaluate --json", file=sys.stderr)
        return 2
    write_atomically(MANIFEST, manifest)
    return 0


if __name__ == "__main__":
    sys.exit(main())
