"""What the ways in which a hand may have ended cost, in nats, and how sure is sure."""

MIXED = "the tiles were mixed before the hand had ended"
NO_END = "nothing shows how the hand ended"
ONE_MISSED = "the shown hand has won only with tiles that were not found"
ONE_WRONG = "the shown hand has won only if one of its tiles is not what it looks like"
URA_TURNED = "ura indicators were turned, and no riichi of the winner is on record"
TWIN = 3.0
"""The price of an ura that reads as its dora indicator does."""
REFUSED = 7.0
"""The price of a win that the rules refuse, of all that looks like one."""
FETCHED = 4.0
"""The price of a tile that lies another way than the ending would have it."""
NOT_WAITING = 3.0
READ_WELL = 0.5
READ_SURELY = 0.9
"""So is that of a riichi, if it is as surely read as this."""
NOTEN_RIICHI = 6.0
"""The price of a riichi without a waiting hand: a misread tile, a hand not seen, are less rare."""
LIKELY = 0.05
"""The tile apart in a shown hand may have been the last discard, if it may be that face at all."""
SURE = 0.93
MISSED = 2.5
GUESSED = 5.0
"""So it was, and only the hand's waits tell which tile it is."""
UNSEEN_LAST = 5.5
"""So was the last discard before a player drew what he won with."""
IMPATIENT = 20.0
LET_GO = 3.5
"""A hand is shown that would win, as it is well read, and it is not said to have."""
UNSAID = 4.0
"""Somebody said that he won, and this ending has it otherwise."""
PARTLY = 4
"""From so many open tiles on a hand is being shown."""
NOT_ALL_SEEN = 1.0
LEFT_OUT = 3.0
"""An open tile lies before a shown hand that wins with it, and it is said to be none of it."""
FIFTH = 3.0
"""A shown hand cannot be what it is read as."""
NEARLY = 2.0
MISSED_AT_END = 4
"""So many last discards may have been missed before a draw, at this price and one for each."""
BYSTANDER = 2.0
"""Somebody shows his hand near the end of the wall, and another wins;"""
ONLOOKER = 0.3
"""and so before it, where nobody shares a draw."""
UNLIKELY = 1e-5
WINNERS = 12
"""Readings of the winners' hands that are judged together."""
OUT_OF_SIGHT_NS = 1_000_000_000
SAME = 0.5
"""A discard that nobody has seen for so long was perhaps fetched, if so alike a tile lies apart."""
