"""Mean of two trainings' weights, where one went on from the other: it keeps what each has learnt.

    python -m models.blend {detector,classifier} --old RUN --new RUN --out RUN [--share 0.5]

After Wortsman et al. 2022 ("Robust fine-tuning of zero-shot models"). What a network is taught late
makes it forget some of what it knew; weights between the two forget less than they learn. Batch
norms are folded first, since what goes on from a file measures them anew (``models.warm``).
"""

import argparse
import sys
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from models.checkpoints import checkpoint, fill
from models.commands import SHARE as SHARED
from models.commands import folder_there, in_a_line
from models.warm import folded
from models.widths import NETWORKS, made_like

RUN = folder_there("a folder with the checkpoint of a training")
SHARE = 0.5
"""How much of the new weights there is in the mean, where nobody says otherwise."""


def mean(old: dict[str, Tensor], new: dict[str, Tensor], share: float) -> dict[str, Tensor]:
    """Weights between two of the same network, ``share`` of the way from the old to the new."""
    return {
        name: torch.lerp(old[name].float(), value.float(), share)
        if value.is_floating_point()
        else value
        for name, value in new.items()
    }


def averaged(name: str, file: Path) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """A checkpoint's averaged weights, folded, and the whole checkpoint."""
    saved = checkpoint(file, "average")
    model = made_like(name, file)
    fill(model, saved["average"], file)
    return folded(model), saved


@in_a_line
def main() -> None:
    """Write a checkpoint that can be exported, or begun with; none to resume."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("name", choices=sorted(NETWORKS))
    parser.add_argument("--old", type=RUN, required=True, help="the run that was released")
    parser.add_argument("--new", type=RUN, required=True, help="the run that went on from it")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--share", type=SHARED, default=SHARE, help="of the new weights (0 to 1)")
    args = parser.parse_args()
    file = f"{args.name}.pt"
    old, _ = averaged(args.name, args.old / file)
    new, saved = averaged(args.name, args.new / file)
    args.out.mkdir(parents=True, exist_ok=True)
    saved["average"] = mean(old, new, args.share)
    saved["new_share"] = args.share
    for part in ("model", "optimizer"):  # of the new run alone: a training would go on from that
        saved.pop(part, None)
    torch.save(saved, args.out / file)


if __name__ == "__main__":
    sys.exit(main())
