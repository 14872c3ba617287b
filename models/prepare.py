"""Make the training data: invented photos with exact truth, and face crops cut from them.

    python -m models.prepare --out DATA [--scenes 6000] [--seed 1] [--workers 2]
        [--tables 0.3] [--faceless 0.1] [--littered 0.1] [--flush 0.4] [--black 0.4] [--alike 0.3]
        [--mounted 0.5]

A shard is 50 scenes; one that is there is not made again, so a run can be stopped and resumed, with
the same seed and shares: ``made_with.json`` keeps them. A shard's folder holds ``0.jpg`` … and
``truth.json`` for the detector, ``patches.npz`` for the classifier.
"""

import argparse
import json
import multiprocessing
import os
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.commands import SEED, SHARE, UnusableError, folder_there, in_a_line, keep_options
from models.crops import BARE, Bytes, Quad, patches_of
from models.faceless import faceless_scene
from models.flush import flush_scene
from models.littered import littered_scene
from models.mounted import mounted_scene
from table.cli.options import one_line, within
from vision.synthetic.faces import TileSet
from vision.synthetic.scene import Scene
from vision.synthetic.table_scene import mixed_scene

SHARD = 50
HELD_SHARDS = 2
"""So many shards of each data folder are kept out of training, to measure and calibrate on."""
SCENES_A_SET = 3
PREPARED = folder_there("a folder that models.prepare made")
WORKERS = within(int, 1, 999)


def shards_of(data: Path) -> list[Path]:
    """The finished shards of a data folder, in order. Raises ``UnusableError`` if it has none."""
    found = sorted(p for p in data.iterdir() if p.name.isdigit())
    if not found:
        raise UnusableError(f"{data}: has no shards; expected what models.prepare made")
    return found


def training_shards(folders: list[Path]) -> list[Path]:
    """The shards of some data folders that are trained on. Raises ``UnusableError`` at none."""
    found = [shard for folder in folders for shard in shards_of(folder)[HELD_SHARDS:]]
    if not found:
        told = " ".join(str(folder) for folder in folders)
        raise UnusableError(f"{told}: expected more than {HELD_SHARDS} shards, which are held back")
    return found


def held_shards(folders: list[Path]) -> list[Path]:
    """The shards of some data folders that are not."""
    return [shard for folder in folders for shard in shards_of(folder)[:HELD_SHARDS]]


def truths_of(shard: Path) -> list[list[dict[str, Any]]]:
    """The faces of each scene of a shard. Raises ``UnusableError``."""
    file = shard / "truth.json"
    try:
        truths: list[list[dict[str, Any]]] = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as fault:
        told = one_line(fault).removeprefix(f"{file}: ")
        raise UnusableError(f"{file}: {told}; expected what models.prepare writes") from None
    return truths


@dataclass(frozen=True, slots=True)
class Shares:
    """How often scenes are of some kind."""

    tables: float
    faceless: float
    black: float | None
    alike: float
    littered: float = 0.0
    flush: float = 0.0
    mounted: float = 0.0
    seldom: float = 0.0


def make_shard(task: tuple[Path, int, int, Shares]) -> int:
    """Write one shard unless it is there; returns its number."""
    out, seed, number, shares = task
    folder = out / f"{number:05d}"
    if folder.exists():
        return number
    cv2.setNumThreads(1)
    work = out / f".{number:05d}.{os.getpid()}"
    work.mkdir(parents=True)
    rng = np.random.default_rng([seed, number])
    parts: list[Bytes] = []
    classes: list[int] = []
    truths = []
    for index in range(SHARD):
        if index % SCENES_A_SET == 0:
            faces = TileSet.random(rng, black=shares.black)
            if shares.seldom:
                faces = TileSet(faces.design.seldom(rng, share=shares.seldom))
        scene, places = one_scene(rng, faces, shares)
        cv2.imwrite(
            str(work / f"{index}.jpg"), scene.image[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 93]
        )
        truths.append(
            [
                {"label": t.label, "quad": t.quad.round(2).tolist(), "visible": round(t.visible, 3)}
                for t in scene.truths
            ]
        )
        patches, kinds = patches_of(rng, scene.image, scene.truths, places)
        parts.append(patches)
        classes += kinds
    np.savez(
        work / "patches.npz", patches=np.concatenate(parts), classes=np.array(classes, np.int64)
    )
    (work / "truth.json").write_text(json.dumps(truths))
    work.rename(folder)
    return number


def one_scene(rng: np.random.Generator, faces: TileSet, shares: Shares) -> tuple[Scene, Quad]:
    """A scene of a set, and places [n,4,2] in it that show no face."""
    if shares.mounted and rng.random() < shares.mounted:
        return mounted_scene(rng, faces)
    if shares.faceless and rng.random() < shares.faceless:
        return faceless_scene(rng, faces)
    if shares.littered and rng.random() < shares.littered:
        return littered_scene(rng, faces)
    alike = bool(shares.alike and rng.random() < shares.alike)
    if shares.flush and rng.random() < shares.flush:
        return flush_scene(rng, faces, alike=alike)
    return mixed_scene(rng, faces, shares.tables, alike=alike), BARE


def arguments() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--scenes", type=within(int, SHARD, 9_999_999), default=6000)
    parser.add_argument("--seed", type=SEED, default=1)
    parser.add_argument("--workers", type=WORKERS, default=2)
    parser.add_argument(
        "--tables", type=SHARE, default=0.0, help="share of whole tables in play (0 to 1)"
    )
    parser.add_argument(
        "--faceless", type=SHARE, default=0.0, help="share of tables without a face (0 to 1)"
    )
    parser.add_argument(
        "--littered", type=SHARE, default=0.0, help="share of the others full of things (0 to 1)"
    )
    parser.add_argument(
        "--flush", type=SHARE, default=0.0, help="share of the others with a single suit (0 to 1)"
    )
    parser.add_argument(
        "--black", type=SHARE, help="share of black sets (0 to 1), if not as often as they are sold"
    )
    parser.add_argument(
        "--alike", type=SHARE, default=0.0, help="share of tables of the tiles' colour (0 to 1)"
    )
    parser.add_argument(
        "--mounted", type=SHARE, default=0.0, help="share of whole tables at 1080p (0 to 1)"
    )
    parser.add_argument(
        "--seldom", type=SHARE, default=0.0, help="share of sets in styles that few have (0 to 1)"
    )
    return parser.parse_args()


@in_a_line
def main() -> None:
    """Make all shards with a few processes."""
    args = arguments()
    shares = Shares(
        args.tables, args.faceless, args.black, args.alike, args.littered, args.flush,
        args.mounted, args.seldom,
    )  # fmt: skip
    made_before = args.out.is_dir() and any(one.name.isdigit() for one in args.out.iterdir())
    options = {"seed": args.seed, **asdict(shares)}
    keep_options(args.out, options, None if made_before else options)
    tasks = [(args.out, args.seed, number, shares) for number in range(args.scenes // SHARD)]
    with multiprocessing.Pool(args.workers) as pool:
        for done, number in enumerate(pool.imap_unordered(make_shard, tasks), 1):
            print(f"shard {number:05d} ({done}/{len(tasks)})", flush=True)


if __name__ == "__main__":
    sys.exit(main())
