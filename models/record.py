"""Write measured figures into the manifest, so that the models carry what they reach.

    python -m models.evaluate --json | python -m models.record

Replaces the ``[measured.SET]`` tables of ``models/manifest.toml``; the rest stays as it is.
"""

import json
import sys
from pathlib import Path
from typing import Any

MANIFEST = Path(__file__).parent / "manifest.toml"
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
HEADING = "\n[measured."


def tables(results: dict[str, dict[str, Any]]) -> str:
    """The figures of each photo set as TOML; what was not measured is left out."""
    lines = []
    for name, figures in results.items():
        if name == "robustness":
            continue
        lines.append(f"{HEADING}{name}]")
        known = ((key, figures.get(key)) for key in FIGURES)
        lines += [
            f"{key} = {round(value, 4) if isinstance(value, float) else value}"
            for key, value in known
            if value is not None
        ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Merge standard input into the manifest."""
    results = json.load(sys.stdin)
    kept = MANIFEST.read_text(encoding="utf-8").split(HEADING)[0].rstrip() + "\n"
    fresh = MANIFEST.with_suffix(".new")
    fresh.write_text(kept + tables(results), encoding="utf-8")
    fresh.replace(MANIFEST)


if __name__ == "__main__":
    main()
