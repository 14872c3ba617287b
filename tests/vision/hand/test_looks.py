"""What stands in hands is named together: two looks are of two faces, and the table helps."""

import numpy as np

from vision.club.prototypes import unit
from vision.hand.looks import Looks
from vision.labels import CLASS_OF
from vision.observation import REST


def look(seed):
    """Features [2,F] of a face."""
    return unit(np.random.default_rng(seed).normal(size=(2, 64)).astype(np.float32))


def read(**chances):
    told = np.full(REST + 1, 1e-4)
    for name, chance in chances.items():
        told[CLASS_OF[name[1:] + name[0]]] = chance
    return tuple(told / told.sum())


def best(chances):
    return int(np.argmax(chances[:REST]))


def test_a_look_that_is_another_than_a_sure_one_is_not_of_its_face():
    looks = Looks()
    sure, unsure = looks.see(
        np.stack([look(1), look(2)]), [read(m2=0.99), read(m2=0.8, m3=0.19)], 7_000
    )
    assert best(looks.told(sure)) == CLASS_OF["2m"]
    assert best(looks.told(unsure)) == CLASS_OF["3m"]


def test_what_lies_on_the_table_names_what_was_told_otherwise_before():
    looks = Looks()
    (number,) = looks.see(look(2)[None], [read(m2=0.8, m3=0.19)], 7_000)
    assert best(looks.told(number)) == CLASS_OF["2m"]
    assert looks.renamed() == ()
    looks.elsewhere = lambda: [(look(2), np.append(read(m3=0.99), 0.0))]
    looks.see(look(3)[None], [read(p7=0.99)], 8_000)
    ((again, chances),) = looks.renamed()
    assert (again, best(chances)) == (number, CLASS_OF["3m"])
    assert looks.renamed() == ()


def test_tiles_of_one_look_have_one_number_and_another_run_has_others():
    features = np.stack([look(1), look(2), look(1)])
    chances = [read(s5=0.9), read(s7=0.9), read(s5=0.7)]
    first, second, third = Looks().see(features, chances, 7_000)
    assert first == third != second
    assert {first, second}.isdisjoint(Looks().see(features, chances, 9_000_000))
    assert Looks().see(np.empty((2, 2, 0), np.float32), chances[:2], 7_000) == ()


def between(one, other, cosine):
    """Features [2,F] whose cosine with the first of two is so large."""
    across = unit(other - (one * other).sum(axis=1, keepdims=True) * one)
    return cosine * one + np.sqrt(1 - cosine**2) * across


def test_faces_that_look_much_alike_are_two_looks_and_one_in_another_light_is_one():
    five = look(1)
    nine, five_again = between(five, look(2), 0.915), between(five, look(3), 0.97)
    first, second, again = Looks().see(
        np.stack([five, nine, five_again]), [read(m9=0.92), read(m9=0.98), read(m5=0.9)], 7_000
    )
    assert first == again != second
