"""Cleaning of whole texts, against the function of the library."""

import pytest
from transformers.tokenization_utils_base import PreTrainedTokenizerBase

from tokparity.reference_impl.decoders.cleaned import Cleaned, cleaned
from tokparity.reference_impl.decoders.fuse import Fuse


@pytest.mark.parametrize(
    "text",
    [
        "a . b ? c ! d , e ' f",
        "do n't I 'm it 's we 've they 're",
        "I do not  ' ' . .",
        " .",
        "a ' . b n't.",
    ],
)
def test_it_is_the_library_s(text):
    assert cleaned(text) == PreTrainedTokenizerBase.clean_up_tokenization(None, text)


def test_the_pieces_are_seen_together():
    assert Cleaned(Fuse()).decode(["a ", ".", " n", "'t"]) == ["a.n't"]
