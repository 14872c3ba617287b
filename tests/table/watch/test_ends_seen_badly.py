"""How a hand ended where what it ended with was read badly, or seen late."""

from dataclasses import replace

import pytest

from scoring.tiles import Tile
from table.core.events import Dahai, Hora, Tsumo
from table.core.incidents import Reveal
from table.core.state import fold
from table.film.story import scenes
from table.watch.ends.ended import Ending, Held, bears_out, fetched, surer, won_on
from table.watch.faces import FACES, INDEX
from table.watch.scorecard import compare
from table.watch.seen.places import Layout, Placed, turned
from table.watch.seen.sheet import Sheet
from table.watch.watcher import Watcher
from vision.observation import REST


@pytest.fixture
def won(ruleset_of, played_of):
    """The scenes of a first hand that a seat wins on a discard; the tile won on, as it lies."""

    def find(seed):
        game = played_of(ruleset_of("mleague"), seed, 1)
        (hora,) = [event for event in game if isinstance(event, Hora)]
        shown = [*scenes(game, seed=seed)]
        play = [scene for scene in shown if scene.passage == "play"]
        pond = [one for one in play[-1].tiles if one.zone == "river" and one.seat == hora.target]
        return game, hora, shown, max(pond, key=lambda one: one.place)

    return find


def belief(share, *names):
    """A reading: the first of two faces so likely, the other all but."""
    chances = [1e-6] * (REST + 1)
    for name, likely in zip(names, (share, 1 - share), strict=True):
        chances[[str(face) for face in FACES].index(name)] = likely
    return tuple(chances)


def watch(filmed, ruleset_of, seed, won, seen, cover=None):
    """Follow the hand; `seen(tile, sighting)` is what is seen of a tile."""
    game, _, shown, _ = won
    eyes, watcher = filmed.Eyes(seed), Watcher(ruleset_of("mleague"))
    sight = eyes.sight
    eyes.sight = lambda tile: (one := sight(tile)) and seen(tile, one)
    for scene, look in eyes.looks(shown):
        hidden = cover is not None and scene.passage == "show"
        watcher.see(replace(look, covered=(eyes.polygon(cover),)) if hidden else look)
    watcher.finish()
    return compare(game, watcher.events, watcher.questions), watcher


@pytest.mark.parametrize("seed", [608, 612])
def test_a_fetched_tile_that_was_misread_in_its_pond_is_the_one_won_on(
    filmed, ruleset_of, won, seed
):
    found = won(seed)
    last = found[3]
    wrong = next(str(face) for face in FACES if str(face)[1] == last.tile[1] != str(face))

    def seen(tile, one):
        if tile.id == last.id and tile.zone == "river":
            return replace(one, probabilities=belief(0.9, wrong, last.tile))
        return one

    card, _ = watch(filmed, ruleset_of, seed, found, seen)
    assert (card.right, card.points) == (1, 1), card.wrong


def test_a_hand_that_waits_only_by_another_reading_wins_on_a_tile_that_nobody_saw(
    filmed, ruleset_of, won
):
    found = won(600)
    _, hora, _, last = found

    def seen(tile, one):
        if tile.zone == "river" and tile.id == last.id:
            return None
        if tile.zone == "hand" and tile.seat == hora.actor and tile.face_up and tile.place == 0:
            wrong = "9m" if tile.tile != "9m" else "1m"
            return replace(one, probabilities=belief(0.6, wrong, tile.tile))
        return one

    _, watcher = watch(filmed, ruleset_of, 600, found, seen, cover=int(hora.target))
    told = next(event for event in watcher.events if isinstance(event, Hora))
    assert (told.actor, told.target) == (hora.actor, hora.target)


def ending(cost, winners=(1,), doubt="", refusal=""):
    return Ending(cost, (), None, None, "ron", "", winners, refusal, doubt=doubt)


@pytest.mark.parametrize(
    ("late", "believed"),
    [
        (ending(0.1), True),
        (ending(5.0), False),
        (ending(0.1, winners=(2,)), False),
        (ending(0.1, doubt="not all is seen"), False),
        (ending(0.1, refusal="no_yaku"), False),
        (ending(0.1, winners=()), False),
    ],
)
def test_an_ending_seen_briefly_is_believed_where_it_explains_what_was_guessed(late, believed):
    held = Held(ending(5.7, doubt="the last discard was not seen"), [], 0.5, 40, None, 0, 0)
    assert bears_out(late, held) == believed


def test_a_win_of_which_one_tile_is_surely_misread_is_told_and_asked_about(filmed, ruleset_of, won):
    found = won(600)
    _, hora, _, _ = found

    def seen(tile, one):
        if tile.zone == "hand" and tile.seat == hora.actor and tile.face_up and tile.place == 1:
            return replace(one, probabilities=belief(0.9999, "4z", "3z"))
        return one

    card, watcher = watch(filmed, ruleset_of, 600, found, seen)
    assert card.right == 1, card.wrong
    (question,) = [one for one in watcher.questions if one.kind == "end"]
    assert "not what it looks like" in question.text


def test_a_win_of_which_one_tile_was_not_found_in_its_row_is_told_and_asked_about(
    filmed, ruleset_of, won
):
    """A bare haku, or another that the camera missed: its place in the row is free."""
    found = won(600)
    _, hora, _, _ = found

    def seen(tile, one):
        shown = tile.zone == "hand" and tile.seat == hora.actor and tile.face_up
        return None if shown and tile.place == 5 else one

    card, watcher = watch(filmed, ruleset_of, 600, found, seen)
    told = next(event for event in watcher.events if isinstance(event, Hora))
    assert (told.actor, told.target) == (hora.actor, hora.target)
    assert (card.points, card.silent) == (1, 0), card.wrong
    (question,) = [one for one in watcher.questions if one.kind == "end"]
    assert "not found" in question.text


@pytest.mark.parametrize("seed", [603, 606])
def test_the_tile_won_on_stays_the_one_apart_where_another_was_not_found(
    filmed, ruleset_of, played_of, seed
):
    game = played_of(ruleset_of("mleague"), seed, 1)
    (hora,) = [event for event in game if isinstance(event, Hora)]
    assert hora.actor == hora.target

    def seen(tile, one):
        shown = tile.zone == "hand" and tile.seat == hora.actor and tile.face_up
        return None if shown and tile.place == 4 else one

    found = (game, hora, [*scenes(game, seed=seed)], None)
    card, watcher = watch(filmed, ruleset_of, seed, found, seen)
    drawn, told = ([e.pai for e in events if isinstance(e, Tsumo)][-1]
                   for events in (game, watcher.events))  # fmt: skip
    assert told == drawn
    assert card.points == 1, card.wrong


def test_a_player_draws_the_winning_tile_after_a_discard_that_nobody_saw(
    ruleset_of, played_of, follow
):
    ruleset = ruleset_of("mleague")
    for seed in range(700, 790):
        game = played_of(ruleset, seed, 1)
        wins = [event for event in game if isinstance(event, Hora)]
        own = [one for one in wins if one.tsumo]
        thrown = [event for event in game if isinstance(event, Dahai)]
        if own and thrown[-1].actor.after(1) == own[0].actor:
            break
    last = max(
        (one for one in [*scenes(game, seed=seed)][-3].tiles if one.zone == "river"
         and one.seat == thrown[-1].actor), key=lambda one: one.place,
    )  # fmt: skip
    card, watcher = follow(
        game, ruleset, seed, lambda tile, one: None if tile.id == last.id else one
    )
    told = next(event for event in watcher.events if isinstance(event, Hora))
    assert (told.actor, told.target) == (own[0].actor, own[0].actor)
    assert not card.silent, card.wrong
    (question,) = [one for one in watcher.questions if one.kind == "end"]
    assert any(isinstance(watcher.events[at], Dahai) for at in question.also)


def test_an_end_is_written_with_the_story_that_it_ends(first_hand, ruleset_of):
    _, looks = first_hand
    watcher, hand = Watcher(ruleset_of("mleague")), None
    for scene, look in looks:
        watcher.see(look)
        hand = watcher._hand if scene.passage == "show" else hand
    search, ending = hand.search, hand.ending
    assert [entry.event for entry in hand.story(ending)] == [entry.event for entry in hand.story()]
    search.beam = [search.root]  # it was drawn up anew, and the end does not follow from it
    told = [*hand.story(ending), *ending.entries]
    assert fold((entry.event for entry in told), hand.before).hands


def test_endings_that_pay_and_show_the_same_leave_open_only_which_tile_was_the_last(
    first_hand, ruleset_of
):
    _, looks = first_hand
    watcher, ending = Watcher(ruleset_of("mleague")), None
    for scene, look in looks:
        watcher.see(look)
        ending = watcher._hand.ending if scene.passage == "show" else ending
    assert ending.winners

    def with_events(changed):
        entries = (replace(entry, event=changed(entry.event)) for entry in ending.entries)
        return replace(ending, entries=tuple(entries))

    def won_on_another(event):
        return replace(event, pai=Tile.parse("1z")) if isinstance(event, Hora) else event

    def shown_otherwise(event):
        if not isinstance(event, Reveal):
            return event
        return replace(event, tehai=(Tile.parse("0m"), *event.tehai[1:]))

    best, sure = surer(ending, [with_events(won_on_another)] * 3)
    assert sure == pytest.approx(1)
    assert max(entry.confidence for entry in best.entries) == pytest.approx(1 / 4)
    others = with_events(shown_otherwise), replace(ending, winners=(), kind="draw")
    assert [surer(ending, [one])[1] for one in others] == pytest.approx([1 / 2, 1 / 2])


def test_the_tile_won_on_is_found_in_a_row_that_its_winner_has_sorted():
    row = [placed(name) for name in ("5s", "5s", "6s", "7s", "8s")]
    assert won_on(row, Tile.parse("5s")) == 1
    assert won_on(row, Tile.parse("8s")) == 4
    assert won_on(row, Tile.parse("1z")) == 4


def placed(name):
    """One open tile that is plainly this."""
    face = INDEX[Tile.parse(name)]
    chances = tuple(0.99 if at == face else 0.01 / REST for at in range(REST + 1))
    return Placed(1, 0.0, -3.0, False, True, chances, 0, 0, 1.0)


@pytest.mark.parametrize(
    ("hidden_ms", "open_ms", "taken"), [((), (0, 2000), True), ((500, 2000), (0,), None)]
)
def test_a_discard_that_was_gone_before_hands_came_over_its_pond_was_fetched(
    ruleset_of, hidden_ms, open_ms, taken
):
    ruleset = ruleset_of("mleague")
    sheet = Sheet(ruleset)
    last, apart = (
        Placed(at, 0.0, -3.0, False, True, belief(0.99, "3m", "2m"), 0, 0, 1.0) for at in (1, 2)
    )

    def look(ms, visible, covered):
        pond = [last._replace(visible=visible)]
        layout = Layout(
            (pond, [], [], []), ([], [], [], []), ([], [], [], []), 0, (False,) * 4,
            frozenset({1}), (covered, False, False, False),
        )  # fmt: skip
        sheet.look(layout, ms * 1_000_000, ms, moved=False)

    look(0, 1.0, False)
    for ms in sorted({*hidden_ms, *open_ms} - {0}):
        look(ms, 0.0, ms in hidden_ms)
    look(4000, 0.0, True)
    (piece,) = sheet.ponds[0].pieces
    assert fetched(piece, 0, sheet, {1: ((apart,), 0)}) is taken


def test_a_hand_is_read_while_all_tiles_are_found_anew_where_they_lay(filmed, ruleset_of, won):
    game, hora, shown, _ = won(608)
    watcher, first_ns = Watcher(ruleset_of("mleague")), None
    for scene, look in filmed.Eyes(608).looks(shown):
        if scene.passage == "show":
            first_ns = look.captured_ns if first_ns is None else first_ns
            if look.captured_ns - first_ns > 2_000_000_000:
                break
            anew = tuple(replace(one, track=one.track + 5000) for one in look.sightings)
            watcher.see(replace(look, sightings=anew))
        else:
            watcher.see(look)
    watcher.finish()
    told = next(event for event in watcher.events if isinstance(event, Hora))
    assert (told.actor, told.target) == (hora.actor, hora.target)
    assert compare(game, watcher.events, watcher.questions).points == 1


@pytest.mark.parametrize("seed", [0, 103, 114, 120, 174, 371])
def test_a_win_of_which_the_bare_hakus_at_its_end_were_not_found_is_told_and_asked_about(
    filmed, ruleset_of, played_of, seed
):
    ruleset = ruleset_of("mleague")
    game = played_of(ruleset, seed, 1)
    eyes, watcher = filmed.Eyes(seed), Watcher(ruleset)
    sight = eyes.sight
    eyes.sight = lambda tile: (
        None if tile.zone == "hand" and tile.tile == "5z" else sight(tile)
    )  # fmt: skip
    for _, look in eyes.looks(scenes(game, seed=seed)):
        watcher.see(look)
    watcher.finish()
    card = compare(game, watcher.events, watcher.questions)
    assert card.right == card.points == 1, card.wrong
    assert [one.kind for one in watcher.questions] == ["end"]


@pytest.mark.parametrize("seed", [154, 174])
def test_what_comes_up_in_a_pond_under_sweeping_hands_makes_no_ron_of_a_tsumo(
    filmed, ruleset_of, played_of, seed
):
    ruleset = ruleset_of("mleague")
    game = played_of(ruleset, seed, 1)
    (hora,) = [event for event in game if isinstance(event, Hora)]
    watcher, shown = Watcher(ruleset), []
    for scene, look in filmed.Eyes(seed).looks(scenes(game, seed=seed)):
        if scene.passage == "show":
            shown.append(look)
            own = [one for one in scene.tiles if one.zone == "river" and one.seat == hora.actor]
        elif shown and scene.passage == "clear":
            break
        watcher.see(look)
    last = max(own, key=lambda one: one.place)
    lies = next(
        one
        for one in look_up(shown[-1])
        if abs(one.x_mm - last.x_mm) + abs(one.y_mm - last.y_mm) < 5
    )
    x, y = turned(lies.x_mm, lies.y_mm, hora.actor)
    x, y = turned(x + 21.0, y, -hora.actor % 4)
    ghost = replace(
        lies, track=7777, x_mm=x, y_mm=y, probabilities=belief(0.999, "5z", "7z"),
        first_ns=shown[-1].captured_ns,
    )  # fmt: skip
    for seconds in range(1, 4):
        look = replace(
            shown[-1], captured_ns=shown[-1].captured_ns + seconds * 500_000_000,
            sightings=(*shown[-1].sightings, ghost),
        )  # fmt: skip
        watcher.see(look)
    watcher.finish()
    card = compare(game, watcher.events, watcher.questions)
    assert card.right == card.points == 1, card.wrong
    assert not watcher.questions


def look_up(look):
    """What lies face up in a look."""
    return [one for one in look.sightings if one.face_up]
