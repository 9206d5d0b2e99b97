"""The filter on any chunks is what a regular expression finds in the whole."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokparity.reference_impl.streaming.thinking import Parted, ThinkingFilter, parted

PARTS = (
    "<think>",
    "</think>",
    "<thin",
    "k>",
    "<think >",
    "</",
    "<",
    ">",
    "a",
    " ",
    "\n",
    "<thinking>",
)
TEXTS = st.lists(
    st.one_of(st.sampled_from(PARTS), st.text("<>/think \n", max_size=3)), max_size=8
).map("".join)


def in_chunks(chunks, **options):
    made = ThinkingFilter(**options)
    parts = [*map(made.push, chunks), made.flush()]
    return Parted(*("".join(texts) for texts in zip(*parts, strict=True)))


def by_regex(text, start="<think>", end="</think>", inside=False):
    """The same of a whole text, without a state."""
    text = start + text if inside else text
    block = re.compile(f"{re.escape(start)}(.*?)(?:{re.escape(end)}[ \t\r\n]*|\\Z)", re.DOTALL)
    return Parted(block.sub("", text), "".join(block.findall(text)))


@given(TEXTS, st.booleans(), st.data())
def test_any_chunks_of_any_text(text, inside, data):
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=5)))
    chunks = [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    expected = by_regex(text, inside=inside)
    assert in_chunks(chunks, inside=inside) == expected
    assert parted(text, inside=inside) == expected


@given(TEXTS)
def test_character_by_character(text):
    assert in_chunks(text) == by_regex(text)


@given(st.text("ab", min_size=1, max_size=4), st.text("ab", min_size=1, max_size=4), st.text("ab"))
def test_tags_that_overlap_themselves_and_one_another(start, end, text):
    assert in_chunks(text, start=start, end=end) == by_regex(text, start, end)


@pytest.mark.parametrize("at", range(1, len("<think>x</think>\n\ny")))
def test_a_tag_that_is_cut_anywhere(at):
    text = "<think>x</think>\n\ny"
    assert in_chunks([text[:at], text[at:]]) == Parted("y", "x")


@pytest.mark.parametrize(
    ("text", "answer", "thought"),
    [
        pytest.param("<thin", "<thin", "", id="cut-off"),
        pytest.param("<think >a", "<think >a", "", id="not-letter-by-letter"),
        pytest.param("<<think>a</think>b", "<b", "a", id="bracket-before"),
        pytest.param("<think>a<think>b</think>c", "c", "a<think>b", id="nested"),
        pytest.param("<think>a</thin", "", "a</thin", id="unterminated"),
        pytest.param("<think>a</think> <think>b</think>\nc", "c", "ab", id="several"),
        pytest.param("a</think> b", "a</think> b", "", id="end-alone"),
        pytest.param("a <think></think>", "a ", "", id="empty-thought"),
    ],
)
def test_what_is_thought_and_what_is_said(text, answer, thought):
    assert in_chunks([text]) == Parted(answer, thought)


def test_text_is_given_as_soon_as_it_is_sure():
    made = ThinkingFilter()
    assert [made.push(part).answer for part in ("a<", "b", "<t", "hi", "nk")] == [
        "a", "<b", "", "", "",
    ]  # fmt: skip
    assert made.push(">c") == Parted("", "c")
    made.reset()
    assert made.push("c") == Parted("c", "")


def test_a_tag_is_something():
    with pytest.raises(ValueError, match="at least one character"):
        ThinkingFilter("", "</think>")
