import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokparity.reference_impl.models.lookup.lengths import AllLengths
from tokparity.reference_impl.models.lookup.prefixes import PrefixDictionary
from tokparity.reference_impl.models.lookup.trie import Trie

LETTERS = "abé日𝄞▁"
KEYS = st.dictionaries(st.text(LETTERS, min_size=1, max_size=6), st.integers(0, 9))
LOOKUPS = (Trie, PrefixDictionary, AllLengths)


@given(KEYS, st.lists(st.text(LETTERS, max_size=12), min_size=1, max_size=4))
def test_all_find_the_same(keys, texts):
    """By definition: the keys that the text has there. Later texts meet what earlier ones left."""
    made = [lookup(keys) for lookup in LOOKUPS]
    for text in texts:
        for start in range(len(text) + 1):
            there = [key for key in keys if text.startswith(key, start)]
            expected = sorted((start + len(key), keys[key]) for key in there)
            for lookup in made:
                assert lookup.matches(text, start) == expected
                assert lookup.longest(text, start) == (expected[-1] if expected else None)


@pytest.mark.parametrize("lookup", LOOKUPS)
def test_keys_with_a_common_beginning_and_none_shorter(lookup):
    found = lookup({"abc": 1, "abd": 2, "abcde": 3})
    assert found.matches("abcdef", 0) == [(3, 1), (5, 3)]
    assert found.matches("abd", 0) == [(3, 2)]
    assert found.matches("ab", 0) == []
    assert lookup({}).matches("ab", 0) == []
