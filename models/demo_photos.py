"""Render the demo's photos: complete winning hands of invented sets, as a club member shoots them.

    python -m models.demo_photos --out table/demo

Writes the JPEGs and ``demo.toml``, which names for each the circumstances of the win and the truth.
"""

import argparse
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from vision.synthetic.camera import look_at
from vision.synthetic.faces import TileSet
from vision.synthetic.scene import Conditions, photograph
from vision.synthetic.showdown import ShownMeld, show
from vision.synthetic.solids import Body

SIZE = (1280, 720)
GRAIN = 2.0
"""The spread of a sensor's noise, in grey levels."""

RIICHI_BODY = Body(width=20.5, height=27.0, thickness=16.5, seam=0.55)


@dataclass(frozen=True)
class DemoHand:
    """One photo: its words, its tiles as they lie, and the circumstances of the win."""

    name: str
    title: str
    seed: int
    row: str
    winning: str
    circumstances: dict[str, object]
    melds: tuple[tuple[str, str, int | None], ...] = field(default=())
    """Each meld: its text, its labels as they lie, and which of them is turned."""


HANDS = (
    DemoHand(
        "riichi", "A riichi hand, self-drawn", 44, "234m567m45p678s22p", "3p",
        {"winner": 1, "tsumo": True, "riichi": True, "dora": "9m", "ura": "1s"},
    ),
    DemoHand(
        "open-hand", "An open half flush, on a discard", 23, "234s55s67s", "8s",
        {"winner": 3, "from": 0, "tsumo": False, "dora": "4p"},
        (("pon:777z", "777z", 1), ("pon:111s", "111s", 0)),
    ),
    DemoHand(
        "red-five", "A concealed kan and a red five", 41, "34p567s23499m", "0p",
        {"winner": 0, "tsumo": True, "riichi": True, "dora": "1m4s", "ura": "9p5z"},
        (("ankan:2222z", "2222z", None),),
    ),
)  # fmt: skip


def labels(text: str) -> tuple[str, ...]:
    """Separate labels of tiles that are written together."""
    suits, found = "", []
    for character in reversed(text):
        if character.isdigit():
            found.append(character + suits)
        else:
            suits = character
    return tuple(reversed(found))


def picture(hand: DemoHand) -> np.ndarray:
    """The photo, RGB."""
    rng = np.random.default_rng(hand.seed)
    faces = TileSet.random(rng)
    melds = tuple(ShownMeld(labels(lying), turned) for _, lying, turned in hand.melds)
    placements = show(rng, RIICHI_BODY, labels(hand.row), hand.winning, melds)
    xs = [p.centre[0] for p in placements]
    middle = np.array([(min(xs) + max(xs)) / 2, 0.0, 0.0])
    focal = 1.1 * SIZE[0]
    distance = focal * (max(xs) - min(xs) + 70) / SIZE[0]
    camera = look_at(
        middle, distance, tilt=0.35, heading=float(rng.normal(0, 0.06)),
        roll=float(rng.normal(0, 0.03)), focal=(focal, focal), centre=(SIZE[0] / 2, SIZE[1] / 2),
    )  # fmt: skip
    conditions = Conditions(boxed=False, glare=False, hand=False)
    return grained(photograph(rng, faces, RIICHI_BODY, placements, camera, SIZE, conditions).image)


def grained(image: np.ndarray) -> np.ndarray:
    """A picture with a sensor's grain: without it even cloth is told as drawn, as it is."""
    grain = np.random.default_rng(0).normal(0, GRAIN, image.shape)
    return np.clip(np.rint(image + grain), 0, 255).astype(np.uint8)


def entry(hand: DemoHand) -> str:
    """The photo's table in demo.toml."""
    lines = [
        "[[photo]]",
        f'name = "{hand.name}"',
        f'title = "{hand.title}"',
        f'file = "{hand.name}.jpg"',
    ]
    for key, value in hand.circumstances.items():
        lines.append(
            f"{key} = {str(value).lower() if isinstance(value, bool) else repr(value)}".replace(
                "'", '"'
            )
        )
    melds = ", ".join(f'"{text}"' for text, _, _ in hand.melds)
    concealed = hand.row + hand.winning
    lines.append(
        f'truth = {{ concealed = "{concealed}", melds = [{melds}], win_tile = "{hand.winning}" }}'
    )
    return "\n".join([*lines, ""])


def main() -> None:
    """Write the photos and their description."""
    parser = argparse.ArgumentParser(description="Render the demo's photos")
    parser.add_argument("--out", type=Path, default=Path("table/demo"))
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    for hand in HANDS:
        file = args.out / f"{hand.name}.jpg"
        cv2.imwrite(str(file), picture(hand)[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 90])
    heading = (
        "# Made by `python -m models.demo_photos`; the tiles lie as listed, left to right.\n\n"
    )
    (args.out / "demo.toml").write_text(heading + "\n".join(entry(hand) for hand in HANDS))


if __name__ == "__main__":
    main()
