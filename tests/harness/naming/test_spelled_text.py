"""Two spelled texts, and what one lacks of the other."""

import pytest

from tokparity.harness.naming.spelled_text import (
    characters_in_another_order,
    drops_ascii,
    one_text_in_two_forms,
    only_spaces,
)

MARK = "\u2581".encode()


@pytest.mark.parametrize(
    ("differs", "ours", "theirs", "is_so"),
    [
        (drops_ascii, b"\r\n", b"\n", True),
        (drops_ascii, b"a\x00b", b"ab", True),
        (drops_ascii, b"a\x00b", b"a", False),
        (drops_ascii, b"ab", b"a", False),
        (one_text_in_two_forms, "\u00e9".encode(), "e\u0301".encode(), True),
        (one_text_in_two_forms, b"e", "\u00e9".encode(), False),
        (characters_in_another_order, "\u00e9a".encode(), "a\u00e9".encode(), True),
        (characters_in_another_order, b"\xc3\xa9", b"\xa9\xc3", False),
    ],
)
def test_how_two_texts_differ(differs, ours, theirs, is_so):
    assert differs(ours, theirs) is is_so


@pytest.mark.parametrize(("mark", "is_so"), [(MARK, True), (b"", False)])
def test_a_mark_is_a_space_where_it_is_written_for_one(mark, is_so):
    assert only_spaces(MARK + b"a", b" a", mark) is is_so
