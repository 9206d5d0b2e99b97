import pytest

from tokparity.reference_impl.contract import (
    Bytes,
    DecodeCase,
    EncodeCase,
    Encoding,
    FullCase,
    FullEncoding,
    Refusal,
    StageCase,
    StageOutput,
    Text,
)
from tokparity.reports.triage.values import LONGEST, aspect_of, text_literal, value, window

FULL = FullEncoding((1,), ((0, 1),), ("a",), (0,), (None,), (0,), (1,))
ROWS = StageOutput(((1, "a", 0, 1), (2, "b", 1, 2)))


@pytest.mark.parametrize(
    ("answer", "aspect", "plain"),
    [
        pytest.param(Encoding((1, 2)), "ids", [1, 2], id="ids"),
        pytest.param(Encoding((1,), ((0, 1),)), "offsets", [(0, 1)], id="offsets"),
        pytest.param(FULL, "words", [None], id="column"),
        pytest.param(
            FullEncoding(*[()] * 7, overflowing=(FULL,)),
            "overflowing",
            [[[1], [(0, 1)], ["a"], [0], [None], [0], [1]]],
            id="windows",
        ),
        pytest.param(ROWS, "rows", [(1, "a", 0, 1), (2, "b", 1, 2)], id="rows"),
        pytest.param(ROWS, "row_ids", [1, 2], id="row-ids"),
        pytest.param(ROWS, "row_texts", ["a", "b"], id="row-texts"),
        pytest.param(ROWS, "row_pairs", [(1, "a"), (2, "b")], id="row-pairs"),
        pytest.param(StageOutput((("a", 0, 1), ("b", 1, 2))), "joined", "ab", id="joined"),
        pytest.param(Text("x"), "text", "x", id="text"),
        pytest.param(Bytes(b"\xff"), "text", b"\xff", id="bytes"),
        pytest.param(
            Refusal("error", "ValueError: no: such"), "ids", "refuses: ValueError", id="error"
        ),
        pytest.param(Refusal("timeout"), "ids", "refuses: timeout", id="no-detail"),
    ],
)
def test_an_answer_as_a_plain_value(answer, aspect, plain):
    assert value(answer, aspect) == plain


def test_bytes_against_a_text_are_decoded():
    assert value(Bytes(b"a\xe2\x80"), "text", as_text=True) == "a\ufffd"


@pytest.mark.parametrize(
    ("answer", "aspect", "told"),
    [
        pytest.param(Encoding((1,)), "offsets", "no offsets", id="offsets"),
        pytest.param(Encoding((1,)), "text", "no text", id="another-operation"),
        pytest.param(Encoding((1,)), "tokens", "no tokens", id="column"),
        pytest.param(StageOutput(((),)), "joined", "a row of 0", id="empty-row"),
        pytest.param(StageOutput(((1,),)), "row_texts", "a row of 1", id="short-row"),
    ],
)
def test_what_is_not_reported(answer, aspect, told):
    """A run directory may say so of any engine."""
    with pytest.raises(ValueError, match=told):
        value(answer, aspect)


@pytest.mark.parametrize(
    ("case", "aspect"),
    [
        (EncodeCase("a"), "ids"),
        (FullCase("a"), "ids"),
        (DecodeCase((1,)), "text"),
        (StageCase("model", "a"), "rows"),
    ],
)
def test_of_a_refusal_what_would_be_answered(case, aspect):
    assert aspect_of(case, "refusal") == aspect
    assert aspect_of(case, "tokens") == "tokens"


HOSTILE = [
    "",
    "a`'\"\\b",
    "é\u0301中",
    "'''\"\"\"",
    "\n\r\x00\x1b[31m\u2028\u202e",
    "\ud800\udcff",
    "x" * 100_000,
    "ab" * 5_000 + "\n" + "é" * 5_000 + "end",
    "".join(map(chr, range(300))),
    b"\xff'\"\n",
    b"\xff" * 90_000,
]


@pytest.mark.parametrize("text", HOSTILE)
def test_a_literal_is_the_text_on_one_ascii_line(text):
    literal = text_literal(text)
    assert eval(literal) == text
    assert literal.isascii()
    assert "\n" not in literal
    assert "\r" not in literal


def test_what_is_repeated_is_a_product():
    assert len(text_literal("é" * 100_000)) < 40
    assert len(text_literal("abc " * 10_000)) < 40


def test_a_window_holds_the_first_difference():
    whole = list(range(LONGEST))
    assert 700 in whole[window(700)]
    assert whole[window(0)][0] == 0
