"""What cannot be known is asked about: missing discards, false faces, five of a kind, order."""

from table.core.events import Dahai, Dora, Hora, Ryukyoku
from table.watch.asking import Asking
from table.watch.decisions import Asked, Entry, Evidence, Settled
from table.watch.faces import FACES, INDEX, capacities
from table.watch.naming import name_pieces
from table.watch.pieces import Piece
from table.watch.places import Placed
from table.watch.rivals import Doubt
from vision.observation import REST


def without(filmed, monkeypatch, hides):
    """Leaves tiles out of every look."""
    seen = filmed.Eyes.sight
    monkeypatch.setattr(
        filmed.Eyes, "sight", lambda self, tile: None if hides(tile) else seen(self, tile)
    )


def in_pond(tile, seat, place):
    return tile.zone == "river" and tile.seat == seat and tile.place == place


def test_a_discard_that_nobody_saw_is_asked_about_and_shifts_no_other(watched, filmed, monkeypatch):
    without(filmed, monkeypatch, lambda tile: in_pond(tile, 1, 2))
    card, watcher = watched(6, hands=1)
    unread = [
        at
        for at, event in enumerate(watcher.events)
        if isinstance(event, Dahai) and event.pai is None
    ]
    assert [watcher.events[at].actor for at in unread] == [1]
    assert (card.missed, card.invented) == (1, 1), card.wrong
    assert unread[0] in {question.event for question in watcher.questions}
    assert card.points == 1


def test_discards_that_are_missed_before_a_draw_are_asked_about(watched, filmed, monkeypatch):
    ends = {}

    def hides(tile):
        if tile.zone == "river":
            ends[tile.seat] = max(ends.get(tile.seat, 0), tile.place)
        return tile.zone == "river" and tile.place >= 17

    without(filmed, monkeypatch, hides)
    card, watcher = watched(6, hands=1)
    assert isinstance(next(e for e in watcher.events if isinstance(e, Hora | Ryukyoku)), Ryukyoku)
    assert max(ends.values()) >= 17
    assert card.missed
    assert not card.silent, card.wrong


def test_a_false_face_in_the_walls_goes_again(watched):
    card, watcher = watched(300, hands=3, ghost=1.0)
    assert card.right == card.rounds == 3, card.wrong
    assert watcher.questions == ()


def test_a_false_face_that_stays_is_asked_about(watched, filmed, monkeypatch):
    stays = filmed.Eyes.ghosts

    def ghosts(self, scene, sightings):
        found = stays(self, scene, sightings)
        if self.ghost is not None:
            self.ghost[0] += 1
        return found

    monkeypatch.setattr(filmed.Eyes, "ghosts", ghosts)
    card, watcher = watched(300, hands=2, ghost=1.0)
    assert not any(isinstance(event, Dora) for event in watcher.events)
    assert card.f1 == 1.0, card.wrong
    assert not card.silent_points


def test_a_tile_that_lies_askew_for_a_while_declares_nothing(watched):
    card, _ = watched(301, hands=3, askew=0.05)
    assert card.right == card.rounds, card.wrong


def belief(face, sure, other="9m"):
    chances = [1e-6] * (REST + 1)
    names = [str(one) for one in FACES]
    chances[names.index(face)] = sure
    chances[names.index(other)] += 1 - sure
    return tuple(chances)


def test_of_five_copies_the_least_sure_is_another_and_is_doubted(ruleset_of):
    pieces = [
        Piece.of(
            at, Placed(at, at, -4, False, True, belief("6p", sure), 0, 1, 1.0), 0, 0
        )
        for at, sure in enumerate((0.9999, 0.97, 0.9999, 0.9999, 0.9999))
    ]  # fmt: skip
    name_pieces([], pieces, capacities(ruleset_of("mleague")))
    assert [str(piece.name) for piece in pieces] == ["6p", "9m", "6p", "6p", "6p"]
    assert pieces[1].sure > 0.9
    for piece in pieces:
        piece.chances = belief("6p", 0.998)
    name_pieces([], pieces, capacities(ruleset_of("mleague")))
    changed = [piece for piece in pieces if str(piece.name) != "6p"]
    assert len(changed) == 1
    assert changed[0].sure < 0.5


def test_another_order_is_asked_about_and_taken_back():
    asking = Asking()
    events = [Dahai(seat, FACES[INDEX[FACES[0]]]) for seat in range(3)]
    entries = [Entry(event, 1.0, Evidence(captured_ns=1)) for event in events]
    doubt = Doubt(1, "it may have been otherwise", ("a", "b"), (events[1],), (events[2],))
    (asked,) = asking.review(1, 10, entries, None, [doubt])
    assert isinstance(asked, Asked)
    assert (asked.question.event, asked.question.alternatives) == (11, ("a", "b"))
    (settled,) = asking.review(1, 10, entries, None)
    assert isinstance(settled, Settled)
