"""The tokens of chunks are those of the whole texts, as the definition has them."""

import random

import pytest

from tokparity.reference_impl.batch import mark_rows as module
from tokparity.reference_impl.batch.joined_words import JoinedWords
from tokparity.reference_impl.batch.mark_places import MarkPlaces
from tokparity.reference_impl.batch.mark_rows import MarkRows
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.merging import pair_key
from tokparity.reference_impl.normalizers.prepend import Prepend
from tokparity.reference_impl.normalizers.replace import ReplaceNormalizer
from tokparity.reference_impl.normalizers.sequence import NormalizerSequence
from tokparity.reference_impl.regexes.search import Literal
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

MARKS = ReplaceNormalizer(Literal(" "), "\u2581")
VOCAB = {f"<0x{byte:02X}>": byte for byte in range(256)}
VOCAB |= {
    piece: at for at, piece in enumerate(["\u2581", "a", "b", "ab", "\u2581a", "\u4e2d"], 256)
}
PAIRS = (("a", "b"), ("\u2581", "a"))
MODEL = BPE(
    VOCAB,
    {pair_key(VOCAB[a], VOCAB[b]): rank for rank, (a, b) in enumerate(PAIRS)},
    [VOCAB[a + b] for a, b in PAIRS],
    byte_fallback=True,
)


def marked(begins):
    return JoinedWords(MarkPlaces.of(frozenset("\u2581")), MODEL, MarkRows.of(MODEL, begins))


@pytest.mark.parametrize("begins", ["", "\u2581"])
@pytest.mark.parametrize("longest", [module.LONGEST, 4], ids=["merged", "long ones alone"])
def test_as_the_definition(monkeypatch, begins, longest):
    monkeypatch.setattr(module, "LONGEST", longest)
    normalizer = NormalizerSequence((Prepend(begins), MARKS)) if begins else MARKS
    tokenizer = Tokenizer(MODEL, normalizer=normalizer)
    joined = marked(begins)
    rng = random.Random(begins)
    for _ in range(40):
        texts = [
            "".join(rng.choices("aab  \u4e2d\u00e9\u2581\0\n", k=rng.randint(0, 14)))
            for _ in range(30)
        ]
        bare, uncovered = marked(begins).joined(texts, {}, ranges=False)
        assert (bare.offsets, uncovered) == (None, [])
        rows, uncovered = joined.joined(texts, {})
        assert uncovered == []
        assert (bare.ids.tolist(), bare.bounds) == (rows.ids.tolist(), rows.bounds)
        for text, start, stop in zip(texts, rows.bounds, rows.bounds[1:], strict=False):
            expected = tokenizer.encode(text)
            assert tuple(rows.ids[start:stop].tolist()) == expected.ids, text
            spans = rows.offsets[2 * start : 2 * stop].reshape(-1, 2).tolist()
            assert tuple(map(tuple, spans)) == expected.offsets, text


def test_a_model_that_may_have_unknown_characters():
    assert MarkRows.of(BPE({"a": 0}, {}, []), "") is None


def test_merges_of_byte_pieces_leave_words_together():
    """A byte of a character that has no piece may then be merged with what is beside it."""
    vocab = {f"<0x{byte:02X}>": byte for byte in range(256)} | {"▁": 256, "a": 257, "a<0xC3>": 258}
    model = BPE(vocab, {257 << 32 | 0xC3: 0}, [258], byte_fallback=True)
    rows = MarkRows.of(model, "")
    assert rows.marks.joins is None
    joined = JoinedWords(MarkPlaces.of(frozenset("▁")), model, rows)
    tokenizer = Tokenizer(model, normalizer=MARKS)
    found, _ = joined.joined(["aé a", "éa"], {})
    expected = [*tokenizer.encode("aé a").ids, *tokenizer.encode("éa").ids]
    assert found.ids.tolist() == expected
    assert 258 in expected
