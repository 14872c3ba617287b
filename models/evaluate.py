"""Measure the reader on the shared photos and on renders, all but one set never trained on.

    python -m models.evaluate [--sets riichi_tray tables_1080p ...] [--limit N] [--every N]
        [--curves N] [--report DIR] [--json] [--kept FOLDER] [--fresh]

Sets: the photos ``riichi_tray``, ``autotable``, ``hk_rows`` (in ``../shared``, or where
``JANTAKU_SHARED`` says; four in five of ``hk_rows`` are trained on, `models.real_crops`, so that
its figures say little of unseen tiles); the renders ``tables_1080p``, ``tables_4k`` (whole tables
in play, designs that no training has, by a camera mounted to read them), ``tables_careless`` (the
same tables dark, blurred or hard compressed) and ``clutter`` (tables without a face). Where
somebody made them and asks for them, also ``path_traced`` (`models.path_scenes`) and ``others``,
tables in designs that other people drew (`models.others`). Figures are by the labels as they are,
and beside them by ``errata.toml``. What was read is kept in ``artefacts/evaluation``, so that an
evaluation that was stopped goes on; other models or another reader begin anew. The curves of
``models.robustness`` follow, by so many pictures a point (0: none). ``--report`` writes annotated
pictures and an HTML page, the worst cases first. ``python -m models.enrolment`` measures what a
club gains that shows its set first.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from models.commands import in_a_line
from models.figures import summary, when_sure
from models.keeping import Kept, evaluated
from models.measure import Judged, judge
from models.record import NETWORKS
from models.report import write_report
from models.robustness import CURVES, measured, told
from models.samples import OTHERS, PARTLY_LABELLED, SETS, TRACED
from table.cli.options import within
from vision.model_store import USUALLY_SURE, find_model, sure_from
from vision.reader import Reader

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / "artefacts" / "evaluation"

MOST = 999_999
COUNT = within(int, 1, MOST)
ALSO = ("class_accuracy", "recall", "precision", "photos_perfect", "calibration_error")
"""Figures that are told by the errata as well."""


def judged(kept: Sequence[Kept], *, errata: bool) -> list[Judged]:
    """The pictures of a set, judged by the labels as they are or as the errata mend them."""
    result = []
    for one in kept:
        labels = one.mended if errata else one.labels
        photo = judge(one.image, one.seconds, one.tiles, labels)
        photo.given = one.given
        result.append(photo)
    return result


def figures_of(name: str, kept: Sequence[Kept], sure: float = USUALLY_SURE) -> dict[str, Any]:
    """The figures of a set, calibration and acceptance by the mended labels."""
    whole = name not in PARTLY_LABELLED
    plain = summary(judged(kept, errata=False), all_labelled=whole)
    mended = judged(kept, errata=True)
    better = summary(mended, all_labelled=whole)
    for key in ALSO:
        plain[f"{key}_by_errata"] = better[key]
    for key in ("calibration_error", "brier", "accepted_share", "accepted_from", "confusions"):
        if key in better:
            plain[key] = better[key]
    plain |= when_sure(mended, sure, all_labelled=whole)
    confusions = plain.pop("confusions")
    return plain | {"confusions": confusions}


def report(name: str, figures: dict[str, Any]) -> str:
    """The figures of a set in words and columns."""
    lines = [f"{name}"]
    for key, value in figures.items():
        if key != "confusions":
            shown = "-" if value is None else f"{value:.4f}" if isinstance(value, float) else value
            lines.append(f"  {key.replace('_', ' '):<30}{shown}")
    lines.append("  confusions (label read as, count)")
    pairs = [f"{label} as {tile} {count}" for label, tile, count in figures["confusions"]]
    lines += ["    " + "   ".join(pairs[at : at + 6]) for at in range(0, len(pairs), 6)]
    return "\n".join(lines)


def arguments() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    known = (*SETS, TRACED, OTHERS)
    parser.add_argument("--sets", "--set", nargs="+", choices=known, default=list(SETS))
    parser.add_argument("--every", type=COUNT, default=1, help="only each so-manyth picture")
    parser.add_argument("--limit", type=COUNT, help="at most so many pictures a set")
    parser.add_argument(
        "--report", type=Path, metavar="DIR", help="write pictures and a page there"
    )
    parser.add_argument("--models", type=Path, metavar="DIR", help="models and manifest to measure")
    parser.add_argument(
        "--kept", type=Path, metavar="DIR", default=KEPT, help="what was read before"
    )
    parser.add_argument("--fresh", action="store_true", help="read everything again")
    told_curves = "pictures a point of the robustness curves"
    parser.add_argument(
        "--curves", type=within(int, 0, MOST), default=3, metavar="N", help=told_curves
    )
    parser.add_argument("--threads", type=COUNT, default=2)
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


@in_a_line
def main() -> int:
    """Evaluate the sets asked for; 2 where there are no photos."""
    args = arguments()
    sure = sure_from(args.models)
    reader = Reader.open(args.models, args.threads)
    results: dict[str, Any] = {}
    read: dict[str, list[Kept]] = {}
    for name in args.sets:
        read[name] = evaluated(
            reader, name, args.every, args.limit, folder=args.kept, models=args.models,
            fresh=args.fresh,
        )  # fmt: skip
        results[name] = figures_of(name, read[name], sure)
        if not args.json:
            print(report(name, results[name]), flush=True)
    names = list(CURVES) if args.curves else []
    file = args.kept / "robustness.json"
    if args.fresh and names:
        file.unlink(missing_ok=True)
    curves = measured(reader, names, args.curves, file, args.models)
    if args.report:
        write_report(args.report, read, results, curves)
    if args.json:
        hashes = {name: find_model(name, args.models).facts["sha256"] for name in NETWORKS}
        results["models"] = hashes
        print(json.dumps(results | ({"robustness": curves} if curves else {})))
    else:
        print("\n".join(told(name, curve) for name, curve in curves.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
