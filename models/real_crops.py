"""Cut face crops from the real photos that are marked for training (``hk_rows``).

    python -m models.real_crops --photos SHARED/data/photos/hk_rows --out CROPS.npz

Labels there are upright boxes of known kind and unknown turn.
Every fifth photo is held out of training, to calibrate the classifier's confidence on.
"""

import argparse
import json
import sys
from pathlib import Path

import numpy as np

from models.commands import folder_there, in_a_line
from models.crops import patches
from vision.imagefile import read_image
from vision.labels import CLASS_OF, LABELS

TRAINING_SETS = ("hk_rows",)
"""The photo sets whose licence card allows training."""
HELD_EVERY = 5


def class_of(label: str) -> int:
    """The class of a labelled tile; flowers and seasons are faces of no kind."""
    return CLASS_OF[label if label in LABELS else "other"]


@in_a_line
def main() -> None:
    """Cut every labelled tile."""
    parser = argparse.ArgumentParser(
        description="Cut face crops from the photos marked for training"
    )
    parser.add_argument(
        "--photos", type=folder_there("a folder of photos with labels.jsonl"), required=True
    )
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    if args.photos.name not in TRAINING_SETS:
        parser.error(
            f"{args.photos.name!r} is not marked for training; expected one of {TRAINING_SETS}"
        )
    crops, classes, held = [], [], []
    for number, line in enumerate((args.photos / "labels.jsonl").read_text().splitlines()):
        photo = json.loads(line)
        image = read_image(args.photos / photo["image"])
        for tile in photo["tiles"]:
            x0, y0, x1, y1 = tile["xyxy"]
            quad = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float64)
            crops.append(patches(np.ascontiguousarray(image), quad)[0])
            classes.append(class_of(tile["tile"]))
            held.append(number % HELD_EVERY == 0)
    np.savez(args.out, patches=np.stack(crops), classes=np.array(classes, np.int64), held=held)
    print(f"{len(crops)} crops, {sum(held)} of them held out")


if __name__ == "__main__":
    sys.exit(main())
