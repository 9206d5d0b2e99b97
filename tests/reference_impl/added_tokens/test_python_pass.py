"""By hand; `test_python_classes` asks whole classes of the library."""

import pytest

from tokparity.reference_impl.added_tokens.passes import AddedToken, LeftmostLongest
from tokparity.reference_impl.added_tokens.python_pass import PythonTokenPass
from tokparity.reference_impl.text.aligned import Aligned


def split(text, parse_special=True, codes=None, **flags):
    tokens = {"<a>": AddedToken(7, "<a>", **flags), "<b>": AddedToken(8, "<b>")}
    made = PythonTokenPass(tokens, LeftmostLongest(tokens), " \n\x1c", codes)
    parts = made.split(Aligned.of(text), parse_special)
    return [(part.text, token and token.id) for part, token in parts]


@pytest.mark.parametrize(
    ("text", "flags", "expected"),
    [
        pytest.param("", {}, [], id="empty"),
        pytest.param("x <a> y", {}, [("x ", None), ("<a>", 7), (" y", None)], id="as-written"),
        pytest.param(
            "x \x1c<a>\n y", {"lstrip": True}, [("x", None), ("<a>", 7), ("\n y", None)], id="left"
        ),
        pytest.param(" <a> ", {"lstrip": True, "rstrip": True}, [("<a>", 7)], id="both"),
        pytest.param(
            "x<a> y", {"single_word": True}, [("x<a>", None), (" y", None)], id="joined-to-the-left"
        ),
        pytest.param("<a>y", {"single_word": True}, [("<a>y", None)], id="joined-to-the-right"),
        pytest.param("x <a>", {"single_word": True}, [("x ", None), ("<a>", 7)], id="alone"),
        pytest.param("<b><a>", {"single_word": True}, [("<b><a>", None)], id="joined-to-a-token"),
    ],
)
def test_flags(text, flags, expected):
    assert split(text, **flags) == expected


def test_without_parsing_none_is_looked_for_special_or_not():
    assert split("x<a>", parse_special=False) == [("x<a>", None)]
    assert split("<a>", parse_special=False) == [("<a>", None)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (">>de<< x", [(">>de<<", 3), (" x", None)]),
        (">>fr<<", [(">>fr<<", 1)]),
        ("x>>de<<", [("x>>de<<", None)]),
        ("<b>>>de<<", [("<b>", 8), (">>de<<", 3)]),
        (">>de", [(">>de", None)]),
    ],
)
def test_a_language_begins_a_stretch(text, expected):
    assert split(text, codes=({">>de<<": 3}, 1)) == expected
