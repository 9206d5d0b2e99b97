"""What the table has of each character is what the normalizer makes of it, standing alone."""

from itertools import product

import numpy as np
import pytest

from tokparity.reference_impl.batch.bert_spelling import bert_spelling
from tokparity.reference_impl.normalizers.bert import BertNormalizer
from tokparity.reference_impl.text.aligned import Aligned

EVERY = [*range(0xD800), *range(0xE000, 0x32000), *range(0x32000, 0x110000, 31)]
SOME = [*range(0x3500), *range(0x3500, 0xD800, 97), *range(0xF900, 0x30000, 11)]
OPTIONS = [*product((True, False), (True, False), (None, True, False), (True, False))]


def assert_same(normalizer, codes):
    made, came = bert_spelling(normalizer).respelled(np.array(codes, np.uint32))
    text, bounds = made.tobytes().decode("utf-32-le"), np.searchsorted(came, range(len(codes) + 1))
    for code, a, b in zip(codes, bounds, bounds[1:], strict=False):
        assert text[a:b] == normalizer.normalize(Aligned.of(chr(code))).text, hex(code)


def test_every_character():
    assert_same(BertNormalizer(), EVERY)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_option(options):
    assert_same(BertNormalizer(*options), SOME)
