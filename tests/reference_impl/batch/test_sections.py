"""Sections are cut again, and their tokens are put together with those between."""

import numpy as np

from tokparity.reference_impl.batch.sections import Sections
from tokparity.reference_impl.batch.token_rows import TokenRows


def rows_of(texts):
    """A token a character, its code the id."""
    ids = np.array([ord(char) for text in texts for char in text], np.int32)
    spans = [(at, at + 1) for text in texts for at in range(len(text))]
    bounds = np.append(0, np.cumsum([len(text) for text in texts])).tolist()
    return TokenRows(ids, np.array(spans, np.int32).ravel(), bounds)


def test_texts_are_put_together():
    texts = ["ab<>c", "", "<>", "d", "<><>e"]
    found = [[0, 2, 4, 900], [2, 0, 2, 901], [4, 0, 2, 902], [4, 2, 4, 903]]
    sections = Sections.of(texts).cut(np.array(found))
    assert sections.texts == ["ab", "c", "d", "e"]
    rows, added = sections.joined(rows_of(sections.texts), len(texts))
    assert rows.ids.tolist() == [97, 98, 900, 99, 901, 100, 902, 903, 101]
    assert rows.bounds == [0, 4, 4, 5, 6, 9]
    assert added.tolist() == [2, 4, 6, 7]
    spans = rows.offsets.reshape(-1, 2).tolist()
    assert spans[:4] == [[0, 1], [1, 2], [2, 4], [4, 5]]
    assert spans[4:] == [[0, 2], [0, 1], [0, 2], [2, 4], [4, 5]]


def test_sections_are_cut_again():
    """Tokens of the first cut come before those within the section behind them."""
    once = Sections.of(["a<>bc", "<>", "d"]).cut(np.array([[0, 1, 3, 900], [1, 0, 2, 901]]))
    assert once.texts == ["a", "bc", "d"]
    twice = once.cut(np.array([[1, 0, 1, 800], [1, 1, 2, 801], [2, 0, 1, 802]]))
    assert twice.texts == ["a"]
    assert twice.added[:, [0, 4]].tolist() == [
        [1, 900],
        [1, 800],
        [1, 801],
        [1, 901],
        [1, 802],
    ]
    assert twice.added[:, 1:4].tolist() == [[0, 1, 3], [0, 3, 4], [0, 4, 5], [1, 0, 2], [2, 0, 1]]
    rows, _ = twice.joined(rows_of(twice.texts), 3)
    assert rows.bounds == [0, 4, 5, 6]


def test_a_section_that_was_moved_keeps_where_it_came_from():
    sections = Sections.of(["", "<>a", "éb"])
    sections = Sections(sections.texts, sections.of_text, sections.starts, moved={2: (0, 2)})
    made = sections.cut(np.array([[1, 0, 2, 900]]))
    assert made.texts == ["a", "éb"]
    assert made.moved == {1: (0, 2)}


def test_without_tokens_it_stays_as_it_is():
    sections = Sections.of(["a", ""])
    assert sections.cut(np.zeros((0, 4), np.int64)) is sections
