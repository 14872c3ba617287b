"""A stand-in for the machine's eyes, and as a script a server with them: DATA PORT [BRIDGE]."""

import asyncio
import sys
from pathlib import Path

from scoring.melds import MeldKind
from scoring.tiles import parse_tiles
from table.web.ports import Look
from vision.errors import CameraError, ImageFormatError
from vision.hand.proposal import HandProposal, MeldProposal
from vision.reading import Reading, ReadTile

PICTURE = b"\xff\xd8 a picture"


class StandInEyes:
    """Sees the same tiles in every picture; slow, blind or failing when told."""

    def __init__(self, tiles="123m406p789s22z345s", delay_s=0.0, failure=None):
        self.tiles = tiles
        self.delay_s = delay_s
        self.failure = failure
        self.notes = ()
        self.looks = 0
        self.opened = self.closed = False

    async def open(self):
        self.opened = True

    async def look(self, data, name, copy):
        self.looks += 1
        await asyncio.sleep(self.delay_s)
        if self.failure is not None:
            raise self.failure
        if data != PICTURE:
            raise ImageFormatError(f"{name}: is no picture; expected one")
        return self.see(copy)

    async def capture(self, index, copy):
        if index:
            raise CameraError(f"camera {index} is not there; expected one of: 0")
        return self.see(copy)

    async def cameras(self):
        return [(0, "stand-in")]

    def use(self, club):
        self.club = club

    def close(self):
        self.closed = True

    def see(self, copy):
        Path(copy).write_bytes(PICTURE)
        names = [str(tile) for tile in parse_tiles(self.tiles)]
        melds = () if names else (PON,)
        proposal = HandProposal(
            tuple(names), melds, names[-1] if names else None, (), tuple(range(len(names)))
        )
        tiles = tuple(map(self.read, range(len(names)), names))
        return Look(Reading(640, 480, tiles, self.notes), proposal)

    @staticmethod
    def read(place, name):
        left, right = 20.0 * place, 20.0 * place + 18
        return ReadTile(
            name, ((left, 0.0), (right, 0.0), (right, 24.0), (left, 24.0)), 0.9, (("7z", 0.05),)
        )


PON = MeldProposal(MeldKind.PON, parse_tiles("777z"), parse_tiles("7z")[0], 1, (0, 1, 2))


def main():
    from table.bootstrap.compose import compose
    from table.bootstrap.serve import run_server, take_port
    from table.bootstrap.settings import BridgeSettings, Settings

    folder, port = Path(sys.argv[1]), int(sys.argv[2])
    taken = take_port("127.0.0.1", port)
    bridge = BridgeSettings(port=sys.argv[3]) if len(sys.argv) > 3 else None
    run_server(compose(Settings(bridge=bridge), folder, StandInEyes()), taken)


if __name__ == "__main__":
    main()
