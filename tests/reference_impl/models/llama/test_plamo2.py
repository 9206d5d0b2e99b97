"""The look-up of pieces against the library's own table; both against llama.cpp:
`formats/gguf/test_reader.py`."""

import hypothesis.strategies as st
import pytest
from hypothesis import example, given

from tokparity.reference_impl.models.llama.plamo2 import LlamaPlamo2
from tokparity.reference_impl.models.llama.plamo2_table import BehindTheText, cost_of, suffix_table
from tokparity.reference_impl.text.byte_text import from_bytes
from tokparity.reference_impl.text.code_units import NoCodePoint, code_points
from tokparity.reference_impl.text.growth import TooLarge

BEHIND_UNICODE = b"\xf4\x90\x80\x80"
UNITS = [b"a", b"b", "\xe9".encode(), "\u65e5".encode(), b"\xed\xa0\x80", b"\xed\xb2\x80"]
BROKEN = [b"\xff", b"\xc1\x81", b"\xc3", b"\xa9", b"\xef\xbf\xbd", "\U0010ffff".encode()]
SCORES = [0.0, -1.0, -2.5, -1000.0, -1500.0, -2000.0, 1.0, float("inf"), float("nan")]
units = st.sampled_from(UNITS + BROKEN)
pieces = st.lists(units, min_size=1, max_size=4).map(lambda one: from_bytes(b"".join(one)))
texts = st.lists(st.one_of(units, st.just(BEHIND_UNICODE)), max_size=9)


def model_of(scores):
    return LlamaPlamo2({piece: 300 + at for at, piece in enumerate(scores)}, scores, range(256))


@given(st.dictionaries(pieces, st.sampled_from(SCORES), max_size=12), texts)
@example({"ab": -1000.0, "a": -1.0, "b": -1.0}, [b"a", b"b"])
@example({"\udced\udca0\udc80a": -1.0}, [b"\xed\xa0\x80", b"a"])
@example({"a": -1.0, "\udcff": -1.0}, [b"\xef\xbf\xbd", BEHIND_UNICODE, b"a"])
def test_what_is_looked_up_is_what_the_table_finds(scores, text):
    model = model_of(scores)
    points = [point for point, _ in code_points(from_bytes(b"".join(text)))]
    assert _found(model._path, points) == _found(suffix_table(model.vocab, scores).path, points)


def _found(path, points):
    try:
        return path(points)
    except BehindTheText as error:
        return error.at


def test_of_two_ways_that_cost_the_same_the_longer_piece_comes_first():
    model = model_of({"a": -1.0, "aa": -1.5, "aaa": -3.0})
    assert [span[0] for span in model.tokenize("aaaa")] == [301, 301]
    assert [span[0] for span in model.tokenize("aaa")] == [301, 300]


@pytest.mark.parametrize(("score", "cost"), [(-1.00005, -10_001), (0.00005, 1), (3e9, -(1 << 31))])
def test_costs_are_rounded_away_from_zero_and_have_32_bits(score, cost):
    assert cost_of(score) == cost


def test_a_piece_behind_unicode_is_refused():
    with pytest.raises(NoCodePoint):
        model_of({"x" + from_bytes(BEHIND_UNICODE): 0.0})


def test_long_pieces_cost_no_more_than_their_length_and_their_table_is_refused():
    """The suffixes of one piece are as many as it has characters, and each as long as the rest."""
    scores = {"a" * 200_000: -1.0, "pad": -1000.0, "b": -1.0}
    model = model_of(scores)
    assert model.tokenize("bb") == ((302, 0, 1), (302, 1, 2))
    with pytest.raises(TooLarge, match="20,000,000,004 bytes"):
        model.tokenize("bpad")
