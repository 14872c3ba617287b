"""From read tiles to a hand: what lies in the row, what was called from whom, and what it won on.

Geometry alone decides, in a frame that the tiles themselves give (where most of them have their
tops), so a photo may be taken from any side. A called set is three or four tiles with one turned
sideways: at its left, middle or right as the tile came from the player to the left, across or to
the right. A tile stacked on the turned one makes an added kan; four alike with two face down are a
concealed kan. The winning tile lies apart at the right end, or on the row, or sideways at its end.
"""

from collections import Counter
from collections.abc import Sequence

from scoring.tiles import COPIES, Tile
from vision.hand.frame import Placed, placed_tiles, segments
from vision.hand.melds import FoundMeld, find_melds
from vision.hand.proposal import HandProposal, MeldProposal
from vision.labels import UNKNOWN
from vision.reading import ReadTile

_HAND = 14


def propose_hand(tiles: Sequence[ReadTile]) -> HandProposal:
    """The hand that the tiles of a photo make, whatever their number."""
    parts = [find_melds(segment) for segment in segments(placed_tiles(tiles))]
    melds = tuple(_proposed(meld) for part in parts for meld in part.melds)
    loose = [part.loose for part in parts if part.loose]
    faces = [[one for one in group if one.label != "back"] for group in loose]
    down = sum(len(group) for group in loose) - sum(len(group) for group in faces)
    row, winner = _win_tile([group for group in faces if group])
    ordered = [one for one in row if one is not winner] + ([winner] if winner else [])
    concealed = tuple(one.label for one in ordered)
    win_label = winner.label if winner else None
    notes = [*_count_notes(concealed, melds), *_name_notes(concealed, melds, down)]
    if winner is None and concealed:
        notes.append("no tile lies apart: the winning tile is not known")
    return HandProposal(concealed, melds, win_label, tuple(notes), tuple(o.index for o in ordered))


def _proposed(meld: FoundMeld) -> MeldProposal:
    return MeldProposal(
        meld.kind, meld.tiles, meld.called, meld.source, tuple(one.index for one in meld.members)
    )


def _win_tile(groups: list[list[Placed]]) -> tuple[list[Placed], Placed | None]:
    """All loose tiles in order, and the one among them that the hand was won on, if it shows."""
    everything = [one for group in groups for one in group]
    if not everything:
        return [], None
    main = max(groups, key=len)
    if len(main) == 1:
        return everything, None
    apart = [
        group[0]
        for group in groups
        if len(group) == 1 and (_right_of(group[0], main) or _on_top_of(group[0], main))
    ]
    if len(apart) == 1:
        return everything, apart[0]
    turned = [one for one in main if one.sideways]
    if not apart and turned == [main[-1]]:
        return everything, main[-1]
    return everything, None


def _right_of(one: Placed, row: list[Placed]) -> bool:
    last = row[-1]
    level = abs(one.v - last.v) < max(one.high, last.high)
    return one.u > last.u and level and one.u - last.u < 5 * max(one.wide, last.wide)


def _on_top_of(one: Placed, row: list[Placed]) -> bool:
    above = [other for other in row if abs(other.u - one.u) < other.wide]
    return any(0 < other.v - one.v < 3 * other.high for other in above)


def _count_notes(concealed: tuple[str, ...], melds: tuple[MeldProposal, ...]) -> list[str]:
    kans = sum(meld.kind.is_kan for meld in melds)
    expected = _HAND + kans
    found = len(concealed) + sum(len(meld.tiles) for meld in melds)
    if found == expected:
        return []
    if not found:
        return ["no tiles were found; expected a winning hand of 14"]
    with_kans = f" with {kans} kan" if kans else ""
    return [f"{found} tiles were found; a winning hand{with_kans} has {expected}"]


def _name_notes(
    concealed: tuple[str, ...], melds: tuple[MeldProposal, ...], face_down: int
) -> list[str]:
    notes = []
    if unread := concealed.count(UNKNOWN):
        notes.append(f"{unread} of the tiles could not be read: name them by hand")
    if face_down:
        notes.append(f"face-down tiles left out: {face_down}")
    known = [Tile.parse(label) for label in concealed if label != UNKNOWN]
    known += [tile for meld in melds for tile in meld.tiles]
    counts = Counter(tile.plain for tile in known)
    notes += [
        f"{tile} is there {count} times; a set holds {COPIES}"
        for tile, count in sorted(counts.items())
        if count > COPIES
    ]
    return notes
