import pytest

from tokparity.reference_impl.contract import DecodeCase, EncodeCase, Encoding, Refusal
from tokparity.reports.triage.legible import case_words, in_pieces, legible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("é a", "é·a", id="composed"),
        pytest.param("e\u0301 a", "e\\u0301·a", id="decomposed"),
        pytest.param("\u2126", "\\u2126", id="ohm-is-not-omega"),
        pytest.param("\u1104\u1175\\", "\\u1104\\u1175\\\\", id="jamo"),
        pytest.param("e\u0301\n", "e\\u0301\\n", id="control"),
        pytest.param("\ud800", "\\ud800", id="surrogate"),
    ],
)
def test_what_looks_like_another_text_is_escaped(text, shown):
    assert legible(text) == shown


def test_what_stands_beside_such_a_text_is_escaped_too():
    assert legible("\u0a17\u0a3c", beside=["\u0a5a"]) == "\\u0a17\\u0a3c"
    assert legible("é", beside=["é", "e\u0301"]) == "\\xe9"
    assert legible("é", beside=["é"]) == "é"


def test_a_long_text_says_how_much_is_left_out():
    assert legible("e\u0301" + "a" * 5_000, 4) == "e\\u0301aa… (4,998 more characters)"


def test_a_case_on_a_line():
    assert case_words(EncodeCase("e\u0301"), 20) == "e\\u0301"
    assert case_words(EncodeCase(""), 20) == "(empty text)"
    assert case_words(DecodeCase((7,)), 20) == "id 7"


def test_of_many_pieces_the_first_and_the_last():
    names = dict.fromkeys(range(100), "p")
    shown = in_pieces(Encoding(tuple(range(100))), names).split(" ")
    assert (shown[:2], shown[23:26], shown[-1]) == (
        ["p=0", "p=1"],
        ["p=23", "(72", "more)"],
        "p=99",
    )
    assert "more" not in in_pieces(Encoding(tuple(range(29))), names)
    assert in_pieces(Refusal("error", "no"), {}) == "error: no"
