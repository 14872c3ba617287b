"""Games laid out as scenes and watched: the record comes out as the game was."""


def test_plain_hands_come_out_exactly(watched):
    card, _ = watched(3, hands=3)
    assert card.right == card.points == card.rounds == 3, card.wrong
