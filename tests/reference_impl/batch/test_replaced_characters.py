"""Single characters are replaced as the charsmap says (see also `test_sentencepiece_words`)."""

import numpy as np
import pytest
from sentencepiece import SentencePieceNormalizer
from sentencepiece import sentencepiece_model_pb2 as schema

from tokparity.reference_impl.batch.replaced_characters import ReplacedCharacters
from tokparity.reference_impl.models.sentencepiece.symbols import Symbols
from tokparity.reference_impl.normalizers.sentencepiece_charsmap import SentencepieceCharsmap


@pytest.fixture(scope="module")
def nfkc():
    made = SentencePieceNormalizer(rule_name="nfkc").serialized_model_proto()
    data = schema.ModelProto.FromString(made).normalizer_spec.precompiled_charsmap
    return SentencepieceCharsmap.of(data)


def codes_of(text):
    return np.array(list(map(ord, text)), np.uint32)


def test_one_by_several(nfkc):
    characters = ReplacedCharacters.of(nfkc, Symbols(()))
    firsts = np.array([1, 4])
    made = characters.replaced(codes_of("\0\ufb01a\0\u338f"), np.array([3, 2]), firsts)
    text, came, bounds = made
    assert "".join(map(chr, text)) == "\0fia\0kg"
    assert came.tolist() == [-1, 0, 0, 1, -1, 0, 0]
    assert bounds.tolist() == [0, 4, 7]


def test_what_is_left_to_the_definition(nfkc):
    """A mark that may be composed, a space among others, a longer symbol, NUL; no other text."""
    characters = ReplacedCharacters.of(nfkc, Symbols(("<s>", "\ufb01", "a")))
    texts = ["ae\u0301", "\u0301", "\u00a8", "x<s", "<x", "s<", "b\0", "\ufb01", "a\u0301"]
    whole = "".join(f"\0{text}" for text in texts)
    sizes = np.array([1 + len(text) for text in texts])
    odd = characters.odd(codes_of(whole), np.cumsum(sizes) - sizes)
    assert odd.tolist() == [True, False, True, True, False, False, True, False, False]
    text, *_ = characters.replaced(codes_of("\ufb01a"), np.array([2]), np.array([0]))
    assert text.tolist() == [0xFB01, ord("a")]


def test_no_charsmap():
    characters = ReplacedCharacters.of(None, Symbols(()))
    assert not characters.odd(codes_of("\u00a8e\u0301"), np.array([0])).any()
