"""What people and an automatic table say of the hand in progress."""

from collections.abc import Sequence

from scoring.errors import ScoringError
from scoring.ruleset import Ruleset
from scoring.tiles import Tile
from table.core.events import TableEvent
from table.core.state import fold
from table.watch.asked.asking import Asking
from table.watch.decisions import Decision, Entry, Question
from table.watch.ends.ended import Ending, decided_again, worth
from table.watch.hand_cameras.hands import HandCameras
from table.watch.notes import Dealer, Said, StickLaid
from table.watch.one_hand import OneHand


def said(hand: OneHand, one: Said) -> None:
    """Take in a word that somebody said."""
    match one.word:
        case "riichi":
            hand.riichi.say(one.seat, hand.sheet)
        case "ron" | "tsumo":
            hand.claims |= {one.seat}
        case "tenpai":
            hand.tenpai |= {one.seat}
        case "noten":
            hand.tenpai -= {one.seat}
        case _:
            pass


def stick_laid(hand: OneHand, one: StickLaid, now_ns: int) -> None:
    """A stick was laid on its place, or taken from it; in a hand that is over it says nothing."""
    if not one.laid:
        hand.riichi.take(one.seat)
    elif not hand.is_over:
        hand.riichi.lay(one.seat, now_ns)


def ask_dealer(
    asking: Asking, number: int, place: int, hand: OneHand, note: Dealer
) -> list[Decision]:
    """Ask where the table's button tells another dealer than the record."""
    name, oya = f"{number}:dealer", hand.deal.oya
    if note.seat == oya:
        return asking.withdraw(name, "what came later has settled it")
    text = f"seat {note.seat} deals by the table's button, seat {oya} by the record"
    ways = (f"seat {oya}", f"seat {note.seat}")
    return asking.ask(Question(name, number, place, "dealer", text, ways, ways[0]))


def name_tile(hand: OneHand, cameras: HandCameras, track: int, name: str) -> None:
    """Take a person's word for a tile."""
    try:
        tile = Tile.parse(name)
    except ScoringError:
        return
    cameras.leave(track)
    hand.name(track, tile)


def answered(hand: OneHand, cameras: HandCameras, question: Question, chosen: str) -> Ending | None:
    """Take in what was chosen; the ending, where the hand's is told so."""
    if question.kind in {"tile", "dahai"} and question.tracks:
        name_tile(hand, cameras, question.tracks[0], chosen)
    elif question.kind == "end":
        for ending in (*hand.others, *filter(None, (hand.ending,))):
            if worth(ending) == chosen:
                hand.choose(ending)
                return ending
    return None


def end_after(
    hand: OneHand, record: Sequence[TableEvent], told: Sequence[Entry], ruleset: Ruleset
) -> None:
    """The hand ended as was seen, after what people say: `told` of it, the last of the `record`.

    The first events of the end may be among them.
    """
    known = 0 if hand.ending is None else hand.ending.begun_in(record)
    hand.take_over(told[: len(told) - known], fold(record[: len(record) - known]), ())
    hand.held = None
    if hand.search is not None and hand.ending is not None:
        ways, story = (hand.ending, *hand.others), hand.search.best
        again = [decided_again(one, story, ruleset) for one in ways]
        hand.ending, hand.others = again[0], [one for one in again[1:] if one is not None]
