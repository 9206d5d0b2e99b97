import numpy as np

from tokparity.reference_impl.batch import token_store as module
from tokparity.reference_impl.batch.token_store import TokenStore


def test_a_store_is_full_of_tokens_and_words(monkeypatch):
    monkeypatch.setattr(module, "TOKENS", 4)
    store = TokenStore()
    one = [np.array(column) for column in ([1], [1], [5], [0, 1])]
    for _ in range(2):
        assert not store.is_full
        store.add(*one)
    assert not store.is_full, "two words, two tokens"
    store.add(*one)
    assert store.is_full


def test_a_word_without_tokens_keeps_its_characters():
    store = TokenStore()
    numbers = store.add(*map(np.array, ([3, 1], [0, 1], [7], [0, 1])))
    rows, sizes = store.rows(numbers, np.array([2]))
    assert (rows.ids.tolist(), rows.offsets.tolist(), sizes.tolist()) == ([7], [3, 4], [4])


def test_without_ranges_no_position_is_kept():
    store = TokenStore(ranges=False)
    numbers = store.add(*map(np.array, ([2, 1], [2, 1], [97, 98, 99], [])))
    rows, sizes = store.rows(numbers, np.array([2]))
    assert (rows.ids.tolist(), rows.offsets, sizes.tolist()) == ([97, 98, 99], None, [3])
