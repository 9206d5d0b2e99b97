"""A `.model` of GGUF's terms, as sentencepiece reads it."""

import pytest
from sentencepiece import SentencePieceProcessor, sentencepiece_model_pb2

from tokparity.harness.conversion.vocabulary import ConvertedVocabulary, TokenType
from tokparity.harness.derivation.to_sentencepiece import of_gguf, to_sentencepiece
from tokparity.harness.derivation.underivable import Underivable

GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
N, U, C = TokenType.NORMAL, TokenType.UNKNOWN, TokenType.CONTROL


def vocabulary(**changes):
    given = {
        "model": "llama",
        "tokens": ("<unk>", "<s>", "</s>", "<x>", "\u2581", "a", "\u2581a"),
        "types": (U, N, N, U, N, N, N),
        "scores": (0.0, 0.0, 0.0, 0.0, -3.0, -2.0, -1.0),
        "ids": {"bos_token_id": 1, "eos_token_id": 2, "unknown_token_id": 0},
        "flags": {"add_space_prefix": True, "remove_extra_whitespaces": False},
    }
    return ConvertedVocabulary(**(given | changes))


def test_one_piece_is_unknown_and_the_ends_are_control():
    written = to_sentencepiece("m", vocabulary())
    proto = sentencepiece_model_pb2.ModelProto.FromString(written)
    assert [piece.type for piece in proto.pieces] == [U, C, C, C, N, N, N]
    processor = SentencePieceProcessor(model_proto=written)
    assert processor.encode("a  a") == [6, 4, 6]
    assert (processor.bos_id(), processor.eos_id(), processor.pad_id()) == (1, 2, -1)


def test_flags_are_the_normalizer():
    flags = {"add_space_prefix": False, "remove_extra_whitespaces": True}
    written = to_sentencepiece("m", vocabulary(flags=flags))
    assert SentencePieceProcessor(model_proto=written).encode("a  a") == [5, 6]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"model": "gpt2"}, "no scores"),
        ({"scores": None}, "no scores"),
        ({"types": (N,) * 7, "ids": {}}, "unknown"),
    ],
)
def test_what_it_has_not(changes, reason):
    with pytest.raises(Underivable, match=reason):
        to_sentencepiece("m", vocabulary(**changes))


def test_a_gguf_of_another_model(ranks, made_of):
    gguf = made_of(ranks(GPT2), "gguf")
    with pytest.raises(Underivable, match="model 'gpt2' says nothing that sentencepiece has"):
        of_gguf("m", gguf.path)
