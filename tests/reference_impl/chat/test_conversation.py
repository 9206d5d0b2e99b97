import json

import pytest

from tokparity.reference_impl.chat.conversation import Conversation, read_conversation, read_tools
from tokparity.reference_impl.chat.errors import BadConversation
from tokparity.reference_impl.errors import BadArtefact

HI = {"role": "user", "content": "hi"}


def test_json_and_back():
    whole = Conversation((HI,), ({"a": 1},), ({"text": "b"},), True, None, {"x": 1})
    assert Conversation.from_json(json.loads(json.dumps(whole.to_json()))) == whole
    assert Conversation.from_json({"messages": [HI]}) == Conversation((HI,))


def test_text_and_back():
    whole = Conversation((HI,), ({"a": 1},), None, False, "content", {"x": 1})
    assert Conversation.from_text(whole.to_text()) == whole
    assert Conversation.from_text('{"messages": [1]}') == Conversation((1,))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("", "is not JSON", id="empty"),
        pytest.param("[" * 100_000, "is not JSON", id="deep"),
        pytest.param("1" * 9_999, "is not JSON", id="long-number"),
        pytest.param('[{"role": "user"}]', "no object with", id="list"),
        pytest.param('{"messages": "hi"}', "no object with", id="text"),
        pytest.param('{"messages": [], "tools": "hi"}', "tools is of", id="tools"),
        pytest.param('{"messages": [], "documents": 1}', "documents is of", id="documents"),
        pytest.param('{"messages": [], "continued": true}', "continued is of", id="continued"),
        pytest.param('{"messages": [], "variables": [1]}', "variables is of", id="variables"),
        pytest.param('{"messages": [], "add_generation_prompt": 1}', "add_gen", id="prompt"),
        pytest.param('{"messages": ' + "[" * 100 + "]" * 100 + "}", "100 deep", id="not-so-deep"),
    ],
)
def test_a_text_that_is_none(text, said):
    with pytest.raises(BadConversation, match=said) as caught:
        Conversation.from_text(text)
    assert len(str(caught.value)) < 200


def test_null_is_as_good_as_missing():
    message = {"role": "assistant", "content": None, "tool_calls": []}
    (given,) = Conversation((message,)).checked_messages()
    assert given == {"role": "assistant", "tool_calls": []}


@pytest.mark.parametrize("name", ["reasoning_content", "thinking", "reasoning"])
def test_a_thought_has_the_names_that_templates_read(name):
    (given,) = Conversation(({"role": "assistant", name: "hm"},)).checked_messages()
    assert given["reasoning_content"] == given["thinking"] == "hm"


def test_of_two_thoughts_the_first_name_counts():
    message = {"thinking": "a", "reasoning": "b", "reasoning_content": ""}
    (given,) = Conversation((message,)).checked_messages()
    assert (given["reasoning_content"], given["thinking"]) == ("", "a")


@pytest.mark.parametrize(
    "fields",
    [
        {"messages": ()},
        {"messages": ("hi",)},
        {"messages": (HI,), "tools": ("a",)},
        {"messages": (HI,), "documents": (None,)},
    ],
)
def test_what_is_no_conversation(fields):
    with pytest.raises(BadConversation):
        Conversation(**fields).checked_messages()


def test_a_list_or_an_object_is_read(tmp_path):
    path = tmp_path / "messages.json"
    path.write_text(json.dumps([HI]))
    assert read_conversation(path) == Conversation((HI,))
    path.write_text(json.dumps({"messages": [HI], "tools": [], "documents": [{"text": "a"}]}))
    assert read_conversation(path) == Conversation((HI,), (), ({"text": "a"},))
    path.write_text('[{"type": "function"}]')
    assert read_tools(path) == ({"type": "function"},)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("", "empty", id="empty"),
        pytest.param("[]", "(root): is empty", id="no-message"),
        pytest.param('{"messages": []}', "messages: is empty", id="no-messages"),
        pytest.param("{}", "messages: is missing", id="missing"),
        pytest.param("3", "must be an object, is a number", id="number"),
        pytest.param('["hi"]', "[0]: must be an object, is a string", id="string"),
        pytest.param('{"messages": [{}], "tols": []}', "tols: is none of", id="misspelt"),
        pytest.param(
            '{"messages": [{}], "variables": {}, "chat_template_kwargs": {}}',
            "chat_template_kwargs: is the same as variables, which is there too",
            id="variables-twice",
        ),
        pytest.param(
            '{"messages": [{}], "variables": {"messages": 1}}',
            "variables.messages: is no name of a variable",
            id="variable-name",
        ),
        pytest.param('{"messages": [{}], "variables": []}', "variables: must be", id="variables"),
        pytest.param('{"messages": [{}], "tools": {}}', "tools: must be an array", id="tools"),
        pytest.param('[{"content": "\\ud800"}]', "lone surrogate", id="surrogate"),
        pytest.param("[" * 100_000, "nested too deeply", id="deep"),
        pytest.param(
            '[{"content": ' + "[" * 99 + "]" * 99 + "}]", "more than 100 deep", id="not-so-deep"
        ),
        pytest.param("[{]", "not JSON", id="broken"),
    ],
)
def test_bad_input_is_one_line(tmp_path, text, said):
    path = tmp_path / "messages.json"
    path.write_text(text)
    with pytest.raises(BadArtefact) as caught:
        read_conversation(path)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_deepest_that_is_read(tmp_path):
    path = tmp_path / "messages.json"
    path.write_text('[{"content": ' + "[" * 98 + "]" * 98 + "}]")
    assert len(read_conversation(path).messages) == 1


@pytest.mark.parametrize("name", ["variables", "chat_template_kwargs"])
def test_variables_of_a_file(tmp_path, name):
    path = tmp_path / "m.json"
    path.write_text(json.dumps({"messages": [{}], name: {"enable_thinking": False}}))
    assert read_conversation(path).variables == {"enable_thinking": False}
