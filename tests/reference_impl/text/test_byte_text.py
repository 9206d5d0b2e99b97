import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokparity.corpora import strategies
from tokparity.reference_impl.errors import NotUnicode
from tokparity.reference_impl.text.byte_text import canonical, from_bytes, to_bytes


@given(st.binary())
def test_any_bytes_come_back(data: bytes) -> None:
    text = from_bytes(data)
    assert to_bytes(text) == data
    assert canonical(text) == text


@given(strategies.broken_texts())
def test_what_is_written_canonically_stays(text: str) -> None:
    assert canonical(text) == text


@given(strategies.broken_texts(), strategies.broken_texts())
def test_texts_put_together_are_their_bytes_put_together(one: str, other: str) -> None:
    assert to_bytes(canonical(one + other)) == to_bytes(one) + to_bytes(other)


@given(strategies.texts())
def test_a_text_is_itself(text: str) -> None:
    assert to_bytes(text) == text.encode()
    assert canonical(text) == text


def test_escaped_bytes_that_make_a_character_become_it() -> None:
    assert canonical("\udcf0\udc9f\udc98\udc80") == "\U0001f600"
    assert canonical("a\udcff\udcc3\udca9") == "a\udcff\xe9"


@pytest.mark.parametrize("text", ["a\ud800", "\udc7f", "b\udd00"])
def test_a_surrogate_that_stands_for_no_byte_is_an_error(text: str) -> None:
    with pytest.raises(NotUnicode):
        to_bytes(text)
    with pytest.raises(NotUnicode):
        canonical(text)
