"""How the reader's confidence is to be told, by pictures that are never trained on.

    python -m models.confidence [--scenes 160] [--photos 100] [--models DIR] [--kept FOLDER]

The whole reader reads scenes like those that it was trained on, by seeds that never are, and photos
of ``hk_rows`` that training holds out (no photo to be measured on, no design of the evaluation);
``[reader]`` of the manifest gets the two numbers that make what it says as honest as can be: by how
many nats to raise the odds of narrow faces and of wide ones, for the least negative log likelihood
of names being right. Pictures that are doubted as a whole have no say. It can be stopped and
goes on; ``--photos 0`` does without the photos, where they are not there. Afterwards
`models.sureness` is due.
"""

import argparse
import sys
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.commands import AMOUNT, COUNT, in_a_line
from models.evaluate import KEPT, judged
from models.figures import reliability
from models.keeping import Kept, evaluated
from models.measure import same
from models.real_crops import HELD_EVERY
from models.samples import HELD_BACK
from models.sureness import HERE, with_reader
from vision.geometry import short_sides
from vision.honesty import AS_SEEN, Honesty
from vision.model_store import MANIFEST
from vision.reader import Reader

Reals = NDArray[np.float64]

CHOICES: Final = np.linspace(-1.0, 4.0, 51)
"""Nats to choose from."""

_CREDITED: Final = 0.9
"""A picture without a reading so sure is doubted as a whole: that is no matter of its faces."""


def said(kept: list[Kept]) -> tuple[Reals, Reals, Reals]:
    """Confidence, width in pixels and rightness [n] of every reading that has a label."""
    clear = [one for one in kept if max((t.confidence for t in one.tiles), default=0) >= _CREDITED]
    photos = judged(clear, errata=True)
    pairs = [pair for photo in photos for pair in (*photo.right, *photo.wrong)]
    quads = np.array([tile.polygon for _, tile in pairs], np.float32).reshape(-1, 4, 2)
    confidence = np.array([tile.confidence for _, tile in pairs], np.float64)
    right = np.array([same(label.tile, tile.tile) for label, tile in pairs], np.float64)
    return confidence, short_sides(quads).astype(np.float64), right


def fitted(confidence: Reals, widths: Reals, right: Reals) -> Honesty:
    """By what the odds are to be raised, so that what was said is likeliest to turn out so."""
    odds, signs = _odds(confidence), np.where(right > 0, -1, 1)
    losses = [
        (float(np.logaddexp(0, signs * (odds + Honesty(narrow, wide).raised(widths))).sum()), at)
        for at, (narrow, wide) in enumerate(_pairs())
    ]
    return Honesty(*(round(float(x), 3) for x in _pairs()[min(losses)[1]]))


def error(confidence: Reals, widths: Reals, right: Reals, told: Honesty) -> float:
    """The expected calibration error of what is told so."""
    odds = _odds(confidence) + told.raised(widths)
    gaps = [abs(gap) * count for _, gap, count in reliability(1 / (1 + np.exp(-odds)), right)]
    return float(sum(gaps) / len(right))


def _odds(confidence: Reals) -> Reals:
    best = np.clip(confidence, 1e-6, 1 - 1e-6)
    return np.asarray(np.log(best / (1 - best)))


def _pairs() -> list[tuple[float, float]]:
    return [(float(narrow), float(wide)) for narrow in CHOICES for wide in CHOICES]


@in_a_line
def main() -> int:
    """Fit, and write it into the manifest."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--scenes", type=COUNT, default=160)
    parser.add_argument("--photos", type=AMOUNT, default=100)
    parser.add_argument("--models", type=Path, metavar="DIR", help="models and manifest to measure")
    parser.add_argument("--kept", type=Path, metavar="DIR", default=KEPT / "as_seen")
    parser.add_argument("--threads", type=COUNT, default=2)
    args = parser.parse_args()
    plain = Reader.open(args.models, args.threads)
    reader = Reader(plain.detector, plain.classifier)
    kept = evaluated(reader, HELD_BACK, 1, args.scenes, folder=args.kept, models=args.models)
    if args.photos:
        kept += evaluated(
            reader, "hk_rows", HELD_EVERY, args.photos, folder=args.kept, models=args.models
        )
    seen = said(kept)
    told = fitted(*seen)
    file = (args.models or HERE) / MANIFEST
    facts = {"nats_narrow": told.narrow, "nats_wide": told.wide}
    fresh = file.with_suffix(".new")
    fresh.write_text(with_reader(file.read_text(encoding="utf-8"), facts), encoding="utf-8")
    fresh.replace(file)
    before, after = (error(*seen, one) for one in (AS_SEEN, told))
    print(f"{len(seen[0])} readings: {told.narrow} nats (narrow), {told.wide} (wide);")
    print(f"calibration error {before:.4f} -> {after:.4f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
