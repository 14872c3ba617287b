"""From which confidence on a name is sure: one wrong in a thousand, by scenes held back.

    python -m models.sureness [--scenes 240] [--models DIR] [--kept FOLDER]

The whole reader reads scenes like those that it was trained on, by seeds that never are (no photo
to be measured on, no design of the evaluation), and ``[reader]`` of the manifest gets the least
confidence at which at most one accepted reading in a thousand is wrong, false faces counted, and
the share of faces that is left. It can be stopped and goes on.
"""

import argparse
import sys
import tomllib
from pathlib import Path

from models.commands import COUNT, in_a_line
from models.evaluate import KEPT, judged
from models.figures import accepted
from models.keeping import evaluated
from models.samples import HELD_BACK, USUAL
from vision.model_store import MANIFEST
from vision.reader import Reader

HERE = Path(__file__).parent
HEADING = "[reader]"
LEAST = 0.5
"""A confidence that leaves a smaller share of the faces is no use to ask by."""


def with_reader(manifest: str, facts: dict[str, float | int]) -> str:
    """The manifest's text with these facts in its table ``[reader]``, after the networks.

    What the table says of other things stays.
    """
    facts = tomllib.loads(manifest).get("reader", {}) | facts
    parts = manifest.split("\n[")
    kept = [part for part in parts if not f"[{part}".startswith(HEADING)]
    table = "\n".join(["reader]", *(f"{key} = {value}" for key, value in facts.items()), ""])
    at = next((n for n, part in enumerate(kept) if part.startswith("measured.")), len(kept))
    kept = [part.rstrip("\n") + "\n" for part in (*kept[:at], table, *kept[at:])]
    return "\n[".join(kept)


@in_a_line
def main() -> int:
    """Measure, and write it into the manifest; 1 where no confidence is high enough."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--scenes", type=COUNT, default=USUAL[HELD_BACK])
    parser.add_argument("--models", type=Path, metavar="DIR", help="models and manifest to measure")
    parser.add_argument("--kept", type=Path, metavar="DIR", default=KEPT)
    parser.add_argument("--threads", type=COUNT, default=2)
    args = parser.parse_args()
    reader = Reader.open(args.models, args.threads)
    read = evaluated(reader, HELD_BACK, 1, args.scenes, folder=args.kept, models=args.models)
    found = accepted(judged(read, errata=False))
    sure, part = found["accepted_from"], found["accepted_share"]
    if sure is None or part is None or part < LEAST:
        left = f"only {part or 0:.1%} of faces are so sure that one in a thousand is wrong"
        print(f"{left}, expected {LEAST:.0%}: the manifest stays as it is", file=sys.stderr)
        return 1
    file = (args.models or HERE) / MANIFEST
    facts = {"sure_from": sure, "sure_share_held_back": part, "scenes": len(read)}
    fresh = file.with_suffix(".new")
    fresh.write_text(with_reader(file.read_text(encoding="utf-8"), facts), encoding="utf-8")
    fresh.replace(file)
    print(f"sure from {sure}: {part:.1%} of faces in {len(read)} scenes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
