"""What people and an automatic table say of the hand in progress."""

from scoring.errors import ScoringError
from scoring.tiles import Tile
from table.core.state import Riichi
from table.watch.decisions import Question
from table.watch.hand_cameras.hands import HandCameras
from table.watch.notes import Dealer, Said, StickLaid
from table.watch.one_hand import OneHand


def said(hand: OneHand, one: Said) -> None:
    """Take in a word that somebody said."""
    match one.word:
        case "riichi":
            hand.will_turn(one.seat)
        case "ron" | "tsumo":
            hand.claims |= {one.seat}
        case "tenpai":
            hand.tenpai |= {one.seat}
        case "noten":
            hand.tenpai -= {one.seat}
        case _:
            pass


def stick_laid(hand: OneHand, one: StickLaid) -> None:
    """A stick was laid on its place; one that was taken away says nothing."""
    if hand.search is None or not one.laid:
        return
    if hand.search.best.state.riichi[one.seat] is Riichi.NONE:
        hand.turned(one.seat)
    else:
        hand.stays_turned(one.seat)


def dealer_question(number: int, place: int, hand: OneHand, note: Dealer) -> Question | None:
    """What to ask where the table's button tells another dealer than the record."""
    oya = hand.deal.oya
    if note.seat == oya:
        return None
    text = f"seat {note.seat} deals by the table's button, seat {oya} by the record"
    ways = (f"seat {oya}", f"seat {note.seat}")
    return Question(f"{number}:dealer", number, place, "dealer", text, ways, ways[0])


def name_tile(hand: OneHand, cameras: HandCameras, track: int, name: str) -> None:
    """Take a person's word for a tile."""
    try:
        tile = Tile.parse(name)
    except ScoringError:
        return
    cameras.leave(track)
    hand.name(track, tile)
