"""What becomes of words in arrays is what the normalizer makes of each."""

import random
from itertools import pairwise

import numpy as np
import pytest
from sentencepiece import SentencePieceNormalizer
from sentencepiece import sentencepiece_model_pb2 as schema

from tokparity.reference_impl.batch.sentencepiece_words import SentencepieceWords
from tokparity.reference_impl.models.sentencepiece.symbols import Symbols
from tokparity.reference_impl.normalizers.sentencepiece import SentencepieceNormalizer
from tokparity.reference_impl.normalizers.sentencepiece_charsmap import SentencepieceCharsmap
from tokparity.reference_impl.text.aligned import Aligned

CHARS = "abAé  \u3000\t▁ﬁ½㍻¨\u200b\u0301e中ｶﾞ\0,<sym>"


def charsmap(name):
    made = SentencePieceNormalizer(rule_name=name).serialized_model_proto()
    data = schema.ModelProto.FromString(made).normalizer_spec.precompiled_charsmap
    return SentencepieceCharsmap.of(data)


def rows_of(made):
    """The characters of each word with their ranges."""
    columns = zip(made.codes.tolist(), made.starts.tolist(), made.ends.tolist(), strict=True)
    every = [(chr(code), start, end) for code, start, end in columns]
    bounds = made.bounds.tolist()
    return [every[a:b] for a, b in pairwise(bounds)]


@pytest.mark.parametrize("prefix", [False, True])
@pytest.mark.parametrize("removes", [False, True])
@pytest.mark.parametrize("rules", [None, "nfkc", "nmt_nfkc_cf"])
@pytest.mark.parametrize("symbols", [(), (",", "A"), ("<sym>", ",", ",,", "a b")])
def test_as_each_alone(prefix, removes, rules, symbols):
    normalizer = SentencepieceNormalizer(
        None if rules is None else charsmap(rules),
        add_dummy_prefix=prefix,
        remove_extra_whitespaces=removes,
        symbols=Symbols(symbols),
    )
    words, rng, plain = SentencepieceWords.of(normalizer), random.Random(0), 0
    for _ in range(15):
        texts = ["".join(rng.choices(CHARS, k=rng.randint(0, 7))) for _ in range(60)]
        codes = np.array([ord(char) for text in texts for char in f"\0{text}"], np.uint32)
        sizes = np.array([1 + len(text) for text in texts])
        odd = words.characters.odd(codes, np.cumsum(sizes) - sizes)
        made = rows_of(words.normalized(codes[np.repeat(~odd, sizes)], sizes[~odd]))
        made += rows_of(words.one_by_one(f"\0{text}" for text in np.array(texts, object)[odd]))
        ordered = [*np.array(texts, object)[~odd], *np.array(texts, object)[odd]]
        plain += (~odd).sum()
        for text, found in zip(ordered, made, strict=True):
            normal = normalizer.normalize(Aligned.of(text))
            spans = [normal.span(at, at + 1) for at in range(len(normal))]
            expected = [(char, *span) for char, span in zip(normal.text, spans, strict=True)]
            assert found == expected, ascii(text)
    assert plain > 100


@pytest.mark.parametrize("flags", [{"whitespace_as_suffix": True}, {"escape_whitespaces": False}])
def test_why_not(flags):
    found = SentencepieceWords.of(SentencepieceNormalizer(**flags))
    assert found == "its spaces do not become marks before words"
