"""Turn the CC0 tile faces (SVG) into one zip of small pictures that the face designer recolours.

Usage: python build_art.py FOLDER   (needs rsvg-convert; FOLDER holds Man1.svg ...)
"""

from __future__ import annotations

import argparse
import subprocess
import zipfile
from pathlib import Path

ART = Path(__file__).resolve().parents[2] / "vision" / "synthetic" / "art"
SIZE = (192, 256)
SKIPPED = {"Front", "Back", "Blank"}  # bodies, not faces
HONOURS = {
    "Ton": "1z",
    "Nan": "2z",
    "Shaa": "3z",
    "Pei": "4z",
    "Haku": "5z",
    "Hatsu": "6z",
    "Chun": "7z",
}
NOTICE = """faces.zip: riichi-mahjong-tiles by FluffyStuff, redrawn as 192x256 pictures.
The work is in the public domain: CC0 1.0, https://creativecommons.org/publicdomain/zero/1.0/
"""


def label_of(name: str) -> str:
    """The tile label of a file name such as Man5-Dora, in MPSZ form."""
    if name in HONOURS:
        return HONOURS[name]
    digit = "0" if name.endswith("-Dora") else name[3]
    return digit + name[0].lower()


def main() -> None:
    """Write faces.zip and its notice; the same SVG files give the same bytes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    files = sorted(folder.glob("*.svg"))
    if not files:
        raise SystemExit(f"{folder}: no <name>.svg there")
    ART.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(ART / "faces.zip", "w", zipfile.ZIP_STORED) as archive:
        for file in files:
            if file.stem in SKIPPED:
                continue
            width, height = (str(side) for side in SIZE)
            drawn = subprocess.run(
                ["rsvg-convert", "-w", width, "-h", height, str(file)],
                check=True,
                capture_output=True,
            ).stdout
            archive.writestr(zipfile.ZipInfo(f"{label_of(file.stem)}.png"), drawn)
    (ART / "CC0.txt").write_text(NOTICE, encoding="utf-8")


if __name__ == "__main__":
    main()
