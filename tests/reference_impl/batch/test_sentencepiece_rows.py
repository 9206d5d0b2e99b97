"""The tokens of texts searched together are those of the definition."""

import random
from array import array

import pytest

from tokparity.reference_impl.batch import sentencepiece_rows as module
from tokparity.reference_impl.batch.sentencepiece_rows import SentencepiecePaths, SentencepieceRows
from tokparity.reference_impl.batch.sentencepiece_texts import SentencepieceTexts
from tokparity.reference_impl.batch.sentencepiece_words import SentencepieceWords
from tokparity.reference_impl.models.sentencepiece.pieces import Pieces
from tokparity.reference_impl.models.sentencepiece.unigram import SentencepieceUnigram
from tokparity.reference_impl.normalizers.sentencepiece import SentencepieceNormalizer
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

BYTES = [f"<0x{byte:02X}>" for byte in range(256)]


def model_of(scores, *, byte_fallback=False, kinds=None, unknown="unknown"):
    """Pieces with 32-bit scores behind the unknown one."""
    texts = ["<unk>", *scores, *(BYTES if byte_fallback else ())]
    types = [unknown, *[(kinds or {}).get(text, "normal") for text in scores]]
    types += ["byte"] * (len(texts) - len(types))
    values = array("f", [0.0, *scores.values(), *[0.0] * (len(texts) - len(scores) - 1)])
    return SentencepieceUnigram(Pieces(texts, values, types, byte_fallback))


def assert_same(model, texts, normalizer=None):
    normalizer = normalizer or SentencepieceNormalizer()
    tokenizer = Tokenizer(model, normalizer=normalizer, takes_bytes=True)
    rows_of = SentencepieceRows(SentencepiecePaths.of(model), SentencepieceWords.of(normalizer))
    rows, uncovered = SentencepieceTexts(rows_of).joined(texts, {})
    assert uncovered == []
    for text, start, stop in zip(texts, rows.bounds, rows.bounds[1:], strict=False):
        expected = tokenizer.encode(text)
        assert tuple(rows.ids[start:stop].tolist()) == expected.ids, ascii(text)
        spans = rows.offsets[2 * start : 2 * stop].reshape(-1, 2).tolist()
        assert tuple(map(tuple, spans)) == expected.offsets, ascii(text)


SCORES = {"▁": -2.0, "a": -1.1, "b": -1.3, "ab": -2.4, "▁a": -3.1, "ba": -2.4, "b▁a": -4.0}
SCORES |= {"c": -1.0, "cc": -2.0, "中": -3.0, "X": 0.0, "no": -0.1, "\udcc3": -1.0}


@pytest.mark.parametrize("byte_fallback", [False, True])
@pytest.mark.parametrize("longest", [module.LONGEST, 9], ids=["searched", "long ones alone"])
def test_as_the_definition(monkeypatch, byte_fallback, longest):
    """Sums that differ in the last place alone, and those that are equal."""
    monkeypatch.setattr(module, "LONGEST", longest)
    kinds = {"X": "user_defined", "no": "unused"}
    model = model_of(SCORES, byte_fallback=byte_fallback, kinds=kinds)
    rng = random.Random(longest)
    for _ in range(8):
        parts = [*"aabbccc  中éx▁n\0", "X", "no", "  "]
        texts = ["".join(rng.choices(parts, k=rng.choice((0, 3, 9, 60)))) for _ in range(40)]
        assert_same(model, [*texts, "", " "])


def test_sums_are_of_thirty_two_bits():
    """Behind 3,000 characters, 0.1 more is nothing now and then."""
    scores = {"▁": -1.0, "a": -7.77, "b": -1.0, "c": -1.0001, "bc": -2.0002, "x": -31.7}
    texts = ["a" * size + "bc" * 5 for size in range(0, 900, 7)] + ["x" * 800 + "bcbc"]
    assert_same(model_of(scores), texts)


def test_a_sum_that_the_library_sets_back():
    assert_same(model_of({"▁": -1.0, "a": -999.0, "b": -1.0}), ["a" * 300 + "b", "ab" * 80, "ab"])


def test_tokenizers_of_one_model_share_one():
    model = model_of(SCORES)
    assert SentencepiecePaths.of(model) is SentencepiecePaths.of(model)
    assert SentencepiecePaths.of(model_of(SCORES)) is not SentencepiecePaths.of(model)


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        (model_of(SCORES, unknown="control"), "its Unigram has no unknown piece"),
        (model_of({"a": -1e30}), "its Unigram's scores are no logarithms"),
        (
            SentencepieceUnigram(Pieces(("?", "a"), (0.0, -1.0), ("unknown", "normal"), True)),
            "its Unigram has not all bytes",
        ),
    ],
)
def test_why_not(model, reason):
    assert SentencepiecePaths.of(model) == reason
