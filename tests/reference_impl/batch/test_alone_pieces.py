"""What is certain of a symbol is what merging makes of its bytes."""

import random

import numpy as np
import pytest

from tests.shared.vocabularies import vocabulary
from tokparity.reference_impl.batch.alone_pieces import alone_symbols
from tokparity.reference_impl.batch.byte_words import byte_words
from tokparity.reference_impl.batch.known_words import KnownWords
from tokparity.reference_impl.batch.merge_rounds import Merges
from tokparity.reference_impl.models.merging import pair_key

LETTERS = "abc"


def made(rng, *, trained):
    """(texts, pairs with ranks, products): merges of texts that are there when they are made; those
    that are `trained` in their order."""
    texts, pairs = list(LETTERS), {}
    products = []
    for _ in range(rng.randint(1, 40)):
        left, right = rng.randrange(len(texts)), rng.randrange(len(texts))
        text = texts[left] + texts[right]
        if pair_key(left, right) in pairs or len(text) > 8:
            continue
        if text not in texts:
            texts.append(text)
        pairs[pair_key(left, right)] = len(pairs)
        products.append(texts.index(text))
    if not trained:
        order = rng.sample(range(len(pairs)), len(pairs))
        pairs = {key: order[rank] for key, rank in pairs.items()}
        products = [products[order.index(rank)] for rank in range(len(pairs))]
    return texts, pairs, products


def certain(texts, pairs, products):
    some = np.array([*pairs], np.int64), np.array([*pairs.values()], np.int64)
    merges = Merges.of(*some, np.array(products, np.int64))
    return alone_symbols(some, merges, np.array(texts, object), np.arange(len(LETTERS)))


def is_alone(number, texts, pairs, products):
    return merged(texts[number], pairs, products) == [number]


def merged(text, pairs, products):
    symbols = [LETTERS.index(char) for char in text]
    while True:
        found = [
            (pairs[key], at)
            for at in range(len(symbols) - 1)
            if (key := pair_key(symbols[at], symbols[at + 1])) in pairs
        ]
        if not found:
            return symbols
        rank, at = min(found)
        symbols[at : at + 2] = [products[rank]]


@pytest.mark.parametrize("trained", [True, False])
def test_never_certain_of_what_merging_does_not_make(trained):
    rng = random.Random(trained)
    told = count = 0
    for _ in range(2000):
        texts, pairs, products = made(rng, trained=trained)
        if not pairs:
            continue
        for number, sure in enumerate(certain(texts, pairs, products).tolist()):
            alone = is_alone(number, texts, pairs, products)
            assert alone or not sure, (texts, pairs, products, number)
            told, count = told + sure, count + alone
    assert told > (0.8 if trained else 0.3) * count


def test_a_merge_over_the_place_between():
    """Of "abc" b and c come first, then a and bc are none: ab and c are never met."""
    texts = ["a", "b", "c", "bc", "ab", "abc"]
    pairs = {pair_key(1, 2): 0, pair_key(0, 1): 1, pair_key(4, 2): 2}
    assert certain(texts, pairs, [3, 4, 5]).tolist() == [True] * 5 + [False]


def test_a_product_with_another_text():
    texts = ["a", "b", "c", "bc"]
    assert certain(texts, {pair_key(0, 1): 0}, [3]).tolist() == [True] * 3 + [False]


@pytest.mark.vocabulary
@pytest.mark.parametrize("name", ["qwen3", "llama3-ignore-merges", "gpt2-gguf"])
def test_a_vocabulary(name):
    """Its pieces are known as they are where each is merged."""
    model = vocabulary(name).model
    words, ids = byte_words(model), np.fromiter(model.vocab.values(), np.int64)
    merged = KnownWords.of([*model.vocab], ids, words.merges, whole=model.ignore_merges)
    assert merged.alone.sum() > 0.9 * len(ids)
    assert (words.known.alone == merged.alone).all()
    assert (words.known.ids == merged.ids).all()
