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
NOT_WON = 3.0
"""A hand is shown as won that is not finished: less likely by so much than a tile misread in it."""
SHOWN_IN_VAIN = 0.5
"""Than an end that nobody saw it is only less likely by so much, if the same dealer deals again."""
FETCHED = 4.0
"""The price of a tile that lies another way than the ending would have it."""
NOT_WAITING = 3.0
"""The price, in nats, of a hand that is shown at a draw, or on a riichi, and does not wait."""
READ_WELL = 0.5
"""Such a hand is told as noten if it was as likely read as this;"""
READ_SURELY = 0.9
"""and that of a riichi if it was as likely as this."""
NOTEN_RIICHI = 6.0
"""The price of a riichi without a waiting hand: a misread tile, a hand not seen, are less rare."""
LIKELY = 0.05
"""The tile apart in a shown hand may have been the last discard, if it may be that face at all."""
SURE = 0.93
"""An ura indicator that is less likely what it was read as is asked about."""
MISSED = 2.5
"""The price, in nats, of a winning tile that was not found but may be one that was."""
GUESSED = 5.0
"""And of one of which only the hand's waits tell which tile it is."""
ROBBED = 4.0
"""A kan is robbed whose fourth tile nobody saw."""
UNSEEN_LAST = 5.5
"""So was the last discard before a player drew what he won with."""
IMPATIENT = 20.0
"""The price, in nats, of an end that nothing shows."""
LET_GO = 3.5
"""A hand is shown that would win, as it is well read, and it is not said to have."""
UNSAID = 4.0
"""Somebody said that he won, and this ending has it otherwise."""
PARTLY = 4
"""From so many open tiles on a hand is being shown."""
NOT_ALL_SEEN = 1.0
"""The price of each hand of which only a part was seen shown at a draw."""
LEFT_OUT = 3.0
"""An open tile lies before a shown hand that wins with it, and it is said to be none of it."""
FIFTH = 3.0
"""A shown hand cannot be what it is read as."""
NEARLY = 2.0
"""The price of a draw before the end of the wall as it was seen, besides a nat a missed discard."""
MISSED_AT_END = 4
"""So many last discards may have been missed before a draw."""
BYSTANDER = 2.0
"""Somebody shows his hand near the end of the wall, and another wins;"""
ONLOOKER = 0.3
"""and so before it, where nobody shares a draw."""
UNLIKELY = 1e-5
"""No reading of a hand counts as less likely."""
WINNERS = 12
"""Readings of the winners' hands that are judged together."""
OUT_OF_SIGHT_NS = 1_000_000_000
"""A discard that nobody has seen for so long was perhaps fetched,"""
SAME = 0.5
"""if a tile lies apart that is its like with this chance."""
