"""What normalizers make of words together is what they make of each."""

import random

import pytest

from tokparity.reference_impl.batch.mark_places import MarkPlaces
from tokparity.reference_impl.batch.normalized_words import NormalizedWords
from tokparity.reference_impl.normalizers.lowercase import Lowercase
from tokparity.reference_impl.normalizers.nfc import NFC
from tokparity.reference_impl.normalizers.nfd import NFD
from tokparity.reference_impl.normalizers.nfkc import NFKC
from tokparity.reference_impl.normalizers.prepend import Prepend
from tokparity.reference_impl.normalizers.replace import ReplaceNormalizer
from tokparity.reference_impl.normalizers.sequence import NormalizerSequence
from tokparity.reference_impl.normalizers.strip_accents import StripAccents
from tokparity.reference_impl.regexes.search import Literal, Regex
from tokparity.reference_impl.text.aligned import Aligned

CHARS = "aAb  é\u0301\u0323e\u00ad\u200bﬁﷺ\u1100\u1161가\u212bİ\u00a0\n\0"
REPLACES = ReplaceNormalizer(Regex("[\u00ad\u200b]"), "")
ONE_BEHIND_THE_OTHER = (
    ReplaceNormalizer(Literal("a"), "b"),
    ReplaceNormalizer(Regex("[be]"), "A"),
    ReplaceNormalizer(Literal("\u00e9"), "e"),
    ReplaceNormalizer(Literal(" "), "▁"),
    ReplaceNormalizer(Regex("[\u0323\\n]"), ""),
)


@pytest.mark.parametrize(
    "normalizer",
    [
        None,
        NFC(),
        NFD(),
        NFKC(),
        Lowercase(),
        StripAccents(),
        REPLACES,
        ReplaceNormalizer(Literal("ab"), "xyz"),
        ReplaceNormalizer(Literal("\0"), "x"),
        NormalizerSequence((REPLACES, NormalizerSequence((NFC(), Lowercase())))),
        NormalizerSequence(ONE_BEHIND_THE_OTHER),
        NormalizerSequence((*ONE_BEHIND_THE_OTHER, NFC(), REPLACES)),
        NormalizerSequence((ReplaceNormalizer(Literal("b"), "xy"), *ONE_BEHIND_THE_OTHER)),
        NormalizerSequence((ReplaceNormalizer(Regex("[ a]"), ""), NFC())),
    ],
    ids=str,
)
def test_as_each_alone(normalizer):
    spelling = NormalizedWords.of(normalizer)
    rng = random.Random(0)
    for _ in range(30):
        texts = ["".join(rng.choices(CHARS, k=rng.randint(0, 12))) for _ in range(20)]
        words, _ = MarkPlaces.of(frozenset()).cut(texts)
        some = words.picked(range(len(words)))
        made = spelling.spelled(some)
        alone = spelling.spelled(some, origins=False)
        for name in ("which", "codes", "sizes", "before", "begins"):
            assert getattr(alone, name).tolist() == getattr(made, name).tolist()
        at, chunks = 0, words.texts()
        assert sorted(made.which.tolist()) == list(range(len(chunks)))
        columns = made.which, made.sizes, made.before, made.begins
        for which, size, before, begins in zip(*columns, strict=True):
            text = Aligned.of(chunks[which].removeprefix("\0"))
            assert before == len(text)
            assert begins == (chunks[which][0] == "\0")
            assert not begins or made.codes[at] == 0
            expected = normalizer.normalize(text) if normalizer else text
            mine = slice(at + begins, at + size)
            assert "".join(map(chr, made.codes[mine])) == expected.text
            assert made.came[mine].tolist() == list(expected.origin)
            at += size
        assert at == len(made.codes)


@pytest.mark.parametrize(
    "normalizer", [Prepend("a"), ReplaceNormalizer(Regex("[^a]"), "b")], ids=str
)
def test_what_is_not_told_by_single_characters(normalizer):
    """Or is done to whatever stands between words."""
    assert NormalizedWords.of(normalizer) is None
