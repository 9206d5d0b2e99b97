"""What a normalizer changes is marked somewhere."""

import itertools
import random

import numpy as np
import pytest

from tokparity.reference_impl.batch.plain_characters import PlainCharacters
from tokparity.reference_impl.normalizers.lowercase import Lowercase
from tokparity.reference_impl.normalizers.nfc import NFC
from tokparity.reference_impl.normalizers.nfd import NFD
from tokparity.reference_impl.normalizers.nfkc import NFKC
from tokparity.reference_impl.normalizers.nfkd import NFKD
from tokparity.reference_impl.normalizers.prepend import Prepend
from tokparity.reference_impl.normalizers.replace import ReplaceNormalizer
from tokparity.reference_impl.normalizers.sequence import NormalizerSequence
from tokparity.reference_impl.normalizers.strip_accents import StripAccents
from tokparity.reference_impl.regexes.search import Literal, Regex
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.unicode.normalization import mapping, tables

REPLACES = ReplaceNormalizer(Regex(r"\p{Zs}"), " ")
NORMALIZERS = [NFC(), NFD(), NFKC(), NFKD(), Lowercase(), StripAccents(), REPLACES]
NORMALIZERS += [ReplaceNormalizer(Literal("ab"), ""), NormalizerSequence((REPLACES, NFC()))]
MARKS = [group[: 1 + len(group) // 20] for group in tables()["marks"]]
CHARS = "".join(MARKS) + "".join(mapping("canonical"))[::17] + "abA \u00a0éﬁ가\u1100\u1161\u11a8"


def is_marked(plain, text):
    return plain.changes(np.array([ord(char) for char in text], np.uint32)).any()


@pytest.mark.parametrize("normalizer", NORMALIZERS, ids=str)
def test_an_unmarked_text_is_left_alone(normalizer):
    plain, rng = PlainCharacters.of(normalizer), random.Random(0)
    unmarked = 0
    for _ in range(4000):
        text = "".join(rng.choices(CHARS, k=rng.randint(1, 5)))
        if not is_marked(plain, text):
            made = normalizer.normalize(Aligned.of(text))
            assert made.text == text
            assert list(made.origin) == list(range(len(text)))
            unmarked += 1
    assert unmarked > 20


def test_marks_of_every_class_behind_what_is_composed():
    """NFC puts marks in order: those that stand in it are left alone, others are not."""
    plain = PlainCharacters.of(NFC())
    marks = [group[0] for group in MARKS]
    kinds = plain.kinds.of(np.array([ord(mark) for mark in marks], np.uint32))
    alone = [mark for mark, kind in zip(marks, kinds, strict=True) if kind < 200]
    assert len(alone) > 10
    for base, first, second in itertools.product("aéṩ", alone, alone):
        text = base + first + second
        if not is_marked(plain, text):
            made = NFC().normalize(Aligned.of(text))
            assert (made.text, list(made.origin)) == (text, [0, 1, 2])
        else:
            assert marks.index(first) > marks.index(second)


def test_what_characters_do_not_tell():
    for normalizer in (Prepend("a"), ReplaceNormalizer(Regex("a|b+"), "x")):
        assert PlainCharacters.of(normalizer) is None


def test_what_is_replaced_by_itself_is_left_alone():
    assert not is_marked(PlainCharacters.of(REPLACES), "a b")
    assert is_marked(PlainCharacters.of(REPLACES), "a\u3000b")
