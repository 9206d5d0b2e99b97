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


WORDS = CharacterWords(
    CharacterTable(spelled), CodeTable(lambda chars: [KINDS.get(char, INSIDE) for char in chars])
)


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
def test_a_mark_beside_another_or_what_is_dropped_makes_a_text_odd(text, is_odd):
    assert WORDS.cut(["a", text, "b"]).odd.tolist() == [1] * is_odd
    assert WORDS.cut([text]).odd.tolist() == [0] * is_odd


def test_no_texts():
    words = WORDS.cut([])
    assert (words.firsts.tolist(), words.begins.tolist(), words.odd.tolist()) == ([0], [], [])
    assert words.came.dtype == np.int64
