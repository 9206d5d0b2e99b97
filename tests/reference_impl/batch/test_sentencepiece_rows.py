"""The tokens of texts searched together are those of the definition."""

import itertools
import random
from array import array

import pytest
from sentencepiece import SentencePieceNormalizer
from sentencepiece import sentencepiece_model_pb2 as schema

from tokparity.reference_impl.batch import sentencepiece_paths as module
from tokparity.reference_impl.batch import token_store
from tokparity.reference_impl.batch.sentencepiece_paths import SentencepiecePaths
from tokparity.reference_impl.batch.sentencepiece_places import sentencepiece_places
from tokparity.reference_impl.batch.sentencepiece_rows import SentencepieceRows
from tokparity.reference_impl.batch.sentencepiece_texts import SentencepieceTexts
from tokparity.reference_impl.batch.sentencepiece_words import SentencepieceWords
from tokparity.reference_impl.models.sentencepiece.pieces import Pieces
from tokparity.reference_impl.models.sentencepiece.symbols import Symbols
from tokparity.reference_impl.models.sentencepiece.unigram import SentencepieceUnigram
from tokparity.reference_impl.normalizers.sentencepiece import SentencepieceNormalizer
from tokparity.reference_impl.normalizers.sentencepiece_charsmap import SentencepieceCharsmap
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
    words = SentencepieceWords.of(normalizer)
    rows_of, places = SentencepieceRows(SentencepiecePaths.of(model), words), None
    for places in (None, sentencepiece_places(model, words)):
        texts_of = SentencepieceTexts(rows_of, places)
        for size in (len(texts), 7, len(texts)):  # new, few, and known from before
            for at in range(0, len(texts), size):
                check(tokenizer, texts_of, texts[at : at + size])
    return places is not None


def check(tokenizer, texts_of, texts):
    rows, uncovered = texts_of.joined(texts, {})
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


def test_words_are_looked_up_where_no_piece_has_a_mark_within():
    """Spaces of all kinds, odd words among others, symbols, ties that hang on what is before."""
    scores = {piece: score for piece, score in SCORES.items() if piece != "b▁a"}
    scores |= {"d": -0.3, "dd": -0.6000001, "▁d": -2.3, "ddd": -0.9}
    model = model_of(scores, kinds={"X": "user_defined"})
    rng = random.Random(1)
    words = ["".join(rng.choices("aabbccdddx​é▁X　", k=rng.randint(1, 9))) for _ in range(60)]
    for removes, prefix in itertools.product((False, True), repeat=2):
        normalizer = SentencepieceNormalizer(
            charsmap(),
            remove_extra_whitespaces=removes,
            add_dummy_prefix=prefix,
            symbols=Symbols(["X"]),
        )
        texts = [" ".join(rng.choices([*words, ""], k=rng.randint(1, 90))) for _ in range(60)]
        assert assert_same(model, texts, normalizer)


def charsmap():
    made = SentencePieceNormalizer(rule_name="nmt_nfkc").serialized_model_proto()
    data = schema.ModelProto.FromString(made).normalizer_spec.precompiled_charsmap
    return SentencepieceCharsmap.of(data)


def test_a_full_memory_starts_afresh(monkeypatch):
    monkeypatch.setattr(token_store, "TOKENS", 8)
    scores = {piece: score for piece, score in SCORES.items() if piece != "b▁a"}
    rng = random.Random(2)
    assert assert_same(model_of(scores), ["".join(rng.choices("ab é", k=12)) for _ in range(60)])


def test_sums_are_of_thirty_two_bits():
    """Behind 3,000 characters, 0.1 more is nothing now and then."""
    scores = {"▁": -1.0, "a": -7.77, "b": -1.0, "c": -1.0001, "bc": -2.0002, "x": -31.7}
    texts = ["a" * size + "bc" * 5 for size in range(0, 900, 7)] + ["x" * 800 + "bcbc"]
    assert_same(model_of(scores), texts)


def test_a_sum_that_the_library_sets_back():
    assert_same(model_of({"▁": -1.0, "a": -999.0, "b": -1.0}), ["a" * 300 + "b", "ab" * 80, "ab"])
