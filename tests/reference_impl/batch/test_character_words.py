"""Words begin and end where the kinds of characters say."""

import numpy as np
import pytest

from tokparity.reference_impl.batch.character_table import CharacterTable
from tokparity.reference_impl.batch.character_words import (
    ALONE,
    INSIDE,
    MARK,
    ODD,
    WHITE,
    CharacterWords,
)
from tokparity.reference_impl.batch.code_table import CodeTable

KINDS = {" ": WHITE, "\n": WHITE, "-": ALONE, "+": MARK, "?": ODD}


def spelled(text):
    parts = [{"*": "", "X": " x "}.get(char, char) for char in text]
    return "".join(parts), [at for at, part in enumerate(parts) for _ in part]


ASKED = []


def normalize(text):
    """Its marks in the order of their places, one further on each."""
    ASKED.append(text)
    made, came = spelled(text)
    return made.replace("?", "-"), [min(at + 1, len(text) - 1) for at in came]


def kinds(chars):
    return [KINDS.get(char, INSIDE) for char in chars]


WORDS = CharacterWords(normalize, CharacterTable(spelled), CodeTable(kinds))


def test_words_and_where_their_characters_are_from():
    words = WORDS.cut(["ab- c", "", "*aXb", "--", " "])
    text = words.codes.tobytes().decode("utf-32-le")
    found = [text[a:b] for a, b in zip(words.begins, words.ends, strict=True)]
    assert found == ["ab", "-", "c", "a", "x", "b", "-", "-"]
    assert words.came[words.begins].tolist() == [0, 2, 4, 8, 9, 10, 12, 13]
    assert words.firsts.tolist() == [0, 6, 7, 12, 15, 17]


@pytest.mark.parametrize(
    ("text", "is_odd"),
    [("a+b+", False), ("+", False), ("a++", True), ("*+", True), ("+*", True), ("a+b*", False),
     ("a?", True)],
)  # fmt: skip
def test_a_text_with_a_mark_beside_another_or_what_is_dropped_is_normalized_itself(text, is_odd):
    for texts, first in ((["a", text, "b"], 2), ([text], 0)):
        ASKED.clear()
        words = WORDS.cut(texts)
        assert [text] * is_odd == ASKED
        made, came = normalize(text) if is_odd else spelled(text)
        start, stop = np.searchsorted(words.came, (first, first + len(text)))
        assert words.codes[start:stop].tobytes().decode("utf-32-le") == made
        assert (words.came[start:stop] - first).tolist() == [*came]
        assert words.codes[stop] == ord("\n")
        if first:
            assert words.codes[[0, 1, -2, -1]].tolist() == [*map(ord, "a\nb\n")]


def test_no_texts():
    words = WORDS.cut([])
    assert (words.firsts.tolist(), words.begins.tolist()) == ([0], [])
    assert words.came.dtype == np.int64
