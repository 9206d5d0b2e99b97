import pytest

from tokparity.reference_impl.text.aligned import Aligned


@pytest.mark.parametrize(
    ("text", "lowered", "origin"),
    [
        pytest.param("ΑΣ", "ασ", (0, 1), id="no-final-sigma"),
        pytest.param("İx", "i̇x", (0, 0, 1), id="one-becomes-two"),
    ],
)
def test_replace_each_keeps_the_origin(text, lowered, origin):
    assert Aligned.of(text).replace_each(str.lower) == Aligned(lowered, origin)


def test_a_slice_remembers_where_it_was_cut():
    assert Aligned.of("abcd")[1:3].span(0, 2) == (1, 3)
    assert Aligned("abc", (4, 4, 9))[1:].span(0, 2) == (4, 10)


def test_a_character_from_nowhere_has_an_empty_range():
    assert Aligned("x", (~3,)).span(0, 1) == (3, 3)


def test_equality_looks_at_the_origin_whatever_holds_it():
    assert Aligned.of("ab") == Aligned("ab", (0, 1)) != Aligned("ab", (0, 2))
    assert hash(Aligned.of("ab")) == hash(Aligned("ab", [0, 1]))
    assert Aligned.of("ab") != "ab"
