"""From tiles in a photo to a hand: rows, calls, kans and the winning tile, seen from any side."""

import math

import pytest

from scoring.melds import MeldKind
from scoring.tiles import format_tiles, parse_tiles
from vision.hand.layout import propose_hand
from vision.reading import ReadTile

WIDE, HIGH = 30.0, 40.0


class Desk:
    """Lays tiles down from left to right, as their owner sees them."""

    def __init__(self):
        self.tiles = []
        self.x, self.y = 0.0, 0.0

    def row(self, text, y=0.0):
        """Upright tiles; ``back`` and ``?`` are written between spaces."""
        self.y = y
        for part in text.split():
            names = [part] if part in {"back", "?"} else [str(one) for one in parse_tiles(part)]
            for name in names:
                self.put(name)
        return self

    def put(self, name, *, turned=False):
        wide, high = (HIGH, WIDE) if turned else (WIDE, HIGH)
        x, y = self.x + wide / 2, self.y + HIGH / 2 - high / 2  # all stand on one line
        corners = [(x - wide / 2, y - high / 2), (x + wide / 2, y - high / 2),
                   (x + wide / 2, y + high / 2), (x - wide / 2, y + high / 2)]  # fmt: skip
        if turned:  # its top points left
            corners = corners[3:] + corners[:3]
        self.tiles.append(ReadTile(name, tuple(corners), 0.99, ()))
        self.x += wide + 1
        return self

    def stack(self, name):
        """One more turned tile above the last one."""
        last = self.tiles[-1]
        up = tuple((x, y - WIDE - 1) for x, y in last.polygon)
        self.tiles.append(ReadTile(name, up, 0.99, ()))
        return self

    def gap(self, width=0.8):
        self.x += width * WIDE
        return self

    def meld(self, text):
        """Tiles of one set, the turned one before an apostrophe: "2'3m 1m" is too long, "2'13m"."""
        suit = text[-1]
        for mark in range(len(text) - 1):
            if text[mark].isdigit():
                self.put(text[mark] + suit, turned=text[mark + 1] == "'")
        return self

    def seen(self, degrees=0.0, shear=0.0, shrink=1.0):
        turn = math.radians(degrees)

        def where(x, y):
            x, y = x + shear * y, shrink * y
            return (
                500 + x * math.cos(turn) - y * math.sin(turn),
                400 + x * math.sin(turn) + y * math.cos(turn),
            )

        return [
            ReadTile(t.tile, tuple(where(*corner) for corner in t.polygon), t.confidence, ())
            for t in self.tiles
        ]

    def slanted(self, right, down, degrees=0.0):
        """As a near camera sees it that leans: half a row on, things are so much nearer."""
        tiles = self.seen(degrees, shrink=0.7)
        xs, ys = zip(*(corner for tile in tiles for corner in tile.polygon), strict=True)
        x0, y0, half = sum(xs) / len(xs), sum(ys) / len(ys), (max(xs) - min(xs)) / 2

        def where(x, y):
            x, y = (x - x0) / half, (y - y0) / half
            away = 1 - right * x - down * y
            return 500 + 300 * x / away, 400 + 300 * y / away

        return [
            ReadTile(t.tile, tuple(where(*corner) for corner in t.polygon), t.confidence, ())
            for t in tiles
        ]


def closed_hand():
    return Desk().row("123m406p789s1122z").gap().row("2z")


def open_hand():
    desk = Desk().row("23406p11z").gap(1.2).row("7p").gap(2)
    desk.meld("2'13s").gap().put("5z").put("5z", turned=True).put("5z")
    return desk


def kan_hand():
    desk = Desk().row("23p").gap().row("4p").gap(1.5).row("back 1p1p back").gap()
    desk.put("9s").put("9s").put("9s", turned=True).stack("9s").gap()
    return desk.put("3z", turned=True).put("3z").put("3z").put("3z").gap().row("44z")


def short(proposal):
    melds = " ".join(
        f"{meld.kind}:{format_tiles(meld.tiles)}@{meld.source}" for meld in proposal.melds
    )
    return "".join(proposal.concealed), melds, proposal.win_tile


ANGLES = [*range(0, 360, 30), 45, 44, 46, 135, 225, 91, 179, 269]


@pytest.mark.parametrize("angle", ANGLES)
def test_a_closed_hand_from_any_side(angle):
    proposal = propose_hand(closed_hand().seen(angle))
    assert short(proposal) == ("1m2m3m4p0p6p7s8s9s1z1z2z2z2z", "", "2z")
    assert proposal.notes == ()
    assert proposal.concealed_indices == tuple(range(14))


@pytest.mark.parametrize("angle", ANGLES)
def test_an_open_hand_from_any_side(angle):
    proposal = propose_hand(open_hand().seen(angle))
    assert short(proposal) == ("2p3p4p0p6p1z1z7p", "chi:213s@3 pon:555z@2", "7p")
    assert str(proposal.melds[0].called) == "2s"
    assert proposal.melds[1].indices == (11, 12, 13)
    assert proposal.notes == ()


@pytest.mark.parametrize("angle", ANGLES)
def test_all_kinds_of_kan_from_any_side(angle):
    proposal = propose_hand(kan_hand().seen(angle))
    melds = "ankan:1111p@None kakan:9999s@1 daiminkan:3333z@3"
    assert short(proposal)[1] == melds
    assert sorted(proposal.concealed) == ["2p", "3p", "4p", "4z", "4z"]
    assert not any("tiles were found" in note for note in proposal.notes)


@pytest.mark.parametrize("angle", [0, 75, 180, 290])
@pytest.mark.parametrize(("shear", "shrink"), [(0.25, 1), (-0.25, 0.8), (0, 0.65), (0, 1.3)])
def test_a_slanting_camera_does_not_matter(angle, shear, shrink):
    proposal = propose_hand(open_hand().seen(angle, shear, shrink))
    assert short(proposal) == ("2p3p4p0p6p1z1z7p", "chi:213s@3 pon:555z@2", "7p")


@pytest.mark.parametrize(
    ("tiles", "kind", "source"),
    [
        ("3'12m", MeldKind.CHI, 3),
        ("12'3m", MeldKind.CHI, 2),
        ("7'77z", MeldKind.PON, 3),
        ("77'7z", MeldKind.PON, 2),
        ("777'z", MeldKind.PON, 1),
        ("0'55p", MeldKind.PON, 3),
        ("5'055s", MeldKind.DAIMINKAN, 3),
        ("55'50s", MeldKind.DAIMINKAN, 2),
        ("505'5s", MeldKind.DAIMINKAN, 2),
        ("5505's", MeldKind.DAIMINKAN, 1),
    ],
)
@pytest.mark.parametrize("gap", [0.8, 0.0])
def test_the_turned_tile_says_whose_it_was(tiles, kind, source, gap):
    proposal = propose_hand(Desk().row("22334455m1z").gap(gap).meld(tiles).seen(17))
    (meld,) = proposal.melds
    assert (meld.kind, meld.source) == (kind, source)
    assert "".join(proposal.concealed) == "2m2m3m3m4m4m5m5m1z"


@pytest.mark.parametrize("place", [0, 1, 2])
def test_an_added_kan_lies_on_the_turned_tile(place):
    desk = Desk().row("22334455m11z").gap()
    for at in range(3):
        desk.put("6z", turned=at == place)
        if at == place:
            desk.stack("6z")
    (meld,) = propose_hand(desk.seen(200)).melds
    assert (meld.kind, meld.source, format_tiles(meld.tiles)) == (
        MeldKind.KAKAN,
        3 - place,
        "6666z",
    )


@pytest.mark.parametrize("kan", ["back 8s8s back", "8s back back 8s", "8888s"])
def test_the_ways_to_show_a_concealed_kan(kan):
    (meld,) = propose_hand(Desk().row("22334455m11z").gap().row(kan).seen(33)).melds
    assert (meld.kind, meld.source, meld.called) == (MeldKind.ANKAN, None, None)
    assert format_tiles(meld.tiles) == "8888s"


def test_four_alike_within_the_row_are_no_kan():
    proposal = propose_hand(Desk().row("1112345678888p").seen(5))
    assert proposal.melds == ()
    assert len(proposal.concealed) == 13


def test_two_melds_that_touch_are_told_apart():
    desk = Desk().row("2345m22z").gap().meld("7'89s").meld("11'1z").meld("6'45p")
    proposal = propose_hand(desk.seen(3))
    assert short(proposal)[1] == "chi:789s@3 pon:111z@2 chi:645p@3"


def test_melds_in_a_second_row():
    desk = Desk().row("23445m22z").gap().row("5m")
    desk.x, desk.y = 100, -90
    desk.meld("7'89s").gap().meld("11'1z")
    proposal = propose_hand(desk.seen(120))
    assert short(proposal) == ("2m3m4m4m5m2z2z5m", "chi:789s@3 pon:111z@2", "5m")


def test_the_winning_tile_on_top_of_the_row():
    desk = Desk().row("123m456p789s1122z")
    desk.x, desk.y = 200, -44
    assert propose_hand(desk.put("2z").seen(80)).win_tile == "2z"


def test_the_winning_tile_sideways_at_the_end():
    proposal = propose_hand(Desk().row("123m456p11222z78s").put("9s", turned=True).seen(80))
    assert proposal.win_tile == "9s"
    assert proposal.melds == ()


def test_a_row_without_a_gap_has_no_known_winning_tile():
    proposal = propose_hand(Desk().row("123m406p789s11222z").seen())
    assert proposal.win_tile is None
    assert proposal.notes == ("no tile lies apart: the winning tile is not known",)


@pytest.mark.parametrize(("extra", "count"), [("", 13), ("33z", 15)])
def test_a_wrong_count_is_a_note(extra, count):
    proposal = propose_hand(Desk().row("123m406p789s1122z" + extra).seen())
    assert len(proposal.concealed) == count
    assert f"{count} tiles were found; a winning hand has 14" in proposal.notes


def test_five_of_a_kind_are_a_note():
    proposal = propose_hand(Desk().row("55550m123456p777s").seen())
    assert "5m is there 5 times; a set holds 4" in proposal.notes


def test_unread_and_face_down_tiles_are_notes():
    proposal = propose_hand(
        Desk().row("123m ? 56p789s1122z").gap().row("2z").gap(3).row("back").seen()
    )
    assert proposal.concealed[3] == "?"
    assert "1 of the tiles could not be read: name them by hand" in proposal.notes
    assert "face-down tiles left out: 1" in proposal.notes


def test_an_unread_tile_of_a_pon_is_like_the_others():
    (meld,) = propose_hand(
        Desk().row("22m").gap().put("?").put("4z", turned=True).put("4z").seen()
    ).melds
    assert format_tiles(meld.tiles) == "444z"


def test_no_tiles_are_an_empty_proposal_with_a_note():
    proposal = propose_hand([])
    assert short(proposal) == ("", "", None)
    assert proposal.notes == ("no tiles were found; expected a winning hand of 14",)


def test_a_single_tile_is_no_winning_tile():
    assert propose_hand(Desk().row("5m").seen()).win_tile is None


def test_a_whole_tray_is_a_proposal_all_the_same():
    desk = Desk()
    for line in range(4):
        desk.x = 0
        desk.row("123456789s", y=42.0 * line)
    proposal = propose_hand(desk.seen(90))
    assert "".join(proposal.concealed) == "1s2s3s4s5s6s7s8s9s" * 4
    assert "36 tiles were found; a winning hand has 14" in proposal.notes


def test_symmetric_faces_read_upside_down_do_not_turn_the_hand():
    tiles = closed_hand().seen(10)
    turned = [
        ReadTile(t.tile, t.polygon[2:] + t.polygon[:2], t.confidence, ())
        if t.tile in {"4p", "0p", "9s"}
        else t
        for t in tiles
    ]
    assert propose_hand(turned).concealed == propose_hand(tiles).concealed


@pytest.mark.parametrize("angle", [0, 100, 250])
def test_faces_without_a_sure_top_stand_as_their_shape_says(angle):
    desk = Desk().row("22334m").gap().row("back 8s8s back").gap()
    desk.put("5z").put("5z", turned=True).put("5z").gap()
    desk.put("1s", turned=True).put("1s").put("1s")
    tiles = [
        ReadTile(t.tile, t.polygon[1:] + t.polygon[:1], t.confidence, ())
        if t.tile in {"back", "5z", "1s"}
        else t
        for t in desk.seen(angle)
    ]
    ankan, pon, birds = propose_hand(tiles).melds
    assert (ankan.kind, format_tiles(ankan.tiles)) == (MeldKind.ANKAN, "8888s")
    assert (pon.kind, pon.source) == (MeldKind.PON, 2)
    assert (birds.kind, birds.source) == (MeldKind.PON, 3)


@pytest.mark.parametrize("hand", [closed_hand, open_hand, kan_hand])
@pytest.mark.parametrize(
    ("right", "down", "degrees"),
    [(0.3, 0.0, 0), (-0.4, 0.0, 0), (0.0, 0.4, 0), (0.3, 0.25, 30), (-0.2, 0.3, 200)],
)
def test_a_hand_that_leads_away_from_a_near_camera_is_the_same(hand, right, down, degrees):
    straight, slanted = (
        propose_hand(seen) for seen in (hand().seen(), hand().slanted(right, down, degrees))
    )
    assert slanted == straight
