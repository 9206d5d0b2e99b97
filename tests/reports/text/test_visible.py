import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokparity.reference_impl.unicode.ages import versions
from tokparity.reports.text.visible import (
    bytes_as_text,
    clip,
    code_point_name,
    escape,
    harmless,
    message_line,
    segments,
    visible,
    visible_bytes,
    visible_clipped,
)

ANY = st.text(st.characters(codec=None, exclude_categories=()))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("a b", "a·b", id="space"),
        pytest.param("a\u00a0b", "a\\xa0b", id="no-break-space"),
        pytest.param("·", "\\xb7", id="a-real-middle-dot"),
        pytest.param("\n\r\t\0", "\\n\\r\\t\\0", id="named-controls"),
        pytest.param("\x1b[31m", "\\x1b[31m", id="terminal-escape"),
        pytest.param("\u202e\u2066\u200f", "\\u202e\\u2066\\u200f", id="bidi"),
        pytest.param("\u200b\u200d\ufeff\u00ad", "\\u200b\\u200d\\ufeff\\xad", id="invisible"),
        pytest.param("\ud800", "\\ud800", id="surrogate"),
        pytest.param("\U000e0041\U0010ffff", "\\U000e0041\\U0010ffff", id="tags-and-last"),
        pytest.param("\u0301a\u0301", "◌\u0301a\u0301", id="mark-without-base"),
        pytest.param(" \u0301", "·◌\u0301", id="mark-after-space"),
        pytest.param("a\\n", "a\\\\n", id="backslash-is-no-escape"),
        pytest.param("日本 éß😀", "日本·éß😀", id="letters-stay"),
    ],
)
def test_visible(text, shown):
    assert visible(text) == shown


@given(ANY)
def test_nothing_invisible_is_left(text):
    for shown in (visible(text), harmless(text)):
        categories = {unicodedata.category(char) for char in shown if char != " "}
        assert not categories & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"}
        shown.encode("utf-8")
    assert " " not in visible(text)


@given(st.text(st.characters(exclude_categories=["M"], codec=None)), ANY)
def test_different_texts_look_different(one, other):
    assert (visible(one) == visible(other)) <= (one == other or "◌" in other)


def test_every_code_point_can_be_shown_and_named():
    every = "".join(map(chr, range(sys.maxunicode + 1)))
    assert len(visible(every)) > len(every)
    assert all(map(code_point_name, every[::97]))


def test_segments_keep_their_kinds_apart():
    kinds = [(part.kind, part.visible) for part in segments("a  \\n\n")]
    assert kinds == [("text", "a"), ("space", "··"), ("text", "\\n"), ("escape", "\\n")]


def test_clipping_counts_what_is_left_out():
    assert clip("abc", 3) == ("abc", 0)
    assert visible_clipped("a" * 10, 10) == "a" * 10
    assert visible_clipped("\0" * 11, 10) == "\\0" * 10 + "… (1 more characters)"


def test_escapes_are_those_of_python():
    for char in "\x07\xa0\u200b\ud800\U000e0041":
        assert ascii(char)[1:-1] == escape(char)


def test_bytes_that_are_no_utf8_show_their_values():
    assert bytes_as_text(b"\xe2\x82\xac\xe2\x82") == "€\\xe2\\x82"
    assert visible_bytes(b"\xe2\x82\xac\xe2\x82") == "€\\xe2\\x82"
    assert visible_bytes(b"\\x80 ") == "\\\\x80·", "a text's own backslash"
    assert visible_bytes(b"\\\x80") == "\\\\\\x80"
    assert visible_bytes(b"\x80" * 5, 3) == "\\x80\\x80\\x80… (2 more characters)"


@pytest.mark.parametrize(
    ("char", "name"),
    [
        ("\n", "LINE FEED"),
        ("\x01", "control"),
        ("\ud800", "lone surrogate"),
        ("\udc80", "byte 80, no UTF-8"),
        ("\ue000", "private use"),
        ("\uffff", "unassigned"),
        ("\U0010fffe", "unassigned"),
        ("é", "LATIN SMALL LETTER E WITH ACUTE"),
    ],
)
def test_code_point_names(char, name):
    assert code_point_name(char) == name


def test_a_message_is_one_harmless_line_that_keeps_its_ends():
    line = message_line("a.gguf: \x1b[2J\u202e\n" + "k" * 1000 + ": no such key\n")
    assert len(line) == 500
    assert line.startswith("a.gguf: \\x1b[2J\\u202e\\n")
    assert line.endswith(": no such key")
    assert len(message_line("\x1b" * 1000)) == 500


@pytest.mark.skipif(unicodedata.unidata_version >= "16", reason="this Python knows the name")
def test_what_is_newer_than_this_python_is_told_by_its_kind():
    """Of Unicode 16: a letter of Garay, and a digit of Sunuwar."""
    newer = f"newer than Unicode {versions()[-3]}"
    assert code_point_name("\U00010d52") == f"letter {newer}"
    assert code_point_name("\U00011bf0") == f"number {newer}"
