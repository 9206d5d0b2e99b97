import pytest

from evaluation.chat_engines.difference import difference
from tokparity.reference_impl.chat.conversation import Conversation

HELD = Conversation(
    (
        {"role": "user", "content": "hello there"},
        {"role": "assistant", "content": "", "reasoning": "hm, well"},
        {"role": "tool", "content": "12"},
    ),
    tools=({"type": "function", "function": {"name": "get_weather"}},),
    documents=({"text": "a page"},),
)


@pytest.mark.parametrize(
    ("expected", "actual", "kind"),
    [
        pytest.param("a\n\n<x>", "a<x>", "line ends are missing", id="line-ends"),
        pytest.param("a<x>", "a\n    <x>", "line ends are added", id="an-indent"),
        pytest.param("[INST]a", "[INST] a", "white space is added", id="a-space"),
        pytest.param('{"a":1}', '{"a": 1}', "white space is added", id="json-spaces"),
        pytest.param("'a' <b>", "&#39;a&#39; &lt;b&gt;", "characters are escaped", id="html"),
        pytest.param("\\u00e9", "é", "escapes are missing", id="ascii"),
        pytest.param("['\\xa0']", "['\u00a0']", "escapes are missing", id="of-python"),
        pytest.param("1.0", "1", "a number is written otherwise", id="a-whole-float"),
        pytest.param("1e+300", "1.0E300", "a number is written otherwise", id="an-exponent"),
        pytest.param('{"a": 1, "b": 2}', '{"b": 2, "a": 1}', "the order is another", id="keys"),
        pytest.param("<t>\nhm, well\n</t>x", "<t>\n\n</t>x", "a thought is missing", id="thought"),
        pytest.param("x get_weather y", "x y", "a tool is missing", id="tool"),
        pytest.param("x y", "x a page y", "a document is added", id="document"),
        pytest.param("x hello there", "x", "content is missing", id="content"),
        pytest.param("x True", "x None", "'True' is 'None'", id="words-of-the-engine"),
        pytest.param("x", "x<eos>", "'<eos>' is added", id="a-control-token"),
        pytest.param("<s>x", "x", "'<s>' is missing", id="the-first-token"),
    ],
)
def test_the_kind_of_a_difference(expected, actual, kind):
    assert difference(expected, actual, HELD).kind == kind


def test_what_is_long_is_told_as_words_of_the_template():
    words = "You are a helpful assistant, and so on."
    assert difference(f"<s>{words}", "<s>", HELD).kind == "text of the template is missing"


def test_the_first_place_counts():
    found = difference("a <b> c <d>", "a <x> c <y>", HELD)
    assert (found.missing, found.added) == ("<b>", "<x>")


def test_a_long_stretch_is_taken_whole():
    left, right = "a " * 1000, "b " * 1000
    found = difference(left, right, HELD)
    assert (len(found.missing), len(found.added)) == (1999, 1999)


def test_equal_texts_have_none():
    with pytest.raises(ValueError, match="equal"):
        difference("a", "a", HELD)


def test_messages_that_are_no_objects_are_no_hindrance():
    held = Conversation(([], "a", {"role": "user", "content": 5}))  # type: ignore[arg-type]
    assert difference("x", "y", held).kind == "'x' is 'y'"
