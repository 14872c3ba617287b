"""Make the demo's film: a short simulated game, seen from above.

    python -m models.demo_film --out table/demo

Writes ``film.mp4`` and the game that it shows, ``game.mjai.jsonl``, which only checks look at.
"""

import argparse
from pathlib import Path

from table.bootstrap.filming import film, read_scenes
from table.config import load_ruleset
from table.formats.mjai_write import replay_lines
from table.simulator.game import simulate
from vision.synthetic.film_shooting import Settings

RULES, GAME = "tenhou", 16
"""Four hands: riichi, chi, pon, a concealed kan, self-drawn wins and discards won on."""
FILM = Settings(seed=8, size=(1152, 1080), pace=1.2, quality=29, preset="veryfast")
MOST_BYTES = 15_000_000


def main() -> None:
    """Simulate, film, and check the size."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--out", metavar="DIR", type=Path, default=Path("table/demo"))
    out: Path = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    game = out / "game.mjai.jsonl"
    lines = replay_lines(simulate(load_ruleset(RULES), GAME))
    game.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    made = film(read_scenes(game, FILM.seed), out / "film.mp4", None, FILM)
    size = (out / "film.mp4").stat().st_size
    assert size <= MOST_BYTES, f"{size} bytes, expected at most {MOST_BYTES}"
    print(f"{out}/film.mp4: {made.frames} frames, {made.seconds:.0f} s, {size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
