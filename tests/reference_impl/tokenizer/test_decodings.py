"""Each sequence of a batch is decoded by itself."""

from tokparity.reference_impl.contract import DecodeOptions, Refusal, Text
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.tokenizer.decodings import OneByOne
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def test_a_sequence_without_an_answer_is_refused_in_its_place():
    tokenizer = Tokenizer(WordLevel({"?": 0, "a": 1}, "?"))
    found = OneByOne().decode(tokenizer, [[1, 1], [-1], []], DecodeOptions())
    first, second, third = found.observations()
    assert (first, third) == (Text("a a"), Text(""))
    assert isinstance(second, Refusal)
