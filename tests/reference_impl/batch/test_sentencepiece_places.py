"""Where texts are cut, and where they are not (that this is right: `test_sentencepiece_rows`)."""

import pytest
from sentencepiece import SentencePieceNormalizer
from sentencepiece import sentencepiece_model_pb2 as schema

from tokparity.reference_impl.batch.sentencepiece_places import sentencepiece_places
from tokparity.reference_impl.batch.sentencepiece_words import SentencepieceWords
from tokparity.reference_impl.models.sentencepiece.pieces import Pieces
from tokparity.reference_impl.models.sentencepiece.symbols import Symbols
from tokparity.reference_impl.models.sentencepiece.unigram import SentencepieceUnigram
from tokparity.reference_impl.normalizers.sentencepiece import SentencepieceNormalizer
from tokparity.reference_impl.normalizers.sentencepiece_charsmap import SentencepieceCharsmap


def words_of(symbols=(), charsmap=None):
    return SentencepieceWords.of(SentencepieceNormalizer(charsmap, symbols=Symbols(symbols)))


def model_of(*pieces):
    kinds = ("unknown", *["normal"] * len(pieces))
    return SentencepieceUnigram(Pieces(("?", *pieces), [-1.0] * len(kinds), kinds))


def test_cuts():
    made = SentencePieceNormalizer(rule_name="nmt_nfkc").serialized_model_proto()
    data = schema.ModelProto.FromString(made).normalizer_spec.precompiled_charsmap
    words = words_of(charsmap=SentencepieceCharsmap.of(data))
    places = sentencepiece_places(model_of("▁", "a", ".▁a"), words)
    texts = {
        "a b": ["\0a", " b"],
        "a  b a. b": ["\0a  b", " a. b"],
        "a\u3000 b": ["\0a\u3000 b"],
        "a\u200b b": ["\0a\u200b b"],
        "a▁ b ▁a": ["\0a▁ b ▁a"],
        "e\u0301 b": ["\0e\u0301 b"],
        "\u3002 b\u2026 a": ["\0\u3002", " b\u2026 a"],
        " a ": ["\0 a "],
        "": ["\0"],
    }
    for text, expected in texts.items():
        assert places.cut([text])[0].texts() == expected


@pytest.mark.parametrize(
    ("model", "words"),
    [
        (model_of("a"), words_of()),
        (model_of("▁", "a▁b"), words_of()),
        (model_of("▁", "a"), words_of(["a b"])),
        (model_of("▁", "a"), words_of(["x"])),
    ],
    ids=["no mark", "a mark within", "a symbol with a space", "a symbol of the letter before"],
)
def test_where_nothing_is_cut(model, words):
    assert sentencepiece_places(model, words) is None
