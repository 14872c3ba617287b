"""Make the demo's film: a short simulated game, seen from above.

    python -m models.demo_film --out table/demo

Writes ``film.mp4``, the game that it shows, ``game.mjai.jsonl``, which only checks look at, and
``table.txt``: what the automatic table of the film does, by the seconds of the film.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from firmware_bridge.messages import STICK_VALUES
from table.bootstrap.filming import film, read_scenes
from table.config import load_ruleset
from table.formats.mjai_write import replay_lines
from table.simulator.game import simulate
from vision.synthetic.film_scene import Scene
from vision.synthetic.film_shooting import Settings, Shooting

RULES, GAME = "tenhou", 16
"""Four hands: riichi, chi, pon, a concealed kan, self-drawn wins and discards won on."""
FILM = Settings(
    seed=8, size=(1152, 1080), pace=1.2, quality=29, preset="veryfast", simple=True
)  # fmt: skip
MOST_BYTES = 15_000_000
STICK = 1000


def table_lines(told: Sequence[Scene]) -> Iterator[str]:
    """What an automatic table would do: dice, riichi sticks, trays and the set button."""
    dice, shooting, done = Random(FILM.seed), Shooting(FILM), set[int]()
    trays: list[int] = []
    yield "# seconds of the film, then a word of `jantaku bridge simulate`"
    for number, (frame, _) in enumerate(shooting.frames(told)):
        scene, at = frame.scene, number / FILM.fps
        if scene is None or scene.number in done:
            continue
        done.add(scene.number)
        event = scene.event or {}
        match event.get("type"):
            case "start_kyoku":
                for seat, points in enumerate(event["scores"]):
                    if trays[seat : seat + 1] != [points]:
                        yield f"{at:.1f} sticks {seat} {_sticks(points)}"
                trays = list(event["scores"])
                yield f"{at:.1f} dice {event['oya']} {dice.randint(1, 6)} {dice.randint(1, 6)}"
            case "reach_accepted":
                seat = event["actor"]
                trays[seat] -= STICK
                yield f"{at:.1f} riichi {seat} on"
                yield f"{at:.1f} sticks {seat} {_sticks(trays[seat])}"
            case "end_kyoku":
                yield from (f"{at:.1f} riichi {seat} off" for seat in range(4))
                yield f"{at + 0.5:.1f} click set"
            case _:
                pass


def _sticks(points: int) -> str:
    """How many sticks of each value are worth so much."""
    counts = []
    for value in STICK_VALUES:
        count, points = divmod(points, value)
        counts.append(str(count))
    return " ".join(counts)


def main() -> None:
    """Simulate, film, and check the size."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--out", metavar="DIR", type=Path, default=Path("table/demo"))
    parser.add_argument("--table-only", action="store_true", help="leave the film as it is")
    out: Path = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    game = out / "game.mjai.jsonl"
    lines = replay_lines(simulate(load_ruleset(RULES), GAME))
    game.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    told = read_scenes(game, FILM.seed)
    (out / "table.txt").write_text("".join(f"{line}\n" for line in table_lines(told)), "utf-8")
    if parser.parse_args().table_only:
        return
    made = film(told, out / "film.mp4", None, FILM)
    size = (out / "film.mp4").stat().st_size
    assert size <= MOST_BYTES, f"{size} bytes, expected at most {MOST_BYTES}"
    print(f"{out}/film.mp4: {made.frames} frames, {made.seconds:.0f} s, {size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
