"""Steps from many nodes at once: what has no edge leads nowhere."""

import numpy as np

from tokparity.reference_impl.batch.trie_table import NOWHERE, TrieTable


def walked(trie, text):
    """The id at each prefix of a text, None where it leads nowhere."""
    node, found = np.array([0]), []
    for char in text:
        node = trie.step(node, np.array([ord(char)]))
        found.append(None if node[0] == NOWHERE else int(trie.ids[node[0]]))
        if node[0] == NOWHERE:
            break
    return found


def test_every_text_is_found_and_no_other():
    texts = {"a": 3, "abc": 1, "b": 0, "\U0010ffff": 9}
    trie = TrieTable.of(texts.items())
    assert walked(trie, "abc") == [3, -1, 1]
    assert walked(trie, "abcd") == [3, -1, 1, None]
    assert walked(trie, "b") == [0]
    assert walked(trie, "\U0010ffff") == [9]
    assert walked(trie, "c") == [None]
    nodes = trie.step(np.zeros(3, np.int64), np.array([ord(char) for char in "abx"]))
    assert trie.leaf[nodes[:2]].tolist() == [False, True]


def test_no_texts():
    trie = TrieTable.of([])
    assert walked(trie, "a") == [None]
    assert trie.leaf.tolist() == [True]
