"""Where a word may be cut before it is merged: no product has the two sides of such a place."""

import random
from itertools import product

import numpy as np
import pytest

from tokparity.reference_impl.batch.byte_joins import ByteJoins
from tokparity.reference_impl.text.byte_level import spell, utf8

PRODUCTS = [spell(utf8(text)) for text in ("ab", "é", "日本", "éa", "🦊")]
PRODUCTS += [spell(data) for data in (b"\xa9\xe6", b"\xa5\xe6\x9c", b"a\xc3")]


def may_join(left: bytes, right: bytes, products: list[bytes]) -> bool:
    """Whether a product has some end of the one and then some beginning of the other."""
    return any(
        (left.endswith(each[:at]) or each[:at].endswith(left))
        and (right.startswith(each[at:]) or each[at:].startswith(right))
        for each in products
        for at in range(1, len(each))
    )


LETTERS = "abé日本語🦊©e\u0301"


@pytest.mark.parametrize("seed", range(20))
def test_no_place_is_cut_that_a_product_is_over(seed):
    """Products of two letters, and of parts of such."""
    rng = random.Random(seed)
    products = []
    for _ in range(12):
        left, right = (utf8(rng.choice(LETTERS)) for _ in range(2))
        products.append(left[rng.randrange(len(left)) :] + right[: rng.randint(1, len(right))])
    joins = ByteJoins.of([*map(spell, products)])
    for text in map("".join, product(LETTERS, repeat=2)):
        data = utf8(text)
        between = joins.between(np.frombuffer(data, np.uint8)).tolist()
        for at, joined in enumerate(between, start=1):
            assert joined or not may_join(data[:at], data[at:], products), (text, at)


def test_a_surrogate_is_a_character():
    """llama.cpp may be given texts that hold some; a product may be any of its bytes."""
    data = np.frombuffer("é\ud800é".encode("utf-8", "surrogatepass"), np.uint8)
    assert ByteJoins.of(PRODUCTS).between(data).tolist() == [True, *[False] * 4, True]
    some = [spell(part) for part in (b"\xa9\xed", b"\xa0\x80\xc3", b"\xed\xa0")]
    assert ByteJoins.of(some).between(data).tolist() == [False, True, True, True, True, False]


def test_what_is_cut():
    joins = ByteJoins.of(PRODUCTS)
    for text, expected in {
        "ba": [False],
        "ab": [True],
        "éa": [True, True],
        "aé": [True, True],
        "日日": [True] * 5,  # no product has 日 and then another, but some may by their last bytes
        "語本": [False, False, False, True, True],
    }.items():
        found = joins.between(np.frombuffer(utf8(text), np.uint8)).tolist()
        assert found == expected, text


def test_without_products_all_is_cut():
    assert not ByteJoins.of([]).between(np.frombuffer(b"abc", np.uint8)).any()
