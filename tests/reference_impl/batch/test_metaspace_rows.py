"""The tokens of chunks behind marks are those of the whole texts, as the definition has them."""

import random

import pytest

from tokparity.reference_impl.batch import metaspace_rows as module
from tokparity.reference_impl.batch.joined_words import JoinedWords
from tokparity.reference_impl.batch.mark_places import MarkPlaces
from tokparity.reference_impl.batch.metaspace_rows import MetaspaceRows
from tokparity.reference_impl.batch.normalized_words import NormalizedWords
from tokparity.reference_impl.batch.unigram_tokens import UnigramTokens
from tokparity.reference_impl.models.hf.unigram import Unigram
from tokparity.reference_impl.normalizers.nfc import NFC
from tokparity.reference_impl.normalizers.replace import ReplaceNormalizer
from tokparity.reference_impl.normalizers.sequence import NormalizerSequence
from tokparity.reference_impl.pre_tokenizers.metaspace import SCHEMES, MetaspacePreTokenizer
from tokparity.reference_impl.regexes.search import Regex
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

PIECES = ("<unk>", "a", "b", "▁", "ab", "▁a", "é", "中", "_", "_a", "▁ab", "b▁")
MODEL = Unigram(tuple((piece, -1.0 - len(piece) / 3) for piece in PIECES), unk_id=0)
BYTES = tuple((f"<0x{byte:02X}>", -20.0) for byte in range(256))
SPELLS = Unigram((*MODEL.scores, *BYTES), unk_id=0, byte_fallback=True)
NORMALIZER = NormalizerSequence(
    (
        ReplaceNormalizer(Regex(r"[\u200b\u200c]"), ""),
        ReplaceNormalizer(Regex(r"\p{Zs}"), " "),
        NFC(),
    )
)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("mark", ["▁", "_"])
@pytest.mark.parametrize("normalizer", [None, NORMALIZER], ids=["as it is", "normalized"])
@pytest.mark.parametrize("longest", [module.LONGEST, 4], ids=["searched", "long ones alone"])
@pytest.mark.parametrize("model", [MODEL, SPELLS], ids=["unknown", "bytes"])
def test_as_the_definition(monkeypatch, scheme, mark, normalizer, longest, model):
    monkeypatch.setattr(module, "LONGEST", longest)
    stage = MetaspacePreTokenizer(mark, scheme)
    tokenizer = Tokenizer(model, normalizer=normalizer, pre_tokenizer=stage)
    rows_of = MetaspaceRows(NormalizedWords.of(normalizer), stage, UnigramTokens.of(model))
    joined = JoinedWords(MarkPlaces.of(frozenset()), model, rows_of)
    rng = random.Random(scheme)
    parts = [*"aab  ▁_中é\u0301e\u200b\u00a0\0\nx", "<unk>", "  "]
    for _ in range(20):
        texts = ["".join(rng.choices(parts, k=rng.randint(0, 14))) for _ in range(30)]
        rows, uncovered = joined.joined(texts, {})
        assert uncovered == []
        alone, _ = joined.joined(texts, {}, ranges=False)
        assert alone.ids.tolist() == rows.ids.tolist()
        assert alone.bounds == rows.bounds
        for text, start, stop in zip(texts, rows.bounds, rows.bounds[1:], strict=False):
            expected = tokenizer.encode(text)
            assert tuple(rows.ids[start:stop].tolist()) == expected.ids, text
            spans = rows.offsets[2 * start : 2 * stop].reshape(-1, 2).tolist()
            assert tuple(map(tuple, spans)) == expected.offsets, text
