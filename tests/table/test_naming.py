"""Which names people may have, and which are taken for the same."""

import pytest

from table.core.naming import alike, as_name, person_name


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("  Aki \t Sato ", "Aki Sato"),
        ("می\u200cشود", "می\u200cشود"),
        ("क्\u200dष", "क्\u200dष"),
        ("𲎯子", "𲎯子"),  # a letter that this Python's Unicode may not know yet
        ("x" * 40, "x" * 40),
    ],
    ids=["blanks", "persian", "hindi", "rare", "longest"],
)
def test_real_names_are_names(given, name):
    assert person_name(given) == name


@pytest.mark.parametrize(
    "given",
    ["", " \n", "\u200d", "x" * 41, "a\x00b", "\u202eabc", "a\u2066b", "\u200fa", "a\ud800"],
    ids=ascii,
)
def test_what_is_no_name_is_refused_with_the_rule(given):
    with pytest.raises(ValueError, match="expected 1 to 40 letters and no control characters"):
        person_name(given)


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("Aki", "Aki"),
        ("a\x00\nb \u202e c\ud800", "a b c"),
        ("x" * 39 + " yz", "x" * 39),
        (" \x1b\u200d", ""),
        ("", ""),
    ],
    ids=ascii,
)
def test_of_a_text_that_nobody_is_asked_about_what_can_be_a_name_is_one(given, name):
    assert as_name(given) == name
    assert not name or person_name(name) == name


def test_names_that_look_the_same_are_alike():
    assert alike("Ali\u200c  reza") == alike("ali Reza")
