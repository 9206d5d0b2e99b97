from hypothesis import given
from hypothesis import strategies as st

from tokparity.reference_impl.contract import DecodeOptions
from tokparity.reference_impl.decoders.llama_detokenizer import LlamaDetokenizer
from tokparity.reference_impl.errors import InvalidTokenId
from tokparity.reference_impl.streaming.incremental import text_of
from tokparity.reference_impl.streaming.llama_cpp_ids import LlamaIds
from tokparity.reference_impl.tokenizer.tokenizer import DECODE

PARTS = (
    b" ",
    b"'",
    b"s",
    b"r",
    b"e",
    b"a",
    b".",
    b"!",
    b"\xc3",
    b"\xa9",
    b" '",
    b"'re",
    b"\0",
    b"",
)


@given(
    st.lists(st.sampled_from(range(len(PARTS))), max_size=12),
    st.booleans(),
    st.booleans(),
    st.booleans(),
)
def test_cleaning_part_by_part_is_cleaning_the_whole(streamed, ids, prefix, clean, skip):
    whole = LlamaDetokenizer(PARTS, frozenset([4, 6]), add_space_prefix=prefix, clean_spaces=clean)
    options = DecodeOptions(skip_special=skip)
    found = streamed(LlamaIds(whole, options), ids)
    assert "".join(found) == text_of(whole.decode(ids, options))


def test_a_space_waits_only_where_spaces_are_cleaned(streamed):
    ids = [5, 0, 5, 0, 6]
    plain = LlamaDetokenizer(PARTS, frozenset())
    assert streamed(LlamaIds(plain, DECODE), ids) == ["a", " ", "a", " ", ".", ""]
    cleaning = LlamaDetokenizer(PARTS, frozenset(), clean_spaces=True)
    assert streamed(LlamaIds(cleaning, DECODE), ids) == ["a", "", " a", "", ".", ""]


def test_an_id_outside(streamed):
    plain = LlamaDetokenizer(PARTS, frozenset())
    assert isinstance(streamed(LlamaIds(plain, DECODE), [len(PARTS)]), InvalidTokenId)
