"""Scenes of a game as observations, with what can go wrong between a table and its watcher."""

from dataclasses import dataclass
from random import Random

from scoring.seats import Seat
from table.watch.notes import HandSeen
from vision.observation import FACE_NAMES, REST, Observation, Sighting, StickSighting

INDEX = {name: at for at, name in enumerate(FACE_NAMES)}
PAUSE_NS = {
    "play": 700_000_000,
    "mend": 300_000_000,
    "show": 2_500_000_000,
    "clear": 6_000_000_000,
    "build": 3_000_000_000,
    "deal": 4_000_000_000,
}


@dataclass
class Faults:
    jitter_mm: float = 0.6
    misread: float = 0.0
    """How often a tile is read wrongly at the first few looks."""
    unsure: float = 0.0
    """How often two faces stay possible; the likelier one is right as often as it says."""
    dropped: float = 0.0
    cover: float = 0.0
    nudge: float = 0.0
    late: float = 0.0
    sharp: float = 0.998
    lost: float = 0.0
    """How often a discard is never found at all."""
    ghost: float = 0.0
    """How often a hand begins with a face in the walls that is none."""
    askew: float = 0.0
    """How often a discard is seen turned, though it lies upright, at its first few looks."""


class Eyes:
    """Looks at scenes."""

    def __init__(self, seed, faults=None, width_mm=20.5):
        self.dice = Random(seed)
        self.faults = faults or Faults()
        self.width = width_mm
        self.now_ns = 0
        self.frame = 0
        self.tracks = {}
        self.number = 0
        self.first = {}
        self.chances = {}
        self.covered = {}
        self.shift = (0.0, 0.0)
        self.late = {}
        self.known = {}
        self.bad = {}
        self.row = {}
        self.ghost = None
        self.turned = {}
        self.under = set()
        """Tiles of melds on which another lies."""

    def looks(self, scenes, ticks=2):
        """Observations of the scenes, a few looks at each that lasts."""
        for scene in scenes:
            self.now_ns += int(PAUSE_NS[scene.passage] * self.dice.uniform(0.6, 1.4) / scene.pace)
            lost = scene.passage == "play" and self.faults.dropped
            if lost and self.dice.random() < lost:
                continue
            yield scene, self.look(scene)
            if scene.passage in {"show", "clear"}:
                for _ in range(ticks + 2):
                    self.now_ns += 1_000_000_000
                    yield scene, self.look(scene)

    def look(self, scene):
        self.frame += 10
        if scene.passage in {"clear", "build"}:
            self.tracks, self.known, self.late, self.row = {}, {}, {}, {}
        self.cover()
        moved = self.faults.nudge and self.dice.random() < self.faults.nudge
        if moved:
            self.shift = (self.dice.gauss(0, 3), self.dice.gauss(0, 3))
        self.under = under(scene.tiles)
        sightings = [one for tile in scene.tiles if (one := self.sight(tile)) is not None]
        sticks = tuple(
            StickSighting(one.x_mm, one.y_mm, one.angle_deg % 180, one.value)
            for one in scene.sticks
            if one.value in {100, 1000, 5000, 10000}
        )
        sightings += self.ghosts(scene, sightings)
        polygons = tuple(self.polygon(seat) for seat in sorted(self.covered))
        return Observation(
            self.now_ns, self.frame, self.width, tuple(sightings), sticks, polygons, bool(moved)
        )

    def sight(self, tile):
        if tile.standing or tile.id in self.under:
            return None
        place = (tile.id, tile.zone, tile.face_up, round(tile.x_mm / 9), round(tile.y_mm / 9))
        if place not in self.tracks:
            near = [
                key
                for key in self.tracks
                if key[:3] == place[:3]
                and abs(key[3] - place[3]) <= 1
                and abs(key[4] - place[4]) <= 1
            ]
            if near:
                self.tracks[place] = self.tracks[near[0]]
            elif self.hidden(tile) or self.is_late(tile, place) or self.is_lost(tile):
                return None
            else:
                self.begin(tile, place)
        track = self.tracks[place]
        if self.bad.get(track):
            self.bad[track] -= 1
            if not self.bad[track]:
                self.chances[track] = self.belief(tile.tile, self.alike(tile.tile), 0.96)
        noise = self.faults.jitter_mm
        turned = 0.0
        if self.turned.get(track):
            self.turned[track] -= 1
            turned = 60.0
        return Sighting(
            track,
            tile.x_mm + self.shift[0] + self.dice.gauss(0, noise),
            tile.y_mm + self.shift[1] + self.dice.gauss(0, noise),
            (tile.angle_deg + turned + self.dice.gauss(0, 1.0)) % 360,
            tile.face_up,
            self.chances[track] if tile.face_up else (),
            1.0,
            self.first[track],
            self.now_ns,
        )

    def is_late(self, tile, place):
        if not (self.faults.late and tile.face_up):
            return False
        left = self.late.setdefault(
            place, self.dice.randrange(1, 4) if self.dice.random() < self.faults.late else 0
        )
        self.late[place] = max(0, left - 1)
        return left > 0

    def is_lost(self, tile):
        if tile.zone != "river" or not self.faults.lost:
            return False
        return self.tracks.setdefault(("lost", tile.id), self.dice.random()) < self.faults.lost

    def begin(self, tile, place):
        """A track of its own."""
        self.number += 1
        self.tracks[place] = self.number
        if tile.zone == "river" and self.dice.random() < self.faults.askew:
            self.turned[self.number] = self.dice.randrange(1, 4)
        self.first[self.number] = self.now_ns
        if tile.face_up:
            self.chances[self.number], self.bad[self.number] = self.reading(tile.tile)

    def ghosts(self, scene, sightings):
        """A wall's end that is taken for a face for a while."""
        if scene.passage == "deal" and self.dice.random() < self.faults.ghost:
            self.number += 1
            self.ghost = [self.dice.randrange(4, 40), self.number, self.now_ns, None]
        if self.ghost is None or scene.passage in {"clear", "build"}:
            self.ghost = None
            return []
        backs = [one for one in sightings if not one.face_up]
        if self.ghost[3] is None and backs:
            one = self.dice.choice(backs)
            self.ghost[3] = (one.x_mm, one.y_mm, one.angle_deg, self.belief("5z", "5z", 1.0))
        self.ghost[0] -= 1
        if self.ghost[0] < 0 or self.ghost[3] is None:
            return []
        _, track, first_ns, (x, y, angle, chances) = self.ghost
        return [Sighting(track, x, y, angle, True, chances, 1.0, first_ns, self.now_ns)]

    def rows(self, scene):
        """What four hand cameras see: the standing hands."""
        for seat in range(4):
            tiles = [one for one in scene.tiles if one.zone == "hand" and one.seat == seat]
            if not tiles or not all(one.standing for one in tiles):
                continue
            tiles.sort(key=lambda one: one.place)
            chances = tuple(self.row_chances(one) for one in tiles)
            yield HandSeen(Seat(seat), self.now_ns, chances)

    def row_chances(self, tile):
        key = ("row", tile.id)
        if key not in self.row:
            self.row[key] = self.reading(tile.tile)[0]
        return self.row[key]

    def reading(self, name):
        """What a tile is read as now, and how long until it is read well."""
        dice, faults = self.dice, self.faults
        if dice.random() < faults.misread:
            return self.belief(self.alike(name), name, dice.uniform(0.5, 0.97)), dice.randrange(
                1, 8
            )
        if dice.random() < faults.unsure:
            share = dice.uniform(0.5, 0.99)
            names = (name, self.alike(name)) if dice.random() < share else (self.alike(name), name)
            return self.belief(*names, share), 0
        return self.belief(name, name, 1.0), 0

    def belief(self, first, second, share):
        sharp = self.faults.sharp
        chances = [(1 - sharp) / REST] * (REST + 1)
        chances[INDEX[first]] += sharp * share
        chances[INDEX[second]] += sharp * (1 - share)
        total = sum(chances)
        return tuple(one / total for one in chances)

    def alike(self, name):
        return self.dice.choice([one for one in FACE_NAMES if one != name and one[1] == name[1]])

    def cover(self):
        self.covered = {seat: left - 1 for seat, left in self.covered.items() if left > 0}
        if self.faults.cover and self.dice.random() < self.faults.cover:
            self.covered[self.dice.randrange(4)] = self.dice.randrange(1, 7)

    def hidden(self, tile):
        for seat in self.covered:
            x, y = tile.x_mm, tile.y_mm
            for _ in range(seat):
                x, y = y, -x
            x, y = x / self.width, y / self.width
            if abs(x) < 6 and -8.6 < y < -3:
                return True
        return False

    def polygon(self, seat):
        corners = [(-6, -8.6), (6, -8.6), (6, -3), (-6, -3)]
        turns = {0: (1, 0), 1: (0, 1), 2: (-1, 0), 3: (0, -1)}
        c, s = turns[seat]
        return tuple(
            ((c * x - s * y) * self.width, (s * x + c * y) * self.width) for x, y in corners
        )


def under(tiles):
    """The tiles of melds on which another lies."""
    melds = [one for one in tiles if one.zone == "meld"]
    return {
        one.id
        for top in melds
        if top.level
        for one in melds
        if one.level < top.level and abs(one.x_mm - top.x_mm) + abs(one.y_mm - top.y_mm) < 12
    }
