"""Steps from many nodes at once: what has no edge leads nowhere."""

import random

import numpy as np
import pytest

from tokparity.reference_impl.batch import edge_slots
from tokparity.reference_impl.batch.trie_table import TrieTable


def walked(trie, text, root=0):
    """The id at each prefix of a text, None where it leads nowhere."""
    node, found = np.array([root], np.int32), []
    for char in text:
        node, there = trie.below(node, trie.classes[[ord(char)]])
        found.append(int(trie.ids[node[0]]) if there[0] else None)
        if not there[0]:
            break
    return found


def test_every_text_is_found_and_no_other():
    trie = TrieTable.of({"a": 3, "abc": 1, "b": 0, "\U0010ffff": 9})
    assert walked(trie, "abc") == [3, -1, 1]
    assert walked(trie, "abcd") == [3, -1, 1, None]
    assert walked(trie, "b") == [0]
    assert walked(trie, "\U0010ffff") == [9]
    assert walked(trie, "c") == [None]


@pytest.mark.parametrize("trials", [0, 1, 3, 1 << 12])
def test_each_prefix_leads_on_and_nothing_else(monkeypatch, trials):
    """Whether or not there is a place for the edges of all nodes."""
    monkeypatch.setattr(edge_slots, "_TRIALS", trials)
    rng = random.Random(trials)
    letters = [chr(code) for code in (*range(97, 123), *range(0x4E00, 0x4E40), 0x1F600)]
    first, inner = (
        {"".join(rng.choices(letters, k=rng.randint(1, 4))): at for at in range(size)}
        for size in (120, 80)
    )
    trie = TrieTable.of(first, inner)
    assert (trie.others is None) == (trials > 3)
    for root, texts in enumerate((first, inner)):
        starts = {text[:end] for text in texts for end in range(len(text) + 1)}
        for start in starts:
            for letter in (*letters[::5], "!"):
                text = start + letter
                expected = texts.get(text, -1) if text in starts else None
                assert walked(trie, text, root)[-1] == expected


def test_no_texts():
    assert walked(TrieTable.of({}), "a") == [None]
    assert walked(TrieTable.of({}, {"a": 1}), "a", root=1) == [1]
